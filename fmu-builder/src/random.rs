//! Numbers to try a model with: pseudo-random, the same in every run.

/// The generator xorshift64*.
pub(crate) struct Random(u64);

impl Random {
    pub fn new() -> Self {
        Self(0x9E37_79B9_7F4A_7C15)
    }

    /// The next number, uniform in (−1, 1).
    pub fn symmetric(&mut self) -> f64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let bits = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 11;
        2.0 * (bits as f64 / (1_u64 << 53) as f64) - 1.0
    }
}

//! The pins of the chain as slices, one number of all pins after the other.

/// How many pins are computed at once.
pub const LANES: usize = 4;

/// One number of each of [`LANES`] neighbours.
pub type Lanes = [f64; LANES];

/// A coordinate in m at which a pin touches nothing.
pub const FAR: f64 = 1e3;

/// The numbers of fewer than [`LANES`] pins, filled up.
pub fn padded(rest: &[f64], fill: f64) -> Lanes {
    let mut lanes = [fill; LANES];
    lanes[..rest.len()].copy_from_slice(rest);
    lanes
}

/// Positions and velocities of all pins.
#[derive(Clone, Copy, Debug)]
pub struct Pins<'a> {
    /// In m.
    pub x: &'a [f64],
    /// In m.
    pub y: &'a [f64],
    /// In m/s.
    pub vx: &'a [f64],
    /// In m/s.
    pub vy: &'a [f64],
}

impl<'a> Pins<'a> {
    /// Splits x[n], y[n], vx[n], vy[n].
    pub fn new(states: &'a [f64], n: usize) -> Self {
        let (positions, velocities) = states.split_at(2 * n);
        let ((x, y), (vx, vy)) = (positions.split_at(n), velocities.split_at(n));
        Self { x, y, vx, vy }
    }

    /// Pin `k`.
    #[inline(always)]
    pub fn pin(&self, k: usize) -> [f64; 4] {
        [self.x[k], self.y[k], self.vx[k], self.vy[k]]
    }
}

/// Forces on the pins that a body sums up, and what they dissipate.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reaction {
    /// Sum of the forces on the pins along x, in N.
    pub fx: f64,
    /// Along y.
    pub fy: f64,
    /// Torque on the body about its centre, in N·m.
    pub torque: f64,
    /// Power dissipated in W.
    pub loss: f64,
}

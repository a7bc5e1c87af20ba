//! An input over one macro step: u(s) = Σ cₙ sⁿ with s = (t − T_N)/H in [0, 1].

/// A polynomial over one macro step, in the step's own time s from 0 at its start to 1 at its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Polynomial {
    degree: usize,
    coefficients: [f64; Polynomial::MAX_DEGREE + 1],
}

impl Polynomial {
    /// The highest degree any extrapolation rule uses (Hermite through three points).
    pub const MAX_DEGREE: usize = 5;

    /// One value over the whole step.
    #[inline]
    pub fn constant(value: f64) -> Self {
        let mut coefficients = [0.0; Self::MAX_DEGREE + 1];
        coefficients[0] = value;
        Self { degree: 0, coefficients }
    }

    /// Σ cₙ sⁿ from its coefficients, lowest first.
    ///
    /// # Panics
    /// If there are none or more than `MAX_DEGREE + 1`.
    #[inline]
    pub fn new(coefficients: &[f64]) -> Self {
        let mut all = [0.0; Self::MAX_DEGREE + 1];
        all[..coefficients.len()].copy_from_slice(coefficients);
        Self { degree: coefficients.len() - 1, coefficients: all }
    }

    /// A polynomial by all coefficients that there is room for; those above the degree are zero.
    #[inline]
    pub(super) fn of_degree(degree: usize, coefficients: [f64; Self::MAX_DEGREE + 1]) -> Self {
        Self { degree, coefficients }
    }

    /// Its degree; trailing zero coefficients count.
    #[inline]
    pub fn degree(&self) -> usize {
        self.degree
    }

    /// Its coefficients, lowest first.
    #[inline]
    pub fn coefficients(&self) -> &[f64] {
        &self.coefficients[..=self.degree]
    }

    /// This polynomial plus a constant.
    #[inline]
    #[must_use]
    pub fn shifted(mut self, by: f64) -> Self {
        self.coefficients[0] += by;
        self
    }

    /// u(s).
    #[inline]
    pub fn value(&self, s: f64) -> f64 {
        self.coefficients[..=self.degree].iter().rev().fold(0.0, |sum, c| sum * s + c)
    }

    /// du/ds at s.
    #[inline]
    pub fn slope(&self, s: f64) -> f64 {
        let c = self.coefficients[..=self.degree].iter().enumerate().skip(1).rev();
        c.fold(0.0, |sum, (n, c)| sum * s + n as f64 * c)
    }

    /// The value at the start of the step.
    #[inline]
    pub fn start(&self) -> f64 {
        self.coefficients[0]
    }

    /// The value at the end of the step.
    #[inline]
    pub fn end(&self) -> f64 {
        self.value(1.0)
    }

    /// The mean over the part of the step from `s0` to `s1`.
    pub fn mean(&self, s0: f64, s1: f64) -> f64 {
        let integral = |s: f64| {
            let c = &self.coefficients[..=self.degree];
            c.iter().enumerate().rev().fold(0.0, |sum, (n, c)| sum * s + c / (n + 1) as f64) * s
        };
        (integral(s1) - integral(s0)) / (s1 - s0)
    }

    /// Its Bernstein coefficients, between the least and the greatest of which it lies over the step; as many
    /// count as it has coefficients.
    pub(super) fn bernstein(&self) -> [f64; Self::MAX_DEGREE + 1] {
        let n = self.degree;
        std::array::from_fn(|i| {
            // bᵢ = Σₖ (i choose k)/(n choose k) cₖ, where each factor follows from the one before.
            let terms = self.coefficients[..=n].iter().take(i + 1).enumerate();
            let sum = terms.fold((0.0, 1.0), |(sum, factor), (k, c)| {
                let next = i.saturating_sub(k) as f64 / n.saturating_sub(k).max(1) as f64;
                (sum + factor * c, factor * next)
            });
            sum.0
        })
    }

    /// This function over the part of the step from `s0` to `s1`, in that part's own time.
    pub fn part(&self, s0: f64, s1: f64) -> Self {
        let mut part = *self;
        let c = &mut part.coefficients[..=self.degree];
        // Horner's rule, repeated, shifts the origin to s0; then s is stretched.
        for n in 0..c.len() {
            for j in (n..c.len() - 1).rev() {
                c[j] += s0 * c[j + 1];
            }
        }
        c.iter_mut().fold(1.0, |scale, c| {
            *c *= scale;
            scale * (s1 - s0)
        });
        part
    }

    /// The time derivative of order `n` at the start of a step of length `h`: n! cₙ / hⁿ, as FMI's
    /// `fmi2SetRealInputDerivatives` takes it.
    #[inline]
    pub fn derivative_at_start(&self, n: usize, h: f64) -> f64 {
        // The length of the step is known long before the coefficients: they need not wait for a division.
        let per_step = 1.0 / h;
        (1..=n).fold(self.coefficients[n], |value, i| value * i as f64 * per_step)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// u = 1 + 2 s − 3 s² + 4 s³ on a step of length 1/2.
    fn cubic() -> Polynomial {
        Polynomial::new(&[1.0, 2.0, -3.0, 4.0])
    }

    #[test]
    fn values_and_mean_are_those_of_the_polynomial() {
        let p = cubic();
        assert_eq!((p.start(), p.value(0.5), p.end()), (1.0, 1.75, 4.0));
        assert_eq!((p.slope(0.0), p.slope(0.5), p.slope(1.0)), (2.0, 2.0, 8.0));
        assert_eq!(p.mean(0.0, 1.0), 1.0 + 1.0 - 1.0 + 1.0);
        assert!(
            (p.mean(0.25, 0.75) - (1.0 + 1.0 - 3.0 * 0.2708333333333333 + 4.0 * 0.15625)).abs()
                < 1e-15
        );
    }

    #[test]
    fn a_part_is_the_same_function_in_its_own_time() {
        let (p, part) = (cubic(), cubic().part(0.25, 0.75));
        for s in [0.0, 0.5, 1.0] {
            assert!((part.value(s) - p.value(0.25 + 0.5 * s)).abs() < 1e-15);
        }
    }

    #[test]
    fn bernstein_coefficients_begin_and_end_with_the_polynomial_and_give_lines_exactly() {
        let b = cubic().bernstein();
        assert_eq!((b[0], b[3]), (cubic().start(), cubic().end()));
        // b₁ = c₀ + c₁/3, b₂ = c₀ + 2 c₁/3 + c₂/3.
        assert!((b[1] - 5.0 / 3.0).abs() < 1e-15 && (b[2] - 4.0 / 3.0).abs() < 1e-15);
        assert_eq!(Polynomial::new(&[1.0, 2.0, 0.0]).bernstein()[..3], [1.0, 2.0, 3.0]);
    }

    #[test]
    fn derivatives_are_scaled_by_factorial_and_step() {
        let p = cubic();
        assert_eq!(p.derivative_at_start(1, 0.5), 4.0);
        assert_eq!(p.derivative_at_start(2, 0.5), -24.0);
        assert_eq!(p.derivative_at_start(3, 0.5), 192.0);
    }
}

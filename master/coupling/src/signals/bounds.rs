//! The values that an input can have, and polynomials that are kept within them over a whole step.

use crate::polynomial::Polynomial;

/// How often a step is halved to tell whether a polynomial leaves its bounds inside it.
const HALVINGS: usize = 6;

/// The least and the greatest value; infinite where there is none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// The least.
    pub min: f64,
    /// The greatest.
    pub max: f64,
}

impl Bounds {
    /// No bounds at all.
    pub const NONE: Self = Self { min: f64::NEG_INFINITY, max: f64::INFINITY };

    /// Whether there is neither a least nor a greatest value.
    pub fn is_none(&self) -> bool {
        *self == Self::NONE
    }

    /// Whether a value lies within them.
    #[inline]
    pub fn contain(&self, value: f64) -> bool {
        self.min <= value && value <= self.max
    }

    /// The values that lie within both.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self { min: self.min.max(other.min), max: self.max.min(other.max) }
    }

    /// These bounds, widened as far as a value that is there.
    #[must_use]
    pub(super) fn including(self, value: f64) -> Self {
        Self { min: self.min.min(value), max: self.max.max(value) }
    }

    /// Whether a polynomial lies within them over the whole step.
    pub(super) fn contain_all(&self, u: &Polynomial) -> bool {
        match u.degree() {
            0 => self.contain(u.start()),
            1 => self.contain(u.start()) && self.contain(u.end()),
            _ => self.contain_curve(u, HALVINGS),
        }
    }

    /// A polynomial lies between its Bernstein coefficients, the more closely the shorter the part.
    fn contain_curve(&self, u: &Polynomial, halvings: usize) -> bool {
        if u.bernstein().iter().take(u.degree() + 1).all(|b| self.contain(*b)) {
            return true;
        }
        let inside = self.contain(u.start()) && self.contain(u.end()) && halvings > 0;
        let half = |from: f64| self.contain_curve(&u.part(from, from + 0.5), halvings - 1);
        inside && half(0.0) && half(0.5)
    }

    /// A polynomial that leaves them, brought back: the line between its ends, both within.
    pub(super) fn confine(&self, u: &Polynomial) -> Polynomial {
        let within = |value: f64| value.max(self.min).min(self.max);
        let (start, end) = (within(u.start()), within(u.end()));
        match u.degree() {
            0 => Polynomial::constant(start),
            _ => Polynomial::new(&[start, end - start]),
        }
    }

    /// How far a value lies outside; 0 inside.
    pub(super) fn excess(&self, value: f64) -> f64 {
        (self.min - value).max(value - self.max).max(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNIT: Bounds = Bounds { min: 0.0, max: 1.0 };

    #[test]
    fn a_curve_that_leaves_its_bounds_between_two_ends_inside_is_found() {
        // 4 s (1 − s) touches 1 in the middle; a little more leaves; 5 halves see the difference.
        assert!(UNIT.contain_all(&Polynomial::new(&[0.0, 3.99, -3.99])));
        assert!(!UNIT.contain_all(&Polynomial::new(&[0.0, 4.01, -4.01])));
        let cubic = Polynomial::new(&[0.5, -4.0, 12.0, -8.0]);
        assert!(cubic.value(0.2) < 0.2 && (cubic.end() - 0.5).abs() < 1e-15);
        let lowest = (0..1000).map(|k| cubic.value(f64::from(k) / 1000.0)).fold(1.0, f64::min);
        for slack in [-1e-3, 1e-3] {
            let bounds = Bounds { min: lowest - slack, max: 2.0 };
            assert_eq!(bounds.contain_all(&cubic), slack > 0.0, "{slack}");
        }
    }

    #[test]
    fn what_is_confined_stays_inside_over_the_whole_step() {
        for coefficients in [[0.5, 3.0, -2.9, 0.0], [-0.2, 1.0, 5.0, -3.0], [0.0, -1.0, 2.0, -1.0]]
        {
            let u = Polynomial::new(&coefficients);
            assert!(!UNIT.contain_all(&u));
            let confined = UNIT.confine(&u);
            assert!(confined.degree() == 1 && UNIT.contain_all(&confined), "{confined:?}");
        }
        assert_eq!(UNIT.confine(&Polynomial::constant(-9.4)), Polynomial::constant(0.0));
    }

    #[test]
    fn one_sided_bounds_leave_the_other_side_open() {
        let positive = Bounds { min: 0.0, ..Bounds::NONE };
        assert!(positive.contain(1e300) && !positive.contain(-1e-300));
        assert_eq!(positive.including(-2.0), Bounds { min: -2.0, ..Bounds::NONE });
        assert_eq!((positive.excess(-3.0), positive.excess(7.0)), (3.0, 0.0));
        assert!(Bounds::NONE.is_none() && Bounds::NONE.contain_all(&Polynomial::constant(1e300)));
    }
}

//! The prediction of a two-step integrator: a cubic continues the derivative, and the implicit two-step formula makes
//! of that the value.
//!
//! ```text
//! u̇⁰ = −12/h (uₙ − uₙ₋₁) + 8 u̇ₙ + 5 u̇ₙ₋₁                      (33)
//! u⁰ = a₁ uₙ + a₂ uₙ₋₁ + h (b₀ u̇⁰ + b₁ u̇ₙ + b₂ u̇ₙ₋₁)          (34)
//! ```
//!
//! Zhang et al. (2022), section 3.1; their first line of (34) leaves b₁ out of the sum by mistake. (33) is the slope,
//! one step ahead, of the cubic through values and derivatives at the last two points. The coefficients follow from the
//! spectral radius ρ∞ at infinity, eqs. (7): with ρ∞ = 1 the formula does not damp, with ρ∞ = 0 it damps most.
//!
//! Over the step an input is the cubic with uₙ, u̇ₙ at its start and u⁰, u̇⁰ at its end. Needs the time derivatives of the
//! inputs; of order 3. The coefficients hold for equal steps: where the last step had another length, the cubic through the two
//! points is continued, as [`Hermite`] does. With one point it is the tangent.

use super::{Extrapolation, Hermite, Past, RuleFacts};
use crate::polynomial::Polynomial;

/// The coefficients (7) of the implicit two-step formula.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TwoStep {
    /// Of uₙ and uₙ₋₁.
    pub a: [f64; 2],
    /// Of u̇ₙ₊₁, u̇ₙ and u̇ₙ₋₁.
    pub b: [f64; 3],
}

impl TwoStep {
    /// Those for a spectral radius ρ∞ at infinity, in [0, 1].
    pub fn new(rho_inf: f64) -> Self {
        let squared = (1.0 - rho_inf).powi(2);
        let d = 4.0 - squared;
        let a2 = (3.0 * squared + 4.0 * (2.0 * rho_inf - 1.0)) / d;
        Self { a: [1.0 - a2, a2], b: [2.0 / d, 4.0 * rho_inf / d, 2.0 * rho_inf * rho_inf / d] }
    }
}

/// The rule with a spectral radius ρ∞.
#[derive(Clone, Debug)]
pub struct TwoStepHermite {
    two_step: TwoStep,
    otherwise: Hermite,
}

impl TwoStepHermite {
    /// The rule with ρ∞ in [0, 1].
    pub fn new(rho_inf: f64) -> Self {
        Self { two_step: TwoStep::new(rho_inf), otherwise: Hermite::new(2) }
    }

    /// The cubic over the step, from values and derivatives times h at the last two points, newest first.
    fn cubic(&self, u: [f64; 2], hdu: [f64; 2]) -> Polynomial {
        let TwoStep { a, b } = self.two_step;
        let hdu_end = -12.0 * (u[0] - u[1]) + 8.0 * hdu[0] + 5.0 * hdu[1]; // (33)
        let change = -a[1] * (u[0] - u[1]) + b[0] * hdu_end + b[1] * hdu[0] + b[2] * hdu[1]; // (34), a₁ = 1 − a₂
        let curve = 3.0 * change - 2.0 * hdu[0] - hdu_end;
        Polynomial::new(&[u[0], hdu[0], curve, hdu[0] + hdu_end - 2.0 * change])
    }
}

impl Extrapolation for TwoStepHermite {
    fn facts(&self) -> RuleFacts {
        RuleFacts { degree: 3, start: 2, ..RuleFacts::of_degree(2) }
    }

    fn points(&self) -> usize {
        2
    }

    fn needs_derivatives(&self) -> bool {
        true
    }

    fn continues_derivatives(&self) -> bool {
        true
    }

    fn extrapolate(&mut self, past: Past, h: f64, of: &[usize], u: &mut [Polynomial]) {
        if past.u.known() < 2 || !past.u.is_even(h, 2) {
            return self.otherwise.extrapolate(past, h, of, u);
        }
        for &i in of {
            let value = |back: usize| past.u.values(back)[i];
            let slope = |back: usize| h * past.du.values(back)[i];
            u[i] = self.cubic([value(0), value(1)], [slope(0), slope(1)]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::signals::History;

    #[test]
    fn coefficients_are_those_of_the_publication_and_keep_their_identities() {
        let TwoStep { a, b } = TwoStep::new(0.56);
        let expected = [0.72131147540984, 0.27868852459016];
        let of_slopes = [0.52543085329971, 0.58848255569567, 0.16477511559479];
        assert!(a.iter().zip(expected).all(|(a, e)| (a - e).abs() < 1e-13));
        assert!(b.iter().zip(of_slopes).all(|(b, e)| (b - e).abs() < 1e-13));
        for rho_inf in [0.0, 0.3, 0.56, 1.0] {
            let TwoStep { a, b } = TwoStep::new(rho_inf);
            // Consistent of order 2: exact for 1, t and t².
            assert!((a[0] + a[1] - 1.0).abs() < 1e-15);
            assert!((-a[1] + b.iter().sum::<f64>() - 1.0).abs() < 1e-15);
            assert!((a[1] + 2.0 * (b[0] - b[2]) - 1.0).abs() < 1e-15);
            // At infinity 1/b₀ (b₀ ζ² + b₁ ζ + b₂) has the double root −ρ∞.
            assert!((b[1] / b[0] - 2.0 * rho_inf).abs() < 1e-15);
            assert!((b[2] / b[0] - rho_inf * rho_inf).abs() < 1e-15);
        }
    }

    #[test]
    fn derivatives_are_exact_for_cubics_and_values_for_parabolas() {
        let h = 0.1;
        for (degree, value_is_exact) in [(2, true), (3, false)] {
            let f = |t: f64| (0..=degree).map(|n| (t - 0.05).powi(n)).sum::<f64>();
            let df =
                |t: f64| (1..=degree).map(|n| f64::from(n) * (t - 0.05).powi(n - 1)).sum::<f64>();
            let (mut u, mut du) = (History::new(1, 2), History::new(1, 2));
            for t in [0.0, 0.1, 0.2] {
                u.push(h, &[f(t)]);
                du.push(h, &[df(t)]);
            }
            let mut over = [Polynomial::constant(0.0)];
            TwoStepHermite::new(0.4).extrapolate(Past { u: &u, du: &du }, h, &[0], &mut over);
            assert!((over[0].slope(1.0) / h - df(0.3)).abs() < 1e-12);
            assert_eq!((over[0].end() - f(0.3)).abs() < 1e-13, value_is_exact);
            assert_eq!(over[0].start(), f(0.2));
            assert!((over[0].slope(0.0) / h - df(0.2)).abs() < 1e-12);
        }
    }
}

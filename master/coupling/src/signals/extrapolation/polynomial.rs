//! Lagrange extrapolation of degree k: the polynomial through the last k + 1 communication points.
//!
//! Degree 0 holds the last value. Schweizer and Lu (2014), section 2; Busch (2016), eq. (11).

use super::{Extrapolation, Past, RuleFacts};
use crate::polynomial::Polynomial;
use crate::signals::Lagrange;

/// The polynomial of degree k through the newest k + 1 points, or through all while there are fewer.
#[derive(Clone, Debug)]
pub struct PolynomialRule {
    degree: usize,
    basis: Lagrange,
}

impl PolynomialRule {
    /// The rule of the given degree.
    pub fn new(degree: usize) -> Self {
        Self { degree, basis: Lagrange::through(&[0.0]) }
    }
}

impl PolynomialRule {
    #[inline(never)]
    fn extrapolate_curved(&mut self, past: Past, h: f64, of: &[usize], u: &mut [Polynomial]) {
        self.basis.renew(past.u, h, past.u.known().min(self.degree + 1), false);
        for &i in of {
            u[i] = self.basis.combine(|k| past.u.values(k)[i]);
        }
    }
}

impl Extrapolation for PolynomialRule {
    fn facts(&self) -> RuleFacts {
        RuleFacts::of_degree(self.degree)
    }

    fn points(&self) -> usize {
        self.degree + 1
    }

    fn lower(&mut self, degree: usize) {
        self.degree = self.degree.min(degree);
    }

    fn extrapolate(&mut self, past: Past, h: f64, of: &[usize], u: &mut [Polynomial]) {
        if self.degree == 0 {
            let held = past.u.values(0);
            of.iter().for_each(|&i| u[i] = Polynomial::constant(held[i]));
            return;
        }
        self.extrapolate_curved(past, h, of, u);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::signals::History;

    #[test]
    fn is_exact_for_polynomials_up_to_its_degree() {
        let (h, t) = (0.1, [0.0, 0.1, 0.2, 0.3]);
        for degree in 0..=3 {
            let f = |t: f64| (0..=degree).map(|n| (t - 0.05).powi(n as i32)).sum::<f64>();
            let mut past = History::new(1, degree + 1);
            for t in t {
                past.push(h, &[f(t)]);
            }
            let mut u = [Polynomial::constant(0.0)];
            let past = Past { u: &past, du: &past };
            PolynomialRule::new(degree).extrapolate(past, h, &[0], &mut u);
            for s in [0.0, 0.5, 1.0] {
                assert!((u[0].value(s) - f(0.3 + s * h)).abs() < 1e-14, "degree {degree}, s = {s}");
            }
        }
    }
}

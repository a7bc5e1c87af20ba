//! Hermite extrapolation: the polynomial through the values and time derivatives at the last K
//! communication points, of degree 2 K − 1.
//!
//! Friedrich (2011), section 2.2: "Hermite K". K = 1 is the tangent. Needs the time derivatives of
//! the inputs; exact for polynomials up to degree 2 K − 1, so of order 2 K.

use nalgebra::{Matrix6, Vector6};

use super::{Extrapolation, Past, RuleFacts};
use crate::polynomial::Polynomial;

/// The rule through values and derivatives at the newest K points, or at all while there are fewer.
#[derive(Clone, Debug)]
pub struct Hermite {
    points: usize,
    nodes: [f64; 3],
    known: usize,
    /// From (u₀, h u̇₀, u₁, h u̇₁, …) to the coefficients.
    inverse: Matrix6<f64>,
}

impl Hermite {
    /// The rule through `points` points.
    ///
    /// # Panics
    /// If there are none or more than three.
    pub fn new(points: usize) -> Self {
        assert!((1..=3).contains(&points), "Hermite rules have one to three points");
        Self { points, nodes: [0.0; 3], known: 0, inverse: Matrix6::identity() }
    }

    fn prepare(&mut self, past: Past, h: f64) {
        let known = past.u.known().min(self.points);
        let mut nodes = [0.0; 3];
        for (place, node) in nodes.iter_mut().zip(past.u.nodes(h, known)) {
            *place = node;
        }
        if (known, nodes) == (self.known, self.nodes) {
            return;
        }
        // Rows of Σ cₙ sⁿ = u and Σ n cₙ sⁿ⁻¹ = h u̇; coefficients that are not used stay apart.
        let mut system = Matrix6::identity();
        for (j, s) in nodes[..known].iter().enumerate() {
            for n in 0..2 * known {
                system[(2 * j, n)] = s.powi(n as i32);
                system[(2 * j + 1, n)] = if n == 0 { 0.0 } else { n as f64 * s.powi(n as i32 - 1) };
            }
        }
        self.inverse = system.try_inverse().expect("different nodes determine the polynomial");
        (self.known, self.nodes) = (known, nodes);
    }
}

impl Extrapolation for Hermite {
    fn facts(&self) -> RuleFacts {
        let degree = 2 * self.points - 1;
        // Others follow polynomials up to degree 3.
        let followed = degree.min(3);
        RuleFacts { degree, start: degree, ..RuleFacts::of_degree(followed) }
    }

    fn points(&self) -> usize {
        self.points
    }

    fn needs_derivatives(&self) -> bool {
        true
    }

    fn continues_derivatives(&self) -> bool {
        true
    }

    fn extrapolate(&mut self, past: Past, h: f64, of: &[usize], u: &mut [Polynomial]) {
        self.prepare(past, h);
        for &i in of {
            let mut values = Vector6::zeros();
            for j in 0..self.known {
                values[2 * j] = past.u.values(j)[i];
                values[2 * j + 1] = h * past.du.values(j)[i];
            }
            let coefficients = self.inverse * values;
            u[i] = Polynomial::new(&coefficients.as_slice()[..2 * self.known]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::signals::History;

    #[test]
    fn is_exact_for_polynomials_up_to_degree_2k_minus_1() {
        let h = 0.1;
        for points in 1..=3 {
            let degree = 2 * points as i32 - 1;
            let f = |t: f64| (0..=degree).map(|n| (t - 0.05).powi(n)).sum::<f64>();
            let df =
                |t: f64| (1..=degree).map(|n| f64::from(n) * (t - 0.05).powi(n - 1)).sum::<f64>();
            let (mut u, mut du) = (History::new(1, points), History::new(1, points));
            for t in [0.0, 0.1, 0.2, 0.3] {
                u.push(h, &[f(t)]);
                du.push(h, &[df(t)]);
            }
            let mut over = [Polynomial::constant(0.0)];
            let past = Past { u: &u, du: &du };
            Hermite::new(points).extrapolate(past, h, &[0], &mut over);
            for s in [0.0, 0.5, 1.0] {
                let error = over[0].value(s) - f(0.3 + s * h);
                assert!(error.abs() < 1e-13, "K = {points}, s = {s}: {error:e}");
            }
        }
    }
}

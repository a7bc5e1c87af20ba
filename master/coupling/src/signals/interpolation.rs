//! The polynomial through values at given points of a step's own time.

use super::History;
use crate::polynomial::Polynomial;

/// The largest number of points a polynomial goes through.
const MAX_POINTS: usize = Polynomial::MAX_DEGREE + 1;

/// The Lagrange basis on fixed nodes: computed once, then applied to any number of signals.
///
/// Row `j` holds the coefficients, lowest first, of ℓⱼ(s) = Πᵢ≠ⱼ (s − sᵢ)/(sⱼ − sᵢ).
#[derive(Clone, Debug, PartialEq)]
pub struct Lagrange {
    points: usize,
    /// The nodes are the newest points of a past, one step apart, and perhaps the end of the next step.
    even: bool,
    basis: [[f64; MAX_POINTS]; MAX_POINTS],
}

impl Lagrange {
    /// The basis on `nodes`, which must differ from each other.
    ///
    /// # Panics
    /// If there are none or more than six.
    pub fn through(nodes: &[f64]) -> Self {
        let points = nodes.len();
        let mut basis = [[0.0; MAX_POINTS]; MAX_POINTS];
        for (j, row) in basis.iter_mut().enumerate().take(points) {
            row[0] = 1.0;
            for (factors, i) in (0..points).filter(|&i| i != j).enumerate() {
                // Multiply by (s − sᵢ)/(sⱼ − sᵢ), from the highest coefficient down.
                let scale = 1.0 / (nodes[j] - nodes[i]);
                for n in (0..=factors + 1).rev() {
                    let shifted = if n > 0 { row[n - 1] } else { 0.0 };
                    row[n] = (shifted - nodes[i] * row[n]) * scale;
                }
            }
        }
        Self { points, even: false, basis }
    }

    /// Makes it the basis on the newest `count` points of a past, as they lie in the own time of a coming
    /// step of length `h`, after the end of that step if it counts too; nothing is computed while all
    /// steps have that length. Says whether it was.
    #[inline]
    pub fn renew(&mut self, past: &History, h: f64, count: usize, with_end: bool) -> bool {
        let points = count + usize::from(with_end);
        let even = past.is_even(h, count);
        let renewed = !(even && self.even && self.points == points);
        if renewed {
            self.recompute(past, h, (count, with_end, even));
        }
        renewed
    }

    #[cold]
    fn recompute(&mut self, past: &History, h: f64, (count, with_end, even): (usize, bool, bool)) {
        let points = count + usize::from(with_end);
        let mut nodes = [1.0; MAX_POINTS];
        let places = nodes.iter_mut().skip(usize::from(with_end));
        places.zip(past.nodes(h, count)).for_each(|(place, node)| *place = node);
        *self = Self { even, ..Self::through(&nodes[..points]) };
    }

    /// The polynomial that is 1 at the first node and 0 at the others.
    pub fn first(&self) -> Polynomial {
        self.combine(|j| if j == 0 { 1.0 } else { 0.0 })
    }

    /// The polynomial with `value(j)` at node j.
    #[inline(always)]
    pub fn combine(&self, value: impl Fn(usize) -> f64) -> Polynomial {
        match self.points {
            1 => Polynomial::constant(value(0)),
            2 => self.combine_some::<2>(value),
            3 => self.combine_some::<3>(value),
            _ => self.combine_some::<MAX_POINTS>(value),
        }
    }

    /// The polynomial through at most `N` points: a constant, so that coefficients stay in registers.
    #[inline(always)]
    fn combine_some<const N: usize>(&self, value: impl Fn(usize) -> f64) -> Polynomial {
        let mut coefficients = [0.0; MAX_POINTS];
        for (j, row) in self.basis.iter().enumerate().take(self.points.min(N)) {
            let value = value(j);
            for n in 0..N {
                coefficients[n] += value * row[n];
            }
        }
        Polynomial::of_degree(self.points - 1, coefficients)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reproduces_a_polynomial_of_its_degree_on_uneven_nodes() {
        let p = |s: f64| 2.0 - s + 0.5 * s * s - 3.0 * s * s * s;
        let nodes = [1.0, 0.0, -0.7, -2.5];
        let q = Lagrange::through(&nodes).combine(|j| p(nodes[j]));
        for s in [-1.0, 0.0, 0.3, 1.0, 2.0] {
            assert!((q.value(s) - p(s)).abs() < 1e-13, "s = {s}");
        }
    }

    #[test]
    fn extrapolation_weights_at_the_end_are_the_binomial_ones() {
        // Schweizer and Lu (2014): 4, −6, 4, −1 for degree 3, newest first.
        let basis = Lagrange::through(&[0.0, -1.0, -2.0, -3.0]);
        let weights: Vec<f64> =
            (0..4).map(|k| basis.combine(|j| f64::from(u8::from(j == k))).end()).collect();
        for (w, expected) in weights.iter().zip([4.0, -6.0, 4.0, -1.0]) {
            assert!((w - expected).abs() < 1e-14);
        }
    }
}

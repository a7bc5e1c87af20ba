//! Coefficients of a mean-value rule at points that are not equally spaced.

use nalgebra::{SMatrix, SVector};

use super::{MeanValue, asked, shares};

/// The largest number of points, and of coefficients, of a rule.
const POINTS: usize = 4;
const MOST: usize = 2 * POINTS;

/// The coefficients c = (a, b) nearest to those of equal steps, c₀, that fulfil as many constraints
/// C c = d at the points as they are:
///
/// ```text
/// c = c₀ + Cᵀ (C Cᵀ)⁻¹ (d − C c₀)
/// ```
///
/// Coefficients that are zero in c₀ stay so: a rule without derivatives asks for none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Uneven {
    even: bool,
    coefficients: SVector<f64, MOST>,
}

impl Uneven {
    /// The coefficients of equal steps.
    pub(super) fn new(a: &[f64], b: &[f64]) -> Self {
        let mut coefficients = SVector::<f64, MOST>::zeros();
        coefficients.as_mut_slice()[..a.len()].copy_from_slice(a);
        coefficients.as_mut_slice()[POINTS..][..b.len()].copy_from_slice(b);
        Self { even: true, coefficients }
    }

    /// Coefficients of value and derivative at the point `k` steps back.
    pub(super) fn at(&self, k: usize) -> (f64, f64) {
        (self.coefficients[k], self.coefficients[POINTS + k])
    }

    /// Whether they are those of equal steps.
    pub(super) fn is_even(&self) -> bool {
        self.even
    }

    /// Those of `rule` for points at these places; where fewer are known, for further ones beyond them at
    /// equal distances.
    pub(super) fn find(rule: &MeanValue, known: impl Iterator<Item = f64>) -> Self {
        let mut nodes = [f64::NAN; POINTS];
        nodes.iter_mut().zip(known).for_each(|(place, node)| *place = node);
        for k in 1..POINTS {
            if nodes[k].is_nan() {
                nodes[k] = nodes[k - 1] - 1.0;
            }
        }
        let start = Self::new(&rule.a, &rule.b);
        if nodes == std::array::from_fn(|k| -(k as f64)) {
            return start;
        }
        let mut c = SMatrix::<f64, MOST, MOST>::zeros();
        let mut missing = SVector::<f64, MOST>::zeros();
        for n in 0..rule.fulfilled() {
            for (k, s) in nodes.into_iter().enumerate() {
                let [value, slope] = shares(s, n);
                (c[(n, k)], c[(n, POINTS + k)]) = (value, slope);
            }
            for (column, coefficient) in start.coefficients.iter().enumerate() {
                if *coefficient == 0.0 {
                    c[(n, column)] = 0.0;
                }
            }
            missing[n] = asked(n) - c.row(n).transpose().dot(&start.coefficients);
        }
        // Constraints beyond those of the rule stay apart.
        let mut square = c * c.transpose();
        (rule.fulfilled()..MOST).for_each(|n| square[(n, n)] = 1.0);
        let change = square.lu().solve(&missing).map(|weights| c.transpose() * weights);
        let coefficients = start.coefficients + change.unwrap_or_default();
        Self { even: false, coefficients }
    }
}

//! Rules that predict the mean of an input over the coming step by a linear combination of its past.
//!
//! ```text
//! m = Σₖ aₖ u^{l−k} + bₖ H u̇^{l−k}                        k = 0 … K − 1         (2.10)
//! Const: ũ = m
//! Lin:   ũ = u^l + 2 (m − u^l) s                                                 (2.34)
//! Quad:  ũ = u^l + H u̇^l s + 3 (m − u^l − ½ H u̇^l) s²                            (2.38)
//! ```
//!
//! The mean is right for polynomials up to degree R − 1 if the first R constraints hold:
//!
//! ```text
//! Σₖ aₖ (−k)ⁿ/n! + bₖ (−k)ⁿ⁻¹/(n−1)! = 1/(n+1)!          n = 0 … R − 1         (2.28)
//! ```
//!
//! Friedrich (2011), sections 2.2.3 and 2.3. Rules are named shape-K-R; those that end in "opt" have
//! free parameters chosen for the largest stable step. While fewer than K points are known, the past
//! is taken to be the tangent at the oldest of them.
//!
//! The coefficients are those of equal steps. After steps of other lengths the points lie at other
//! sₖ than −k; a rule then takes the coefficients nearest to its own that fulfil the R constraints
//! with sₖ in place of −k (`uneven.rs`).

mod uneven;

use self::uneven::Uneven;
use super::{Extrapolation, Past, RuleFacts};
use crate::polynomial::Polynomial;

/// How the input runs over the step, given its mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Held at the mean.
    Const,
    /// A line from the last value, with that mean.
    Lin,
    /// A parabola from the last value and slope, with that mean.
    Quad,
}

/// A rule given by its coefficients.
#[derive(Clone, Debug, PartialEq)]
pub struct MeanValue {
    shape: Shape,
    a: Vec<f64>,
    b: Vec<f64>,
    /// What a and b become at points that are not equally spaced.
    uneven: Uneven,
}

/// Why coefficients make no rule.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum MeanValueError {
    /// Not one to four of each.
    #[error("a rule has one to four coefficients a and as many b, not {a} and {b}")]
    Count {
        /// Coefficients of values.
        a: usize,
        /// Coefficients of derivatives.
        b: usize,
    },
    /// A constant input is not predicted as that constant.
    #[error("the coefficients a add up to {sum} instead of 1, so that a constant is not kept")]
    Inconsistent {
        /// Their sum.
        sum: f64,
    },
}

/// How far a constraint may be missed and still count as fulfilled: coefficients are often printed
/// with six or seven digits.
const ROUNDING: f64 = 1e-6;

impl MeanValue {
    /// The rule with the given coefficients of values and derivatives, newest first.
    pub fn new(shape: Shape, a: &[f64], b: &[f64]) -> Result<Self, MeanValueError> {
        if a.len() != b.len() || !(1..=4).contains(&a.len()) {
            return Err(MeanValueError::Count { a: a.len(), b: b.len() });
        }
        let rule = Self::of(shape, a.into(), b.into());
        match rule.fulfilled() {
            0 => Err(MeanValueError::Inconsistent { sum: a.iter().sum() }),
            _ => Ok(rule),
        }
    }

    fn of(shape: Shape, a: Vec<f64>, b: Vec<f64>) -> Self {
        Self { uneven: Uneven::new(&a, &b), shape, a, b }
    }

    /// The rule of a name: `const`, `lin` or `quad`, then `-K-R`, with `-b0` for the rules without
    /// derivatives (R = K) and `-opt` for the stability-optimised ones; or `const-3-5`.
    pub fn named(name: &str) -> Option<Self> {
        let (shape, rest) = name.split_once('-')?;
        let shape = match shape {
            "const" => Shape::Const,
            "lin" => Shape::Lin,
            "quad" => Shape::Quad,
            _ => return None,
        };
        let (a, b) = coefficients(shape, rest)?;
        Some(Self::of(shape, a, b))
    }

    /// The name by which [`named`](Self::named) knows it, if it does.
    pub fn name(&self) -> Option<String> {
        Self::names().find(|name| Self::named(name).as_ref() == Some(self))
    }

    /// All names that [`named`](Self::named) knows.
    pub fn names() -> impl Iterator<Item = String> {
        let rules = ["1-1-b0", "2-2-b0", "3-3-b0", "1-2", "2-4", "3-6"];
        let plain = ["const", "lin", "quad"]
            .into_iter()
            .flat_map(move |shape| rules.into_iter().map(move |rule| format!("{shape}-{rule}")));
        let optimised =
            ["const-2-3-opt", "lin-2-3-opt", "const-2-2-opt", "lin-2-2-opt", "const-3-5"];
        plain.chain(optimised.map(String::from))
    }

    /// The coefficients of values and of derivatives, newest first.
    pub fn coefficients(&self) -> (&[f64], &[f64]) {
        (&self.a, &self.b)
    }

    /// R: how many of the constraints (2.28) hold, one after the other.
    pub fn fulfilled(&self) -> usize {
        (0..2 * self.a.len()).take_while(|&n| self.violation(n).abs() <= ROUNDING).count()
    }

    /// Left side minus right side of constraint n.
    pub fn violation(&self, n: usize) -> f64 {
        let of = |k: usize| {
            let [value, slope] = shares(-(k as f64), n);
            self.a[k] * value + self.b[k] * slope
        };
        (0..self.a.len()).map(of).sum::<f64>() - asked(n)
    }

    /// The mean of input `i` over the coming step.
    fn mean(&self, past: Past, h: f64, i: usize) -> f64 {
        let oldest = past.u.known() - 1;
        let terms = (0..self.a.len()).map(|k| {
            let ((a, b), known) = (self.uneven.at(k), k.min(oldest));
            let du = if self.needs_derivatives() { past.du.values(known)[i] } else { 0.0 };
            let value = past.u.values(known)[i] - (k - known) as f64 * h * du;
            a * value + b * h * du
        });
        terms.sum()
    }
}

impl Extrapolation for MeanValue {
    /// A mean that is right to order R; a held input reaches order 2 by it, a line 3, a parabola 4.
    fn facts(&self) -> RuleFacts {
        let degree = match self.shape {
            Shape::Const => 0,
            Shape::Lin => 1,
            Shape::Quad => 2,
        };
        let continuation = (degree + 1).min(self.fulfilled() - 1);
        let start = match self.shape {
            // A held input has order 2 at best.
            Shape::Const => 1,
            _ if !self.needs_derivatives() => self.points() - 1,
            // The tangent at the start serves up to order 3.
            Shape::Quad if self.fulfilled() > 3 => 3,
            _ => 1,
        };
        RuleFacts { degree, order: continuation + 1, interpolation: degree, continuation, start }
    }

    fn points(&self) -> usize {
        self.a.len()
    }

    fn needs_derivatives(&self) -> bool {
        self.shape == Shape::Quad || self.b.iter().any(|b| *b != 0.0)
    }

    fn extrapolate(&mut self, past: Past, h: f64, of: &[usize], u: &mut [Polynomial]) {
        let known = past.u.known().min(self.points());
        if !(self.uneven.is_even() && past.u.is_even(h, known)) {
            self.uneven = Uneven::find(self, past.u.nodes(h, known));
        }
        for &i in of {
            let (m, last) = (self.mean(past, h, i), past.u.values(0)[i]);
            u[i] = match self.shape {
                Shape::Const => Polynomial::constant(m),
                Shape::Lin => Polynomial::new(&[last, 2.0 * (m - last)]),
                Shape::Quad => {
                    let slope = h * past.du.values(0)[i];
                    Polynomial::new(&[last, slope, 3.0 * (m - last - 0.5 * slope)])
                }
            };
        }
    }
}

/// What value and derivative at the point `s` contribute to constraint n: sⁿ/n! and sⁿ⁻¹/(n−1)!.
fn shares(s: f64, n: usize) -> [f64; 2] {
    let power = |n: usize| s.powi(n as i32) / factorial(n);
    [power(n), if n == 0 { 0.0 } else { power(n - 1) }]
}

/// The right side of constraint n.
fn asked(n: usize) -> f64 {
    1.0 / factorial(n + 1)
}

fn factorial(n: usize) -> f64 {
    (1..=n).map(|i| i as f64).product()
}

/// The coefficients a, b of a rule by what follows its shape.
fn coefficients(shape: Shape, rule: &str) -> Option<(Vec<f64>, Vec<f64>)> {
    let over = |d: f64, n: &[f64]| n.iter().map(|n| n / d).collect::<Vec<f64>>();
    Some(match (shape, rule) {
        // The mean of the polynomial through values (2.30), (2.31).
        (_, "1-1-b0") => (vec![1.0], vec![0.0]),
        (_, "2-2-b0") => (over(2.0, &[3.0, -1.0]), vec![0.0; 2]),
        (_, "3-3-b0") => (over(12.0, &[23.0, -16.0, 5.0]), vec![0.0; 3]),
        // The mean of the polynomial through values and derivatives (2.32).
        (_, "1-2") => (vec![1.0], vec![0.5]),
        (_, "2-4") => (over(12.0, &[-6.0, 18.0]), over(12.0, &[17.0, 7.0])),
        (_, "3-6") => (over(240.0, &[-949.0, 608.0, 581.0]), over(240.0, &[637.0, 1080.0, 173.0])),
        // Optimised for stability: (2.64), (2.65), (2.67), (2.68).
        (Shape::Const, "2-3-opt") => (over(3.0, &[2.0, 1.0]), vec![5.0 / 6.0, 0.0]),
        (Shape::Lin, "2-3-opt") => {
            // Printed to seven digits; these fulfil (2.62) exactly for its one free parameter.
            let p = -0.20322;
            let a1 = 1.0 / 3.0 + 2.0 * p;
            (vec![1.0 - a1, a1], vec![0.5 + a1 - p, p])
        }

        (Shape::Const, "2-2-opt") => (vec![1.337, -0.337], vec![0.363, -0.2]),
        (Shape::Lin, "2-2-opt") => (vec![0.8399, 0.1601], vec![0.667, -0.0069]),
        // Larger stable steps than the classic constant rules, found after the thesis.
        (Shape::Const, "3-5") => (
            vec![-27.0 / 20.0, 38.0 / 15.0, -11.0 / 60.0],
            vec![643.0 / 360.0, 37.0 / 36.0, -53.0 / 360.0],
        ),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {

    use super::*;
    use crate::signals::History;

    #[test]
    fn every_named_rule_fulfils_as_many_constraints_as_its_name_says() {
        for name in MeanValue::names() {
            let rule = MeanValue::named(&name).unwrap();
            let digits: Vec<usize> = name.split('-').filter_map(|part| part.parse().ok()).collect();
            assert_eq!((rule.points(), rule.fulfilled()), (digits[0], digits[1]), "{name}");
        }
    }

    #[test]
    fn the_mean_is_exact_for_polynomials_up_to_degree_r_minus_1() {
        let h = 0.1;
        for name in MeanValue::names() {
            let mut rule = MeanValue::named(&name).unwrap();
            for degree in 0..rule.fulfilled() as i32 {
                let (mut u, mut du) = (History::new(1, 4), History::new(1, 4));
                for t in [-0.3, -0.2, -0.1, 0.0f64] {
                    u.push(h, &[t.powi(degree)]);
                    let rate =
                        if degree == 0 { 0.0 } else { f64::from(degree) * t.powi(degree - 1) };
                    du.push(h, &[rate]);
                }
                let mut over = [Polynomial::constant(0.0)];
                rule.extrapolate(Past { u: &u, du: &du }, h, &[0], &mut over);
                let exact = h.powi(degree) / f64::from(degree + 1);
                let error = over[0].mean(0.0, 1.0) - exact;
                assert!(error.abs() < 1e-14, "{name}, {degree}: {error:e}");
            }
        }
    }

    #[test]
    fn the_mean_stays_exact_where_steps_differ_in_length() {
        let (times, h) = ([-0.7, -0.45, -0.1, 0.0f64], 0.2);
        for name in MeanValue::names() {
            let mut rule = MeanValue::named(&name).unwrap();
            for degree in 0..rule.fulfilled() as i32 {
                let (mut u, mut du) = (History::new(1, 4), History::new(1, 4));
                let mut before = times[0];
                for t in times {
                    let rate =
                        if degree == 0 { 0.0 } else { f64::from(degree) * t.powi(degree - 1) };
                    u.push(t - before, &[t.powi(degree)]);
                    du.push(t - before, &[rate]);
                    before = t;
                }
                let mut over = [Polynomial::constant(0.0)];
                rule.extrapolate(Past { u: &u, du: &du }, h, &[0], &mut over);
                let exact = h.powi(degree) / f64::from(degree + 1);
                let error = over[0].mean(0.0, 1.0) - exact;
                assert!(error.abs() < 1e-11, "{name}, {degree}: {error:e}");
            }
        }
    }

    #[test]
    fn equal_steps_after_unequal_ones_have_the_coefficients_of_the_rule_again() {
        let mut rule = MeanValue::named("const-3-5").unwrap();
        let fresh = rule.clone();
        for h in [0.0, 0.1, 0.2, 0.2, 0.2] {
            let mut past = History::new(1, 3);
            [0.0, 0.2, h].into_iter().for_each(|h| past.push(h, &[0.0]));
            let past = Past { u: &past, du: &past };
            rule.extrapolate(past, 0.2, &[0], &mut [Polynomial::constant(0.0)]);
        }
        assert_eq!(rule, fresh);
    }

    #[test]
    fn identities_between_rules_hold() {
        // Poly 1 = Const 1,1,b=0; Poly 2 = Lin 2,2,b=0; Hermite 1 = Lin 1,2 = Quad 1,2.
        use super::super::{Hermite, PolynomialRule};
        let (mut u, mut du) = (History::new(1, 3), History::new(1, 3));
        for (value, rate) in [(0.3, -2.0), (1.7, 5.0), (-0.4, 11.0)] {
            u.push(0.1, &[value]);
            du.push(0.1, &[rate]);
        }
        let past = Past { u: &u, du: &du };
        let run = |rule: &mut dyn Extrapolation| {
            let mut over = [Polynomial::constant(0.0)];
            rule.extrapolate(past, 0.1, &[0], &mut over);
            [0.0, 0.3, 1.0].map(|s| over[0].value(s))
        };
        let named = |name: &str| run(&mut MeanValue::named(name).unwrap());
        let close = |a: [f64; 3], b: [f64; 3]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-14);
        assert!(close(run(&mut PolynomialRule::new(0)), named("const-1-1-b0")));
        assert!(close(run(&mut PolynomialRule::new(1)), named("lin-2-2-b0")));
        assert!(close(run(&mut Hermite::new(1)), named("lin-1-2")));
        assert!(close(named("lin-1-2"), named("quad-1-2")));
        assert!(!close(run(&mut PolynomialRule::new(2)), named("quad-3-3-b0")));
        assert!(!close(run(&mut Hermite::new(2)), named("quad-2-4")));
    }

    #[test]
    fn free_coefficients_are_checked() {
        assert!(MeanValue::new(Shape::Const, &[0.9], &[0.5]).is_err());
        assert!(MeanValue::new(Shape::Const, &[1.0], &[]).is_err());
        assert_eq!(MeanValue::new(Shape::Lin, &[1.0], &[0.5]).unwrap().fulfilled(), 2);
    }
}

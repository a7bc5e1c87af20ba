//! Extrapolated interpolation: inputs that are continuous from one step to the next.
//!
//! An extrapolation of degree k gives value F₁ and slope D₁ at the end of the coming step; the input
//! runs there from the F₀, D₀ that the last step ended with:
//!
//! ```text
//! C0:  u = F₀ + (F₁ − F₀) s
//! C1:  u = F₀ + D₀ s + (−3 F₀ + 3 F₁ − 2 D₀ − D₁) s² + (2 F₀ − 2 F₁ + D₀ + D₁) s³
//! ```
//!
//! Busch (2016), eqs. (12)–(15), where L(h − H) at h = 0 has to read L(h + H). Of the order of the
//! extrapolation with C1, of order 2 at most with C0. The first step begins with the value at its
//! start and slope 0.

use super::{Extrapolation, Past, RuleFacts};
use crate::polynomial::Polynomial;
use crate::signals::Lagrange;

/// How smoothly one step continues the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Continuity {
    /// Without jumps.
    C0,
    /// Without jumps and kinks.
    C1,
}

/// Value and slope at the end of a step of length `h`, the slope over the step's own time.
#[derive(Clone, Copy, Debug, PartialEq)]
struct End {
    value: f64,
    slope: f64,
    h: f64,
}

/// Interpolation between where the last step ended and where extrapolation says this one ends.
#[derive(Clone, Debug)]
pub struct Extripol {
    continuity: Continuity,
    degree: usize,
    basis: Lagrange,
    /// Where the last accepted step ended; none before the first.
    last: Vec<Option<End>>,
    /// Where the predicted step ends.
    next: Vec<Option<End>>,
    /// Where the step before the last one ended.
    before: Vec<Option<End>>,
}

impl Extripol {
    /// The rule with an extrapolation of the given degree.
    pub fn new(continuity: Continuity, degree: usize) -> Self {
        let basis = Lagrange::through(&[0.0]);
        let (last, next, before) = (Vec::new(), Vec::new(), Vec::new());
        Self { continuity, degree, basis, last, next, before }
    }
}

impl Extrapolation for Extripol {
    fn facts(&self) -> RuleFacts {
        let k = RuleFacts::of_degree(self.degree);
        match self.continuity {
            Continuity::C0 => RuleFacts { degree: 1, order: k.order.min(2), ..k },
            Continuity::C1 => RuleFacts { degree: 3, ..k },
        }
    }

    fn points(&self) -> usize {
        self.degree + 1
    }

    fn extrapolate(&mut self, past: Past, h: f64, of: &[usize], u: &mut [Polynomial]) {
        self.basis.renew(past.u, h, past.u.known().min(self.degree + 1), false);
        self.last.resize(u.len(), None);
        self.next.resize(u.len(), None);
        self.before.resize(u.len(), None);
        for &i in of {
            let ahead = self.basis.combine(|k| past.u.values(k)[i]);
            let end = End { value: ahead.end(), slope: ahead.slope(1.0), h };
            let start = self.last[i].unwrap_or(End { value: past.u.values(0)[i], slope: 0.0, h });
            let (f0, d0) = (start.value, start.slope * (h / start.h));
            let (f1, d1) = (end.value, end.slope);
            u[i] = match self.continuity {
                Continuity::C0 => Polynomial::new(&[f0, f1 - f0]),
                Continuity::C1 => Polynomial::new(&[
                    f0,
                    d0,
                    -3.0 * f0 + 3.0 * f1 - 2.0 * d0 - d1,
                    2.0 * f0 - 2.0 * f1 + d0 + d1,
                ]),
            };
            self.next[i] = Some(end);
        }
    }

    fn accept(&mut self) {
        self.before.copy_from_slice(&self.last);
        self.last.copy_from_slice(&self.next);
    }

    fn take_back(&mut self) {
        self.last.copy_from_slice(&self.before);
    }

    fn forget(&mut self) {
        self.last.fill(None);
        self.next.fill(None);
        self.before.fill(None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::signals::History;

    /// Lengths of the steps, equal ones and others, and where the last one begins.
    const LENGTHS: [f64; 8] = [1.0, 1.0, 0.5, 2.0, 2.0, 0.7, 0.7, 1.3];
    const LAST: f64 = 7.9;

    fn steps(continuity: Continuity, degree: usize, f: impl Fn(f64) -> f64) -> Vec<Polynomial> {
        let mut rule = Extripol::new(continuity, degree);
        let mut past = History::new(1, degree + 1);
        let (mut t, mut before) = (0.0, 0.0);
        let step = |h: f64| {
            past.push(before, &[f(t)]);
            let mut u = [Polynomial::constant(0.0)];
            rule.extrapolate(Past { u: &past, du: &past }, h, &[0], &mut u);
            rule.accept();
            (t, before) = (t + h, h);
            u[0]
        };
        LENGTHS.into_iter().map(step).collect()
    }

    #[test]
    fn one_step_continues_the_last_without_jump_or_kink() {
        for degree in 0..=3 {
            for continuity in [Continuity::C0, Continuity::C1] {
                let steps = steps(continuity, degree, |t| (1.3 * t).sin());
                for (pair, h) in steps.windows(2).zip(LENGTHS.windows(2)) {
                    assert!((pair[0].end() - pair[1].start()).abs() < 1e-11);
                    let slopes = [pair[0].slope(1.0) / h[0], pair[1].slope(0.0) / h[1]];
                    if continuity == Continuity::C1 {
                        assert!((slopes[0] - slopes[1]).abs() < 1e-11);
                    }
                }
            }
        }
    }

    #[test]
    fn c1_is_exact_for_polynomials_up_to_its_degree_once_the_past_is_long_enough() {
        for degree in 1..=3 {
            let f = |t: f64| 0.2 * t.powi(degree as i32) - t + 0.5;
            let last = steps(Continuity::C1, degree, f)[7];
            for s in [0.0, 0.4, 1.0] {
                let exact = f(LAST + LENGTHS[7] * s);
                assert!((last.value(s) - exact).abs() < 1e-10, "degree {degree}");
            }
        }
    }
}

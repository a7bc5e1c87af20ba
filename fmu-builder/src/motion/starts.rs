//! Parameters that say where every coordinate begins, and where it was one step before.

use super::{Coordinate, Coordinates};
use crate::sample::{Sample, States};
use crate::variables::{Parameter, Variables};

/// A parameter for each state of [`Coordinates`]: `x0` for `x`, `x0_1` for `x_1`.
///
/// With them all that a step depends on can be set from outside, which an exact study of stability needs.
/// Initial accelerations and everything one step before count with `history` only.
#[derive(Clone, Debug)]
pub struct Starts {
    now: [Vec<Parameter>; 3],
    before: [Vec<Parameter>; 3],
}

impl Starts {
    /// Declares the parameters, zero by default.
    pub fn declare(v: &mut Variables, coordinates: &[Coordinate]) -> Self {
        let mut parameters = |end: &str, texts: [&str; 3]| {
            [0, 1, 2].map(|level| {
                let parameter = |c: &Coordinate| {
                    let name = format!("{}0{end}", c.names[level]);
                    let text = format!("{}, {}", c.what, texts[level]);
                    v.parameter(&name, 0.0, c.units[level], &text)
                };
                coordinates.iter().map(parameter).collect::<Vec<_>>()
            })
        };
        let now = ["initial position", "initial velocity", "initial acceleration, with history"];
        let before = [
            "position one step before the start, with history",
            "velocity one step before the start, with history",
            "acceleration one step before the start, with history",
        ];
        Self { now: parameters("", now), before: parameters("_1", before) }
    }

    /// Begins all states with their parameters.
    pub fn apply(&self, coordinates: &Coordinates, s: &Sample, x: &mut States) {
        let states = coordinates.now.iter().chain(&coordinates.before).flatten();
        let parameters = self.now.iter().chain(&self.before).flatten();
        for (state, parameter) in states.zip(parameters) {
            x[*state] = s[*parameter];
        }
    }

    /// Initial position `n`.
    #[inline]
    pub fn q(&self, s: &Sample, n: usize) -> f64 {
        s[self.now[0][n]]
    }
}

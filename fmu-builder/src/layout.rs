//! Where each variable stands: the value reference of a Real is its position in one flat vector.
//!
//! ```text
//! t | parameters | settings | inputs u | states x | integrals q | outputs y | ẋ | q̇
//! ```
//!
//! All before the outputs is known, all from the outputs on is computed from it.

use std::ops::Range;

use crate::model::{Model, Outputs, Sample, States};
use crate::variables::Variables;

/// Settings of the solver that every FMU has, as (name, default, unit, description).
pub(crate) const SETTINGS: [(&str, f64, &str, &str); 3] = [
    ("micro_step", 1e-4, "s", "step of the fixed-step solvers semi-implicit-euler and rk4"),
    (
        "relative_tolerance",
        1e-9,
        "",
        "relative tolerance of the adaptive solvers dopri5 and rodas4",
    ),
    (
        "absolute_tolerance",
        1e-12,
        "",
        "absolute tolerance of the adaptive solvers, times a state's nominal value",
    ),
];

/// Where each group begins in the vector of all Real values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    pub settings: usize,
    pub u: usize,
    pub x: usize,
    pub q: usize,
    pub y: usize,
    pub dx: usize,
    pub dq: usize,
    pub end: usize,
}

impl Layout {
    /// Position of time.
    pub const TIME: usize = 0;
    /// Position of the first parameter.
    pub const P: usize = 1;

    pub fn new(v: &Variables) -> Self {
        let settings = Self::P + v.parameters.len();
        let u = settings + SETTINGS.len();
        let x = u + v.inputs.len();
        let q = x + v.states.len();
        let y = q + v.integrals.len();
        let dx = y + v.outputs.len();
        let dq = dx + v.states.len();
        Self { settings, u, x, q, y, dx, dq, end: dq + v.integrals.len() }
    }

    pub fn inputs(&self) -> Range<usize> {
        self.u..self.x
    }

    /// States followed by integrals: the continuous states of the FMU.
    pub fn continuous_states(&self) -> Range<usize> {
        self.x..self.y
    }

    pub fn outputs(&self) -> Range<usize> {
        self.y..self.dx
    }

    pub fn derivatives(&self) -> Range<usize> {
        self.dx..self.end
    }

    /// Parameters and settings: what may change until the initialisation ends.
    pub fn fixed(&self) -> Range<usize> {
        Self::P..self.u
    }

    /// Whether the variable there can be given a value before the run.
    #[cfg(feature = "in-process")]
    pub fn is_settable(&self, at: usize) -> bool {
        (Self::P..self.x).contains(&at)
    }

    /// The knowns as the model sees them.
    #[inline]
    pub fn sample<'a>(&self, known: &'a [f64]) -> Sample<'a> {
        Sample {
            t: known[Self::TIME],
            p: &known[Self::P..self.settings],
            u: &known[self.u..self.x],
            x: &known[self.x..self.q],
            q: &known[self.q..self.y],
        }
    }

    /// Computes the outputs in place.
    #[inline]
    pub fn evaluate_outputs<M: Model>(&self, model: &M, values: &mut [f64]) {
        let (known, computed) = values.split_at_mut(self.y);
        model.outputs(&self.sample(known), &mut Outputs { y: &mut computed[..self.dx - self.y] });
    }

    /// Computes ẋ and q̇ in place.
    #[inline]
    pub fn evaluate_derivatives<M: Model>(&self, model: &M, values: &mut [f64]) {
        let (known, rest) = values.split_at_mut(self.dx);
        let (x, q) = rest.split_at_mut(self.dq - self.dx);
        model.derivatives(&self.sample(known), &mut States { x, q });
    }

    /// Writes the start value of every state, from its parameter or as the model computes it.
    pub fn apply_starts<M: Model>(&self, model: &M, v: &Variables, values: &mut [f64]) {
        // The place of the derivatives, which are computed anew when needed, takes the new states.
        let (known, rest) = values.split_at_mut(self.dx);
        let (x, q) = rest.split_at_mut(self.dq - self.dx);
        model.start(&self.sample(known), &mut States { x, q });
        for (i, start) in v.state_starts.iter().enumerate() {
            known[self.x + i] = start.map_or(x[i], |start| known[Self::P + start.0]);
        }
        known[self.q..self.y].fill(0.0);
    }

    /// All values as declared.
    pub fn start_values<M: Model>(&self, model: &M, v: &Variables) -> Vec<f64> {
        let mut values = vec![0.0; self.end];
        let declared = |list: &[crate::variables::Variable]| -> Vec<f64> {
            list.iter().map(|variable| variable.start).collect()
        };
        values[Self::P..self.settings].copy_from_slice(&declared(&v.parameters));
        values[self.settings..self.u].copy_from_slice(&SETTINGS.map(|(_, start, ..)| start));
        values[self.inputs()].copy_from_slice(&declared(&v.inputs));
        self.apply_starts(model, v, &mut values);
        values
    }
}

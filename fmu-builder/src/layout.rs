//! Where each variable stands: the value reference of a Real is its position in one flat vector.
//!
//! ```text
//! t | parameters | settings | inputs u | discrete states d | states x | integrals q | outputs y | remembered outputs m | ẋ | q̇
//! ```
//!
//! All before the outputs is known, all from the outputs on is computed from it. Behind them stands
//! what events remember and nobody can ask for:
//!
//! ```text
//! next ticks of the clocks | which conditions hold | whether the run has begun | evaluations of the derivatives
//! ```

use std::ops::Range;

use crate::model::Model;
use crate::own_method::OwnMethod;
use crate::sample::{Outputs, RememberedOutputs, Sample, States};
use crate::settings::SETTINGS;
use crate::variables::{Variable, Variables};

/// The settings with the defaults of a model.
pub(crate) fn settings_of<M: Model>() -> [(&'static str, f64, &'static str, &'static str); 3] {
    let [mut micro, mut relative, absolute] = SETTINGS;
    (micro.1, relative.1) = (M::MICRO_STEP, M::RELATIVE_TOLERANCE);
    [micro, relative, absolute]
}

/// Where each group begins in the vector of all Real values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    pub settings: usize,
    pub u: usize,
    pub d: usize,
    pub x: usize,
    pub q: usize,
    pub y: usize,
    pub m: usize,
    pub dx: usize,
    pub dq: usize,
    /// The end of what has a value reference.
    pub end: usize,
    pub holds: usize,
    /// 1 from the first step on. Only models with events have it.
    pub begun: usize,
    /// Evaluations of the derivatives, where an output tells them.
    pub evaluations: usize,
    /// That output.
    counter: Option<usize>,
    pub size: usize,
}

impl Layout {
    /// Position of time.
    pub const TIME: usize = 0;
    /// Position of the first parameter.
    pub const P: usize = 1;

    pub fn new(v: &Variables) -> Self {
        let settings = Self::P + v.parameters.len();
        let u = settings + SETTINGS.len();
        let d = u + v.inputs.len();
        let x = d + v.discretes.len();
        let q = x + v.states.len();
        let y = q + v.integrals.len();
        let m = y + v.outputs.len();
        let dx = m + v.remembered.len();
        let dq = dx + v.states.len();
        let end = dq + v.integrals.len();
        let holds = end + v.clocks.len();
        let begun = holds + v.conditions.len();
        let evaluations = begun + usize::from(v.has_events());
        let counter = v.evaluations.map(|output| y + output.0);
        let size = evaluations + usize::from(counter.is_some());
        Self { settings, u, d, x, q, y, m, dx, dq, end, holds, begun, evaluations, counter, size }
    }

    pub fn inputs(&self) -> Range<usize> {
        self.u..self.d
    }

    pub fn discretes(&self) -> Range<usize> {
        self.d..self.x
    }

    /// Inputs followed by discrete states: what a solver is given over a stretch without events.
    pub fn givens(&self) -> Range<usize> {
        self.u..self.x
    }

    /// States followed by integrals: the continuous states of the FMU.
    pub fn continuous_states(&self) -> Range<usize> {
        self.x..self.y
    }

    /// Outputs that follow from what is known.
    pub fn outputs(&self) -> Range<usize> {
        self.y..self.m
    }

    /// Outputs that an own method gives.
    pub fn remembered(&self) -> Range<usize> {
        self.m..self.dx
    }

    pub fn derivatives(&self) -> Range<usize> {
        self.dx..self.end
    }

    /// Parameters and settings: what may change until the initialisation ends.
    pub fn fixed(&self) -> Range<usize> {
        Self::P..self.u
    }

    /// The variable that stands at the position of a known; none for time and settings.
    pub fn known<'v>(&self, v: &'v Variables, at: usize) -> Option<&'v Variable> {
        match at {
            Self::TIME => None,
            at if at < self.settings => v.parameters.get(at - Self::P),
            at if at < self.u => None,
            at if at < self.d => v.inputs.get(at - self.u),
            at if at < self.x => v.discretes.get(at - self.d),
            at if at < self.q => v.states.get(at - self.x),
            at => v.integrals.get(at - self.q),
        }
    }

    /// Whether the variable there can be given a value before the run.
    #[cfg(feature = "in-process")]
    pub fn is_settable(&self, at: usize) -> bool {
        (Self::P..self.d).contains(&at)
    }

    /// The knowns as the model sees them.
    #[inline]
    pub fn sample<'a>(&self, known: &'a [f64]) -> Sample<'a> {
        Sample {
            t: known[Self::TIME],
            p: &known[Self::P..self.settings],
            u: &known[self.u..self.d],
            d: &known[self.d..self.x],
            x: &known[self.x..self.q],
            q: &known[self.q..self.y],
        }
    }

    /// Computes the outputs in place.
    #[inline]
    pub fn evaluate_outputs<M: Model>(&self, model: &M, values: &mut [f64]) {
        let (known, computed) = values.split_at_mut(self.y);
        model.outputs(&self.sample(known), &mut Outputs { y: &mut computed[..self.m - self.y] });
        if let Some(counter) = self.counter {
            values[counter] = values[self.evaluations];
        }
    }

    /// Takes note of evaluations of the derivatives.
    #[inline]
    pub fn count(&self, evaluations: u64, values: &mut [f64]) {
        if self.counter.is_some() {
            values[self.evaluations] += evaluations as f64;
        }
    }

    /// Reads the outputs of an own method.
    pub fn recall(&self, own: &dyn OwnMethod, values: &mut [f64]) {
        own.outputs(&mut RememberedOutputs { m: &mut values[self.remembered()] });
    }

    /// The own method for the parameters in `known`, if there is one and they fit.
    pub fn own_method<M: Model>(&self, model: &M, known: &[f64]) -> Option<Box<dyn OwnMethod>> {
        let s = self.sample(known);
        (M::OWN_METHOD && model.check(&s).is_ok()).then(|| model.own_method(&s)).flatten()
    }

    /// Computes ẋ and q̇ in place.
    #[inline]
    pub fn evaluate_derivatives<M: Model>(&self, model: &M, values: &mut [f64]) {
        let (known, rest) = values.split_at_mut(self.dx);
        let (x, q) = rest[..self.end - self.dx].split_at_mut(self.dq - self.dx);
        model.derivatives(&self.sample(known), &mut States { x, q });
    }

    /// Writes the start value of every state, from its parameter or as the model computes it.
    pub fn apply_starts<M: Model>(&self, model: &M, v: &Variables, values: &mut [f64]) {
        // The place of the derivatives, which are computed anew when needed, takes the new states.
        for (i, start) in v.discrete_starts.iter().enumerate() {
            values[self.d + i] = values[Self::P + start.0];
        }
        let (known, rest) = values.split_at_mut(self.dx);
        let (x, q) = rest[..self.end - self.dx].split_at_mut(self.dq - self.dx);
        model.start(&self.sample(known), &mut States { x, q });
        for (i, start) in v.state_starts.iter().enumerate() {
            known[self.x + i] = start.map_or(x[i], |start| known[Self::P + start.0]);
        }
        known[self.q..self.y].fill(0.0);
    }

    /// All values as declared.
    pub fn start_values<M: Model>(&self, model: &M, v: &Variables) -> Vec<f64> {
        let mut values = vec![0.0; self.size];
        let declared = |list: &[Variable]| -> Vec<f64> {
            list.iter().map(|variable| variable.start).collect()
        };
        values[Self::P..self.settings].copy_from_slice(&declared(&v.parameters));
        values[self.settings..self.u]
            .copy_from_slice(&settings_of::<M>().map(|(_, start, ..)| start));
        values[self.inputs()].copy_from_slice(&declared(&v.inputs));
        self.apply_starts(model, v, &mut values);
        values
    }
}

//! What happens at an instant: which clocks tick, which conditions begin to hold, and what follows.

use super::Failure;
use crate::inputs::Inputs;
use crate::layout::Layout;
use crate::model::Model;
use crate::sample::{Conditions, Event};
use crate::variables::Variables;

/// How many events may follow each other at one instant.
const ROUNDS: usize = 100;

/// The events of one instance, and room for steps that go through them.
///
/// All that is remembered of them stands in the values of the instance, so that it is saved,
/// restored and serialised with these: the number of the next tick of every clock, and which
/// conditions hold. An event that begins with a communication point is therefore not lost.
pub(super) struct Events {
    layout: Layout,
    /// The positions of the clocks' periods.
    periods: Vec<usize>,
    /// The names of conditions, discrete states and states.
    names: [Vec<String>; 3],
    pub c: Vec<f64>,
    ticks: Vec<bool>,
    begins: Vec<bool>,
    d: Vec<f64>,
    x: Vec<f64>,
    /// All values before a step that may still be refused.
    pub before: Vec<f64>,
    /// Inputs and discrete states seen from the start of a part of a step, and at its end.
    pub part: Inputs,
    pub u: Vec<f64>,
    /// States and integrals where a condition is known to hold.
    pub z: Vec<f64>,
}

impl Events {
    pub fn new(v: &Variables, layout: &Layout) -> Self {
        let names = |list: &[crate::variables::Variable]| -> Vec<String> {
            list.iter().map(|variable| variable.name.clone()).collect()
        };
        Self {
            layout: *layout,
            periods: v.clocks.iter().map(|period| Layout::P + period.0).collect(),
            names: [v.conditions.clone(), names(&v.discretes), names(&v.states)],
            c: vec![0.0; v.conditions.len()],
            ticks: vec![false; v.clocks.len()],
            begins: vec![false; v.conditions.len()],
            d: vec![0.0; v.discretes.len()],
            x: vec![0.0; v.states.len()],
            before: vec![0.0; layout.size],
            part: Inputs::new(layout.givens().len()),
            u: vec![0.0; layout.givens().len()],
            z: vec![0.0; layout.continuous_states().len()],
        }
    }

    /// The event of the start: every condition that holds begins, and the clocks tick whose time it is.
    pub fn happen_at_start<M: Model>(
        &mut self,
        model: &M,
        values: &mut [f64],
    ) -> Result<(), Failure> {
        let (l, t) = (self.layout, values[Layout::TIME]);
        for (j, period) in self.periods.iter().enumerate() {
            values[l.end + j] = (t / values[*period] - 1e-9).ceil();
        }
        values[l.holds..l.begun].fill(0.0);
        self.happen(model, values).map_err(|reason| Failure::Event { t, reason })
    }

    /// The event at the time that `values` have, if there is one, and those that follow from it.
    pub fn happen<M: Model>(&mut self, model: &M, values: &mut [f64]) -> Result<(), String> {
        for _ in 0..ROUNDS {
            if !self.find_causes(model, values)? {
                return Ok(());
            }
            self.pass(model, values)?;
        }
        let names = self.names[0].iter().zip(&self.begins).filter(|(_, begins)| **begins);
        let names: Vec<_> = names.map(|(name, _)| format!("\"{name}\"")).collect();
        Err(format!(
            "events follow each other without end (conditions that begin: {}); let an event change what its condition depends on only once",
            names.join(", ")
        ))
    }

    /// Finds which clocks tick and which conditions begin to hold; whether any does.
    fn find_causes<M: Model>(&mut self, model: &M, values: &mut [f64]) -> Result<bool, String> {
        let (l, t) = (self.layout, values[Layout::TIME]);
        self.c.fill(f64::NAN);
        model.conditions(&l.sample(values), &mut Conditions { c: &mut self.c });
        self.check_conditions()?;
        for (i, c) in self.c.iter().enumerate() {
            let held = values[l.holds + i] != 0.0;
            self.begins[i] = *c > 0.0 && !held;
            values[l.holds + i] = f64::from(*c > 0.0);
        }
        for (j, period) in self.periods.iter().enumerate() {
            let period = values[*period];
            self.ticks[j] = values[l.end + j] * period <= t + tolerance(t, period);
        }
        Ok(self.begins.contains(&true) || self.ticks.contains(&true))
    }

    /// Lets the model change its states, and moves the clocks that have ticked on.
    fn pass<M: Model>(&mut self, model: &M, values: &mut [f64]) -> Result<(), String> {
        let l = self.layout;
        let Self { d, x, ticks, begins, .. } = self;
        d.copy_from_slice(&values[l.d..l.x]);
        x.copy_from_slice(&values[l.x..l.q]);
        model.event(&l.sample(values), &mut Event { d, x, ticks, begins });
        let names = self.names[1].iter().chain(&self.names[2]);
        let mut changed = names.zip(self.d.iter().chain(&self.x));
        if let Some((name, value)) = changed.find(|(_, value)| !value.is_finite()) {
            return Err(format!("\"{name}\" became {value} at an event"));
        }
        values[l.d..l.x].copy_from_slice(&self.d);
        values[l.x..l.q].copy_from_slice(&self.x);
        for (next, _) in values[l.end..l.holds].iter_mut().zip(&self.ticks).filter(|(_, t)| **t) {
            *next += 1.0;
        }
        Ok(())
    }

    /// The time of the next tick and how far from it an instant still counts as its time.
    pub fn next_tick(&self, values: &[f64]) -> (f64, f64) {
        let ticks = self.periods.iter().zip(&values[self.layout.end..]);
        let ticks = ticks.map(|(period, next)| (next * values[*period], values[*period]));
        let first = |a: (f64, f64), b: (f64, f64)| if b.0 < a.0 { b } else { a };
        let (tick, period) = ticks.fold((f64::INFINITY, 0.0), first);
        (tick, tolerance(values[Layout::TIME], period))
    }

    /// Every condition must be a number.
    pub fn check_conditions(&self) -> Result<(), String> {
        let unknown = self.c.iter().position(|c| c.is_nan());
        unknown.map_or(Ok(()), |i| {
            Err(format!(
                "condition \"{}\" is NaN; the model does not compute it here",
                self.names[0][i]
            ))
        })
    }
}

/// What rounding in the importer's clock may amount to.
fn tolerance(t: f64, period: f64) -> f64 {
    1e-9 * period + 8.0 * f64::EPSILON * t.abs()
}

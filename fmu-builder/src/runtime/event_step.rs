//! A co-simulation step that goes through events.
//!
//! Ticks of clocks end a stretch exactly. Where there are conditions, a stretch is taken in parts no
//! longer than `micro_step`, and at the end of a part in which one begins to hold its first instant is
//! located. An event at the end of the step belongs to the step.

use super::events::Events;
use super::location::first_positive;
use super::{Failure, Instance};
use crate::inputs::Inputs;
use crate::layout::Layout;
use crate::model::Model;
use crate::sample::{Conditions, Sample};
use crate::solver::{Solver, Span, micro_steps};
use crate::system::ModelSystem;
use crate::variables::Variables;

/// How many times conditions may begin to hold within one step.
const LIMIT: usize = 10_000;
/// How well such an instant is located, as a part of the micro step.
const LOCATED: f64 = 1e-10;

impl<M: Model> Instance<M> {
    /// Moves all states over the step; on a failure nothing has changed.
    pub(super) fn step_through_events(&mut self, t: f64, h: f64) -> Result<(), Failure> {
        let Self { model, variables, layout, values, inputs, z, events, solver, .. } = self;
        let events = events.as_deref_mut().expect("asked only where there are events");
        let solver = solver.as_deref_mut().expect("made when the initialisation ended");
        let memory = solver.memory();
        events.before.copy_from_slice(values);
        let layout = *layout;
        let mut step = EventStep { model, variables, layout, values, inputs, solver, events, z };
        let done = step.run(t, h);
        if done.is_err() {
            values.copy_from_slice(&events.before);
            solver.set_memory(memory);
        }
        done.map_err(|reason| Failure::Refused { t, h, reason })
    }
}

/// A step on its way through events.
struct EventStep<'a, M> {
    model: &'a M,
    variables: &'a Variables,
    layout: Layout,
    values: &'a mut [f64],
    inputs: &'a Inputs,
    solver: &'a mut dyn Solver,
    events: &'a mut Events,
    /// States and integrals at the end of a part that has been tried.
    z: &'a mut [f64],
}

impl<M: Model> EventStep<'_, M> {
    fn run(&mut self, t: f64, h: f64) -> Result<(), String> {
        self.begin(t)?;
        let (mut tau, mut located) = (0.0, 0);
        while tau < h {
            let (tick, tolerance) = self.events.next_tick(self.values);
            let ticks = tick - t < h - tolerance;
            let (stop, time) = if ticks { (tick - t, tick) } else { (h, t + h) };
            let reached = self.advance(t, [tau, stop])?;
            self.values[Layout::TIME] = if reached == stop { time } else { t + reached };
            self.inputs.at(reached, &mut self.values[self.layout.inputs()]);
            self.events.happen(self.model, self.values)?;
            located += usize::from(reached != stop);
            if located > LIMIT {
                return Err(format!(
                    "conditions began to hold more than {LIMIT} times up to t = {} s; let the model stop events that come ever closer, or take a shorter step",
                    t + reached
                ));
            }
            tau = reached;
        }
        Ok(())
    }

    /// What the inputs bring with which the step begins; the first step fixes the event of the start.
    fn begin(&mut self, t: f64) -> Result<(), String> {
        let l = self.layout;
        if self.values[l.begun] != 0.0 {
            self.values[Layout::TIME] = t;
            return self.events.happen(self.model, self.values);
        }
        l.apply_starts(self.model, self.variables, self.values);
        let started = self.events.happen_at_start(self.model, self.values);
        self.values[l.begun] = 1.0;
        started.map_err(|failure| failure.to_string())
    }

    /// Moves states and integrals up to `stop`, or to the first instant at which a condition begins
    /// to hold; gives the time since the start of the step.
    fn advance(&mut self, t: f64, [from, stop]: [f64; 2]) -> Result<f64, String> {
        let micro_step = self.values[self.layout.settings];
        let watched = !self.events.c.is_empty();
        let parts = if watched { micro_steps(stop - from, micro_step) } else { 1 };
        let point = |i: usize| {
            if i == parts { stop } else { from + (stop - from) * i as f64 / parts as f64 }
        };
        let mut g = f64::NEG_INFINITY;
        for i in 0..parts {
            let (a, b) = (point(i), point(i + 1));
            self.look_from(a);
            let (memory, g_start) = (self.solver.memory(), g);
            g = self.try_part(t + a, b - a)?;
            if g > 0.0 {
                let located = a + self.locate([t, a, b, stop], [g_start, g], memory)?;
                self.accept();
                return Ok(if stop - located > 4.0 * f64::EPSILON * t.abs() {
                    located
                } else {
                    stop
                });
            }
            self.accept();
        }
        Ok(stop)
    }

    /// The instant in a part at which a condition begins to hold, seen from its start; the states of
    /// then are those tried last.
    fn locate(
        &mut self,
        [t, a, b, stop]: [f64; 4],
        ends: [f64; 2],
        memory: f64,
    ) -> Result<f64, String> {
        let length = b - a;
        let tolerance = (LOCATED * length).max(4.0 * f64::EPSILON * (t + b).abs());
        // What the first end was is not known in the first part; any number that is not positive does.
        let ends = [if ends[0].is_finite() { ends[0] } else { -ends[1] }, ends[1]];
        self.events.z.copy_from_slice(self.z);
        let located = first_positive(length, ends, tolerance, |length| {
            self.solver.set_memory(memory);
            let g = self.try_part(t + a, length)?;
            if g > 0.0 {
                self.events.z.copy_from_slice(self.z);
            }
            Ok::<_, String>(g)
        })?;
        // So near to the end of the stretch that no step would lead there: it is the end.
        if stop - (a + located) <= 4.0 * f64::EPSILON * t.abs() && located < length {
            self.solver.set_memory(memory);
            self.try_part(t + a, length)?;
            return Ok(length);
        }
        self.z.copy_from_slice(&self.events.z);
        Ok(located)
    }

    /// Inputs and discrete states as they are from `tau` on.
    fn look_from(&mut self, tau: f64) {
        let (l, part) = (self.layout, &mut self.events.part);
        self.inputs.shifted(tau, part);
        for (j, d) in self.values[l.discretes()].iter().enumerate() {
            part.set_derivative(l.d - l.u + j, 0, *d);
        }
    }

    /// Solves over `h` from `t`; how far the conditions are that do not hold yet: positive if one does.
    fn try_part(&mut self, t: f64, h: f64) -> Result<f64, String> {
        let l = self.layout;
        let p = &self.values[Layout::P..l.settings];
        let system = ModelSystem::new(self.model, self.variables, p);
        let start = &self.values[l.continuous_states()];
        let done = self.solver.step(&system, Span { t, h }, &self.events.part, start, self.z);
        let evaluations = system.evaluations.get();
        done.map_err(|error| error.to_string())?;
        l.count(evaluations, self.values);
        let p = &self.values[Layout::P..l.settings];
        if let Some(i) = self.z.iter().position(|z| !z.is_finite()) {
            let states = self.variables.states.iter().chain(&self.variables.integrals);
            let name = states.map(|state| state.name.as_str()).nth(i).unwrap_or_default();
            return Err(format!("\"{name}\" became {} at t = {} s", self.z[i], t + h));
        }
        if self.events.c.is_empty() {
            return Ok(f64::NEG_INFINITY);
        }
        let Events { part, u, c, .. } = &mut *self.events;
        part.at(h, u);
        c.fill(f64::NAN);
        let ((u, d), (x, q)) = (u.split_at(l.d - l.u), self.z.split_at(l.q - l.x));
        let end = Sample { t: t + h, p, u, d, x, q };
        self.model.conditions(&end, &mut Conditions { c });
        self.events.check_conditions()?;
        let waiting = self.events.c.iter().zip(&self.values[l.holds..]);
        let waiting = waiting.filter(|(_, holds)| **holds == 0.0);
        Ok(waiting.fold(f64::NEG_INFINITY, |most, (c, _)| most.max(*c)))
    }

    /// Takes over the states that were tried, and forgets conditions that have ceased to hold.
    fn accept(&mut self) {
        let l = self.layout;
        self.values[l.continuous_states()].copy_from_slice(self.z);
        for (holds, c) in self.values[l.holds..l.begun].iter_mut().zip(&self.events.c) {
            if *c <= 0.0 {
                *holds = 0.0;
            }
        }
    }
}

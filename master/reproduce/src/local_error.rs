//! Local errors: one macro step from exact states and an exact past.

use coupling::CommunicationPoint;
use coupling::imposed::{Beginning, Imposed};
use nalgebra::DVector;

use crate::bench::Bench;
use crate::error::ReproduceError;
use macrostep::analysis::imposed;

/// A system whose exact solution is known: everything by its name in the scenario, `slave.variable`.
pub trait Exact {
    /// The value of a state, an output or an input at time t.
    fn value(&self, name: &str, t: f64) -> f64;
    /// The time derivative of an input at time t, where a rule asks for it.
    fn rate(&self, name: &str, t: f64) -> f64;
}

/// A scenario that steps from t = 0 with exact states and past.
pub struct LocalError {
    imposed: Imposed,
}

impl LocalError {
    /// Prepares the scenario of a text.
    pub fn of(bench: &Bench, scenario: String) -> Result<Self, ReproduceError> {
        let imposed = imposed(&bench.scenario(scenario)?)?.ok_or(ReproduceError::NotLinear)?;
        Ok(Self { imposed })
    }

    /// What one macro step of length `h` reaches minus what is exact, signed: states and outputs, each
    /// beside its name.
    pub fn after(
        &mut self,
        h: f64,
        exact: &dyn Exact,
    ) -> Result<Vec<(String, f64)>, ReproduceError> {
        let from = self.beginning(h, exact);
        let states = self.imposed.state_names().to_vec();
        let outputs = self.imposed.network().output_names();
        let mut y = DVector::zeros(outputs.len());
        let x = self.imposed.run(&from, h, 1, |end| y.copy_from(&end.y))?;
        let found = states.iter().zip(&x).chain(outputs.iter().zip(&y));
        Ok(found.map(|(name, found)| (name.clone(), found - exact.value(name, h))).collect())
    }

    /// The outputs after each of `steps` macro steps of length `h`, each beside its name.
    pub fn run(
        &mut self,
        h: f64,
        steps: usize,
        exact: &dyn Exact,
    ) -> Result<Vec<Vec<(String, f64)>>, ReproduceError> {
        let from = self.beginning(h, exact);
        let outputs = self.imposed.network().output_names();
        let mut points = Vec::with_capacity(steps);
        self.imposed.run(&from, h, steps, |end| {
            points.push(outputs.iter().cloned().zip(end.y.iter().copied()).collect());
        })?;
        Ok(points)
    }

    /// Exact states at t = 0, and as much of the exact past as a step may depend on.
    fn beginning(&self, h: f64, exact: &dyn Exact) -> Beginning {
        let value = |names: &[String], t: f64| {
            DVector::from_iterator(names.len(), names.iter().map(|name| exact.value(name, t)))
        };
        let inputs = self.imposed.network().input_names();
        let outputs = self.imposed.network().output_names();
        let rates = |t: f64| inputs.iter().map(move |name| exact.rate(name, t));
        let room = CommunicationPoint::new(
            self.imposed.network().input_count(),
            self.imposed.network().output_count(),
        );
        let point = |t: f64| CommunicationPoint {
            u: value(&inputs, t),
            y: value(&outputs, t),
            du: DVector::from_iterator(inputs.len(), rates(t)),
            ..room.clone()
        };
        let past = (0..self.imposed.reach()).rev().map(|k| point(-(k as f64) * h)).collect();
        Beginning { t: 0.0, states: value(self.imposed.state_names(), 0.0), past }
    }
}

/// The error of a variable by its name.
pub fn of(errors: &[(String, f64)], name: &str) -> f64 {
    errors.iter().find(|(known, _)| known == name).map_or(f64::NAN, |(_, error)| *error)
}

//! A simulation that goes on from states and a past of one's choice: what analysis needs.
//!
//! A macro step depends on the states of the slaves and on the past of the signals, nothing else.
//! Imposing both and taking production steps gives local errors (exact states, exact past) and the
//! amplification of a step ([`StepMap`](crate::amplification::StepMap)).

use std::ops::Range;

use nalgebra::DVector;

use crate::CouplingError;
use crate::clock::Clock;
use crate::network::Network;
use crate::point::CommunicationPoint;
use crate::simulation::Simulation;
use crate::slave::{ContinuousStates, SlaveError, Slot};

/// Everything that the coming macro step depends on.
#[derive(Clone, Debug)]
pub struct Beginning {
    /// Where the step begins, in s.
    pub t: f64,
    /// The states of all slaves, in the order of [`Imposed::state_names`].
    pub states: DVector<f64>,
    /// The values at the communication points up to `t`, oldest first; at least one.
    pub past: Vec<CommunicationPoint>,
}

/// A simulation whose slaves let their states be set.
pub struct Imposed {
    simulation: Simulation,
    names: Vec<String>,
    start: Beginning,
    /// The states that the slaves hold in [`Slot::Trial`], and from when.
    kept: Option<(f64, DVector<f64>)>,
    /// How many points of the past laws look at.
    points: usize,
}

impl Imposed {
    /// Prepares a simulation that has not begun; none if a slave's state cannot be set.
    ///
    /// Its scheme must not treat first steps differently: no start-up.
    pub fn new(mut simulation: Simulation) -> Result<Option<Self>, CouplingError> {
        simulation.initialize()?;
        let (t, past) = (simulation.t(), vec![simulation.point().clone()]);
        let Some(names) = simulation.network_mut().state_names(t)? else { return Ok(None) };
        let mut states = DVector::zeros(names.len());
        simulation.network_mut().states(t, states.as_mut_slice())?;
        let start = Beginning { t, states, past };
        let points = simulation.network_mut().prediction_points();
        Ok(Some(Self { simulation, names, start, kept: None, points }))
    }

    /// `slave.state` for every state that is imposed, slave by slave.
    pub fn state_names(&self) -> &[String] {
        &self.names
    }

    /// The coupled system.
    pub fn network(&self) -> &Network {
        self.simulation.network()
    }

    /// Where the simulation would begin by itself.
    pub fn start(&self) -> &Beginning {
        &self.start
    }

    /// How many points of the past a step may depend on.
    pub fn reach(&self) -> usize {
        self.simulation.signals().reach().max(self.points)
    }

    /// After how many macro steps all slaves begin a step together; one if all have the same.
    pub fn cycle(&self) -> usize {
        self.simulation.signals().cycle() as usize
    }

    /// Whether the past of the inputs' time derivatives counts.
    pub fn needs_derivatives(&self) -> bool {
        self.simulation.signals().wanted_derivatives().is_some()
    }

    /// Takes `steps` macro steps of length `h`, and shows each point that is reached.
    pub fn run(
        &mut self,
        from: &Beginning,
        h: f64,
        steps: usize,
        mut shown: impl FnMut(&CommunicationPoint),
    ) -> Result<DVector<f64>, CouplingError> {
        self.begin(from, h, steps)?;
        while self.simulation.advance()? {
            shown(self.simulation.point());
        }
        self.states()
    }

    /// Takes `steps` macro steps of length `h`, and shows each point that is reached with the states there.
    pub fn trace(
        &mut self,
        from: &Beginning,
        h: f64,
        steps: usize,
        mut shown: impl FnMut(&CommunicationPoint, &DVector<f64>),
    ) -> Result<(), CouplingError> {
        self.begin(from, h, steps)?;
        while self.simulation.advance()? {
            let states = self.states()?;
            shown(self.simulation.point(), &states);
        }
        Ok(())
    }

    fn begin(&mut self, from: &Beginning, h: f64, steps: usize) -> Result<(), CouplingError> {
        self.set_states(from.t, &from.states)?;
        self.simulation.resume(Clock::new(from.t, from.t + steps as f64 * h, h), h, &from.past);
        Ok(())
    }

    fn states(&mut self) -> Result<DVector<f64>, CouplingError> {
        let mut states = DVector::zeros(self.names.len());
        let t = self.simulation.t();
        self.simulation.network_mut().states(t, states.as_mut_slice())?;
        Ok(states)
    }

    /// Setting states may cost a new start of the slaves, so that equal ones are restored.
    fn set_states(&mut self, t: f64, states: &DVector<f64>) -> Result<(), CouplingError> {
        let network = self.simulation.network_mut();
        if self.kept.as_ref().is_some_and(|(kept_t, kept)| *kept_t == t && kept == states) {
            return network.restore(t, Slot::Trial);
        }
        self.kept = None;
        network.set_states(t, states.as_slice())?;
        if network.can_rewind() {
            network.save(t, Slot::Trial)?;
            self.kept = Some((t, states.clone()));
        }
        Ok(())
    }
}

impl Network {
    /// `slave.state` for every state that can be set, slave by slave; none if one of the slaves
    /// does not let its state be set.
    fn state_names(&mut self, t: f64) -> Result<Option<Vec<String>>, CouplingError> {
        let mut all = Vec::new();
        for member in &mut self.members {
            let Some(states) = member.slave.continuous_states() else { return Ok(None) };
            let names = states.names();
            let names = names.map_err(|source| member.failed(t, source))?;
            member.states = all.len()..all.len() + names.len();
            all.extend(names.into_iter().map(|name| format!("{}.{name}", member.name)));
        }
        Ok(Some(all))
    }

    /// Writes the states of all slaves.
    fn states(&mut self, t: f64, x: &mut [f64]) -> Result<(), CouplingError> {
        self.each_state(t, |states, range| states.read(&mut x[range]))
    }

    /// Begins anew at `t` with the given states of all slaves.
    fn set_states(&mut self, t: f64, x: &[f64]) -> Result<(), CouplingError> {
        self.each_state(t, |states, range| states.set(t, &x[range]))
    }

    fn each_state(
        &mut self,
        t: f64,
        mut action: impl FnMut(&mut dyn ContinuousStates, Range<usize>) -> Result<(), SlaveError>,
    ) -> Result<(), CouplingError> {
        let lost = || SlaveError::Failed { reason: "its states can no longer be set".into() };
        for member in &mut self.members {
            let range = member.states.clone();
            let states = member.slave.continuous_states().ok_or_else(lost);
            let done = states.and_then(|states| action(states, range));
            done.map_err(|source| member.failed(t, source))?;
        }
        Ok(())
    }
}

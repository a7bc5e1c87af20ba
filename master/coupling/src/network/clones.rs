//! Clones: further instances of a slave, which run from its saved state beside it.
//!
//! A clone is numbered behind all slaves, its inputs and outputs behind all others. It serves schemes
//! that try several inputs of one slave at the same time; laws, signals and results know nothing of it.

use std::time::Duration;

use nalgebra::DVector;

use super::stopwatch::Stopwatch;
use super::{Member, Network, SlaveId};
use crate::CouplingError;
use crate::execution::Workers;
use crate::slave::{Slave, SlaveError, Slot, StateTransfer};

/// All clones of a network.
#[derive(Default)]
pub(super) struct Clones {
    pub(super) members: Vec<Member>,
    /// For each, the slave that it is a clone of.
    of: Vec<SlaveId>,
    /// A state on its way.
    bytes: Vec<u8>,
}

impl Network {
    /// Adds clones of slaves, made like these; to be called before [`with_workers`](Self::with_workers).
    ///
    /// # Panics
    /// If a clone has other ports than its slave.
    #[must_use]
    pub fn with_clones(mut self, clones: Vec<(SlaveId, Box<dyn Slave>)>) -> Self {
        for (of, slave) in clones {
            let original = &self.members[of.0];
            assert_eq!(slave.ports(), original.slave.ports(), "a clone has the ports of its slave");
            let (inputs, outputs) = self.sizes();
            let member = Member {
                name: format!("{} (clone {})", original.name, self.clones_of(of).count() + 1),
                slave,
                inputs: inputs..inputs + original.inputs.len(),
                outputs: outputs..outputs + original.outputs.len(),
                between: false,
                applied: Vec::new(),
                states: 0..0,
                time: Stopwatch::default(),
                clone_of: Some(of),
            };
            self.clones.members.push(member);
            self.clones.of.push(of);
        }
        self
    }

    /// A slave, then its clones: who can run it at the same time with different inputs.
    pub(crate) fn with_its_clones(
        &self,
        slave: SlaveId,
    ) -> impl Iterator<Item = (SlaveId, &Member)> {
        let clone = |k: usize| (SlaveId(self.members.len() + k), &self.clones.members[k]);
        std::iter::once((slave, &self.members[slave.0])).chain(self.clones_of(slave).map(clone))
    }

    /// How many inputs and outputs there are with those of the clones.
    pub(crate) fn sizes(&self) -> (usize, usize) {
        match self.clones.members.last() {
            Some(last) => (last.inputs.end, last.outputs.end),
            None => (self.input_count(), self.output_count()),
        }
    }

    /// Hands the state that a slave keeps in `slot` to its clones.
    pub(crate) fn hand_to_clones(
        &mut self,
        t: f64,
        slave: SlaveId,
        slot: Slot,
    ) -> Result<(), CouplingError> {
        let Clones { members, of, bytes } = &mut self.clones;
        let original = &mut self.members[slave.0];
        let written = transfer(original).and_then(|state| state.serialise(slot, bytes));
        written.map_err(|source| original.failed(t, source))?;
        for (clone, _) in members.iter_mut().zip(of).filter(|(_, of)| **of == slave) {
            let taken = transfer(clone).and_then(|state| state.deserialise(slot, bytes));
            taken.map_err(|source| clone.failed(t, source))?;
        }
        Ok(())
    }

    /// Starts every clone with the inputs of its slave.
    pub(crate) fn start_clones(&mut self, t: f64, u: &DVector<f64>) -> Result<(), CouplingError> {
        for (clone, of) in self.clones.members.iter_mut().zip(&self.clones.of) {
            let u = &u.as_slice()[self.members[of.0].inputs.clone()];
            let mut y = vec![0.0; clone.outputs.len()];
            let set = clone.slave.outputs(u, &mut y);
            set.and_then(|()| clone.slave.start()).map_err(|source| clone.failed(t, source))?;
        }
        Ok(())
    }

    /// The threads with the clones: those of a slave with a fixed thread stay on the ones after it, or on the
    /// same where they take turns.
    pub(super) fn workers_with_clones(&self, workers: &Workers) -> Workers {
        let mut workers = workers.clone();
        for (k, of) in self.clones.of.iter().enumerate() {
            let place = 1 + self.clones.of[..k].iter().filter(|other| *other == of).count();
            let group = workers.exclusive[of.0];
            let place = if group.is_some() { 0 } else { place };
            workers
                .fixed
                .push(workers.fixed[of.0].map(|thread| (thread + place) % workers.threads));
            workers.exclusive.push(group);
        }
        workers
    }

    /// The time that the clones of a slave have spent in their steps.
    pub(super) fn time_of_clones(&self, slave: SlaveId) -> Duration {
        self.clones_of(slave).map(|k| self.clones.members[k].time.total()).sum()
    }

    /// The positions of a slave's clones among all clones.
    fn clones_of(&self, slave: SlaveId) -> impl Iterator<Item = usize> {
        let of = self.clones.of.iter().enumerate();
        of.filter(move |(_, of)| **of == slave).map(|(k, _)| k)
    }
}

/// Saved states of a member, on their way to or from other instances.
fn transfer(member: &mut Member) -> Result<&mut dyn StateTransfer, SlaveError> {
    let reason = "its state cannot pass to another instance; leave clones out";
    member.slave.state_transfer().ok_or_else(|| SlaveError::Failed { reason: reason.into() })
}

/// A slave or a clone.
#[inline]
pub(super) fn member<'a>(
    members: &'a mut [Member],
    clones: &'a mut Clones,
    SlaveId(k): SlaveId,
) -> &'a mut Member {
    match k.checked_sub(members.len()) {
        None => &mut members[k],
        Some(clone) => &mut clones.members[clone],
    }
}

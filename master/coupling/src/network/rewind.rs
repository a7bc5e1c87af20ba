//! States of slaves, kept and returned to, and what else is asked of one slave or all.

use super::{Member, Network, SlaveId};
use crate::CouplingError;
use crate::slave::{Slave, SlaveError, Slot};

impl Network {
    /// Whether every slave can be rewound.
    pub fn can_rewind(&self) -> bool {
        self.members.iter().all(|m| m.slave.ports().can_rewind)
    }

    /// Whether a slave can be rewound.
    pub fn can_be_rewound(&self, slave: SlaveId) -> bool {
        self.members[slave.0].slave.ports().can_rewind
    }

    /// Keeps the state of every slave and law.
    pub fn save(&mut self, t: f64, slot: Slot) -> Result<(), CouplingError> {
        self.each_memory(|memory| memory.save(slot));
        self.each(t, |slave| slave.save(slot))
    }

    /// Returns every slave and law to its kept state.
    pub fn restore(&mut self, t: f64, slot: Slot) -> Result<(), CouplingError> {
        self.each_memory(|memory| memory.restore(slot));
        self.each(t, |slave| slave.restore(slot))
    }

    /// Ends the run in good order.
    pub fn finish(&mut self, t: f64) -> Result<(), CouplingError> {
        self.each(t, |slave| slave.finish())?;
        each(&mut self.clones.members, t, |slave| slave.finish())
    }

    pub(crate) fn each(
        &mut self,
        t: f64,
        action: impl Fn(&mut dyn Slave) -> Result<(), SlaveError>,
    ) -> Result<(), CouplingError> {
        each(&mut self.members, t, action)
    }
}

fn each(
    members: &mut [Member],
    t: f64,
    action: impl Fn(&mut dyn Slave) -> Result<(), SlaveError>,
) -> Result<(), CouplingError> {
    members.iter_mut().try_for_each(|member| {
        action(member.slave.as_mut()).map_err(|source| member.failed(t, source))
    })
}

//! In which process each slave runs.

use std::fmt;
use std::sync::Arc;

use super::check::{CheckedSlave, Origin};
use super::file::Isolation;
use crate::fmi::Fmu;

/// Where a slave runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In the master's process.
    Here,
    /// In its own process, as asked for.
    OwnProcess,
    /// In a sandbox, as asked for.
    Sandbox,
    /// In its own process, because the master's has an instance of its FMU, which allows no other.
    OnlyOnceHere,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Here => "in the master's process",
            Self::OwnProcess => "in its own process",
            Self::Sandbox => "in a sandbox",
            Self::OnlyOnceHere => {
                "in its own process, because its FMU allows one instance per process"
            }
        })
    }
}

/// The place of every slave, in order.
pub fn places(slaves: &[CheckedSlave]) -> Vec<Place> {
    let mut here: Vec<&Arc<Fmu>> = Vec::new();
    let mut places = Vec::with_capacity(slaves.len());
    for CheckedSlave { origin, isolation, sandbox, .. } in slaves {
        let Origin::Fmu(fmu) = origin else {
            places.push(Place::Here);
            continue;
        };
        let once = fmu.co_simulation().can_be_instantiated_only_once_per_process;
        places.push(if sandbox.is_some() {
            Place::Sandbox
        } else if *isolation == Isolation::Process {
            Place::OwnProcess
        } else if once && here.iter().any(|known| Arc::ptr_eq(known, fmu)) {
            Place::OnlyOnceHere
        } else {
            here.push(fmu);
            Place::Here
        });
    }
    places
}

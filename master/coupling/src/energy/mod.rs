//! Energy that passes between slaves: where it is lost or made, and forces that correct it.
//!
//! A [`Bond`] is a pair of signals whose product is a power: a force that drives one slave and the
//! motion that this slave gives back. Between two communication points each side only knows an
//! approximation of what the other does, so that what one gives is not what the other receives. The
//! [`Monitor`] keeps the books at every accepted point, whatever the scheme, and a [`Correction`] may
//! add a force to the input in the steps that follow.
//!
//! | symbol | meaning |
//! |---|---|
//! | `l`, L | accumulated leak: energy that the coupling has made (positive) or lost |
//! | `w` | work of the force on the driven slave |
//! | `f`, `dx`, `v` | force, displacement over the last macro step, velocity at its end |

mod accumulated_leak;
mod growth;
mod ledger;
mod monitor;
mod passivity;
mod reversals;
#[cfg(test)]
mod tests;

pub use self::accumulated_leak::AccumulatedLeak;
pub use self::growth::Growth;
pub use self::ledger::{Corrections, Exchange};
pub use self::monitor::{Balance, Monitor, Monitored};
pub use self::passivity::Passivity;

use crate::id::{InputId, OutputId, SlaveId};
use crate::signals::Correction;

/// What the motion of a bond is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    /// A displacement, an angle or a volume: force times its change is an energy.
    Displacement,
    /// A velocity, an angular velocity or a volume flow: force times it is a power.
    Velocity,
}

/// An input and an output of one slave whose product is a power.
#[derive(Clone, Debug, PartialEq)]
pub struct PowerPort {
    /// The input that takes the force.
    pub force: InputId,
    /// The output with the motion.
    pub motion: OutputId,
    /// The output with the velocity, where the motion is a displacement; found from it if not given.
    pub velocity: Option<OutputId>,
    /// How the motion reaches the slave that gives the force, if its force at a point belongs to the motion
    /// that it was given before.
    pub returned: Option<Returned>,
}

/// A motion as the slave sees it that gives the force: input = gain · motion + offset.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Returned {
    /// Its input.
    pub input: InputId,
    /// What the motion is multiplied by.
    pub gain: f64,
    /// What is added to it.
    pub offset: f64,
}

/// Where energy passes between two slaves, or between a law and a slave.
pub struct Bond {
    /// Its name.
    pub name: String,
    /// The slave that the force drives.
    pub driven: SlaveId,
    /// The slave that gives the force; none where the master's laws do.
    pub driver: Option<SlaveId>,
    /// What the motion is.
    pub motion: Motion,
    /// One for each direction.
    pub ports: Vec<PowerPort>,
    /// What is done about its leak.
    pub correction: Option<Box<dyn Correction>>,
    /// Whether the correction pauses while the motion turns too often to be followed; no publication has that.
    pub pauses: bool,
}

/// Outputs by which a slave tells of its energy.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Account {
    /// Energy in it, as a sum.
    pub stored: Vec<OutputId>,
    /// Energy that has left it as heat since the start.
    pub dissipated: Vec<OutputId>,
    /// Work that others than the bonds have done on it since the start.
    pub supplied: Vec<OutputId>,
}

/// Shortens a force to at most `most`, and says whether it was longer.
fn cap(force: &mut [f64], most: f64) -> bool {
    let size = norm(force);
    let longer = size > most;
    if longer {
        force.iter_mut().for_each(|f| *f *= most / size);
    }
    longer
}

fn norm(x: &[f64]) -> f64 {
    match x {
        [x] => x.abs(),
        _ => dot(x, x).sqrt(),
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

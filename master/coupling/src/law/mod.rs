//! Coupling laws: what determines the inputs from the outputs, one file each.

mod signal;
mod spring_damper;

pub use signal::{Convert, Link, Signal};
pub use spring_damper::{Side, SpringDamper};

use crate::network::{InputId, OutputId};

/// A law evaluated in the master that determines coupling inputs from outputs.
///
/// Laws *add* their share, so that two springs on one body act together; the network clears the
/// inputs first.
pub trait CouplingLaw: Send {
    /// Each input it acts on, with the outputs that its share depends on.
    fn dependencies(&self) -> Vec<(InputId, Vec<OutputId>)>;

    /// Adds its share to the inputs.
    fn add(&self, y: &[f64], u: &mut [f64]);

    /// Adds the time derivative of its share, given those of the outputs.
    fn add_rates(&self, y: &[f64], dy: &[f64], rates: &mut [f64]);
}

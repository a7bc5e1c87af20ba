//! Coupling laws: what determines the inputs from the outputs, one file each.

mod characteristic;
pub mod constraint;
mod equations;
mod fluid;
mod hydraulic_node;
pub mod joint;
pub mod kinematics;
mod pin_in_slot;
mod rigid_link;
mod sampled;
mod signal;
mod spring_damper;
#[cfg(test)]
mod tests;
mod thermal_conductance;

pub use characteristic::{Characteristic, Table, TableError};
pub use constraint::Constraint;
pub use equations::{Equations, Residual};
pub use fluid::Fluid;
pub use hydraulic_node::{Compressibility, HydraulicNode, Line};
pub use joint::{
    Atpoint, BodyPorts, Compliance, Inplane, Joint, JointEnd, JointStiffness, Kind, Marker,
    Perpendicular, Primitive, TorqueAxis,
};
pub use kinematics::Kinematics;
pub use pin_in_slot::{PinInSlot, PointSide};
pub use rigid_link::{Level, LinkedCoordinate, RigidLink};
pub use sampled::Sampled;
pub use signal::{Convert, Link, Signal};
pub use spring_damper::{Side, SpringDamper};
pub use thermal_conductance::{ThermalConductance, ThermalSide};

use crate::id::{InputId, OutputId};
use crate::slave::{Slot, Step};

/// A law evaluated in the master that determines coupling inputs from outputs.
///
/// Laws *add* their share, so that two springs on one body act together; the network clears the
/// inputs first. Between two communication points the share depends on the outputs alone.
pub trait CouplingLaw: Send {
    /// Each input it acts on, with the outputs that its share depends on.
    fn dependencies(&self) -> Vec<(InputId, Vec<OutputId>)>;

    /// Adds its share to the inputs.
    fn add(&self, y: &[f64], u: &mut [f64]);

    /// Gives the partial derivatives of its share: ∂u/∂y for each pair that can be other than zero.
    fn partials(&self, y: &[f64], each: &mut dyn FnMut(InputId, OutputId, f64));

    /// Adds the time derivative of its share, ∂u/∂y · ẏ, given that of the outputs (Friedrich 2011,
    /// eq. (2.9)). A partial derivative of zero asks for no ẏ, which may be NaN for not known.
    fn add_derivatives(&self, y: &[f64], dy: &[f64], du: &mut [f64]) {
        self.partials(y, &mut |input, output, partial| {
            if partial != 0.0 {
                du[input.0] += partial * dy[output.0];
            }
        });
    }

    /// Outputs that, by their meaning in the law, are the time derivative of another: (position,
    /// velocity). Where they suffice for all inputs, no slave is asked for derivatives; otherwise they stand in where
    /// a slave does not offer one.
    fn derivatives(&self) -> Vec<(OutputId, OutputId)> {
        Vec::new()
    }

    /// The equations r(y, u) = 0 that determine the inputs it acts on, where no formula gives them: it then adds
    /// nothing. All other laws are the equation u − law(y) = 0 by what they add.
    fn equations(&self) -> Option<&dyn Equations> {
        None
    }

    /// What it remembers from one communication point to the next, if anything. Asked when the network is
    /// built, and afterwards of those laws only that have answered.
    fn memory(&mut self) -> Option<&mut dyn Memory> {
        None
    }

    /// What it predicts of its inputs itself, instead of a rule for inputs, if anything. Asked when the network is
    /// built, and afterwards of those laws only that have answered.
    fn prediction(&mut self) -> Option<&mut dyn Prediction> {
        None
    }

    /// Who gives motion and who takes it, where it passes motion one way and a force the other.
    fn kinematics(&self) -> Option<&dyn Kinematics> {
        None
    }

    /// What it tells of each communication point beside its inputs, if anything.
    fn report(&self) -> Option<&dyn Report> {
        None
    }
}

/// What a law remembers; it changes at communication points only, so that between two of them the share of the law
/// depends on the outputs alone.
pub trait Memory {
    /// Takes note that a communication point is being reached, before its values are exchanged.
    fn reach(&mut self, _t: f64) {}

    /// Takes note of the outputs at a communication point that all slaves have reached.
    fn accept(&mut self, t: f64, y: &[f64]);

    /// Keeps in `slot` what it remembers.
    fn save(&mut self, slot: Slot);

    /// Returns to what is kept in `slot`.
    fn restore(&mut self, slot: Slot);
}

/// Inputs that a law predicts for the coming step from outputs at communication points, and that are held over it.
pub trait Prediction {
    /// How many communication points back it looks.
    fn points(&self) -> usize;

    /// Gives the inputs over the coming step.
    fn predict(&mut self, step: &Step, each: &mut dyn FnMut(InputId, f64));

    /// Forgets the past, so that another one can be told.
    fn forget(&mut self);

    /// Tells the outputs at the next communication point of another past.
    fn tell(&mut self, t: f64, y: &[f64]);
}

/// What a law tells of a communication point; the run records it and watches how it grows.
pub trait Report {
    /// How many numbers there are.
    fn count(&self) -> usize;

    /// Writes them for the outputs at a communication point.
    fn write(&self, y: &[f64], values: &mut [f64]);

    /// What became of the law in the run so far.
    fn record(&self) -> &constraint::Record;
}

//! The macro step that a scheme is asked to take.

use crate::network::Network;
use crate::signals::Signals;
use crate::slave::Step;

/// One macro step: the network that is carried over it, what the past says of its inputs, and from when to
/// when it goes.
pub struct MacroStep<'a> {
    /// The slaves, and the laws between them.
    pub network: &'a mut Network,
    /// The inputs as predicted over the step, and what interpolates them where their end is known.
    pub signals: &'a Signals,
    /// From one communication point to the next.
    pub step: &'a Step,
}

//! Whether the calls of an instance are observed, by whom, and how their arguments are shown.

use crate::fmi::Status;
use crate::fmu::ValueReference;
use std::fmt::{self, Debug, Display, Formatter};

/// Watches every call of an FMI function of one instance, from whichever thread it is made.
pub trait CallObserver: Send + Sync {
    /// A call is about to be made.
    fn before(&self, function: &'static str);

    /// It has returned; `arguments` are formatted only if they are used.
    fn after(&self, function: &'static str, status: Status, arguments: &dyn Display);
}

/// Whether the calls of a [`Component`](super::Component) are observed: each is written once for both.
pub trait Observation {
    /// Whether they are.
    const OBSERVED: bool;
}

/// Before every call it is asked whether an earlier one forbids it, and an observer, if there is one, is shown
/// it; afterwards the arithmetic of the thread is put back.
pub struct Observed;

/// A call is nothing but a call, which whoever makes it has to justify.
pub struct Unobserved;

impl Observation for Observed {
    const OBSERVED: bool = true;
}

impl Observation for Unobserved {
    const OBSERVED: bool = false;
}

/// Values that a call has read, by value reference.
pub struct Read<'a, T>(pub &'a [ValueReference], pub &'a mut [T]);

/// Values that a call sets, by value reference.
pub struct Set<'a, T>(pub &'a [ValueReference], pub &'a [T]);

impl<T: Debug> Display for Read<'_, T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Set(self.0, self.1).fmt(f)
    }
}

impl<T: Debug> Display for Set<'_, T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (k, (reference, value)) in self.0.iter().zip(self.1).enumerate() {
            let separator = if k == 0 { "" } else { ", " };
            write!(f, "{separator}#{reference} = {value:?}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_shown_by_value_reference() {
        assert_eq!(
            Set(&[3, 7].map(ValueReference::new), &[1.5, -2.0]).to_string(),
            "#3 = 1.5, #7 = -2.0"
        );
        assert_eq!(Read(&[ValueReference::new(0)], &mut [1]).to_string(), "#0 = 1");
    }
}

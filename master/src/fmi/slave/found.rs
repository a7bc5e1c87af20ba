//! What was found out about an FMU, against what it declares.

use super::FmuSlave;
use coupling::slave::{Feedthrough, Ports};

impl FmuSlave {
    /// Does not ask for the derivatives of outputs, which are known to be wrong.
    #[must_use]
    pub fn without_derivatives(mut self) -> Self {
        self.gives_derivatives = false;
        self
    }

    /// Does not hand slopes of inputs over, which it does not follow.
    #[must_use]
    pub fn without_slopes(mut self) -> Self {
        self.takes_slopes = false;
        self
    }

    /// Does not let its states be set, for which it would be reset.
    #[must_use]
    pub fn without_reset(mut self) -> Self {
        self.resets = false;
        self
    }

    /// Follows outputs that were seen to depend on inputs without a step, as (output, input), whatever the
    /// description says of them.
    #[must_use]
    pub fn with_feedthrough(mut self, seen: &[(String, String)]) -> Self {
        let Ports { inputs, outputs, .. } = &mut *self.ports;
        for (output, input) in seen {
            let input = inputs.iter().position(|port| port.name == *input);
            let output = outputs.iter_mut().find(|port| port.name == *output);
            let (Some(input), Some(output)) = (input, output) else { continue };
            match &mut output.feedthrough {
                Feedthrough::Unknown => output.feedthrough = Feedthrough::Seen(vec![input]),
                Feedthrough::Declared(known) | Feedthrough::Seen(known) => {
                    if !known.contains(&input) {
                        known.push(input);
                    }
                }
            }
            self.feedthrough = true;
        }
        self
    }
}

//! `law = "rotational-spring-damper"`: a spring and damper about an axis.

use serde::Deserialize;

use super::{LawSection, SpringDamperSection, Variables, WiredLaw};

/// A spring and damper about an axis; by default between `phi`, `omega` and `torque`.
#[derive(Clone, Debug, Deserialize)]
#[serde(transparent)]
pub struct RotationalSpringDamperSection(SpringDamperSection);

impl LawSection for RotationalSpringDamperSection {
    fn wire(&self, variables: &mut dyn Variables) -> Result<WiredLaw, String> {
        self.0.wire_to(variables, ["phi", "omega", "torque"])
    }

    fn label(&self) -> Vec<String> {
        self.0.label()
    }

    fn is_of_second_order(&self) -> bool {
        self.0.is_of_second_order()
    }
}

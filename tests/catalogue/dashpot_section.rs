//! `law = "dashpot"`: what a user writes of a dashpot.

use macrostep::scenario::law::parameters::not_negative;
use macrostep::scenario::law::{LawSection, Port, Variables, WiredLaw};
use serde::Deserialize;

use crate::dashpot::Dashpot;

/// A dashpot between `v` and `force` of two slaves.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DashpotSection {
    /// The two slaves.
    between: [String; 2],
    /// N·s/m.
    damping: f64,
}

impl LawSection for DashpotSection {
    fn wire(&self, variables: &mut dyn Variables) -> Result<WiredLaw, String> {
        let damping = not_negative("damping", self.damping)?;
        let [a, b] = variables.two_slaves(&self.between)?;
        let hint = "a dashpot lies between bodies with v and force";
        let mut side = |slave: usize| -> Result<[Port; 2], String> {
            let velocity = variables.measure(slave, "v", hint)?;
            Ok([velocity, variables.drive(slave, "force", hint)?])
        };
        let sides = [side(a)?, side(b)?];
        Ok(WiredLaw::new(move |numbers| Dashpot {
            velocity: sides.map(|[velocity, _]| numbers.output(velocity)),
            force: sides.map(|[_, force]| numbers.input(force)),
            damping,
        }))
    }

    fn label(&self) -> Vec<String> {
        vec![format!("d = {}", self.damping)]
    }
}

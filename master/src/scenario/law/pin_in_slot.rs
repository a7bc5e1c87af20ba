//! `law = "pin-in-slot"`: the pin of one body in a straight slot of another, in the plane.

use coupling::law::{PinInSlot, PointSide};
use serde::Deserialize;

use super::parameters::not_negative;
use super::{LawSection, Port, Variables, WiredLaw};

/// The pin of one body in a slot of another; by default between `x`, `y`, `phi` and `lambda`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PinInSlotSection {
    /// The slave with the pin, and the one with the slot.
    between: [String; 2],
    /// N/m.
    stiffness: f64,
    /// N·s/m.
    #[serde(default)]
    damping: f64,
    /// The outputs with x and y of the pin, and of a point of the slot.
    position: Option<[[String; 2]; 2]>,
    /// The outputs with the velocities of both.
    velocity: Option<[[String; 2]; 2]>,
    /// The output with the angle of the slot.
    angle: Option<String>,
    /// The output with the time derivative of the angle.
    angular_velocity: Option<String>,
    /// The input that takes the force across the slot, on each side.
    force: Option<[String; 2]>,
}

/// Where one side's position and velocity are found and λ goes.
type Side = ([Port; 2], [Port; 2], Port);

impl LawSection for PinInSlotSection {
    fn wire(&self, variables: &mut dyn Variables) -> Result<WiredLaw, String> {
        let stiffness = not_negative("stiffness", self.stiffness)?;
        let damping = not_negative("damping", self.damping)?;
        let [with_pin, with_slot] = variables.two_slaves(&self.between)?;
        let pin = self.side(variables, with_pin, 0)?;
        let slot = self.side(variables, with_slot, 1)?;
        let mut of_slot = |given: &Option<String>, usual: &str, field: &str| {
            let name = given.as_deref().unwrap_or(usual);
            variables.measure(with_slot, name, &format!("{field} = \"…\" names it"))
        };
        let angle = of_slot(&self.angle, "phi", "angle")?;
        let angular_velocity = of_slot(&self.angular_velocity, "omega", "angular_velocity")?;
        Ok(WiredLaw::new(move |numbers| {
            let side = |(position, velocity, lambda): Side| PointSide {
                position: position.map(|port| numbers.output(port)),
                velocity: velocity.map(|port| numbers.output(port)),
                lambda: numbers.input(lambda),
            };
            PinInSlot {
                pin: side(pin),
                slot: side(slot),
                angle: numbers.output(angle),
                angular_velocity: numbers.output(angular_velocity),
                stiffness,
                damping,
            }
        }))
    }

    fn label(&self) -> Vec<String> {
        let damping = (self.damping != 0.0).then(|| format!("d = {}", self.damping));
        [format!("c = {}", self.stiffness)].into_iter().chain(damping).collect()
    }

    fn is_of_second_order(&self) -> bool {
        true
    }
}

impl PinInSlotSection {
    /// The pin, side 0, or a point of the slot, side 1.
    fn side(
        &self,
        variables: &mut dyn Variables,
        slave: usize,
        side: usize,
    ) -> Result<Side, String> {
        let mut pair = |given: &Option<[[String; 2]; 2]>, usual: [&str; 2], field: &str| {
            let names = given.as_ref().map_or(usual.map(String::from), |sides| sides[side].clone());
            let hint = format!("{field} = [[\"…\", \"…\"], [\"…\", \"…\"]] names them");
            let mut port = |name: &String| variables.measure(slave, name, &hint);
            Ok::<_, String>([port(&names[0])?, port(&names[1])?])
        };
        let position = pair(&self.position, ["x", "y"], "position")?;
        let velocity = pair(&self.velocity, ["vx", "vy"], "velocity")?;
        let force = self.force.as_ref().map_or("lambda", |pair| pair[side].as_str());
        let hint = "force = [\"…\", \"…\"] names it on each side";
        Ok((position, velocity, variables.drive(slave, force, hint)?))
    }
}

//! Pins in slots.

use coupling::law::{PinInSlot, PointSide};

use super::super::Law;
use super::{Driver, Port, Wiring, not_negative};
use crate::scenario::file::PinInSlotSection;

/// Where one side's position and velocity are found and λ goes.
type Side = ([Port; 2], [Port; 2], Port);

impl Wiring<'_> {
    pub(super) fn pin_in_slot(&mut self, section: &PinInSlotSection) -> Result<(), String> {
        let stiffness = not_negative("stiffness", section.stiffness)?;
        let damping = not_negative("damping", section.damping)?;
        let [with_pin, with_slot] = self.two_slaves(&section.between)?;
        let pin = self.point_side(section, with_pin, 0)?;
        let slot = self.point_side(section, with_slot, 1)?;
        let angle = self.slot_output(with_slot, &section.angle, "phi", "angle")?;
        let rate = &section.angular_velocity;
        let angular_velocity = self.slot_output(with_slot, rate, "omega", "angular_velocity")?;
        self.wired.laws.push(Box::new(move |numbers| {
            let side = |(position, velocity, lambda): Side| PointSide {
                position: position.map(|port| numbers.output(port)),
                velocity: velocity.map(|port| numbers.output(port)),
                lambda: numbers.input(lambda),
            };
            Law::PinInSlot(PinInSlot {
                pin: side(pin),
                slot: side(slot),
                angle: numbers.output(angle),
                angular_velocity: numbers.output(angular_velocity),
                stiffness,
                damping,
            })
        }));
        Ok(())
    }

    /// The pin, side 0, or a point of the slot, side 1.
    fn point_side(
        &mut self,
        section: &PinInSlotSection,
        slave: usize,
        side: usize,
    ) -> Result<Side, String> {
        let mut pair = |given: &Option<[[String; 2]; 2]>, usual: [&str; 2], field: &str| {
            let names = given.as_ref().map_or(usual.map(String::from), |sides| sides[side].clone());
            let mut port = |name: &String| {
                let hint = format!("; {field} = [[\"…\", \"…\"], [\"…\", \"…\"]] names them");
                let port = self.output(slave, name).map_err(|error| error + &hint)?;
                self.counts_in_si(slave, name).map(|()| port)
            };
            Ok::<_, String>([port(&names[0])?, port(&names[1])?])
        };
        let position = pair(&section.position, ["x", "y"], "position")?;
        let velocity = pair(&section.velocity, ["vx", "vy"], "velocity")?;
        let force = section.force.as_ref().map_or("lambda", |pair| pair[side].as_str());
        let hint = "; force = [\"…\", \"…\"] names it on each side";
        let lambda = self.input(slave, force).map_err(|error| error + hint)?;
        self.counts_in_si(slave, force)?;
        self.drive(lambda, Driver::Laws)?;
        Ok((position, velocity, lambda))
    }

    fn slot_output(
        &mut self,
        slave: usize,
        given: &Option<String>,
        usual: &str,
        field: &str,
    ) -> Result<Port, String> {
        let name = given.as_deref().unwrap_or(usual);
        let hint = |error: String| format!("{error}; {field} = \"…\" names it");
        let port = self.output(slave, name).map_err(hint)?;
        self.counts_in_si(slave, name)?;
        Ok(port)
    }
}

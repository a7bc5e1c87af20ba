//! `law = "spring-damper"`: a spring and damper between two bodies.

use coupling::law::{Characteristic, Side, SpringDamper};
use serde::Deserialize;

use super::parameters::characteristic;
use super::{LawSection, Port, Variables, WiredLaw};

/// A spring and damper between two bodies; by default between `x`, `v` and `force`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpringDamperSection {
    /// The two slaves.
    between: [String; 2],
    /// N/m or N·m/rad.
    stiffness: Option<f64>,
    /// Force over stretch as points, instead of a stiffness.
    stiffness_table: Option<Vec<[f64; 2]>>,
    /// N·s/m or N·m·s/rad.
    damping: Option<f64>,
    /// Force over stretch rate as points, instead of a damping.
    damping_table: Option<Vec<[f64; 2]>>,
    /// Whether tables are joined by monotone cubics instead of lines.
    #[serde(default)]
    smooth: bool,
    /// m or rad.
    #[serde(default)]
    rest_length: f64,
    /// The output with the position or angle, on each side.
    position: Option<[String; 2]>,
    /// The output with the velocity or angular velocity, on each side.
    velocity: Option<[String; 2]>,
    /// The input that takes the force or torque, on each side.
    force: Option<[String; 2]>,
}

impl LawSection for SpringDamperSection {
    fn wire(&self, variables: &mut dyn Variables) -> Result<WiredLaw, String> {
        self.wire_to(variables, ["x", "v", "force"])
    }

    fn label(&self) -> Vec<String> {
        let Self { stiffness, stiffness_table, damping, damping_table, .. } = self;
        let mut label = Vec::new();
        label.extend(parameter("c", *stiffness, stiffness_table));
        label.extend(parameter("d", damping.filter(|d| *d != 0.0), damping_table));
        if self.rest_length != 0.0 {
            label.push(format!("l0 = {}", self.rest_length));
        }
        label
    }

    fn is_of_second_order(&self) -> bool {
        true
    }
}

fn parameter(
    symbol: &str,
    coefficient: Option<f64>,
    table: &Option<Vec<[f64; 2]>>,
) -> Option<String> {
    let of_table = |table: &Vec<_>| format!("{symbol} by a table of {} points", table.len());
    coefficient.map(|c| format!("{symbol} = {c}")).or_else(|| table.as_ref().map(of_table))
}

impl SpringDamperSection {
    /// Wires a spring whose position, velocity and force have the given names where the user gives no
    /// others.
    pub(super) fn wire_to(
        &self,
        variables: &mut dyn Variables,
        names: [&str; 3],
    ) -> Result<WiredLaw, String> {
        let (stiffness, damping) = self.characteristics()?;
        let rest_length = self.rest_length;
        if !rest_length.is_finite() {
            return Err(format!("rest_length is {rest_length}; it must be finite"));
        }
        let slaves = variables.two_slaves(&self.between)?;
        let a = self.side(variables, slaves[0], 0, names)?;
        let b = self.side(variables, slaves[1], 1, names)?;
        Ok(WiredLaw::new(move |numbers| {
            let side = |[position, velocity, force]: [Port; 3]| Side {
                position: numbers.output(position),
                velocity: numbers.output(velocity),
                force: numbers.input(force),
            };
            let (stiffness, damping) = (stiffness.clone(), damping.clone());
            SpringDamper { a: side(a), b: side(b), stiffness, damping, rest_length }
        }))
    }

    /// Position, velocity and force of one end.
    fn side(
        &self,
        variables: &mut dyn Variables,
        slave: usize,
        side: usize,
        names: [&str; 3],
    ) -> Result<[Port; 3], String> {
        let given = [&self.position, &self.velocity, &self.force];
        let name = |n: usize| given[n].as_ref().map_or(names[n], |pair| pair[side].as_str());
        let hint = |field: &str| format!("{field} = [\"…\", \"…\"] names it on each side");
        Ok([
            variables.measure(slave, name(0), &hint("position"))?,
            variables.measure(slave, name(1), &hint("velocity"))?,
            variables.drive(slave, name(2), &hint("force"))?,
        ])
    }

    /// Force over stretch and over stretch rate.
    fn characteristics(&self) -> Result<(Characteristic, Characteristic), String> {
        let smooth = self.smooth;
        if smooth && self.stiffness_table.is_none() && self.damping_table.is_none() {
            return Err("smooth has no effect without a table; remove it".into());
        }
        let stiffness = characteristic("stiffness", self.stiffness, &self.stiffness_table, smooth)?
            .ok_or("the field \"stiffness\" is missing; give it, or a stiffness_table")?;
        let damping = characteristic("damping", self.damping, &self.damping_table, smooth)?;
        Ok((stiffness, damping.unwrap_or(Characteristic::Linear(0.0))))
    }
}

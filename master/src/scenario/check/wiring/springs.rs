//! Springs and dampers between two bodies.

use coupling::law::{Characteristic, Side, SpringDamper, Table, TableError};

use super::super::Law;
use super::{Driver, Port, Wiring, not_negative};
use crate::scenario::file::SpringDamperSection;

/// Position, velocity and force.
const FIELDS: [&str; 3] = ["position", "velocity", "force"];

impl Wiring<'_> {
    /// A spring whose variables have the given names unless the user gives others.
    pub(super) fn spring(
        &mut self,
        section: &SpringDamperSection,
        names: [&str; 3],
    ) -> Result<(), String> {
        let (stiffness, damping) = characteristics(section)?;
        let rest_length = section.rest_length;
        if !rest_length.is_finite() {
            return Err(format!("rest_length is {rest_length}; it must be finite"));
        }
        let [slave_a, slave_b] = self.two_slaves(&section.between)?;
        let given = [&section.position, &section.velocity, &section.force];
        let name = |n: usize, k: usize| given[n].as_ref().map_or(names[n], |pair| pair[k].as_str());
        let a = self.side(slave_a, [0, 1, 2].map(|n| name(n, 0)))?;
        let b = self.side(slave_b, [0, 1, 2].map(|n| name(n, 1)))?;
        self.wired.laws.push(Box::new(move |numbers| {
            let side = |[position, velocity, force]: [Port; 3]| Side {
                position: numbers.output(position),
                velocity: numbers.output(velocity),
                force: numbers.input(force),
            };
            let (stiffness, damping) = (stiffness.clone(), damping.clone());
            let (a, b) = (side(a), side(b));
            Law::SpringDamper(SpringDamper { a, b, stiffness, damping, rest_length })
        }));
        Ok(())
    }

    /// One end of the spring.
    fn side(&mut self, slave: usize, names: [&str; 3]) -> Result<[Port; 3], String> {
        let hint = |n: usize| {
            move |error| format!("{error}; {} = [\"…\", \"…\"] names it on each side", FIELDS[n])
        };
        let position = self.output(slave, names[0]).map_err(hint(0))?;
        let velocity = self.output(slave, names[1]).map_err(hint(1))?;
        let force = self.input(slave, names[2]).map_err(hint(2))?;
        names.iter().try_for_each(|name| self.counts_in_si(slave, name))?;
        self.drive(force, Driver::Laws)?;
        Ok([position, velocity, force])
    }
}

/// Force over stretch and over stretch rate.
fn characteristics(
    section: &SpringDamperSection,
) -> Result<(Characteristic, Characteristic), String> {
    let smooth = section.smooth;
    if smooth && section.stiffness_table.is_none() && section.damping_table.is_none() {
        return Err("smooth has no effect without a table; remove it".into());
    }
    let stiffness =
        characteristic("stiffness", section.stiffness, &section.stiffness_table, smooth)?
            .ok_or("the field \"stiffness\" is missing; give it, or a stiffness_table")?;
    let damping = characteristic("damping", section.damping, &section.damping_table, smooth)?;
    Ok((stiffness, damping.unwrap_or(Characteristic::Linear(0.0))))
}

/// A coefficient or a table, as the user gave one of them.
pub(super) fn characteristic(
    name: &str,
    coefficient: Option<f64>,
    table: &Option<Vec<[f64; 2]>>,
    smooth: bool,
) -> Result<Option<Characteristic>, String> {
    match (coefficient, table) {
        (None, None) => Ok(None),
        (Some(_), Some(_)) => Err(format!("both {name} and {name}_table are given; remove one")),
        (Some(value), None) => Ok(Some(Characteristic::Linear(not_negative(name, value)?))),
        (None, Some(points)) => {
            let join = if smooth { Table::smooth } else { Table::linear };
            let wrong = |error: TableError| format!("{name}_table: {error}");
            Ok(Some(Characteristic::Table(join(points.clone()).map_err(wrong)?)))
        }
    }
}

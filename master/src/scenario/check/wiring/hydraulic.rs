//! Hydraulic nodes in which lines meet.

use coupling::law::{Compressibility, Fluid, HydraulicNode, Line};

use super::super::Law;
use super::{Driver, Port, Wiring, positive};
use crate::scenario::file::{CompressibilityKind, HydraulicNodeSection};

/// Volume, flow and pressure: the field, and the variable's usual name.
const FIELDS: [(&str, &str); 3] = [("volume", "V"), ("flow", "Q"), ("pressure", "p")];

impl Wiring<'_> {
    pub(super) fn hydraulic_node(&mut self, section: &HydraulicNodeSection) -> Result<(), String> {
        let compressibility = compressibility(section)?;
        let node_volume = positive("node_volume", section.node_volume)?;
        let initial_pressure = positive("initial_pressure", section.initial_pressure)?;
        let initial_volume = initial_volume(section)?;
        let lines = self.lines(section)?;
        self.wired.laws.push(Box::new(move |numbers| {
            let line = |[volume, flow, pressure]: &[Port; 3]| Line {
                volume: numbers.output(*volume),
                flow: numbers.output(*flow),
                pressure: numbers.input(*pressure),
            };
            let lines = lines.iter().map(line).collect();
            let node = HydraulicNode::new(lines, node_volume, initial_pressure, compressibility);
            Law::HydraulicNode(node.with_initial_volume(initial_volume))
        }));
        Ok(())
    }

    /// Volume, flow and pressure of each line.
    fn lines(&mut self, section: &HydraulicNodeSection) -> Result<Vec<[Port; 3]>, String> {
        let lines = &section.lines;
        if lines.is_empty() {
            return Err("lines names no slave; name at least one".into());
        }
        let given = [&section.volume, &section.flow, &section.pressure];
        for ((field, _), names) in FIELDS.iter().zip(given) {
            if let Some(names) = names.as_ref().filter(|names| names.len() != lines.len()) {
                return Err(one_each(field, names.len(), lines.len()));
            }
        }
        let mut found = Vec::with_capacity(lines.len());
        for (k, line) in lines.iter().enumerate() {
            let slave = self.slave(line)?;
            let name = |n: usize| given[n].as_ref().map_or(FIELDS[n].1, |names| names[k].as_str());
            let hint = |n: usize| {
                move |error| format!("{error}; {} = [\"…\", …] names it for each line", FIELDS[n].0)
            };
            let volume = self.output(slave, name(0)).map_err(hint(0))?;
            let flow = self.output(slave, name(1)).map_err(hint(1))?;
            let pressure = self.input(slave, name(2)).map_err(hint(2))?;
            (0..3).try_for_each(|n| self.counts_in_si(slave, name(n)))?;
            if found.iter().any(|&[_, _, other]: &[Port; 3]| other == pressure) {
                return Err(format!("\"{line}.{}\" is named twice; once is enough", name(2)));
            }
            self.drive(pressure, Driver::Laws)?;
            found.push([volume, flow, pressure]);
        }
        Ok(found)
    }
}

fn one_each(field: &str, found: usize, lines: usize) -> String {
    format!("{field} has {found} entries for {lines} lines; give one for each")
}

/// The sum of what the lines count at the initial pressure.
fn initial_volume(section: &HydraulicNodeSection) -> Result<f64, String> {
    let Some(volumes) = &section.initial_volume else { return Ok(0.0) };
    if volumes.len() != section.lines.len() {
        return Err(one_each("initial_volume", volumes.len(), section.lines.len()));
    }
    match volumes.iter().find(|volume| !volume.is_finite()) {
        Some(volume) => Err(format!("initial_volume holds {volume}; it must be finite")),
        None => Ok(volumes.iter().sum()),
    }
}

fn compressibility(section: &HydraulicNodeSection) -> Result<Compressibility, String> {
    let modulus = positive("modulus", section.modulus)?;
    let gas = [
        ("gas_fraction", section.gas_fraction),
        ("gas_exponent", section.gas_exponent),
        ("reference_pressure", section.reference_pressure),
    ];
    if section.compressibility == CompressibilityKind::Constant {
        return match gas.iter().find(|(_, value)| value.is_some()) {
            None => Ok(Compressibility::Constant(modulus)),
            Some((field, _)) => Err(format!(
                "{field} has no effect with a constant modulus; remove it, or set compressibility = \
                 \"pressure-dependent\""
            )),
        };
    }
    let gas_fraction = section.gas_fraction.ok_or(
        "the field \"gas_fraction\" is missing; it makes the modulus depend on the pressure",
    )?;
    let fluid = Fluid {
        modulus,
        gas_fraction: positive("gas_fraction", gas_fraction)?,
        exponent: positive("gas_exponent", section.gas_exponent.unwrap_or(1.4))?,
        reference_pressure: positive(
            "reference_pressure",
            section.reference_pressure.unwrap_or(1e5),
        )?,
    };
    Ok(match section.compressibility {
        CompressibilityKind::Stepped => Compressibility::Stepped(fluid),
        _ => Compressibility::PressureDependent(fluid),
    })
}

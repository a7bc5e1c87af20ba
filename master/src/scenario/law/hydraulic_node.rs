//! `law = "hydraulic-node"`: a volume of fluid in which lines meet.

use coupling::law::{Compressibility, Fluid, HydraulicNode, Line};
use serde::Deserialize;

use super::parameters::positive;
use super::{LawSection, Port, Variables, WiredLaw};

/// Volume, flow and pressure: the field, and the variable's usual name.
const FIELDS: [(&str, &str); 3] = [("volume", "V"), ("flow", "Q"), ("pressure", "p")];

/// A volume of fluid in which lines meet; by default with `V`, `Q` and `p`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HydraulicNodeSection {
    /// The slaves whose lines meet.
    lines: Vec<String>,
    /// V_K in m³.
    node_volume: f64,
    /// Bulk modulus in Pa; that of the liquid alone where there is gas in it.
    modulus: f64,
    /// How the modulus depends on the pressure.
    #[serde(default)]
    compressibility: CompressibilityKind,
    /// Volume of gas per volume of liquid at the reference pressure.
    gas_fraction: Option<f64>,
    /// Isentropic exponent of the gas.
    gas_exponent: Option<f64>,
    /// Pressure in Pa at which the gas fraction is given.
    reference_pressure: Option<f64>,
    /// Pressure in Pa where the volumes of the lines have their initial values.
    #[serde(default = "one_bar")]
    initial_pressure: f64,
    /// Those initial values in m³, for each line.
    initial_volume: Option<Vec<f64>>,
    /// The output with the volume that a line has pushed into the node, for each.
    volume: Option<Vec<String>>,
    /// The output with the flow into the node, for each.
    flow: Option<Vec<String>>,
    /// The input that takes the pressure, for each.
    pressure: Option<Vec<String>>,
}

/// How the bulk modulus depends on the pressure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum CompressibilityKind {
    /// Not at all.
    #[default]
    Constant,
    /// As at the pressure of the last communication point.
    Stepped,
    /// As at the present pressure.
    PressureDependent,
}

fn one_bar() -> f64 {
    1e5
}

impl LawSection for HydraulicNodeSection {
    fn wire(&self, variables: &mut dyn Variables) -> Result<WiredLaw, String> {
        let compressibility = self.compressibility()?;
        let node_volume = positive("node_volume", self.node_volume)?;
        let initial_pressure = positive("initial_pressure", self.initial_pressure)?;
        let initial_volume = self.sum_of_initial_volumes()?;
        let lines = self.wire_lines(variables)?;
        Ok(WiredLaw::new(move |numbers| {
            let line = |[volume, flow, pressure]: &[Port; 3]| Line {
                volume: numbers.output(*volume),
                flow: numbers.output(*flow),
                pressure: numbers.input(*pressure),
            };
            let lines = lines.iter().map(line).collect();
            let node = HydraulicNode::new(lines, node_volume, initial_pressure, compressibility);
            node.with_initial_volume(initial_volume)
        }))
    }

    fn label(&self) -> Vec<String> {
        let modulus = match self.compressibility {
            CompressibilityKind::Constant => format!("E = {:e}", self.modulus),
            CompressibilityKind::Stepped => "E of the last pressure".into(),
            CompressibilityKind::PressureDependent => "E of the pressure".into(),
        };
        vec![format!("V = {:e}", self.node_volume), modulus]
    }

    fn is_of_second_order(&self) -> bool {
        true
    }
}

impl HydraulicNodeSection {
    /// Volume, flow and pressure of each line.
    fn wire_lines(&self, variables: &mut dyn Variables) -> Result<Vec<[Port; 3]>, String> {
        let lines = &self.lines;
        if lines.is_empty() {
            return Err("lines names no slave; name at least one".into());
        }
        let given = [&self.volume, &self.flow, &self.pressure];
        for ((field, _), names) in FIELDS.iter().zip(given) {
            if let Some(names) = names.as_ref().filter(|names| names.len() != lines.len()) {
                return Err(one_each(field, names.len(), lines.len()));
            }
        }
        let mut found = Vec::with_capacity(lines.len());
        for (k, line) in lines.iter().enumerate() {
            let slave = variables.slave(line)?;
            let name = |n: usize| given[n].as_ref().map_or(FIELDS[n].1, |names| names[k].as_str());
            let hint = |n: usize| format!("{} = [\"…\", …] names it for each line", FIELDS[n].0);
            let volume = variables.measure(slave, name(0), &hint(0))?;
            let flow = variables.measure(slave, name(1), &hint(1))?;
            let pressure = variables.drive(slave, name(2), &hint(2))?;
            if found.iter().any(|&[_, _, other]: &[Port; 3]| other == pressure) {
                return Err(format!("\"{line}.{}\" is named twice; once is enough", name(2)));
            }
            found.push([volume, flow, pressure]);
        }
        Ok(found)
    }

    /// The sum of what the lines count at the initial pressure.
    fn sum_of_initial_volumes(&self) -> Result<f64, String> {
        let Some(volumes) = &self.initial_volume else { return Ok(0.0) };
        if volumes.len() != self.lines.len() {
            return Err(one_each("initial_volume", volumes.len(), self.lines.len()));
        }
        match volumes.iter().find(|volume| !volume.is_finite()) {
            Some(volume) => Err(format!("initial_volume holds {volume}; it must be finite")),
            None => Ok(volumes.iter().sum()),
        }
    }

    /// How stiff the fluid is; what the kind has no use for is refused.
    fn compressibility(&self) -> Result<Compressibility, String> {
        let modulus = positive("modulus", self.modulus)?;
        let gas = [
            ("gas_fraction", self.gas_fraction),
            ("gas_exponent", self.gas_exponent),
            ("reference_pressure", self.reference_pressure),
        ];
        if self.compressibility == CompressibilityKind::Constant {
            return match gas.iter().find(|(_, value)| value.is_some()) {
                None => Ok(Compressibility::Constant(modulus)),
                Some((field, _)) => Err(format!(
                    "{field} has no effect with a constant modulus; remove it, or set compressibility = \
                     \"pressure-dependent\""
                )),
            };
        }
        let gas_fraction = self.gas_fraction.ok_or(
            "the field \"gas_fraction\" is missing; it makes the modulus depend on the pressure",
        )?;
        let fluid = Fluid {
            modulus,
            gas_fraction: positive("gas_fraction", gas_fraction)?,
            exponent: positive("gas_exponent", self.gas_exponent.unwrap_or(1.4))?,
            reference_pressure: positive(
                "reference_pressure",
                self.reference_pressure.unwrap_or(1e5),
            )?,
        };
        Ok(match self.compressibility {
            CompressibilityKind::Stepped => Compressibility::Stepped(fluid),
            _ => Compressibility::PressureDependent(fluid),
        })
    }
}

fn one_each(field: &str, found: usize, lines: usize) -> String {
    format!("{field} has {found} entries for {lines} lines; give one for each")
}

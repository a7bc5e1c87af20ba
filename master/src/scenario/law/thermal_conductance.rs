//! `law = "thermal-conductance"`: heat conducted between two bodies.

use coupling::law::{ThermalConductance, ThermalSide};
use serde::Deserialize;

use super::parameters::not_negative;
use super::{LawSection, Port, Variables, WiredLaw};

/// Heat conducted between two bodies; by default between `T` and `P`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ThermalConductanceSection {
    /// The two slaves.
    between: [String; 2],
    /// W/K.
    conductance: f64,
    /// The output with the temperature, on each side.
    temperature: Option<[String; 2]>,
    /// The input that takes the heat flow into the body, on each side.
    heat_flow: Option<[String; 2]>,
}

impl LawSection for ThermalConductanceSection {
    fn wire(&self, variables: &mut dyn Variables) -> Result<WiredLaw, String> {
        let conductance = not_negative("conductance", self.conductance)?;
        let slaves = variables.two_slaves(&self.between)?;
        let sides = [self.side(variables, slaves[0], 0)?, self.side(variables, slaves[1], 1)?];
        Ok(WiredLaw::new(move |numbers| {
            let [a, b] = sides.map(|[temperature, heat_flow]| ThermalSide {
                temperature: numbers.output(temperature),
                heat_flow: numbers.input(heat_flow),
            });
            ThermalConductance { a, b, conductance }
        }))
    }

    fn label(&self) -> Vec<String> {
        vec![format!("G = {}", self.conductance)]
    }
}

impl ThermalConductanceSection {
    /// Temperature and heat flow of one body.
    fn side(
        &self,
        variables: &mut dyn Variables,
        slave: usize,
        side: usize,
    ) -> Result<[Port; 2], String> {
        fn name<'a>(given: &'a Option<[String; 2]>, side: usize, usual: &'a str) -> &'a str {
            given.as_ref().map_or(usual, |pair| pair[side].as_str())
        }
        let hint = |field: &str| format!("{field} = [\"…\", \"…\"] names it on each side");
        let temperature = name(&self.temperature, side, "T");
        let heat_flow = name(&self.heat_flow, side, "P");
        Ok([
            variables.measure(slave, temperature, &hint("temperature"))?,
            variables.drive(slave, heat_flow, &hint("heat_flow"))?,
        ])
    }
}

//! Thermal conductances between two bodies.

use coupling::law::{ThermalConductance, ThermalSide};

use super::super::Law;
use super::{Driver, Port, Wiring, not_negative};
use crate::scenario::file::ThermalConductanceSection;

impl Wiring<'_> {
    pub(super) fn thermal_conductance(
        &mut self,
        section: &ThermalConductanceSection,
    ) -> Result<(), String> {
        let conductance = not_negative("conductance", section.conductance)?;
        let slaves = self.two_slaves(&section.between)?;
        let mut sides = [((0, 0), (0, 0)); 2];
        for (k, (slave, side)) in slaves.into_iter().zip(&mut sides).enumerate() {
            let name = |given: &Option<[String; 2]>, usual: &str| {
                given.as_ref().map_or(usual.to_string(), |pair| pair[k].clone())
            };
            let temperature = name(&section.temperature, "T");
            let heat_flow = name(&section.heat_flow, "P");
            let hint = |field: &str| format!("; {field} = [\"…\", \"…\"] names it on each side");
            *side = (
                self.output(slave, &temperature).map_err(|error| error + &hint("temperature"))?,
                self.input(slave, &heat_flow).map_err(|error| error + &hint("heat_flow"))?,
            );
            self.counts_in_si(slave, &temperature)?;
            self.counts_in_si(slave, &heat_flow)?;
            self.drive(side.1, Driver::Laws)?;
        }
        self.wired.laws.push(Box::new(move |numbers| {
            let [a, b] = sides.map(|(temperature, heat_flow): (Port, Port)| ThermalSide {
                temperature: numbers.output(temperature),
                heat_flow: numbers.input(heat_flow),
            });
            Law::ThermalConductance(ThermalConductance { a, b, conductance })
        }));
        Ok(())
    }
}

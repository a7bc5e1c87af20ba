//! What a correction does to a run: the energy that is left at its end, without and with it.

use coupling::CommunicationPoint;
use coupling::CouplingError;

use super::AnalysisError;
use crate::scenario::Scenario;
use crate::scenario::build::build;

/// Energies beyond this many times that at the start are without bounds.
const BEYOND: f64 = 1e9;

/// Stored energy over that at the start, at its largest in the last quarter of a run; infinite where the
/// run failed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effect {
    /// Without corrections.
    pub without: f64,
    /// With those of the scenario.
    pub with: f64,
}

impl Effect {
    /// Runs the scenario twice; slaves without `energy` count as if they had none.
    pub fn of(scenario: &Scenario) -> Result<Self, AnalysisError> {
        let mut plain = scenario.clone();
        let bonds = plain.energy.iter_mut().flat_map(|energy| &mut energy.bonds);
        bonds.for_each(|bond| bond.correction = None);
        Ok(Self { without: gain(&plain)?, with: gain(scenario)? })
    }
}

fn gain(scenario: &Scenario) -> Result<f64, AnalysisError> {
    let accounts = scenario.energy.iter().flat_map(|energy| energy.accounts.iter().flatten());
    let stored: Vec<usize> =
        accounts.flat_map(|a| a.stored.iter().map(|output| output.0)).collect();
    let energy =
        |point: &CommunicationPoint| stored.iter().map(|&output| point.y[output]).sum::<f64>();
    let last = 0.25 * scenario.time.start + 0.75 * scenario.time.stop;
    let mut simulation = build(scenario)?;
    simulation.initialize()?;
    let start = energy(simulation.point());
    let mut largest: f64 = 0.0;
    loop {
        match simulation.advance() {
            Ok(true) => {}
            Ok(false) => return Ok(largest / start),
            Err(CouplingError::NotFinite { .. } | CouplingError::Slave { .. }) => {
                return Ok(f64::INFINITY);
            }
            Err(error) => return Err(error.into()),
        }
        let now = energy(simulation.point());
        if now > BEYOND * start {
            return Ok(f64::INFINITY);
        }
        if simulation.t() >= last {
            largest = largest.max(now);
        }
    }
}

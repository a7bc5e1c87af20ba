//! What became of the energy of each bond.

use std::fmt;

use coupling::energy::{Balance, Corrections, Exchange};
use serde::Serialize;

use crate::scenario::Scenario;

/// What became of the energy of a bond.
#[derive(Clone, Debug, Serialize)]
pub struct BondSummary {
    /// Its name.
    pub name: String,
    /// Work on the driven slave, in J.
    pub exchanged: f64,
    /// Work of the other side, in J, as that side's own outputs tell it.
    pub given: f64,
    /// Energy made (positive) or lost by the coupling, in J.
    pub leak: f64,
    /// The largest energy made or lost up to a point of the run, in J.
    pub largest: f64,
    /// Leak per cycle earlier and at the end, if it grows.
    pub growth: Option<(f64, f64)>,
    /// Slaves that do not tell their energy.
    pub silent: Vec<String>,
    /// What became of its correction, if it has one.
    pub correction: Option<CorrectionSummary>,
}

/// What became of a correction, in macro steps.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct CorrectionSummary {
    /// All of them.
    pub steps: u64,
    /// Those before which it was cut off at its cap.
    pub capped: u64,
    /// Those in which it paused.
    pub paused: u64,
}

impl BondSummary {
    pub(super) fn new(balance: Balance, scenario: &Scenario) -> Self {
        let Balance { name, exchange, leak, largest, growth, silent, corrections } = balance;
        let silent = silent.iter().map(|id| scenario.slaves[id.0].name.clone()).collect();
        let Exchange { passed: exchanged, given } = exchange;
        let Corrections { steps, capped, paused } = corrections;
        let correction = (steps > 0).then_some(CorrectionSummary { steps, capped, paused });
        Self { name, exchanged, given, leak, largest, growth, silent, correction }
    }
}

impl fmt::Display for BondSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, exchanged, given, leak, largest, silent, .. } = self;
        write!(f, "{name}: {exchanged:.4e} J exchanged")?;
        match silent.as_slice() {
            [] => write!(f, ", leak {leak:.3e} J, at most {largest:.3e} J")?,
            silent => write!(
                f,
                ", {given:.4e} J by the other side, leak about {leak:.3e} J; what happens inside {} is not \
                 known, for no energy outputs are named",
                silent.join(" and ")
            )?,
        }
        match self.correction {
            Some(CorrectionSummary { steps, capped, paused }) if capped + paused > 0 => write!(
                f,
                "; of {steps} corrections {capped} were cut off at the cap and {paused} paused"
            ),
            _ => Ok(()),
        }
    }
}

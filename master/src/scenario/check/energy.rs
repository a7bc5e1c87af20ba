//! What is known of the energy that passes between slaves.

use std::ops::Range;

use coupling::SlaveId;
use coupling::energy::{Account, Monitored, Motion, PowerPort};

use super::Scenario;
use super::results::{Column, ColumnKind, Place};
use crate::scenario::correction::ChosenCorrection;
use crate::scenario::file::BondSection;

/// Bonds and the slaves that tell their energy.
#[derive(Clone, Debug)]
pub struct Energy {
    /// For each slave, if it tells.
    pub accounts: Vec<Option<Account>>,
    /// The bonds, in the order of the file.
    pub bonds: Vec<Bond>,
}

/// A bond with its variables resolved.
#[derive(Clone, Debug)]
pub struct Bond {
    /// Its name.
    pub name: String,
    /// The slave that the force drives.
    pub driven: SlaveId,
    /// The slave that gives the force; none where laws do.
    pub giver: Option<SlaveId>,
    /// What the motion is.
    pub motion: Motion,
    /// One for each direction.
    pub ports: Vec<PowerPort>,
    /// What is done about its leak.
    pub correction: Option<ChosenCorrection>,
}

/// The correction that the user asks for.
pub(super) fn correction(
    section: &BondSection,
) -> Result<Option<ChosenCorrection>, (Option<Range<usize>>, String)> {
    if let Some(cap) = &section.cap {
        let value = cap.get_ref();
        if value.is_nan() || *value <= 0.0 {
            let message = format!("cap is {value}; it must be greater than zero");
            return Err((Some(cap.span()), message));
        }
    }
    let pauses = section.pause.unwrap_or(false);
    Ok(section.correction.chosen(section.cap.as_ref().map(|cap| *cap.get_ref()), pauses))
}

impl Bond {
    /// Both sides and the correction.
    pub fn in_words(&self, scenario: &Scenario) -> String {
        let slave = |id: SlaveId| scenario.slaves[id.0].name.as_str();
        let giver = self.giver.map_or("a law", slave);
        let correction = self.correction.map(|correction| correction.in_words());
        let correction = correction.unwrap_or("not corrected".into());
        format!("from {giver} to {}, {correction}", slave(self.driven))
    }
}

impl Energy {
    /// Whether a force is corrected, so that not even linear slaves make a linear run.
    pub fn corrects(&self) -> bool {
        self.bonds.iter().any(|bond| bond.correction.is_some())
    }
}

/// The columns that the monitor fills, for bonds of so many directions.
pub(super) fn columns(bonds: &[(String, usize)]) -> Vec<Column> {
    if bonds.is_empty() {
        return Vec::new();
    }
    let mut names = Vec::new();
    for (bond, directions) in bonds {
        names.extend(Monitored::ALL.map(|quantity| {
            let (word, unit) = word(quantity);
            (format!("energy.{bond}.{word}"), Some(unit))
        }));
        names.extend((1..=*directions).map(|k| match directions {
            1 => (format!("energy.{bond}.correction"), None),
            _ => (format!("energy.{bond}.correction.{k}"), None),
        }));
    }
    let sums = ["exchanged", "leak", "accumulated", "balance"];
    debug_assert_eq!(sums.len(), Monitored::SUMS);
    names.extend(sums.map(|sum| (format!("energy.{sum}"), Some("J"))));
    let column = |(k, (name, unit)): (usize, (String, Option<&str>))| Column {
        name,
        unit: unit.map(String::from),
        kind: ColumnKind::Real,
        discrete: false,
        place: Place::Energy(k),
    };
    names.into_iter().enumerate().map(column).collect()
}

/// A quantity in words, and its unit.
fn word(quantity: Monitored) -> (&'static str, &'static str) {
    match quantity {
        Monitored::Exchanged => ("exchanged", "J"),
        Monitored::Power => ("power", "W"),
        Monitored::PowerGiven => ("power_given", "W"),
        Monitored::Residual => ("residual", "W"),
        Monitored::Leak => ("leak", "J"),
        Monitored::Accumulated => ("accumulated", "J"),
    }
}

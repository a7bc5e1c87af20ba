//! The corrections of `bonds.NAME.correction`, one file each: the name, what it needs, and what is said of it. Their
//! formulas are in `coupling::energy`.
//!
//! A correction is added by its file and a line in `ALL`.

mod accumulated_leak;
mod passivity;

use coupling::signals::Correction;
use serde::de::Error;
use serde::{Deserialize, Deserializer};

/// The corrections that a bond may ask for.
const ALL: [CorrectionKind; 2] = [accumulated_leak::ACCUMULATED_LEAK, passivity::PASSIVITY];

/// What a user may write; "none" leaves a bond as it is.
const NAMES: [&str; 3] = ["none", ALL[0].name, ALL[1].name];

/// What a user writes.
#[derive(Clone, Copy, Debug, Default)]
pub struct CorrectionName(Option<CorrectionKind>);

impl<'de> Deserialize<'de> for CorrectionName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        if !NAMES.contains(&name.as_str()) {
            return Err(D::Error::unknown_variant(&name, &NAMES));
        }
        Ok(Self(ALL.into_iter().find(|kind| kind.name == name)))
    }
}

impl CorrectionName {
    /// Whether it asks for a correction.
    pub fn is_some(&self) -> bool {
        self.0.is_some()
    }

    /// The correction, at most so large, if it asks for one.
    pub fn chosen(&self, cap: Option<f64>, pauses: bool) -> Option<ChosenCorrection> {
        self.0.map(|kind| ChosenCorrection { kind, cap: cap.unwrap_or(kind.cap), pauses })
    }
}

/// A way to take a leak back.
#[derive(Clone, Copy, Debug)]
pub struct CorrectionKind {
    /// What the user writes.
    name: &'static str,
    /// What is said of it, behind "corrected".
    label: &'static str,
    /// The largest force where the user gives none, as a part of the coupling force.
    cap: f64,
    /// Whose energy it must know.
    pub needs: Needs,
    build: fn(f64) -> Box<dyn Correction>,
}

/// Whose energy a correction must know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// That of the driven slave, and of the giver of the force where it is a slave.
    BothSides,
    /// That of the giver of the force, which must be a slave.
    Giver,
}

/// A correction with its largest force.
#[derive(Clone, Copy, Debug)]
pub struct ChosenCorrection {
    /// Which.
    pub kind: CorrectionKind,
    /// The largest force, as a part of the coupling force.
    pub cap: f64,
    /// Whether it pauses while the motion turns too often to be followed.
    pub pauses: bool,
}

impl ChosenCorrection {
    /// The correction itself.
    pub fn build(&self) -> Box<dyn Correction> {
        (self.kind.build)(self.cap)
    }

    /// What is done, in words.
    pub fn in_words(&self) -> String {
        let pauses = if self.pauses { ", with pauses" } else { "" };
        format!("corrected {}, at most {} of the force{pauses}", self.kind.label, self.cap)
    }
}

//! Runs a collection of FMUs laid out like that of the FMI cross-check, each in a process of its own,
//! and compares what they give with reference results.
//!
//! [`collection`] finds the models, [`run`] simulates one, [`compare`] judges its signals,
//! [`report`] writes tree and tables, [`expect`] compares the verdicts with frozen ones.

pub mod collection;
pub mod compare;
pub mod expect;
mod options;
pub mod report;
pub mod run;
mod variables;

use serde::{Deserialize, Serialize};

/// How a model came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// It ran, and its signals lie in the band around the reference.
    Passed,
    /// It ran to an error, or its signals lie outside the band.
    Failed,
    /// It is not for us: another platform, another version of FMI, a wrong file.
    Rejected,
    /// Its process died.
    Crashed,
    /// Its process was still running when its time was over.
    Timeout,
    /// It ran, and there is no reference to compare with.
    Ran,
}

impl Verdict {
    /// The word in tables.
    pub fn word(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Failed => "failed",
            Self::Rejected => "rejected",
            Self::Crashed => "crashed",
            Self::Timeout => "timeout",
            Self::Ran => "ran",
        }
    }

    /// The empty file that stands for it in the tree of results, which knows three of them.
    pub fn indicator(self) -> Option<&'static str> {
        match self {
            Self::Passed => Some("passed"),
            Self::Failed | Self::Crashed | Self::Timeout => Some("failed"),
            Self::Rejected => Some("rejected"),
            Self::Ran => None,
        }
    }
}

/// One signal against its reference.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SignalResult {
    /// The variable.
    pub name: String,
    /// Part of the samples outside the band.
    pub outliers: f64,
    /// Whether that is little enough.
    pub in_band: bool,
    /// max|x − ref| over the reference's range.
    pub error: f64,
    /// Whether that is within the strict limit.
    pub strict: bool,
}

/// What became of one model.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ModelResult {
    /// The FMU's name.
    pub model: String,
    /// Its folder in the collection.
    pub folder: String,
    /// By the band.
    pub verdict: Verdict,
    /// Whether every signal is within the strict limit; none if nothing was compared.
    pub strict: Option<bool>,
    /// Signal by signal.
    pub signals: Vec<SignalResult>,
    /// Wall time in s.
    pub seconds: f64,
    /// What else there is to say.
    pub note: String,
}

impl ModelResult {
    /// Where it is in the collection, as one text.
    pub fn key(&self) -> String {
        format!("{}/{}", self.folder, self.model)
    }

    /// The word for the strict verdict.
    pub fn strict_word(&self) -> &'static str {
        match self.strict {
            Some(true) => "yes",
            Some(false) => "no",
            None => "-",
        }
    }

    /// The signal with the largest error.
    pub fn worst(&self) -> Option<&SignalResult> {
        self.signals.iter().max_by(|a, b| a.error.total_cmp(&b.error))
    }
}

//! What a probe reports.

use super::checks::Check;
use super::verdict::Found;
use serde::{Deserialize, Serialize};

/// All that was found out about an FMU.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// The version of macrostep that probed.
    pub macrostep: String,
    /// The platform on which it probed.
    pub platform: String,
    /// The file as it was given.
    pub fmu: String,
    /// The hash of the file's bytes; none for a folder.
    pub hash: Option<String>,
    /// The name of the model.
    pub model: String,
    /// The tool that made the FMU, if it says.
    pub tool: Option<String>,
    /// One finding per check.
    pub findings: Vec<Finding>,
}

impl Report {
    /// The finding of a check, if it was made.
    pub fn finding(&self, check: Check) -> Option<&Finding> {
        self.findings.iter().find(|finding| finding.check == check)
    }

    /// Replaces the finding of its check, or adds it.
    pub fn keep(&mut self, finding: Finding) {
        match self.findings.iter_mut().find(|known| known.check == finding.check) {
            Some(known) => *known = finding,
            None => self.findings.push(finding),
        }
    }
}

/// What one check found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// Which check.
    pub check: Check,
    /// What the FMU says of itself.
    pub declared: String,
    /// What it does.
    #[serde(flatten)]
    pub found: Found,
    /// How long the check took, in s.
    pub seconds: f64,
}

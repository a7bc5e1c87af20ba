//! `sandbox` of a slave, or of all.

use serde::Deserialize;

/// Whether an FMU runs in a sandbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged, expecting = "write sandbox = true, false or \"require\"")]
pub enum SandboxValue {
    /// `true`, with a warning where a part of it does not hold, or `false`.
    Wanted(bool),
    /// `"require"`: an error where a part of it does not hold.
    Word(Require),
}

/// The only word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Require {
    /// Every part must hold.
    Require,
}

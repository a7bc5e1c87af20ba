//! What deviates from the standard, with a stable code.

use std::fmt;

/// How bad a deviation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The FMU can be used; the file should be corrected.
    Warning,
    /// What the file says cannot be meant, and another reading gives other numbers: the FMU is not loaded.
    Error,
}

/// One deviation of an FMU from the standard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// A stable code, `D01` and so on.
    pub code: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// What is wrong with what, in words.
    pub message: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.code, self.message)
    }
}

//! Why a check could not be carried through.

use crate::fmi::FmuError;
use std::fmt;

/// What stopped a check.
#[derive(Debug)]
pub enum Stopped {
    /// The FMU answered with an error.
    Fmu(FmuError),
    /// Its steps take too long.
    TooSlow {
        /// What the check would take at least, in s.
        would_take: f64,
        /// What a step takes, in s.
        step: f64,
    },
}

impl From<FmuError> for Stopped {
    fn from(error: FmuError) -> Self {
        Self::Fmu(error)
    }
}

impl fmt::Display for Stopped {
    /// Without the name that the probe gave to the instance.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fmu(error) => f.write_str(error.to_string().trim_start_matches("\"probe\": ")),
            Self::TooSlow { would_take, step } => write!(
                f,
                "a step takes {step:.2} s, so this would take about {would_take:.0} s or more \
                 (macrostep probe --timeout gives it more time)"
            ),
        }
    }
}

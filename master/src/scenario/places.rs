//! In which process a slave runs.

use std::fmt;

/// Where a slave runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In the master's process.
    Here,
    /// In its own process, as asked for.
    OwnProcess,
    /// In a sandbox, as asked for.
    Sandbox,
    /// In its own process, because the master's has an instance of its FMU, which allows no other.
    OnlyOnceHere,
    /// In its own process, because the master's has an instance of its FMU, and a probe did not find that they
    /// leave each other alone.
    NotBesideAnother,
    /// In its own process, because its FMU ended one in a probe.
    Crashes,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Here => "in the master's process",
            Self::OwnProcess => "in its own process",
            Self::Sandbox => "in a sandbox",
            Self::OnlyOnceHere => {
                "in its own process, because its FMU allows one instance per process"
            }
            Self::NotBesideAnother => {
                "in its own process, because instances of its FMU may disturb each other"
            }
            Self::Crashes => "in its own process, because its FMU crashed or hung in a probe",
        })
    }
}

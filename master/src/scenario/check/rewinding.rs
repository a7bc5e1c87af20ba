//! Whether the state of a slave can be saved and restored, by what its FMU declares and by what a probe found.

use super::{CheckedSlave, Options, Origin};
use crate::probe::{Found, Rewind, rewind};

/// Why a slave cannot be rewound.
pub(super) enum Obstacle {
    /// It does not claim to.
    NotOffered,
    /// It claims to, and a probe found otherwise.
    Broken(Found),
}

impl Obstacle {
    /// In words, of a slave.
    pub(super) fn reason(&self) -> String {
        match self {
            Self::NotOffered => "its FMU does not offer canGetAndSetFMUstate".into(),
            Self::Broken(found) => format!(
                "its FMU offers canGetAndSetFMUstate, but a probe found \"{found}\" (--trust-fmu \
                 ignores the probe)"
            ),
        }
    }
}

/// Why a slave cannot be rewound, if it cannot.
pub(super) fn obstacle(slave: &CheckedSlave, options: Options) -> Option<Obstacle> {
    if !slave.origin.can_rewind() {
        return Some(Obstacle::NotOffered);
    }
    match &slave.origin {
        Origin::Fmu(fmu) if !options.trust_fmu => match rewind(fmu.path()) {
            Rewind::Exact | Rewind::BetweenRestored => None,
            Rewind::Broken(found) => Some(Obstacle::Broken(found)),
        },
        _ => None,
    }
}

//! How a run ends that does not complete.

/// How a run ended that did not complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It failed.
    Failed,
    /// It was asked to end, or killed.
    Interrupted,
}

impl Status {
    /// The word in the sidecar.
    pub fn word(self) -> &'static str {
        match self {
            Self::Failed => "failed",
            Self::Interrupted => "interrupted",
        }
    }
}

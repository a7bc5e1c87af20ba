//! What a check comes to: a verdict with its reasons.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The name of the number that says how long a check would take that was not tried, in s.
pub const WOULD_TAKE: &str = "would_take";
/// The name of the FMI function in which a process ended.
pub const CALL: &str = "call";

/// A verdict with its reasons.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Found {
    /// The verdict.
    pub verdict: Verdict,
    /// Numbers and names behind it, in words; may be empty.
    pub detail: String,
    /// Numbers and names behind it for programs, by name.
    #[serde(default, skip_serializing_if = "serde_json::Map::is_empty")]
    pub data: serde_json::Map<String, serde_json::Value>,
}

impl Found {
    /// A verdict with its reasons in words.
    pub fn new(verdict: Verdict, detail: impl Into<String>) -> Self {
        Self { verdict, detail: detail.into(), data: serde_json::Map::new() }
    }

    /// Whether a faster machine, or one with less to do, might find something else.
    pub fn depends_on_time(&self) -> bool {
        self.verdict == Verdict::Hang || self.data.contains_key(WOULD_TAKE)
    }

    /// The FMI function in which the process ended, if it did.
    pub fn crashed_in(&self) -> Option<&str> {
        (self.verdict == Verdict::Crash).then(|| self.data.get(CALL)?.as_str())?
    }

    /// Adds a number or a list for programs.
    pub fn with(mut self, name: &str, value: impl Into<serde_json::Value>) -> Self {
        self.data.insert(name.into(), value.into());
        self
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.verdict, self.detail.as_str()) {
            (Verdict::Measured, detail) => f.write_str(detail),
            (verdict, "") => verdict.fmt(f),
            (verdict, detail) => write!(f, "{verdict}: {detail}"),
        }
    }
}

/// What a check comes to; the words in a table are those of `Display`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It can be done.
    Works,
    /// Repeated runs agree bit for bit with the run that went on.
    Exact,
    /// Restored runs agree bit for bit with each other, but not with the run that went on.
    ExactWhenRestored,
    /// Exact in the instance that saved, not in another.
    ExactInSameInstance,
    /// The values agree with what is known otherwise.
    Right,
    /// So they do, but they are not known before the first step.
    UnknownAtStart,
    /// What was given has the effect it should have.
    Honoured,
    /// The trajectory does not depend on the steps.
    Same,
    /// Instances do not notice each other.
    Independent,
    /// The run after it is the first run again.
    Repeats,
    /// What is seen is what is declared.
    AsDeclared,
    /// It is done without complaint.
    Accepted,
    /// A number, for which there is no verdict.
    Measured,
    /// The FMU reports success, and the values are wrong.
    Wrong,
    /// The results differ where they should not.
    Differs,
    /// What was given has no effect.
    Ignored,
    /// The values are not numbers, with fmi2OK.
    NotANumber,
    /// One instance changes the results of another.
    SharesData,
    /// It is answered with an error, where that is a fair answer.
    Refused,
    /// It cannot be done.
    Fails,
    /// A function reported an error.
    Error,
    /// The process ended.
    Crash,
    /// There was no answer in time.
    Hang,
    /// The FMU does not claim to do it.
    NotOffered,
    /// The FMU has nothing by which it could be seen.
    NothingToSee,
    /// It could not be tried.
    NotProbed,
}

impl Verdict {
    /// Whether the check came to nothing, which may be for want of something that the FMU needs.
    pub fn is_failure(self) -> bool {
        matches!(self, Self::Fails | Self::Error | Self::Crash | Self::Hang)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Works => "works",
            Self::Exact => "exact",
            Self::ExactWhenRestored => "exact only between restored runs",
            Self::ExactInSameInstance => "exact in the same instance only",
            Self::Right => "right",
            Self::UnknownAtStart => "right, but unknown at the start",
            Self::Honoured => "honoured",
            Self::Same => "same trajectory",
            Self::Independent => "independent",
            Self::Repeats => "repeats exactly",
            Self::AsDeclared => "as declared",
            Self::Accepted => "accepted",
            Self::Measured => "measured",
            Self::Wrong => "wrong",
            Self::Differs => "differs",
            Self::Ignored => "ignored",
            Self::NotANumber => "NaN",
            Self::SharesData => "shares data",
            Self::Refused => "refused",
            Self::Fails => "fails",
            Self::Error => "error",
            Self::Crash => "crash",
            Self::Hang => "hang",
            Self::NotOffered => "not offered",
            Self::NothingToSee => "nothing to observe",
            Self::NotProbed => "not tried",
        })
    }
}

//! `simulation.threads`

use serde::Deserialize;

/// How many threads run the slaves, as written.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum ThreadsValue {
    /// So many.
    Count(i64),
    /// `"auto"`
    Word(String),
}

/// `simulation.assignment`: which thread takes which slave.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AssignmentKind {
    /// Each thread has slaves of its own, by what their steps were measured to cost.
    #[default]
    Measured,
    /// Threads claim slaves one by one.
    Claimed,
}

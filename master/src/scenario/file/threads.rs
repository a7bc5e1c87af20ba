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

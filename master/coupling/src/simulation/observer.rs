//! Who is shown the communication points of a run.

use crate::point::CommunicationPoint;

/// Someone who is shown every accepted communication point.
pub trait Observer {
    /// The values at time `t`, after `taken` of `steps` steps.
    fn accept(
        &mut self,
        t: f64,
        point: &CommunicationPoint,
        progress: Progress,
    ) -> Result<(), String>;
}

/// How far a run has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Steps taken.
    pub taken: u64,
    /// Steps in all.
    pub steps: u64,
}

//! What the frames between the master and the process of an FMU mean.
//!
//! Every request has one answer, before which any number of [`Kind::Log`] and [`Kind::StepWarned`] frames may come.

/// What a frame means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    /// Request: a [`SlaveSpec`](super::SlaveSpec) as JSON; answered by `Opened`.
    Open,
    /// Request: input values; answered by `Values`.
    Outputs,
    /// Request: input values; answered by `Values`, which are the derivatives of the outputs.
    OutputDerivatives,
    /// Request: t, end, h and input polynomials; answered by `Values`.
    Step,
    /// Request: a slot; answered by `Done`.
    Save,
    /// Request: a slot; answered by `Done`.
    Restore,
    /// Request: end the initialisation; answered by `Done`.
    Start,
    /// Request: end the run; answered by `Done`.
    Finish,
    /// Request: a slot; answered by `State`, the state that is kept there.
    Serialise,
    /// Request: a slot, and a state to be kept there; answered by `Done`.
    Deserialise,
    /// Request: answered by `Names`, those of the continuous states.
    StateNames,
    /// Request: answered by `Values`, the continuous states.
    ReadStates,
    /// Request: t and continuous states; answered by `Done`.
    SetStates,
    /// Request: free and unload everything, then exit; answered by `Done`.
    Close,
    /// Answer: an [`OpenReply`](super::open_reply::OpenReply) as JSON.
    Opened,
    /// Answer: numbers.
    Values,
    /// Answer: a saved state as the FMU has written it.
    State,
    /// Answer: a list of names as JSON, or null where there is none.
    Names,
    /// Answer: it worked.
    Done,
    /// Answer: the step was refused; the time reached and the reason.
    Refused,
    /// Answer: the slave wants the simulation to end; the time it reached.
    Ended,
    /// Answer: it failed; the reason.
    Failed,
    /// A message of the FMU: status, category, text.
    Log,
    /// A step ended with fmi2Warning: its begin, and what the FMU said of it.
    StepWarned,
}

impl Kind {
    const ALL: [Self; 24] = [
        Self::Open,
        Self::Outputs,
        Self::OutputDerivatives,
        Self::Step,
        Self::Save,
        Self::Restore,
        Self::Start,
        Self::Finish,
        Self::Serialise,
        Self::Deserialise,
        Self::StateNames,
        Self::ReadStates,
        Self::SetStates,
        Self::Close,
        Self::Opened,
        Self::Values,
        Self::State,
        Self::Names,
        Self::Done,
        Self::Refused,
        Self::Ended,
        Self::Failed,
        Self::Log,
        Self::StepWarned,
    ];

    /// The kind that a byte stands for.
    pub fn of(byte: u8) -> Option<Self> {
        Self::ALL.get(usize::from(byte)).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_its_byte() {
        for (byte, kind) in Kind::ALL.into_iter().enumerate() {
            assert_eq!((kind as usize, Kind::of(byte as u8)), (byte, Some(kind)));
        }
        assert_eq!(Kind::of(Kind::ALL.len() as u8), None);
    }
}

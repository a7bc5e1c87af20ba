//! A slave: one subsystem that integrates itself from one communication point to the next.
//!
//! Everything the schemes know of an FMU, a remote process or an in-process model is the trait
//! [`Slave`].

mod linear;
mod retry;
mod substeps;

pub use linear::{LinearSlave, StateSpace};
pub use retry::Retry;
pub use substeps::Substeps;

use crate::polynomial::Polynomial;

/// One macro step, from the communication point `t` to the communication point `end`.
///
/// `h` is the nominal length used in formulas; with a fixed step it is the same number in every
/// step. `end - t` may differ from it by rounding, because both points are computed from the start
/// time and a step count; a slave that is told a length is told `end - t`, so that it arrives
/// exactly.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// Where the step begins.
    pub t: f64,
    /// Where it ends.
    pub end: f64,
    /// Its nominal length.
    pub h: f64,
}

impl Step {
    /// Its two halves.
    pub fn halves(self) -> [Self; 2] {
        let Self { t, end, h } = self;
        let (middle, h) = (t + 0.5 * (end - t), 0.5 * h);
        [Self { t, end: middle, h }, Self { t: middle, end, h }]
    }

    /// So many steps of its length in a row, as one.
    pub fn times(self, count: u64) -> Self {
        let h = count as f64 * self.h;
        Self { t: self.t, end: self.t + h, h }
    }

    /// One of its `parts` equal parts, counted from 0.
    pub fn part(self, part: u64, parts: u64) -> Self {
        if parts == 1 {
            return self;
        }
        let h = self.h / parts as f64;
        let point = |k: u64| if k == parts { self.end } else { self.t + k as f64 * h };
        Self { t: point(part), end: point(part + 1), h }
    }
}

/// Where a slave keeps a saved state; saving again overwrites.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slot {
    /// The start of the current macro step, used by the schemes.
    MacroStart,
    /// The start of a macro step that may be rejected, used by whoever drives the schemes.
    Trial,
    /// A point before a step that may be refused, used by [`Retry`].
    Retry,
}

impl Slot {
    /// How many slots there are.
    pub const COUNT: usize = 3;
}

/// An input as the coupling sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputPort {
    /// Its name in the slave.
    pub name: String,
    /// Integer and Boolean inputs are held over a step, never extrapolated.
    pub discrete: bool,
}

/// An output as the coupling sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutputPort {
    /// Its name in the slave.
    pub name: String,
    /// The inputs (positions in [`Ports::inputs`]) on which it depends without delay.
    pub feedthrough: Feedthrough,
}

/// On which inputs an output depends without delay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Feedthrough {
    /// The slave states them; an empty list means none.
    Declared(Vec<usize>),
    /// The slave does not say, and was seen to depend on these: it may depend on others too.
    Seen(Vec<usize>),
    /// The slave does not say: it may depend on any of them.
    Unknown,
}

/// What a slave offers to be coupled, fixed for its life.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ports {
    /// The inputs, in the order of the slices given to [`Slave::step`].
    pub inputs: Vec<InputPort>,
    /// The outputs, in the order of the slices filled by [`Slave::step`].
    pub outputs: Vec<OutputPort>,
    /// The highest degree of an input polynomial that the slave follows within a step.
    pub input_degree: usize,
    /// Whether `save` and `restore` work.
    pub can_rewind: bool,
}

/// Why a slave did not do what it was asked.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SlaveError {
    /// It stopped inside the step; a shorter one may succeed.
    #[error("refused the step, having reached t = {reached} s: {reason}")]
    Refused {
        /// The time up to which it came.
        reached: f64,
        /// Its own words.
        reason: String,
    },
    /// It cannot go on.
    #[error("{reason}")]
    Failed {
        /// What happened, in words for the user.
        reason: String,
    },
    /// It wants the simulation to end, which is no failure.
    #[error("asked to end the simulation at t = {at} s")]
    Ended {
        /// The time up to which it came.
        at: f64,
    },
    /// The process in which it ran is gone.
    #[error("{reason}")]
    Died {
        /// How it ended and in which call, in words for the user.
        reason: String,
    },
}

/// One subsystem of a coupled system.
pub trait Slave: Send {
    /// Its inputs, outputs and abilities.
    fn ports(&self) -> &Ports;

    /// The outputs at the present state and time for the given input values.
    fn outputs(&mut self, u: &[f64], y: &mut [f64]) -> Result<(), SlaveError>;

    /// Integrates over `step` with the inputs `u` given as polynomials over it, and reads the
    /// outputs at its end with the inputs at the polynomials' end values.
    fn step(&mut self, step: &Step, u: &[Polynomial], y: &mut [f64]) -> Result<(), SlaveError>;

    /// Keeps the present state in `slot`.
    ///
    /// The state is also restored at once, so that the run that continues from here and every
    /// later one from [`restore`](Slave::restore) start alike.
    fn save(&mut self, slot: Slot) -> Result<(), SlaveError>;

    /// Returns to the state kept in `slot`.
    fn restore(&mut self, slot: Slot) -> Result<(), SlaveError>;

    /// Writes the time derivatives of its outputs at the present state for the given input values and their
    /// slopes `du`, as far as it knows them; the others are left. A slope that is NaN is not known: where it
    /// counts, that at the end of the last step stands for it, if the slave knows that.
    fn output_derivatives(
        &mut self,
        _u: &[f64],
        _du: &[f64],
        _dy: &mut [f64],
    ) -> Result<(), SlaveError> {
        Ok(())
    }

    /// Saved states that pass between instances of the same model, if it offers that.
    fn state_transfer(&mut self) -> Option<&mut dyn StateTransfer> {
        None
    }

    /// Its continuous states, if they can be read and set at will.
    ///
    /// Only analysis asks, after the [`start`](Slave::start); finding them may move the slave.
    fn continuous_states(&mut self) -> Option<&mut dyn ContinuousStates> {
        None
    }

    /// Writes the values from which the initialisation begins; they matter where a slave refuses
    /// others, such as a mass of zero, and as first guess of an algebraic loop.
    fn start_inputs(&self, u: &mut [f64]) {
        u.fill(0.0);
    }

    /// Ends the initialisation, after which [`outputs`](Slave::outputs) answers for the start time
    /// and steps may follow.
    fn start(&mut self) -> Result<(), SlaveError> {
        Ok(())
    }

    /// Ends the run in good order.
    fn finish(&mut self) -> Result<(), SlaveError> {
        Ok(())
    }
}

/// A slave whose saved states pass to other instances of the same model.
pub trait StateTransfer {
    /// Writes the state kept in `slot` over `bytes`.
    fn serialise(&mut self, slot: Slot, bytes: &mut Vec<u8>) -> Result<(), SlaveError>;

    /// Keeps in `slot` the state that another instance has written.
    fn deserialise(&mut self, slot: Slot, bytes: &[u8]) -> Result<(), SlaveError>;
}

/// A slave whose continuous states can be read and set.
pub trait ContinuousStates {
    /// Their names, in the order of the slices of the other methods.
    fn names(&mut self) -> Result<Vec<String>, SlaveError>;

    /// Writes them as they are now.
    fn read(&mut self, x: &mut [f64]) -> Result<(), SlaveError>;

    /// Begins anew at `t` with them at `x`.
    fn set(&mut self, t: f64, x: &[f64]) -> Result<(), SlaveError>;
}

//! What is left of an algebraic loop: whether it still falls, and what it is if it does not.

use crate::error::LoopFailure;

/// What counts as rounding where the residual stops falling: large terms that cancel leave so much …
const ROUNDING: f64 = 1e-9;
/// … or, of an input that is next to nothing, this · (1 + |u|).
const NOTHING: f64 = 1e-13;
/// Only this near to a solution a residual that does not fall is noise.
const NEAR: f64 = 1e-3;
/// A residual falls if it is less than half of the best one; so many others in a row stand still.
const STANDS: usize = 4;

/// The largest residual of a loop.
#[derive(Clone, Copy)]
pub(super) struct Largest {
    /// Relative to its input.
    pub(super) relative: f64,
    /// Relative to 1 + |u|.
    pub(super) absolute: f64,
}

/// Whether residuals still fall.
pub(super) struct Falling {
    best: f64,
    /// Residuals since the best one.
    since: usize,
}

impl Default for Falling {
    fn default() -> Self {
        Self { best: f64::INFINITY, since: 0 }
    }
}

impl Falling {
    /// Takes note of a residual; whether it is near a solution and has not fallen for a while.
    pub(super) fn ends(&mut self, left: Largest) -> bool {
        self.since += 1;
        if left.relative < 0.5 * self.best {
            *self = Self { best: left.relative, since: 0 };
        }
        self.since >= STANDS && left.relative <= NEAR
    }

    /// What a residual is that no iteration makes smaller: nothing but rounding, or so much noise, if that is
    /// `accepted`. Where the best one was near a solution, it is noise that leads away from it.
    pub(super) fn settle(&self, left: Largest, accepted: f64) -> Result<Option<f64>, LoopFailure> {
        match left.relative {
            relative if relative <= ROUNDING || left.absolute <= NOTHING => Ok(None),
            relative if relative <= accepted => Ok(Some(relative)),
            _ if self.best <= NEAR => Err(LoopFailure::Noise),
            _ => Err(LoopFailure::Diverged),
        }
    }
}

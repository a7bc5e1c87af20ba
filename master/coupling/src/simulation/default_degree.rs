//! The degree that inputs have by default in implicit schemes: 2, or 1 where the coupling is stiff over a step.
//!
//! Inputs of degree 2 through their end have order 3, those of degree 1 order 2. But they add energy: an undamped
//! oscillation of the coupling at ω grows by 0.13 (ωH)³ per period, and beyond a stiffness they are unstable where
//! degree 1 is not. The [gain](crate::scheme::coupling_gain) of the coupling over a step tells how far that is: up to
//! 0.05, which is ωH = 0.55 for a spring alone, growth is 2 % per period at most, and damping of 0.35 % outweighs it.
//!
//! The gain is found before the first step by one perturbed run for each input of a slave. Schemes that go on finding
//! interface Jacobians watch it: where it becomes larger, inputs have degree 1 from then on.

use super::Simulation;
use crate::CouplingError;
use crate::scheme::{MacroStep, coupling_gain};
use crate::slave::Slot;

/// The largest gain of a coupling over a step with inputs of degree 2.
const STIFF: f64 = 0.05;

/// The degree of inputs, where it is not the user who chose it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DefaultDegree {
    /// It is to be chosen before the first step.
    Wanted,
    /// Degree 2, for the coupling has this gain over a step.
    Two {
        /// The gain.
        gain: f64,
    },
    /// Degree 1 from a time on, for the coupling has this gain.
    One {
        /// The gain.
        gain: f64,
        /// From when on, in s.
        t: f64,
    },
}

impl Simulation {
    /// Lets inputs, which have degree 2, have degree 1 where the coupling is stiff over a step. All slaves with
    /// inputs that are solved for must be rewindable.
    #[must_use]
    pub fn choosing_degree(mut self) -> Self {
        self.default_degree = Some(DefaultDegree::Wanted);
        self
    }

    /// Which degree inputs have, where it is not the user who chose it.
    pub fn default_degree(&self) -> Option<DefaultDegree> {
        self.default_degree
    }

    /// Chooses the degree, if that is wanted.
    pub(super) fn choose_degree(&mut self) -> Result<(), CouplingError> {
        let (Some(DefaultDegree::Wanted), Some(step)) = (self.default_degree, self.clock.next())
        else {
            return Ok(());
        };
        let start = self.end.clone();
        self.network.save(step.t, Slot::Trial)?;
        self.signals.predict(&step);
        if self.network.has_prescribed() {
            self.prescribe(&step)?;
        }
        let Self { network, signals, end, .. } = self;
        let mut over = MacroStep { network, signals, step: &step };
        let gain = coupling_gain(&mut over, &mut end.y)?;
        self.network.restore(step.t, Slot::Trial)?;
        self.default_degree = Some(DefaultDegree::Two { gain });
        self.judge_gain(gain);
        self.resume(self.clock.clone(), step.h, &[start]);
        Ok(())
    }

    /// Looks whether the scheme has found a stiffer coupling.
    #[inline]
    pub(super) fn watch_gain(&mut self) {
        if self.default_degree.is_some()
            && let Some(gain) = self.scheme.coupling_gain()
        {
            self.judge_gain(gain);
        }
    }

    /// Lowers the degree where the gain is too large.
    fn judge_gain(&mut self, gain: f64) {
        let stiff = gain.is_nan() || gain > STIFF;
        if stiff && matches!(self.default_degree, Some(DefaultDegree::Two { .. })) {
            self.default_degree = Some(DefaultDegree::One { gain, t: self.clock.t() });
            self.signals.lower(1);
        }
    }
}

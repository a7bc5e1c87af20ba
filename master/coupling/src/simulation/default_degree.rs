//! The degree that inputs have by default in implicit schemes: 2, or 1 where that would not be stable.
//!
//! Inputs of degree 2 through their end have order 3, those of degree 1 order 2. But degree 2 feeds energy into an
//! oscillation of the coupling at ω, which grows by (ωH)⁴/48 per step unless it is damped, and beyond some stiffness it
//! is unstable where degree 1 is not. So before the first step the [growth of the
//! coupling](crate::scheme::CouplingGrowth) is found, by three perturbed runs for each input. Up to 0.2 % per step inputs
//! have degree 2: without any damping that is ωH = 0.56, 11 steps per period, of which each then grows by 2 %.
//!
//! In [runs](Simulation::run), schemes that go on finding interface Jacobians watch ln |det G|: where it becomes more than twice what it was, inputs
//! have degree 1 from then on.

use super::Simulation;
use crate::CouplingError;
use crate::scheme::{CouplingGrowth, MacroStep};
use crate::slave::Slot;

/// By which part of itself a coupling may grow per step.
const GROWTH: f64 = 2e-3;
/// A coupling is stiffer than it was if ln |det G| is more than so many times as large …
const STIFFER: f64 = 2.0;
/// … and larger than this, which is next to nothing.
const SOFT: f64 = 0.02;

/// The degree of inputs, where it is not the user who chose it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DefaultDegree {
    /// It is to be chosen before the first step.
    Wanted,
    /// Degree 2.
    Two {
        /// ln |det G| when it was chosen.
        gain: f64,
    },
    /// Degree 1 from a time on.
    One {
        /// Why not 2.
        because: Lowered,
        /// From when on, in s.
        t: f64,
    },
}

/// Why inputs do not have degree 2.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Lowered {
    /// The coupling would grow by this part of itself per step.
    Grows(f64),
    /// How the coupling would grow cannot be found.
    Unknown,
    /// The coupling has become much stiffer than it was when degree 2 was chosen.
    Stiffer,
}

impl Simulation {
    /// Lets inputs, which have degree 2, have degree 1 where the coupling would not be stable. All slaves with inputs
    /// that are solved for must be rewindable.
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
        let found = CouplingGrowth::find(&mut over, &mut end.y);
        self.network.restore(step.t, Slot::Trial)?;
        match found {
            Ok(CouplingGrowth { growth, gain }) if growth <= GROWTH => {
                self.default_degree = Some(DefaultDegree::Two { gain });
            }
            Ok(CouplingGrowth { growth, .. }) if growth > GROWTH => {
                self.lower(Lowered::Grows(growth));
            }
            // A slave may refuse what a perturbed run asks for; the run itself does not.
            Ok(_) | Err(_) => self.lower(Lowered::Unknown),
        }
        self.resume(self.clock.clone(), step.h, &[start]);
        Ok(())
    }

    /// Looks whether the scheme has found a much stiffer coupling.
    pub(super) fn watch_gain(&mut self) {
        if let Some(DefaultDegree::Two { gain }) = self.default_degree
            && self.scheme.coupling_gain().is_some_and(|now| now > STIFFER * gain.max(SOFT))
        {
            self.lower(Lowered::Stiffer);
        }
    }

    fn lower(&mut self, because: Lowered) {
        self.default_degree = Some(DefaultDegree::One { because, t: self.clock.t() });
        self.signals.lower(1);
    }
}

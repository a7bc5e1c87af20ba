//! What a model is: its variables, its derivatives, its outputs.
//!
//! A model is written once. The C functions of an FMU, its `modelDescription.xml` and the slave
//! that runs without an FMU all come from this trait.

use crate::motion::EquationsOfMotion;
use crate::own_method::OwnMethod;
use crate::sample::{Conditions, Derivatives, Event, Outputs, Sample, States};
use crate::settings::SETTINGS;
use crate::solver_kind::SolverKind;
use crate::variables::Variables;

/// A dynamic system ẋ = f(t, x, d, u, p), q̇ = g(t, x, d, u, p), y = k(t, x, q, d, u, p).
///
/// x are the states, q the integrals (sums over time that act back on nothing), d the discrete
/// states (which change at events only), u the inputs, p the parameters and y the outputs. The
/// functions must not keep anything between calls; what cannot be a variable is kept by an [`OwnMethod`].
pub trait Model: Sized + Send + 'static {
    /// The name of the FMU, in words joined by hyphens.
    const NAME: &'static str;
    /// One sentence for the user who looks at the FMU.
    const DESCRIPTION: &'static str;
    /// Whether ẋ is affine in x, u and d with constant coefficients, so that the solver `exact` works.
    ///
    /// Integrals and outputs may be nonlinear all the same. It is found by trying and need not be
    /// said. `Some(true)` is checked at the export and spares a check in every step, `Some(false)`
    /// is for a model whose nonlinearity trying cannot find.
    const LINEAR: Option<bool> = None;
    /// Whether the model brings an integrator of its own, the solver `own`, which is then the default.
    const OWN_STEP: bool = false;
    /// Whether that integrator is the only one, since the model is no ẋ = f(t, x, u).
    const ONLY_OWN_STEP: bool = false;
    /// Whether that integrator is an [`OwnMethod`], which remembers more than the variables.
    const OWN_METHOD: bool = false;
    /// Whether the model is stated as [`EquationsOfMotion`], for the solver `two-step`, which is then the default.
    const TWO_STEP: bool = false;
    /// The solver that is used unless another is chosen; by default `own`, `two-step`, `exact` or `dopri5`, the first that
    /// the model can have.
    const SOLVER: Option<SolverKind> = None;
    /// The default of the setting `relative_tolerance`.
    const RELATIVE_TOLERANCE: f64 = SETTINGS[1].1;
    /// The communication step to expect in s, for the default experiment; a clock with a shorter period goes before.
    const STEP_SIZE: f64 = 1e-3;
    /// The stop time of the default experiment in s.
    const STOP_TIME: f64 = 1.0;
    /// The default of the setting `micro_step` in s; a long one means one step per communication step.
    const MICRO_STEP: f64 = SETTINGS[0].1;

    /// Declares the variables and keeps their handles.
    fn declare(v: &mut Variables) -> Self;

    /// Says what is wrong with parameters that do not fit together and what to do. It is asked before
    /// anything is computed and when the initialisation ends.
    fn check(&self, _s: &Sample) -> Result<(), String> {
        Ok(())
    }

    /// Computes ẋ and q̇.
    fn derivatives(&self, _s: &Sample, _dx: &mut Derivatives) {}

    /// Computes the outputs.
    fn outputs(&self, _s: &Sample, _y: &mut Outputs) {}

    /// Computes the start values of the states declared by [`Variables::computed_state`], from the
    /// parameters alone.
    fn start(&self, _s: &Sample, _x: &mut States) {}

    /// Computes the conditions: each holds while its number is positive. When one begins to hold,
    /// which is at the start too, [`event`](Self::event) is called at that instant.
    fn conditions(&self, _s: &Sample, _c: &mut Conditions) {}

    /// Changes discrete states and states at an event: when a clock ticks or a condition begins to
    /// hold. `s` has the values just before it, and whatever is not changed stays.
    fn event(&self, _s: &Sample, _e: &mut Event) {}

    /// The model as equations of motion, where [`TWO_STEP`](Self::TWO_STEP) says that it is.
    fn equations_of_motion(&self) -> Option<&dyn EquationsOfMotion> {
        None
    }

    /// The own method as it is at the start of a run with the parameters of `s`, where [`OWN_METHOD`](Self::OWN_METHOD) says
    /// that there is one. It is asked only where [`check`](Self::check) has nothing to say.
    fn own_method(&self, _s: &Sample) -> Option<Box<dyn OwnMethod>> {
        None
    }

    /// One step of length `h` of the model's own integrator: fills in states and integrals at its
    /// end, or says why it cannot.
    ///
    /// `s_end` has the time and the inputs of the end, but the states of the start, as `s` does.
    fn own_step(
        &self,
        _s: &Sample,
        _s_end: &Sample,
        _h: f64,
        _z: &mut States,
    ) -> Result<(), &'static str> {
        Err("the model is declared to have a step of its own, but has none")
    }
}

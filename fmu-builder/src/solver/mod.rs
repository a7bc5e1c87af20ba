//! The integrators inside an FMU, one file each.
//!
//! A macro step restarts the integration with inputs that may jump, so all of them are one-step
//! methods whose only memory is a step size to try next. `two-step` alone looks one step back; what it sees there
//! are states of the model.

mod adaptive;
pub(crate) mod affine;
mod bs23;
mod dopri5;
mod exact;
mod fixed_step;
mod gauss;
mod lu;
mod matrix;
mod own;
mod phi;
mod quadratic;
mod remember;
mod rk4;
mod rodas4;
mod semi_implicit_euler;
mod step_size;
mod two_step;

use thiserror::Error;

use crate::inputs::Inputs;
use crate::model::Model;
use crate::motion::EquationsOfMotion;
use crate::sample::Sample;
use crate::solver_kind::SolverKind;
use adaptive::Adaptive;
use bs23::Bs23;
use dopri5::Dopri5;
use exact::Exact;
use fixed_step::FixedStep;
use own::Own;
use remember::Remember;
use rk4::Rk4;
use rodas4::Rodas4;
use semi_implicit_euler::SemiImplicitEuler;
use two_step::TwoStep;

impl SolverKind {
    /// The solvers of a model's FMU: those of every FMU, and `own` and `two-step` after them where the model
    /// has them; `own` alone where nothing else can be.
    pub fn of<M: Model>() -> impl Iterator<Item = Self> {
        let every = Self::ALL.into_iter().filter(|_| !M::ONLY_OWN_STEP);
        every.chain(M::OWN_STEP.then_some(Self::Own)).chain(M::TWO_STEP.then_some(Self::TwoStep))
    }

    /// The solver of a model with that item number.
    pub fn from_item<M: Model>(item: i32) -> Option<Self> {
        Self::of::<M>().find(|kind| kind.item() == item)
    }
}

/// The equations as a solver sees them; z are the states followed by the integrals.
pub(crate) trait System {
    fn states(&self) -> usize;
    fn integrals(&self) -> usize;
    /// The number of inputs and discrete states together: u of the functions below.
    fn givens(&self) -> usize;
    /// Whether ẋ is declared affine in x and u; nothing if that is to be found.
    fn linear(&self) -> Option<bool>;
    /// Positions and their velocities, as positions in z.
    fn positions(&self) -> Vec<(usize, usize)>;
    /// The expected magnitude of z.
    fn nominals(&self) -> Vec<f64>;
    /// What the error of each entry of z is compared with, where that is declared.
    fn error_scales(&self) -> Vec<Option<f64>> {
        vec![None; self.size()]
    }
    /// ż = f(t, z, u).
    fn derivatives(&self, t: f64, u: &[f64], z: &[f64], dz: &mut [f64]);
    /// The model as equations of motion.
    fn equations_of_motion(&self) -> Option<&dyn EquationsOfMotion> {
        None
    }
    /// What the model knows at a time, with the inputs and states `z` there.
    fn sample<'a>(&'a self, t: f64, u: &'a [f64], z: &'a [f64]) -> Sample<'a> {
        Sample { t, p: &[], u, d: &[], x: z, q: &[] }
    }
    /// The model's own step, with the inputs at its start and at its end.
    fn own_step(
        &self,
        _span: Span,
        _u: [&[f64]; 2],
        _z: &[f64],
        _z_end: &mut [f64],
    ) -> Result<(), &'static str> {
        Err("the model has none")
    }

    /// The number of entries of z.
    fn size(&self) -> usize {
        self.states() + self.integrals()
    }
}

/// The settings of a solver.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Settings {
    pub micro_step: f64,
    pub relative_tolerance: f64,
    pub absolute_tolerance: f64,
}

/// The interval to integrate over.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    pub t: f64,
    pub h: f64,
}

/// A part of that interval: from `t`, which is `tau` after its start, over `h`.
#[derive(Clone, Copy, Debug)]
struct MicroStep {
    t: f64,
    tau: f64,
    h: f64,
}

/// Why a solver cannot be used or did not arrive.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum SolverError {
    /// `exact` on a model that is not linear.
    #[error(
        "solver \"exact\" needs a model with linear states and this one is not; choose dopri5 (4), or rodas4 (5) if it is stiff"
    )]
    NotLinear,
    /// A model that says it is linear and is not.
    #[error(
        "the model is declared linear, but the derivative of state {state} is not affine in states and inputs with constant coefficients; take its LINEAR away"
    )]
    NotAffine {
        /// Its number, from 0, in the order of declaration.
        state: usize,
    },
    /// A model that was found linear, but is not where the run has led.
    #[error(
        "solver \"exact\" was chosen because the model seemed linear, but at t = {t} s the derivative of state {state} is not affine in states and inputs; choose dopri5 (4), or export the model with LINEAR = Some(false)"
    )]
    NotAffineThere {
        /// Its number, from 0, in the order of declaration.
        state: usize,
        /// Where that was found.
        t: f64,
    },
    /// The step of an adaptive solver became too small to move on.
    #[error(
        "solver \"{solver}\" cannot keep its tolerance beyond t = {t} s, the step shrank to {h:e} s: {advice}"
    )]
    StepTooSmall {
        /// Its name.
        solver: &'static str,
        /// The time it reached.
        t: f64,
        /// The step it tried last.
        h: f64,
        /// What to do.
        advice: &'static str,
    },
    /// The model's own step failed.
    #[error("solver \"own\" stopped at t = {t} s with a step of {h:e} s: {reason}")]
    OwnStepFailed {
        /// Where the step began.
        t: f64,
        /// Its length.
        h: f64,
        /// What the model says.
        reason: &'static str,
    },
    /// The two-step scheme failed.
    #[error("solver \"two-step\" stopped at t = {t} s with a step of {h:e} s: {reason}")]
    TwoStepFailed {
        /// Where the step began.
        t: f64,
        /// Its length.
        h: f64,
        /// What is wrong.
        reason: &'static str,
    },
    /// A setting is out of its range.
    #[error("{setting} = {value} must be a positive number")]
    BadSetting {
        /// Its name.
        setting: &'static str,
        /// Its value.
        value: f64,
    },
}

/// A one-step integrator.
pub(crate) trait Solver: Send {
    /// Computes the states and integrals at the end of the span; on an error they are of no use.
    fn step(
        &mut self,
        system: &dyn System,
        span: Span,
        inputs: &Inputs,
        z: &[f64],
        z_end: &mut [f64],
    ) -> Result<(), SolverError>;

    /// What it remembers from step to step.
    fn memory(&self) -> f64 {
        0.0
    }

    /// Takes back what [`memory`](Self::memory) gave.
    fn set_memory(&mut self, _memory: f64) {}
}

/// Makes a solver for a system whose parameters are fixed.
pub(crate) fn build(
    kind: SolverKind,
    system: &dyn System,
    settings: Settings,
) -> Result<Box<dyn Solver>, SolverError> {
    let named = [
        ("micro_step", settings.micro_step),
        ("relative_tolerance", settings.relative_tolerance),
        ("absolute_tolerance", settings.absolute_tolerance),
    ];
    if let Some((setting, value)) = named.into_iter().find(|(_, v)| !(*v > 0.0 && v.is_finite())) {
        return Err(SolverError::BadSetting { setting, value });
    }
    let solver: Box<dyn Solver> = match kind {
        SolverKind::Exact => Box::new(Exact::new(system)?),
        SolverKind::SemiImplicitEuler => {
            Box::new(FixedStep::new(SemiImplicitEuler::new(system), settings))
        }
        SolverKind::Rk4 => Box::new(FixedStep::new(Rk4::new(system), settings)),
        SolverKind::Dopri5 => Box::new(Adaptive::new(Dopri5::new(system), system, settings)),
        SolverKind::Rodas4 => Box::new(Adaptive::new(Rodas4::new(system), system, settings)),
        SolverKind::Bs23 => Box::new(Adaptive::new(Bs23::new(system), system, settings)),
        SolverKind::Own => Box::new(FixedStep::new(Own::new(system), settings)),
        SolverKind::TwoStep => Box::new(FixedStep::new(TwoStep::new(system), settings)),
    };
    let remembers = kind == SolverKind::TwoStep || system.equations_of_motion().is_none();
    Ok(if remembers { solver } else { Box::new(Remember::new(solver, system)) })
}

/// The number of equal micro steps, none longer than `micro_step` beyond rounding, that make `h`.
pub(crate) fn micro_steps(h: f64, micro_step: f64) -> usize {
    ((h / micro_step - 1e-6).ceil() as usize).max(1)
}

#[cfg(test)]
mod tests;

//! What can end a coupled run, in words that name the slave, the variable and the time.

use std::fmt;

use crate::slave::SlaveError;

/// Why a coupled run cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum CouplingError {
    /// A slave failed or refused.
    #[error("t = {t} s: slave \"{slave}\": {source}")]
    Slave {
        /// Its name in the scenario.
        slave: String,
        /// The communication point at which it was asked.
        t: f64,
        /// What it answered.
        source: SlaveError,
    },
    /// An output is NaN or infinite.
    #[error("t = {t} s: slave \"{slave}\": {variable} became {value}; {advice}")]
    NotFinite {
        /// The slave.
        slave: String,
        /// Its output.
        variable: String,
        /// NaN or an infinity.
        value: f64,
        /// The communication point.
        t: f64,
        /// What to look at.
        advice: String,
    },
    /// The inputs on an algebraic loop could not be found.
    #[error(
        "t = {t} s: no inputs were found that satisfy the algebraic loop through {} (residual {residual:e} \
         relative to the inputs after {iterations} iterations): {cause}", inputs.join(", ")
    )]
    Loop {
        /// `slave.input` on the loop.
        inputs: Vec<String>,
        /// Largest |input − law(outputs)| reached, relative to the input.
        residual: f64,
        /// Iterations spent.
        iterations: usize,
        /// The time.
        t: f64,
        /// What went wrong.
        cause: LoopFailure,
    },
    /// The time derivative of an input is needed and not known.
    #[error(
        "t = {t} s: the extrapolation needs the time derivative of {input}, and none is known: name \
         an output that is the derivative of what drives it (slaves.NAME.derivatives), or choose \
         inputs.extrapolation = \"polynomial\""
    )]
    NoDerivative {
        /// `slave.input`
        input: String,
        /// The time.
        t: f64,
    },
    /// Inputs are determined by equations, and the scheme solves none for them.
    #[error(
        "{}: determined by equations of a coupling law, which this scheme does not solve; the schemes \
         \"semi-implicit\" and \"newton\" do, for inputs of slaves that can save and restore their state, are not \
         listed in scheme.explicit, and have steps as long as all slaves that the equations read", inputs.join(", ")
    )]
    Unsolved {
        /// `slave.input` for each of them.
        inputs: Vec<String>,
    },
    /// The coupling conditions do not determine an input.
    #[error(
        "t = {t} s: the interface Jacobian is singular at {input}: what the coupling asks of it does \
         not depend on it, or depends on others in the same way; look at the couplings that act on \
         it, or use scheme.kind = \"explicit\""
    )]
    Singular {
        /// `slave.input`
        input: String,
        /// The end of the macro step.
        t: f64,
    },
    /// The corrector of the semi-implicit scheme does not correct.
    #[error(
        "t = {t} s: the corrector does not correct: in the last {steps} steps it left as much of the coupling \
         conditions as the predictor, here {residual:.1e} in {input}: the interface Jacobian does not describe \
         the slaves; see by `macrostep probe` whether their states can be restored, list those that are not in \
         scheme.explicit, or use a smaller step"
    )]
    NotCorrected {
        /// `slave.input` with the largest residual.
        input: String,
        /// |u − law(y)| there.
        residual: f64,
        /// How many steps in a row.
        steps: u64,
        /// The end of the macro step.
        t: f64,
    },
    /// The iteration of a macro step did not come to an end.
    #[error(
        "t = {t} s: the iteration did not converge: after {iterations} iterations {input} is still \
         {residual:.1e} away from what the coupling asks for; try {advice} (scheme.on_divergence = \"go-on\" \
         accepts it)"
    )]
    NotConverged {
        /// `slave.input`
        input: String,
        /// |u − law(y)| there.
        residual: f64,
        /// Iterations spent.
        iterations: usize,
        /// What helps.
        advice: &'static str,
        /// The end of the macro step.
        t: f64,
    },
    /// The iteration of a macro step does not come nearer to its end.
    #[error(
        "t = {t} s: the iteration stands still: after {iterations} iterations {input} is {residual:.1e}, which \
         is {relative:.1e} of it, away from what the coupling asks for, and comes no nearer: the FMUs answer \
         nearly the same inputs with a noise of {noise:.1e} of it; make simulation.tolerance smaller, so that they \
         compute more exactly, or set scheme.relative above {relative:.1e} (scheme.on_divergence = \"go-on\" \
         accepts it)"
    )]
    StandsStill {
        /// `slave.input`
        input: String,
        /// |u − law(y)| there.
        residual: f64,
        /// |u − law(y)| as a part of the input.
        relative: f64,
        /// What was measured of its noise, as a part of the input.
        noise: f64,
        /// Iterations spent.
        iterations: usize,
        /// The end of the macro step.
        t: f64,
    },
    /// Controlled steps have become so short that the run comes to no end.
    #[error(
        "t = {t} s: step control comes to no end: steps have become {h:.1e} s long, and {steps:.0e} more \
         of them would have to follow{}; make step_control.tolerance larger, or set \
         step_control.shortest to accept a larger error; if the FMUs' own errors are what is seen, make \
         simulation.tolerance smaller", missing(*ratio)
    )]
    Stalled {
        /// The communication point.
        t: f64,
        /// The length of the last steps.
        h: f64,
        /// How many more there would be.
        steps: f64,
        /// By what factor one missed what is allowed, 0 if none did.
        ratio: f64,
    },
    /// The coupling is unstable at this macro step.
    #[error(
        "t = {} s: the coupling diverges: {} has grown from {:.1e} at t = {} s to {:.1e}, and was \
         predicted wrongly by a large part of itself again and again{}", .0.to.0, .0.input, .0.from.1, .0.from.0,
        .0.to.1, if .0.constrained { "" } else { ": the macro step is too long for the coupling" }
    )]
    Diverged(Box<Growth>),
    /// Someone asked for an end before the stop time.
    #[error("t = {t} s: the run was asked to end")]
    Stopped {
        /// The communication point.
        t: f64,
    },
    /// An observer could not take the step, for example because the disk is full.
    #[error("t = {t} s: {reason}")]
    Observer {
        /// The communication point.
        t: f64,
        /// What the observer said.
        reason: String,
    },
}

/// By what factor the tolerance was missed, in words.
fn missing(ratio: f64) -> String {
    if ratio > 1.0 {
        format!("; they still miss step_control.tolerance, by a factor of up to {ratio:.1e}")
    } else {
        String::new()
    }
}

/// An input that has grown.
#[derive(Clone, Debug, PartialEq)]
pub struct Growth {
    /// `slave.input`
    pub input: String,
    /// When it began to grow, and its size then.
    pub from: (f64, f64),
    /// When that was seen, and its size then.
    pub to: (f64, f64),
    /// Whether it belongs to a kinematic constraint, which a shorter step need not make stable.
    pub constrained: bool,
}

/// Why the inputs on an algebraic loop could not be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoopFailure {
    /// Newton's method came to no end.
    Diverged,
    /// Where Newton's method stood, inputs could be moved along without changing the residual.
    Singular,
    /// Integer or Boolean inputs kept changing.
    Unsettled,
    /// Near a solution, the residual stopped falling.
    Noise,
}

impl fmt::Display for LoopFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Diverged => {
                "it may have no solution; give start values nearer to one, or break the loop"
            }
            Self::Singular => {
                "its Jacobian is singular there, so it has no solution or many; give other start values, or \
                 break the loop"
            }
            Self::Unsettled => "its discrete inputs keep changing; break the loop",
            Self::Noise => {
                "the residual does not fall any more, as if the outputs of an FMU had an error of that size; \
                 make simulation.tolerance smaller, so that FMUs compute more exactly, or accept the \
                 residual by a larger scheme.loop_tolerance"
            }
        })
    }
}

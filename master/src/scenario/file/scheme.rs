//! `[scheme]`: how slaves are carried over a macro step. `docs/schemes` describes the methods.

use indexmap::IndexMap;
use serde::Deserialize;
use toml::Spanned;

/// `[scheme]`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SchemeSection {
    /// The method.
    #[serde(default)]
    pub kind: SchemeKind,
    /// Who steps when.
    #[serde(default)]
    pub sweep: SweepKind,
    /// The order of a Gauss–Seidel sweep; the order of the file if not given.
    pub order: Option<Spanned<Vec<Spanned<String>>>>,
    /// Which value of an output with direct feedthrough counts.
    #[serde(default)]
    pub feedthrough: FeedthroughKind,
    /// How the first steps are taken while the past is too short; [`StartUpKind::Auto`] if not given.
    pub start_up: Option<Spanned<StartUpKind>>,
    /// Where the interface Jacobian comes from.
    pub jacobian: Option<Spanned<JacobianKind>>,
    /// Whether later steps go on from what the coupling laws give instead of the solution.
    #[serde(default)]
    pub final_evaluation: bool,
    /// Slaves that take part explicitly; those that cannot be rewound if not given.
    pub explicit: Option<Spanned<Vec<Spanned<String>>>>,
    /// The part of a residual that a fixed-point iteration takes away.
    pub relaxation: Option<Spanned<RelaxationValue>>,
    /// Iterations at most.
    pub iterations: Option<Spanned<usize>>,
    /// What may be left of a residual, relative to its input.
    pub relative: Option<Spanned<f64>>,
    /// What may be left of it for single inputs, by `slave.input`.
    #[serde(default)]
    pub absolute: IndexMap<Spanned<String>, f64>,
    /// What happens where the iterations are not enough.
    #[serde(default)]
    pub on_divergence: OnDivergence,
    /// What may be left of an algebraic loop where the residual stops falling, relative to its inputs.
    pub loop_tolerance: Option<Spanned<f64>>,
}

/// Where the interface Jacobian comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum JacobianKind {
    /// Perturbed runs when the last ones do not serve any more.
    #[default]
    Reused,
    /// Perturbed runs in every step.
    EveryStep,
    /// As reused, with an update after every step.
    Broyden,
    /// As reused, but approximated where the scenario states a mass.
    Analytic,
}

/// How much of a residual is taken away.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum RelaxationValue {
    /// A constant part.
    Constant(f64),
    /// `"aitken"`
    Named(String),
}

/// What happens where an iteration does not converge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OnDivergence {
    /// The run ends.
    #[default]
    Error,
    /// The run goes on; the summary counts such steps.
    GoOn,
}

/// The method that carries the slaves over a macro step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SchemeKind {
    /// Every slave steps once.
    #[default]
    Explicit,
    /// One Newton step on the coupling conditions.
    SemiImplicit,
    /// Repeated until the inputs are what the coupling asks for, by Newton's method.
    Newton,
    /// The same by relaxed fixed-point iteration.
    FixedPoint,
    /// The same by quasi-Newton.
    QuasiNewton,
}

/// The order in which slaves step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SweepKind {
    /// All at once.
    #[default]
    Jacobi,
    /// One after the other.
    GaussSeidel,
}

/// Which value of an output with direct feedthrough counts at a communication point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FeedthroughKind {
    /// Read again for the new inputs.
    #[default]
    Fresh,
    /// As read straight after the step.
    Stale,
}

/// How the first steps are taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StartUpKind {
    /// Repeat them where all slaves can be rewound, else ramp up.
    #[default]
    Auto,
    /// Repeat them until their inputs have full order.
    Repeat,
    /// Begin with degree 0 and raise it step by step.
    Ramp,
}

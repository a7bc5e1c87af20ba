//! What the user wrote: the fields of a scenario file, before anything is looked up or checked.
//!
//! `docs/scenario.md` describes every field.

mod couplings;
mod energy;
mod sandbox;
mod scheme;
mod threads;

use indexmap::IndexMap;
use serde::Deserialize;
use toml::Spanned;

pub use self::couplings::CouplingSection;
pub use self::energy::{BondSection, Directions, EnergySection, MotionKind};
pub use self::sandbox::SandboxValue;
pub use self::scheme::{FeedthroughKind, SchemeSection, SweepKind};
pub use self::threads::{AssignmentKind, ThreadsValue};
use crate::fmi::LogLevel;

/// A whole scenario file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScenarioFile {
    /// From when to when, in which steps.
    pub simulation: SimulationSection,
    /// How the slaves are carried over a macro step.
    #[serde(default)]
    pub scheme: SchemeSection,
    /// How inputs are approximated between communication points.
    #[serde(default)]
    pub inputs: InputsSection,
    /// How the macro step follows the error, if it does.
    pub step_control: Option<Spanned<StepControlSection>>,
    /// What is recorded.
    #[serde(default)]
    pub results: ResultsSection,
    /// The slaves by name, in the order of the file.
    pub slaves: IndexMap<Spanned<String>, SlaveSection>,
    /// Plain connections.
    #[serde(default)]
    pub connections: Vec<Spanned<ConnectionSection>>,
    /// Coupling laws evaluated by the master.
    #[serde(default)]
    pub couplings: Vec<Spanned<CouplingSection>>,
    /// Where energy passes between slaves, by name.
    #[serde(default)]
    pub bonds: IndexMap<Spanned<String>, BondSection>,
}

impl ScenarioFile {
    /// Whether forces or steps follow the energy that passes through bonds.
    pub fn depends_on_energy(&self) -> bool {
        let estimate = self.step_control.as_ref().and_then(|c| c.get_ref().estimate.as_ref());
        let by_energy = estimate.is_some_and(|kind| *kind.get_ref() == EstimateKind::Energy);
        let corrected = |bond: &BondSection| bond.correction.is_some();
        by_energy || self.bonds.values().any(corrected)
    }
}

/// `[simulation]`
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SimulationSection {
    /// Start time in s.
    #[serde(default)]
    pub start: f64,
    /// Stop time in s.
    pub stop: Spanned<f64>,
    /// Macro step H in s.
    pub step: Spanned<f64>,
    /// Relative tolerance passed on to the slaves' own solvers.
    pub tolerance: Option<Spanned<f64>>,
    /// Whether the slaves are told the stop time; some refuse to be asked beyond it.
    #[serde(default = "yes")]
    pub announce_stop: bool,
    /// How many threads run the slaves; one if not given.
    pub threads: Option<Spanned<ThreadsValue>>,
    /// Which thread takes which slave.
    #[serde(default)]
    pub assignment: AssignmentKind,
    /// Whether each thread stays on a core of its own.
    pub pin_threads: Option<Spanned<bool>>,
    /// Whether instances of one FMU may be stepped at the same time in one process.
    #[serde(default)]
    pub parallel_instances: bool,
    /// Whether FMUs run in sandboxes, where a slave says nothing else.
    pub sandbox: Option<Spanned<SandboxValue>>,
    /// What all sandboxed FMUs may read besides their own files and the system's libraries.
    #[serde(default)]
    pub sandbox_read: Vec<Spanned<String>>,
    /// The most memory of a sandboxed FMU in bytes.
    pub sandbox_memory: Option<Spanned<f64>>,
    /// What happens when the coupling diverges.
    #[serde(default)]
    pub on_divergence: Reaction,
}

/// What happens when the coupling diverges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reaction {
    /// The run ends.
    #[default]
    Stop,
    /// The run goes on, and a warning at its end says so.
    Warn,
    /// Nobody looks.
    Ignore,
}

/// `[inputs]`
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InputsSection {
    /// The rule that continues inputs over the step.
    pub extrapolation: Option<Spanned<String>>,
    /// Its degree.
    pub degree: Option<Spanned<usize>>,
    /// The points that a Hermite rule goes through.
    pub points: Option<Spanned<usize>>,
    /// The spectral radius at infinity of a two-step rule.
    pub rho_inf: Option<Spanned<f64>>,
    /// Coefficients of past values in a rule of the user's own, newest first.
    pub a: Option<Vec<f64>>,
    /// Coefficients of past derivatives.
    pub b: Option<Vec<f64>>,
    /// How polynomials reach a slave.
    #[serde(default)]
    pub hand_over: HandOver,
    /// Parts of a macro step when handed over by sub-steps.
    pub sub_steps: Option<Spanned<usize>>,
    /// Whether rules keep inputs within the ranges that FMUs declare.
    #[serde(default = "yes")]
    pub clamp: bool,
}

impl Default for InputsSection {
    fn default() -> Self {
        Self {
            extrapolation: None,
            degree: None,
            points: None,
            rho_inf: None,
            a: None,
            b: None,
            hand_over: HandOver::default(),
            sub_steps: None,
            clamp: true,
        }
    }
}

/// `[slaves.NAME.inputs]`, or `inputs = { … }` of a connection or coupling.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleSection {
    /// The rule that continues these inputs over the step.
    pub extrapolation: Option<Spanned<String>>,
    /// Its degree.
    pub degree: Option<Spanned<usize>>,
    /// The points that a Hermite rule goes through.
    pub points: Option<Spanned<usize>>,
    /// The spectral radius at infinity of a two-step rule.
    pub rho_inf: Option<Spanned<f64>>,
    /// Coefficients of past values in a rule of the user's own, newest first.
    pub a: Option<Vec<f64>>,
    /// Coefficients of past derivatives.
    pub b: Option<Vec<f64>>,
}

impl InputsSection {
    /// The rule for all inputs for which no other is given.
    pub fn rule(&self) -> RuleSection {
        let Self { extrapolation, degree, points, rho_inf, a, b, .. } = self.clone();
        RuleSection { extrapolation, degree, points, rho_inf, a, b }
    }
}

/// How an input that changes over the step reaches a slave.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HandOver {
    /// As derivatives where the slave takes them, else in sub-steps, else as mean value.
    #[default]
    Auto,
    /// As input derivatives.
    Derivatives,
    /// As stairs of held mean values.
    SubSteps,
    /// As one held mean value.
    Mean,
}

/// `[step_control]`
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StepControlSection {
    /// Error of an output relative to its size, within its own time scale; or power residual of a bond
    /// relative to its largest power.
    pub tolerance: Spanned<f64>,
    /// The shortest step in s.
    pub shortest: Option<Spanned<f64>>,
    /// The longest step in s.
    pub longest: Option<Spanned<f64>>,
    /// The time scale of all outputs in s; found from their motion if not given.
    pub time_scale: Option<Spanned<f64>>,
    /// What tells how good a step is; the scheme itself where it can if not given.
    pub estimate: Option<Spanned<EstimateKind>>,
}

/// How the error of a macro step is estimated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EstimateKind {
    /// By the distance of an implicit scheme's predictor from its corrector.
    Predictor,
    /// By taking every step in two halves too.
    Doubling,
    /// By the power residual of the bonds.
    Energy,
}

/// `[results]`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResultsSection {
    /// Patterns of `slave.variable` with `*` and `?`; all outputs and coupling inputs if not given.
    pub variables: Option<Vec<Spanned<String>>>,
    /// Rows lie so many seconds apart; one for each communication point if not given.
    pub interval: Option<Spanned<f64>>,
}

/// `[slaves.NAME]`
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SlaveSection {
    /// Path of the FMU, relative to the scenario file.
    pub fmu: Option<Spanned<String>>,
    /// Path of a CSV file with a time column whose other columns are outputs.
    pub csv: Option<Spanned<String>>,
    /// Start values and parameters.
    #[serde(default)]
    pub start: IndexMap<Spanned<String>, StartValue>,
    /// Outputs that are the time derivative of another: `{ x = "v" }`.
    #[serde(default)]
    pub derivatives: IndexMap<Spanned<String>, String>,
    /// Masses that inputs accelerate.
    #[serde(default)]
    pub inertias: IndexMap<Spanned<String>, InertiaSection>,
    /// Its own macro step in s, a multiple or a fraction of `simulation.step`.
    pub step: Option<Spanned<f64>>,
    /// Outputs by which it tells of its energy.
    pub energy: Option<EnergySection>,
    /// How its inputs are continued, instead of `[inputs]`.
    #[serde(default)]
    pub inputs: RuleSection,
    /// Overrides `inputs.hand_over` for this slave.
    pub hand_over: Option<HandOver>,
    /// Overrides `inputs.sub_steps` for this slave.
    pub sub_steps: Option<Spanned<usize>>,
    /// What of the FMU's messages is shown.
    #[serde(default)]
    pub logging: LogLevel,
    /// Where the FMU runs.
    #[serde(default)]
    pub isolation: Isolation,
    /// Whether the FMU runs in a sandbox.
    pub sandbox: Option<Spanned<SandboxValue>>,
    /// What it may read there besides its own files and the system's libraries.
    #[serde(default)]
    pub sandbox_read: Vec<Spanned<String>>,
    /// The most memory that it may have there, in bytes.
    pub sandbox_memory: Option<Spanned<f64>>,
    /// The thread that takes all its steps, if it must be the same one.
    pub thread: Option<Spanned<usize>>,
    /// Further instances that run perturbed steps beside it.
    pub clones: Option<Spanned<usize>>,
    /// How long an isolated FMU may take to answer, in s.
    pub timeout: Option<Spanned<f64>>,
    /// What happens when the FMU refuses a step.
    #[serde(default)]
    pub on_discard: OnDiscard,
}

impl SlaveSection {
    /// How many clones are asked for.
    pub fn clones(&self) -> usize {
        self.clones.as_ref().map_or(0, |clones| *clones.get_ref())
    }
}

/// The mass that an input accelerates, or the inertia that it turns.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InertiaSection {
    /// In kg or kg·m².
    pub mass: f64,
    /// The output that is its position or angle.
    pub position: Option<String>,
    /// The output that is its velocity.
    pub velocity: Option<String>,
}

/// Where an FMU runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Isolation {
    /// In the master's own process.
    #[default]
    None,
    /// In a process of its own, whose end does not end the master.
    Process,
}

/// What happens when an FMU refuses a step (`fmi2Discard`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OnDiscard {
    /// It is asked for shorter steps, where its state can be restored.
    #[default]
    Retry,
    /// The run ends.
    Stop,
}

/// A start value as written.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum StartValue {
    /// `true` or `false`.
    Boolean(bool),
    /// A whole number.
    Integer(i64),
    /// A number.
    Real(f64),
    /// Text, or the name of an enumeration item.
    Text(String),
}

/// `[[connections]]`
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConnectionSection {
    /// `slave.output`
    pub from: Spanned<String>,
    /// `slave.input`
    pub to: Spanned<String>,
    /// Factor.
    #[serde(default = "one")]
    pub gain: f64,
    /// Summand.
    #[serde(default)]
    pub offset: f64,
    /// How a value is made to fit a type that cannot hold it.
    pub convert: Option<ConvertKind>,
    /// Whether units are compared and converted.
    #[serde(default = "yes")]
    pub units: bool,
    /// The period of sampling in s; the value is held in between.
    pub sample: Option<Spanned<f64>>,
    /// How the input is continued, instead of what the slave or `[inputs]` says.
    #[serde(default)]
    pub inputs: RuleSection,
}

/// A conversion that may lose something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ConvertKind {
    /// To the nearest whole number.
    Round,
    /// True where it is not zero.
    NonZero,
}

fn yes() -> bool {
    true
}

fn one() -> f64 {
    1.0
}

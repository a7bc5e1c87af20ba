//! What is tried with an FMU: one check per file, each run in a process of its own.

mod feedthrough;
mod initialisation;
mod input_derivatives;
mod load;
mod log_noise;
mod output_derivatives;
mod reset;
mod save_restore;
mod second_instance;
mod serialise;
mod step_time;
mod stop_time;
mod variable_step;

pub use self::feedthrough::UNDECLARED;
pub use self::output_derivatives::FOLLOWS_SLOPES;
pub use self::save_restore::OUTPUTS_RETURN;
use super::stopped::Stopped;
use super::subject::Subject;
use super::verdict::{Found, Verdict, WOULD_TAKE};
use crate::fmi::FmuError;
use crate::fmu::{CoSimulation, Description};
use crate::sandbox::Sandbox;
use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Steps before the point at which something is tried.
const WARM_UP: usize = 5;

/// A check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Check {
    /// The library is loaded and unloaded.
    Load,
    /// An instance is initialised with its default start values.
    Initialisation,
    /// A state is saved, and restored twice.
    SaveRestore,
    /// A state is turned into bytes and back.
    Serialise,
    /// Inputs are given with a slope.
    InputDerivatives,
    /// Slopes of outputs are compared with difference quotients.
    OutputDerivatives,
    /// Steps of several lengths lead to the same times.
    VariableStep,
    /// Two instances run side by side.
    SecondInstance,
    /// A run is repeated after a reset.
    Reset,
    /// Inputs are changed between steps.
    Feedthrough,
    /// Steps end after the stop time.
    StopTime,
    /// Steps are timed.
    StepTime,
    /// Messages are counted.
    LogNoise,
}

impl Check {
    /// All checks, in the order of the report.
    pub fn all() -> &'static [Self] {
        Self::value_variants()
    }

    /// Its name in a table.
    pub fn title(self) -> &'static str {
        match self {
            Self::Load => "load the library",
            Self::Initialisation => "initialisation",
            Self::SaveRestore => "save and restore",
            Self::Serialise => "serialise the state",
            Self::InputDerivatives => "input derivatives",
            Self::OutputDerivatives => "output derivatives",
            Self::VariableStep => "variable step",
            Self::SecondInstance => "second instance",
            Self::Reset => "reset",
            Self::Feedthrough => "direct feedthrough",
            Self::StopTime => "end after stop time",
            Self::StepTime => "time of a step",
            Self::LogNoise => "messages",
        }
    }

    /// What the FMU says of itself in this respect.
    pub fn declared(self, model: &Description) -> String {
        let none = CoSimulation::default();
        let cs = model.co_simulation.as_ref().unwrap_or(&none);
        let yes_no = |flag: bool| String::from(if flag { "yes" } else { "no" });
        match self {
            Self::SaveRestore => yes_no(cs.can_get_and_set_fmu_state),
            Self::Serialise => yes_no(cs.can_serialize_fmu_state),
            Self::InputDerivatives => yes_no(cs.can_interpolate_inputs),
            Self::OutputDerivatives => match cs.max_output_derivative_order {
                0 => "no".into(),
                order => format!("order {order}"),
            },
            Self::VariableStep => yes_no(cs.can_handle_variable_communication_step_size),
            Self::SecondInstance => yes_no(!cs.can_be_instantiated_only_once_per_process),
            Self::Feedthrough => feedthrough::declared(model),
            _ => "-".into(),
        }
    }

    /// How many steps it takes at least.
    fn steps(self) -> usize {
        match self {
            Self::Load | Self::Initialisation => 0,
            Self::SaveRestore => 30,
            Self::Serialise => 15,
            Self::InputDerivatives => 60,
            Self::OutputDerivatives => 20,
            Self::VariableStep | Self::SecondInstance => 13,
            Self::Reset | Self::Feedthrough | Self::LogNoise => 6,
            Self::StopTime | Self::StepTime => 9,
        }
    }

    /// Makes the check, for which there are so many seconds; an error of the FMU is a finding. The FMU stays
    /// loaded with the second value.
    pub fn run(
        self,
        fmu: &Path,
        seconds: f64,
        sandbox: Option<&Sandbox>,
    ) -> (Found, Option<Subject>) {
        match Subject::open(fmu, (self.steps(), seconds), sandbox) {
            Ok(subject) => (self.run_on(&subject), Some(subject)),
            Err(error) => (load::failure(fmu, &error), None),
        }
    }

    fn run_on(self, subject: &Subject) -> Found {
        self.try_on(subject).unwrap_or_else(|stopped| match stopped {
            Stopped::TooSlow { would_take, .. } => {
                Found::new(Verdict::NotProbed, stopped.to_string()).with(WOULD_TAKE, would_take)
            }
            Stopped::Fmu(FmuError::Instantiate { .. } | FmuError::OnlyOnce { .. })
                if self != Self::Initialisation
                    && subject.declares().can_be_instantiated_only_once_per_process =>
            {
                Found::new(Verdict::NotProbed, "this takes several instances")
            }
            stopped => Found::new(Verdict::Error, stopped.to_string()),
        })
    }

    fn try_on(self, subject: &Subject) -> Result<Found, Stopped> {
        match self {
            Self::Load => Ok(Found::new(Verdict::Works, "")),
            Self::Initialisation => initialisation::run(subject),
            Self::SaveRestore => save_restore::run(subject),
            Self::Serialise => serialise::run(subject),
            Self::InputDerivatives => input_derivatives::run(subject),
            Self::OutputDerivatives => output_derivatives::run(subject),
            Self::VariableStep => variable_step::run(subject),
            Self::SecondInstance => second_instance::run(subject),
            Self::Reset => reset::run(subject),
            Self::Feedthrough => feedthrough::run(subject),
            Self::StopTime => stop_time::run(subject),
            Self::StepTime => step_time::run(subject),
            Self::LogNoise => log_noise::run(subject),
        }
    }
}

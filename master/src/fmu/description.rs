//! The description of an FMU.

use super::{CoSimulation, Variable, Variables};

/// What an FMU says of itself. Texts that the file lacks are empty where the standard requires them.
#[derive(Clone, Debug, Default)]
pub struct Description {
    /// The version of FMI, as the file has it.
    pub fmi_version: String,
    /// The name of the model in the tool that made it.
    pub model_name: String,
    /// The fingerprint that ties the description to the binaries; FMI 2.0 calls it guid.
    pub instantiation_token: String,
    /// What the model is.
    pub description: Option<String>,
    /// Who made it.
    pub author: Option<String>,
    /// The version of the model.
    pub version: Option<String>,
    /// The tool that wrote the file.
    pub generation_tool: Option<String>,
    /// When it was written.
    pub generation_date_and_time: Option<String>,
    /// The co-simulation interface, if there is one.
    pub co_simulation: Option<CoSimulation>,
    /// Whether there is a model-exchange interface.
    pub has_model_exchange: bool,
    /// The suggested settings of a run.
    pub default_experiment: Option<DefaultExperiment>,
    /// The variables, in the order of the file.
    pub variables: Variables,
    /// The positions of the variables that are derivatives of continuous states, in the order of the states.
    pub derivatives: Vec<usize>,
}

/// The settings of a run that the author of the FMU suggests.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DefaultExperiment {
    /// Start time in s.
    pub start_time: Option<f64>,
    /// Stop time in s.
    pub stop_time: Option<f64>,
    /// Relative tolerance.
    pub tolerance: Option<f64>,
    /// Communication step in s.
    pub step_size: Option<f64>,
}

impl Description {
    /// The variable of this name.
    pub fn variable(&self, name: &str) -> Option<&Variable> {
        self.variables.named(name)
    }

    /// The variables on which an output depends without delay; none if the description does not say, which
    /// means that it may depend on all inputs.
    pub fn dependencies(&self, output: &str) -> Option<impl Iterator<Item = &Variable>> {
        let listed = self.variable(output)?.dependencies.as_ref()?;
        Some(listed.iter().map(|&position| &self.variables[position]))
    }

    /// The continuous states whose derivatives are listed.
    pub fn states(&self) -> impl Iterator<Item = &Variable> {
        let state = |&derivative: &usize| self.variables[derivative].derivative_of;
        self.derivatives.iter().filter_map(state).map(|position| &self.variables[position])
    }
}

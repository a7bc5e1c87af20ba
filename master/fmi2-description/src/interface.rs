//! The two interfaces of an FMU and what each offers.

use crate::text;
use serde::{Deserialize, Serialize};

/// The model-exchange interface.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default)]
pub struct ModelExchange {
    /// The stem of the file names of its binaries; required.
    #[serde(rename = "@modelIdentifier")]
    pub model_identifier: String,
    /// The FMU drives a tool that must be installed.
    #[serde(
        rename = "@needsExecutionTool",
        with = "text::plain",
        skip_serializing_if = "text::is_default"
    )]
    pub needs_execution_tool: bool,
    /// `fmi2CompletedIntegratorStep` need not be called.
    #[serde(
        rename = "@completedIntegratorStepNotNeeded",
        with = "text::plain",
        skip_serializing_if = "text::is_default"
    )]
    pub completed_integrator_step_not_needed: bool,
    /// A second instance needs another process.
    #[serde(
        rename = "@canBeInstantiatedOnlyOncePerProcess",
        with = "text::plain",
        skip_serializing_if = "text::is_default"
    )]
    pub can_be_instantiated_only_once_per_process: bool,
    /// It does not call the memory callbacks.
    #[serde(
        rename = "@canNotUseMemoryManagementFunctions",
        with = "text::plain",
        skip_serializing_if = "text::is_default"
    )]
    pub can_not_use_memory_management_functions: bool,
    /// Its state can be saved and restored.
    #[serde(
        rename = "@canGetAndSetFMUstate",
        with = "text::plain",
        skip_serializing_if = "text::is_default"
    )]
    pub can_get_and_set_fmu_state: bool,
    /// A saved state can be turned into bytes.
    #[serde(
        rename = "@canSerializeFMUstate",
        with = "text::plain",
        skip_serializing_if = "text::is_default"
    )]
    pub can_serialize_fmu_state: bool,
    /// It has `fmi2GetDirectionalDerivative`.
    #[serde(
        rename = "@providesDirectionalDerivative",
        with = "text::plain",
        skip_serializing_if = "text::is_default"
    )]
    pub provides_directional_derivative: bool,
    /// The source files, if they are part of the FMU.
    #[serde(rename = "SourceFiles", skip_serializing_if = "text::is_default")]
    pub source_files: SourceFiles,
}

/// The co-simulation interface.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default)]
pub struct CoSimulation {
    /// The stem of the file names of its binaries; required.
    #[serde(rename = "@modelIdentifier")]
    pub model_identifier: String,
    /// The FMU drives a tool that must be installed.
    #[serde(
        rename = "@needsExecutionTool",
        with = "text::plain",
        skip_serializing_if = "text::is_default"
    )]
    pub needs_execution_tool: bool,
    /// The communication step may change.
    #[serde(
        rename = "@canHandleVariableCommunicationStepSize",
        with = "text::plain",
        skip_serializing_if = "text::is_default"
    )]
    pub can_handle_variable_communication_step_size: bool,
    /// It follows input derivatives within a step.
    #[serde(
        rename = "@canInterpolateInputs",
        with = "text::plain",
        skip_serializing_if = "text::is_default"
    )]
    pub can_interpolate_inputs: bool,
    /// The highest order of output derivatives it provides.
    #[serde(
        rename = "@maxOutputDerivativeOrder",
        with = "text::plain",
        skip_serializing_if = "text::is_default"
    )]
    pub max_output_derivative_order: u32,
    /// It may answer a step with fmi2Pending (spelled as in the standard).
    #[serde(
        rename = "@canRunAsynchronuously",
        with = "text::plain",
        skip_serializing_if = "text::is_default"
    )]
    pub can_run_asynchronuously: bool,
    /// A second instance needs another process.
    #[serde(
        rename = "@canBeInstantiatedOnlyOncePerProcess",
        with = "text::plain",
        skip_serializing_if = "text::is_default"
    )]
    pub can_be_instantiated_only_once_per_process: bool,
    /// It does not call the memory callbacks.
    #[serde(
        rename = "@canNotUseMemoryManagementFunctions",
        with = "text::plain",
        skip_serializing_if = "text::is_default"
    )]
    pub can_not_use_memory_management_functions: bool,
    /// Its state can be saved and restored.
    #[serde(
        rename = "@canGetAndSetFMUstate",
        with = "text::plain",
        skip_serializing_if = "text::is_default"
    )]
    pub can_get_and_set_fmu_state: bool,
    /// A saved state can be turned into bytes.
    #[serde(
        rename = "@canSerializeFMUstate",
        with = "text::plain",
        skip_serializing_if = "text::is_default"
    )]
    pub can_serialize_fmu_state: bool,
    /// It has `fmi2GetDirectionalDerivative`.
    #[serde(
        rename = "@providesDirectionalDerivative",
        with = "text::plain",
        skip_serializing_if = "text::is_default"
    )]
    pub provides_directional_derivative: bool,
    /// The source files, if they are part of the FMU.
    #[serde(rename = "SourceFiles", skip_serializing_if = "text::is_default")]
    pub source_files: SourceFiles,
}

/// The source files of an interface.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default)]
pub struct SourceFiles {
    /// The files, in the order of the file.
    #[serde(rename = "File")]
    pub files: Vec<File>,
}

/// One source file.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default)]
pub struct File {
    /// Its path below `sources/`.
    #[serde(rename = "@name")]
    pub name: String,
}

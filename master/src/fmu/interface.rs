//! The co-simulation interface and what it offers, by the names that FMI 2.0 and 3.0 share.

/// What an FMU declares that it can do in co-simulation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CoSimulation {
    /// The stem of the file names of its binaries.
    pub model_identifier: String,
    /// The communication step may change.
    pub can_handle_variable_communication_step_size: bool,
    /// It follows input derivatives within a step.
    pub can_interpolate_inputs: bool,
    /// The highest order of output derivatives that it gives.
    pub max_output_derivative_order: u32,
    /// It may go on computing after a call has returned.
    pub can_run_asynchronously: bool,
    /// A second instance needs another process.
    pub can_be_instantiated_only_once_per_process: bool,
    /// Its state can be saved and restored.
    pub can_get_and_set_fmu_state: bool,
    /// A saved state can be turned into bytes.
    pub can_serialize_fmu_state: bool,
    /// It gives directional derivatives.
    pub provides_directional_derivative: bool,
}

//! Which functions of FMI 2.0 a library has, and which ones it should have by its description.

use super::library::Library;
use crate::fmu::{CoSimulation, Problem, Severity};

/// The functions that every library must have beyond those without which it is not loaded, and
/// those that only a capability asks for.
const FURTHER: [&str; 15] = [
    "fmi2GetFMUstate",
    "fmi2SetFMUstate",
    "fmi2FreeFMUstate",
    "fmi2SerializedFMUstateSize",
    "fmi2SerializeFMUstate",
    "fmi2DeSerializeFMUstate",
    "fmi2GetDirectionalDerivative",
    "fmi2SetRealInputDerivatives",
    "fmi2GetRealOutputDerivatives",
    "fmi2CancelStep",
    "fmi2GetStatus",
    "fmi2GetRealStatus",
    "fmi2GetIntegerStatus",
    "fmi2GetBooleanStatus",
    "fmi2GetStringStatus",
];

/// The functions for co-simulation that a library lacks.
pub fn missing(library: &Library) -> Vec<&'static str> {
    FURTHER.into_iter().filter(|name| !library.has(name)).collect()
}

/// Of the missing functions, those that a declared capability needs, as problems; and the others.
pub fn divide(
    missing: &[&'static str],
    interface: &CoSimulation,
) -> (Vec<Problem>, Vec<&'static str>) {
    let declared = |name: &str| needed_by(name, interface);
    let problem = |name: &&'static str| {
        let capability = declared(name)?;
        let message = format!("{capability} is declared, but the library has no {name}");
        Some(Problem { code: "D36", severity: Severity::Warning, message })
    };
    let others = missing.iter().copied().filter(|name| declared(name).is_none()).collect();
    (missing.iter().filter_map(problem).collect(), others)
}

/// What can be said of the library: only one that lacks nothing has every function.
pub fn in_words(missing: &[&str], others: &[&str]) -> String {
    match (missing, others) {
        ([], _) => "the library loads and has every function".into(),
        (_, []) => "the library loads".into(),
        (_, others) => format!(
            "the library loads and has every function that it needs, but not {}, which no declared \
             capability asks for",
            others.join(", ")
        ),
    }
}

/// The declared capability that needs a function.
fn needed_by(function: &str, interface: &CoSimulation) -> Option<&'static str> {
    let (declared, capability) = match function {
        "fmi2GetFMUstate" | "fmi2SetFMUstate" | "fmi2FreeFMUstate" => {
            (interface.can_get_and_set_fmu_state, "canGetAndSetFMUstate")
        }
        "fmi2SerializedFMUstateSize" | "fmi2SerializeFMUstate" | "fmi2DeSerializeFMUstate" => {
            (interface.can_serialize_fmu_state, "canSerializeFMUstate")
        }
        "fmi2GetDirectionalDerivative" => {
            (interface.provides_directional_derivative, "providesDirectionalDerivative")
        }
        "fmi2SetRealInputDerivatives" => (interface.can_interpolate_inputs, "canInterpolateInputs"),
        "fmi2GetRealOutputDerivatives" => {
            (interface.max_output_derivative_order > 0, "maxOutputDerivativeOrder")
        }
        "fmi2CancelStep" | "fmi2GetStatus" => {
            (interface.can_run_asynchronously, "canRunAsynchronuously")
        }
        _ => (false, ""),
    };
    declared.then_some(capability)
}

//! Which causality, variability and initial go together (FMI 2.0, section 2.2.7).

use crate::{Causality, Initial, ScalarVariable, Variability};

/// Whether the standard's table allows this causality with this variability.
pub fn allowed(causality: Causality, variability: Variability) -> bool {
    use Causality::*;
    match variability {
        Variability::Constant => matches!(causality, Output | Local),
        Variability::Fixed | Variability::Tunable => {
            matches!(causality, Parameter | CalculatedParameter | Local)
        }
        Variability::Discrete => matches!(causality, Input | Output | Local),
        Variability::Continuous => matches!(causality, Input | Output | Local | Independent),
    }
}

/// Whether the table allows the variable's initial, given its causality and variability.
pub fn initial_allowed(variable: &ScalarVariable, initial: Initial) -> bool {
    match (variable.causality(), variable.variability()) {
        (Causality::Input | Causality::Independent, _) => false,
        (Causality::Parameter, _) | (_, Variability::Constant) => initial == Initial::Exact,
        (_, Variability::Fixed | Variability::Tunable) => initial != Initial::Exact,
        _ => true,
    }
}

/// Whether the variable must have a start value.
pub fn start_required(variable: &ScalarVariable) -> bool {
    variable.causality() == Causality::Input
        || matches!(variable.initial(), Some(Initial::Exact | Initial::Approx))
}

//! Vectors as variables of a model: their components end in `_x`, `_y` and `_z`.

use fmu_builder::*;

use crate::Vector;

/// Endings of the components of a vector.
const AXES: [&str; 3] = ["x", "y", "z"];

/// Three parameters with their defaults.
pub fn parameters(
    v: &mut Variables,
    stem: &str,
    start: Vector,
    unit: &str,
    what: &str,
) -> [Parameter; 3] {
    [0, 1, 2].map(|n| v.parameter(&format!("{stem}_{}", AXES[n]), start[n], unit, what))
}

/// Three states that start at given parameters.
pub fn states(
    v: &mut Variables,
    stem: &str,
    start: [Parameter; 3],
    unit: &str,
    what: &str,
) -> [State; 3] {
    [0, 1, 2].map(|n| v.state(&format!("{stem}_{}", AXES[n]), start[n], unit, what))
}

/// Three inputs that are zero until they are set.
pub fn inputs(v: &mut Variables, stem: &str, unit: &str, what: &str) -> [Input; 3] {
    AXES.map(|axis| v.input(&format!("{stem}_{axis}"), 0.0, unit, what))
}

/// Three outputs.
pub fn outputs(v: &mut Variables, stem: &str, unit: &str, what: &str) -> [Output; 3] {
    AXES.map(|axis| v.output(&format!("{stem}_{axis}"), unit, what))
}

//! The settings of the solvers.

/// Settings of the solver that every FMU has, as (name, default, unit, description).
pub(crate) const SETTINGS: [(&str, f64, &str, &str); 3] = [
    (
        "micro_step",
        1e-4,
        "s",
        "longest step of the fixed-step solvers: semi-implicit-euler, rk4, own and two-step",
    ),
    (
        "relative_tolerance",
        1e-9,
        "",
        "relative tolerance of the adaptive solvers dopri5, rodas4 and bs23",
    ),
    (
        "absolute_tolerance",
        1e-12,
        "",
        "absolute tolerance of the adaptive solvers, times a state's nominal value",
    ),
];

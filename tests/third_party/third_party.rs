//! FMUs from elsewhere: alone, coupled with each other and with ours, against FMPy and formulas.

mod alone;
#[path = "../fmi/formulas.rs"]
mod formulas;
mod open_modelica;
mod python_alone;
mod python_mixed;
mod python_oscillator;
mod python_threshold;
mod refused;
mod run;
mod types;

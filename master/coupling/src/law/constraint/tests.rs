//! The constraint on the linear two-mass oscillator, without FMUs.

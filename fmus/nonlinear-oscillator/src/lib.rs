//! nonlinear-oscillator

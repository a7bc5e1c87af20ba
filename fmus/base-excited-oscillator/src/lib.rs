//! base-excited-oscillator

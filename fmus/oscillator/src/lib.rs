//! oscillator

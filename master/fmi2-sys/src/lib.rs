//! fmi2-sys

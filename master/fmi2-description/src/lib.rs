//! fmi2-description

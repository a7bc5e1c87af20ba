//! fmu-builder

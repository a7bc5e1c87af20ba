//! macrostep-tests

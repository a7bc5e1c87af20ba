//! macrostep

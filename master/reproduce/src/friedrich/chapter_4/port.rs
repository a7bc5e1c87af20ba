//! A variable of an engine, by its part and its name there, however the engine is cut.

/// A part of an engine, by its name in the composition.
pub type Part = &'static str;

/// A variable of a part.
pub type Port = (Part, &'static str);

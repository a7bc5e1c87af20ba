//! The engine models: their scenarios, and one model against many.

mod scenarios;

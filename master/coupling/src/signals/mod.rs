//! Signals
mod polynomial;
pub use polynomial::Polynomial;

//! `[scheme]`: how slaves are carried over a macro step. `docs/schemes` describes the methods.

use serde::Deserialize;
use toml::Spanned;

/// The fields of `[scheme]` that all kinds have; a kind's own are read by the catalogue.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct SchemeSection {
    /// The method; explicit if not given.
    pub kind: Option<Spanned<String>>,
    /// Who steps when.
    #[serde(default)]
    pub sweep: SweepKind,
    /// The order of a Gauss–Seidel sweep; the order of the file if not given.
    pub order: Option<Spanned<Vec<Spanned<String>>>>,
    /// Which value of an output with direct feedthrough counts.
    #[serde(default)]
    pub feedthrough: FeedthroughKind,
    /// What may be left of an algebraic loop where the residual stops falling, relative to its inputs.
    pub loop_tolerance: Option<Spanned<f64>>,
}

impl SchemeSection {
    /// The fields that all kinds have.
    pub const COMMON: [&str; 5] = ["kind", "sweep", "order", "feedthrough", "loop_tolerance"];
}

/// The order in which slaves step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SweepKind {
    /// All at once.
    #[default]
    Jacobi,
    /// One after the other.
    GaussSeidel,
}

/// Which value of an output with direct feedthrough counts at a communication point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FeedthroughKind {
    /// Read again for the new inputs.
    #[default]
    Fresh,
    /// As read straight after the step.
    Stale,
}

//! `[[couplings]]`: the laws that the master evaluates. `docs/laws.md` gives their formulas.

use serde::Deserialize;
use toml::Spanned;

use super::RuleSection;

/// `[[couplings]]`
#[derive(Clone, Debug, Deserialize)]
pub struct CouplingSection {
    /// The name of the law in the catalogue.
    pub law: Spanned<String>,
    /// How the inputs that it determines are continued, instead of what slaves or `[inputs]` say.
    #[serde(default)]
    pub inputs: RuleSection,
    /// The fields of the law's own section.
    #[serde(flatten)]
    pub fields: toml::Table,
}

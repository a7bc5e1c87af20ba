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
    /// What it is called in results.
    pub name: Option<String>,
    /// The fields of the law's own section.
    #[serde(flatten)]
    pub fields: toml::Table,
}

impl CouplingSection {
    /// What it is called in results: its own name, or its number from 1.
    pub fn name(&self, k: usize) -> String {
        self.name.clone().unwrap_or_else(|| format!("coupling{}", k + 1))
    }
}

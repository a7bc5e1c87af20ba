//! The names that a scenario file may use for laws, and who reads what is written of each.

use indexmap::IndexMap;
use serde::de::DeserializeOwned;

use super::error::{ScenarioError, Source, suggestion};
use super::explain::no_section;
use super::file::ScenarioFile;
use super::law::{self, LawSection, ReadLaw};

/// The laws by their names.
#[derive(Clone)]
pub struct Catalogue {
    laws: IndexMap<String, ReadLaw>,
}

impl Default for Catalogue {
    fn default() -> Self {
        Self::standard()
    }
}

impl Catalogue {
    /// What every scenario knows.
    pub fn standard() -> Self {
        let laws = law::standard().into_iter().map(|(name, read)| (name.to_string(), read));
        Self { laws: laws.collect() }
    }

    /// With a further law, which `S` reads, or with another in place of the one of this name.
    pub fn with_law<S: LawSection + DeserializeOwned + 'static>(mut self, name: &str) -> Self {
        self.laws.insert(name.into(), law::read::<S>);
        self
    }

    /// Whether everything is known that a file names, and has the fields that it needs.
    pub fn understands(&self, source: &Source, file: &ScenarioFile) -> Result<(), ScenarioError> {
        self.laws(source, file).map(drop)
    }

    /// The sections of all couplings of a file, in their order.
    pub(super) fn laws(
        &self,
        source: &Source,
        file: &ScenarioFile,
    ) -> Result<Vec<Box<dyn LawSection>>, ScenarioError> {
        let known = || self.laws.keys().map(String::as_str);
        let mut laws = Vec::new();
        for section in &file.couplings {
            let law = &section.get_ref().law;
            let read = self.laws.get(law.get_ref()).ok_or_else(|| {
                let near = suggestion(law.get_ref(), known());
                source.error_at(law.span(), format!("unknown value \"{}\"{near}", law.get_ref()))
            })?;
            let wrong = |error| no_section(source, &error, section.span(), &["inputs"]);
            laws.push(read(&section.get_ref().fields).map_err(wrong)?);
        }
        Ok(laws)
    }
}

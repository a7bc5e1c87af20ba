//! The names that a scenario file may use for laws and schemes, and who reads what is written of each.

use std::ops::Range;

use indexmap::IndexMap;
use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::error::{ScenarioError, Source, suggestion};
use super::explain::no_section;
use super::file::{self, ScenarioFile};
use super::law::{self, LawSection, ReadLaw};
use super::scheme::{self, SchemeKind, SchemeSection};
use super::words;

/// The laws and schemes by their names.
#[derive(Clone)]
pub struct Catalogue {
    laws: IndexMap<String, ReadLaw>,
    schemes: IndexMap<String, SchemeKind>,
}

impl Default for Catalogue {
    fn default() -> Self {
        Self::standard()
    }
}

/// The scheme of a file, read.
pub(super) struct ReadKind {
    /// Its name.
    pub(super) kind: String,
    /// Where that stands; at the start of the text if it is the default.
    pub(super) place: Range<usize>,
    /// What the user wrote of it.
    pub(super) section: Box<dyn SchemeSection>,
    /// What was left out of it, in words.
    pub(super) notes: Vec<String>,
}

impl Catalogue {
    /// What every scenario knows.
    pub fn standard() -> Self {
        let laws = law::standard().into_iter().map(|(name, read)| (name.to_string(), read));
        let schemes = scheme::standard().into_iter().map(|(name, kind)| (name.to_string(), kind));
        Self { laws: laws.collect(), schemes: schemes.collect() }
    }

    /// With a further law, which `S` reads, or with another in place of the one of this name.
    pub fn with_law<S: LawSection + DeserializeOwned + 'static>(mut self, name: &str) -> Self {
        self.laws.insert(name.into(), law::read::<S>);
        self
    }

    /// With a further scheme, which `S` reads, or with another in place of the one of this name.
    pub fn with_scheme<S: SchemeSection + DeserializeOwned + 'static>(
        mut self,
        name: &str,
    ) -> Self {
        self.schemes.insert(name.into(), scheme::kind::<S>());
        self
    }

    /// The kinds of schemes with the fields of each that not all have.
    pub fn schemes(&self) -> impl Iterator<Item = (&str, &'static [&'static str])> {
        self.schemes.iter().map(|(name, kind)| (name.as_str(), kind.fields))
    }

    /// Whether everything is known that a file names, and has the fields that it needs.
    pub fn understands(&self, source: &Source, file: &ScenarioFile) -> Result<(), ScenarioError> {
        self.scheme(source, file)?;
        self.laws(source, file).map(drop)
    }

    /// The sections of all couplings of a file, in their order.
    pub(super) fn laws(
        &self,
        source: &Source,
        file: &ScenarioFile,
    ) -> Result<Vec<Box<dyn LawSection>>, ScenarioError> {
        let mut laws = Vec::new();
        for section in &file.couplings {
            let law = &section.get_ref().law;
            let read = find(&self.laws, source, law)?;
            let wrong = |error| no_section(source, &error, section.span(), &["inputs"]);
            laws.push(read(&section.get_ref().fields).map_err(wrong)?);
        }
        Ok(laws)
    }

    /// The scheme of a file, read by its kind from the text. Fields of other kinds are refused; where the kind
    /// comes from the command line, those of the file are left out.
    pub(super) fn scheme(
        &self,
        source: &Source,
        file: &ScenarioFile,
    ) -> Result<ReadKind, ScenarioError> {
        let first = self.schemes.first().expect("there is a default scheme");
        let (kind, SchemeKind { fields: known, read }) = match &file.scheme.kind {
            Some(kind) => (kind.get_ref(), find(&self.schemes, source, kind)?),
            None => (first.0, *first.1),
        };
        let is_chosen_later =
            file.scheme.kind.as_ref().is_some_and(|kind| !source.is_of_file(&kind.span()));
        let (place, fields) = own_fields(source);
        let mut notes = Vec::new();
        let mut own = DeTable::new();
        for (name, value) in fields {
            let word = name.get_ref().to_string();
            let others = self.kinds_with(&word);
            if known.contains(&word.as_str()) || others.is_empty() {
                own.insert(name, value);
            } else if is_chosen_later && source.is_of_file(&name.span()) {
                notes.push(format!(
                    "scheme.{word} of the file is left out: it does not apply to scheme.kind = \"{kind}\""
                ));
            } else {
                let message = format!(
                    "scheme.{word} does not apply to scheme.kind = \"{kind}\", but to {}; leave it out, or choose \
                     another kind",
                    others.join(", ")
                );
                return Err(source.error_at(name.span(), message));
            }
        }
        let section = read(Spanned::new(place.clone(), DeValue::Table(own))).map_err(|error| {
            let place = error.span().unwrap_or(place);
            no_section(source, &error, place, &file::SchemeSection::COMMON)
        })?;
        let place = file.scheme.kind.as_ref().map_or(0..0, Spanned::span);
        Ok(ReadKind { kind: kind.clone(), place, section, notes })
    }

    /// The kinds of schemes that have a field, in quotes.
    fn kinds_with(&self, field: &str) -> Vec<String> {
        let with = self.schemes.iter().filter(|(_, kind)| kind.fields.contains(&field));
        with.map(|(kind, _)| format!("\"{kind}\"")).collect()
    }
}

/// What is called so, or the nearest name.
fn find<T: Copy>(
    known: &IndexMap<String, T>,
    source: &Source,
    name: &Spanned<String>,
) -> Result<T, ScenarioError> {
    known.get(name.get_ref()).copied().ok_or_else(|| {
        let word = name.get_ref();
        let names: Vec<&str> = known.keys().map(String::as_str).collect();
        let remedy = words::value(word, &names).map(|remedy| format!("; {remedy}"));
        let remedy = remedy.unwrap_or_else(|| suggestion(word, names));
        source.error_at(name.span(), format!("unknown value \"{word}\"{remedy}"))
    })
}

/// The fields of `[scheme]` that not all kinds have, with their places, and its own place.
fn own_fields(source: &Source) -> (Range<usize>, DeTable<'_>) {
    let document = DeTable::parse(&source.text).map(Spanned::into_inner).unwrap_or_default();
    let scheme = document.into_iter().find(|(name, _)| &**name.get_ref() == "scheme");
    let Some((_, section)) = scheme else { return (0..0, DeTable::new()) };
    let place = section.span();
    let DeValue::Table(fields) = section.into_inner() else { return (place, DeTable::new()) };
    let is_common = |name: &str| file::SchemeSection::COMMON.contains(&name);
    (place, fields.into_iter().filter(|(name, _)| !is_common(name.get_ref())).collect())
}

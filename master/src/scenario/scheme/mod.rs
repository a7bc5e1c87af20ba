//! The methods of `[scheme]`, one file each: the fields that a user writes, what is made of them, and what is
//! said of it. The algorithms are in `coupling::scheme`.
//!
//! A scheme is added by its file and a line in `standard`.

mod explicit;
mod fixed_point;
mod iteration;
mod jacobian;
mod newton;
mod quasi_newton;
mod semi_implicit;
mod start_up;

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use coupling::SlaveId;
use coupling::network::Network;
use coupling::scheme::{Facts, Implicit, Inertia, Level, MultiRateImplicit, Scheme};
use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeValue, ValueDeserializer};

use self::explicit::ExplicitSection;
use self::fixed_point::FixedPointSection;
use self::newton::NewtonSection;
use self::quasi_newton::QuasiNewtonSection;
use self::semi_implicit::SemiImplicitSection;
pub use self::start_up::StartUpKind;
use super::fields::names;

/// The schemes that every scenario knows; the first is that of a scenario which names none.
pub(super) fn standard() -> Vec<(&'static str, SchemeKind)> {
    vec![
        ("explicit", kind::<ExplicitSection>()),
        ("semi-implicit", kind::<SemiImplicitSection>()),
        ("newton", kind::<NewtonSection>()),
        ("fixed-point", kind::<FixedPointSection>()),
        ("quasi-newton", kind::<QuasiNewtonSection>()),
    ]
}

/// What a user writes of one scheme in `[scheme]`, besides the fields that all schemes have.
pub trait SchemeSection {
    /// What the scheme needs and gives.
    fn facts(&self) -> Facts;

    /// Checks the values; `inputs` are the names of the coupled ones, in the order of u.
    fn check(&self, inputs: &[String]) -> Result<Chosen, Misplaced>;

    /// How the first steps are taken, if the user says so.
    fn start_up(&self) -> Option<&Spanned<StartUpKind>> {
        None
    }

    /// The slaves that take part explicitly, if the user names them.
    fn explicit(&self) -> Option<&Spanned<Vec<Spanned<String>>>> {
        None
    }

    /// Where it asks for a mass that an input accelerates.
    fn needs_inertia(&self) -> Option<Range<usize>> {
        None
    }
}

/// A message about a place in the text.
pub type Misplaced = (Range<usize>, String);

/// What builds a scheme for a network.
type BuildScheme = dyn Fn(&Parts) -> Box<dyn Scheme> + Send + Sync;

/// A scheme whose settings are checked.
#[derive(Clone)]
pub struct Chosen {
    /// What it is called in the summary of a run.
    pub label: String,
    build: Arc<BuildScheme>,
}

impl Chosen {
    /// A scheme that is built for a network.
    pub fn new<S: Scheme + 'static>(
        label: impl Into<String>,
        build: impl Fn(&Parts) -> S + Send + Sync + 'static,
    ) -> Self {
        Self::boxed(label, move |parts| Box::new(build(parts)))
    }

    /// A scheme whose type depends on what it is built for.
    pub fn boxed(
        label: impl Into<String>,
        build: impl Fn(&Parts) -> Box<dyn Scheme> + Send + Sync + 'static,
    ) -> Self {
        Self { label: label.into(), build: Arc::new(build) }
    }

    /// An implicit scheme: one for all slaves, or one for each of the levels that their steps form.
    pub fn implicit<S: Implicit + 'static>(
        label: impl Into<String>,
        build: impl Fn(&Parts, Option<Level>) -> S + Send + Sync + 'static,
    ) -> Self {
        Self::boxed(label, move |parts| match &parts.rates {
            None => Box::new(build(parts, None)),
            Some((every, stop)) => {
                let level = |level: Level| build(parts, Some(level));
                Box::new(MultiRateImplicit::new(parts.network, every.clone(), *stop, level))
            }
        })
    }

    /// The scheme for a network.
    pub fn build(&self, parts: &Parts) -> Box<dyn Scheme> {
        (self.build)(parts)
    }
}

impl fmt::Debug for Chosen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Chosen").field(&self.label).finish()
    }
}

/// What a scheme is built for.
pub struct Parts<'a> {
    /// The slaves and laws.
    pub network: &'a Network,
    /// The order of a Gauss–Seidel sweep; none if all slaves step at once.
    pub order: Option<&'a [SlaveId]>,
    /// Slaves that take part explicitly.
    pub explicit: &'a [SlaveId],
    /// Masses that inputs accelerate.
    pub inertias: &'a [Inertia],
    /// The steps of the slaves in the shortest ones, and the stop time, where they have different ones.
    pub rates: Option<(Vec<u64>, f64)>,
}

/// Reads the section of a scheme.
type ReadScheme =
    for<'i> fn(Spanned<DeValue<'i>>) -> Result<Box<dyn SchemeSection>, toml::de::Error>;

/// A scheme that a user may name.
#[derive(Clone, Copy)]
pub(super) struct SchemeKind {
    /// The fields that its section has.
    pub(super) fields: &'static [&'static str],
    /// Reads its section.
    pub(super) read: ReadScheme,
}

/// The scheme whose section is of this type.
pub(super) fn kind<S: SchemeSection + DeserializeOwned + 'static>() -> SchemeKind {
    SchemeKind { fields: names::<S>(), read: read::<S> }
}

/// Reads a section of the given type.
fn read<S: SchemeSection + DeserializeOwned + 'static>(
    section: Spanned<DeValue<'_>>,
) -> Result<Box<dyn SchemeSection>, toml::de::Error> {
    let section: S = serde::Deserialize::deserialize(ValueDeserializer::from(section))?;
    Ok(Box::new(section))
}

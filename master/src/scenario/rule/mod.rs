//! The rules that continue inputs over the coming step, one file each: the names and settings that a user writes, and
//! what is said of them. Their formulas, degrees and orders are in `coupling::signals::extrapolation`.
//!
//! A rule is added by its file and a line in `ALL`.

mod extripol;
mod hermite;
mod mean_value;
mod polynomial;
mod reading;
mod two_step_hermite;

use std::fmt;
use std::sync::Arc;

use coupling::signals::extrapolation::{Extrapolation, RuleFacts};

use self::reading::Reading;
use super::error::{ScenarioError, Source, suggestion};
use super::file::RuleSection;
use super::words;

/// The rules that take settings.
const ALL: [RuleKind; 9] = [
    polynomial::HOLD,
    polynomial::POLYNOMIAL,
    hermite::HERMITE,
    two_step_hermite::TWO_STEP_HERMITE,
    extripol::EXTRIPOL_C0,
    extripol::EXTRIPOL_C1,
    mean_value::CONST,
    mean_value::LIN,
    mean_value::QUAD,
];

/// A rule that a user may name.
struct RuleKind {
    /// What the user writes.
    name: &'static str,
    /// Makes the rule of the settings.
    read: fn(&Reading) -> Result<Rule, ScenarioError>,
}

/// A rule with its settings, checked.
#[derive(Clone)]
pub struct Rule {
    /// What the user writes.
    name: String,
    /// Its kind and settings, by which rules are told apart.
    settings: String,
    /// What is said of it.
    label: String,
    facts: RuleFacts,
    needs_derivatives: bool,
    /// How many past points it looks at.
    points: usize,
    build: Arc<BuildRule>,
}

/// What builds a rule for a group of inputs.
type BuildRule = dyn Fn() -> Box<dyn Extrapolation> + Send + Sync;

impl Rule {
    fn new<E: Extrapolation + Clone + Sync + 'static>(
        name: impl Into<String>,
        settings: String,
        label: String,
        rule: E,
    ) -> Self {
        Self {
            name: name.into(),
            settings,
            label,
            facts: rule.facts(),
            needs_derivatives: rule.needs_derivatives(),
            points: rule.points(),
            build: Arc::new(move || Box::new(rule.clone())),
        }
    }

    /// Inputs that keep their last value.
    pub fn hold() -> Self {
        Self::polynomial(0)
    }

    /// The polynomial of a degree through the last points.
    pub fn polynomial(degree: usize) -> Self {
        polynomial::of_degree(degree)
    }

    /// The rule itself.
    pub fn build(&self) -> Box<dyn Extrapolation> {
        (self.build)()
    }

    /// What the user writes.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it is the polynomial through the last points, which can go through the end of a step as well.
    pub fn is_polynomial(&self) -> bool {
        *self == Self::polynomial(self.facts.degree)
    }

    /// Whether it looks at more than the last point.
    pub fn looks_back(&self) -> bool {
        self.points > 1
    }

    /// Whether it looks at time derivatives of the inputs.
    pub fn needs_derivatives(&self) -> bool {
        self.needs_derivatives
    }

    /// The degree with which others continue the outputs of a slower slave between its points.
    pub fn continuation_degree(&self) -> usize {
        self.facts.continuation
    }

    /// The order of the explicit scheme with it.
    pub fn order(&self) -> usize {
        self.facts.order
    }

    /// The degree of the inputs over a step.
    pub fn degree(&self) -> usize {
        self.facts.degree
    }

    /// The degree of interpolations where an end value is known, as far as a slave can follow it.
    pub fn interpolation_degree(&self) -> usize {
        self.facts.interpolation
    }

    /// The degree with which the first steps must be found so that the run keeps its order.
    pub fn start_degree(&self) -> usize {
        self.facts.start
    }
}

impl PartialEq for Rule {
    fn eq(&self, other: &Self) -> bool {
        self.settings == other.settings
    }
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Rule").field(&self.settings).finish()
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.label)
    }
}

/// The default where inputs may change over the step and their derivatives are known.
pub const SMOOTH: &str = "lin-2-3-opt";
/// The default where inputs can only be held over the step.
pub const CONSTANT: &str = "const-3-5";
/// The defaults where derivatives are not known: where inputs may change over the step, and where they are held.
pub const WITHOUT_RATES: [&str; 2] = ["lin-3-3-b0", "const-3-3-b0"];

/// The rule by which a constraint predicts motion where the user gives none.
pub fn two_step_hermite() -> Rule {
    two_step_hermite::usual()
}

/// A rule that is known by its name alone.
pub fn known(name: &str) -> Rule {
    mean_value::named(name).expect("defaults are rules with a name")
}

/// Reads the rule of a section, whose fields are called `prefix.degree` and so on; none if it gives
/// none.
pub fn read(
    source: &Source,
    prefix: &str,
    section: &RuleSection,
) -> Result<Option<Rule>, ScenarioError> {
    let reading = Reading { source, prefix, section };
    let Some(name) = &section.extrapolation else { return reading.nothing().map(|()| None) };
    let word = name.get_ref();
    if let Some(rho_inf) = &section.rho_inf
        && word != two_step_hermite::TWO_STEP_HERMITE.name
    {
        let message =
            format!("{prefix}.rho_inf belongs to extrapolation = \"two-step-hermite\"; remove it");
        return Err(source.error_at(rho_inf.span(), message));
    }
    let rule = match ALL.iter().find(|kind| kind.name == word) {
        Some(kind) => (kind.read)(&reading)?,
        None => mean_value::named(word)
            .ok_or_else(|| source.error_at(name.span(), unknown(prefix, word)))?,
    };
    Ok(Some(rule))
}

/// What to write for a rule that is none.
fn unknown(prefix: &str, word: &str) -> String {
    let names = ALL.map(|kind| kind.name);
    let more: Vec<String> = mean_value::names().collect();
    let known = names.into_iter().chain(more.iter().map(String::as_str));
    let other = words::rule(word).map(|name| format!("; write {name}"));
    let near = other.unwrap_or_else(|| match suggestion(word, known) {
        near if near.contains("did you mean") => near,
        _ => format!("; there is {}, lin-2-3-opt and the like", names.join(", ")),
    });
    format!("{prefix}.extrapolation: no rule \"{word}\"{near}")
}

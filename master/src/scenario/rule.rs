//! The rule that continues inputs over the coming step: from its name and settings to the object.

use std::fmt;

use coupling::signals::extrapolation::{
    Continuity, Extrapolation, Extripol, Hermite, MeanValue, PolynomialRule, Shape,
};
use toml::Spanned;

use super::error::{ScenarioError, Source, suggestion};
use super::file::RuleSection;
use super::words;

/// A rule with its settings, checked.
#[derive(Clone, Debug, PartialEq)]
pub enum Rule {
    /// The polynomial of a degree through the last points; degree 0 holds the last value.
    Polynomial(usize),
    /// The polynomial through values and derivatives at so many points.
    Hermite(usize),
    /// Continuous from step to step, with an extrapolation of a degree.
    Extripol(Continuity, usize),
    /// A linear combination of the past as mean over the step.
    MeanValue(Shape, MeanValue),
}

impl Rule {
    /// The object.
    pub fn build(&self) -> Box<dyn Extrapolation> {
        match self {
            Self::Polynomial(degree) => Box::new(PolynomialRule::new(*degree)),
            Self::Hermite(points) => Box::new(Hermite::new(*points)),
            Self::Extripol(continuity, degree) => Box::new(Extripol::new(*continuity, *degree)),
            Self::MeanValue(_, rule) => Box::new(rule.clone()),
        }
    }

    /// Whether it looks at time derivatives of the inputs.
    pub fn needs_derivatives(&self) -> bool {
        self.build().needs_derivatives()
    }

    /// The degree with which others continue the outputs of a slower slave between its points.
    pub fn continuation_degree(&self) -> usize {
        self.build().facts().continuation
    }

    /// The order of the explicit scheme with it.
    pub fn order(&self) -> usize {
        self.build().facts().order
    }

    /// The degree of the inputs over a step.
    pub fn degree(&self) -> usize {
        self.build().facts().degree
    }

    /// The degree of interpolations where an end value is known, as far as a slave can follow it.
    pub fn interpolation_degree(&self) -> usize {
        self.build().facts().interpolation
    }

    /// The degree with which the first steps must be found so that the run keeps its order.
    pub fn start_degree(&self) -> usize {
        self.build().facts().start
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Polynomial(0) => f.write_str("held inputs"),
            Self::Polynomial(degree) => write!(f, "polynomial inputs of degree {degree}"),
            Self::Hermite(points) => write!(f, "Hermite inputs through {points} points"),
            Self::Extripol(continuity, degree) => {
                write!(f, "{continuity:?} continuous inputs of degree {degree}")
            }
            Self::MeanValue(_, rule) if rule.name().is_some() => {
                write!(f, "inputs by {}", rule.name().unwrap_or_default())
            }
            Self::MeanValue(shape, rule) => {
                let (points, fulfilled) = (rule.points(), rule.fulfilled());
                write!(f, "inputs by the mean, {shape:?} {points},{fulfilled}")
            }
        }
    }
}

/// Names of the rules that take settings.
const NAMES: [&str; 8] =
    ["hold", "polynomial", "hermite", "extripol-c0", "extripol-c1", "const", "lin", "quad"];

/// The default where inputs may change over the step and their derivatives are known.
pub const SMOOTH: &str = "lin-2-3-opt";
/// The default where inputs can only be held over the step.
pub const CONSTANT: &str = "const-3-5";
/// The same where derivatives are not known.
pub const WITHOUT_RATES: [&str; 2] = ["lin-3-3-b0", "const-3-3-b0"];

/// A rule that is known by its name alone.
pub fn known(name: &str) -> Rule {
    let shape = if name.starts_with("lin") { Shape::Lin } else { Shape::Const };
    Rule::MeanValue(shape, MeanValue::named(name).expect("defaults are rules with a name"))
}

/// Reads the rule of a section, whose fields are called `prefix.degree` and so on; none if it gives
/// none.
pub fn read(
    source: &Source,
    prefix: &str,
    section: &RuleSection,
) -> Result<Option<Rule>, ScenarioError> {
    let reading = Reading { source, prefix, section };
    let Some(name) = &section.extrapolation else { return reading.nothing() };
    let degree = || reading.bounded("degree", &section.degree, 1, 0..=3);
    let rule = match name.get_ref().as_str() {
        "hold" => reading.held()?,
        "polynomial" => Rule::Polynomial(degree()?),
        "hermite" => Rule::Hermite(reading.bounded("points", &section.points, 2, 1..=3)?),
        "extripol-c0" => Rule::Extripol(Continuity::C0, degree()?),
        "extripol-c1" => Rule::Extripol(Continuity::C1, degree()?),
        "const" => reading.free(name, Shape::Const)?,
        "lin" => reading.free(name, Shape::Lin)?,
        "quad" => reading.free(name, Shape::Quad)?,
        _ => reading.named(name)?,
    };
    Ok(Some(rule))
}

/// A section being read.
struct Reading<'a> {
    source: &'a Source,
    prefix: &'a str,
    section: &'a RuleSection,
}

impl Reading<'_> {
    /// Without a name there is no rule, and no setting of one.
    fn nothing(&self) -> Result<Option<Rule>, ScenarioError> {
        let RuleSection { degree, points, a, b, .. } = self.section;
        let settings = [
            ("degree", degree.as_ref().map(Spanned::span)),
            ("points", points.as_ref().map(Spanned::span)),
            ("a", a.as_ref().map(|_| 0..0)),
            ("b", b.as_ref().map(|_| 0..0)),
        ];
        let prefix = self.prefix;
        match settings.into_iter().find_map(|(name, place)| Some((name, place?))) {
            None => Ok(None),
            Some((name, place)) => {
                let message = format!(
                    "{prefix}.{name} belongs to a rule; say which by {prefix}.extrapolation = \
                     \"polynomial\" or the like"
                );
                Err(self.source.error_at(place, message))
            }
        }
    }

    /// A held input has no degree but 0.
    fn held(&self) -> Result<Rule, ScenarioError> {
        match &self.section.degree {
            Some(degree) if *degree.get_ref() > 0 => Err(self.source.error_at(
                degree.span(),
                format!(
                    "a held input has degree 0; set {}.extrapolation = \"polynomial\" for more",
                    self.prefix
                ),
            )),
            _ => Ok(Rule::Polynomial(0)),
        }
    }

    fn bounded(
        &self,
        field: &str,
        given: &Option<Spanned<usize>>,
        default: usize,
        range: std::ops::RangeInclusive<usize>,
    ) -> Result<usize, ScenarioError> {
        match given {
            None => Ok(default),
            Some(value) if range.contains(value.get_ref()) => Ok(*value.get_ref()),
            Some(value) => Err(self.source.error_at(
                value.span(),
                format!(
                    "{}.{field} is {}; {} to {} is offered",
                    self.prefix,
                    value.get_ref(),
                    range.start(),
                    range.end()
                ),
            )),
        }
    }

    /// A rule with the coefficients of the user.
    fn free(&self, name: &Spanned<String>, shape: Shape) -> Result<Rule, ScenarioError> {
        let (Some(a), Some(b)) = (&self.section.a, &self.section.b) else {
            let message = format!(
                "{0}.extrapolation = \"{1}\" needs its coefficients {0}.a and {0}.b; rules with \
                 known ones are called {1}-2-4 and the like",
                self.prefix,
                name.get_ref()
            );
            return Err(self.source.error_at(name.span(), message));
        };
        let rule = MeanValue::new(shape, a, b).map_err(|error| {
            self.source.error_at(name.span(), format!("{0}.a, {0}.b: {error}", self.prefix))
        })?;
        Ok(Rule::MeanValue(shape, rule))
    }

    /// A rule whose name says all.
    fn named(&self, name: &Spanned<String>) -> Result<Rule, ScenarioError> {
        let word = name.get_ref();
        let shape = match word.split('-').next() {
            Some("const") => Shape::Const,
            Some("lin") => Shape::Lin,
            _ => Shape::Quad,
        };
        MeanValue::named(word).map(|rule| Rule::MeanValue(shape, rule)).ok_or_else(|| {
            let known: Vec<String> = MeanValue::names().collect();
            let known = NAMES.into_iter().chain(known.iter().map(String::as_str));
            let other = words::rule(word).map(|name| format!("; write {name}"));
            let near = other.unwrap_or_else(|| match suggestion(word, known) {
                near if near.contains("did you mean") => near,
                _ => format!("; there is {}, lin-2-3-opt and the like", NAMES.join(", ")),
            });
            let message = format!("{}.extrapolation: no rule \"{word}\"{near}", self.prefix);
            self.source.error_at(name.span(), message)
        })
    }
}

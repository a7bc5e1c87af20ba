//! The rule that continues inputs over the coming step: from its name and settings to the object.

use std::fmt;

use coupling::signals::extrapolation::{
    Continuity, Extrapolation, Extripol, Hermite, MeanValue, PolynomialRule, Shape,
};
use toml::Spanned;

use super::error::{ScenarioError, Source, suggestion};
use super::file::InputsSection;

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

    /// The degree of the inputs over a step.
    pub fn degree(&self) -> usize {
        match self {
            Self::Polynomial(degree) => *degree,
            Self::Hermite(points) => 2 * points - 1,
            Self::Extripol(Continuity::C0, _) => 1,
            Self::Extripol(Continuity::C1, _) => 3,
            Self::MeanValue(Shape::Const, _) => 0,
            Self::MeanValue(Shape::Lin, _) => 1,
            Self::MeanValue(Shape::Quad, _) => 2,
        }
    }

    /// The degree of interpolations in a Gauss–Seidel sweep, where an end value is known: that of
    /// the extrapolation, as far as a slave can follow it.
    pub fn interpolation_degree(&self) -> usize {
        match self {
            Self::Extripol(_, degree) => *degree,
            _ => self.degree().min(3),
        }
    }

    /// The degree with which the first steps must be found so that the run keeps its order.
    pub fn start_degree(&self) -> usize {
        match self {
            Self::Polynomial(degree) | Self::Extripol(_, degree) => *degree,
            Self::Hermite(points) => 2 * points - 1,
            Self::MeanValue(_, rule) if !rule.needs_rates() => rule.points() - 1,
            // The tangent at the start serves up to order 3.
            Self::MeanValue(Shape::Quad, rule) if rule.fulfilled() > 3 => 3,
            Self::MeanValue(..) => 1,
        }
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

/// Reads the rule of `[inputs]`.
pub fn read(source: &Source, section: &InputsSection) -> Result<Rule, ScenarioError> {
    let Some(name) = &section.extrapolation else { return held(source, section) };
    let degree = || bounded(source, "degree", &section.degree, 1, 0..=3);
    let rule = match name.get_ref().as_str() {
        "hold" => held(source, section)?,
        "polynomial" => Rule::Polynomial(degree()?),
        "hermite" => Rule::Hermite(bounded(source, "points", &section.points, 2, 1..=3)?),
        "extripol-c0" => Rule::Extripol(Continuity::C0, degree()?),
        "extripol-c1" => Rule::Extripol(Continuity::C1, degree()?),
        "const" => free(source, name, Shape::Const, section)?,
        "lin" => free(source, name, Shape::Lin, section)?,
        "quad" => free(source, name, Shape::Quad, section)?,
        _ => named(source, name)?,
    };
    Ok(rule)
}

/// A held input has no degree but 0.
fn held(source: &Source, section: &InputsSection) -> Result<Rule, ScenarioError> {
    match &section.degree {
        Some(degree) if *degree.get_ref() > 0 => Err(source.error_at(
            degree.span(),
            "a held input has degree 0; set inputs.extrapolation = \"polynomial\" for more",
        )),
        _ => Ok(Rule::Polynomial(0)),
    }
}

fn bounded(
    source: &Source,
    field: &str,
    given: &Option<Spanned<usize>>,
    default: usize,
    range: std::ops::RangeInclusive<usize>,
) -> Result<usize, ScenarioError> {
    match given {
        None => Ok(default),
        Some(value) if range.contains(value.get_ref()) => Ok(*value.get_ref()),
        Some(value) => Err(source.error_at(
            value.span(),
            format!(
                "inputs.{field} is {}; {} to {} is offered",
                value.get_ref(),
                range.start(),
                range.end()
            ),
        )),
    }
}

/// A rule with the coefficients of the user.
fn free(
    source: &Source,
    name: &Spanned<String>,
    shape: Shape,
    section: &InputsSection,
) -> Result<Rule, ScenarioError> {
    let (Some(a), Some(b)) = (&section.a, &section.b) else {
        let message = format!(
            "inputs.extrapolation = \"{0}\" needs its coefficients inputs.a and inputs.b; rules with \
             known ones are called {0}-2-4 and the like",
            name.get_ref()
        );
        return Err(source.error_at(name.span(), message));
    };
    let rule = MeanValue::new(shape, a, b)
        .map_err(|error| source.error_at(name.span(), format!("inputs.a, inputs.b: {error}")))?;
    Ok(Rule::MeanValue(shape, rule))
}

/// A rule whose name says all.
fn named(source: &Source, name: &Spanned<String>) -> Result<Rule, ScenarioError> {
    let word = name.get_ref();
    let shape = match word.split('-').next() {
        Some("const") => Shape::Const,
        Some("lin") => Shape::Lin,
        _ => Shape::Quad,
    };
    MeanValue::named(word).map(|rule| Rule::MeanValue(shape, rule)).ok_or_else(|| {
        let known: Vec<String> = MeanValue::names().collect();
        let known = NAMES.into_iter().chain(known.iter().map(String::as_str));
        let near = match suggestion(word, known) {
            near if near.contains("did you mean") => near,
            _ => format!("; there is {}, lin-2-3-opt and the like", NAMES.join(", ")),
        };
        source.error_at(name.span(), format!("inputs.extrapolation: no rule \"{word}\"{near}"))
    })
}

//! What the schemes that iterate have in common: when the inputs count as found, and how much of a residual is
//! taken away.

use coupling::scheme::Convergence;
use indexmap::IndexMap;
use serde::Deserialize;
use toml::Spanned;

use super::Misplaced;
use crate::scenario::error::suggestion;

/// Iterations where the user gives no number.
const ITERATIONS: usize = 200;
/// What may be left of a residual where the user does not say.
const RELATIVE: f64 = 1e-9;
/// The factor with which Aitken's and the quasi-Newton iteration begin.
pub(super) const FIRST: f64 = 1.0;

/// How much of a residual is taken away.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(untagged)]
pub(super) enum RelaxationValue {
    /// A constant part.
    Constant(f64),
    /// `"aitken"`
    Named(String),
}

/// The constant factor; none for Aitken's, or if none is given.
pub(super) fn factor(given: &Option<Spanned<RelaxationValue>>) -> Result<Option<f64>, Misplaced> {
    match given.as_ref().map(|value| (value.span(), value.get_ref())) {
        None => Ok(None),
        Some((_, RelaxationValue::Constant(factor))) if *factor > 0.0 && *factor <= 2.0 => {
            Ok(Some(*factor))
        }
        Some((_, RelaxationValue::Named(name))) if name == "aitken" => Ok(None),
        Some((place, _)) => {
            let message = "scheme.relaxation is a number above 0 and up to 2, or \"aitken\"";
            Err((place, message.into()))
        }
    }
}

/// What happens where an iteration does not converge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum OnDivergence {
    /// The run ends.
    #[default]
    Error,
    /// The run goes on; the summary counts such steps.
    GoOn,
}

/// The fields that say when the inputs count as found.
pub(super) struct Iteration<'a> {
    pub(super) iterations: &'a Option<Spanned<usize>>,
    pub(super) relative: &'a Option<Spanned<f64>>,
    pub(super) absolute: &'a IndexMap<Spanned<String>, f64>,
    pub(super) on_divergence: &'a OnDivergence,
}

impl Iteration<'_> {
    /// Checks them against the names of the coupled inputs.
    pub(super) fn check(&self, inputs: &[String]) -> Result<Convergence, Misplaced> {
        let absolute = self.absolute(inputs)?;
        let most = self.iterations.as_ref().map_or(ITERATIONS, |most| *most.get_ref());
        if let (Some(given), 0) = (self.iterations, most) {
            return Err((given.span(), "scheme.iterations must be at least 1".into()));
        }
        let relative = self.relative.as_ref().map_or(RELATIVE, |relative| *relative.get_ref());
        if let (Some(given), false) = (self.relative, relative.is_finite() && relative >= 0.0) {
            let message = format!("scheme.relative is {relative}; it must not be negative");
            return Err((given.span(), message));
        }
        let go_on = *self.on_divergence == OnDivergence::GoOn;
        Ok(Convergence { relative, absolute, most, go_on })
    }

    fn absolute(&self, inputs: &[String]) -> Result<Vec<f64>, Misplaced> {
        let mut absolute = vec![0.0; inputs.len()];
        for (name, value) in self.absolute {
            let position = inputs.iter().position(|known| known == name.get_ref());
            match position.filter(|_| value.is_finite() && *value >= 0.0) {
                Some(i) => absolute[i] = *value,
                None => {
                    let near = suggestion(name.get_ref(), inputs.iter().map(String::as_str));
                    let message = match position {
                        Some(_) => format!("is {value}; it must not be negative"),
                        None => format!("is no coupled input{near}"),
                    };
                    let message = format!("scheme.absolute: \"{}\" {message}", name.get_ref());
                    return Err((name.span(), message));
                }
            }
        }
        Ok(absolute)
    }
}

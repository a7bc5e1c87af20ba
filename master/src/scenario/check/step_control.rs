//! `[step_control]` and `results.interval`: lengths of time that make sense, and a scheme that can tell
//! its error.

use coupling::step_control::Limits;
use toml::Spanned;

use super::{Method, Time};
use crate::scenario::error::{ScenarioError, Source};
use crate::scenario::file::ScenarioFile;

/// The shortest step where the user gives none, as a part of the time span.
const SHORTEST: f64 = 1e-12;

/// How the macro step follows the error, if it does.
pub(super) fn check(
    source: &Source,
    file: &ScenarioFile,
    method: &Method,
    time: &Time,
) -> Result<Option<Limits>, ScenarioError> {
    let Some(section) = &file.step_control else { return Ok(None) };
    if *method == Method::Explicit {
        let message = "[step_control] needs a scheme that can tell its error: set scheme.kind = \
                       \"semi-implicit\", \"newton\", \"fixed-point\" or \"quasi-newton\"";
        return Err(source.error_at(section.span(), message));
    }
    let section = section.get_ref();
    let span = time.stop - time.start;
    let given = |name: &str, value: &Option<Spanned<f64>>| {
        value.as_ref().map(|value| positive(source, name, value)).transpose()
    };
    let shortest = given("step_control.shortest", &section.shortest)?.unwrap_or(SHORTEST * span);
    let longest = given("step_control.longest", &section.longest)?.unwrap_or(span);
    if let (Some(place), true) = (&section.shortest, shortest > longest) {
        let message = format!(
            "step_control.shortest is {shortest} s, longer than the longest step, {longest} s"
        );
        return Err(source.error_at(place.span(), message));
    }
    Ok(Some(Limits {
        tolerance: positive(source, "step_control.tolerance", &section.tolerance)?,
        shortest,
        longest,
        time_scale: given("step_control.time_scale", &section.time_scale)?,
    }))
}

/// How far apart rows of the results lie, if not at communication points.
pub(super) fn interval(source: &Source, file: &ScenarioFile) -> Result<Option<f64>, ScenarioError> {
    let interval = file.results.interval.as_ref();
    interval.map(|value| positive(source, "results.interval", value)).transpose()
}

fn positive(source: &Source, name: &str, value: &Spanned<f64>) -> Result<f64, ScenarioError> {
    let number = *value.get_ref();
    match number.is_finite() && number > 0.0 {
        true => Ok(number),
        false => {
            let message = format!("{name} is {number}; it must be greater than zero");
            Err(source.error_at(value.span(), message))
        }
    }
}

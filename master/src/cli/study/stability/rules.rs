//! All rules for inputs compared by what they allow.

use coupling::signals::extrapolation::MeanValue;

use super::{Arguments, limit_cells, limit_of, number, words};
use crate::analysis::{Answer, Basis, Limits};
use crate::cli::Failure;
use crate::cli::study::points::each;
use crate::cli::study::table::Cell;
use crate::results::chart::Bars;
use crate::scenario::Scenario;
use crate::scenario::read::Override;

/// The largest stable step of every rule, best first.
pub fn compare(arguments: &Arguments, base: &Scenario) -> Result<(), Failure> {
    let (target, scan) = (&arguments.target, arguments.scan(base)?);
    let choices = all();
    let answers = each(&choices, target.jobs(base), target.quiet, |choice: &Choice| {
        let scenario = target.scenario(&choice.overrides, false)?;
        limit_of(arguments, &scenario, &scan).map_err(Failure::simulation)
    });
    let mut ranked: Vec<(&str, Result<Answer<Limits>, Failure>)> =
        choices.iter().map(|choice| choice.name.as_str()).zip(answers).collect();
    let size = |answer: &Result<Answer<Limits>, Failure>| {
        answer.as_ref().map_or(-1.0, |found| number(&found.value))
    };
    ranked.sort_by(|a, b| size(&b.1).total_cmp(&size(&a.1)));
    println!("{:<20} largest stable step", "rule");
    for (name, answer) in &ranked {
        match answer {
            Ok(found) => {
                let note = match found.basis {
                    Basis::Exact => String::new(),
                    basis => format!("  ({basis})"),
                };
                println!("{name:<20} {}{note}", words(&found.value, &scan));
            }
            Err(failure) => println!("{name:<20} not possible: {}", failure.message()),
        }
    }
    let done = || ranked.iter().filter_map(|(name, answer)| Some((*name, answer.as_ref().ok()?)));
    let rows = done().map(|(name, found)| {
        let cells = limit_cells(&found.value, found.basis);
        std::iter::once(Cell::Name(name.into())).chain(cells).collect()
    });
    arguments.write(&["rule", "largest_step", "basis", "unstable"], rows)?;
    arguments.draw(&Bars {
        label: "largest stable macro step [s]".into(),
        bars: done().map(|(name, found)| (name.into(), number(&found.value))).collect(),
    })
}

/// A rule by its name, and the fields that choose it.
struct Choice {
    /// Its name in tables.
    name: String,
    /// Its name in a scenario file.
    overrides: Vec<Override>,
}

/// Every rule that needs no coefficients of the user.
fn all() -> Vec<Choice> {
    let with = |rule: &str, field: &str, numbers: std::ops::RangeInclusive<usize>| -> Vec<Choice> {
        numbers
            .map(|number| Choice {
                name: format!("{rule} {number}"),
                overrides: vec![set("extrapolation", rule), set(field, &number.to_string())],
            })
            .collect()
    };
    let named = MeanValue::names()
        .map(|name| Choice { overrides: vec![set("extrapolation", &name)], name });
    let mut all = with("polynomial", "degree", 0..=3);
    all.extend(with("hermite", "points", 1..=3));
    all.extend(with("extripol-c0", "degree", 0..=3));
    all.extend(with("extripol-c1", "degree", 0..=3));
    all.extend(named);
    all
}

fn set(field: &str, value: &str) -> Override {
    Override { field: format!("inputs.{field}"), value: value.into() }
}

//! Spectral radii over one field or two.

use super::{Arguments, assessed, at_each, sum_up};
use crate::analysis::{Answer, Assessment, Radius, Verdict};
use crate::cli::Failure;
use crate::cli::study::table::Cell;
use crate::cli::study::vary::Vary;
use crate::results::chart::{Axis, Curves, HeatMap, Line};
use crate::scenario::Scenario;

/// Radii whose colours are explained.
const LEGEND: [(f64, &str); 6] = [
    (0.9, "ρ ≤ 0.9, stable"),
    (0.99, "0.99"),
    (1.0, "1"),
    (1.0 + 1e-4, "1.0001, unstable"),
    (1.01, "1.01"),
    (2.0, "ρ ≥ 2"),
];

/// Spectral radii over one field.
pub fn curve(arguments: &Arguments, base: &Scenario, field: &Vary) -> Result<(), Failure> {
    let points: Vec<_> = field.values.iter().map(|&x| field.set(x).collect()).collect();
    let found = at_each(arguments, base, &points, |s| assessed(s, arguments.tolerance))?;
    let stable = found.iter().filter(|found| is_stable(found)).count();
    println!("{}", sum_up(&found, stable));
    let rows = field.values.iter().zip(&found).map(|(&x, found)| row(field.cells(x), found));
    arguments.write(&Vary::header(&[field], &COLUMNS), rows)?;
    let points = field.values.iter().zip(&found).map(|(&x, found)| (x, number(found))).collect();
    arguments.draw(&Curves {
        x: field.axis(),
        y: Axis { label: "spectral radius".into(), log: false },
        lines: vec![Line { name: "spectral radius".into(), points }],
        level: Some((1.0, "stable up to here".into())),
    })
}

/// Spectral radii over two fields.
pub fn map(arguments: &Arguments, base: &Scenario, x: &Vary, y: &Vary) -> Result<(), Failure> {
    let pairs: Vec<(f64, f64)> =
        y.values.iter().flat_map(|&b| x.values.iter().map(move |&a| (a, b))).collect();
    let points = pairs.iter().map(|&(a, b)| x.set(a).chain(y.set(b)).collect());
    let points: Vec<_> = points.collect();
    let found = at_each(arguments, base, &points, |s| assessed(s, arguments.tolerance))?;
    let stable = found.iter().filter(|found| is_stable(found)).count();
    println!("{}", sum_up(&found, stable));
    let rows = pairs.iter().zip(&found);
    let rows = rows.map(|(&(a, b), found)| row(x.cells(a).chain(y.cells(b)), found));
    arguments.write(&Vary::header(&[x, y], &COLUMNS), rows)?;
    arguments.draw(&HeatMap {
        x: x.axis(),
        y: y.axis(),
        xs: x.values.clone(),
        ys: y.values.clone(),
        radii: found.iter().map(shade).collect(),
        limit: 1.0 + arguments.tolerance,
        legend: LEGEND.into(),
    })
}

fn is_stable(found: &Answer<Assessment>) -> bool {
    found.value.verdict == Verdict::Stable
}

/// The spectral radius; not a number where there is no matrix.
fn number(found: &Answer<Assessment>) -> f64 {
    found.value.radius.map_or(f64::NAN, |radius| radius.value)
}

/// The spectral radius if the verdict follows from it, else the end of the scale of colours on its side.
fn shade(found: &Answer<Assessment>) -> f64 {
    match (found.value.radius, is_stable(found)) {
        (Some(Radius { value, uncertainty }), true) if value > 1.0 => value - uncertainty,
        (Some(Radius { value, .. }), true) => value,
        (Some(Radius { value, .. }), false) if value > 1.0 => value,
        (None, true) => 0.9,
        (_, false) => 2.0,
    }
}

/// The columns of a point beside its fields.
pub const COLUMNS: [&str; 3] = ["spectral_radius", "stable", "basis"];

/// The cells of a point: its fields, then [`COLUMNS`].
pub fn row(fields: impl Iterator<Item = Cell>, found: &Answer<Assessment>) -> Vec<Cell> {
    let stable = Cell::Count(is_stable(found).into());
    let basis = Cell::Name(found.basis.to_string());
    fields.chain([Cell::Number(number(found)), stable, basis]).collect()
}

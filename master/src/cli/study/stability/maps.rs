//! Spectral radii over one field or two.

use super::{Arguments, Found, at_each, radius_of, sum_up};
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
    let points: Vec<_> = field.values.iter().map(|&value| vec![field.set(value)]).collect();
    let found = at_each(arguments, base, &points, radius_of)?;
    let stable = found.iter().filter(|found| arguments.is_stable(found.value)).count();
    println!("{}", sum_up(&found, stable));
    let rows = field.values.iter().zip(&found).map(|(&x, found)| row(arguments, &[x], found));
    arguments.write(&[&field.field, "spectral_radius", "stable", "exact"], rows)?;
    let points = field.values.iter().zip(&found).map(|(&x, found)| (x, found.value)).collect();
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
    let points: Vec<_> = pairs.iter().map(|&(a, b)| vec![x.set(a), y.set(b)]).collect();
    let found = at_each(arguments, base, &points, radius_of)?;
    let stable = found.iter().filter(|found| arguments.is_stable(found.value)).count();
    println!("{}", sum_up(&found, stable));
    let rows = pairs.iter().zip(&found).map(|(&(a, b), found)| row(arguments, &[a, b], found));
    arguments.write(&[&x.field, &y.field, "spectral_radius", "stable", "exact"], rows)?;
    arguments.draw(&HeatMap {
        x: x.axis(),
        y: y.axis(),
        xs: x.values.clone(),
        ys: y.values.clone(),
        radii: found.iter().map(|found| found.value).collect(),
        limit: 1.0 + arguments.tolerance,
        legend: LEGEND.into(),
    })
}

fn row(arguments: &Arguments, fields: &[f64], found: &Found<f64>) -> Vec<Cell> {
    let stable = Cell::Count(arguments.is_stable(found.value).into());
    let fields = fields.iter().map(|&field| Cell::Number(field));
    fields.chain([Cell::Number(found.value), stable, Cell::Count(found.exact.into())]).collect()
}

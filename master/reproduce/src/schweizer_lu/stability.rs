//! Figure 10: where explicit and semi-implicit coupling are stable.

use serde::Deserialize;

use super::method::Method;
use super::two_mass::{Decomposition, TwoMass};
use crate::bench::Bench;
use crate::entry::{Entry, data};
use crate::error::ReproduceError;
use crate::figure::{Figure, Section, Target};

pub const ENTRY: Entry = Entry {
    name: "schweizer-lu/figure-10",
    title: "Stability of explicit and semi-implicit coupling over c and d",
    about: "The two-mass oscillator, force/force, H = 5e-3 s, with all springs c and all dampers d varied together: with the \
            coupling alone varied, what the publication says does not come out. The figure marks stable runs without \
            naming its grid; here spectral radii are found on a grid of its range and, beyond it, the c and d at which \
            they pass 1. With k = 0 semi-implicit coupling is stable everywhere, with k = 1 for c up to 1.88e5 N/m, above \
            which there are unstable windows. With k = 2 it is unstable for c > 1e4 N/m and small d, as printed; the \
            printed d < 50 N s/m is the limit at c = 1.5e5 N/m. Explicit coupling is unstable for large c and d, and \
            with k = 0 for small d too.",
    fmus: &["oscillator"],
    run,
};

const H: f64 = 5e-3;

#[derive(Deserialize)]
struct Data {
    c: Vec<f64>,
    d: Vec<f64>,
    methods: Vec<Case>,
    /// c at which the semi-implicit scheme with k = 1 and d = 1 becomes unstable or stable again.
    windows: Vec<f64>,
}

#[derive(Deserialize)]
struct Case {
    #[serde(flatten)]
    method: Method,
    /// Spectral radii, a row for each c.
    rho: Vec<Vec<f64>>,
    /// (c, d) at which stability changes with d.
    limits: Vec<(f64, f64)>,
}

fn run(bench: &Bench) -> Result<Vec<Section>, ReproduceError> {
    let data: Data = data(include_str!("../../data/schweizer_lu_stability.json"));
    let grid: Vec<(f64, f64)> =
        data.c.iter().flat_map(|c| data.d.iter().map(move |d| (*c, *d))).collect();
    let all: Vec<(&Case, f64, f64)> =
        data.methods.iter().flat_map(|case| grid.iter().map(move |&(c, d)| (case, c, d))).collect();
    let radii = bench.each(&all, |(case, c, d)| radius(bench, &case.method, *c, *d))?;
    let figures =
        all.iter().zip(&radii).zip(data.methods.iter().flat_map(|case| case.rho.iter().flatten()));
    let figures = figures.map(|(((case, c, d), found), rho)| {
        let figure = Figure::new(format!("{}, c = {c}, d = {d}", case.method.name()), *found);
        figure.recomputed(Target::absolute(*rho, 1e-9))
    });
    Ok(vec![
        claims(&data.methods, &grid, &radii),
        Section::new("spectral radii", figures.collect()),
        limits(bench, &data.methods)?,
        windows(bench, &data.windows)?,
    ])
}

fn radius(bench: &Bench, method: &Method, c: f64, d: f64) -> Result<f64, ReproduceError> {
    let system = TwoMass { c, d }.sections(bench, Decomposition::ForceForce);
    bench.radius(&mut bench.stability(method.sections(1.0, H) + &system)?, H)
}

/// Points of the grid that are stable, against what the publication says of the semi-implicit scheme.
fn claims(cases: &[Case], grid: &[(f64, f64)], radii: &[f64]) -> Section {
    let figures = cases.iter().zip(radii.chunks(grid.len())).map(|(case, radii)| {
        let semi_implicit = case.method.scheme == "semi-implicit";
        let spoken_of =
            |c: f64, d: f64| !semi_implicit || case.method.degree < 2 || c <= 1e4 || d >= 50.0;
        let grid: Vec<bool> = grid.iter().map(|&(c, d)| spoken_of(c, d)).collect();
        let stable = |radii: &mut dyn Iterator<Item = &f64>| {
            grid.iter().zip(radii).filter(|(counts, rho)| **counts && **rho < 1.0).count() as f64
        };
        let all = grid.iter().filter(|counts| **counts).count();
        let figure =
            Figure::new(format!("{}, of {all}", case.method.name()), stable(&mut radii.iter()))
                .recomputed(Target::absolute(stable(&mut case.rho.iter().flatten()), 0.0));
        if semi_implicit { figure.printed(Target::absolute(all as f64, 0.0)) } else { figure }
    });
    Section::new(
        "stable points of the grid, without c > 1e4 and d < 50 for semi-implicit, k = 2",
        figures.collect(),
    )
}

fn limits(bench: &Bench, cases: &[Case]) -> Result<Section, ReproduceError> {
    let all: Vec<(&Case, f64, f64)> =
        cases.iter().flat_map(|case| case.limits.iter().map(move |&(c, d)| (case, c, d))).collect();
    let found = bench
        .each(&all, |(case, c, d)| change(*d, |d| Ok(radius(bench, &case.method, *c, d)? < 1.0)))?;
    let figures = all.iter().zip(found).map(|((case, c, d), found)| {
        let figure = Figure::new(format!("{}, c = {c}", case.method.name()), found);
        figure.recomputed(Target::relative(*d, 1e-6))
    });
    Ok(Section::new("d in N s/m at which stability changes", figures.collect()))
}

fn windows(bench: &Bench, edges: &[f64]) -> Result<Section, ReproduceError> {
    let method = Method { scheme: "semi-implicit".into(), degree: 1 };
    let found = bench.each(edges, |c| change(*c, |c| Ok(radius(bench, &method, c, 1.0)? < 1.0)))?;
    let figures = edges.iter().zip(found).enumerate().map(|(k, (edge, found))| {
        let side = if k % 2 == 0 { "begins" } else { "ends" };
        let name = format!("window {} {side}", k / 2 + 1);
        Figure::new(name, found).recomputed(Target::relative(*edge, 5e-6))
    });
    let title = "c in N/m at which unstable windows lie, semi-implicit, k = 1, d = 1 N s/m";
    Ok(Section::new(title, figures.collect()))
}

/// Where stability changes within 1e-4 of `guess`; not a number if it does not.
fn change(
    guess: f64,
    mut is_stable: impl FnMut(f64) -> Result<bool, ReproduceError>,
) -> Result<f64, ReproduceError> {
    let (mut below, mut above) = ((1.0 - 1e-4) * guess, (1.0 + 1e-4) * guess);
    let first = is_stable(below)?;
    if is_stable(above)? == first {
        return Ok(f64::NAN);
    }
    while above - below > 1e-8 * guess {
        let middle = 0.5 * (below + above);
        if is_stable(middle)? == first { below = middle } else { above = middle }
    }
    Ok(0.5 * (below + above))
}

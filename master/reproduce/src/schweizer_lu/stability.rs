//! Figure 10: where explicit and semi-implicit coupling are stable.

use serde::Deserialize;

use super::method::Method;
use super::two_mass::{Decomposition, TwoMass};
use crate::bench::Bench;
use crate::entry::{Entry, data};
use crate::error::ReproduceError;
use crate::figure::{Figure, Section};
use crate::picture::Picture;
use crate::search::{crossings, equal, geometric};
use crate::target::Target;

pub const ENTRY: Entry = Entry {
    name: "schweizer-lu/figure-10",
    title: "Stability of explicit and semi-implicit coupling over c and d",
    about: "The two-mass oscillator, force/force, H = 5e-3 s, with all springs c and all dampers d varied together: with the \
            coupling alone varied, what the publication says does not come out. The figure marks stable runs without \
            naming its grid; here spectral radii are found on a grid of its range and, beyond it, the c and d at which \
            they pass 1. With k = 0 semi-implicit coupling is stable everywhere, with k = 1 for c up to 1.88e5 N/m, above \
            which there are unstable windows. With k = 2 it is unstable for c > 1e4 N/m and small d, as printed; the \
            printed d < 50 N s/m is the limit at c = 1.5e5 N/m. Explicit coupling is unstable for large c and d, and \
            with k = 0 for small d too. Spectral radii are found with a Jacobian of every step and with a \
            reused one, which is the default here; limits, with the latter, are searched over the whole range of d and c, and none may be missed or added.",
    fmus: &["oscillator"],
    run,
    pictures: Some(pictures),
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

#[derive(Clone, Deserialize)]
struct Case {
    #[serde(flatten)]
    method: Method,
    /// Spectral radii, a row for each c.
    rho: Vec<Vec<f64>>,
    /// (c, d) at which stability changes with d.
    limits: Vec<(f64, f64)>,
}

fn read() -> Data {
    data(include_str!("../../data/schweizer_lu_stability.json"))
}

fn run(bench: &Bench) -> Result<Vec<Section>, ReproduceError> {
    let data = read();
    let reused =
        |case: &Case| Some(Case { method: case.method.with_reused_jacobian()?, ..case.clone() });
    let methods: Vec<Case> =
        data.methods.iter().cloned().chain(data.methods.iter().filter_map(reused)).collect();
    let grid: Vec<(f64, f64)> =
        data.c.iter().flat_map(|c| data.d.iter().map(move |d| (*c, *d))).collect();
    let all: Vec<(&Case, f64, f64)> =
        methods.iter().flat_map(|case| grid.iter().map(move |&(c, d)| (case, c, d))).collect();
    let radii = bench.each(&all, |(case, c, d)| radius(bench, &case.method, *c, *d))?;
    let figures =
        all.iter().zip(&radii).zip(methods.iter().flat_map(|case| case.rho.iter().flatten()));
    let figures = figures.map(|(((case, c, d), found), rho)| {
        let figure = Figure::new(format!("{}, c = {c}, d = {d}", case.method.name()), *found);
        figure.recomputed(Target::absolute(*rho, 1e-9))
    });
    Ok(vec![
        claims(&methods, &grid, &radii),
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

/// All d from 1e-3 to 1e5 N s/m at which stability changes, for each listed c.
fn limits(bench: &Bench, cases: &[Case]) -> Result<Section, ReproduceError> {
    let mut all: Vec<(&Case, f64, Vec<f64>)> = Vec::new();
    for case in cases {
        for group in case.limits.chunk_by(|a, b| a.0 == b.0) {
            all.push((case, group[0].0, group.iter().map(|limit| limit.1).collect()));
        }
    }
    let grid = geometric(1e-3, 1e5, 120);
    let found = bench.each(&all, |(case, c, _)| {
        let method = case.method.with_reused_jacobian().unwrap_or_else(|| case.method.clone());
        crossings(&grid, |d| Ok::<_, ReproduceError>(radius(bench, &method, *c, d)? - 1.0))
    })?;
    let mut figures = Vec::new();
    for ((case, c, limits), found) in all.iter().zip(found) {
        let name = format!("{}, c = {c}", case.method.name());
        figures.extend(edges(&name, limits, &found, 1e-6));
    }
    Ok(Section::new("d in N s/m at which stability changes, of all from 1e-3 to 1e5", figures))
}

/// All c from 1e2 to 1e6 N/m at which stability changes, for d = 1 N s/m.
fn windows(bench: &Bench, listed: &[f64]) -> Result<Section, ReproduceError> {
    let method = Method { scheme: "semi-implicit".into(), degree: 1, reused: true };
    let found = crossings(&equal(1e2, 1e6, 200), |c| {
        Ok::<_, ReproduceError>(radius(bench, &method, c, 1.0)? - 1.0)
    })?;
    let title = "c in N/m at which unstable windows begin and end, of all from 1e2 to 1e6; semi-implicit, k = 1, d = 1 N s/m";
    Ok(Section::new(title, edges("windows", listed, &found, 5e-6)))
}

/// How many edges there are, and each of them.
fn edges(name: &str, listed: &[f64], found: &[f64], relative: f64) -> Vec<Figure> {
    let count = Figure::new(format!("{name}, number of changes"), found.len() as f64)
        .recomputed(Target::absolute(listed.len() as f64, 0.0));
    let edge = |(k, value): (usize, &f64)| {
        let found = found.get(k).copied().unwrap_or(f64::NAN);
        Figure::new(format!("{name}, change {}", k + 1), found)
            .recomputed(Target::relative(*value, relative))
    };
    std::iter::once(count).chain(listed.iter().enumerate().map(edge)).collect()
}

/// The limits over c, found and recomputed.
fn pictures(_: &Bench, found: &[Section]) -> Result<Vec<Picture>, ReproduceError> {
    let caption = "Figure 10: damping d at which stability changes, over the stiffness c, H = 5e-3 s. Dots: found; circles: independent \
                   implementation. Semi-implicit coupling is stable above its dots, explicit coupling between two of one c.";
    let axes = ["c in N/m", "d in N s/m"];
    let mut picture = Picture::new("figure-10", axes, caption).log_x().log_y();
    let mut figures = found[2].figures.iter().filter(|figure| figure.name.contains(", change "));
    let mut marks = Vec::new();
    for case in read().methods.iter().filter(|case| !case.limits.is_empty()) {
        let mut points = Vec::new();
        for ((c, d), figure) in case.limits.iter().zip(&mut figures) {
            points.push((*c, figure.found));
            marks.push((*c, *d));
        }
        // Lower and upper limits are lines of their own.
        let upper = |(k, _): &(usize, &(f64, f64))| *k > 0 && points[k - 1].0 == points[*k].0;
        let all = || points.iter().enumerate();
        let side = |wanted: bool| all().filter(|p| upper(p) == wanted).map(|(_, p)| *p).collect();
        picture = picture.curve(case.method.name(), side(false));
        let above: Vec<(f64, f64)> = side(true);
        if !above.is_empty() {
            picture = picture.curve(format!("{}, upper", case.method.name()), above);
        }
    }
    Ok(vec![picture.marks("recomputed", marks)])
}

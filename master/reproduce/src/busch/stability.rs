//! Figures 9 to 14: spectral radii and largest stable steps.

use serde::Deserialize;

use super::limit::{Limit, claims};
use super::system::Method;
use crate::bench::Bench;
use crate::entry::{Entry, data};
use crate::error::ReproduceError;
use crate::figure::{Figure, Section};
use crate::picture::Picture;
use crate::search::geometric;
use crate::target::Target;

pub const ENTRY: Entry = Entry {
    name: "busch/stability",
    title: "Figures 9 to 14: spectral radii and largest stable steps",
    about: "The figures show regions of stability without numbers or ranges. Spectral radii at five points and the \
            largest steps H up to which every step is stable (ρ < 1, from 1e-8 s; infinite: up to 1e-2 s) are \
            compared for both decompositions, both sweeps, Lagrange, EXTRIPOL C0 and C1, k = 0 to 3. The force of \
            the second subsystem contains its own approximated input (8); reading it for the new displacement is \
            another scheme, usually more stable, whose radii are shown too. Limits above 2.5e-3 s lie at resonances \
            of the subsystems, in narrow windows. Reducing the step stabilises everything, and C0 is never less stable than C1. That a higher \
            degree is less stable does not hold in general: it does with strong damping. Nor is C1 better than \
            Lagrange at k = 3 but with strong damping, the last two tables of limits.",
    fmus: &["oscillator", "base-excited-oscillator"],
    run,
    pictures: Some(pictures),
};

#[derive(Deserialize)]
struct Data {
    points: Vec<(f64, f64, f64)>,
    pairs: Vec<(f64, f64)>,
    cases: Vec<Case>,
    fresh: Fresh,
    strong_damping: Vec<Strong>,
}

/// A method with its spectral radius at each of the points and its limit for each of the pairs.
#[derive(Deserialize)]
struct Case {
    #[serde(flatten)]
    method: Method,
    rho: Vec<f64>,
    limits: Vec<Option<f64>>,
}

#[derive(Deserialize)]
struct Fresh {
    rho: Vec<FreshCase>,
}

/// Spectral radii of force/displacement coupling with Jacobi and fresh reading.
#[derive(Deserialize)]
struct FreshCase {
    rule: String,
    degree: usize,
    rho: Vec<f64>,
}

/// Limits of Lagrange, C0 and C1 for displacement/displacement, Gauss–Seidel, k = 3.
#[derive(Deserialize)]
struct Strong {
    ck: f64,
    dk: f64,
    limits: [f64; 3],
}

fn run(bench: &Bench) -> Result<Vec<Section>, ReproduceError> {
    let Data { points, pairs, cases, fresh, strong_damping } =
        data(include_str!("../../data/busch_stability.json"));
    let mut sections = Vec::new();
    for (k, point) in points.iter().enumerate() {
        let wanted: Vec<_> = cases.iter().map(|case| (case.method.clone(), case.rho[k])).collect();
        let title = format!("ρ at ck = {:e}, dk = {:e}, H = {:e} s", point.0, point.1, point.2);
        sections.push(Section::new(title, radii(bench, &wanted, *point, "stale")?));
        let wanted: Vec<_> = fresh.rho.iter().map(|case| (case.method(), case.rho[k])).collect();
        let title = "the same, the force read for the new displacement";
        sections.push(Section::new(title, radii(bench, &wanted, *point, "fresh")?));
    }
    let of_pair = |(k, pair): (usize, &(f64, f64))| -> Vec<Limit> {
        let limit = |case: &Case| Limit::new(&case.method, *pair, case.limits[k], 1e-6);
        cases.iter().map(limit).collect()
    };
    let mut limits: Vec<Limit> = pairs.iter().enumerate().flat_map(of_pair).collect();
    for Strong { ck, dk, limits: values } in strong_damping {
        let rules = ["polynomial", "extripol-c0", "extripol-c1"].into_iter().zip(values);
        // Given to six digits.
        let limit = |(rule, value)| Limit::new(&cubic(rule), (ck, dk), Some(value), 5e-6);
        limits.extend(rules.map(limit));
    }
    let found = bench.each(&limits, |limit| limit.find(bench))?;
    for (limit, found) in limits.iter_mut().zip(found) {
        limit.found = found;
    }
    for of_pair in limits.chunk_by(|a, b| a.pair == b.pair) {
        let (ck, dk) = of_pair[0].pair;
        let title = format!("largest stable H in s at ck = {ck:e}, dk = {dk:e}");
        sections.push(Section::new(title, of_pair.iter().map(Limit::figure).collect()));
    }
    sections.push(claims(&limits[..cases.len() * pairs.len()]));
    Ok(sections)
}

/// Spectral radii over the macro step at one coupling, force/displacement, Gauss–Seidel.
fn pictures(bench: &Bench, _: &[Section]) -> Result<Vec<Picture>, ReproduceError> {
    let Data { pairs, cases, .. } = data(include_str!("../../data/busch_stability.json"));
    let pair = (1e6, 1e2);
    let place = pairs.iter().position(|known| *known == pair).expect("the data has it");
    let caption = "Spectral radius over the macro step at ck = 1e6 N/m, dk = 100 N s/m, force/displacement, Gauss-Seidel. Curves: found; circles: \
                   largest stable step by the independent implementation.";
    let picture = Picture::new("stability", ["H in s", "spectral radius"], caption);
    let mut picture = picture.log_x().level(1.0, "limit of stability");
    let grid = geometric(3e-5, 2e-3, 120);
    let mut marks = Vec::new();
    for Case { method, limits, .. } in &cases {
        let shown = method.is_force_displacement() && method.sweep == "gauss-seidel";
        if !shown || method.rule == "extripol-c0" {
            continue;
        }
        let mut stability = bench.stability(method.scenario(bench, pair.0, pair.1, "stale"))?;
        let radius = |h: &f64| Ok((*h, bench.radius(&mut stability, *h)?.min(1.5)));
        let points = grid.iter().map(radius).collect::<Result<Vec<_>, ReproduceError>>()?;
        picture = picture.curve(format!("{}, k = {}", method.rule, method.degree), points);
        marks.extend(limits[place].map(|h| (h, 1.0)));
    }
    Ok(vec![picture.marks("largest stable H", marks)])
}

impl FreshCase {
    fn method(&self) -> Method {
        let (coupling, sweep) = ("force/displacement".into(), "jacobi".into());
        Method { coupling, sweep, rule: self.rule.clone(), degree: self.degree }
    }
}

/// Displacement/displacement, Gauss–Seidel, k = 3.
fn cubic(rule: &str) -> Method {
    let (coupling, sweep) = ("displacement/displacement".into(), "gauss-seidel".into());
    Method { coupling, sweep, rule: rule.into(), degree: 3 }
}

fn radii(
    bench: &Bench,
    wanted: &[(Method, f64)],
    (ck, dk, h): (f64, f64, f64),
    reading: &str,
) -> Result<Vec<Figure>, ReproduceError> {
    let found = bench.each(wanted, |(method, _)| {
        let mut stability = bench.stability(method.scenario(bench, ck, dk, reading))?;
        bench.radius(&mut stability, h)
    })?;
    let figure = |((method, rho), found): (&(Method, f64), f64)| {
        Figure::new(method.name(), found).recomputed(Target::absolute(*rho, 1e-10))
    };
    Ok(wanted.iter().zip(found).map(figure).collect())
}

//! Runs of a mechanism against listed points, and its monolithic solution.

use nalgebra::DVector;
use serde::Deserialize;

use super::method::Method;
use crate::bench::Bench;
use crate::bound::Bound;
use crate::entry::data;
use crate::error::ReproduceError;
use crate::figure::{Evidence, Figure, Section};
use crate::monolithic::nonlinear;
use crate::picture::Picture;
use crate::target::Target;
use macrostep::scenario::build::build;

/// What a mechanism was found to do by an independent implementation.
#[derive(Deserialize)]
pub struct Data {
    /// What is listed at each point.
    variables: Vec<String>,
    monolithic: Vec<Point>,
    runs: Vec<Run>,
}

#[derive(Clone, Deserialize)]
struct Point {
    t: f64,
    values: Vec<f64>,
}

#[derive(Clone, Deserialize)]
struct Run {
    #[serde(flatten)]
    method: Method,
    h: f64,
    points: Vec<Point>,
}

/// A mechanism cut into two subsystems, and as a whole.
pub trait Mechanism: Sync {
    /// Slaves, what joins them, and results.
    fn sections(&self, bench: &Bench) -> String;
    /// All listed variables from outputs and inputs, which are asked for by name.
    fn listed(&self, value: &dyn Fn(&str) -> f64) -> Vec<f64>;
    /// The state of the whole at the start.
    fn start(&self) -> DVector<f64>;
    /// Its rate.
    fn rate(&self, z: &DVector<f64>) -> DVector<f64>;
    /// All listed variables of the whole.
    fn listed_whole(&self, z: &DVector<f64>) -> Vec<f64>;
    /// Tolerance of a listed variable: of runs, and of the monolithic solution.
    fn tolerances(&self, variable: &str) -> (f64, f64);
}

/// A step of the monolithic solution in s; short against the fastest motion in a joint.
const PART: f64 = 1e-3;

impl Data {
    /// What a file of `data/` holds; semi-implicit runs are there once more with the default Jacobian.
    pub fn of(text: &str) -> Self {
        let mut data: Self = data(text);
        let reused =
            |run: &Run| Some(Run { method: run.method.with_reused_jacobian()?, ..run.clone() });
        data.runs.extend(data.runs.iter().filter_map(reused).collect::<Vec<_>>());
        data
    }
}

/// The monolithic solution and all runs, a section each.
pub fn sections(
    bench: &Bench,
    mechanism: &impl Mechanism,
    data: &Data,
) -> Result<Vec<Section>, ReproduceError> {
    let runs = bench.each(&data.runs, |run| run.points(bench, mechanism))?;
    let whole = monolithic(mechanism, data);
    let tolerance = |variable: &str| mechanism.tolerances(variable).1;
    let mut sections = vec![
        differences(mechanism, data, &whole, &runs),
        Section::new("monolithic", figures(data, &data.monolithic, &whole, tolerance))
            .evidence(Evidence::WholeSystem),
    ];
    sections.push(reused(mechanism, data, &runs));
    for (run, found) in data.runs.iter().zip(runs).filter(|(run, _)| !run.method.reused) {
        let title = format!("{}, H = {:e} s", run.method.name(), run.h);
        let tolerance = |variable: &str| mechanism.tolerances(variable).0;
        sections.push(Section::new(title, figures(data, &run.points, &found, tolerance)));
    }
    Ok(sections)
}

fn figures(
    data: &Data,
    points: &[Point],
    found: &[Vec<f64>],
    tolerance: impl Fn(&str) -> f64,
) -> Vec<Figure> {
    let mut figures = Vec::new();
    for (point, found) in points.iter().zip(found) {
        for ((variable, value), found) in data.variables.iter().zip(&point.values).zip(found) {
            let figure = Figure::new(format!("{variable}, t = {} s", point.t), *found);
            figures.push(figure.recomputed(Target::absolute(*value, tolerance(variable))));
        }
    }
    figures
}

/// The largest differences between runs and the monolithic solution at the listed times.
fn differences(
    mechanism: &impl Mechanism,
    data: &Data,
    whole: &[Vec<f64>],
    runs: &[Vec<Vec<f64>>],
) -> Section {
    let mut figures = Vec::new();
    for (run, found) in data.runs.iter().zip(runs).filter(|(run, _)| !run.method.reused) {
        // Centres of mass follow the angles.
        let variables =
            data.variables.iter().enumerate().filter(|(_, v)| !v.starts_with(['x', 'y']));
        for (n, variable) in variables {
            let (of_run, of_whole) = mechanism.tolerances(variable);
            let listed = run.points.iter().zip(&data.monolithic);
            let recomputed =
                largest(&mut listed.map(|(run, whole)| (run.values[n], whole.values[n])));
            let found =
                largest(&mut found.iter().zip(whole).map(|(run, whole)| (run[n], whole[n])));
            let name = format!("{}, H = {:e} s, {variable}", run.method.name(), run.h);
            let target = Target::absolute(recomputed, of_run + of_whole);
            figures.push(Figure::new(name, found).recomputed(target));
        }
    }
    Section::new("largest differences from the monolithic solution", figures)
}

/// What a reused Jacobian, the default here, makes of a run: its largest difference from the recomputed one, whose Jacobian is
/// found in every step, over the error of that one.
fn reused(mechanism: &impl Mechanism, data: &Data, runs: &[Vec<Vec<f64>>]) -> Section {
    let mut figures = Vec::new();
    for (run, found) in data.runs.iter().zip(runs).filter(|(run, _)| run.method.reused) {
        for (n, variable) in data.variables.iter().enumerate() {
            let listed = || run.points.iter().map(|point| point.values[n]);
            let whole = data.monolithic.iter().map(|point| point.values[n]);
            let error = largest(&mut listed().zip(whole)) + mechanism.tolerances(variable).0;
            let moved = largest(&mut listed().zip(found.iter().map(|found| found[n])));
            let name = format!("{}, H = {:e} s, {variable}", run.method.name(), run.h);
            figures.push(Figure::new(name, moved / error).bound(Bound::below(0.5)));
        }
    }
    Section::new(
        "reused Jacobian: difference from the recomputed run over the error of that run",
        figures,
    )
}

/// The largest difference of pairs.
fn largest(pairs: &mut dyn Iterator<Item = (f64, f64)>) -> f64 {
    pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

/// The listed variables of the whole at the listed times.
fn monolithic(mechanism: &impl Mechanism, data: &Data) -> Vec<Vec<f64>> {
    let (mut z, mut taken) = (mechanism.start(), 0);
    let mut found = Vec::new();
    for point in &data.monolithic {
        while taken < (point.t / PART).round() as usize {
            z = nonlinear(|_, z| mechanism.rate(z), &z, PART);
            taken += 1;
        }
        found.push(mechanism.listed_whole(&z));
    }
    found
}

/// One variable of the runs that are shown over time, with the listed points of the monolithic solution and of the runs.
pub fn over_time(
    bench: &Bench,
    mechanism: &impl Mechanism,
    data: &Data,
    mut picture: Picture,
    (variable, shown): (&str, fn(&Method, f64) -> bool),
) -> Result<Picture, ReproduceError> {
    let n = data.variables.iter().position(|known| known == variable);
    let n = n.expect("the mechanism lists it");
    let at = |points: &[Point]| -> Vec<(f64, f64)> {
        points.iter().map(|point| (point.t, point.values[n])).collect()
    };
    let mut marks = Vec::new();
    for run in data.runs.iter().filter(|run| shown(&run.method, run.h)) {
        let stop = run.points.last().map_or(0.0, |point| point.t);
        let mut points = Vec::new();
        run.see(bench, mechanism, stop, |t, listed| points.push((t, listed()[n])))?;
        picture = picture.curve(format!("k = {}, H = {:e} s", run.method.degree, run.h), points);
        marks.extend(at(&run.points));
    }
    let whole = at(&data.monolithic);
    Ok(picture.marks("recomputed", marks).marks("monolithic", whole))
}

impl Run {
    /// The listed variables at the listed times.
    fn points(
        &self,
        bench: &Bench,
        mechanism: &impl Mechanism,
    ) -> Result<Vec<Vec<f64>>, ReproduceError> {
        let stop = self.points.last().map_or(0.0, |point| point.t);
        let mut found = Vec::new();
        self.see(bench, mechanism, stop, |t, listed| {
            let next = self.points[found.len().min(self.points.len() - 1)].t;
            if (t - next).abs() <= 0.5 * self.h {
                found.push(listed());
            }
        })?;
        Ok(found)
    }

    /// Runs up to `stop` and shows each communication point: the time, and the listed variables if they are asked for.
    fn see(
        &self,
        bench: &Bench,
        mechanism: &impl Mechanism,
        stop: f64,
        mut each: impl FnMut(f64, &dyn Fn() -> Vec<f64>),
    ) -> Result<(), ReproduceError> {
        let text = self.method.sections(stop, self.h) + &mechanism.sections(bench);
        let mut simulation = build(&bench.recorded(text)?)?;
        let (outputs, inputs) =
            (simulation.network().output_names(), simulation.network().input_names());
        simulation.initialize()?;
        while simulation.advance()? {
            let point = simulation.point();
            let value = |name: &str| {
                let output = outputs.iter().position(|known| known == name).map(|k| point.y[k]);
                let input = || inputs.iter().position(|known| known == name).map(|k| point.u[k]);
                output.or_else(input).unwrap_or(f64::NAN)
            };
            each(simulation.t(), &|| mechanism.listed(&value));
        }
        Ok(())
    }
}

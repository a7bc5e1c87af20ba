//! `macrostep study stability`: spectral radii and largest stable steps.

mod maps;
mod rules;

use clap::Args;

use super::points::each;
use super::table::{self, Cell};
use super::target::Target;
use super::vary::Vary;
use crate::analysis::{AnalysisError, LargestStep, Scan, Stability, Verdict};
use crate::cli::Failure;
use crate::cli::session::{prepare_picture, warn};
use crate::results::chart::{Axis, Curves, Drawing, Line, save};
use crate::scenario::Scenario;
use crate::scenario::read::Override;

/// Arguments of `study stability`.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    target: Target,
    /// Let a field take many values, once for a curve or twice for a map: FIELD=FROM..TO:log:COUNT
    #[arg(long, value_name = "FIELD=RANGE")]
    vary: Vec<Vary>,
    /// Find the largest macro step up to which every step is stable
    #[arg(long)]
    largest_step: bool,
    /// Compare the largest stable steps of all rules for inputs
    #[arg(long, conflicts_with = "vary")]
    rules: bool,
    /// Smallest step that is looked at, in s; a thousandth of the scenario's if not given
    #[arg(long, value_name = "TIME")]
    from: Option<f64>,
    /// Largest step that is looked at, in s; a thousand times the scenario's if not given
    #[arg(long, value_name = "TIME")]
    to: Option<f64>,
    /// Distance of the steps that are looked at, as part of the largest stable one
    #[arg(long, value_name = "PART", default_value_t = 0.01)]
    density: f64,
    /// How far a spectral radius may exceed 1 and still count as stable
    #[arg(long, value_name = "NUMBER", default_value_t = 1e-6)]
    tolerance: f64,
}

/// Runs the study.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let Arguments { target, vary, largest_step, rules, .. } = arguments;
    prepare_picture(target.plot.as_deref())?;
    let base = target.scenario(&[], false)?;
    target.protect(&base, "stability", None)?;
    warn(&base, false);
    arguments.scan(&base)?;
    match (*rules, *largest_step, vary.as_slice()) {
        (true, _, _) => rules::compare(arguments, &base),
        (false, true, []) => limit(arguments, &base),
        (false, true, [field]) => limits(arguments, &base, field),
        (false, false, []) => radius(arguments, &base),
        (false, false, [field]) => maps::curve(arguments, &base, field),
        (false, false, [x, y]) => maps::map(arguments, &base, x, y),
        _ => Err(Failure::input("--vary: one field with --largest-step, two fields without it")),
    }
}

impl Arguments {
    fn scan(&self, scenario: &Scenario) -> Result<Scan, Failure> {
        let around = Scan::around(scenario.time.step);
        let (from, to) = (self.from.unwrap_or(around.from), self.to.unwrap_or(around.to));
        let (density, tolerance) = (self.density, self.tolerance);
        let wrong = |message: String| Err(Failure::Input(message));
        if !(from.is_finite() && to.is_finite() && 0.0 < from && from < to) {
            return wrong(format!("--from {from} --to {to}: give steps above zero that rise"));
        }
        if !(1e-5..=0.5).contains(&density) {
            return wrong(format!("--density {density}: give a part from 0.00001 to 0.5"));
        }
        if !(tolerance.is_finite() && tolerance >= 0.0) {
            return wrong(format!("--tolerance {tolerance}: it must not be negative"));
        }
        Ok(Scan { from, to, density, tolerance, ..around })
    }

    fn is_stable(&self, radius: f64) -> bool {
        radius <= 1.0 + self.tolerance
    }

    fn draw(&self, drawing: &impl Drawing) -> Result<(), Failure> {
        let Some(picture) = &self.target.plot else { return Ok(()) };
        save(drawing, picture).map_err(Failure::Input)?;
        self.target.say(&format!("picture  {}", picture.display()));
        Ok(())
    }

    /// Writes the table and says where it is.
    fn write(&self, header: &[&str], rows: impl Iterator<Item = Vec<Cell>>) -> Result<(), Failure> {
        let path = self.target.table("stability");
        table::write(&path, header, rows)?;
        self.target.say(&format!("results  {}", path.display()));
        Ok(())
    }
}

/// A number found at a point, and whether it is exact.
#[derive(Clone, Copy)]
struct Found<T> {
    value: T,
    exact: bool,
}

fn basis(exact: bool) -> &'static str {
    if exact {
        "exact: the system is linear"
    } else {
        "an estimate from runs: the system is not known to be linear"
    }
}

fn analysed<T>(
    scenario: &Scenario,
    find: impl FnOnce(&mut Stability) -> Result<T, AnalysisError>,
) -> Result<Found<T>, AnalysisError> {
    let mut stability = Stability::of(scenario)?;
    let exact = stability.is_linear();
    Ok(Found { value: find(&mut stability)?, exact })
}

fn radius_of(scenario: &Scenario) -> Result<Found<f64>, AnalysisError> {
    analysed(scenario, |stability| stability.spectral_radius(scenario.time.step))
}

fn limit_of(scenario: &Scenario, scan: &Scan) -> Result<Found<LargestStep>, AnalysisError> {
    analysed(scenario, |stability| stability.largest_step(scan))
}

/// The largest stable step as a number: 0 where none is stable, infinity where all are.
fn number(limit: LargestStep) -> f64 {
    match limit {
        LargestStep::Limit(h) => h,
        LargestStep::None => 0.0,
        LargestStep::Unlimited => f64::INFINITY,
    }
}

/// In words; `scan` says what was looked at.
fn words(limit: LargestStep, scan: &Scan) -> String {
    match limit {
        LargestStep::Limit(h) => format!("{h:.6e} s"),
        LargestStep::None => format!("none: unstable at {:e} s already", scan.from),
        LargestStep::Unlimited => format!("no limit up to {:e} s", scan.to),
    }
}

fn radius(arguments: &Arguments, scenario: &Scenario) -> Result<(), Failure> {
    let h = scenario.time.step;
    let mut stability = Stability::of(scenario).map_err(Failure::simulation)?;
    let value = stability.spectral_radius(h).map_err(Failure::simulation)?;
    let verdict = stability.verdict(h, arguments.tolerance).map_err(Failure::simulation)?;
    let verdict = match verdict {
        Verdict::Stable => "stable",
        Verdict::Growing => "unstable",
        Verdict::LimitCycle => "unstable, it ends in a limit cycle",
    };
    let name = if stability.is_linear() { "spectral radius" } else { "growth estimate" };
    println!("{name}  {value:.10} at H = {h} s: {verdict}");
    println!("                 {}", stability.evidence());
    match arguments.target.asked_table() {
        Some(_) => {
            let row = vec![Cell::Number(h), Cell::Number(value)];
            arguments.write(&["simulation.step", "spectral_radius"], std::iter::once(row))
        }
        None => Ok(()),
    }
}

fn limit(arguments: &Arguments, scenario: &Scenario) -> Result<(), Failure> {
    let scan = arguments.scan(scenario)?;
    let mut stability = Stability::of(scenario).map_err(Failure::simulation)?;
    let value = stability.largest_step(&scan).map_err(Failure::simulation)?;
    println!("largest stable step  {}", words(value, &scan));
    println!("                     {}", stability.evidence());
    Ok(())
}

/// Looks at the scenario with each set of fields.
fn at_each<T: Send>(
    arguments: &Arguments,
    base: &Scenario,
    points: &[Vec<Override>],
    find: impl Fn(&Scenario) -> Result<Found<T>, AnalysisError> + Sync,
) -> Result<Vec<Found<T>>, Failure> {
    let target = &arguments.target;
    let answers = each(points, target.jobs(base), target.quiet, |overrides| {
        let scenario = target.scenario(overrides, false)?;
        find(&scenario).map_err(|error| {
            let fields: Vec<String> =
                overrides.iter().map(|o| format!("{} = {}", o.field, o.value)).collect();
            Failure::Simulation(format!("{}: {error}", fields.join(", ")))
        })
    });
    answers.into_iter().collect()
}

/// The line that sums up many points.
fn sum_up<T>(found: &[Found<T>], stable: usize) -> String {
    let estimated = found.iter().filter(|found| !found.exact).count();
    let note = match estimated {
        0 => format!("; {}", basis(true)),
        n if n == found.len() => format!("; {}", basis(false)),
        n => format!("; {n} are estimates from runs"),
    };
    format!("{} points, {stable} of them stable{note}", found.len())
}

fn limits(arguments: &Arguments, base: &Scenario, field: &Vary) -> Result<(), Failure> {
    let scan = arguments.scan(base)?;
    let points: Vec<_> = field.values.iter().map(|&value| vec![field.set(value)]).collect();
    let found = at_each(arguments, base, &points, |scenario| limit_of(scenario, &scan))?;
    println!("{}", sum_up(&found, found.iter().filter(|f| f.value != LargestStep::None).count()));
    let limits = || field.values.iter().copied().zip(found.iter().map(|f| number(f.value)));
    let exact = found.iter().map(|found| Cell::Count(found.exact.into()));
    let rows = limits().zip(exact).map(|((x, h), e)| vec![Cell::Number(x), Cell::Number(h), e]);
    arguments.write(&[&field.field, "largest_step", "exact"], rows)?;
    arguments.draw(&Curves {
        x: field.axis(),
        y: Axis { label: "largest stable step [s]".into(), log: true },
        lines: vec![Line { name: "stable below".into(), points: limits().collect() }],
        level: None,
    })
}

//! `macrostep study stability`: spectral radii and largest stable steps.

mod maps;
mod rules;
mod zero;

use clap::Args;

use super::points::each;
use super::table::{self, Cell};
use super::target::Target;
use super::vary::Vary;
use crate::analysis::{AnalysisError, Answer, Assessment, Basis, Stability};
use crate::analysis::{LargestStep, Limits, Scan, Verdict};
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
    /// Let a field take many values, once for a curve or twice for a map: FIELD=FROM..TO:log:COUNT; FIELD,FIELD=… for
    /// fields that take the same ones
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
    /// Distance of the steps that are looked at, as part of them; 0.01 if not given, more where a step has a long cycle
    #[arg(long, value_name = "PART")]
    density: Option<f64>,
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
        let (density, tolerance) = (self.density.unwrap_or(around.density), self.tolerance);
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

fn assessed(scenario: &Scenario, tolerance: f64) -> Result<Answer<Assessment>, AnalysisError> {
    Stability::of(scenario)?.assess(scenario.time.step, tolerance)
}

fn limit_of(
    arguments: &Arguments,
    scenario: &Scenario,
    scan: &Scan,
) -> Result<Answer<Limits>, AnalysisError> {
    limit_in(arguments, &mut Stability::of(scenario)?, scan)
}

fn limit_in(
    arguments: &Arguments,
    stability: &mut Stability,
    scan: &Scan,
) -> Result<Answer<Limits>, AnalysisError> {
    let density = arguments.density.unwrap_or_else(|| stability.density());
    stability.largest_step(&Scan { density, ..*scan })
}

/// The largest stable step as a number: 0 where none is stable, infinity where all are.
fn number(limits: &Limits) -> f64 {
    match limits.largest {
        LargestStep::Limit(h) => h,
        LargestStep::None => 0.0,
        LargestStep::Unlimited => f64::INFINITY,
    }
}

/// In words; `scan` says what was looked at.
fn words(limits: &Limits, scan: &Scan) -> String {
    match (limits.largest, &limits.failed) {
        (LargestStep::Limit(h), _) => format!("{h:.6e} s"),
        (LargestStep::None, _) => format!("none: unstable at {:e} s already", scan.from),
        (LargestStep::Unlimited, None) => format!("no limit up to {:e} s", limits.to),
        (LargestStep::Unlimited, Some(error)) => {
            format!("no limit up to {:.3e} s; a longer step fails: {error}", limits.to)
        }
    }
}

/// Where steps are unstable, as `from..to` one after the other; the last one may have no end.
fn windows(limits: &Limits) -> String {
    let window = |(from, to): &(f64, Option<f64>)| match to {
        Some(to) => format!("{from:.6e}..{to:.6e}"),
        None => format!("{from:.6e}.."),
    };
    limits.unstable.iter().map(window).collect::<Vec<_>>().join(" ")
}

/// The same in words, where there is more to tell than one limit.
fn windows_in_words(limits: &Limits) -> Option<String> {
    let window = |(from, to): &(f64, Option<f64>)| match to {
        Some(to) => format!("from {from:.4e} to {to:.4e} s"),
        None => format!("from {from:.4e} s on"),
    };
    let all: Vec<String> = limits.unstable.iter().map(window).collect();
    let told = all.is_empty() || matches!(limits.unstable[..], [(_, None)]);
    let to = limits.to;
    (!told).then(|| format!("unstable {}; looked at up to {to:.3e} s", all.join(", ")))
}

fn radius(arguments: &Arguments, scenario: &Scenario) -> Result<(), Failure> {
    let h = scenario.time.step;
    let mut stability = Stability::of(scenario).map_err(Failure::simulation)?;
    let found = stability.assess(h, arguments.tolerance).map_err(Failure::simulation)?;
    let Assessment { verdict, radius } = found.value;
    let verdict = match verdict {
        Verdict::Stable => "stable",
        Verdict::Growing => "unstable",
        Verdict::LimitCycle => "unstable, it ends in a limit cycle",
    };
    match radius {
        Some(radius) if radius.uncertainty > 0.0 => println!(
            "spectral radius  {:.10} ± {:.1e} at H = {h} s: {verdict}",
            radius.value, radius.uncertainty
        ),
        Some(radius) => println!("spectral radius  {:.10} at H = {h} s: {verdict}", radius.value),
        None => println!("runs             at H = {h} s: {verdict}"),
    }
    println!("                 {}", found.evidence);
    zero::tell(&mut stability, scenario, arguments.tolerance, 17)?;
    match arguments.target.asked_table() {
        Some(_) => {
            let [radius, stable, basis] = maps::COLUMNS;
            let row = maps::row(std::iter::once(Cell::Number(h)), &found);
            arguments.write(&["simulation.step", radius, stable, basis], std::iter::once(row))
        }
        None => Ok(()),
    }
}

fn limit(arguments: &Arguments, scenario: &Scenario) -> Result<(), Failure> {
    let scan = arguments.scan(scenario)?;
    let mut stability = Stability::of(scenario).map_err(Failure::simulation)?;
    let found = limit_in(arguments, &mut stability, &scan).map_err(Failure::simulation)?;
    println!("largest stable step  {}", words(&found.value, &scan));
    let missed = (found.basis == Basis::Exact && found.value.density > 0.01).then(|| {
        format!("unstable windows narrower than {} of the step may be missed", found.value.density)
    });
    let evidence = std::iter::once(found.evidence);
    let evidence = evidence.chain(windows_in_words(&found.value)).chain(missed);
    evidence.for_each(|line| println!("                     {line}"));
    zero::tell(&mut stability, scenario, arguments.tolerance, 21)?;
    match arguments.target.asked_table() {
        Some(_) => {
            let header = ["largest_step", "basis", "unstable"];
            let row = limit_cells(&found.value, found.basis).into();
            arguments.write(&header, std::iter::once(row))
        }
        None => Ok(()),
    }
}

/// The cells of `largest_step`, `basis` and `unstable`.
fn limit_cells(limits: &Limits, basis: Basis) -> [Cell; 3] {
    let (basis, windows) = (Cell::Name(basis.to_string()), Cell::Name(windows(limits)));
    [Cell::Number(number(limits)), basis, windows]
}

/// Looks at the scenario with each set of fields.
fn at_each<T: Send>(
    arguments: &Arguments,
    base: &Scenario,
    points: &[Vec<Override>],
    find: impl Fn(&Scenario) -> Result<Answer<T>, AnalysisError> + Sync,
) -> Result<Vec<Answer<T>>, Failure> {
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
fn sum_up<T>(found: &[Answer<T>], stable: usize) -> String {
    let count = |basis: Basis| found.iter().filter(|found| found.basis == basis).count();
    let counted = |(basis, words): (Basis, &str)| match count(basis) {
        0 => None,
        n if n == found.len() => Some(format!("all {basis}: {words}")),
        n => Some(format!("{n} {basis}: {words}")),
    };
    let notes: Vec<String> = [
        (Basis::Exact, "the system is linear"),
        (Basis::Linearised, "about the point at which runs end, and these runs"),
        (Basis::Observed, "runs beside one at a much shorter step"),
    ]
    .into_iter()
    .filter_map(counted)
    .collect();
    format!("{} points, {stable} of them stable; {}", found.len(), notes.join("; "))
}

fn limits(arguments: &Arguments, base: &Scenario, field: &Vary) -> Result<(), Failure> {
    let scan = arguments.scan(base)?;
    let points: Vec<_> = field.values.iter().map(|&x| field.set(x).collect()).collect();
    let found = at_each(arguments, base, &points, |scenario| limit_of(arguments, scenario, &scan))?;
    let stable = found.iter().filter(|f| f.value.largest != LargestStep::None).count();
    println!("{}", sum_up(&found, stable));
    let rows =
        field.values.iter().zip(&found).map(|(&x, found)| {
            field.cells(x).chain(limit_cells(&found.value, found.basis)).collect()
        });
    arguments.write(&Vary::header(&[field], &["largest_step", "basis", "unstable"]), rows)?;
    let points = field.values.iter().copied().zip(found.iter().map(|f| number(&f.value)));
    arguments.draw(&Curves {
        x: field.axis(),
        y: Axis { label: "largest stable step [s]".into(), log: true },
        lines: vec![Line { name: "stable below".into(), points: points.collect() }],
        level: None,
    })
}

//! `macrostep study order`: errors against halved steps.

use std::path::{Path, PathBuf};

use clap::Args;
use wildmatch::WildMatch;

use super::points::each;
use super::table::{self, Cell};
use super::target::Target;
use crate::analysis::local_error::local_errors;
use crate::analysis::order::{Errors, FINER, Trajectory, orders, trajectory};
use crate::cli::Failure;
use crate::cli::session::{prepare_picture, warn};
use crate::results::chart::{Axis, Curves, Line, save};
use crate::scenario::Scenario;
use crate::scenario::check::{Column, ColumnKind};
use crate::scenario::error::suggestion;
use crate::table::Table;

/// Arguments of `study order`.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    target: Target,
    /// How often the scenario's step is halved
    #[arg(long, value_name = "NUMBER", default_value_t = 4)]
    halvings: usize,
    /// Columns that count, for example '*.x,*.v'; by default all numbers that are recorded
    #[arg(long, value_name = "PATTERNS", value_delimiter = ',')]
    variables: Vec<String>,
    #[command(flatten)]
    reference: Reference,
}

/// What results are compared with.
#[derive(Args)]
pub struct Reference {
    /// Exact solution at the communication points of the scenario (CSV with the columns of its results)
    #[arg(long = "reference", value_name = "FILE")]
    file: Option<PathBuf>,
}

/// Runs the study.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let Arguments { target, halvings, .. } = arguments;
    if !(1..=12).contains(halvings) {
        return Err(Failure::Input(format!("--halvings {halvings}: 1 to 12 are offered")));
    }
    prepare_picture(target.plot.as_deref())?;
    let scenario = target.scenario(&[], true)?;
    target.protect(&scenario, "order", arguments.reference.file())?;
    warn(&scenario, false);
    let columns = chosen(&scenario, &arguments.variables)?;
    let every = scenario.common_points();
    let (reference, origin) =
        arguments.reference.find(&scenario, &columns, 1 << halvings, every)?;
    let global = global_errors(arguments, &scenario, &columns, &reference)?;
    let local = local_errors(&scenario, &columns, *halvings).map_err(Failure::simulation)?;
    print(&global, local.as_deref());
    println!("reference: {origin}");
    if local.is_none() {
        println!("local errors: none, because some states of the slaves cannot be set");
    }
    write(target, &columns, &global, local.as_deref())?;
    draw(target, &global, local.as_deref())
}

/// The columns that count.
pub fn chosen(scenario: &Scenario, patterns: &[String]) -> Result<Vec<Column>, Failure> {
    let names = || scenario.columns.iter().map(|column| column.name.as_str());
    for pattern in patterns {
        if !names().any(|name| WildMatch::new(pattern).matches(name)) {
            let near = suggestion(pattern, names());
            return Err(Failure::Input(format!("--variables: no column \"{pattern}\"{near}")));
        }
    }
    let wanted = |column: &&Column| {
        let matches = |pattern: &String| WildMatch::new(pattern).matches(&column.name);
        column.kind == ColumnKind::Real && (patterns.is_empty() || patterns.iter().any(matches))
    };
    Ok(scenario.columns.iter().filter(wanted).cloned().collect())
}

impl Reference {
    /// The file with the exact solution, if there is one.
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// The exact solution, or a run in much finer steps than the finest, after `every` so many macro steps; and what it is
    /// in words.
    pub fn find(
        &self,
        scenario: &Scenario,
        columns: &[Column],
        finest: usize,
        every: usize,
    ) -> Result<(Trajectory, String), Failure> {
        if let Some(file) = &self.file {
            return Ok((from_file(file, scenario, columns, every)?, file.display().to_string()));
        }
        let parts = FINER * finest;
        let found = trajectory(scenario, columns, parts, every).map_err(Failure::simulation)?;
        let h = scenario.time.step / parts as f64;
        Ok((found, format!("a run with H = {h:e} s, not an exact solution")))
    }
}

fn from_file(
    path: &Path,
    scenario: &Scenario,
    columns: &[Column],
    every: usize,
) -> Result<Trajectory, Failure> {
    let wrong =
        |message: String| Failure::Input(format!("--reference {}: {message}", path.display()));
    let table = Table::open(path).map_err(|error| wrong(error.to_string()))?;
    let mut places = Vec::new();
    for column in columns {
        let place = table.columns().iter().position(|known| *known == column.name);
        places.push(place.ok_or_else(|| {
            wrong(format!("there is no column \"{}\"; choose others with --variables", column.name))
        })?);
    }
    let crate::scenario::check::Time { start, stop, step, .. } = scenario.time;
    let near = 1e-6 * step;
    let count = ((stop - start) / step + 1e-6) as usize;
    let row = |k: usize| {
        let t = start + k as f64 * step;
        let place = places.first().copied().unwrap_or(0);
        if table.rows(place).any(|(time, _)| (time - t).abs() <= near) {
            Ok(places.iter().map(|&place| table.before(place, t, near)).collect())
        } else {
            Err(wrong(format!("there is no row at the communication point t = {t} s")))
        }
    };
    (0..=count).step_by(every).map(row).collect::<Result<_, _>>().map(Trajectory)
}

fn global_errors(
    arguments: &Arguments,
    scenario: &Scenario,
    columns: &[Column],
    reference: &Trajectory,
) -> Result<Vec<Errors>, Failure> {
    let Arguments { target, halvings, .. } = arguments;
    let powers: Vec<usize> = (0..=*halvings).map(|k| 1 << k).collect();
    let runs = each(&powers, target.jobs(scenario), target.quiet, |&parts| {
        let every = scenario.common_points();
        let found = trajectory(scenario, columns, parts, every).map_err(Failure::simulation)?;
        Ok(Errors { h: scenario.time.step / parts as f64, each: found.errors(reference) })
    });
    runs.into_iter().collect()
}

/// The largest errors and the orders between them; none before the first.
fn series(errors: &[Errors]) -> Vec<(f64, Option<f64>)> {
    let largest: Vec<f64> = errors.iter().map(Errors::largest).collect();
    let orders = std::iter::once(None).chain(orders(&largest).into_iter().map(Some));
    largest.iter().copied().zip(orders).collect()
}

fn print(global: &[Errors], local: Option<&[Errors]>) {
    println!(
        "{:<12} {:<13} {:<7} {:<13} order",
        "step [s]", "global error", "order", "local error"
    );
    let local = local.map(series);
    for (k, (error, order)) in series(global).into_iter().enumerate() {
        let text = |order: Option<f64>| order.map_or(String::new(), |order| format!("{order:.2}"));
        let local = local.as_ref().map(|local| local[k]);
        let found = local.map_or(String::new(), |(error, _)| format!("{error:.3e}"));
        let local_order = text(local.and_then(|(_, order)| order));
        let h = global[k].h;
        println!("{h:<12.4e} {error:<13.3e} {:<7} {found:<13} {local_order}", text(order));
    }
}

fn write(
    target: &Target,
    columns: &[Column],
    global: &[Errors],
    local: Option<&[Errors]>,
) -> Result<(), Failure> {
    let kinds: Vec<(&str, &[Errors])> = [("global", Some(global)), ("local", local)]
        .into_iter()
        .filter_map(|(n, e)| Some((n, e?)))
        .collect();
    let mut header = vec!["step".to_string()];
    for (kind, _) in &kinds {
        header.extend([format!("{kind}_error"), format!("{kind}_order")]);
        header.extend(columns.iter().map(|column| format!("{kind} {}", column.name)));
    }
    let row = |k: usize| {
        let mut row = vec![Cell::Number(global[k].h)];
        for (_, errors) in &kinds {
            let (error, order) = series(errors)[k];
            row.extend([error, order.unwrap_or(f64::NAN)].map(Cell::Number));
            row.extend(errors[k].each.iter().map(|error| Cell::Number(*error)));
        }
        row
    };
    let path = target.table("order");
    let header: Vec<&str> = header.iter().map(String::as_str).collect();
    table::write(&path, &header, (0..global.len()).map(row))?;
    target.say(&format!("results  {}", path.display()));
    Ok(())
}

fn draw(target: &Target, global: &[Errors], local: Option<&[Errors]>) -> Result<(), Failure> {
    let Some(picture) = &target.plot else { return Ok(()) };
    let line = |name: &str, errors: &[Errors]| Line {
        name: name.into(),
        points: errors.iter().map(|errors| (errors.h, errors.largest())).collect(),
    };
    let lines = std::iter::once(line("global error", global));
    let chart = Curves {
        x: Axis { label: "macro step [s]".into(), log: true },
        y: Axis { label: "largest relative error".into(), log: true },
        lines: lines.chain(local.map(|local| line("local error", local))).collect(),
        level: None,
    };
    save(&chart, picture).map_err(Failure::Input)?;
    target.say(&format!("picture  {}", picture.display()));
    Ok(())
}

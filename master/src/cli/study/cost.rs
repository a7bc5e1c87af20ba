//! `macrostep study cost`: what accuracy costs with each of several methods.

use std::str::FromStr;
use std::time::Instant;

use clap::Args;

use super::order::{Reference, chosen};
use super::table::{self, Cell};
use super::target::Target;
use crate::analysis::AnalysisError;
use crate::analysis::order::trajectory;
use crate::cli::Failure;
use crate::cli::session::prepare_picture;
use crate::results::chart::{Axis, Curves, Line, save};
use crate::scenario::Scenario;
use crate::scenario::check::Column;
use crate::scenario::read::Override;

/// Arguments of `study cost`.
#[derive(Args)]
pub struct Arguments {
    #[command(flatten)]
    target: Target,
    /// A method by its name and the fields that make it, NAME:FIELD=VALUE;FIELD=VALUE; may be repeated
    #[arg(long = "method", value_name = "METHOD", required = true)]
    methods: Vec<Method>,
    /// Into how many parts the scenario's step is divided, one run each
    #[arg(
        long,
        value_name = "NUMBERS",
        value_delimiter = ',',
        default_value = "1,2,5,10,20,50,100"
    )]
    divide: Vec<usize>,
    /// Runs of which the fastest counts
    #[arg(long, value_name = "NUMBER", default_value_t = 3)]
    repeat: usize,
    /// Columns that count, for example '*.x,*.v'; by default all numbers that are recorded
    #[arg(long, value_name = "PATTERNS", value_delimiter = ',')]
    variables: Vec<String>,
    #[command(flatten)]
    reference: Reference,
}

/// A method and the fields of the scenario that make it.
#[derive(Clone, Debug, PartialEq)]
pub struct Method {
    name: String,
    fields: Vec<Override>,
}

impl FromStr for Method {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let form = "write NAME:FIELD=VALUE, for example 'implicit:scheme.kind=\"newton\"'";
        let (name, fields) = text.split_once(':').ok_or(form)?;
        let fields = fields.split(';').filter(|field| !field.trim().is_empty());
        let fields = fields.map(|field| field.trim().parse()).collect::<Result<_, _>>()?;
        Ok(Self { name: name.trim().into(), fields })
    }
}

/// One run.
struct Point {
    method: usize,
    h: f64,
    /// The largest error; none if the run broke down.
    error: Option<f64>,
    /// Wall time in s.
    time: f64,
}

/// Runs the study.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let Arguments { target, methods, divide, .. } = arguments;
    if divide.contains(&0) || arguments.repeat == 0 {
        return Err(Failure::Input("--divide and --repeat count from 1".into()));
    }
    prepare_picture(target.plot.as_deref())?;
    let finest = divide.iter().copied().max().unwrap_or(1);
    let last = methods.last().expect("at least one method is required");
    let scenario = target.scenario(&last.fields, true)?;
    target.protect(&scenario, "cost", arguments.reference.file())?;
    let columns = chosen(&scenario, &arguments.variables)?;
    let (reference, origin) = arguments.reference.find(&scenario, &columns, finest, 1)?;
    let mut points = Vec::new();
    println!("{:<24} {:<12} {:<13} run time [s]", "method", "step [s]", "error");
    for (method, Method { name, fields }) in methods.iter().enumerate() {
        let scenario = target.scenario(fields, true)?;
        let columns = named(&columns, &scenario, name)?;
        for &parts in divide {
            let h = scenario.time.step / parts as f64;
            let (mut time, mut error) = (f64::INFINITY, None);
            for _ in 0..arguments.repeat {
                let begin = Instant::now();
                let found = trajectory(&scenario, &columns, parts, 1);
                time = time.min(begin.elapsed().as_secs_f64());
                error = match found {
                    Ok(found) => Some(found.errors(&reference).into_iter().fold(0.0, f64::max)),
                    Err(AnalysisError::Coupling(_)) => None,
                    Err(other) => return Err(Failure::simulation(other)),
                };
            }
            let words = error.map_or("breaks down".into(), |error| format!("{error:.3e}"));
            println!("{name:<24} {h:<12.4e} {words:<13} {time:.3e}");
            points.push(Point { method, h, error, time });
        }
    }
    println!("reference: {origin}");
    write(arguments, &points)?;
    draw(arguments, &points)
}

/// The columns of these names where the scenario of a method has them: it may have other slaves.
fn named(columns: &[Column], scenario: &Scenario, method: &str) -> Result<Vec<Column>, Failure> {
    let find = |column: &Column| {
        let own = scenario.columns.iter().find(|own| own.name == column.name).cloned();
        own.ok_or_else(|| {
            let message = format!("--method {method}: there is no column \"{}\" with it; choose others with --variables", column.name);
            Failure::Input(message)
        })
    };
    columns.iter().map(find).collect()
}

fn write(arguments: &Arguments, points: &[Point]) -> Result<(), Failure> {
    let path = arguments.target.table("cost");
    let rows = points.iter().map(|point| {
        let name = arguments.methods[point.method].name.clone();
        let numbers = [point.h, point.error.unwrap_or(f64::NAN), point.time];
        std::iter::once(Cell::Name(name)).chain(numbers.map(Cell::Number)).collect()
    });
    table::write(&path, &["method", "step", "error", "time"], rows)?;
    arguments.target.say(&format!("results  {}", path.display()));
    Ok(())
}

/// Errors beyond this are no solution any more and would hide the others.
const SHOWN: f64 = 10.0;

fn draw(arguments: &Arguments, points: &[Point]) -> Result<(), Failure> {
    let Some(picture) = &arguments.target.plot else { return Ok(()) };
    let line = |(k, method): (usize, &Method)| {
        let own = points.iter().filter(|point| point.method == k);
        let shown = own.filter_map(|point| Some((point.time, point.error?)));
        let points = shown.filter(|(_, error)| *error > 0.0 && *error < SHOWN).collect();
        Line { name: method.name.clone(), points }
    };
    let chart = Curves {
        x: Axis { label: "run time [s]".into(), log: true },
        y: Axis { label: "largest relative error".into(), log: true },
        lines: arguments.methods.iter().enumerate().map(line).collect(),
        level: None,
    };
    save(&chart, picture).map_err(Failure::Input)?;
    arguments.target.say(&format!("picture  {}", picture.display()));
    Ok(())
}

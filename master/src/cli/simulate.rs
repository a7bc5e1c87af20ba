//! `macrostep simulate`: one FMU, as users of fmusim and FMPy know it.

use std::path::{Path, PathBuf};

use clap::Args;
use coupling::clock::Clock;

use super::Failure;
use super::sandbox::SandboxOptions;
use super::session::{Output, execute};
use crate::fmi::Fmu;
use crate::fmu::Description;
use crate::scenario::Scenario;
use crate::scenario::check::{Options, Time, check};
use crate::scenario::error::{COMMAND_LINE, Source};
use crate::scenario::generate::{Experiment, MODEL, simulate};
use crate::scenario::read::parse;
use crate::scenario::tables::jumps;
use crate::table::Table;

/// Output points where neither the user nor the FMU gives an interval.
const INTERVALS: f64 = 500.0;

/// Arguments of `simulate`.
#[derive(Args)]
pub struct Arguments {
    /// The FMU
    fmu: PathBuf,
    /// Start time in s
    #[arg(long, value_name = "TIME", allow_negative_numbers = true)]
    start_time: Option<f64>,
    /// Stop time in s
    #[arg(long, value_name = "TIME", allow_negative_numbers = true)]
    stop_time: Option<f64>,
    /// Interval between communication points, each of which is recorded, in s
    #[arg(long, value_name = "TIME", allow_negative_numbers = true)]
    output_interval: Option<f64>,
    /// Relative tolerance for the FMU's own solver
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true)]
    tolerance: Option<f64>,
    /// Start value of a variable
    #[arg(long, value_name = "NAME=VALUE")]
    start_value: Vec<String>,
    /// Record this variable; all outputs if none is given
    #[arg(long, value_name = "NAME")]
    output_variable: Vec<String>,
    /// CSV file with a time column and a column for each input
    #[arg(long, value_name = "FILE")]
    input_file: Option<PathBuf>,
    /// Run the FMU in a process of its own
    #[arg(long)]
    isolate: bool,
    /// Take the FMU to be able to do what it declares, without probing it
    #[arg(long)]
    trust_fmu: bool,
    #[command(flatten)]
    sandbox: SandboxOptions,
    /// Show every call of an FMI function with its values
    #[arg(long)]
    log_fmi_calls: bool,
    #[command(flatten)]
    output: Output,
}

/// Simulates the FMU.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    // Nothing of an FMU that runs elsewhere is loaded here.
    let elsewhere = arguments.isolate || arguments.sandbox.demand().is_some();
    let fmu =
        if elsewhere { Fmu::open_unloaded(&arguments.fmu) } else { Fmu::open(&arguments.fmu) };
    let fmu = fmu.map_err(Failure::input)?;
    let input = arguments.input_file.as_deref();
    let table = input.map(Table::open).transpose().map_err(Failure::input)?;
    let experiment = experiment(arguments, fmu.description(), table.as_ref());
    let input = input.zip(table.as_ref());
    let text = simulate(
        (&arguments.fmu, fmu.description()),
        &experiment,
        &arguments.start_value,
        &arguments.output_variable,
        input,
    )
    .map_err(Failure::Input)?;
    let overrides: Vec<_> = arguments.sandbox.overrides()?.collect();
    let source = Source { file: COMMAND_LINE.into(), text };
    let (source, file) = parse(source, &overrides).map_err(Failure::input)?;
    let options = Options {
        alone: true,
        isolate: arguments.isolate,
        sandbox: arguments.sandbox.demand(),
        trust_fmu: arguments.trust_fmu,
        log_calls: arguments.log_fmi_calls,
        ..Options::default()
    };
    let mut scenario = check(source, &file, Path::new(""), options).map_err(Failure::input)?;
    // The input file's own columns are those of the inputs again.
    scenario.columns.retain_mut(|column| {
        let plain = column.name.strip_prefix(MODEL).and_then(|name| name.strip_prefix('.'));
        let plain = plain.map(String::from);
        plain.is_some_and(|plain| {
            column.name = plain;
            true
        })
    });
    place_events(&mut scenario, fmu.can_divide_steps());
    let stem = arguments.fmu.file_stem().unwrap_or("results".as_ref());
    let default = Path::new(stem).with_extension("csv");
    let results = arguments.output.output_file.clone().unwrap_or(default);
    execute(&scenario, Some(&results), &arguments.output)
}

/// Makes the times at which inputs jump communication points, if the FMU takes unequal steps.
fn place_events(scenario: &mut Scenario, can_divide_steps: bool) {
    let events = jumps(scenario);
    let Time { start, stop, step, .. } = scenario.time;
    let plain = Clock::new(start, stop, step);
    let late = plain.clone().with_points(events.clone()).steps() - plain.steps();
    if can_divide_steps {
        scenario.events = events;
    } else if late > 0 {
        let warning = scenario.source.error(format!(
            "{late} jump(s) of the input file lie between communication points and take effect \
                 from one to the next, because the FMU takes equal steps only; choose an \
                 --output-interval that meets them"
        ));
        scenario.warnings.push(warning.into());
    }
}

/// What the user did not give is taken from the input file, then from the FMU.
fn experiment(
    arguments: &Arguments,
    description: &Description,
    table: Option<&Table>,
) -> Experiment {
    let given = description.default_experiment.as_ref();
    let start = arguments.start_time.or(given.and_then(|e| e.start_time)).unwrap_or(0.0);
    let stop = arguments.stop_time.or(table.map(Table::end)).or(given.and_then(|e| e.stop_time));
    let stop = stop.unwrap_or(start + 1.0);
    let own = given.and_then(|e| e.step_size).filter(|step| *step <= stop - start);
    let step = arguments.output_interval.or(own);
    Experiment {
        start,
        stop,
        step: step.unwrap_or((stop - start) / INTERVALS),
        tolerance: arguments.tolerance,
    }
}

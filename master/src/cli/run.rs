//! `macrostep run`: a scenario file, or FMUs coupled on the command line.

use std::path::{Path, PathBuf};

use clap::Args;

use super::Failure;
use super::sandbox::SandboxOptions;
use super::session::{Output, execute};
use crate::given::Given;
use crate::scenario::Scenario;
use crate::scenario::check::{Options, check};
use crate::scenario::error::{COMMAND_LINE, Source};
use crate::scenario::generate::{Experiment, couple};
use crate::scenario::read::{Override, parse, read};

/// Arguments of `run`.
#[derive(Args)]
pub struct Arguments {
    /// A scenario file, or the FMUs to couple
    #[arg(required = true, value_name = "SCENARIO|FMU")]
    inputs: Vec<PathBuf>,
    /// Connect an output to an input of FMUs given by file: a.y:b.u
    #[arg(short, long, value_name = "FROM:TO")]
    connect: Vec<String>,
    /// Stop time in s, for FMUs given by file
    #[arg(long, value_name = "TIME", allow_negative_numbers = true)]
    stop: Option<f64>,
    /// Macro step in s, for FMUs given by file; a thousandth of the time if not given
    #[arg(long, value_name = "TIME", allow_negative_numbers = true)]
    step: Option<f64>,
    /// Set a field of the scenario: simulation.step=1e-4, couplings.0.stiffness=2e3
    #[arg(long = "set", value_name = "FIELD=VALUE")]
    overrides: Vec<Override>,
    /// Threads that run the slaves, a number or auto: simulation.threads
    #[arg(long, value_name = "N")]
    threads: Option<String>,
    /// Treat warnings as errors
    #[arg(long)]
    strict: bool,
    /// Run every FMU in a process of its own
    #[arg(long)]
    isolate: bool,
    /// Take FMUs to be able to do what they declare, without probing them
    #[arg(long)]
    trust_fmu: bool,
    #[command(flatten)]
    sandbox: SandboxOptions,
    /// Show every call of an FMI function with its values
    #[arg(long)]
    log_fmi_calls: bool,
    /// Record nothing
    #[arg(long, conflicts_with_all = ["output_file", "plot"])]
    no_results: bool,
    #[command(flatten)]
    output: Output,
}

/// Runs the scenario.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let options = Options {
        strict: arguments.strict,
        no_results: arguments.no_results,
        isolate: arguments.isolate,
        sandbox: arguments.sandbox.demand(),
        trust_fmu: arguments.trust_fmu,
        log_calls: arguments.log_fmi_calls,
        ..Options::default()
    };
    let scenario = load(arguments, options)?;
    let results = (!arguments.no_results).then(|| match &arguments.output.output_file {
        Some(path) => path.clone(),
        None => default_results(&arguments.inputs[0]),
    });
    execute(&scenario, results.as_deref(), &arguments.output)
}

fn load(arguments: &Arguments, options: Options) -> Result<Scenario, Failure> {
    let first = &arguments.inputs[0];
    let threads = arguments
        .threads
        .iter()
        .map(|threads| Override { field: "simulation.threads".into(), value: threads.clone() });
    let overrides: Vec<Override> = arguments
        .overrides
        .iter()
        .cloned()
        .chain(threads)
        .chain(arguments.sandbox.overrides()?)
        .collect();
    let fmus = arguments.inputs.iter().filter(|path| is_fmu(path)).count();
    if fmus < arguments.inputs.len() {
        if arguments.inputs.len() > 1 {
            return Err(Failure::input("give one scenario file, or only FMUs"));
        }
        if arguments.stop.is_some() || arguments.step.is_some() || !arguments.connect.is_empty() {
            return Err(Failure::input(
                "--stop, --step and --connect are for FMUs given by file; a scenario file has its \
                 own, which --set simulation.stop=… and the like override",
            ));
        }
        return checked(first, &overrides, options);
    }
    let stop = arguments.stop.ok_or_else(|| {
        Failure::input("--stop is missing: when to stop, in s, for example --stop 10")
    })?;
    let step = arguments.step.unwrap_or(stop / 1000.0);
    let experiment = Experiment { start: 0.0, stop, step, tolerance: None };
    let text =
        couple(&arguments.inputs, &arguments.connect, &experiment).map_err(Failure::Input)?;
    let source = Source { file: COMMAND_LINE.into(), text };
    let (source, file) = parse(source, &overrides).map_err(Failure::input)?;
    check(source, &file, Path::new(""), options).map_err(Failure::input)
}

/// Reads and checks a scenario file.
pub fn checked(path: &Path, overrides: &[Override], options: Options) -> Result<Scenario, Failure> {
    let (source, file) = read(path, overrides).map_err(Failure::input)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    check(source, &file, folder, options).map_err(Failure::input)
}

fn is_fmu(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("fmu"))
        || Given::at(path) == Given::Fmu
}

/// Results beside where the user is: `two-mass.csv` for `scenarios/two-mass.toml`.
fn default_results(input: &Path) -> PathBuf {
    Path::new(input.file_stem().unwrap_or("results".as_ref())).with_extension("csv")
}

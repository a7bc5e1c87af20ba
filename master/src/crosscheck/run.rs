//! One model of the collection: simulated by `macrostep simulate` in a process of its own, then
//! compared.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::collection::Model;
use super::compare::{Samples, error, is_in_band, outliers};
use super::options::ReferenceOptions;
use super::variables::Variables;
use super::{ModelResult, SignalResult, Verdict};
use crate::fmi::{Archive, description};
use crate::process::{ChildProcess, END_WITH_PARENT, cause};
use crate::table::Table;

/// Exit code of `simulate` for wrong input, which here means the FMU.
const INPUT_WRONG: i32 = 2;
/// Exit code of `simulate` when an FMU in a process of its own crashed.
const FMU_CRASHED: i32 = 3;

/// What holds for all models.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The `macrostep` binary.
    pub program: PathBuf,
    /// A model may run this long.
    pub timeout: Duration,
    /// Limit of the strict verdict.
    pub strict: f64,
}

/// Simulates and compares; the results, if there are any, are in `results`.
pub fn run(model: &Model, settings: &Settings, results: &Path) -> ModelResult {
    let begin = Instant::now();
    let outcome = simulate_and_judge(model, settings, results);
    let (verdict, signals, note) = match outcome {
        Ok(Compared { signals, notes }) => {
            let told = in_words(&signals).into_iter().chain(notes);
            (judge(&signals), signals, told.collect::<Vec<_>>().join("; "))
        }
        Err((verdict, note)) => (verdict, Vec::new(), without_path(&note, &model.fmu)),
    };
    ModelResult {
        model: model.name.clone(),
        folder: model.folder.clone(),
        verdict,
        strict: (!signals.is_empty()).then(|| signals.iter().all(|signal| signal.strict)),
        signals,
        seconds: begin.elapsed().as_secs_f64(),
        note,
    }
}

/// What was compared.
#[derive(Default)]
struct Compared {
    signals: Vec<SignalResult>,
    /// What else there is to say.
    notes: Vec<String>,
}

/// How many signals were compared, and what became of the worst.
fn in_words(signals: &[SignalResult]) -> Option<String> {
    let worst = |a: &&SignalResult, b: &&SignalResult| {
        a.outliers.total_cmp(&b.outliers).then(a.error.total_cmp(&b.error))
    };
    let SignalResult { name, outliers, error, .. } = signals.iter().max_by(worst)?;
    let outside = signals.iter().filter(|signal| !signal.in_band).count();
    let (count, percent) = (signals.len(), 100.0 * outliers);
    let (plural, where_it_is) = (
        if count == 1 { "" } else { "s" },
        if outside == 0 { "all in".into() } else { format!("{outside} outside") },
    );
    Some(format!(
        "{count} signal{plural} compared, {where_it_is} the band; worst {name}: {percent:.1} % of its \
         samples outside, off by {error:.1e} of its range"
    ))
}

/// The FMU is named in its row already.
fn without_path(note: &str, fmu: &Path) -> String {
    note.replace(&format!("{}: ", fmu.display()), "")
}

fn judge(signals: &[SignalResult]) -> Verdict {
    match signals {
        [] => Verdict::Ran,
        signals if signals.iter().all(|signal| signal.in_band) => Verdict::Passed,
        _ => Verdict::Failed,
    }
}

/// The signals and notes, or why there are none.
fn simulate_and_judge(
    model: &Model,
    settings: &Settings,
    results: &Path,
) -> Result<Compared, (Verdict, String)> {
    let rejected = |note: String| (Verdict::Rejected, note);
    let archive = Archive::open(&model.fmu).map_err(|error| rejected(error.to_string()))?;
    let described = description::read(&archive).map_err(|error| rejected(error.to_string()))?;
    let options = model.beside("_ref.opt").map_or(Ok(ReferenceOptions::default()), |path| {
        ReferenceOptions::read(&path).map_err(rejected)
    })?;
    let variables = Variables::of(&described.model);
    let reference = model.beside("_ref.csv").map(|path| variables.reference(&path)).transpose();
    let (reference, left_out) = reference.map_err(rejected)?.unzip();
    let wanted = reference.as_ref().map_or(&[][..], Table::columns);
    let command = command(model, settings, &options, reference.as_ref(), wanted);
    let mut notes = Vec::from_iter(simulate(command, settings.timeout, results)?);
    if let Some(names) = left_out.filter(|names: &Vec<String>| !names.is_empty()) {
        notes.push(format!("not compared: {}", names.join(", ")));
    }

    let Some(reference) = &reference else {
        notes.insert(0, "no reference".into());
        return Ok(Compared { signals: Vec::new(), notes });
    };
    let failed = |note: String| (Verdict::Failed, note);
    let result = Table::open(results).map_err(|error| failed(error.to_string()))?;
    let mut signals = Vec::new();
    for name in wanted {
        let held = variables.is_held(name);
        let (Some(result), Some(reference)) =
            (Samples::of(&result, name, held), Samples::of(reference, name, held))
        else {
            return Err(failed(format!("the results have no column \"{name}\"")));
        };
        if !is_in_band(result.uncovered(&reference)) {
            return Err(failed(uncovered(&result, &reference, &notes)));
        }
        let (outliers, error) = (outliers(&result, &reference), error(&result, &reference));
        let (in_band, strict) = (is_in_band(outliers), error <= settings.strict);
        signals.push(SignalResult { name: name.clone(), outliers, in_band, error, strict });
    }
    Ok(Compared { signals, notes })
}

fn uncovered(result: &Samples, reference: &Samples, notes: &[String]) -> String {
    let ((start, stop), (first, last)) = (result.span(), reference.span());
    let own = format!(
        "the run, from {start} s to {stop} s, does not cover the reference, from {first} s to {last} s"
    );
    std::iter::once(&own).chain(notes).cloned().collect::<Vec<_>>().join("; ")
}

fn command(
    model: &Model,
    settings: &Settings,
    options: &ReferenceOptions,
    reference: Option<&Table>,
    wanted: &[String],
) -> Command {
    let mut command = Command::new(&settings.program);
    command.arg("simulate").arg(&model.fmu).arg("--quiet").env(END_WITH_PARENT, "1");
    let ends = reference.map(|table| (table.start(), table.end()));
    let numbers = [
        ("--start-time", options.start.or(ends.map(|(start, _)| start))),
        ("--stop-time", options.stop.or(ends.map(|(_, end)| end))),
        ("--output-interval", options.step),
        ("--tolerance", options.tolerance),
    ];
    for (name, value) in numbers {
        value.inspect(|value| {
            command.args([name, &value.to_string()]);
        });
    }
    for name in wanted {
        command.args(["--output-variable", name]);
    }
    if let Some(input) = model.beside("_in.csv") {
        command.arg("--input-file").arg(input);
    }
    command
}

/// Runs the process to its end or its time; anything but success is a verdict.
///
/// Tells what the run says of its end, if the FMU asked for that.
fn simulate(
    mut command: Command,
    timeout: Duration,
    results: &Path,
) -> Result<Option<String>, (Verdict, String)> {
    let failed = |error: std::io::Error| (Verdict::Failed, error.to_string());
    let messages = results.with_extension("txt");
    command.arg("--output-file").arg(results).stdin(Stdio::null()).stdout(Stdio::null());
    command.stderr(File::create(&messages).map_err(failed)?);
    let status = ChildProcess::start(command).and_then(|mut child| child.ended_within(timeout));
    let status = status.map_err(failed)?;
    let said = std::fs::read(&messages).unwrap_or_default();
    let said = String::from_utf8_lossy(&said);
    let note = said.lines().find_map(|line| line.strip_prefix("note: ")).map(String::from);
    let said = first_error(&said);
    match status {
        None => Err((Verdict::Timeout, format!("no end within {} s", timeout.as_secs_f64()))),
        Some(status) if status.success() => Ok(note),
        Some(status) => match status.code() {
            Some(INPUT_WRONG) => Err((Verdict::Rejected, said)),
            Some(FMU_CRASHED) => Err((Verdict::Crashed, said)),
            Some(code) if (0..=255).contains(&code) => Err((Verdict::Failed, said)),
            _ => Err((Verdict::Crashed, format!("the process died ({})", cause(status)))),
        },
    }
}

/// The line with the error, else the last one.
fn first_error(text: &str) -> String {
    let error = text.lines().find_map(|line| line.strip_prefix("error: "));
    error.or(text.lines().last()).unwrap_or("no message").trim().to_string()
}

//! A run into its files: rows under a partial name, the sidecar, and the final names when it has ended.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;

use coupling::simulation::Simulation;
use coupling::slave::SlaveError;
use coupling::{CouplingError, Growth};

use super::Failure;
use crate::process::{forget_rows, stop_request};
use crate::results::files::Files;
use crate::results::rescue::{self, recover};
use crate::results::writer::is_parquet;
use crate::results::{Dense, Recorder, Summary, sidecar};
use crate::scenario::Scenario;
use crate::scenario::deferred_log::DeferredLog;

/// What a run has left.
pub struct Recorded {
    /// How it ended.
    pub outcome: Result<(), Failure>,
    /// What it did.
    pub summary: Summary,
    /// Where its results are, if it has any.
    pub results: Option<PathBuf>,
}

/// Runs the simulation into `results` and its sidecar; the error is about these files.
pub fn record(
    scenario: &Scenario,
    simulation: &mut Simulation,
    results: Option<&Path>,
    quiet: bool,
    deferred_log: &DeferredLog,
) -> Result<Recorded, Failure> {
    let unwritable = |error: io::Error| {
        let path = results.unwrap_or(Path::new("results")).display();
        Failure::Input(format!("{path}: cannot be written: {error}; choose another file with -o"))
    };
    let files = results.map(open).transpose().map_err(unwritable)?;
    let growing = files.as_ref().map(Files::growing);
    let note = |status| match files.as_ref().filter(|files| !files.is_device()) {
        Some(files) => sidecar::write(&files.growing(), scenario, status),
        None => Ok(()),
    };
    note(sidecar::Status::Running).map_err(unwritable)?;
    let recorder = Recorder::new(scenario, growing.as_deref(), quiet);
    let mut recorder = recorder.inspect_err(|_| abandon(files.as_ref())).map_err(unwritable)?;

    simulation.stop_on(stop_request());
    let begin = Instant::now();
    let outcome = run(scenario, simulation, &mut recorder).map_err(unwritable)?;
    let ended = outcome.as_ref().err().and_then(|error| ended(error, scenario));
    let outcome = match &ended {
        Some(_) => Ok(()),
        None => outcome.map_err(|error| explain(&error, scenario)),
    };
    ended.iter().for_each(|note| eprintln!("note: {note}"));
    let summary = Summary::new(scenario, simulation, begin.elapsed(), deferred_log);
    let finished = recorder.finish();
    let broken = finished.is_err() || recorder.is_broken();
    let outcome = outcome.and_then(|()| {
        finished.map_err(|error| Failure::Simulation(format!("{}: {error}", shown(results))))
    });
    let noted = match &outcome {
        Ok(()) => note(match &ended {
            None => sidecar::Status::Completed(&summary),
            Some(note) => sidecar::Status::Ended(&summary, note),
        }),
        Err(failure) => {
            note(sidecar::Status::Incomplete(failure.status(), &summary, failure.message()))
        }
    };
    let results = match files {
        Some(files) if !recorder.has_rows() => {
            files.abandon();
            None
        }
        Some(files) if broken && is_parquet(&files.growing()) => return Err(left(outcome, &files)),
        Some(files) => Some(files.settle(outcome.is_ok()).map_err(unwritable)?),
        None => None,
    };
    forget_rows();
    noted.map_err(unwritable)?;
    Ok(Recorded { outcome, summary, results })
}

/// Runs the simulation; the outer error is about the working directory.
fn run(
    scenario: &Scenario,
    simulation: &mut Simulation,
    recorder: &mut Recorder,
) -> io::Result<Result<(), CouplingError>> {
    let folder = std::env::current_dir();
    let outcome = match scenario.interval {
        None => simulation.run(recorder),
        Some(interval) => {
            let mut dense = Dense::new(scenario, interval, recorder);
            let outcome = simulation.run(&mut dense);
            // A file that cannot be written says so when the recorder finishes.
            let _ = dense.finish();
            outcome
        }
    };
    // An FMU may have changed it in a step.
    folder.and_then(std::env::set_current_dir)?;
    Ok(outcome)
}

/// Makes sure that results can be written, and completes those of a run that was killed.
fn open(path: &Path) -> io::Result<Files> {
    let files = Files::open(path)?;
    if !files.has_left_overs() {
        return Ok(files);
    }
    if let Some(saved) = recover(&files)? {
        let (path, t) = (saved.path.display(), saved.t);
        eprintln!("note: an earlier run was killed; its results up to t = {t} s are in {path}");
    }
    Files::open(path)
}

fn abandon(files: Option<&Files>) {
    files.iter().for_each(|files| files.abandon());
}

fn shown(results: Option<&Path>) -> std::path::Display<'_> {
    results.unwrap_or(Path::new("results")).display()
}

/// Parquet could not be completed, but every row is beside it.
fn left(outcome: Result<(), Failure>, files: &Files) -> Failure {
    let failure = outcome.err().unwrap_or(Failure::Simulation(String::new()));
    let path = files.growing();
    failure.with(&format!(
        "\n       the rows up to there are kept; when there is room: macrostep recover {}",
        path.display()
    ))
}

/// What to say where a slave wanted the run to end, which is no failure.
fn ended(error: &CouplingError, scenario: &Scenario) -> Option<String> {
    let CouplingError::Slave { slave, t, source: SlaveError::Ended { at } } = error else {
        return None;
    };
    let stop = scenario.time.stop;
    Some(format!(
        "slave \"{slave}\" asked to end the simulation at t = {at} s; the run ends at t = {t} s, \
         before the stop time {stop} s"
    ))
}

/// The error and, where a setting may help, which.
fn explain(error: &CouplingError, scenario: &Scenario) -> Failure {
    let asked = stop_request().load(std::sync::atomic::Ordering::Relaxed);
    match error {
        CouplingError::Stopped { t } => {
            Failure::Interrupted(asked as u8, format!("t = {t} s: interrupted"))
        }
        // What else went wrong may be due to the signal, which other processes have got too.
        error if asked != 0 => Failure::Interrupted(asked as u8, format!("interrupted; {error}")),
        CouplingError::Slave { source: SlaveError::Refused { .. }, .. } => Failure::Simulation(
            format!("{error}; try a simulation.step below {} s", scenario.time.step),
        ),
        CouplingError::Slave { source: SlaveError::Died { .. }, .. } => {
            Failure::Crash(error.to_string())
        }
        CouplingError::Diverged(growth) => Failure::Simulation(format!(
            "{error}{} (simulation.on_divergence = \"warn\" goes on)",
            diverged(growth, scenario)
        )),
        _ => Failure::simulation(error),
    }
}

/// What helps a coupling that diverges.
fn diverged(growth: &Growth, scenario: &Scenario) -> String {
    let (step, file) = (scenario.time.step, &scenario.source.file);
    match (growth.constrained, scenario.method.facts.implicit) {
        (true, false) => format!(
            ": explicit coupling by a constraint is stable only while the body that takes motion is light enough, and no step is \
             short enough where it is not; try motion = \"index-1\", another inputs.rho_inf, scheme.sweep = \"gauss-seidel\", \
             exchanged roles so that the heavier body gives motion, or scheme.kind = \"semi-implicit\", and ask `macrostep study \
             stability {file}`"
        ),
        (true, true) => format!(
            "; try level = \"velocity\" where a rigid link holds positions, a lower inputs.degree, or a simulation.step below \
             {step} s"
        ),
        (false, implicit) => {
            let other = match implicit {
                true => "a lower inputs.degree",
                false => "scheme.kind = \"semi-implicit\"",
            };
            format!(
                "; try a simulation.step below {step} s or {other}, and ask `macrostep study stability {file} --largest-step` how \
                 long it may be"
            )
        }
    }
}

impl Failure {
    /// The status that the sidecar tells.
    fn status(&self) -> rescue::Status {
        match self {
            Self::Interrupted(..) => rescue::Status::Interrupted,
            _ => rescue::Status::Failed,
        }
    }
}

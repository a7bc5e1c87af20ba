//! `macrostep crosscheck`: a collection of FMUs against their reference results.

use std::io::{IsTerminal, stderr};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use clap::Args;

use super::Failure;
use super::roles::Roles;
use crate::crosscheck::collection::{Model, find};
use crate::crosscheck::run::{Settings, run as run_model};
use crate::crosscheck::{ModelResult, expect, report};

/// Arguments of `crosscheck`.
#[derive(Args)]
pub struct Arguments {
    /// Folder of the collection: any depth of folders with Model.fmu, and beside it Model_in.csv,
    /// Model_ref.csv and Model_ref.opt where there are any
    folder: PathBuf,
    /// Where the results go
    #[arg(long, value_name = "FOLDER", default_value = "crosscheck-results")]
    report: PathBuf,
    /// Compare the verdicts with this COMPATIBILITY.md or crosscheck.json
    #[arg(long, value_name = "FILE")]
    expect: Option<PathBuf>,
    /// End a model that runs longer than this, in s
    #[arg(long, value_name = "TIME", default_value_t = 60.0)]
    timeout: f64,
    /// Limit of the strict verdict: the largest error over the reference's range
    #[arg(long, value_name = "NUMBER", default_value_t = 1e-3)]
    strict: f64,
    /// How many models run at once
    #[arg(long, value_name = "COUNT", default_value_t = 1)]
    jobs: usize,
}

/// Runs the collection.
pub fn run(arguments: &Arguments) -> Result<(), Failure> {
    let timeout = Duration::try_from_secs_f64(arguments.timeout).map_err(|_| {
        Failure::Input(format!("--timeout {}: is not a time in s", arguments.timeout))
    })?;
    let models = find(&arguments.folder).map_err(Failure::Input)?;
    let expected = arguments.expect.as_deref().map(expect::read).transpose();
    let expected = expected.map_err(|message| Failure::Input(format!("--expect {message}")))?;
    protect(arguments, &models)?;
    let settings = Settings {
        program: std::env::current_exe().map_err(Failure::input)?,
        timeout,
        strict: arguments.strict,
    };
    let unwritable = |error: std::io::Error| {
        let report = arguments.report.display();
        Failure::Input(format!("{report}: cannot be written: {error}; choose another --report"))
    };
    let results = run_all(&models, &settings, arguments).map_err(unwritable)?;
    report::write_tables(&arguments.report, &results).map_err(unwritable)?;
    print!("{}", report::table(&results));
    println!("\n{}\nresults   {}", sum(&results), arguments.report.display());

    let Some(expected) = expected else { return Ok(()) };
    let differences = expect::differences(&expect::verdicts(&results), &expected);
    if differences.is_empty() {
        Ok(())
    } else {
        Err(Failure::Simulation(format!(
            "{} verdict(s) differ from the expected ones:\n  {}",
            differences.len(),
            differences.join("\n  ")
        )))
    }
}

/// Refuses to write over what is read: the models and the expected verdicts.
fn protect(arguments: &Arguments, models: &[Model]) -> Result<(), Failure> {
    let mut roles = Roles::default();
    if let Some(expected) = &arguments.expect {
        roles = roles.reads("the expected verdicts", expected);
    }
    for model in models {
        roles = roles.reads("a model of the collection", &model.fmu);
        for ending in ["_in.csv", "_ref.csv", "_ref.opt"] {
            if let Some(path) = model.beside(ending) {
                roles = roles.reads("a file of the collection", &path);
            }
        }
    }
    for table in [report::TABLE, report::JSON] {
        roles = roles.writes("the report", &arguments.report.join(table));
    }
    roles.check()
}

/// Runs every model, several at once if asked for; results are in the order of the models.
fn run_all(
    models: &[Model],
    settings: &Settings,
    arguments: &Arguments,
) -> std::io::Result<Vec<ModelResult>> {
    let temporary = tempfile::tempdir()?;
    let next = AtomicUsize::new(0);
    let done: Vec<Mutex<Option<std::io::Result<ModelResult>>>> =
        models.iter().map(|_| Mutex::new(None)).collect();
    let work = || {
        while let Some((k, model)) = pick(&next, models) {
            let results = temporary.path().join(format!("{k}.csv"));
            let result = one(model, settings, &arguments.report, &results);
            if stderr().is_terminal() {
                show(k, models.len(), result.as_ref().ok());
            }
            *done[k].lock().expect("no thread panics while it holds this lock") = Some(result);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..arguments.jobs.clamp(1, models.len()) {
            scope.spawn(work);
        }
        work();
    });
    let result = |cell: Mutex<Option<_>>| {
        cell.into_inner()
            .expect("no thread panics while it holds this lock")
            .expect("every model has been run")
    };
    done.into_iter().map(result).collect()
}

fn pick<'a>(next: &AtomicUsize, models: &'a [Model]) -> Option<(usize, &'a Model)> {
    let k = next.fetch_add(1, Ordering::Relaxed);
    models.get(k).map(|model| (k, model))
}

fn one(
    model: &Model,
    settings: &Settings,
    report: &Path,
    results: &Path,
) -> std::io::Result<ModelResult> {
    let result = run_model(model, settings, results);
    report::write_model(report, model, &result, results)?;
    Ok(result)
}

fn show(k: usize, count: usize, result: Option<&ModelResult>) {
    if let Some(result) = result {
        let (verdict, key) = (result.verdict.word(), result.key());
        eprintln!("[{}/{count}] {verdict:<8} {key}  {:.2} s", k + 1, result.seconds);
    }
}

/// How many models have each verdict.
fn sum(results: &[ModelResult]) -> String {
    let mut counts = indexmap::IndexMap::<&str, usize>::new();
    for result in results {
        *counts.entry(result.verdict.word()).or_default() += 1;
    }
    let words: Vec<String> = counts.iter().map(|(word, n)| format!("{n} {word}")).collect();
    format!("{} models: {}", results.len(), words.join(", "))
}

//! The file beside the results that says where they come from.

use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::summary::Summary;
use crate::scenario::Scenario;
use crate::scenario::check::{CheckedSlave, Time};

/// What the results are the results of.
#[derive(Serialize)]
struct Sidecar<'a> {
    macrostep: &'static str,
    status: &'a str,
    error: Option<&'a str>,
    note: Option<&'a str>,
    scenario: &'a str,
    text: &'a str,
    options: Vec<String>,
    start: f64,
    stop: f64,
    step: f64,
    inputs: String,
    columns: Vec<ColumnInfo<'a>>,
    slaves: Vec<SlaveInfo<'a>>,
    summary: Option<&'a Summary>,
}

#[derive(Serialize)]
struct ColumnInfo<'a> {
    name: &'a str,
    unit: Option<&'a str>,
}

#[derive(Serialize)]
struct SlaveInfo<'a> {
    name: &'a str,
    model: Option<&'a str>,
    guid: Option<&'a str>,
    /// The hash (BLAKE3, its first 128 bits) of the `.fmu` file's bytes.
    fmu_hash: Option<&'a str>,
    generation_tool: Option<&'a str>,
    inputs_handed_over: String,
}

/// How the run stands.
#[derive(Clone, Copy)]
pub enum Status<'a> {
    /// It has begun.
    Running,
    /// It reached the stop time.
    Completed(&'a Summary),
    /// A slave asked to end it before, which this note tells; the rows up to there are complete.
    Ended(&'a Summary, &'a str),
    /// It ended before, with this message; the rows up to there are complete.
    Failed(&'a Summary, &'a str),
}

/// The sidecar's path for a result file: `a.csv` has `a.csv.json`.
pub fn path_for(results: &Path) -> PathBuf {
    let mut path = results.as_os_str().to_owned();
    path.push(".json");
    path.into()
}

/// Writes the sidecar of `results`.
pub fn write(results: &Path, scenario: &Scenario, status: Status) -> io::Result<()> {
    let (word, error, note, summary) = match status {
        Status::Running => ("running", None, None, None),
        Status::Completed(summary) => ("completed", None, None, Some(summary)),
        Status::Ended(summary, note) => ("ended", None, Some(note), Some(summary)),
        Status::Failed(summary, error) => ("failed", Some(error), None, Some(summary)),
    };
    let Time { start, stop, step, .. } = scenario.time;
    let columns = scenario.columns.iter();
    let sidecar = Sidecar {
        macrostep: env!("CARGO_PKG_VERSION"),
        status: word,
        error,
        note,
        scenario: &scenario.source.file,
        text: &scenario.source.text,
        options: std::env::args().skip(1).collect(),
        start,
        stop,
        step,
        inputs: scenario.rules_in_words(),
        columns: columns.map(|c| ColumnInfo { name: &c.name, unit: c.unit.as_deref() }).collect(),
        slaves: scenario.slaves.iter().map(info).collect(),
        summary,
    };
    let text = serde_json::to_string_pretty(&sidecar)?;
    std::fs::write(path_for(results), text + "\n")
}

fn info(slave: &CheckedSlave) -> SlaveInfo<'_> {
    let description = slave.origin.description();
    SlaveInfo {
        name: &slave.name,
        model: description.map(|d| d.model_name.as_str()),
        guid: description.map(|d| d.guid.as_str()),
        fmu_hash: slave.origin.fmu().and_then(|fmu| fmu.content_hash()),
        generation_tool: description.and_then(|d| d.generation_tool.as_deref()),
        inputs_handed_over: slave.handed_over.to_string(),
    }
}

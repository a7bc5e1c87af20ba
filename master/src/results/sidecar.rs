//! The file beside the results that says where they come from.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use indexmap::IndexMap;
use serde::Serialize;
use serde_json::Value;

use super::ending;
use super::names::with_ending;
use super::summary::Summary;
use crate::scenario::Scenario;
use crate::scenario::check::{CheckedSlave, ColumnKind, Time};

/// Bytes that are kept free while a run lasts, so that a full disk does not keep it from saying how it ended.
const RESERVE: usize = 4096;

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
    #[serde(rename = "type")]
    kind: &'static str,
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
    Incomplete(ending::Status, &'a Summary, &'a str),
}

/// The sidecar's path for a result file: `a.csv` has `a.csv.json`.
pub fn path_for(results: &Path) -> PathBuf {
    with_ending(results, ".json")
}

/// Writes the sidecar of `results`.
pub fn write(results: &Path, scenario: &Scenario, status: Status) -> io::Result<()> {
    let (word, error, note, summary) = match status {
        Status::Running => ("running", None, None, None),
        Status::Completed(summary) => ("completed", None, None, Some(summary)),
        Status::Ended(summary, note) => ("ended", None, Some(note), Some(summary)),
        Status::Incomplete(status, summary, error) => {
            (status.word(), Some(error), None, Some(summary))
        }
    };
    let Time { start, stop, step, .. } = scenario.time;
    let columns = scenario.columns.iter().map(|column| ColumnInfo {
        name: &column.name,
        unit: column.unit.as_deref(),
        kind: type_of(column.kind),
    });
    let mut sidecar = Sidecar {
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
        columns: columns.collect(),
        slaves: scenario.slaves.iter().map(info).collect(),
        summary,
    };
    let mut text = serde_json::to_string_pretty(&sidecar)? + "\n";
    if let Status::Running = status {
        text.extend(std::iter::repeat_n(' ', RESERVE));
    }
    let path = path_for(results);
    replace(&path, &text).or_else(|error| {
        sidecar.summary = None;
        write_over(&path, &serde_json::to_string_pretty(&sidecar)?).map_err(|_| error)
    })
}

/// Writes a file that is never seen half written.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    let new = with_ending(path, ".new");
    fs::write(&new, text).and_then(|()| fs::rename(&new, path)).inspect_err(|_| {
        let _ = fs::remove_file(&new);
    })
}

/// Writes over a file that is long enough, which needs no room on the disk.
fn write_over(path: &Path, text: &str) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).open(path)?;
    if file.metadata()?.len() < text.len() as u64 {
        return Err(io::ErrorKind::StorageFull.into());
    }
    file.write_all(text.as_bytes())?;
    file.set_len(text.len() as u64)
}

fn read(results: &Path) -> io::Result<IndexMap<String, Value>> {
    Ok(serde_json::from_slice(&fs::read(path_for(results))?)?)
}

/// How the run of these results ended, by their sidecar.
pub fn status(results: &Path) -> Option<String> {
    read(results).ok()?.get("status")?.as_str().map(String::from)
}

/// The number that a slave's start value was set to in the scenario of these results.
pub fn start_value(results: &Path, slave: &str, variable: &str) -> Option<f64> {
    let sidecar = read(results).ok()?;
    let scenario: toml::Table = sidecar.get("text")?.as_str()?.parse().ok()?;
    let value = scenario.get("slaves")?.get(slave)?.get("start")?.get(variable)?;
    value.as_float().or_else(|| value.as_integer().map(|whole| whole as f64))
}

/// The unit of each column of these results that has one; nothing where there is no sidecar.
pub fn units(results: &Path) -> IndexMap<String, String> {
    let sidecar = read(results).unwrap_or_default();
    let columns = sidecar.get("columns").and_then(Value::as_array);
    let unit = |column: &Value| {
        Some((column["name"].as_str()?.to_string(), column["unit"].as_str()?.to_string()))
    };
    columns.into_iter().flatten().filter_map(unit).collect()
}

/// Changes how the run ended.
pub fn set_status(results: &Path, status: ending::Status, error: &str) -> io::Result<()> {
    let mut sidecar = read(results)?;
    sidecar.insert("status".into(), status.word().into());
    sidecar.insert("error".into(), error.into());
    let (path, text) = (path_for(results), serde_json::to_string_pretty(&sidecar)? + "\n");
    replace(&path, &text).or_else(|_| write_over(&path, &text))
}

/// The name and the kind of a column.
pub struct Heading {
    /// `slave.variable`
    pub name: String,
    /// How its values are written.
    pub kind: ColumnKind,
}

/// The columns of these results, that of the time included.
pub fn headings(results: &Path) -> io::Result<Vec<Heading>> {
    let sidecar = read(results)?;
    let unknown = || io::Error::other("their sidecar does not say which columns they have");
    let columns = sidecar.get("columns").and_then(Value::as_array).ok_or_else(unknown)?;
    let heading = |column: &Value| {
        let whole = column["type"] == type_of(ColumnKind::Integer);
        let kind = if whole { ColumnKind::Integer } else { ColumnKind::Real };
        Some(Heading { name: column["name"].as_str()?.into(), kind })
    };
    let time = Heading { name: "time".into(), kind: ColumnKind::Real };
    let headings = std::iter::once(Some(time)).chain(columns.iter().map(heading));
    headings.collect::<Option<Vec<_>>>().ok_or_else(unknown)
}

fn type_of(kind: ColumnKind) -> &'static str {
    match kind {
        ColumnKind::Real => "Real",
        ColumnKind::Integer => "Integer",
    }
}

fn info(slave: &CheckedSlave) -> SlaveInfo<'_> {
    let description = slave.origin.description();
    SlaveInfo {
        name: &slave.name,
        model: description.map(|d| d.model_name.as_str()),
        guid: description.map(|d| d.instantiation_token.as_str()),
        fmu_hash: slave.origin.fmu().and_then(|fmu| fmu.content_hash()),
        generation_tool: description.and_then(|d| d.generation_tool.as_deref()),
        inputs_handed_over: slave.handed_over.to_string(),
    }
}

//! What a cross-check leaves: the tree of results, `COMPATIBILITY.md` and `crosscheck.json`.

use std::fmt::Write;
use std::io;
use std::path::Path;

use super::ModelResult;
use super::collection::Model;

/// The table for people.
pub const TABLE: &str = "COMPATIBILITY.md";
/// Every model with each of its signals, for programs.
pub const JSON: &str = "crosscheck.json";
/// A longer note is cut off in the table; the JSON file has all of it.
const NOTE: usize = 160;

/// Puts a model's result into the tree below `report`: an empty file named by the verdict, and the
/// signals, which are at `results`, as `Model_out.csv`.
pub fn write_model(
    report: &Path,
    model: &Model,
    result: &ModelResult,
    results: &Path,
) -> io::Result<()> {
    let folder = report.join(model.result_folder());
    std::fs::create_dir_all(&folder)?;
    let out = folder.join(format!("{}_out.csv", model.name));
    for old in ["passed", "failed", "rejected"].map(|name| folder.join(name)).iter().chain([&out]) {
        if old.exists() {
            std::fs::remove_file(old)?;
        }
    }
    if results.exists() {
        std::fs::copy(results, &out)?;
    }
    match result.verdict.indicator() {
        Some(indicator) => std::fs::write(folder.join(indicator), ""),
        None => Ok(()),
    }
}

/// Writes both tables.
pub fn write_tables(report: &Path, results: &[ModelResult]) -> io::Result<()> {
    std::fs::create_dir_all(report)?;
    std::fs::write(report.join(TABLE), table(results))?;
    let text = serde_json::to_string_pretty(results)?;
    std::fs::write(report.join(JSON), text + "\n")
}

/// The table for people, a row per model.
pub fn table(results: &[ModelResult]) -> String {
    let mut text = String::from(
        "| model | folder | verdict | strict | worst error | worst signal | time | note |\n\
         |---|---|---|---|---|---|---|---|\n",
    );
    for result in results {
        let worst = result.worst();
        let error = worst.map_or("-".into(), |signal| format!("{:.1e}", signal.error));
        let signal = worst.map_or("-", |signal| signal.name.as_str());
        let cells = [
            result.model.clone(),
            result.folder.clone(),
            result.verdict.word().into(),
            result.strict_word().into(),
            error,
            signal.into(),
            format!("{:.2} s", result.seconds),
            shorten(&result.note),
        ];
        let cells = cells.map(|cell| cell.replace('|', "\\|").replace('\n', " "));
        writeln!(text, "| {} |", cells.join(" | ")).expect("writing to a String succeeds");
    }
    text
}

fn shorten(note: &str) -> String {
    match note.char_indices().nth(NOTE) {
        Some((end, _)) => format!("{}…", &note[..end]),
        None => note.into(),
    }
}

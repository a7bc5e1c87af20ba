//! Frozen verdicts: a `crosscheck.json` or `COMPATIBILITY.md` of an earlier run.

use std::path::Path;

use indexmap::IndexMap;

use super::ModelResult;

/// Both verdicts of each model, by its place in the collection.
type Verdicts = IndexMap<String, (String, String)>;

/// Reads the verdicts frozen in a file.
pub fn read(path: &Path) -> Result<Verdicts, String> {
    let wrong = |reason: String| format!("{}: {reason}", path.display());
    let text = crate::plain_file::read_text(path).map_err(|error| wrong(error.to_string()))?;
    if path.extension().is_some_and(|ending| ending == "json") {
        let results: Vec<ModelResult> =
            serde_json::from_str(&text).map_err(|error| wrong(error.to_string()))?;
        return Ok(verdicts(&results));
    }
    table(&text).ok_or_else(|| {
        wrong("has no table with the columns model, folder, verdict and strict".into())
    })
}

/// The verdicts of a run.
pub fn verdicts(results: &[ModelResult]) -> Verdicts {
    let words = |r: &ModelResult| (r.key(), (r.verdict.word().into(), r.strict_word().to_string()));
    results.iter().map(words).collect()
}

/// Each model whose verdicts are not the expected ones, in words.
pub fn differences(found: &Verdicts, expected: &Verdicts) -> Vec<String> {
    let words = |(verdict, strict): &(String, String)| format!("{verdict}, strict {strict}");
    let mut differences = Vec::new();
    for (model, found) in found {
        match expected.get(model) {
            Some(expected) if expected == found => {}
            Some(expected) => {
                differences.push(format!("{model}: {}; expected {}", words(found), words(expected)))
            }
            None => differences.push(format!("{model}: {}; not expected at all", words(found))),
        }
    }
    let missing = expected.keys().filter(|model| !found.contains_key(*model));
    differences.extend(missing.map(|model| format!("{model}: expected, but not there")));
    differences
}

/// The rows of a Markdown table with the columns that matter.
fn table(text: &str) -> Option<Verdicts> {
    let mut rows = text.lines().filter(|line| line.trim_start().starts_with('|')).map(|line| {
        let cells = line.trim().trim_matches('|').split(" | ");
        cells.map(|cell| cell.trim().to_string()).collect::<Vec<_>>()
    });
    let header = rows.next()?;
    let place = |name: &str| header.iter().position(|cell| cell == name);
    let places = [place("model")?, place("folder")?, place("verdict")?, place("strict")?];
    let row = |cells: Vec<String>| {
        let [model, folder, verdict, strict] =
            places.map(|k| cells.get(k).cloned().unwrap_or_default());
        (format!("{folder}/{model}"), (verdict, strict))
    };
    Some(rows.filter(|cells| !cells[0].starts_with("--")).map(row).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crosscheck::{Verdict, report};

    fn result(model: &str, verdict: Verdict, strict: Option<bool>) -> ModelResult {
        ModelResult {
            model: model.into(),
            folder: "Tool/1".into(),
            verdict,
            strict,
            signals: Vec::new(),
            seconds: 0.1,
            note: "a | b".into(),
        }
    }

    #[test]
    fn a_table_and_a_json_file_give_the_same_verdicts() {
        let results =
            [result("A", Verdict::Passed, Some(false)), result("B", Verdict::Crashed, None)];
        let folder = tempfile::tempdir().unwrap();
        report::write_tables(folder.path(), &results).unwrap();
        for file in [report::TABLE, report::JSON] {
            let read = read(&folder.path().join(file)).unwrap();
            assert_eq!(read, verdicts(&results), "{file}");
            assert_eq!(differences(&verdicts(&results), &read), Vec::<String>::new());
        }
    }

    #[test]
    fn every_difference_is_named() {
        let found = verdicts(&[
            result("A", Verdict::Passed, Some(true)),
            result("B", Verdict::Passed, Some(true)),
        ]);
        let expected = verdicts(&[
            result("A", Verdict::Failed, Some(true)),
            result("C", Verdict::Rejected, None),
        ]);
        assert_eq!(
            differences(&found, &expected),
            [
                "Tool/1/A: passed, strict yes; expected failed, strict yes",
                "Tool/1/B: passed, strict yes; not expected at all",
                "Tool/1/C: expected, but not there"
            ]
        );
    }
}

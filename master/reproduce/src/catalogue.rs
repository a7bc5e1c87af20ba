//! All tables and figures, and the choice among them.

use std::path::Path;

use indicatif::ProgressBar;
use macrostep::scenario::error::suggestion;

use crate::bench::Bench;
use crate::entry::{Entry, Publication};
use crate::{busch, friedrich, gonzalez, schweizer_lu, zhang};

/// All publications.
pub fn publications() -> [Publication; 5] {
    [
        schweizer_lu::publication(),
        gonzalez::publication(),
        busch::publication(),
        friedrich::publication(),
        zhang::publication(),
    ]
}

/// All entries, in the order of the publications.
pub fn entries() -> Vec<Entry> {
    publications().into_iter().flat_map(|publication| publication.entries).collect()
}

/// The entries whose names begin with one of the words; all if there are none.
pub fn select(words: &[String]) -> Result<Vec<Entry>, String> {
    let known = entries();
    let chosen = |word: &String, entry: &Entry| entry.name.starts_with(word.as_str());
    if let Some(word) = words.iter().find(|word| !known.iter().any(|entry| chosen(word, entry))) {
        let near = suggestion(word, known.iter().map(|entry| entry.name));
        return Err(format!("no entry begins with \"{word}\"{near} (--list shows all)"));
    }
    let wanted = |entry: &Entry| words.is_empty() || words.iter().any(|word| chosen(word, entry));
    Ok(known.into_iter().filter(wanted).collect())
}

/// The FMUs that the entries use and the folder does not have.
pub fn missing(entries: &[Entry], fmus: &Path) -> Vec<&'static str> {
    let mut models: Vec<_> = entries.iter().flat_map(|entry| entry.fmus.iter().copied()).collect();
    models.sort_unstable();
    models.dedup();
    let bench = Bench::new(fmus, ProgressBar::hidden());
    models.into_iter().filter(|model| !bench.fmu(model).exists()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_select_by_their_beginning() {
        let names = |words: &[&str]| -> Vec<&str> {
            let words: Vec<String> = words.iter().map(|word| (*word).into()).collect();
            select(&words).unwrap().iter().map(|entry| entry.name).collect()
        };
        assert_eq!(names(&["friedrich/table-2.4"]), ["friedrich/table-2.4"]);
        assert_eq!(names(&[]).len(), entries().len());
    }

    #[test]
    fn entries_are_named_after_their_publication() {
        for Publication { name, entries, .. } in publications() {
            assert!(entries.iter().all(|entry| entry.name.starts_with(&format!("{name}/"))));
        }
    }

    #[test]
    fn an_unknown_name_is_answered_with_the_nearest() {
        let error = select(&["friedrich/coeficients".into()]).err().unwrap();
        assert!(error.contains("did you mean \"friedrich/coefficients\"?"), "{error}");
    }
}

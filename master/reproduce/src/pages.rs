//! Writes the pages, tables and charts of all publications into a folder, and their index beside it.

use std::path::Path;

use macrostep::cli::Failure;

use crate::catalogue::publications;
use crate::report::Outcome;
use crate::report::csv::csv;
use crate::report::index::index;
use crate::report::page::page;

/// Writes `FOLDER/PUBLICATION.md`, `.csv` and charts of the results, and `FOLDER.md`.
pub fn write(folder: &Path, results: &[Outcome]) -> Result<(), Failure> {
    let put = |path: &Path, text: String| {
        std::fs::write(path, text).map_err(|error| unwritable(path, &error.to_string()))
    };
    std::fs::create_dir_all(folder).map_err(|error| unwritable(folder, &error.to_string()))?;
    let command =
        format!("`macrostep reproduce --pages DIR`, macrostep {}", env!("CARGO_PKG_VERSION"));
    let publications = publications();
    let mut pages = Vec::new();
    for publication in &publications {
        let name = publication.name;
        let own = |result: &&Outcome| publication.entries.iter().any(|e| e.name == result.name);
        let results: Vec<&Outcome> = results.iter().filter(own).collect();
        if results.is_empty() {
            continue;
        }
        put(&folder.join(format!("{name}.md")), page(publication, &command, &results))?;
        put(&folder.join(format!("{name}.csv")), csv(&command.replace('`', ""), &results))?;
        for picture in results.iter().flat_map(|result| &result.pictures) {
            let path = folder.join(format!("{name}-{}.svg", picture.file));
            picture.save(&path).map_err(|reason| unwritable(&path, &reason))?;
        }
        pages.push((publication, results));
    }
    let stem = folder.file_name().map_or("reproduction".into(), |stem| stem.to_string_lossy());
    put(&folder.with_extension("md"), index(&stem, &command, &pages))
}

fn unwritable(path: &Path, reason: &str) -> Failure {
    Failure::Input(format!("--pages: {} cannot be written: {reason}", path.display()))
}

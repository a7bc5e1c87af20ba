//! All figures of a publication as a table of comma-separated values.

use std::fmt::Write;

use super::{Comparison, Outcome, number};

/// Digits of numbers: more than any tolerance asks for.
const DIGITS: usize = 12;

const COLUMNS: &str = "entry,section,found by,figure,printed,printed tolerance,recomputed,recomputed tolerance,\
                       bound,range,found,share of the tolerance,within";

/// The table, below lines that say where it comes from.
pub fn csv(origin: &str, results: &[&Outcome]) -> String {
    let mut out = format!("# {origin}\n{COLUMNS}\n");
    for result in results {
        for (section, figure) in result.all() {
            let Comparison { printed, recomputed, bound, range, found } =
                Comparison::of(figure, DIGITS);
            let cells = [
                result.name,
                &section.title,
                section.evidence.word(),
                &figure.name,
                &printed[0],
                &printed[1],
                &recomputed[0],
                &recomputed[1],
                &bound,
                &range,
                &found,
                &number::share(figure.miss()),
                if figure.within() { "yes" } else { "no" },
            ];
            let cells: Vec<String> = cells.into_iter().map(quoted).collect();
            let _ = writeln!(out, "{}", cells.join(","));
        }
    }
    out
}

/// A cell in quotes where it has to be.
fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_with_commas_are_quoted() {
        assert_eq!(
            ["a b", "k = 0, x", "\"x\""].map(quoted),
            ["a b", "\"k = 0, x\"", "\"\"\"x\"\"\""]
        );
    }
}

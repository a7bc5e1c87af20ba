//! The page that leads to those of the publications.

use std::fmt::Write;

use super::Outcome;
use super::page::counts;
use crate::entry::Publication;

const PREFACE: &str = "\
# Reproduction of published tables and figures

Tables and figures of the publications behind the schemes, found again by the production code on exported FMUs, as `macrostep run` and
`macrostep study` use it. Each publication has a page with charts, errata and deviations, and a table of all its numbers.

- *Found* is the number found here. *Printed* is the number in the publication. *Recomputed* comes from an independent implementation,
  where the publication prints none or fewer digits.
- A *tolerance* without sign is relative, ± is absolute. A *bound* is an inequality of our own: what the publication says in words, or what can
  be said of a chaotic run. A *range* is that of runs whose start is perturbed by 1e-10 of its size or less; a number that depends so on rounding is compared
  with the range.
- The *share* is the deviation as a part of the tolerance: more than 1 is outside.
- Figures are found by *run*: the production scheme on FMUs, in whole runs, in macro steps from given states, or by the amplification matrix of such steps. Three
  other ways are no co-simulation and are marked: *FMU steps* (single FMUs, no scheme), *formula* (functions of the production code, no FMU), *whole
  system* (its solution without a cut).
";

/// The index; `folder` is where the pages lie beside it.
pub fn index(folder: &str, origin: &str, pages: &[(&Publication, Vec<&Outcome>)]) -> String {
    let mut out =
        format!("{PREFACE}\n| publication | entries | figures | within |\n|---|---|---|---|\n");
    for (Publication { name, title, .. }, results) in pages {
        let sum = |count: fn(&Outcome) -> usize| results.iter().map(|r| count(r)).sum::<usize>();
        let _ = writeln!(
            out,
            "| [{title}]({folder}/{name}.md) | {} | {} | {} |",
            results.len(),
            sum(|result| result.figures),
            sum(|result| result.within)
        );
    }
    let all: Vec<&Outcome> =
        pages.iter().flat_map(|(_, results)| results.iter().copied()).collect();
    let _ = writeln!(out, "\n{}\n\nWritten by {origin}; do not edit.", counts(&all));
    out
}

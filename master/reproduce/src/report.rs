//! What was reproduced, for the terminal, for programs and as a page of the documentation.

use std::fmt::{self, Write};

use serde::Serialize;

use crate::entry::Entry;
use crate::figure::{Figure, Section, Target};

/// Sections longer than this show only their worst figures.
const LONG: usize = 60;
/// How many figures stand for a long section.
const WORST: usize = 8;

/// What became of an entry.
#[derive(Serialize)]
pub struct Result {
    /// Its name.
    pub name: &'static str,
    /// What it shows.
    pub title: &'static str,
    /// How it is found.
    pub about: &'static str,
    /// The figures, if it could be run.
    pub sections: Vec<Section>,
    /// Why it could not be run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// How many figures it has.
    pub figures: usize,
    /// How many of them are what they should be.
    pub within: usize,
    /// How long it took.
    #[serde(skip)]
    pub seconds: f64,
}

impl Result {
    /// The outcome of an entry that took so many seconds.
    pub fn new(
        entry: &Entry,
        outcome: std::result::Result<Vec<Section>, impl fmt::Display>,
        seconds: f64,
    ) -> Self {
        let (sections, error) = match outcome {
            Ok(sections) => (sections, None),
            Err(error) => (Vec::new(), Some(error.to_string())),
        };
        let all = || sections.iter().flat_map(|section| &section.figures);
        let (figures, within) = (all().count(), all().filter(|figure| figure.within()).count());
        let Entry { name, title, about, .. } = *entry;
        Self { name, title, about, sections, error, figures, within, seconds }
    }

    /// Whether every figure is what it should be.
    pub fn passed(&self) -> bool {
        self.error.is_none() && self.within == self.figures
    }

    /// One line on the outcome.
    pub fn verdict(&self) -> String {
        match &self.error {
            None => format!("{} of {} within", self.within, self.figures),
            Some(error) => format!("could not be run: {error}"),
        }
    }
}

/// The figures of a section that are shown, and how many are left out.
fn shown(section: &Section, all: bool) -> (Vec<&Figure>, usize) {
    let mut figures: Vec<&Figure> = section.figures.iter().collect();
    if all || figures.len() <= LONG {
        return (figures, 0);
    }
    figures.sort_by(|a, b| b.miss().total_cmp(&a.miss()));
    let outside = figures.iter().filter(|figure| !figure.within()).count();
    figures.truncate(WORST.max(outside));
    let left_out = section.figures.len() - figures.len();
    (figures, left_out)
}

const HEADER: [&str; 7] = ["", "printed", "tol.", "recomputed", "tol.", "found", ""];

/// The cells of a figure's row.
fn cells(figure: &Figure) -> [String; 7] {
    let value = |target: &Option<Target>| target.map_or(String::new(), |t| number(t.value));
    let tolerance = |target: &Option<Target>| target.map_or(String::new(), |t| t.to_string());
    [
        figure.name.clone(),
        value(&figure.printed),
        tolerance(&figure.printed),
        value(&figure.recomputed),
        tolerance(&figure.recomputed),
        number(figure.found),
        if figure.within() { "ok".into() } else { "OFF".into() },
    ]
}

/// Up to nine digits, with an exponent only where it is needed.
fn number(x: f64) -> String {
    let size = x.abs();
    let short = |digits: &str| digits.trim_end_matches('0').trim_end_matches('.').to_string();
    if x == x.trunc() && size < 1e6 || !x.is_finite() {
        format!("{x}")
    } else if (1e-3..1e6).contains(&size) {
        let decimals = 8 - size.log10().floor().min(8.0) as usize;
        short(&format!("{x:.decimals$}", decimals = decimals.min(10)))
    } else {
        let text = format!("{x:.8e}");
        let (digits, exponent) = text.split_once('e').expect("this format has an exponent");
        format!("{}e{exponent}", short(digits))
    }
}

/// The entry as text; of long sections all figures, or the worst.
pub fn text(result: &Result, all: bool) -> String {
    let mut out = String::new();
    for section in &result.sections {
        let (figures, left_out) = shown(section, all);
        let rows: Vec<[String; 7]> = figures.iter().map(|figure| cells(figure)).collect();
        let width = |k: usize| {
            let widths = rows.iter().map(|row| row[k].chars().count());
            widths.chain([HEADER[k].len()]).max().unwrap_or(0)
        };
        let widths: [usize; 7] = std::array::from_fn(width);
        line(&mut out, &format!("  {}", section.title));
        for row in std::iter::once(HEADER.map(String::from)).chain(rows) {
            let padded = |(k, cell): (usize, &String)| {
                let space = " ".repeat(widths[k] - cell.chars().count());
                if k == 0 { format!("{cell}{space}") } else { format!("{space}{cell}") }
            };
            let row: Vec<String> = row.iter().enumerate().map(padded).collect();
            line(&mut out, format!("    {}", row.join("  ")).trim_end());
        }
        for figure in figures.iter().filter(|figure| figure.remark.is_some()) {
            let remark = figure.remark.as_deref().unwrap_or_default();
            line(&mut out, &format!("    {}: {remark}", figure.name));
        }
        if left_out > 0 {
            line(&mut out, &format!("    … and {left_out} more, nearer to what they should be"));
        }
    }
    out
}

/// A page with a section per entry.
pub fn markdown(results: &[Result]) -> String {
    let mut out = String::from(PREFACE);
    for result in results {
        let about: Vec<&str> = result.about.split_whitespace().collect();
        let _ = writeln!(out, "\n## {}\n\n**{}.** {}", result.name, result.title, about.join(" "));
        let _ = writeln!(out, "\n{}.", result.verdict());
        for section in &result.sections {
            let (figures, left_out) = shown(section, false);
            let _ = writeln!(out, "\n{}\n\n| {} |", section.title, HEADER.join(" | "));
            line(&mut out, "|---|---|---|---|---|---|---|");
            for figure in &figures {
                line(&mut out, &format!("| {} |", cells(figure).join(" | ")));
            }
            let remarks = figures.iter().filter_map(|f| Some((&f.name, f.remark.as_ref()?)));
            for (k, (name, remark)) in remarks.enumerate() {
                line(&mut out, &format!("{}- {name}: {remark}", if k == 0 { "\n" } else { "" }));
            }
            if left_out > 0 {
                line(
                    &mut out,
                    &format!("\nThe {left_out} others are nearer to what they should be."),
                );
            }
        }
    }
    out
}

const PREFACE: &str = "\
# Reproduction of published tables and figures

Written by `macrostep reproduce --markdown docs/reproduction.md`. Every number under *found* comes from running the production
code on the exported FMUs. *Printed* is the number in the publication; *recomputed* comes from an independent implementation,
where the publication prints none or fewer digits. A tolerance without sign is relative, ± is absolute. Of tables longer
than 60 rows the rows with the largest deviation are shown; `--all` and `--json` give all of them.
";

fn line(out: &mut String, text: &str) {
    out.push_str(text);
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(found: f64) -> Result {
        let entry = Entry { name: "a/b", title: "t", about: "", fmus: &[], run: |_| Ok(vec![]) };
        let figure = Figure::new("x", found).printed(Target::relative(2.0, 1e-3));
        Result::new(&entry, Ok::<_, String>(vec![Section::new("s", vec![figure])]), 0.0)
    }

    #[test]
    fn a_number_that_is_off_shows_in_text_verdict_and_page() {
        let (right, wrong) = (result(2.001), result(2.1));
        assert!(right.passed() && !wrong.passed());
        assert_eq!(wrong.verdict(), "0 of 1 within");
        assert!(text(&wrong, false).contains("OFF") && !text(&right, false).contains("OFF"));
        assert!(markdown(&[wrong]).contains("| x | 2 | 1e-3 |  |  | 2.1 | OFF |"));
    }

    #[test]
    fn an_entry_that_could_not_run_has_not_passed() {
        let entry = Entry { name: "a/b", title: "t", about: "", fmus: &[], run: |_| Ok(vec![]) };
        let failed = Result::new(&entry, Err("no FMU"), 0.0);
        assert!(!failed.passed() && failed.verdict().contains("no FMU"));
    }

    #[test]
    fn long_sections_show_their_worst_figures() {
        let figure = |k: usize| Figure::new(k.to_string(), k as f64 * 1e-2);
        let figures = (0..100).map(|k| figure(k).recomputed(Target::absolute(0.0, 0.9)));
        let section = Section::new("s", figures.collect());
        let (figures, left_out) = shown(&section, false);
        assert_eq!((figures.len(), left_out), (9, 91));
        assert_eq!(figures[0].name, "99");
        assert_eq!(shown(&section, true).0.len(), 100);
    }

    #[test]
    fn numbers_have_nine_digits_and_few_exponents() {
        let written = [0.1, 2.360628755192927, 3.0, 1.2345678912e-7, -0.00123, 8.1803658559e6];
        let expected = ["0.1", "2.36062876", "3", "1.23456789e-7", "-0.00123", "8.18036586e6"];
        assert_eq!(written.map(number), expected);
    }
}

//! An entry on the terminal.

use super::{Comparison, Outcome};
use crate::figure::{Evidence, Figure, Section};

/// Sections longer than this show only their worst figures.
const LONG: usize = 60;
/// How many figures stand for a long section.
const WORST: usize = 8;

const HEADER: [&str; 9] =
    ["", "printed", "tol.", "recomputed", "tol.", "bound", "range", "found", ""];

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

/// The cells of a figure's row.
fn cells(figure: &Figure) -> [String; 9] {
    let Comparison { printed, recomputed, bound, range, found } = Comparison::of(figure, 9);
    let [printed, printed_tolerance] = printed;
    let [recomputed, recomputed_tolerance] = recomputed;
    let verdict = if figure.within() { "ok" } else { "OFF" };
    let name = figure.name.clone();
    [
        name,
        printed,
        printed_tolerance,
        recomputed,
        recomputed_tolerance,
        bound,
        range,
        found,
        verdict.into(),
    ]
}

/// The entry as text; of long sections all figures, or the worst.
pub fn text(result: &Outcome, all: bool) -> String {
    let mut out = String::new();
    for section in &result.sections {
        let (figures, left_out) = shown(section, all);
        let rows: Vec<[String; 9]> = figures.iter().map(|figure| cells(figure)).collect();
        let how = match section.evidence {
            Evidence::Run => String::new(),
            other => format!(" [{}, no co-simulation]", other.word()),
        };
        line(&mut out, &format!("  {}{how}", section.title));
        table(&mut out, &rows);
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

/// The rows below the header, without columns that are empty.
fn table(out: &mut String, rows: &[[String; 9]]) {
    let used = |k: &usize| rows.iter().any(|row| !row[*k].is_empty());
    let columns: Vec<usize> = (0..9).filter(used).collect();
    let width = |k: usize| {
        let widths = rows.iter().map(|row| row[k].chars().count());
        widths.chain([HEADER[k].chars().count()]).max().unwrap_or(0)
    };
    let widths: [usize; 9] = std::array::from_fn(width);
    for row in std::iter::once(&HEADER.map(String::from)).chain(rows) {
        let padded = |k: &usize| {
            let space = " ".repeat(widths[*k] - row[*k].chars().count());
            if *k == 0 { format!("{}{space}", row[0]) } else { format!("{space}{}", row[*k]) }
        };
        let row: Vec<String> = columns.iter().map(padded).collect();
        line(out, format!("    {}", row.join("  ")).trim_end());
    }
}

fn line(out: &mut String, text: &str) {
    out.push_str(text);
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bound::Bound;
    use crate::entry::Entry;
    use crate::target::Target;

    fn result(found: f64) -> Outcome {
        let entry = Entry {
            name: "a/b",
            title: "t",
            about: "",
            fmus: &[],
            run: |_| Ok(vec![]),
            pictures: None,
        };
        let figure = Figure::new("x", found).printed(Target::relative(2.0, 1e-3));
        let figure = figure.bound(Bound::below(2.05));
        let sections = vec![Section::new("s", vec![figure])];
        Outcome::new(&entry, Ok::<_, String>((sections, vec![])), 0.0)
    }

    #[test]
    fn a_number_that_is_off_shows_in_text_and_verdict() {
        let (right, wrong) = (result(2.001), result(2.1));
        assert!(right.passed() && !wrong.passed());
        assert_eq!(wrong.verdict(), "0 of 1 within");
        let (right, wrong) = (text(&right, false), text(&wrong, false));
        assert!(wrong.contains("OFF") && !right.contains("OFF"));
        assert!(right.contains("< 2.05") && !right.contains("recomputed"), "{right}");
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
}

//! The page of a publication: what was reproduced, where it differs, and charts.

use std::fmt::Write;

use super::{Comparison, Outcome, number, worst};
use crate::entry::Publication;
use crate::figure::{Evidence, Figure};
use crate::target::Standing;

/// Digits of numbers on pages.
const DIGITS: usize = 6;

/// The page, of the results of this publication; `origin` is the command that wrote it.
pub fn page(publication: &Publication, origin: &str, results: &[&Outcome]) -> String {
    let Publication { name, title, citation, preface, .. } = publication;
    let mut out = format!("# {title}\n\n{citation}\n\n{}\n\n", preface.trim());
    not_so(&mut out, results);
    outside(&mut out, results);
    summary(&mut out, publication, results);
    let _ = writeln!(
        out,
        "\nAll numbers are in [{name}.csv]({name}.csv). Written by {origin}; do not edit."
    );
    for result in results {
        entry(&mut out, name, result);
    }
    out
}

/// One paragraph from text that is wrapped in the source.
fn paragraph(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A cell of a table in Markdown.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

/// Printed numbers that are wrong, or belong to something else.
fn not_so(out: &mut String, results: &[&Outcome]) {
    let mut rows = Vec::new();
    for result in results {
        for (section, figure) in result.all() {
            let Some(printed) = figure.printed.filter(|p| !p.standing.is_compared()) else {
                continue;
            };
            let word = if printed.standing == Standing::NotSo { "not so" } else { "not compared" };
            let Comparison { recomputed, found, .. } = Comparison::of(figure, DIGITS);
            let printed = number::number(printed.value, DIGITS);
            rows.push(format!(
                "| {} | {}: {} | {printed} | {} | {found} | {word} |",
                result.name,
                cell(&section.title),
                cell(&figure.name),
                recomputed[0]
            ));
        }
    }
    if rows.is_empty() {
        return;
    }
    let _ = writeln!(
        out,
        "### Printed numbers that are shown but not compared\n\n*Not so*: the printed number is wrong, or what is said does not \
         hold in general. *Not compared*: it belongs to another model, clock or measure.\n\n\
         | entry | figure | printed | recomputed | found | |\n|---|---|---|---|---|---|\n{}\n",
        rows.join("\n")
    );
}

/// Figures outside their tolerance.
fn outside(out: &mut String, results: &[&Outcome]) {
    let mut rows = Vec::new();
    for result in results {
        for (section, figure) in result.all().filter(|(_, figure)| !figure.within()) {
            let title = cell(&section.title);
            rows.push(format!("| {} | {title} | {}", result.name, compared(figure)));
        }
        if let Some(error) = &result.error {
            rows.push(format!("| {} | could not be run: {} | | | | |", result.name, cell(error)));
        }
    }
    if rows.is_empty() {
        return;
    }
    let _ = writeln!(
        out,
        "### Figures outside their tolerance\n\n| entry | section | figure | expected | tolerance | found | share |\n\
         |---|---|---|---|---|---|---|\n{}\n",
        rows.join("\n")
    );
}

/// The cells of a figure: name, expected, tolerance, found, share of the tolerance.
fn compared(figure: &Figure) -> String {
    let Comparison { printed, recomputed, bound, range, found } = Comparison::of(figure, DIGITS);
    let miss = |target: Option<crate::target::Target>| {
        let only = |target| Figure {
            printed: Some(target),
            recomputed: None,
            bound: None,
            ..figure.clone()
        };
        target.filter(|t| t.standing.is_compared()).map_or(-1.0, |target| only(target).miss())
    };
    let by_bound = figure.bound.map_or(-1.0, |bound| bound.miss(figure.found));
    let (by_print, by_number) = (miss(figure.printed), miss(figure.recomputed));
    let [expected, tolerance] = if by_bound > by_print.max(by_number) {
        [bound, "bound".into()]
    } else if by_print > by_number {
        [format!("{} printed", printed[0]), printed[1].clone()]
    } else {
        recomputed
    };
    let found = if range.is_empty() { found } else { format!("{found} ({range})") };
    format!(
        "{} | {expected} | {tolerance} | {found} | {} |",
        cell(&figure.name),
        number::share(figure.miss())
    )
}

/// A row per entry, and how figures were found.
fn summary(out: &mut String, publication: &Publication, results: &[&Outcome]) {
    let _ = writeln!(
        out,
        "## What was reproduced\n\n| entry | what it shows | figures | within | worst | found by |\n\
         |---|---|---|---|---|---|"
    );
    for result in results {
        let figures = || result.all().map(|(_, figure)| figure);
        let worst = worst(figures()).map_or(String::new(), |figure| number::share(figure.miss()));
        let ways = Evidence::ALL.into_iter().filter_map(|way| {
            let count = result.found_by(way);
            (count > 0).then(|| match count == result.figures {
                true => way.word().to_string(),
                false => format!("{} {count}", way.word()),
            })
        });
        let ways: Vec<String> = ways.collect();
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | {worst} | {} |",
            result.name,
            cell(result.title),
            result.figures,
            result.within,
            ways.join(", ")
        );
    }
    let _ = writeln!(out, "\n{}", counts(results));
    let left_out: Vec<&str> = publication.entries.iter().map(|entry| entry.name).collect();
    let left_out: Vec<&str> = left_out
        .into_iter()
        .filter(|name| results.iter().all(|result| result.name != *name))
        .collect();
    if !left_out.is_empty() {
        let _ = writeln!(out, "\nNot run for this page: {}.", left_out.join(", "));
    }
}

/// How many figures are within, and how many do not come from a run of the production scheme.
pub fn counts(results: &[&Outcome]) -> String {
    let sum = |count: &dyn Fn(&Outcome) -> usize| results.iter().map(|r| count(r)).sum::<usize>();
    let (all, within) = (sum(&|r| r.figures), sum(&|r| r.within));
    let by = |evidence: Evidence| sum(&|result| result.found_by(evidence));
    let others = [
        (Evidence::FmuSteps, "steps of single FMUs without a scheme"),
        (Evidence::Formula, "functions of the production code without an FMU"),
        (Evidence::WholeSystem, "a solution of the whole system"),
    ];
    let others = others.map(|(evidence, words)| (by(evidence), words));
    let others = others.iter().filter(|(count, _)| *count > 0);
    let others: Vec<String> =
        others.map(|(count, words)| format!("{count} from {words}")).collect();
    let origin = match others.as_slice() {
        [] => "All come from runs of the production scheme on FMUs.".into(),
        others => format!(
            "{} come from runs of the production scheme on FMUs; the others do not: {}.",
            by(Evidence::Run),
            others.join(", ")
        ),
    };
    format!("{within} of {all} figures are within their tolerance. {origin}")
}

/// What an entry shows, its charts, and the worst figure of each section.
fn entry(out: &mut String, publication: &str, result: &Outcome) {
    let _ =
        writeln!(out, "\n## {}\n\n`{}`: {}", result.title, result.name, paragraph(result.about));
    for picture in &result.pictures {
        let caption = paragraph(&picture.caption);
        let _ = writeln!(out, "\n![{caption}]({publication}-{}.svg)\n\n*{caption}*", picture.file);
    }
    if let Some(error) = &result.error {
        let _ = writeln!(out, "\nIt could not be run: {error}");
        return;
    }
    let _ = writeln!(
        out,
        "\n| section | figures | worst one | expected | tolerance | found | share |\n|---|---|---|---|---|---|---|"
    );
    for section in &result.sections {
        let Some(worst) = worst(section.figures.iter()) else { continue };
        let mark = match section.evidence {
            Evidence::Run => String::new(),
            other => format!(" *({})*", other.word()),
        };
        let within = section.figures.iter().filter(|figure| figure.within()).count();
        let count = match section.figures.len() {
            all if all == within => all.to_string(),
            all => format!("{all}, {} outside", all - within),
        };
        let _ = writeln!(out, "| {}{mark} | {count} | {}", cell(&section.title), compared(worst));
    }
    for figure in result.all().map(|(_, figure)| figure) {
        if let Some(remark) = &figure.remark {
            let _ = writeln!(out, "\n{}: {remark}", figure.name);
        }
    }
}

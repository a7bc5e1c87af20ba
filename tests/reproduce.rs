//! `macrostep reproduce`: the quick entries, and what is said when something is wrong.
//!
//! The long ones (friedrich/figure-2.13, the others of friedrich/chapter-4, busch/stability, schweizer-lu/figure-10, zhang/mass-ratio, zhang/more-spheres, zhang/figure-19) run the same
//! code for minutes; the pages in docs/reproduction hold what they gave.

use std::collections::HashMap;
use std::path::Path;

use macrostep_tests::{fmu, macrostep, macrostep_reproduce, printed, root, succeed};

fn reproduce() -> std::process::Command {
    let fmus = fmu("oscillator").with_file_name("");
    let mut command = macrostep_reproduce();
    command.arg("--fmus").arg(fmus);
    command
}

/// Entries that take a few seconds at most.
const QUICK: [&str; 37] = [
    "friedrich/coefficients",
    "friedrich/table-2.3",
    "friedrich/table-2.4",
    "friedrich/table-2.5",
    "friedrich/trajectories",
    "friedrich/bulk-modulus",
    "friedrich/chapter-4/short",
    "busch/orders",
    "busch/time-domain",
    "schweizer-lu/figure-8",
    "schweizer-lu/figure-9",
    "schweizer-lu/figure-12",
    "schweizer-lu/figure-14",
    "schweizer-lu/jacobians",
    "gonzalez/figure-3",
    "gonzalez/figure-8",
    "gonzalez/figure-10",
    "gonzalez/figure-14",
    "gonzalez/table-2",
    "gonzalez/table-3",
    "gonzalez/figure-16",
    "gonzalez/figure-18",
    "zhang/coefficients",
    "zhang/spectral-radii",
    "zhang/figure-5",
    "zhang/figure-6",
    "zhang/figure-6d",
    "zhang/figure-7",
    "zhang/stable-rho-inf",
    "zhang/figure-8",
    "zhang/figure-9",
    "zhang/beam-frequencies",
    "zhang/beam-radii",
    "zhang/figure-14",
    "zhang/figure-15",
    "zhang/figure-17",
    "zhang/table-3",
];

const PUBLICATIONS: [&str; 5] = ["schweizer-lu", "gonzalez", "busch", "friedrich", "zhang"];

const RENEW: &str =
    "the pages in docs/reproduction are out of date; renew them as CONTRIBUTING.md says";

#[test]
fn quick_entries_are_within_their_tolerances_and_as_documented() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let pages = folder.path().join("reproduction");
    let said = printed(&succeed(reproduce().args(QUICK).arg("--pages").arg(&pages)));
    assert!(
        said.contains("figures within their tolerance, in ") && !said.contains("OFF"),
        "{said}"
    );

    let documented = root().join("docs/reproduction");
    let index = read(&documented.with_extension("md"));
    for publication in PUBLICATIONS {
        assert!(index.contains(&format!("(reproduction/{publication}.md)")), "{RENEW}\n{index}");
        let (name, table) = (format!("{publication}.md"), format!("{publication}.csv"));
        let written = [&pages, &documented].map(|folder| read(&folder.join(&name)));
        let tables = [&pages, &documented].map(|folder| read(&folder.join(&table)));
        for entry in QUICK.iter().filter(|entry| entry.starts_with(publication)) {
            let [found, documented] = [0, 1].map(|k| outline(section(&written[k], entry)));
            assert_eq!(found, documented, "{entry}: {RENEW}");
            let [found, documented] = [0, 1].map(|k| rows(&tables[k], entry));
            assert_eq!(found.len(), documented.len(), "{entry}: {RENEW}");
            found.iter().zip(&documented).for_each(|(found, documented)| same(found, documented));
        }
    }
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The part of a page about an entry.
fn section<'a>(page: &'a str, name: &str) -> &'a str {
    let about = page.find(&format!("\n`{name}`: ")).unwrap_or_else(|| panic!("no {name}: {RENEW}"));
    let begin = page[..about].rfind("\n## ").expect("its heading");
    let rest = &page[begin + 1..];
    rest.find("\n## ").map_or(rest, |end| &rest[..end])
}

/// Without the rows of tables, whose last digits depend on the machine.
fn outline(section: &str) -> Vec<&str> {
    section.lines().filter(|line| !line.starts_with('|')).collect()
}

/// A row of a table, by the names of the columns.
type Row = HashMap<String, String>;

/// The rows of an entry, below the line that says where the table comes from.
fn rows(table: &str, entry: &str) -> Vec<Row> {
    let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_reader(table.as_bytes());
    let rows = reader.deserialize().map(|row: Result<Row, _>| row.expect("a row"));
    rows.filter(|row| row["entry"] == entry).collect()
}

/// The same figure, compared with the same and found the same, to a thousandth: but for what depends on rounding.
fn same(found: &Row, documented: &Row) {
    let differs = |column: &&String| {
        !matches!(column.as_str(), "found" | "range" | "share of the tolerance")
            && found[*column] != documented[*column]
    };
    let different: Vec<&String> = found.keys().filter(differs).collect();
    assert!(different.is_empty(), "{different:?} of {found:?}: {RENEW}\n{documented:?}");
    let is_compared = !found["printed"].is_empty() || !found["recomputed"].is_empty();
    if is_compared && found["range"].is_empty() {
        let [a, b] = [found, documented].map(|row| row["found"].parse::<f64>().expect("a number"));
        let near = a == b || (a - b).abs() <= 1e-3 * b.abs() + 1e-9;
        assert!(near, "{found:?} instead of {b}: {RENEW}");
    }
}

#[test]
fn pages_say_where_they_come_from_and_how_figures_were_found() {
    for publication in PUBLICATIONS {
        let folder = root().join("docs/reproduction");
        let table = read(&folder.join(format!("{publication}.csv")));
        let begin = "# macrostep reproduce --pages DIR, macrostep ";
        assert!(table.starts_with(begin), "{publication}: {RENEW}");
        let page = read(&folder.join(format!("{publication}.md")));
        assert!(page.contains("figures are within their tolerance."), "{publication}: {RENEW}");
        assert!(!page.contains("Not run for this page"), "{publication} is not complete: {RENEW}");
    }
    let index = read(&root().join("docs/reproduction.md"));
    assert!(index.contains("from functions of the production code without an FMU"), "{RENEW}");
}

#[test]
fn pages_that_cannot_be_written_are_told() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("file");
    std::fs::write(&file, "").expect("a file");
    let mut command = reproduce();
    command.args(["friedrich/coefficients", "--pages"]).arg(file.join("pages"));
    let output = command.output().expect("the command starts");
    assert_eq!(output.status.code(), Some(2));
    assert!(printed(&output).contains("cannot be written"), "{}", printed(&output));
}

#[test]
fn the_list_has_every_table_and_figure() {
    let said = printed(&succeed(reproduce().arg("--list")));
    for name in [
        "friedrich/table-2.8",
        "friedrich/figure-2.13",
        "friedrich/long-time",
        "friedrich/chapter-4/table-4.4",
        "busch/stability",
        "zhang/mass-ratio",
        "zhang/more-spheres",
        "zhang/figure-19",
    ] {
        assert!(said.lines().any(|line| line.starts_with(name)), "no {name} in\n{said}");
    }
}

#[test]
fn json_holds_every_figure() {
    let output = succeed(reproduce().args(["--json", "friedrich/table-2.3"]));
    let results: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(results[0]["name"], "friedrich/table-2.3");
    assert_eq!(results[0]["figures"], 240);
    assert_eq!(results[0]["within"], 240);
    assert_eq!(results[0]["sections"][1]["figures"].as_array().map(Vec::len), Some(192));
}

#[test]
fn a_misprint_stands_beside_what_is_found() {
    let said = printed(&succeed(reproduce().arg("friedrich/table-2.8")));
    let line = said.lines().find(|line| line.contains("Lin 2,2,Opt, F = 3.16")).expect("the row");
    let words: Vec<&str> = line.split_whitespace().collect();
    assert!(
        words.contains(&"not") && words.contains(&"0.75") && line.contains("0.758317"),
        "{line}"
    );
}

#[test]
fn an_unknown_name_is_answered_with_the_nearest() {
    let output = reproduce().arg("busch/order5").output().expect("the command starts");
    assert_eq!(output.status.code(), Some(2));
    assert!(printed(&output).contains("did you mean \"busch/orders\"?"), "{}", printed(&output));
}

#[test]
fn missing_fmus_are_named_with_the_command_that_makes_them() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut command = macrostep_reproduce();
    command.args(["busch/orders", "--fmus"]).arg(folder.path());
    let output = command.output().expect("the command starts");
    assert_eq!(output.status.code(), Some(2));
    let said = printed(&output);
    assert!(said.contains("base-excited-oscillator.fmu, oscillator.fmu"), "{said}");
    assert!(said.contains("cargo run -p fmu-builder -- export --all"), "{said}");
}

#[test]
fn a_wrong_number_ends_with_exit_code_1() {
    // Another model under the name of the right one.
    let folder = tempfile::tempdir().expect("a temporary folder");
    let copy = |from: &str, to: &str| {
        std::fs::copy(fmu(from), folder.path().join(format!("{to}.fmu"))).expect("a copy");
    };
    copy("base-excited-oscillator", "base-excited-oscillator");
    copy("nonlinear-oscillator", "oscillator");
    let mut command = macrostep_reproduce();
    command.args(["busch/orders", "--fmus"]).arg(folder.path());
    let output = command.output().expect("the command starts");
    assert_eq!(output.status.code(), Some(1), "{}", printed(&output));
    assert!(
        printed(&output).contains("OFF") && printed(&output).contains("not so in busch/orders")
    );
}

#[test]
fn without_its_program_the_command_says_how_to_get_it() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let alone = folder.path().join("macrostep");
    std::fs::copy(macrostep().get_program(), &alone).expect("a copy");
    let mut command = std::process::Command::new(alone);
    let output = command.args(["reproduce", "--list"]).env("PATH", folder.path()).output();
    let output = output.expect("the command starts");
    assert_eq!(output.status.code(), Some(2));
    let said = printed(&output);
    assert!(said.contains("cargo install --path master/reproduce"), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
}

//! `macrostep reproduce`: the quick entries, and what is said when something is wrong.
//!
//! The long ones (friedrich/figure-2.13, busch/stability) run the same code for minutes; the page
//! docs/reproduction.md holds what they gave.

use macrostep_tests::{fmu, macrostep, macrostep_reproduce, printed, root, succeed};

fn reproduce() -> std::process::Command {
    let fmus = fmu("oscillator").with_file_name("");
    let mut command = macrostep_reproduce();
    command.arg("--fmus").arg(fmus);
    command
}

/// Entries that take a few seconds at most.
const QUICK: [&str; 22] = [
    "friedrich/coefficients",
    "friedrich/table-2.3",
    "friedrich/table-2.4",
    "friedrich/table-2.5",
    "friedrich/trajectories",
    "friedrich/bulk-modulus",
    "busch/orders",
    "busch/time-domain",
    "schweizer-lu/figure-8",
    "schweizer-lu/figure-9",
    "schweizer-lu/figure-10",
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
];

#[test]
fn quick_entries_are_within_their_tolerances_and_as_documented() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let page = folder.path().join("page.md");
    let said = succeed(reproduce().args(QUICK).arg("--markdown").arg(&page));
    let said = printed(&said);
    assert!(said.contains("figures within their tolerance") && !said.contains("OFF"), "{said}");

    let documented =
        std::fs::read_to_string(root().join("docs/reproduction.md")).expect("the page");
    let found = std::fs::read_to_string(&page).expect("the page of this run");
    for name in QUICK {
        assert_eq!(
            outline(section(&found, name)),
            outline(section(&documented, name)),
            "{name} in docs/reproduction.md is out of date; renew it as CONTRIBUTING.md says"
        );
    }
}

/// The part of the page about an entry.
fn section<'a>(page: &'a str, name: &str) -> &'a str {
    let begin = page.find(&format!("\n## {name}\n")).unwrap_or_else(|| panic!("no {name}"));
    let rest = &page[begin + 1..];
    rest.find("\n## ").map_or(rest, |end| &rest[..end])
}

/// Without the rows of tables, whose last digits depend on the machine.
fn outline(section: &str) -> Vec<&str> {
    section.lines().filter(|line| !line.starts_with('|')).collect()
}

#[test]
fn the_list_has_every_table_and_figure() {
    let said = printed(&succeed(reproduce().arg("--list")));
    for name in
        ["friedrich/table-2.8", "friedrich/figure-2.13", "friedrich/long-time", "busch/stability"]
    {
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

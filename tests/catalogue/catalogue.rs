//! A law from outside: two files and a line, from the scenario file to the exact solution.

mod dashpot;
mod dashpot_section;

use std::path::Path;

use coupling::test_models::TwoMass;
use dashpot_section::DashpotSection;
use macrostep::graph::{Diagram, dot};
use macrostep::scenario::build::build;
use macrostep::scenario::check::{Options, check, check_with};
use macrostep::scenario::error::{ScenarioError, Source};
use macrostep::scenario::read::parse;
use macrostep::scenario::{Catalogue, Scenario};
use macrostep_tests::{fmu, root};

/// Two oscillators of Schweizer and Lu (2014), section 4.1, with a dashpot alone between them.
fn text(step: f64) -> String {
    let fmu = fmu("oscillator");
    let fmu = fmu.display();
    format!(
        "[simulation]\nstop = 0.2\nstep = {step:?}\n\
         [slaves.left]\nfmu = '{fmu}'\n\
         start = {{ m = 1.0, c = 1000.0, d = 10.0, v0 = 100.0, solver = 'exact' }}\n\
         [slaves.right]\nfmu = '{fmu}'\n\
         start = {{ m = 2.0, c = 1000.0, d = 10.0, v0 = -100.0, solver = 'exact' }}\n\
         [[couplings]]\nlaw = 'dashpot'\nbetween = ['left', 'right']\ndamping = 10.0\n\
         inputs = {{ extrapolation = 'polynomial', degree = 1 }}\n\
         [results]\nvariables = ['*.x', '*.v']\n"
    )
}

fn with_dashpot(text: &str) -> Result<Scenario, ScenarioError> {
    let (source, file) = parse(Source { file: "test.toml".into(), text: text.into() }, &[])?;
    let catalogue = Catalogue::standard().with_law::<DashpotSection>("dashpot");
    check_with(source, &file, Path::new(""), Options::default(), &catalogue)
}

/// The largest error of x and v at the end.
fn error(step: f64) -> f64 {
    let mut simulation = build(&with_dashpot(&text(step)).unwrap()).unwrap();
    simulation.initialize().unwrap();
    while simulation.advance().unwrap() {}
    let exact = TwoMass { cc: 0.0, ..TwoMass::schweizer_lu() }.exact(0.2);
    // The law reads v alone, so that v stands before x among the outputs.
    let found = &simulation.point().y;
    let exact = [exact[1], exact[0], exact[3], exact[2]];
    exact.iter().zip(found.iter()).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

#[test]
fn a_law_from_outside_runs_to_the_exact_solution() {
    let errors = [1e-3, 5e-4].map(error);
    // Velocities of 100 m/s, a decay time of 0.1 s: linear extrapolation is right to some 1e-2 m/s at 1 ms.
    assert!(errors[0] < 0.1, "{errors:?}");
    let order = (errors[0] / errors[1]).log2();
    assert!((order - 2.0).abs() < 0.2, "order {order}: {errors:?}");
}

#[test]
fn it_is_drawn_and_its_fields_are_checked() {
    let scenario = with_dashpot(&text(1e-3)).unwrap();
    let drawn = dot::write(&Diagram::new(&scenario));
    assert!(drawn.contains("dashpot") && drawn.contains("d = 10"), "{drawn}");
    let said = |text: &str| with_dashpot(text).map(|_| ()).unwrap_err().to_string();
    let misspelt = said(&text(1e-3).replace("damping", "dampin"));
    assert!(misspelt.contains("unknown field \"dampin\"; did you mean \"damping\"?"), "{misspelt}");
    let negative = said(&text(1e-3).replace("damping = 10.0", "damping = -1.0"));
    assert!(negative.contains("damping is -1; it must not be negative"), "{negative}");
}

#[test]
fn the_standard_catalogue_does_not_know_it() {
    let source = Source { file: "test.toml".into(), text: text(1e-3) };
    let (source, file) = parse(source, &[]).unwrap();
    let said = check(source, &file, Path::new(""), Options::default()).map(|_| ()).unwrap_err();
    assert!(
        said.to_string().contains("unknown value \"dashpot\"; there is spring-damper"),
        "{said}"
    );
}

#[test]
fn contributing_shows_the_files_as_they_are() {
    let page = std::fs::read_to_string(root().join("CONTRIBUTING.md")).unwrap();
    for file in ["dashpot.rs", "dashpot_section.rs"] {
        let text = std::fs::read_to_string(root().join("tests/catalogue").join(file)).unwrap();
        assert!(
            page.contains(&format!("```rust\n{text}```\n")),
            "{file} differs in CONTRIBUTING.md"
        );
    }
    let registration = "Catalogue::standard().with_law::<DashpotSection>(\"dashpot\")";
    assert!(page.contains(registration), "CONTRIBUTING.md registers it in another way");
}

/// Each kind of scheme with the fields that `docs/scenario.md` gives it.
fn documented() -> Vec<(String, Vec<String>)> {
    let page = std::fs::read_to_string(root().join("docs/scenario.md")).unwrap();
    let section = page.split("## `[scheme]`").nth(1).and_then(|rest| rest.split("\n## ").next());
    let mut kinds: Vec<(String, Vec<String>)> = Vec::new();
    for row in section.unwrap().lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        for kind in cells[2].split(", ").filter(|kind| *kind != "all") {
            let (kind, field) = (kind.trim_matches('`'), cells[1].trim_matches('`'));
            match kinds.iter_mut().find(|(known, _)| known == kind) {
                Some((_, fields)) => fields.push(field.into()),
                None => kinds.push((kind.into(), vec![field.into()])),
            }
        }
    }
    kinds
}

#[test]
fn the_documentation_gives_every_scheme_its_fields() {
    let catalogue = Catalogue::standard();
    for (kind, fields) in catalogue.schemes() {
        let given = documented().into_iter().find(|(name, _)| name == kind);
        let mut given = given.unwrap_or_else(|| panic!("{kind} is not documented")).1;
        let mut fields = fields.to_vec();
        given.sort();
        fields.sort_unstable();
        assert_eq!(given, fields, "{kind}");
    }
    assert_eq!(documented().len(), catalogue.schemes().count());
}

#[test]
fn a_kind_of_the_command_line_leaves_out_what_does_not_apply() {
    let text = text(1e-3).replace("dashpot", "spring-damper").replace(
        "[slaves.left]",
        "[scheme]\nkind = 'semi-implicit'\njacobian = 'broyden'\n[slaves.left]",
    );
    let with = |changes: &[&str]| {
        let changes: Vec<_> = changes.iter().map(|change| change.parse().unwrap()).collect();
        let source =
            Source { file: "test.toml".into(), text: text.replace("damping", "stiffness") };
        let (source, file) = parse(source, &changes)?;
        check(source, &file, Path::new(""), Options::default())
    };
    let noted =
        |scenario: &Scenario| scenario.notes.iter().any(|note| note.contains("scheme.jacobian"));
    assert!(!noted(&with(&[]).unwrap()));
    let explicit = with(&["scheme.kind=explicit"]).unwrap();
    assert!(noted(&explicit), "{:?}", explicit.notes);
    assert!(!explicit.method.facts.implicit);
    assert!(!noted(&with(&["scheme={kind='explicit'}"]).unwrap()));
    let both = with(&["scheme.kind=explicit", "scheme.relaxation=0.5"]).map(|_| ()).unwrap_err();
    assert!(both.to_string().contains("scheme.relaxation does not apply"), "{both}");
}

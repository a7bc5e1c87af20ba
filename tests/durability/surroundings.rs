//! What an FMU changes of its process reaches neither the master nor other slaves.

use macrostep_tests::{Csv, c_fmu, printed};

use super::{Case, assert_code};

#[test]
fn arithmetic_folder_and_locale_are_put_back() {
    for meddler in ["meddle_at_start", "meddle_in_step"] {
        let case = Case::new(&format!(
            "[simulation]\nstop = 1\nstep = 0.125\n[scheme]\nsweep = 'gauss-seidel'\n\
             [slaves.first]\nfmu = '{}'\nstart = {{ u = 1 }}\n[slaves.second]\nfmu = '{}'\n",
            c_fmu(meddler).display(),
            c_fmu("observe").display()
        ));
        let output = case.run(&["--trust-fmu"]);
        assert_code(&output, 0);
        assert!(printed(&output).contains("results   case.csv"), "{}", printed(&output));
        let csv = Csv::read(&case.path("case.csv"));
        // The folder and the locale are looked after where FMUs are initialised, not in every step.
        let names: &[&str] = match meddler {
            "meddle_at_start" => &["rounding", "flushed", "folder", "locale"],
            _ => &["rounding", "flushed"],
        };
        for name in names {
            let seen = csv.column(&format!("second.{name}"));
            assert!(seen.iter().all(|seen| *seen == 0.0), "{meddler}: {name} {seen:?}");
        }
    }
}

#[test]
fn an_fmu_that_observes_would_see_a_change() {
    let case = Case::new(&format!(
        "[simulation]\nstop = 1\nstep = 0.125\n[scheme]\nsweep = 'gauss-seidel'\n\
         [slaves.first]\nfmu = '{}'\nstart = {{ u = 1 }}\n[slaves.second]\nfmu = '{}'\n",
        c_fmu("meddle_in_step").display(),
        c_fmu("observe").display()
    ));
    assert_code(&case.run(&["--trust-fmu"]), 0);
    let csv = Csv::read(&case.path("case.csv"));
    let folder = csv.column("second.folder");
    assert_eq!(folder.last(), Some(&1.0), "the observer is blind");
}

//! FMUs that cannot be used here, and what the user is told.

use macrostep_tests::{foreign_fmu, macrostep, printed};

/// Every command that opens the FMU refuses it as wrong input, in words.
fn refused(name: &str, words: &[&str]) {
    let Some(fmu) = foreign_fmu("third_party", name) else { return };
    let output = macrostep().arg("simulate").arg(&fmu).output().unwrap();
    let text = printed(&output);
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.contains(&format!("{name}.fmu")), "{text}");
    for word in words {
        assert!(text.contains(word), "\"{word}\" is not in: {text}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn an_fmu_for_another_platform_says_which_it_is_for() {
    refused("CoupledClutches_win64", &["no binary for this platform", "linux64", "it has win64"]);
}

#[test]
fn an_fmu_of_fmi_3_says_what_to_do() {
    refused("Dahlquist_fmi3", &["FMI 3.0", "export it as FMI 2.0 for Co-Simulation"]);
}

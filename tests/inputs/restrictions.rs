//! Rules do not make of inputs what they cannot be: a tank and a controller whose pump cannot suck.

use macrostep::scenario::check::Scenario;
use macrostep_tests::{Csv, c_fmu, foreign_fmu, macrostep, printed, succeed};
use serde_json::Value;
use std::path::Path;
use std::process::Output;

use super::checked;

/// A tank and a PI controller of its level, which oscillate for ever when extrapolated values are let through.
fn tank(fmus: [&Path; 2], inputs: &str) -> String {
    format!(
        "[simulation]\nstop = 60\nstep = 0.1\n[inputs]\n{inputs}\n\
         [slaves.tank]\nfmu = {:?}\n[slaves.pi]\nfmu = {:?}\n\
         [[connections]]\nfrom = 'tank.h'\nto = 'pi.level'\n[[connections]]\nfrom = 'pi.q'\nto = 'tank.q'\n\
         [results]\nvariables = ['tank.*', 'pi.*', '*@start', '*@end']\n",
        fmus[0], fmus[1]
    )
}

fn in_c(inputs: &str) -> String {
    tank([&c_fmu("tank"), &c_fmu("pi")], inputs)
}

/// Runs a scenario given as text.
fn run(text: &str, code: i32) -> (Output, Option<Csv>, Value) {
    let folder = tempfile::tempdir().unwrap();
    let (file, results) = (folder.path().join("a.toml"), folder.path().join("a.csv"));
    std::fs::write(&file, text).unwrap();
    let output = macrostep().arg("run").arg(&file).arg("-o").arg(&results).output().unwrap();
    assert_eq!(output.status.code(), Some(code), "{}", printed(&output));
    let sidecar = std::fs::read_to_string(folder.path().join("a.csv.json")).unwrap();
    let csv = results.exists().then(|| Csv::read(&results));
    (output, csv, serde_json::from_str(&sidecar).unwrap())
}

fn completed(text: &str) -> (String, Csv, Value) {
    let (output, csv, sidecar) = run(text, 0);
    (printed(&output), csv.unwrap(), sidecar)
}

/// Smallest and largest value.
fn range(values: &[f64]) -> (f64, f64) {
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    (least, values.iter().copied().fold(f64::NEG_INFINITY, f64::max))
}

/// The level has come to rest at its setpoint, and the pump was never asked for what it cannot give.
fn settles(csv: &Csv) {
    let level = csv.column("tank.h");
    let (least, most) = range(&level[level.len() - 100..]);
    assert!(most - least < 1e-9 && (most - 2.0).abs() < 1e-6, "{least} to {most}");
    for column in ["tank.q@start", "tank.q@end"] {
        let (least, most) = range(&csv.column(column));
        assert!(least >= 0.0 && most <= 20.0, "{column}: {least} to {most}");
    }
}

#[test]
fn by_default_a_saturated_controller_settles() {
    let (printed, csv, _) = completed(&in_c(""));
    settles(&csv);
    assert!(printed.contains("\"q\" is held over each step"), "{printed}");
    assert!(printed.contains("nothing shows a coupling of second order"), "{printed}");
}

#[test]
fn by_default_a_saturated_controller_made_with_pythonfmu_settles() {
    let fmus = [foreign_fmu("pythonfmus", "tank"), foreign_fmu("pythonfmus", "pi_controller")];
    let [Some(fmu), Some(pi)] = fmus else { return };
    settles(&completed(&tank([&fmu, &pi], "")).1);
}

#[test]
fn an_extrapolated_input_stays_within_the_ranges_that_are_declared() {
    let rule = "extrapolation = 'const-3-3-b0'";
    let (printed, csv, sidecar) = completed(&in_c(rule));
    let applied = csv.column("tank.q@start");
    assert_eq!(range(&applied).0, 0.0);
    // What was applied differs from the mean of the rule as often as is said.
    let q = csv.column("pi.q");
    let mean = |k: usize| (23.0 * q[k - 1] - 16.0 * q[k - 2] + 5.0 * q[k - 3]) / 12.0;
    let limited = (3..q.len()).filter(|&k| (applied[k] - mean(k)).abs() > 1e-9).count();
    assert_eq!(sidecar["summary"]["inputs"][0]["limited"], limited);
    let line = format!("input     tank.q: kept within its range over {limited} steps");
    assert!(limited > 10 && printed.contains(&line), "{printed}");
    // The same without: the flow that a pump cannot give, and no rest.
    let (printed, csv, _) = completed(&in_c(&format!("{rule}\nclamp = false")));
    assert!(range(&csv.column("tank.q@start")).0 < -9.0);
    assert!(!printed.contains("kept within"), "{printed}");
}

#[test]
fn curved_inputs_stay_within_their_ranges_in_sub_steps_too() {
    for rule in ["polynomial'\ndegree = 2", "extripol-c1'\ndegree = 1", "lin-3-3-b0'"] {
        let text = in_c(&format!("extrapolation = '{rule}\nhand_over = 'sub-steps'"));
        let text = text.replace("[slaves.tank]", "[scheme]\nstart_up = 'ramp'\n[slaves.tank]");
        let csv = completed(&text).1;
        for column in ["tank.q@start", "tank.q@end"] {
            assert!(range(&csv.column(column)).0 >= 0.0, "{rule}");
        }
    }
}

fn rules(scenario: &Scenario) -> Vec<String> {
    scenario.slaves.iter().flat_map(|s| s.rules.iter().map(ToString::to_string)).collect()
}

#[test]
fn motion_against_force_is_a_coupling_of_second_order() {
    let units = c_fmu("units");
    let pair = |back: &str| {
        let text = format!(
            "[simulation]\nstop = 1\nstep = 0.1\n[slaves.a]\nfmu = {units:?}\n[slaves.b]\nfmu = {units:?}\n\
             [[connections]]\nfrom = 'a.extension'\nto = 'b.position'\n[[connections]]\n{back}\n"
        );
        checked(&text).unwrap()
    };
    let mechanical = pair("from = 'b.force'\nto = 'a.load'");
    assert_eq!(rules(&mechanical), ["inputs by const-3-3-b0"; 2]);
    assert!(mechanical.notes[0].contains("motion against force"), "{:?}", mechanical.notes);
    for other in ["from = 'b.extension'\nto = 'a.position'", "from = 'b.pressure'\nto = 'a.stress'"]
    {
        assert_eq!(rules(&pair(other)), ["held inputs"; 2], "{other}");
    }
}

#[test]
fn a_smooth_oscillation_is_left_to_its_rule() {
    let oscillator = macrostep_tests::fmu("oscillator");
    let text = format!(
        "[simulation]\nstop = 10\nstep = 0.01\n\
         [slaves.a]\nfmu = {oscillator:?}\nstart = {{ x0 = 1 }}\n[slaves.b]\nfmu = {oscillator:?}\n\
         [[couplings]]\nlaw = 'spring-damper'\nbetween = ['a', 'b']\nstiffness = 10\n"
    );
    let (printed, _, sidecar) = completed(&text);
    assert!(printed.contains("lin-2-3-opt"), "{printed}");
    assert_eq!(sidecar["summary"]["inputs"], serde_json::json!([]));
}

/// A CSV file that drives one input of an FMU with declared ranges.
fn driven(input: &str, values: [f64; 2], more: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("table.csv");
    let [a, b] = values;
    std::fs::write(&table, format!("time,y\n0,{a}\n0.5,{a}\n0.5,{b}\n1,{b}\n")).unwrap();
    let text = format!(
        "[simulation]\nstop = 1\nstep = 0.1\n[slaves.table]\ncsv = {table:?}\n\
         [slaves.valve]\nfmu = {:?}\nstart = {{ rate = 1, limit = 10, mode = 1 }}\n\
         [[connections]]\nfrom = 'table.y'\nto = 'valve.{input}'\n{more}\n",
        c_fmu("ranged")
    );
    (folder, text)
}

#[test]
fn a_number_that_is_no_item_of_an_enumeration_ends_the_run() {
    let (_folder, text) = driven("mode", [2.0, 7.0], "convert = 'round'");
    let (output, _, sidecar) = run(&text, 1);
    let printed = printed(&output);
    let expected = "slave \"valve\": Enumeration input \"mode\" was given 7, which is none of its items: \
                    up (1), down (2), hold (3)";
    assert!(printed.contains(expected) && printed.contains("t = 0.5"), "{printed}");
    assert_eq!(sidecar["status"], "failed");
}

#[test]
fn values_outside_a_declared_range_are_told_once_with_time_and_value() {
    let cases = [
        ("rate", [0.5, 1.5], "", "was given 1.5, above its declared max 1"),
        ("rate", [0.5, -0.5], "", "was given -0.5, below its declared min 0"),
        ("limit", [3.0, 11.0], "convert = 'round'", "was given 11, above its declared max 10"),
    ];
    for (input, values, more, message) in cases {
        let (_folder, text) = driven(input, values, more);
        let (printed, csv, sidecar) = completed(&text);
        let line = format!("t = 0.5 s: slave \"valve\": input \"{input}\" {message}");
        assert_eq!(printed.matches(&line).count(), 1, "{printed}");
        assert!(printed.contains("at 6 communication points in all"), "{printed}");
        assert_eq!(sidecar["summary"]["inputs"][0]["outside"]["points"], 6);
        // What is given is what arrives.
        assert_eq!(csv.column(&format!("valve.{input}"))[10], values[1]);
    }
    let (_folder, text) = driven("rate", [0.5, 1.0], "");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.toml");
    std::fs::write(&file, text).unwrap();
    let quiet = succeed(macrostep().args(["run", "-q", "--no-results"]).arg(&file));
    assert_eq!(printed(&quiet), "");
}

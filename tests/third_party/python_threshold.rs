//! A counter of crossings made with PythonFMU between FMUs of four other tools, all types crossing.
//!
//! Our oscillator moves as cos 2πt; with h = 0.01 s the threshold of 0.5 is exceeded at the points
//! 0…16, 84…116, 184…216 and 284…300. A step sees the level at its start, so crossings are counted
//! at the points 1, 85, 185 and 285.

use crate::run::scenario;
use macrostep_tests::{Csv, c_fmu, fmu, foreign_fmu};

const POINTS: usize = 301;

fn run(python: &str, scheme: &str) -> Option<Csv> {
    let threshold = foreign_fmu("pythonfmus", python)?;
    let stair = foreign_fmu("third_party", "Stair")?;
    let feedthrough = foreign_fmu("third_party", "Feedthrough")?;
    let (oscillator, counter) = (fmu("oscillator"), c_fmu("counter"));
    let stiffness = (2.0 * std::f64::consts::PI).powi(2);
    let held =
        if scheme.contains("[inputs]") { "" } else { "[inputs]\nextrapolation = \"hold\"\n" };
    let mut text = format!(
        "[simulation]\nstop = 3.0\nstep = 0.01\n{held}{scheme}\n\
         [slaves.oscillator]\nfmu = {oscillator:?}\n\
         start = {{ c = {stiffness:?}, d = 0.0, x0 = 1.0 }}\n\
         [slaves.threshold]\nfmu = {threshold:?}\n[slaves.stair]\nfmu = {stair:?}\n\
         [slaves.counter]\nfmu = {counter:?}\n[slaves.through]\nfmu = {feedthrough:?}\n"
    );
    for (from, to) in CONNECTIONS {
        text += &format!("[[connections]]\nfrom = \"{from}\"\nto = \"{to}\"\nunits = false\n");
    }
    Some(scenario(&text))
}

const CONNECTIONS: [(&str, &str); 8] = [
    ("oscillator.x", "threshold.level"),         // Real to Real
    ("stair.counter", "threshold.step"),         // Integer to Integer
    ("threshold.high", "counter.enable"),        // Boolean to Boolean
    ("threshold.count", "counter.rate"),         // Integer to Real
    ("threshold.high", "through.Int32_input"),   // Boolean to Integer
    ("threshold.high", "through.Boolean_input"), // Boolean to Boolean
    ("threshold.count", "through.Float64_continuous_input"), // Integer to Real
    ("counter.count", "through.Float64_discrete_input"), // Integer to Real
];

/// A stair that takes each value from its point on.
fn stair(values: &[(usize, f64)]) -> Vec<f64> {
    let value = |k: usize| values.iter().rfind(|(from, _)| *from <= k).map_or(0.0, |(_, v)| *v);
    (0..POINTS).map(value).collect()
}

/// Whether the level was above the threshold at the point before.
fn high() -> Vec<f64> {
    stair(&[(1, 1.0), (18, 0.0), (85, 1.0), (118, 0.0), (185, 1.0), (218, 0.0), (285, 1.0)])
}

fn check(csv: &Csv) {
    let column = |name: &str| csv.column(name);
    // Stair counts 1, 2, 3 from the seconds 0, 1, 2 on, and that is what a crossing adds.
    let count = stair(&[(1, 1.0), (85, 2.0), (185, 4.0), (285, 7.0)]);
    assert_eq!(column("threshold.count"), count);
    assert_eq!(column("threshold.high"), high());
    // Real to Real: excess = level − 0.5. PythonFMU states no dependencies; a probe finds that the level
    // acts on it at once, so that it is read anew once the level of the point is known.
    let excess: Vec<_> = column("oscillator.x").iter().map(|level| level - 0.5).collect();
    assert_eq!(column("threshold.excess"), excess);
    // The counter counts the steps that begin while high: points 1…17, 85…117, 185…217, 285…299.
    assert_eq!(column("counter.count").last(), Some(&(17.0 + 33.0 + 33.0 + 15.0)));
    // It integrates the count: 0.01 s · (84 · 1 + 100 · 2 + 100 · 4 + 15 · 7).
    let total = *column("counter.total").last().unwrap();
    assert!((total - 7.89).abs() < 1e-12, "{total}");
    // What passes through arrives unchanged and without delay.
    assert_eq!(column("through.Int32_output"), high());
    assert_eq!(column("through.Boolean_output"), high());
    assert_eq!(column("through.Float64_continuous_output"), count);
    assert_eq!(column("through.Float64_discrete_output"), column("counter.count"));
}

#[test]
fn values_of_all_types_cross_between_fmus_of_five_tools() {
    let Some(csv) = run("threshold", "") else { return };
    check(&csv);
}

#[test]
fn the_variant_with_state_gives_the_same() {
    let (Some(plain), Some(state)) = (run("threshold", ""), run("threshold_state", "")) else {
        return;
    };
    check(&state);
    for name in plain.header() {
        assert_eq!(plain.column(name), state.column(name), "{name}");
    }
}

#[test]
fn crossings_in_steps_that_are_taken_back_do_not_count() {
    // Degree 2 repeats the first two steps; in the first, the level rises above the threshold.
    let scheme = "[scheme]\nstart_up = \"repeat\"\n\
                  [inputs]\nextrapolation = \"polynomial\"\ndegree = 2\nhand_over = \"mean\"";
    let Some(csv) = run("threshold_state", scheme) else { return };
    // A step sees the mean level over itself, that is cos 2πt half a step later: it is high in the
    // steps 0…16, 83…116, 183…216 and from 283 on.
    let count = stair(&[(1, 1.0), (84, 2.0), (184, 4.0), (284, 7.0)]);
    assert_eq!(csv.column("threshold.count"), count);
    assert_eq!(csv.column("counter.count").last(), Some(&(17.0 + 34.0 + 34.0 + 16.0)));
}

//! The double pendulum of two planar FMUs: `scenarios/constraint/double-pendulum*.toml` against two angles.

use std::f64::consts::{FRAC_PI_2, TAU};
use std::path::Path;

use macrostep_tests::{Csv, run_scenario};

const G: f64 = 9.81;
const L: f64 = 0.4;
const D: f64 = 0.2;

/// φ₁, φ₂ from the x axis and their rates.
type Angles = [f64; 4];

/// Rates of two links of 1 kg and 1 kg m² that are joined at `L`.
fn rates([p1, p2, w1, w2]: Angles) -> Angles {
    let (sin, cos) = (p1 - p2).sin_cos();
    let (a, b, c) = (1.0 + D * D + L * L, L * D * cos, 1.0 + D * D);
    let f1 = -L * D * sin * w2 * w2 - (D + L) * G * p1.cos();
    let f2 = L * D * sin * w1 * w1 - D * G * p2.cos();
    let det = a * c - b * b;
    [w1, w2, (c * f1 - b * f2) / det, (a * f2 - b * f1) / det]
}

/// At every centisecond of 5 s, by Runge–Kutta's method in steps of a tenth.
fn reference(start: f64) -> Vec<Angles> {
    let mut x = [start, start, 0.5, 0.5];
    let mut points = vec![x];
    for _ in 0..500 {
        for _ in 0..10 {
            let h = 1e-3;
            let moved = |k: Angles, h: f64| [0, 1, 2, 3].map(|i| x[i] + h * k[i]);
            let k1 = rates(x);
            let k2 = rates(moved(k1, h / 2.0));
            let k3 = rates(moved(k2, h / 2.0));
            let k4 = rates(moved(k3, h));
            x = [0, 1, 2, 3].map(|i| x[i] + h / 6.0 * (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i]));
        }
        points.push(x);
    }
    points
}

fn largest_error(csv: &Csv, reference: &[Angles]) -> f64 {
    let names = ["upper.phi", "lower.phi", "upper.omega", "lower.omega"];
    let columns = names.map(|name| csv.column(name));
    let every = (columns[0].len() - 1) / (reference.len() - 1);
    let off = reference
        .iter()
        .enumerate()
        .flat_map(|(n, exact)| [0, 1, 2, 3].map(|i| (columns[i][n * every] - exact[i]).abs()));
    off.fold(0.0, f64::max)
}

/// Errors at steps of 2 ms and 1 ms.
fn errors(scenario: &str, start: f64, settings: &[&str]) -> [f64; 2] {
    let reference = reference(start);
    ["2e-3", "1e-3"].map(|h| {
        let step = format!("simulation.step={h}");
        let settings = [&[step.as_str()], settings].concat();
        let path = Path::new("constraint").join(scenario).with_extension("toml");
        largest_error(&run_scenario(&path, &settings).0, &reference)
    })
}

#[test]
fn the_double_pendulum_swings_as_one_with_first_order_and_both_readings() {
    let readings = [("double-pendulum", 0.0, 0.02), ("double-pendulum-upright", FRAC_PI_2, 0.1)];
    for (scenario, start, bound) in readings {
        for motion in ["index-1", "index-2", "index-3", "original"] {
            let motion = format!("couplings.0.motion={motion:?}");
            let [coarse, fine] = errors(scenario, start, &[&motion]);
            let order = (coarse / fine).log2();
            assert!(fine < bound, "{scenario}, {motion}: {fine}");
            assert!((order - 1.0).abs() < 0.1, "{scenario}, {motion}: order {order}");
        }
    }
    // The upright one turns over.
    assert!(reference(FRAC_PI_2).iter().any(|[_, lower, ..]| *lower > TAU));
}

/// The scenario with other fields, as text: `--set` removes none.
fn jacobi(h: &str) -> Csv {
    let text = std::fs::read_to_string(
        macrostep_tests::root().join("scenarios/constraint/double-pendulum.toml"),
    );
    let text = text.expect("the scenario");
    let text = text
        .replace("sweep = \"gauss-seidel\"\norder = [\"lower\", \"upper\"]", "sweep = \"jacobi\"")
        .replace("step = 1e-3", &format!("step = {h}"))
        .replace("../../target", &macrostep_tests::root().join("target").display().to_string());
    let folder = tempfile::tempdir().expect("a temporary folder");
    let [scenario, results] = ["jacobi.toml", "jacobi.csv"].map(|name| folder.path().join(name));
    std::fs::write(&scenario, text).expect("a scenario");
    let mut run = macrostep_tests::macrostep();
    run.args(["run", "-q", "--strict"]).arg(&scenario).arg("-o").arg(&results);
    macrostep_tests::succeed(&mut run);
    Csv::read(&results)
}

#[test]
fn so_it_does_with_the_sweep_of_jacobi() {
    macrostep_tests::fmu("driven-link");
    let reference = reference(0.0);
    let [coarse, fine] = ["2e-3", "1e-3"].map(|h| largest_error(&jacobi(h), &reference));
    let order = (coarse / fine).log2();
    // The upper pendulum takes the reaction of the last step: twice the delay.
    assert!(fine < 0.04 && (order - 1.0).abs() < 0.1, "order {order}: {coarse} {fine}");
}

//! Slaves with steps of their own, in FMUs.

use macrostep_tests::{Csv, fmu, macrostep, root, succeed};
use nalgebra::{DMatrix, DVector};

use super::begun;

/// m and start of the three oscillators of the example, each with c = 100; springs of 10 between.
const MASSES: [f64; 3] = [0.01, 1.0, 100.0];
const START: [f64; 6] = [0.01, 0.0, 0.0, 0.5, 0.1, 0.0];

/// x and v of all three at time t, by the matrix exponential of the whole.
fn exact(t: f64) -> DVector<f64> {
    let (c, k) = (100.0, 10.0);
    let mut a = DMatrix::zeros(6, 6);
    for i in 0..3 {
        a[(2 * i, 2 * i + 1)] = 1.0;
        a[(2 * i + 1, 2 * i)] = -c / MASSES[i];
        for j in [i.wrapping_sub(1), i + 1] {
            if j < 3 {
                a[(2 * i + 1, 2 * i)] -= k / MASSES[i];
                a[(2 * i + 1, 2 * j)] += k / MASSES[i];
            }
        }
    }
    (a * t).exp() * DVector::from_row_slice(&START)
}

/// Largest error of the positions of the example, relative to 0.1 m, at steps `factor` as long and
/// at the points that all slaves reach.
fn error(factor: f64, rule: &str) -> f64 {
    error_with(factor, &[&format!("inputs.extrapolation=\"{rule}\"")])
}

/// The same with other settings.
fn error_with(factor: f64, settings: &[&str]) -> f64 {
    let folder = tempfile::tempdir().unwrap();
    let results = folder.path().join("three.csv");
    let mut run = macrostep();
    fmu("oscillator");
    run.arg("run").arg(root().join("scenarios/multi-rate/three-oscillators.toml"));
    for (field, step) in [("simulation", 1e-3), ("slaves.fast", 1e-4), ("slaves.slow", 5e-3)] {
        run.arg("--set").arg(format!("{field}.step={:e}", factor * step));
    }
    settings.iter().for_each(|setting| {
        run.args(["--set", setting]);
    });
    succeed(run.arg("-o").arg(&results));
    let csv = Csv::read(&results);
    let times = csv.column("time");
    let columns = ["fast.x", "middle.x", "slow.x"].map(|name| csv.column(name));
    let errors = times.iter().enumerate().step_by(5).map(|(k, &t)| {
        let exact = exact(t);
        (0..3).map(|i| (columns[i][k] - exact[2 * i]).abs()).fold(0.0, f64::max)
    });
    errors.fold(0.0, f64::max) / 0.1
}

#[test]
fn three_oscillators_at_three_rates_move_as_the_whole() {
    let (coarse, fine) = (error(1.0, "lin-2-3-opt"), error(0.5, "lin-2-3-opt"));
    let order = (coarse / fine).log2();
    assert!(fine < 1e-4 && (order - 3.0).abs() < 0.3, "{coarse:e}, {fine:e}: order {order}");
    let (coarse, fine) = (error(1.0, "hold"), error(0.5, "hold"));
    let order = (coarse / fine).log2();
    assert!((order - 1.0).abs() < 0.3, "{coarse:e}, {fine:e}: order {order}");
}

#[test]
fn three_rates_keep_the_order_in_a_sweep_and_in_implicit_schemes() {
    let sweep = "scheme.sweep=\"gauss-seidel\"";
    let rules = ["inputs.extrapolation=\"hold\"", "inputs.extrapolation=\"polynomial\""];
    for (rule, expected) in rules.into_iter().zip([1.0, 2.0]) {
        let (coarse, fine) = (error_with(1.0, &[sweep, rule]), error_with(0.5, &[sweep, rule]));
        let order = (coarse / fine).log2();
        assert!((order - expected).abs() < 0.3, "{rule}: {coarse:e}, {fine:e}: order {order}");
    }
    for kind in ["semi-implicit", "newton"] {
        for degree in 0..=2 {
            let scheme = format!("scheme.kind=\"{kind}\"");
            let rule = format!("inputs={{extrapolation=\"polynomial\", degree={degree}}}");
            let error = |factor: f64| error_with(factor, &[&scheme, &rule]);
            let (coarse, fine) = (error(1.0), error(0.5));
            let (order, expected) = ((coarse / fine).log2(), f64::from(degree + 1));
            assert!(
                (order - expected).abs() < 0.3,
                "{kind}, degree {degree}: {coarse:e}, {fine:e}: order {order}"
            );
        }
    }
}

/// The spectral radius of the stiff two-mass oscillator with these steps.
fn radius(simulation: &str, left: &str, right: &str) -> f64 {
    let folder = tempfile::tempdir().unwrap();
    fmu("oscillator");
    let mut study = macrostep();
    study.args(["study", "stability"]).arg(root().join("scenarios/two-mass/semi-implicit.toml"));
    let steps = [("simulation", simulation), ("slaves.left", left), ("slaves.right", right)];
    for (field, step) in steps {
        study.arg("--set").arg(format!("{field}.step={step}"));
    }
    let output = succeed(study.current_dir(folder.path()));
    let text = String::from_utf8(output.stdout).unwrap();
    let words: Vec<&str> = text.split_whitespace().collect();
    assert!(text.contains("exact: the system is linear"), "{text}");
    words[2].parse().unwrap_or_else(|_| panic!("{text}"))
}

#[test]
fn the_spectral_radius_is_that_of_a_macro_step_whichever_slave_has_a_step_of_its_own() {
    let (long, short) = (radius("5e-3", "1e-3", "5e-3"), radius("1e-3", "1e-3", "5e-3"));
    assert!(long < 1.0 && (long - short.powi(5)).abs() < 1e-8, "{long} and {short}");
    // By itself each step would have another one.
    assert!((long - radius("5e-3", "5e-3", "5e-3")).abs() > 1e-5);
}

#[test]
fn steps_end_on_multiples_of_the_tick_and_on_the_stop_time() {
    // An integrator of 1 shows its own time; 0.1 and 0.3 are no binary fractions.
    let tank = macrostep_tests::c_fmu("integrator");
    let text = format!(
        "[simulation]\nstop = 1000.1\nstep = 0.1\n\
         [slaves.a]\nfmu = {tank:?}\nstart = {{ u = 1 }}\n\
         [slaves.b]\nfmu = {tank:?}\nstep = 0.3\nstart = {{ u = 1 }}\n"
    );
    let mut run = begun(&text);
    while run.advance().unwrap() {}
    assert_eq!(run.t(), 1000.1);
    let y = &run.point().y;
    assert!((y[0] - 1000.1).abs() < 1e-9 && (y[1] - 1000.1).abs() < 1e-9, "{y}");
}

/// x, v of the mass, and what the controller remembers: I and z.
#[derive(Clone, Copy)]
struct Loop {
    mass: [f64; 2],
    integral: f64,
    filtered: f64,
}

impl Loop {
    /// One period of the sampled controller of the example, by closed forms: the force u is held,
    /// and so is the error e that the controller saw.
    fn period(self, t: f64) -> Self {
        let (kp, ki, kd, tf) = (500.0, 10_000.0, 10.0, 0.005);
        let e = 0.1 - self.mass[0];
        let u = kp * e + self.integral + kd * (e - self.filtered) / tf;
        let a = DMatrix::from_row_slice(2, 2, &[0.0, 1.0, -1000.0, -10.0]);
        let rest = DVector::from_row_slice(&[u / 1000.0, 0.0]);
        let mass = (a * t).exp() * (DVector::from_row_slice(&self.mass) - &rest) + rest;
        Self {
            mass: [mass[0], mass[1]],
            integral: self.integral + ki * e * t,
            filtered: e + (self.filtered - e) * (-t / tf).exp(),
        }
    }
}

#[test]
fn a_controller_at_its_own_rate_acts_as_a_sampled_one() {
    let folder = tempfile::tempdir().unwrap();
    let results = folder.path().join("pid.csv");
    let mut run = macrostep();
    fmu("pid");
    run.arg("run").arg(root().join("scenarios/control/sampled-pid.toml")).arg("-o").arg(&results);
    succeed(&mut run);
    let x = Csv::read(&results).column("mass.x");
    let mut exact = Loop { mass: [0.0; 2], integral: 0.0, filtered: 0.1 };
    for at_sample in x.iter().step_by(5) {
        assert!((at_sample - exact.mass[0]).abs() < 1e-9, "{at_sample} for {}", exact.mass[0]);
        exact = exact.period(5e-3);
    }
    assert!((x[1000] - 0.1).abs() < 5e-3, "{}", x[1000]);
}

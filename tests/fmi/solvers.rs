//! Every solver of the FMUs, run by FMPy, against closed forms.

use crate::fmpy::{Run, largest_error};
use crate::formulas::{Oscillator, duffing_period};

/// ω = 10 rad/s, a damping ratio of 0.05 and a force: six periods in four seconds.
const OSCILLATOR: Oscillator = Oscillator { m: 2.0, c: 200.0, d: 2.0, x0: 0.3, v0: -1.0 };
const FORCE: f64 = 40.0;

fn start_of(o: &Oscillator) -> Vec<(&'static str, f64)> {
    vec![("m", o.m), ("c", o.c), ("d", o.d), ("x0", o.x0), ("v0", o.v0)]
}

fn error_of(
    solver: i32,
    settings: &[(&str, f64)],
    kind: &str,
    tolerance: Option<f64>,
) -> Option<f64> {
    let mut start = start_of(&OSCILLATOR);
    start.extend([("force", FORCE), ("solver", f64::from(solver))]);
    start.extend_from_slice(settings);
    let run =
        Run { model: "oscillator", kind, stop: 4.0, interval: 0.05, tolerance, start: &start };
    let exact = |t| {
        let [x, v] = OSCILLATOR.under_polynomial(&[FORCE], t);
        let a = (FORCE - OSCILLATOR.c * x - OSCILLATOR.d * v) / OSCILLATOR.m;
        [x, v, a]
    };
    Some(largest_error(&run.simulate()?, ["x", "v", "a"], exact))
}

#[test]
fn the_exact_solver_is_exact_with_and_without_force() {
    let Some(error) = error_of(1, &[], "cs", None) else { return };
    assert!(error < 1e-12, "{error:e}");
    let start = start_of(&OSCILLATOR);
    let run = Run {
        model: "oscillator",
        kind: "cs",
        stop: 4.0,
        interval: 0.05,
        tolerance: None,
        start: &start,
    };
    let Some(free) = run.simulate() else { return };
    let error = largest_error(&free, ["x", "v"], |t| OSCILLATOR.under_polynomial(&[], t));
    assert!(error < 1e-12, "{error:e}");
}

/// Halving the micro step divides the error by 2ᵖ.
fn observed_order(solver: i32, micro_step: f64) -> Option<f64> {
    let coarse = error_of(solver, &[("micro_step", micro_step)], "cs", None)?;
    let fine = error_of(solver, &[("micro_step", micro_step / 2.0)], "cs", None)?;
    Some((coarse / fine).log2())
}

#[test]
fn the_fixed_step_solvers_have_their_order() {
    for (solver, micro_step, order) in [(2, 1e-3, 1.0), (3, 1e-2, 4.0)] {
        let Some(observed) = observed_order(solver, micro_step) else { return };
        assert!((observed - order).abs() < 0.2, "solver {solver}: order {observed}");
    }
}

#[test]
fn the_adaptive_solvers_keep_their_tolerance() {
    for solver in [4, 5] {
        for tolerance in [1e-6, 1e-9] {
            let settings =
                [("relative_tolerance", tolerance), ("absolute_tolerance", tolerance * 1e-3)];
            let Some(error) = error_of(solver, &settings, "cs", None) else { return };
            // The tolerance bounds the error of one internal step; some hundred of them add up.
            assert!(error < 300.0 * tolerance, "solver {solver}, {tolerance:e}: {error:e}");
            assert!(error > 1e-3 * tolerance, "solver {solver} ignores its tolerance: {error:e}");
        }
    }
}

#[test]
fn model_exchange_with_cvode_reaches_the_exact_solution() {
    let Some(error) = error_of(1, &[], "me", Some(1e-9)) else { return };
    assert!(error < 1e-6, "{error:e}");
}

#[test]
fn the_base_excited_oscillator_follows_its_closed_form() {
    let (cc, dc, x_in, v_in, force) = (150.0, 1.5, 0.2, 0.4, 10.0);
    let mut start = start_of(&OSCILLATOR);
    start.extend([("cc", cc), ("dc", dc), ("x_in", x_in), ("v_in", v_in), ("force", force)]);
    // The neighbour stands still; its velocity acts through the damper only.
    let whole = Oscillator { c: OSCILLATOR.c + cc, d: OSCILLATOR.d + dc, ..OSCILLATOR };
    let exact = |t| {
        let [x, v] = whole.under_polynomial(&[force + cc * x_in + dc * v_in], t);
        [x, v, cc * (x - x_in) + dc * (v - v_in)]
    };
    for (kind, tolerance, bound) in [("cs", None, 1e-12), ("me", Some(1e-9), 1e-6)] {
        let model = "base-excited-oscillator";
        let run = Run { model, kind, stop: 2.0, interval: 0.02, tolerance, start: &start };
        let Some(csv) = run.simulate() else { return };
        let error = largest_error(&csv, ["x", "v", "f"], exact);
        assert!(error < bound, "{kind}: {error:e}");
    }
}

#[test]
fn the_spring_damper_obeys_its_law_to_the_last_bit() {
    let (c, d) = (1234.5, 6.75);
    let [x1, v1, x2, v2] = [0.3, -1.5, -0.2, 2.25];
    let start = [("c", c), ("d", d), ("x1", x1), ("v1", v1), ("x2", x2), ("v2", v2)];
    for kind in ["cs", "me"] {
        let run = Run {
            model: "spring-damper",
            kind,
            stop: 0.1,
            interval: 0.05,
            tolerance: None,
            start: &start,
        };
        let Some(csv) = run.simulate() else { return };
        let f1 = c * (x2 - x1) + d * (v2 - v1);
        for (column, expected) in [("f1", f1), ("f2", -f1), ("energy", 0.5 * c * (x2 - x1).powi(2))]
        {
            assert_eq!(csv.column(column), [expected; 3], "{kind}: {column}");
        }
    }
}

#[test]
fn the_nonlinear_oscillator_without_cubic_terms_is_the_linear_one_under_a_harmonic_force() {
    let o = Oscillator { m: 2.0, c: 20.0, d: 1.0, x0: 0.3, v0: -1.0 };
    let mut start = start_of(&o);
    start.extend([("c3", 0.0), ("d3", 0.0), ("amplitude", 6.0), ("omega", 2.5)]);
    // The tolerance bounds the error of a step; that of CVode grows faster with their number.
    for (kind, tolerance, bound) in [("cs", Some(1e-9), 3e-8), ("me", Some(1e-9), 1e-6)] {
        let model = "nonlinear-oscillator";
        let run = Run { model, kind, stop: 6.0, interval: 0.1, tolerance, start: &start };
        let Some(csv) = run.simulate() else { return };
        let error = largest_error(&csv, ["x", "v"], |t| o.under_harmonic(6.0, 2.5, t));
        assert!(error < bound, "{kind}: {error:e}");
    }
}

#[test]
fn the_undamped_nonlinear_oscillator_returns_after_its_period() {
    let (m, c, c3, amplitude) = (2.0, 3.0, 5.0, 1.5);
    let period = duffing_period(m, c, c3, amplitude);
    let start = [
        ("m", m),
        ("c", c),
        ("c3", c3),
        ("d", 0.0),
        ("d3", 0.0),
        ("amplitude", 0.0),
        ("x0", amplitude),
        ("v0", 0.0),
    ];
    for (kind, tolerance, bound) in [("cs", Some(1e-9), 3e-8), ("me", Some(1e-9), 1e-6)] {
        let (stop, interval) = (period, period / 8.0);
        let run =
            Run { model: "nonlinear-oscillator", kind, stop, interval, tolerance, start: &start };
        let Some(csv) = run.simulate() else { return };
        let (x, v) = (csv.column("x"), csv.column("v"));
        assert_eq!(x.len(), 9);
        // A quarter of the period later it passes the middle, a half later it is at the other end.
        for (k, expected) in [(2, 0.0), (4, -amplitude), (6, 0.0), (8, amplitude)] {
            assert!((x[k] - expected).abs() < bound * amplitude, "{kind}: x[{k}] = {}", x[k]);
        }
        // From E = c a²/2 + c3 a⁴/4 = m v²/2 in the middle.
        let fastest = ((c * amplitude.powi(2) + 0.5 * c3 * amplitude.powi(4)) / m).sqrt();
        assert!((v[2] + fastest).abs() < bound * fastest, "{kind}: v = {}", v[2]);
    }
}

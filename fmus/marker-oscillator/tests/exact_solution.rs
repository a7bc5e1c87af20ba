//! The oscillator against its exact solution, and against the formula of the two-step scheme.

use fmu_builder::SolverKind;
use fmu_builder::runtime::Instance;
use marker_oscillator::MarkerOscillator;

const M: f64 = 2.0;
const K: f64 = 300.0;
const C: f64 = 5.0;
const X0: f64 = 0.1;
const V0: f64 = -0.4;
const FORCE: f64 = 30.0;

fn started(solver: SolverKind, more: &[(&str, f64)]) -> Instance<MarkerOscillator> {
    let start = [("m", M), ("k", K), ("c", C), ("x0", X0), ("v0", V0), ("force", FORCE)];
    Instance::started(solver, &[&start[..], more].concat()).unwrap()
}

/// x, v and a.
fn exact(t: f64) -> [f64; 3] {
    let (delta, s) = (C / (2.0 * M), FORCE / K);
    let omega = (K / M - delta * delta).sqrt();
    let (a, b) = (X0 - s, (V0 + delta * (X0 - s)) / omega);
    let ((sin, cos), decay) = ((omega * t).sin_cos(), (-delta * t).exp());
    let x = s + decay * (a * cos + b * sin);
    let v = decay * ((b * omega - delta * a) * cos - (a * omega + delta * b) * sin);
    [x, v, (FORCE - K * x - C * v) / M]
}

/// The largest error of x over a second.
fn error(solver: SolverKind, h: f64, more: &[(&str, f64)]) -> f64 {
    let (mut instance, steps) = (started(solver, more), (1.0 / h).round() as usize);
    let mut error = 0.0_f64;
    for k in 0..steps {
        instance.do_step(k as f64 * h, h).unwrap();
        let x = instance.real("x").unwrap();
        error = error.max((x - exact((k + 1) as f64 * h)[0]).abs());
    }
    error
}

#[test]
fn the_two_step_scheme_is_of_order_two_for_every_rho_inf() {
    for rho in [0.0, 0.3, 0.56, 1.0] {
        let errors = [2e-3, 1e-3].map(|h| error(SolverKind::TwoStep, h, &[("rho_inf", rho)]));
        let order = (errors[0] / errors[1]).log2();
        assert!((order - 2.0).abs() < 0.1, "{rho}: {errors:?}");
    }
}

#[test]
fn steps_of_changing_length_keep_the_order() {
    let run = |h: f64| {
        let mut instance = started(SolverKind::TwoStep, &[]);
        let mut t = 0.0;
        for k in 0..(1.0 / h).round() as usize {
            let h = h * [1.0, 1.5, 0.7, 0.8][k % 4];
            instance.do_step(t, h).unwrap();
            t += h;
        }
        (instance.real("x").unwrap() - exact(t)[0]).abs()
    };
    let errors = [2e-3, 1e-3].map(run);
    assert!(((errors[0] / errors[1]).log2() - 2.0).abs() < 0.15, "{errors:?}");
}

#[test]
fn the_two_step_scheme_is_its_formula() {
    let (h, rho) = (0.03, 0.56);
    let d = 4.0 - (1.0 - rho) * (1.0 - rho);
    let b = [2.0 / d, 4.0 * rho / d, 2.0 * rho * rho / d];
    let a2 = b.iter().sum::<f64>() - 1.0;
    let before = [0.07, 0.6, -3.0];
    let more = [
        ("rho_inf", rho),
        ("history", 1.0),
        ("a0", 2.5),
        ("x0_1", before[0]),
        ("v0_1", before[1]),
        ("a0_1", before[2]),
    ];
    let mut instance = started(SolverKind::TwoStep, &more);
    let [mut old, mut now] = [before, [X0, V0, 2.5]];
    for k in 0..200 {
        let force = FORCE * (1.0 + (k as f64).sin());
        let reference = [instance.reference("force").unwrap()];
        instance.set_real(&reference, &[force]).unwrap();
        instance.do_step(k as f64 * h, h).unwrap();
        // (37) with the unknown a: v = p + h b₀ a, x = q + h b₀ v, m a = force − k x − c v.
        let beta = h * b[0];
        let p = (1.0 - a2) * now[1] + a2 * old[1] + h * (b[1] * now[2] + b[2] * old[2]);
        let q = (1.0 - a2) * now[0] + a2 * old[0] + h * (b[1] * now[1] + b[2] * old[1]);
        let a = (force - K * (q + beta * p) - C * p) / (M + beta * C + beta * beta * K);
        let v = p + beta * a;
        (old, now) = (now, [q + beta * v, v, a]);
        let found = instance.reals(["x", "v", "a"]).unwrap();
        for (found, expected) in found.into_iter().zip(now) {
            assert!((found - expected).abs() < 1e-12 * (1.0 + expected.abs()), "{k}");
        }
    }
}

#[test]
fn a_restored_run_repeats_bit_for_bit() {
    let mut instance = started(SolverKind::TwoStep, &[("l_cra", 1e-3), ("omega_cra", 40.0)]);
    instance.do_step(0.0, 0.01).unwrap();
    let saved = instance.snapshot();
    let run = |instance: &mut Instance<MarkerOscillator>| {
        let mut t = 0.01;
        for h in [0.01, 0.013, 0.01, 0.01 * (1.0 + 1e-13)] {
            instance.do_step(t, h).unwrap();
            t += h;
        }
        instance.reals(["x", "v", "a", "x_1", "v_1", "a_1", "work"]).unwrap()
    };
    let first = run(&mut instance);
    instance.do_step(instance.time(), 0.4).unwrap();
    instance.restore(&saved).unwrap();
    assert_eq!(run(&mut instance), first);
    let mut other = started(SolverKind::TwoStep, &[]);
    other.restore(&saved).unwrap();
    assert_eq!(run(&mut other), first);
}

#[test]
fn other_solvers_follow_the_exact_solution_and_give_the_acceleration() {
    let cases = [(SolverKind::Rk4, 1e-10), (SolverKind::Dopri5, 1e-9), (SolverKind::Rodas4, 1e-7)];
    for (solver, accuracy) in cases {
        let mut instance = started(solver, &[("micro_step", 1e-4)]);
        for k in 0..100 {
            let (t, end) = (k as f64 * 0.01, (k + 1) as f64 * 0.01);
            instance.do_step(t, end - t).unwrap();
            let found = instance.reals(["x", "v", "a"]).unwrap();
            let before = instance.reals(["x_1", "v_1", "a_1"]).unwrap();
            for i in 0..3 {
                let scale = accuracy * [1.0, 20.0, 400.0][i];
                assert!((found[i] - exact(end)[i]).abs() < scale, "{} {i}", solver.name());
                assert!(k == 0 || (before[i] - exact(t)[i]).abs() < scale);
            }
        }
    }
}

#[test]
fn energy_dissipation_and_work_are_in_balance() {
    let base = [("l_cra", 2e-3), ("l_1", 0.01), ("omega_cra", 30.0), ("micro_step", 1e-4)];
    let mut instance = started(SolverKind::Dopri5, &base);
    let before = instance.real("energy").unwrap();
    for k in 0..100 {
        instance.do_step(k as f64 * 0.01, 0.01).unwrap();
        let [energy, work, dissipated] = instance.reals(["energy", "work", "dissipated"]).unwrap();
        assert!((energy - before - work + dissipated).abs() < 1e-9);
    }
}

/// A beam's first mode by one mass on a crank near resonance, without particles: Zhang et al. (2022), section 4.3.
#[test]
fn near_resonance_it_swings_as_the_reference() {
    let values = [
        ("m", 0.083742),
        ("k", 806.4),
        ("l_cra", 0.25e-3),
        ("l_1", 0.01),
        ("omega_cra", 31.0 * std::f64::consts::PI),
        ("micro_step", 1e-4),
    ];
    let mut instance =
        Instance::<MarkerOscillator>::started(SolverKind::SemiImplicitEuler, &values).unwrap();
    let expected =
        [(-6.176136, 6.30442), (-4.797291, 11.59895), (14.41367, 17.25656), (14.91858, 22.29839)];
    for (i, (end, largest)) in expected.into_iter().enumerate() {
        let mut found = 0.0_f64;
        for k in 0..5000 {
            instance.do_step((5000 * i + k) as f64 * 1e-4, 1e-4).unwrap();
            found = found.max(instance.real("x").unwrap().abs());
        }
        assert!((1e3 * found / largest - 1.0).abs() < 1e-6, "{found} {largest}");
        assert!((1e3 * instance.real("x").unwrap() / end - 1.0).abs() < 1e-6);
    }
}

#[test]
fn wrong_parameters_are_refused_in_words() {
    let start = |values: &[(&str, f64)]| {
        let failure = Instance::<MarkerOscillator>::started(SolverKind::TwoStep, values);
        failure.err().unwrap().to_string()
    };
    let message = start(&[("rho_inf", 1.5)]);
    assert!(message.contains("rho_inf") && message.contains("at most 1"), "{message}");
    assert!(start(&[("rho_inf", -0.1)]).contains("at least 0"));
    assert!(start(&[("l_cra", 0.02)]).contains("the crank cannot turn"));
}

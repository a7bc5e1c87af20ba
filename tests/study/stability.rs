//! Spectral radii and largest steps of coupled FMUs.

use coupling::spectrum::spectral_radius;
use macrostep::analysis::{Answer, Basis, LargestStep, Limits, Scan, Stability, Verdict};
use macrostep::scenario::build::build;
use macrostep_tests::{c_fmu, fmu, root};
use nalgebra::{DMatrix, dmatrix};

use super::{friedrich, scenario};

fn limit(rule: &str, f: f64) -> f64 {
    let mut stability = Stability::of(&scenario(friedrich(rule, f, 0.1, 10))).unwrap();
    assert!(stability.is_linear(), "{rule}");
    step(&stability.largest_step(&Scan { from: 1e-2, ..Scan::around(0.1) }).unwrap())
}

/// The step of an answer, which has to be a limit.
fn step(answer: &Answer<Limits>) -> f64 {
    match answer.value.largest {
        LargestStep::Limit(h) => h,
        _ => panic!("{answer:?}"),
    }
}

#[test]
fn largest_steps_of_fmus_are_those_of_friedrich() {
    // Table 2.4 and figure 2.13; five digits by an independent implementation.
    for (rule, f, wanted) in [
        ("const-2-3-opt", 100.0, 0.109490),
        ("const-2-3-opt", 0.1, 2.38492),
        ("lin-2-3-opt", 100.0, 0.13335),
        ("hermite", 10f64.powf(1.25), 0.20048),
        ("quad-2-4", 100.0, 0.08539),
    ] {
        let found = limit(rule, f);
        assert!((found / wanted - 1.0).abs() < 1e-4, "{rule}, F = {f}: {found}, not {wanted}");
    }
}

#[test]
fn runs_are_bounded_below_the_largest_step_and_grow_above_it() {
    let (rule, f) = ("lin-2-3-opt", 100.0);
    let h = limit(rule, f);
    let grows = |h: f64| {
        let mut simulation = build(&scenario(friedrich(rule, f, h, 4000))).unwrap();
        simulation.initialize().unwrap();
        while simulation.advance().unwrap() {
            if simulation.point().y[0].abs() > 1e3 {
                return true;
            }
        }
        false
    };
    assert!(!grows(0.99 * h) && grows(1.01 * h), "{h}");
}

/// A PI controller with held action and limits, and a tank that it fills.
fn controlled_tank(limit: f64, step: f64) -> String {
    format!(
        "[simulation]\nstop = 20.0\nstep = {step}\n[inputs]\nextrapolation = 'hold'\n\
         [slaves.pi]\nfmu = {:?}\n\
         start = {{ kp = 4.0, ki = 1.0, u_min = -{limit:e}, u_max = {limit:e}, setpoint = 1.0 }}\n\
         [slaves.tank]\nfmu = {:?}\n\
         [[connections]]\nfrom = 'tank.y'\nto = 'pi.measurement'\n\
         [[connections]]\nfrom = 'pi.u'\nto = 'tank.u'\n",
        fmu("pid"),
        c_fmu("integrator")
    )
}

#[test]
fn a_controller_with_limits_is_stable_up_to_the_step_of_the_linear_one() {
    // x + h u, I + h ki e with u = kp e + I: an eigenvalue reaches −1 where 4 − 2 kp h + ki h² = 0. Just below,
    // the swing dies down so slowly that it is still there after 20 s.
    let exact = 4.0 - 12f64.sqrt();
    for limit in [0.5, 1e30] {
        for step in [0.02, 0.3, 1.0] {
            let mut stability = Stability::of(&scenario(controlled_tank(limit, step))).unwrap();
            let h = self::step(&stability.largest_step(&Scan::around(step)).unwrap());
            assert!((0.9 * exact..1.02 * exact).contains(&h), "{limit}, {step}: {h}, not {exact}");
        }
    }
}

#[test]
fn stable_growing_and_limit_cycle_are_told_apart() {
    for (limit, step, wanted) in [
        (0.5, 0.04, Verdict::Stable),
        (0.5, 0.4, Verdict::Stable),
        (0.5, 0.8, Verdict::LimitCycle),
        (1e30, 0.4, Verdict::Stable),
        (1e30, 0.8, Verdict::Growing),
    ] {
        let mut stability = Stability::of(&scenario(controlled_tank(limit, step))).unwrap();
        let found = stability.assess(step, 1e-6).unwrap();
        assert_eq!(found.value.verdict, wanted, "limits ±{limit}, step {step}");
        assert!(found.evidence.contains("runs over 20 s beside one at H = "), "{found:?}");
    }
}

/// A double pendulum with a stiff joint, which swings and whose disturbances grow by themselves.
fn double_pendulum(rule: &str) -> String {
    let joint = |axis: &str| {
        format!(
            "[[couplings]]\nlaw = 'spring-damper'\nbetween = ['first', 'second']\n\
             position = ['{axis}', '{axis}1']\nvelocity = ['v{axis}', 'v{axis}1']\n\
             force = ['f{axis}', 'f{axis}1']\nstiffness = 1e5\ndamping = 1e2\n"
        )
    };
    format!(
        "[simulation]\nstop = 2.0\nstep = 1e-3\n[inputs]\nextrapolation = '{rule}'\n\
         [slaves.first]\nfmu = {:?}\nstart = {{ c = 500.0, d = 5.0, phi_free = 0.98, phi0 = 0.785 }}\n\
         [slaves.second]\nfmu = {:?}\nstart = {{ phi0 = -0.785, x0 = 1.0608, y0 = 0.3535 }}\n{}{}",
        fmu("planar-link"),
        fmu("free-planar-link"),
        joint("x"),
        joint("y")
    )
}

#[test]
fn runs_of_a_pendulum_are_bounded_below_its_largest_step_and_not_above() {
    for rule in ["hold", "lin-2-3-opt", "const-3-5"] {
        let checked = scenario(double_pendulum(rule));
        let mut stability = Stability::of(&checked).unwrap();
        assert!(!stability.is_linear(), "{rule}");
        let found = stability.largest_step(&Scan::around(1e-3)).unwrap();
        let h = step(&found);
        assert_eq!(found.basis, Basis::Observed, "{found:?}");
        assert!(found.evidence.contains("it keeps moving"), "{found:?}");
        assert!((4e-4..2.5e-3).contains(&h), "{rule}: {h}");
        let largest = |h: f64| {
            let mut scenario = checked.clone();
            scenario.time.step = h;
            let mut simulation = build(&scenario).unwrap();
            simulation.initialize().unwrap();
            let mut largest: f64 = 0.0;
            while largest < 1e6 && simulation.t() < 2.0 && simulation.advance().unwrap_or(false) {
                largest = largest.max(simulation.point().u.amax());
            }
            largest
        };
        assert!(largest(0.9 * h) < 3.0 * largest(1e-4), "{rule}, {h}");
        assert!(largest(1.2 * h) > 3.0 * largest(1e-4), "{rule}, {h}");
    }
}

/// A pendulum that a PID controller with a limited torque holds at an angle.
fn controlled_pendulum(step: f64) -> String {
    format!(
        "[simulation]\nstop = 20.0\nstep = {step}\n[inputs]\nextrapolation = 'hold'\n\
         [slaves.link]\nfmu = {:?}\nstart = {{ d = 0.2, phi0 = -1.57 }}\n\
         [slaves.pid]\nfmu = {:?}\n\
         start = {{ kp = 20.0, ki = 5.0, kd = 4.0, tf = 0.05, u_min = -20.0, u_max = 20.0, setpoint = -1.0 }}\n\
         [[connections]]\nfrom = 'link.phi'\nto = 'pid.measurement'\n\
         [[connections]]\nfrom = 'pid.u'\nto = 'link.torque'\n",
        fmu("planar-link"),
        fmu("pid")
    )
}

#[test]
fn a_controlled_pendulum_is_linearised_about_its_set_point_and_runs_agree() {
    for (h, wanted) in [(0.02, Verdict::Stable), (0.08, Verdict::LimitCycle)] {
        let mut stability = Stability::of(&scenario(controlled_pendulum(h))).unwrap();
        let found = stability.assess(h, 1e-6).unwrap();
        assert_eq!((found.value.verdict, found.basis), (wanted, Basis::Linearised), "{found:?}");
        assert!(
            found.evidence.contains("t = 20 s") && found.evidence.ends_with("agree"),
            "{found:?}"
        );
        let radius = found.value.radius.unwrap();
        let wanted = held_pid(h);
        // The difference quotients are those of a solver with a tolerance of 1e-6.
        assert!((radius.value - wanted).abs() < 1e-5, "{h}: {radius:?}, not {wanted}");
        let limit = step(&stability.largest_step(&Scan::around(h)).unwrap());
        let border = border_of(held_pid, 0.02, 0.08);
        assert!((0.97 * border..1.001 * border).contains(&limit), "{h}: {limit}, not {border}");
    }
}

/// The spectral radius of the pendulum about its set point with PID and held inputs, in closed form.
fn held_pid(h: f64) -> f64 {
    // φ'' = (u − d φ' + m g s sin(φ₀) φ)/(J + m s²) at φ₀ = −1, with J + m s² = 1/3; u is held.
    let a = dmatrix![0.0, 1.0, 0.0; 3.0 * 4.905 * (-1f64).sin(), -0.6, 3.0; 0.0, 0.0, 0.0];
    let link = (a * h).exp();
    // z' = (e − z)/tf, I' = ki e with e = −φ held; u = kp e + I + kd (e − z)/tf.
    let (kp, ki, kd, tf) = (20.0, 5.0, 4.0, 0.05);
    let q = (-h / tf).exp();
    let u = dmatrix![-kp - kd / tf, 0.0, -kd / tf, 1.0];
    let mut map = dmatrix![
        link[(0, 0)], link[(0, 1)], 0.0, 0.0;
        link[(1, 0)], link[(1, 1)], 0.0, 0.0;
        q - 1.0, 0.0, q, 0.0;
        -ki * h, 0.0, 0.0, 1.0
    ];
    for i in 0..2 {
        let row = map.row(i) + link[(i, 2)] * &u;
        map.set_row(i, &row);
    }
    spectral_radius(&map).unwrap()
}

/// Where a radius passes 1.
fn border_of(radius: impl Fn(f64) -> f64, mut stable: f64, mut unstable: f64) -> f64 {
    while unstable - stable > 1e-9 {
        let middle = 0.5 * (stable + unstable);
        if radius(middle) <= 1.0 { stable = middle } else { unstable = middle }
    }
    stable
}

#[test]
fn rigid_bodies_whose_zero_state_is_no_state_have_an_answer() {
    let text =
        std::fs::read_to_string(root().join("scenarios/spatial/double-pendulum.toml")).unwrap();
    let fmus = fmu("rigid-body");
    let fmus = fmus.parent().unwrap().to_str().unwrap();
    let mut stability = Stability::of(&scenario(text.replace("../../target/fmus", fmus))).unwrap();
    let found = stability.assess(1e-3, 1e-6).unwrap();
    assert_eq!((found.value.verdict, found.basis), (Verdict::Stable, Basis::Observed), "{found:?}");
}

/// Two oscillators with a semi-implicit scheme and linear inputs.
fn semi_implicit(jacobian: &str, m: f64, c: f64, d: f64) -> String {
    let slave = |name: &str, m: f64| {
        let fmu = fmu("oscillator");
        format!("[slaves.{name}]\nfmu = {fmu:?}\nstart = {{ m = {m}, c = {c}, d = {d} }}\n")
    };
    format!(
        "[simulation]\nstop = 1.0\nstep = 5e-3\n[scheme]\nkind = 'semi-implicit'\n\
         jacobian = '{jacobian}'\n[inputs]\nextrapolation = 'polynomial'\ndegree = 1\n{}{}\
         [[couplings]]\nlaw = 'spring-damper'\nbetween = ['left', 'right']\n\
         stiffness = {c}\ndamping = {d}\n",
        slave("left", 1.0),
        slave("right", m)
    )
}

/// ρ = lim ‖Mᵏ‖^(1/k), by squares of M that are brought back to the size 1.
fn radius_by_powers(matrix: &DMatrix<f64>) -> f64 {
    let (mut power, mut logarithm, mut exponent) = (matrix.clone(), 0.0, 1.0);
    for _ in 0..40 {
        let size = power.norm();
        if size == 0.0 {
            return 0.0;
        }
        power /= size;
        logarithm += size.ln() / exponent;
        power = &power * &power;
        exponent *= 2.0;
    }
    f64::exp(logarithm)
}

#[test]
fn eigenvalues_of_random_pairs_of_oscillators_are_found() {
    let mut stability =
        Stability::of(&scenario(semi_implicit("every-step", 2.0, 3162.277660168, 1.778279410039)));
    let found = stability.as_mut().unwrap().spectral_radius(5e-3).unwrap().unwrap();
    assert!((found - 0.9971866).abs() < 5e-8, "{found}");
    let mut seed = 1u64;
    let mut random = |from: f64, to: f64| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        10f64.powf(from + (to - from) * (seed >> 11) as f64 / (1u64 << 53) as f64)
    };
    for k in 0..150 {
        let jacobian = ["every-step", "reused"][k % 2];
        let (m, c, d) = (random(-1.0, 1.0), random(1.0, 5.0), random(-1.0, 2.0));
        let mut stability = Stability::of(&scenario(semi_implicit(jacobian, m, c, d))).unwrap();
        assert!(stability.is_linear(), "{jacobian}, {m}, {c}, {d}");
        for _ in 0..6 {
            let h = random(-4.0, -1.0);
            let found = stability.spectral_radius(h).unwrap().unwrap();
            let wanted = radius_by_powers(&stability.matrix(h).unwrap().unwrap());
            let by = (found / wanted - 1.0).abs();
            assert!(by < 1e-7, "{jacobian}, {m}, {c}, {d}, {h}: {found}, not {wanted}");
        }
    }
}

/// An oscillator and one that it excites, with cubic inputs: unstable in a window of 4 % of the step.
fn with_window() -> String {
    format!(
        "[simulation]\nstop = 1.0\nstep = 1e-3\n[scheme]\nkind = 'semi-implicit'\nsweep = 'jacobi'\n\
         [inputs]\nextrapolation = 'polynomial'\ndegree = 3\n\
         [slaves.left]\nfmu = {:?}\nstart = {{ m = 0.0147378, c = 1613.28, d = 2.7627 }}\n\
         [slaves.right]\nfmu = {:?}\nstart = {{ m = 0.0384977, c = 11.1654, d = 0.0, cc = 282.219, dc = 0.0 }}\n\
         [[connections]]\nfrom = 'left.x'\nto = 'right.x_in'\n\
         [[connections]]\nfrom = 'left.v'\nto = 'right.v_in'\n\
         [[connections]]\nfrom = 'right.f'\nto = 'left.force'\n",
        fmu("oscillator"),
        fmu("base-excited-oscillator")
    )
}

#[test]
fn an_unstable_window_is_the_limit_and_is_reported() {
    let mut stability = Stability::of(&scenario(with_window())).unwrap();
    let scan = Scan { from: 1e-3, to: 5.5e-2, ..Scan::around(1e-3) };
    let found = stability.largest_step(&scan).unwrap();
    let [(begin, Some(end))] = found.value.unstable[..] else { panic!("{found:?}") };
    assert_eq!((step(&found), found.basis), (begin, Basis::Exact));
    let mut radius = |h: f64| stability.spectral_radius(h).unwrap().unwrap();
    assert!(
        radius(0.0367) > 1.02 && (0.0359..0.0361).contains(&begin) && end < 0.0375,
        "{found:?}"
    );
    // Inside and outside, wherever one looks.
    for k in 1..100 {
        let part = f64::from(k) / 100.0;
        assert!(radius(begin + (end - begin) * part) > 1.0, "{part}");
        assert!(radius(1e-3 + (begin - 1e-3) * part) <= 1.0 + 1e-6, "{part}");
        assert!(radius(1.0001 * end + (5.5e-2 - 1.0001 * end) * part) <= 1.0 + 1e-6, "{part}");
    }
}

#[test]
fn noise_of_the_interface_jacobian_leaves_a_linear_system_exact() {
    let mut stability =
        Stability::of(&scenario(semi_implicit("every-step", 2.0, 3162.277660168, 1e4))).unwrap();
    let found = stability.assess(5e-3, 1e-6).unwrap();
    assert_eq!(found.basis, Basis::Exact);
    assert!(found.evidence.contains("up to the noise of the interface Jacobian"), "{found:?}");
    let radius = found.value.radius.unwrap();
    let mut reused =
        Stability::of(&scenario(semi_implicit("reused", 2.0, 3162.277660168, 1e4))).unwrap();
    let wanted = reused.spectral_radius(5e-3).unwrap().unwrap();
    assert!(
        (radius.value - wanted).abs() <= 1e-9 + 10.0 * radius.uncertainty,
        "{radius:?}, not {wanted}"
    );
}

#[test]
fn a_weak_nonlinearity_is_not_taken_for_noise() {
    for c3 in [0.0, 1e-6, 1e-4, 1e-2] {
        let slave = |name: &str| {
            format!(
                "[slaves.{name}]\nfmu = {:?}\nstart = {{ x0 = 1, c3 = {c3:e}, d3 = 0, amplitude = 0, \
                 relative_tolerance = 1e-10, absolute_tolerance = 1e-14 }}\n",
                fmu("nonlinear-oscillator")
            )
        };
        let text = format!(
            "[simulation]\nstop = 5\nstep = 0.05\n{}{}[[couplings]]\nlaw = 'spring-damper'\n\
             between = ['a', 'b']\nstiffness = 10\n",
            slave("a"),
            slave("b")
        );
        let stability = Stability::of(&scenario(text)).unwrap();
        assert_eq!(stability.is_linear(), c3 == 0.0, "{c3:e}");
    }
}

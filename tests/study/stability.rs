//! Spectral radii and largest steps of coupled FMUs.

use macrostep::analysis::{LargestStep, Scan, Stability, Verdict};
use macrostep::scenario::build::build;
use macrostep_tests::{c_fmu, fmu};

use super::{friedrich, scenario};

fn limit(rule: &str, f: f64) -> f64 {
    let mut stability = Stability::of(&scenario(friedrich(rule, f, 0.1, 10))).unwrap();
    assert!(stability.is_linear(), "{rule}");
    match stability.largest_step(&Scan { density: 5e-3, ..Scan::around(0.1) }).unwrap() {
        LargestStep::Limit(h) => h,
        other => panic!("{rule}, F = {f}: {other:?}"),
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
            let found = stability.largest_step(&Scan::around(step)).unwrap();
            let LargestStep::Limit(h) = found else { panic!("{limit}, {step}: {found:?}") };
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
        let found = stability.verdict(step, 1e-6).unwrap();
        assert_eq!(found, wanted, "limits ±{limit}, step {step}");
        assert!(stability.evidence().contains("runs over 20 s beside one at H = "));
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
        let LargestStep::Limit(h) = found else { panic!("{rule}: {found:?}") };
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

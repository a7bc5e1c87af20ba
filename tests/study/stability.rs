//! Spectral radii and largest steps of coupled FMUs.

use macrostep::analysis::{LargestStep, Scan, Stability};
use macrostep::scenario::build::build;

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

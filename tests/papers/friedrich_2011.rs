//! Friedrich (2011), section 2.3: mean-value rules on exported FMUs.
//!
//! Two equal undamped oscillators coupled by a spring, force/force, started in the difference mode.
//! With F = c_coupling / c the largest stable ω̂ = ω H of each rule is that of the thesis, tables 2.4 to
//! 2.7, or, where it prints none, that of an independent computation of the same difference mode. The
//! run is judged by whether it grows: bounded at 0.99 of the limit, growing at 1.01.

use std::path::Path;

use macrostep::scenario::build::build;
use macrostep::scenario::check::{Options, check};
use macrostep::scenario::error::Source;
use macrostep::scenario::read::parse;
use macrostep_tests::fmu;

/// Whether the difference mode grows in a run of 4000 steps with ω̂ = ω H.
fn grows(rule: &str, f: f64, omega_h: f64) -> bool {
    let (c, m) = (1.0, 1.0);
    let step = omega_h;
    let slave = |name: &str, x0: f64| {
        format!(
            "[slaves.{name}]\nfmu = '{}'\nstart = {{ m = {m}, c = {c}, d = 0, x0 = {x0} }}\n\
             derivatives = {{ x = 'v' }}\n",
            fmu("oscillator").display()
        )
    };
    let text = format!(
        "[simulation]\nstop = {}\nstep = {step}\n\
         [inputs]\nextrapolation = '{rule}'\n\
         {}{}[[couplings]]\nlaw = 'spring-damper'\nbetween = ['left', 'right']\nstiffness = {}\n",
        4000.0 * step,
        slave("left", 1.0),
        slave("right", -1.0),
        f * c
    );
    let (source, file) = parse(Source { file: rule.into(), text }, &[]).unwrap();
    let scenario = check(source, &file, Path::new(""), Options::default()).unwrap();
    let mut simulation = build(&scenario).unwrap();
    simulation.initialize().unwrap();
    while simulation.advance().unwrap() {
        if simulation.point().y[0].abs() > 1e3 {
            return true;
        }
    }
    false
}

#[test]
fn rules_are_stable_up_to_the_limits_of_the_thesis() {
    // F = 100 and 17.78: columns of table 2.4 (const-2-3-opt) and of figure 2.13.
    for (rule, limits) in [
        ("const-2-3-opt", [0.25904, 0.10949]),
        ("lin-2-3-opt", [0.31216, 0.13335]),
        ("const-2-4", [0.25904, 0.10949]),
        ("const-3-6", [0.15028, 0.06357]),
        ("lin-3-3-b0", [0.16243, 0.06900]),
        ("quad-2-4", [0.20220, 0.08539]),
        ("const-3-5", [0.30219, 0.12783]),
    ] {
        for (f, limit) in [10f64.powf(1.25), 100.0].into_iter().zip(limits) {
            assert!(!grows(rule, f, 0.99 * limit), "{rule}, F = {f}: unstable below {limit}");
            assert!(grows(rule, f, 1.01 * limit), "{rule}, F = {f}: stable above {limit}");
        }
    }
}

#[test]
fn hermite_is_stable_up_to_its_limit() {
    for (f, limit) in [(10f64.powf(1.25), 0.20048), (100.0, 0.08466)] {
        assert!(!grows("hermite", f, 0.99 * limit) && grows("hermite", f, 1.01 * limit), "{f}");
    }
}

#[test]
fn classic_constant_rules_grow_at_every_step() {
    for rule in ["const-1-1-b0", "const-1-2"] {
        assert!(grows(rule, 100.0, 0.2), "{rule}");
    }
}

//! Models with events, run by FMPy, against closed forms.

use std::path::Path;

use crate::fmpy::{Run, largest_error};
use macrostep_tests::run_scenario;

#[test]
fn the_sampled_controller_answers_a_constant_error_by_its_closed_form() {
    let (kp, ki, kd, period, e): (f64, f64, f64, f64, f64) = (3.0, 8.0, 0.2, 0.02, 0.7);
    let start = [("kp", kp), ("ki", ki), ("kd", kd), ("period", period), ("setpoint", e)];
    // Steps as long as the period, shorter ones, and longer ones that are no multiple of it.
    for interval in [0.02, 0.005, 0.0625] {
        let (model, kind, stop, tolerance) = ("sampled-pid", "cs", 1.0, None);
        let run = Run { model, kind, stop, interval, tolerance, start: &start };
        let Some(csv) = run.simulate() else { return };
        let error = largest_error(&csv, ["u", "integral", "samples"], |t| {
            let k = (t / period + 1e-6).floor();
            let integral = (k + 1.0) * ki * period * e;
            let kick = if k == 0.0 { kd * e / period } else { 0.0 };
            [kp * e + integral + kick, integral, k + 1.0]
        });
        assert!(error < 1e-13, "{interval}: {error:e}");
    }
}

/// Temperature, heat and switchings after `t` with τ = 1000 s, a heater for 20 K and a band of 1 K.
fn room(t: f64) -> [f64; 3] {
    let (mut begin, mut temperature, mut heat, mut switchings) = (0.0, 288.15_f64, 0.0, 1.0);
    loop {
        let on = f64::from(switchings % 2.0 == 1.0);
        let (end, target, power) = (278.15 + 20.0 * on, 292.65 + on, 2000.0 * on);
        let lasts = 1000.0 * ((end - temperature) / (end - target)).ln();
        if t < begin + lasts {
            let tau = t - begin;
            let now = end + (temperature - end) * (-tau / 1000.0).exp();
            return [now, heat + power * tau, switchings];
        }
        (begin, temperature) = (begin + lasts, target);
        (heat, switchings) = (heat + power * lasts, switchings + 1.0);
    }
}

#[test]
fn the_thermostat_follows_its_closed_form_through_its_switchings() {
    let start = [("micro_step", 5.0)];
    for interval in [60.0, 900.0] {
        let (model, kind, stop, tolerance) = ("thermostat", "cs", 3600.0, None);
        let run = Run { model, kind, stop, interval, tolerance, start: &start };
        let Some(csv) = run.simulate() else { return };
        let error = largest_error(&csv, ["T", "heat", "switchings"], room);
        // Switching instants are located to 1e-10 of 5 s.
        assert!(error < 1e-11, "{interval}: {error:e}");
        assert!(csv.column("switchings").last().is_some_and(|count| *count > 10.0));
    }
}

/// The body under the controller, which takes a quarter of its distance from 300 K at each sample.
#[test]
fn a_body_under_a_sampled_controller_is_exact_with_every_scheme() {
    // The limit of the iterations is 1e-9 of 300 K.
    for (kind, bound) in [
        ("explicit", 1e-12),
        ("semi-implicit", 1e-12),
        ("newton", 1e-12),
        ("fixed-point", 1e-6),
        ("quasi-newton", 1e-6),
    ] {
        let scenario = Path::new("control/sampled-controller.toml");
        let (csv, _) = run_scenario(scenario, &[&format!("scheme.kind={kind}")]);
        let (sampled, _) =
            run_scenario(scenario, &[&format!("scheme.kind={kind}"), "connections.1.sample=0.5"]);
        assert_eq!(csv.column("body.T"), sampled.column("body.T"), "{kind}");
        let times = csv.column("time");
        assert_eq!(times.len(), 101);
        for (t, found) in times.iter().zip(csv.column("body.T")) {
            let k = (t / 0.5 + 1e-6).floor();
            let distance = 10.0 * 0.75_f64.powf(k);
            let exact = 300.0 - distance + 0.5 * distance * (t - 0.5 * k);
            assert!((found - exact).abs() < bound, "{kind}, t = {t}: {found} {exact}");
        }
    }
}

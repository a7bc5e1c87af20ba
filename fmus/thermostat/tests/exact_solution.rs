//! The room against the solution given in its README.

use fmu_builder::runtime::Instance;
use fmu_builder::{SolverKind, check, is_linear};
use thermostat::Thermostat;

const TAU: f64 = 1000.0;
const LOW: f64 = 292.65;
const HIGH: f64 = 293.65;
const OUTSIDE: f64 = 278.15;

/// Temperature, whether the heater is on, and its heat after `t` with the default parameters.
fn exact(t: f64) -> (f64, bool, f64) {
    let (mut begin, mut temperature, mut on, mut heat) = (0.0, 288.15, true, 0.0);
    loop {
        let end = OUTSIDE + if on { 20.0 } else { 0.0 };
        let target = if on { HIGH } else { LOW };
        let lasts = TAU * ((end - temperature) / (end - target)).ln();
        let power = if on { 2000.0 } else { 0.0 };
        if t < begin + lasts {
            let tau = t - begin;
            return (end + (temperature - end) * (-tau / TAU).exp(), on, heat + power * tau);
        }
        (begin, temperature, on, heat) = (begin + lasts, target, !on, heat + power * lasts);
    }
}

fn started(solver: SolverKind, micro_step: f64) -> Instance<Thermostat> {
    Instance::started(solver, &[("micro_step", micro_step)]).unwrap()
}

fn get(instance: &mut Instance<Thermostat>) -> (f64, bool, f64) {
    let [t, heat, on] = ["T", "heat", "on"].map(|name| instance.reference(name).unwrap());
    let (mut values, mut is_on) = ([0.0; 2], [false]);
    instance.get_real(&[t, heat], &mut values).unwrap();
    instance.get_boolean(&[on], &mut is_on).unwrap();
    (values[0], is_on[0], values[1])
}

#[test]
fn the_room_follows_the_exact_solution_through_its_switchings() {
    assert!(is_linear::<Thermostat>());
    assert_eq!(check::<Thermostat>(), Vec::<String>::new());
    for solver in [SolverKind::Exact, SolverKind::Dopri5, SolverKind::Rodas4] {
        for h in [7.0, 60.0, 900.0] {
            let mut instance = started(solver, 5.0);
            let mut switchings = 0;
            for k in 0..(3600.0 / h) as usize {
                instance.do_step(k as f64 * h, h).unwrap();
                let (found, expected) = (get(&mut instance), exact((k + 1) as f64 * h));
                // Located to 1e-10 of 5 s where T moves by 0.01 K/s, and the heat by 2000 W; the
                // tolerance of the adaptive solvers is 1e-9 of 300 K.
                let bound = if solver == SolverKind::Exact { 1e-9 } else { 1e-5 };
                assert!((found.0 - expected.0).abs() < bound, "{} {h} {k}", solver.name());
                let heat = (found.2 - expected.2).abs();
                assert!(heat < 1e6 * bound, "{} {h} {k}: {heat:e}", solver.name());
                switchings += usize::from(found.1 != expected.1);
            }
            assert_eq!(switchings, 0);
        }
    }
}

#[test]
fn the_setpoint_is_tuned_while_the_room_is_cooling() {
    let mut instance = started(SolverKind::Exact, 1.0);
    instance.do_step(0.0, 600.0).unwrap();
    let setpoint = [instance.reference("setpoint").unwrap()];
    instance.set_real(&setpoint, &[280.0]).unwrap();
    instance.do_step(600.0, 600.0).unwrap();
    let (from, on, _) = exact(600.0);
    let cooled = OUTSIDE + (from - OUTSIDE) * (-0.6_f64).exp();
    assert!(on, "the heater is on at that time, and is switched off at once");
    assert!((get(&mut instance).0 - cooled).abs() < 1e-9 && !get(&mut instance).1);
}

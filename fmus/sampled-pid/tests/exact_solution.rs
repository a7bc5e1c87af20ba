//! The controller against the solutions given in its README.

use fmu_builder::SolverKind;
use fmu_builder::runtime::{Instance, Interface};
use sampled_pid::SampledPid;

const KP: f64 = 3.0;
const KI: f64 = 8.0;
const KD: f64 = 0.2;
const T: f64 = 0.02;

fn started(further: &[(&str, f64)]) -> Instance<SampledPid> {
    let start = [("kp", KP), ("ki", KI), ("kd", KD), ("period", T)];
    Instance::started(SolverKind::Exact, &[&start, further].concat()).unwrap()
}

fn samples(instance: &mut Instance<SampledPid>) -> i32 {
    let (reference, mut value) = (instance.reference("samples").unwrap(), [0]);
    instance.get_integer(&[reference], &mut value).unwrap();
    value[0]
}

#[test]
fn a_constant_error_is_answered_by_the_exact_solution() {
    let e = 0.7;
    for h in [0.02, 0.01, 0.013, 0.3] {
        let mut instance = started(&[("setpoint", 1.0), ("measurement", 1.0 - e)]);
        let kick = KP * e + KI * T * e + KD * e / T;
        assert!((instance.real("u").unwrap() - kick).abs() < 1e-12);
        for n in 0..60 {
            instance.do_step(n as f64 * h, h).unwrap();
            let k = ((n + 1) as f64 * h / T + 1e-6).floor();
            let kick = if k == 0.0 { KD * e / T } else { 0.0 };
            let exact = KP * e + (k + 1.0) * KI * T * e + kick;
            let u = instance.real("u").unwrap();
            assert!((u - exact).abs() < 1e-11, "{h} {n}: {u} {exact}");
            assert_eq!(samples(&mut instance), k as i32 + 1);
        }
    }
}

#[test]
fn a_ramp_is_sampled_at_its_instants_within_long_steps() {
    let h = 0.07;
    let mut instance = started(&[]);
    let setpoint = [instance.reference("setpoint").unwrap()];
    for n in 0..40 {
        let t = n as f64 * h;
        instance.set_real(&setpoint, &[t]).unwrap();
        instance.set_input_derivatives(&setpoint, &[1], &[1.0]).unwrap();
        instance.do_step(t, h).unwrap();
        let k = ((n + 1) as f64 * h / T + 1e-6).floor();
        let exact = KP * k * T + KI * T * T * k * (k + 1.0) / 2.0 + KD;
        let u = instance.real("u").unwrap();
        // The slope is a difference of numbers that are 1/T of it: rounding shows.
        assert!((u - exact).abs() < 1e-11, "{n}: {u} {exact}");
    }
}

#[test]
fn gains_are_tuned_between_steps_and_the_integral_part_stands_still_at_a_limit() {
    let mut instance = started(&[("setpoint", 1.0), ("kd", 0.0), ("u_max", 3.5)]);
    instance.do_step(0.0, 0.05).unwrap();
    // Samples at 0 and 0.02: I = 0.32; at 0.04 it would be 0.48 and u = 3.48.
    assert!((instance.real("u").unwrap() - 3.48).abs() < 1e-12);
    instance.do_step(0.05, 0.05).unwrap();
    assert_eq!(instance.real("u").unwrap(), 3.5);
    assert!((instance.real("integral").unwrap() - 0.48).abs() < 1e-12);
    let kp = [instance.reference("kp").unwrap()];
    instance.set_real(&kp, &[1.0]).unwrap();
    assert_eq!(instance.real("u").unwrap(), 3.5, "it holds until the next sample");
    instance.do_step(0.1, 0.02).unwrap();
    assert!((instance.real("u").unwrap() - 1.0 - 0.48 - 0.16).abs() < 1e-12);
    let period = [instance.reference("period").unwrap()];
    assert!(instance.set_real(&period, &[0.1]).is_err());
}

#[test]
fn solvers_make_no_difference() {
    for solver in SolverKind::ALL {
        let mut instance = Instance::<SampledPid>::new(Interface::CoSimulation);
        instance.set_solver(solver).unwrap();
        let setpoint = instance.reference("setpoint").unwrap();
        instance.set_real(&[setpoint], &[2.0]).unwrap();
        instance.enter_initialization().unwrap();
        instance.exit_initialization().unwrap();
        instance.do_step(0.0, 1.0).unwrap();
        assert_eq!((instance.real("u").unwrap(), samples(&mut instance)), (2.0, 101));
    }
}

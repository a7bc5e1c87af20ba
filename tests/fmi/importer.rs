//! The exported oscillator through our own importer, call by call.

use crate::formulas::Oscillator;
use coupling::slave::Slave;
use macrostep::fmi::{Fmu, FmuError, FmuSlave, LogMessage, StandardError, Status, Stepping, Value};
use macrostep::fmu::ValueReference;
use macrostep_tests::fmu;
use std::sync::{Arc, Mutex};

const SOFT: Oscillator = Oscillator { m: 2.0, c: 200.0, d: 2.0, x0: 0.3, v0: -1.0 };
const STIFF: Oscillator = Oscillator { m: 0.5, c: 800.0, d: 1.0, x0: -0.1, v0: 4.0 };

fn oscillator() -> Fmu {
    Fmu::open(fmu("oscillator")).unwrap()
}

/// A running instance with the parameters of a closed form.
fn instance(fmu: &Fmu, o: &Oscillator) -> Stepping {
    let sink = Box::new(StandardError::default());
    let mut made = fmu.instantiate("body", true, sink).unwrap();
    for (name, value) in parameters(o) {
        made.set_start(name, &Value::Real(value)).unwrap();
    }
    made.initialize(0.0, None, None).unwrap().start().unwrap()
}

fn parameters(o: &Oscillator) -> [(&'static str, f64); 5] {
    [("m", o.m), ("c", o.c), ("d", o.d), ("x0", o.x0), ("v0", o.v0)]
}

fn references<const N: usize>(fmu: &Fmu, names: [&str; N]) -> [ValueReference; N] {
    names.map(|name| fmu.description().variable(name).expect(name).reference)
}

fn read<const N: usize>(slave: &mut Stepping, references: [ValueReference; N]) -> [f64; N] {
    let mut values = [0.0; N];
    slave.component().get_real(&references, &mut values).unwrap();
    values
}

/// Steps with a force that changes from step to step; the outputs x, v, a after each.
fn run(fmu: &Fmu, slave: &mut Stepping, steps: std::ops::Range<usize>) -> Vec<[f64; 3]> {
    let outputs = references(fmu, ["x", "v", "a"]);
    let [force] = references(fmu, ["force"]);
    let mut trajectory = Vec::new();
    for k in steps {
        let (t, f) = (0.01 * k as f64, 10.0 * (k as f64).sin());
        slave.component().set_real(&[force], &[f]).unwrap();
        slave.component().set_real_input_derivatives(&[force], &[1], &[20.0 * f]).unwrap();
        slave.do_step(t, 0.01 * (k + 1) as f64 - t, false).unwrap();
        trajectory.push(read(slave, outputs));
    }
    trajectory
}

#[test]
fn two_instances_with_different_parameters_do_not_disturb_each_other() {
    let fmu = oscillator();
    let alone = [SOFT, STIFF].map(|o| run(&fmu, &mut instance(&fmu, &o), 0..50));
    assert_ne!(alone[0], alone[1]);
    let mut pair = [instance(&fmu, &SOFT), instance(&fmu, &STIFF)];
    for k in 0..50 {
        for (slave, alone) in pair.iter_mut().zip(&alone) {
            assert_eq!(run(&fmu, slave, k..k + 1), alone[k..=k], "step {k}");
        }
    }
}

#[test]
fn saved_and_serialised_states_repeat_the_run_bit_for_bit() {
    let fmu = oscillator();
    let (mut slave, mut other) = (instance(&fmu, &SOFT), instance(&fmu, &STIFF));
    run(&fmu, &mut slave, 0..20);
    let saved = slave.component().save_state(None).unwrap();
    let mut bytes = Vec::new();
    slave.component().serialize_state(saved, &mut bytes).unwrap();
    let expected = run(&fmu, &mut slave, 20..40);
    for _ in 0..2 {
        slave.component().restore_state(saved).unwrap();
        assert_eq!(run(&fmu, &mut slave, 20..40), expected);
    }
    // The bytes carry the parameters too, so another instance becomes the same.
    let arrived = other.component().deserialize_state(&bytes, None).unwrap();
    other.component().restore_state(arrived).unwrap();
    assert_eq!(run(&fmu, &mut other, 20..40), expected);
    // They may arrive again, in the place of the state that they made before.
    assert_eq!(other.component().deserialize_state(&bytes, Some(arrived)).unwrap(), arrived);
    other.component().restore_state(arrived).unwrap();
    assert_eq!(run(&fmu, &mut other, 20..40), expected);
    // Saving over an old state replaces it.
    let again = slave.component().save_state(Some(saved)).unwrap();
    let later = run(&fmu, &mut slave, 40..50);
    slave.component().restore_state(again).unwrap();
    assert_eq!(run(&fmu, &mut slave, 40..50), later);
    slave.component().free_state(again).unwrap();
    assert!(matches!(slave.component().restore_state(again), Err(FmuError::NoState { .. })));
}

#[test]
fn damaged_serialised_states_are_refused_and_the_instance_lives_on() {
    let fmu = oscillator();
    let mut slave = instance(&fmu, &SOFT);
    let saved = slave.component().save_state(None).unwrap();
    let mut bytes = Vec::new();
    slave.component().serialize_state(saved, &mut bytes).unwrap();
    let error = slave.component().deserialize_state(&bytes[..bytes.len() - 8], None).unwrap_err();
    assert!(matches!(error, FmuError::Call { status: Status::Error, .. }), "{error}");
    slave.component().restore_state(saved).unwrap();
    assert_eq!(run(&fmu, &mut slave, 0..5), run(&fmu, &mut instance(&fmu, &SOFT), 0..5));
}

#[test]
fn a_reset_instance_is_like_a_new_one() {
    let fmu = oscillator();
    let expected = run(&fmu, &mut instance(&fmu, &SOFT), 0..30);
    let mut slave = instance(&fmu, &STIFF);
    run(&fmu, &mut slave, 0..30);
    let (names, values): (Vec<_>, Vec<_>) = parameters(&SOFT).into_iter().unzip();
    let names: [&str; 5] = names.try_into().unwrap();
    let component = slave.component();
    component.reset().unwrap();
    component.set_real(&references(&fmu, names), &values).unwrap();
    component.setup_experiment(0.0, None, None).unwrap();
    component.enter_initialization_mode().unwrap();
    component.exit_initialization_mode().unwrap();
    assert_eq!(run(&fmu, &mut slave, 0..30), expected);
}

#[test]
fn a_cubic_force_is_followed_exactly_over_steps_of_any_length() {
    let fmu = oscillator();
    let mut slave = instance(&fmu, &SOFT);
    let [force] = references(&fmu, ["force"]);
    let outputs = references(&fmu, ["x", "v", "a"]);
    let [f0, f1, f2, f3] = [5.0, -30.0, 80.0, -120.0];
    let f = |t: f64| f0 + t * (f1 + t * (f2 + t * f3));
    let points = [0.0, 0.001, 0.1, 0.15, 0.4, 0.41, 0.8, 1.3];
    for pair in points.windows(2) {
        let (t, end) = (pair[0], pair[1]);
        let slopes = [f1 + t * (2.0 * f2 + 3.0 * f3 * t), 2.0 * f2 + 6.0 * f3 * t, 6.0 * f3];
        let component = slave.component();
        component.set_real(&[force], &[f(t)]).unwrap();
        component.set_real_input_derivatives(&[force; 3], &[1, 2, 3], &slopes).unwrap();
        slave.do_step(t, end - t, true).unwrap();
        let [x, v] = SOFT.under_polynomial(&[f0, f1, f2, f3], end);
        // The acceleration shows that the force stands at its end value.
        let a = (f(end) - SOFT.c * x - SOFT.d * v) / SOFT.m;
        for (found, exact) in read(&mut slave, outputs).into_iter().zip([x, v, a]) {
            assert!((found - exact).abs() < 1e-12 * exact.abs().max(1.0), "{end}: {found} {exact}");
        }
    }
}

#[test]
fn output_derivatives_are_the_time_derivatives() {
    let fmu = oscillator();
    let mut slave = instance(&fmu, &SOFT);
    let [force] = references(&fmu, ["force"]);
    let slope = 70.0;
    slave.component().set_real(&[force], &[3.0]).unwrap();
    slave.component().set_real_input_derivatives(&[force], &[1], &[slope]).unwrap();
    slave.do_step(0.0, 0.1, true).unwrap();
    let asked = references(&fmu, ["x", "v", "dissipated", "work", "a", "energy"]);
    let [x, v, _, _, a, _] = read(&mut slave, asked);
    let mut found = [0.0; 6];
    slave.component().get_real_output_derivatives(&asked, &[1; 6], &mut found).unwrap();
    let f = 3.0 + slope * 0.1;
    let o = SOFT;
    let jerk = (slope - o.c * v - o.d * a) / o.m;
    let energy = o.m * v * a + o.c * x * v;
    assert_eq!(found[..3], [v, a, o.d * v * v], "states have their exact derivatives");
    for (found, exact) in found.into_iter().zip([v, a, o.d * v * v, f * v, jerk, energy]) {
        assert!((found - exact).abs() < 1e-9 * exact.abs(), "{found} {exact}");
    }
    let refused = slave.component().get_real_output_derivatives(&asked[..1], &[2], &mut [0.0]);
    assert!(refused.unwrap_err().to_string().contains("order 1 only"));
}

#[test]
fn directional_derivatives_are_the_partial_ones() {
    let fmu = oscillator();
    let mut slave = instance(&fmu, &SOFT);
    run(&fmu, &mut slave, 0..7);
    let [x, v] = read(&mut slave, references(&fmu, ["x", "v"]));
    let unknowns = references(&fmu, ["der(x)", "der(v)", "a", "energy"]);
    let o = SOFT;
    let partial = |known: &str| match known {
        "x" => [0.0, -o.c / o.m, -o.c / o.m, o.c * x],
        "v" => [1.0, -o.d / o.m, -o.d / o.m, o.m * v],
        _ => [0.0, 1.0 / o.m, 1.0 / o.m, 0.0],
    };
    let seeds = [("x", 1.0), ("v", 1.0), ("force", 1.0), ("x", -2.5), ("force", 1e3)];
    for (known, seed) in seeds {
        let mut found = [0.0; 4];
        let knowns = references(&fmu, [known]);
        slave.component().directional_derivative(&unknowns, &knowns, &[seed], &mut found).unwrap();
        for (found, partial) in found.into_iter().zip(partial(known)) {
            let exact = partial * seed;
            assert!((found - exact).abs() < 1e-10 * seed.abs() * o.c, "{known}: {found} {exact}");
        }
    }
    // Several knowns at once: the sum.
    let (knowns, mut found) = (references(&fmu, ["x", "v", "force"]), [0.0; 4]);
    let seed = [0.5, 2.0, -3.0];
    slave.component().directional_derivative(&unknowns, &knowns, &seed, &mut found).unwrap();
    let exact = (-o.c * 0.5 - o.d * 2.0 - 3.0) / o.m;
    assert!((found[1] - exact).abs() < 1e-10 * exact.abs(), "{} {exact}", found[1]);
}

#[test]
fn a_slave_begins_with_the_start_values_declared_or_set() {
    let fmu = Fmu::open(macrostep_tests::c_fmu("counter")).unwrap();
    let starts = |given: &[(&str, Value)]| {
        let sink = Box::new(StandardError::default());
        let mut made = fmu.instantiate("counter", false, sink).unwrap();
        for (name, value) in given {
            made.set_start(name, value).unwrap();
        }
        let initializing = made.initialize(0.0, None, None).unwrap();
        let slave = FmuSlave::new(initializing, &["mode", "rate", "enable"], &["count"]).unwrap();
        let mut u = [f64::NAN; 3];
        slave.start_inputs(&mut u);
        u
    };
    assert_eq!(starts(&[]), [1.0, 1.0, 1.0]);
    let given = [("mode", Value::String("hold".into())), ("rate", Value::Real(2.5))];
    assert_eq!(starts(&given), [3.0, 2.5, 1.0]);
}

#[test]
fn a_wrong_value_reference_is_reported_and_the_instance_lives_on() {
    let fmu = oscillator();
    let expected = run(&fmu, &mut instance(&fmu, &SOFT), 0..10);
    let messages = Arc::new(Mutex::new(Vec::<LogMessage>::new()));
    let kept = messages.clone();
    let sink = Box::new(move |message: &LogMessage| kept.lock().unwrap().push(message.clone()));
    let mut made = fmu.instantiate("body", true, sink).unwrap();
    for (name, value) in parameters(&SOFT) {
        made.set_start(name, &Value::Real(value)).unwrap();
    }
    let mut slave = made.initialize(0.0, None, None).unwrap().start().unwrap();
    for k in 0..10 {
        let error =
            slave.component().get_real(&[ValueReference::new(4711)], &mut [0.0]).unwrap_err();
        assert!(error.to_string().contains("4711"), "{error}");
        assert!(matches!(error, FmuError::Call { status: Status::Error, .. }), "{error}");
        let error = slave.component().set_real(&[ValueReference::new(4711)], &[1.0]).unwrap_err();
        assert!(error.to_string().contains("4711"), "{error}");
        assert_eq!(run(&fmu, &mut slave, k..k + 1), expected[k..=k]);
    }
    let messages = messages.lock().unwrap();
    assert_eq!(messages.len(), 20);
    for message in messages.iter() {
        assert_eq!((message.instance.as_str(), message.status), ("body", Status::Error));
        assert!(message.text.contains("4711") && message.category == "logStatusError");
    }
}

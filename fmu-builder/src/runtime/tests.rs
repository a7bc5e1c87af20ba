//! The behaviour of an instance, on an oscillator m ẍ = u − c x − d ẋ with c = 100, d = 2, m = 1.

use super::*;
use crate::sample::{Derivatives, Outputs, Sample};
use crate::variables::{Input, Integral, Output, Parameter, State};

struct Oscillator {
    c: Parameter,
    u: Input,
    x: State,
    v: State,
    dissipated: Integral,
    energy: Output,
    force: Output,
}

impl Model for Oscillator {
    const NAME: &'static str = "oscillator";
    const DESCRIPTION: &'static str = "for tests";
    const LINEAR: Option<bool> = Some(true);

    fn declare(v: &mut Variables) -> Self {
        let c = v.parameter("c", 100.0, "N/m", "");
        let x0 = v.parameter("x0", 1.0, "m", "");
        let v0 = v.parameter("v0", 0.0, "m/s", "");
        v.at_least(c, 0.0);
        let x = v.state("x", x0, "m", "");
        let velocity = v.state("v", v0, "m/s", "");
        v.position(x, velocity);
        v.nominal(x, 0.1);
        Self {
            c,
            u: v.input("u", 0.0, "N", ""),
            x,
            v: velocity,
            dissipated: v.integral("dissipated", "J", ""),
            energy: v.output("energy", "J", ""),
            force: v.output("force", "N", ""),
        }
    }

    fn derivatives(&self, s: &Sample, dx: &mut Derivatives) {
        dx[self.x] = s[self.v];
        dx[self.v] = s[self.u] - s[self.c] * s[self.x] - 2.0 * s[self.v];
        dx[self.dissipated] = 2.0 * s[self.v].powi(2);
    }

    fn outputs(&self, s: &Sample, y: &mut Outputs) {
        y[self.energy] = 0.5 * (s[self.v].powi(2) + s[self.c] * s[self.x].powi(2));
        y[self.force] = s[self.u] - s[self.c] * s[self.x];
    }
}

fn started(solver: SolverKind) -> Instance<Oscillator> {
    let mut instance = Instance::new(Interface::CoSimulation);
    instance.set_solver(solver).unwrap();
    instance.setup_experiment(0.0, None).unwrap();
    instance.enter_initialization().unwrap();
    instance.exit_initialization().unwrap();
    instance
}

fn get(instance: &mut Instance<Oscillator>, name: &str) -> f64 {
    let mut value = [0.0];
    let reference = instance.reference(name).unwrap();
    instance.get_real(&[reference], &mut value).unwrap();
    value[0]
}

/// Sets the input to a value and a slope and does a step of 0.01 s.
fn driven_step(instance: &mut Instance<Oscillator>, k: usize) {
    let u = [instance.reference("u").unwrap()];
    instance.set_real(&u, &[k as f64]).unwrap();
    instance.set_input_derivatives(&u, &[1], &[10.0]).unwrap();
    instance.do_step(k as f64 * 0.01, 0.01).unwrap();
}

#[test]
fn a_restored_run_repeats_bit_for_bit_with_every_solver() {
    for solver in SolverKind::ALL {
        let mut instance = started(solver);
        (0..7).for_each(|k| driven_step(&mut instance, k));
        let saved = instance.snapshot();
        let run = |instance: &mut Instance<Oscillator>| -> Vec<u64> {
            (7..20).for_each(|k| driven_step(instance, k));
            ["x", "v", "dissipated", "energy", "force"].map(|n| get(instance, n).to_bits()).into()
        };
        let first = run(&mut instance);
        instance.restore(&saved).unwrap();
        assert_eq!(run(&mut instance), first, "{} restored", solver.name());

        let mut bytes = vec![0; saved.size()];
        saved.serialize(&mut bytes).unwrap();
        let mut other = Instance::<Oscillator>::new(Interface::CoSimulation);
        let copy = other.deserialize(&bytes).unwrap();
        other.restore(&copy).unwrap();
        assert_eq!(run(&mut other), first, "{} in another instance", solver.name());
    }
}

#[test]
fn energy_is_balanced_by_the_exact_solver() {
    let mut instance = started(SolverKind::Exact);
    for k in 0..100 {
        instance.do_step(k as f64 * 0.02, 0.02).unwrap();
    }
    let balance = get(&mut instance, "energy") + get(&mut instance, "dissipated");
    assert!((balance - 50.0).abs() < 1e-11, "{balance}");
}

#[test]
fn inputs_stand_at_the_end_of_their_polynomial_and_are_held_again() {
    let mut instance = started(SolverKind::Exact);
    let u = [instance.reference("u").unwrap()];
    instance.set_real(&u, &[1.0]).unwrap();
    instance.set_input_derivatives(&[u[0]; 3], &[1, 2, 3], &[2.0, 4.0, 12.0]).unwrap();
    instance.do_step(0.0, 0.5).unwrap();
    assert_eq!(get(&mut instance, "u"), 1.0 + 1.0 + 0.5 + 0.25);
    instance.do_step(0.5, 0.5).unwrap();
    assert_eq!(get(&mut instance, "u"), 2.75);
}

#[test]
fn output_derivatives_are_those_along_the_solution() {
    let mut instance = started(SolverKind::Exact);
    driven_step(&mut instance, 0);
    let names = ["x", "dissipated", "energy", "force"];
    let references = names.map(|name| instance.reference(name).unwrap());
    let mut rates = [0.0; 4];
    instance.output_derivatives(&references, &[1; 4], &mut rates).unwrap();
    let (u, v) = (get(&mut instance, "u"), get(&mut instance, "v"));
    let exact = [v, 2.0 * v * v, u * v - 2.0 * v * v, 10.0 - 100.0 * v];
    for ((rate, exact), name) in rates.iter().zip(exact).zip(names) {
        // The energy is 50 J and changes over the perturbation by 1e-5 of it: rounding shows.
        assert!((rate - exact).abs() < 1e-9 * exact.abs(), "{name}: {rate} {exact}");
    }
}

#[test]
fn directional_derivatives_are_exact_to_rounding() {
    let mut instance = started(SolverKind::Exact);
    driven_step(&mut instance, 0);
    let unknowns = ["energy", "force", "der(v)", "x"].map(|n| instance.reference(n).unwrap());
    let knowns = ["x", "v", "u"].map(|n| instance.reference(n).unwrap());
    let mut slopes = [0.0; 4];
    instance.directional_derivative(&unknowns, &knowns, &[1.0, 2.0, 3.0], &mut slopes).unwrap();
    let (x, v) = (get(&mut instance, "x"), get(&mut instance, "v"));
    let exact = [100.0 * x + 2.0 * v, 3.0 - 100.0, 3.0 - 100.0 - 4.0, 1.0];
    for (slope, exact) in slopes.iter().zip(exact) {
        assert!((slope - exact).abs() < 1e-11 * exact.abs(), "{slope} {exact}");
    }
}

#[test]
fn states_follow_their_start_parameters_until_the_initialisation_ends() {
    let mut instance = Instance::<Oscillator>::new(Interface::CoSimulation);
    instance.enter_initialization().unwrap();
    let x0 = [instance.reference("x0").unwrap()];
    instance.set_real(&x0, &[0.3]).unwrap();
    assert_eq!((get(&mut instance, "x"), get(&mut instance, "force")), (0.3, -30.0));
    instance.exit_initialization().unwrap();
    let message = instance.set_real(&x0, &[1.0]).unwrap_err().to_string();
    assert!(message.contains("\"x0\" is a fixed parameter; set it before"), "{message}");
}

#[test]
fn a_reset_instance_runs_as_a_new_one() {
    let mut fresh = started(SolverKind::Dopri5);
    (0..5).for_each(|k| driven_step(&mut fresh, k));
    let mut instance = started(SolverKind::Rk4);
    (0..9).for_each(|k| driven_step(&mut instance, k));
    instance.reset();
    instance.set_solver(SolverKind::Dopri5).unwrap();
    instance.enter_initialization().unwrap();
    instance.exit_initialization().unwrap();
    (0..5).for_each(|k| driven_step(&mut instance, k));
    assert_eq!(get(&mut instance, "x").to_bits(), get(&mut fresh, "x").to_bits());
}

#[test]
fn calls_at_the_wrong_time_say_when_they_are_allowed() {
    let mut instance = Instance::<Oscillator>::new(Interface::CoSimulation);
    let message = instance.do_step(0.0, 0.1).unwrap_err().to_string();
    assert_eq!(
        message,
        "fmi2DoStep is not allowed before initialisation mode; it is allowed between co-simulation steps"
    );
    assert!(instance.get_real(&[1], &mut [0.0]).is_err());
    assert!(instance.exit_initialization().is_err());
    let mut instance = started(SolverKind::Exact);
    assert!(instance.enter_initialization().is_err());
    assert!(instance.set_time(1.0).is_err());
    instance.terminate().unwrap();
    assert!(instance.do_step(0.0, 0.1).is_err());
    assert!(instance.get_real(&[1], &mut [0.0]).is_ok());
}

#[test]
fn wrong_arguments_are_named() {
    let mut instance = started(SolverKind::Exact);
    let wrong = |result: Result<(), Failure>, words: &str| {
        let message = result.unwrap_err().to_string();
        assert!(message.contains(words), "{message}");
    };
    wrong(instance.do_step(1.0, 0.1), "but the instance stands at t = 0 s");
    wrong(instance.do_step(0.0, 0.0), "the step size 0 s must be positive");
    wrong(instance.set_real(&[99], &[0.0]), "no Real variable with value reference 99");
    wrong(instance.get_real(&[99], &mut [0.0]), "no Real variable with value reference 99");
    let x = instance.reference("x").unwrap();
    wrong(instance.set_real(&[x], &[0.0]), "variable \"x\" is computed by the FMU");
    wrong(instance.set_input_derivatives(&[x], &[1], &[0.0]), "\"x\" is not an input");
    let u = instance.reference("u").unwrap();
    wrong(instance.set_input_derivatives(&[u], &[4], &[0.0]), "order 1, 2 and 3");

    instance.reset();
    wrong(instance.set_integer(&[0], &[7]), "solver = 7 is not an item; the items are 1 = exact");
    let c = instance.reference("c").unwrap();
    instance.set_real(&[c], &[-1.0]).unwrap();
    instance.enter_initialization().unwrap();
    wrong(instance.exit_initialization(), "parameter \"c\" = -1 N/m must be at least 0");
}

#[test]
fn a_step_that_leads_to_no_number_is_refused_and_changes_nothing() {
    let mut instance = started(SolverKind::Rk4);
    let u = [instance.reference("u").unwrap()];
    instance.set_real(&u, &[f64::INFINITY]).unwrap();
    let failure = instance.do_step(0.0, 0.1).unwrap_err();
    assert!(matches!(failure, Failure::Refused { .. }), "{failure}");
    assert_eq!((instance.time(), get(&mut instance, "x")), (0.0, 1.0));
    instance.set_real(&u, &[0.0]).unwrap();
    instance.do_step(0.0, 0.1).unwrap();
}

#[test]
fn model_exchange_answers_for_the_states_it_is_given() {
    let mut instance = Instance::<Oscillator>::new(Interface::ModelExchange);
    instance.enter_initialization().unwrap();
    instance.exit_initialization().unwrap();
    instance.new_discrete_states().unwrap();
    instance.enter_continuous_time_mode().unwrap();
    instance.set_time(2.0).unwrap();
    instance.set_continuous_states(&[0.5, -1.0, 7.0]).unwrap();
    let mut dx = [0.0; 3];
    instance.derivatives(&mut dx).unwrap();
    assert_eq!(dx, [-1.0, -48.0, 2.0]);
    let mut nominals = [0.0; 3];
    instance.nominals(&mut nominals).unwrap();
    assert_eq!(nominals, [0.1, 1.0, 1.0]);
    assert!(instance.do_step(2.0, 0.1).is_err());
    assert!(instance.set_continuous_states(&[0.0]).is_err());
}

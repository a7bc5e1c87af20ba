//! A sampled law: time events of a clock.

use fmu_builder::runtime::{Failure, Instance, Interface};
use fmu_builder::*;

use crate::integer;

/// A sampled law y⁺ = u, which holds what it saw at its last tick, and what it saw before that.
pub struct Held {
    u: Input,
    seen: Discrete,
    before: Discrete,
    count: Discrete,
    sum: State,
    clock: Clock,
}

impl Model for Held {
    const NAME: &'static str = "held";
    const DESCRIPTION: &'static str = "for tests";

    fn declare(v: &mut Variables) -> Self {
        let zero = v.parameter("zero", 0.0, "", "");
        let period = v.parameter("period", 0.1, "s", "");
        let count = v.discrete("count", zero, "", "");
        v.integer(count);
        Self {
            u: v.input("u", 0.0, "", ""),
            seen: v.discrete("seen", zero, "", ""),
            before: v.discrete("before", zero, "", ""),
            count,
            sum: v.state("sum", zero, "s", ""),
            clock: v.clock(period),
        }
    }

    fn derivatives(&self, s: &Sample, dx: &mut Derivatives) {
        dx[self.sum] = s[self.seen];
    }

    fn event(&self, s: &Sample, e: &mut Event) {
        if e.ticks(self.clock) {
            e[self.before] = s[self.seen];
            e[self.seen] = s[self.u];
            e[self.count] = s[self.count] + 1.0;
        }
    }
}

/// Does a step in which u = t.
fn ramp_step(instance: &mut Instance<Held>, t: f64, h: f64) {
    let u = [instance.reference("u").unwrap()];
    instance.set_real(&u, &[t]).unwrap();
    instance.set_input_derivatives(&u, &[1], &[1.0]).unwrap();
    instance.do_step(t, h).unwrap();
}

#[test]
fn a_clock_ticks_exactly_whatever_the_step() {
    // Steps that hit ticks, miss them, and span several.
    for h in [0.1, 0.05, 0.03, 0.07, 0.25, 1.0] {
        let mut instance = Instance::<Held>::started(SolverKind::Exact, &[]).unwrap();
        for k in 0..(3.0_f64 / h).round() as usize {
            ramp_step(&mut instance, k as f64 * h, h);
            // A tick at the end of the step belongs to the step.
            let ticks = ((k + 1) as f64 * h / 0.1 + 1e-6).floor();
            assert_eq!(f64::from(integer(&mut instance, "count")), ticks + 1.0, "{h} {k}");
            let seen = instance.real("seen").unwrap();
            assert!((seen - ticks * 0.1).abs() < 1e-15 * (1.0 + ticks), "{h} {k}: {seen}");
        }
        // The integral of the staircase up to t = 3 is that of 30 steps of 0.1.
        let steps = (3.0_f64 / h).round() * h;
        if (steps - 3.0).abs() < 1e-12 {
            let sum = instance.real("sum").unwrap();
            assert!((sum - 0.01 * 29.0 * 15.0).abs() < 1e-12, "{h}: {sum}");
        }
    }
}

#[test]
fn the_first_tick_sees_the_inputs_with_which_the_first_step_begins() {
    let mut instance = Instance::<Held>::new(Interface::CoSimulation);
    instance.setup_experiment(0.2, None).unwrap();
    instance.enter_initialization().unwrap();
    let u = [instance.reference("u").unwrap()];
    instance.set_real(&u, &[5.0]).unwrap();
    assert_eq!((instance.real("seen").unwrap(), integer(&mut instance, "count")), (5.0, 1));
    instance.set_real(&u, &[6.0]).unwrap();
    assert_eq!((instance.real("seen").unwrap(), integer(&mut instance, "count")), (6.0, 1));
    instance.exit_initialization().unwrap();
    instance.set_real(&u, &[7.0]).unwrap();
    assert_eq!((instance.real("seen").unwrap(), instance.real("before").unwrap()), (7.0, 0.0));
    instance.do_step(0.2, 0.05).unwrap();
    instance.set_real(&u, &[8.0]).unwrap();
    assert_eq!((instance.real("seen").unwrap(), integer(&mut instance, "count")), (7.0, 1));
    instance.do_step(0.25, 0.05).unwrap();
    let seen = ["seen", "before"].map(|name| instance.real(name).unwrap());
    assert_eq!((seen, integer(&mut instance, "count")), ([8.0, 7.0], 2));
    // The clock goes by multiples of its period, whenever the run starts.
    let mut late = Instance::<Held>::new(Interface::CoSimulation);
    late.setup_experiment(0.25, None).unwrap();
    late.enter_initialization().unwrap();
    late.exit_initialization().unwrap();
    late.do_step(0.25, 0.05).unwrap();
    assert_eq!(integer(&mut late, "count"), 1);
}

#[test]
fn a_state_saved_at_the_very_event_loses_nothing() {
    for solver in SolverKind::ALL {
        let mut instance = Instance::<Held>::started(solver, &[]).unwrap();
        let run = |instance: &mut Instance<Held>, from: usize| -> Vec<u64> {
            (from..20).for_each(|k| ramp_step(instance, k as f64 * 0.05, 0.05));
            let mut bits = vec![integer(instance, "count") as u64];
            bits.extend(
                ["seen", "before", "sum"].map(|name| instance.real(name).unwrap().to_bits()),
            );
            bits
        };
        // Saved before the first step, at ticks, between them, and restored after other steps.
        for saved_at in [0, 2, 3, 4] {
            instance.reset();
            instance.set_solver(solver).unwrap();
            instance.enter_initialization().unwrap();
            instance.exit_initialization().unwrap();
            (0..saved_at).for_each(|k| ramp_step(&mut instance, k as f64 * 0.05, 0.05));
            let saved = instance.snapshot();
            let first = run(&mut instance, saved_at);
            instance.restore(&saved).unwrap();
            assert_eq!(run(&mut instance, saved_at), first, "{} {saved_at}", solver.name());
            let mut bytes = vec![0; saved.size()];
            saved.serialize(&mut bytes).unwrap();
            let mut other = Instance::<Held>::new(Interface::CoSimulation);
            other.restore(&other.deserialize(&bytes).unwrap()).unwrap();
            assert_eq!(run(&mut other, saved_at), first, "{} {saved_at}", solver.name());
        }
    }
}

#[test]
fn a_refused_step_changes_nothing_and_output_derivatives_know_no_jumps() {
    let mut instance = Instance::<Held>::started(SolverKind::Rk4, &[]).unwrap();
    ramp_step(&mut instance, 0.0, 0.15);
    let before = instance.snapshot();
    let u = [instance.reference("u").unwrap()];
    instance.set_real(&u, &[f64::INFINITY]).unwrap();
    let failure = instance.do_step(0.15, 0.2).unwrap_err();
    assert!(matches!(failure, Failure::Refused { .. }), "{failure}");
    assert!(failure.to_string().contains("\"seen\" became inf at an event"), "{failure}");
    instance.set_real(&u, &[0.15]).unwrap();
    assert_eq!(instance.snapshot(), before);
    let references = ["seen", "sum"].map(|name| instance.reference(name).unwrap());
    let mut rates = [7.0; 2];
    instance.output_derivatives(&references, &[1, 1], &mut rates).unwrap();
    assert_eq!(rates, [0.0, 0.1]);
    let mut slope = [7.0];
    let der = instance.reference("der(sum)").unwrap();
    instance.directional_derivative(&[der], &references[..1], &[2.0], &mut slope).unwrap();
    assert_eq!(slope, [2.0]);
}

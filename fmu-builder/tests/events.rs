//! Models with events, against closed forms: a ball, a sampled law, a thermostat, a gear selector.

use fmi2_description::{ModelDescription, Variability, VariableType};
use fmu_builder::runtime::{Failure, Instance, Interface};
use fmu_builder::*;

/// ḧ = −g; h and v jump to 0 and −e v where h becomes negative, and it rests when slow.
struct Ball {
    e: Parameter,
    h: State,
    v: State,
    bounces: Discrete,
    resting: Discrete,
    ground: Condition,
}

const G: f64 = 9.81;

impl Model for Ball {
    const NAME: &'static str = "ball";
    const DESCRIPTION: &'static str = "for tests";

    fn declare(v: &mut Variables) -> Self {
        let h0 = v.parameter("h0", 1.0, "m", "");
        let v0 = v.parameter("v0", 0.0, "m/s", "");
        let zero = v.parameter("zero", 0.0, "", "");
        let bounces = v.discrete("bounces", zero, "", "");
        v.integer(bounces);
        let resting = v.discrete("resting", zero, "", "");
        v.boolean(resting);
        let e = v.parameter("e", 0.7, "", "restitution");
        v.tunable(e);
        v.at_most(e, 1.0);
        Self {
            e,
            h: v.state("h", h0, "m", ""),
            v: v.state("v", v0, "m/s", ""),
            bounces,
            resting,
            ground: v.condition("ground"),
        }
    }

    fn derivatives(&self, s: &Sample, dx: &mut Derivatives) {
        let moves = 1.0 - s[self.resting];
        dx[self.h] = s[self.v];
        dx[self.v] = -G * moves;
    }

    fn conditions(&self, s: &Sample, c: &mut Conditions) {
        c[self.ground] = -s[self.h];
    }

    fn event(&self, s: &Sample, e: &mut Event) {
        if e.begins(self.ground) {
            e[self.h] = 0.0;
            e[self.v] = -s[self.e] * s[self.v];
            e[self.bounces] = s[self.bounces] + 1.0;
            if e[self.v] < 0.1 {
                e[self.v] = 0.0;
                e[self.resting] = 1.0;
            }
        }
    }
}

/// Height, speed and bounces after `t`, dropped from 1 m.
fn ball(t: f64, e: f64) -> [f64; 3] {
    let (mut begin, mut v, mut bounces) = (0.0, (2.0 * G).sqrt(), 0.0);
    let mut next = (2.0 / G).sqrt();
    if t < next {
        return [1.0 - 0.5 * G * t * t, -G * t, 0.0];
    }
    while t >= next {
        (begin, v, bounces) = (next, e * v, bounces + 1.0);
        if v < 0.1 {
            return [0.0, 0.0, bounces];
        }
        next = begin + 2.0 * v / G;
    }
    let tau = t - begin;
    [v * tau - 0.5 * G * tau * tau, v - G * tau, bounces]
}

fn started<M: Model>(solver: SolverKind, start: &[(&str, f64)]) -> Instance<M> {
    let mut instance = Instance::new(Interface::CoSimulation);
    instance.set_solver(solver).unwrap();
    for (name, value) in start {
        let reference = instance.reference(name).unwrap();
        instance.set_real(&[reference], &[*value]).unwrap();
    }
    instance.enter_initialization().unwrap();
    instance.exit_initialization().unwrap();
    instance
}

fn get<M: Model>(instance: &mut Instance<M>, name: &str) -> f64 {
    let (reference, mut value) = (instance.reference(name).unwrap(), [0.0]);
    instance.get_real(&[reference], &mut value).unwrap();
    value[0]
}

fn integer<M: Model>(instance: &mut Instance<M>, name: &str) -> i32 {
    let (reference, mut value) = (instance.reference(name).unwrap(), [0]);
    instance.get_integer(&[reference], &mut value).unwrap();
    value[0]
}

fn boolean<M: Model>(instance: &mut Instance<M>, name: &str) -> bool {
    let (reference, mut value) = (instance.reference(name).unwrap(), [false]);
    instance.get_boolean(&[reference], &mut value).unwrap();
    value[0]
}

#[test]
fn a_ball_bounces_at_its_instants_whatever_the_step() {
    for h in [0.013, 0.25, 3.0] {
        let mut instance = started::<Ball>(SolverKind::Exact, &[]);
        for k in 0..(3.0_f64 / h).round() as usize {
            instance.do_step(k as f64 * h, h).unwrap();
            let [height, speed, bounces] = ball((k + 1) as f64 * h, 0.7);
            let found = [get(&mut instance, "h"), get(&mut instance, "v")];
            // An instant is located to 1e-14 s; the errors of some ten bounces add up.
            assert!((found[0] - height).abs() < 1e-11, "{h} {k}: {found:?} {height}");
            assert!((found[1] - speed).abs() < 1e-11, "{h} {k}: {found:?} {speed}");
            assert_eq!(f64::from(integer(&mut instance, "bounces")), bounces);
        }
        assert!(boolean(&mut instance, "resting"));
    }
}

#[test]
fn every_solver_finds_the_bounces() {
    let accuracies = [1e-11, 1e-2, 1e-11, 1e-8, 1e-8];
    for (solver, accuracy) in SolverKind::ALL.into_iter().zip(accuracies) {
        let mut instance = started::<Ball>(solver, &[]);
        (0..20).for_each(|k| instance.do_step(k as f64 * 0.1, 0.1).unwrap());
        let ([height, ..], found) = (ball(2.0, 0.7), get(&mut instance, "h"));
        assert!((found - height).abs() < accuracy, "{}: {found} {height}", solver.name());
    }
}

#[test]
fn a_tunable_parameter_changes_between_steps_and_a_fixed_one_does_not() {
    let mut instance = started::<Ball>(SolverKind::Exact, &[]);
    instance.do_step(0.0, 0.4).unwrap();
    let [e, h0] = ["e", "h0"].map(|name| instance.reference(name).unwrap());
    instance.set_real(&[e], &[0.5]).unwrap();
    let before = instance.snapshot();
    instance.do_step(0.4, 0.4).unwrap();
    let [height, ..] = ball(0.8, 0.5);
    assert!((get(&mut instance, "h") - height).abs() < 1e-12);
    let refused = instance.set_real(&[h0], &[2.0]).unwrap_err().to_string();
    assert!(refused.contains("\"h0\" is a fixed parameter; set it before"), "{refused}");
    let refused = instance.set_real(&[e], &[2.0]).unwrap_err().to_string();
    assert!(refused.contains("parameter \"e\" = 2 must be at most 1"), "{refused}");
    // The value belongs to the state that is saved.
    instance.set_real(&[e], &[1.0]).unwrap();
    instance.restore(&before).unwrap();
    instance.do_step(0.4, 0.4).unwrap();
    assert!((get(&mut instance, "h") - height).abs() < 1e-12);
}

/// A sampled law y⁺ = u, which holds what it saw at its last tick, and what it saw before that.
struct Held {
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
        let mut instance = started::<Held>(SolverKind::Exact, &[]);
        for k in 0..(3.0_f64 / h).round() as usize {
            ramp_step(&mut instance, k as f64 * h, h);
            // A tick at the end of the step belongs to the step.
            let ticks = ((k + 1) as f64 * h / 0.1 + 1e-6).floor();
            assert_eq!(f64::from(integer(&mut instance, "count")), ticks + 1.0, "{h} {k}");
            let seen = get(&mut instance, "seen");
            assert!((seen - ticks * 0.1).abs() < 1e-15 * (1.0 + ticks), "{h} {k}: {seen}");
        }
        // The integral of the staircase up to t = 3 is that of 30 steps of 0.1.
        let steps = (3.0_f64 / h).round() * h;
        if (steps - 3.0).abs() < 1e-12 {
            let sum = get(&mut instance, "sum");
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
    assert_eq!((get(&mut instance, "seen"), integer(&mut instance, "count")), (5.0, 1));
    instance.set_real(&u, &[6.0]).unwrap();
    assert_eq!((get(&mut instance, "seen"), integer(&mut instance, "count")), (6.0, 1));
    instance.exit_initialization().unwrap();
    instance.set_real(&u, &[7.0]).unwrap();
    assert_eq!((get(&mut instance, "seen"), get(&mut instance, "before")), (7.0, 0.0));
    instance.do_step(0.2, 0.05).unwrap();
    instance.set_real(&u, &[8.0]).unwrap();
    assert_eq!((get(&mut instance, "seen"), integer(&mut instance, "count")), (7.0, 1));
    instance.do_step(0.25, 0.05).unwrap();
    let seen = ["seen", "before"].map(|name| get(&mut instance, name));
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
        let mut instance = started::<Held>(solver, &[]);
        let run = |instance: &mut Instance<Held>, from: usize| -> Vec<u64> {
            (from..20).for_each(|k| ramp_step(instance, k as f64 * 0.05, 0.05));
            let mut bits = vec![integer(instance, "count") as u64];
            bits.extend(["seen", "before", "sum"].map(|name| get(instance, name).to_bits()));
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
fn a_saved_ball_bounces_on_bit_for_bit() {
    // A step that ends within rounding of the first bounce, and steps before and after it.
    let bounce = (2.0 / G).sqrt();
    for end in [bounce, bounce.next_up(), bounce.next_down(), 0.4, 0.5] {
        let mut instance = started::<Ball>(SolverKind::Dopri5, &[]);
        instance.do_step(0.0, end).unwrap();
        let saved = instance.snapshot();
        let run = |instance: &mut Instance<Ball>| {
            instance.do_step(end, 1.0 - end).unwrap();
            (get(instance, "h").to_bits(), integer(instance, "bounces"))
        };
        let first = run(&mut instance);
        instance.restore(&saved).unwrap();
        assert_eq!(run(&mut instance), first);
        assert!((f64::from_bits(first.0) - ball(1.0, 0.7)[0]).abs() < 1e-8, "{end}");
        assert_eq!(f64::from(first.1), ball(1.0, 0.7)[2]);
    }
}

#[test]
fn a_refused_step_changes_nothing_and_output_derivatives_know_no_jumps() {
    let mut instance = started::<Held>(SolverKind::Rk4, &[]);
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

/// Heat on below and off above a band around an input: T is given from outside.
struct Switch {
    t: Input,
    enabled: Input,
    on: Discrete,
    power: Output,
    cold: Condition,
    warm: Condition,
}

impl Model for Switch {
    const NAME: &'static str = "switch";
    const DESCRIPTION: &'static str = "for tests";

    fn declare(v: &mut Variables) -> Self {
        let off = v.parameter("off", 0.0, "", "");
        let on = v.discrete("on", off, "", "");
        v.boolean(on);
        let enabled = v.input("enabled", 1.0, "", "");
        v.boolean(enabled);
        Self {
            t: v.input("T", 293.0, "K", ""),
            enabled,
            on,
            power: v.output("power", "W", ""),
            cold: v.condition("cold"),
            warm: v.condition("warm"),
        }
    }

    fn outputs(&self, s: &Sample, y: &mut Outputs) {
        y[self.power] = 1000.0 * s[self.on] * s[self.enabled];
    }

    fn conditions(&self, s: &Sample, c: &mut Conditions) {
        c[self.cold] = 290.0 - s[self.t];
        c[self.warm] = s[self.t] - 295.0;
    }

    fn event(&self, _s: &Sample, e: &mut Event) {
        if e.begins(self.cold) {
            e[self.on] = 1.0;
        }
        if e.begins(self.warm) {
            e[self.on] = 0.0;
        }
    }
}

#[test]
fn hysteresis_on_an_input_that_jumps_or_moves_loses_no_crossing() {
    let mut instance = started::<Switch>(SolverKind::Dopri5, &[]);
    let t = [instance.reference("T").unwrap()];
    let mut switched = Vec::new();
    for (k, value) in [293.0, 289.0, 293.0, 296.0, 293.0, 280.0].into_iter().enumerate() {
        instance.set_real(&t, &[value]).unwrap();
        instance.do_step(k as f64, 1.0).unwrap();
        switched.push(boolean(&mut instance, "on"));
    }
    assert_eq!(switched, [false, true, true, false, false, true]);
    // From 280 to 300 and back in one step each: it passes 295 on the way up, 290 on the way down.
    for (k, slope) in [(6, 20.0), (7, -20.0)] {
        instance.set_input_derivatives(&t, &[1], &[slope]).unwrap();
        instance.do_step(f64::from(k), 1.0).unwrap();
        assert_eq!(boolean(&mut instance, "on"), slope < 0.0);
    }
    assert_eq!(get(&mut instance, "power"), 1000.0);
    let enabled = [instance.reference("enabled").unwrap()];
    instance.set_boolean(&enabled, &[false]).unwrap();
    assert_eq!(get(&mut instance, "power"), 0.0);
}

/// A gear selector: the gear as an Integer, whether it drives backwards as a Boolean.
struct Selector {
    gear: Input,
    ratio: Output,
    reverse: Output,
    next: Output,
}

impl Model for Selector {
    const NAME: &'static str = "selector";
    const DESCRIPTION: &'static str = "for tests";

    fn declare(v: &mut Variables) -> Self {
        let gear = v.input("gear", 0.0, "", "");
        v.integer(gear);
        v.at_least(gear, -1.0);
        v.at_most(gear, 3.0);
        let (reverse, next) = (v.output("reverse", "", ""), v.output("next", "", ""));
        v.boolean(reverse);
        v.integer(next);
        Self { gear, ratio: v.output("ratio", "", ""), reverse, next }
    }

    fn outputs(&self, s: &Sample, y: &mut Outputs) {
        y[self.ratio] = [-3.5, 0.0, 3.2, 1.8, 1.0][(s[self.gear] + 1.0) as usize];
        y[self.reverse] = f64::from(s[self.gear] < 0.0);
        y[self.next] = (s[self.gear] + 1.0).min(3.0);
    }
}

#[test]
fn a_gear_selector_takes_an_integer_and_gives_a_boolean() {
    assert_eq!(check::<Selector>(), Vec::<String>::new());
    let mut instance = started::<Selector>(SolverKind::Exact, &[]);
    let gear = [instance.reference("gear").unwrap()];
    for (chosen, ratio, next) in [(-1, -3.5, 0), (0, 0.0, 1), (3, 1.0, 3)] {
        instance.set_integer(&gear, &[chosen]).unwrap();
        assert_eq!(get(&mut instance, "ratio"), ratio);
        assert_eq!(boolean(&mut instance, "reverse"), chosen < 0);
        assert_eq!(integer(&mut instance, "next"), next);
    }
    let refused = instance.set_integer(&gear, &[4]).unwrap_err().to_string();
    assert_eq!(refused, "input \"gear\" = 4 must be at most 3; set another value");
    let refused = instance.set_real(&gear, &[1.0]).unwrap_err().to_string();
    assert!(refused.contains("no Real variable"), "{refused}");
    let refused = instance.set_input_derivatives(&gear, &[1], &[1.0]).unwrap_err().to_string();
    assert!(refused.contains("\"gear\" is not Real"), "{refused}");

    let model = ModelDescription::parse(describe::<Selector>().xml.as_bytes()).unwrap();
    assert!(model.problems().is_empty(), "{:?}", model.problems());
    assert!(model.model_exchange.is_some());
    for (name, kind) in [("gear", VariableType::Integer), ("reverse", VariableType::Boolean)] {
        let variable = model.variable(name).unwrap();
        assert_eq!((variable.kind(), variable.variability()), (kind, Variability::Discrete));
        let output = model.output("reverse").unwrap();
        assert_eq!(output.dependencies, Some(vec![model.index_of("gear").unwrap()]));
    }
}

#[test]
fn the_description_tells_what_is_discrete_tunable_and_fixed() {
    for xml in [describe::<Ball>().xml, describe::<Held>().xml, describe::<Switch>().xml] {
        let model = ModelDescription::parse(xml.as_bytes()).unwrap();
        assert!(model.problems().is_empty(), "{:?}", model.problems());
        // What happens at events is hidden from importers that integrate themselves.
        assert!(model.model_exchange.is_none() && model.co_simulation.is_some());
    }
    assert_eq!([check::<Ball>(), check::<Held>(), check::<Switch>()].concat(), [""; 0]);
    let model = ModelDescription::parse(describe::<Ball>().xml.as_bytes()).unwrap();
    let variability = |name: &str| model.variable(name).unwrap().variability();
    assert_eq!(variability("e"), Variability::Tunable);
    assert_eq!(variability("h0"), Variability::Fixed);
    assert_eq!(variability("bounces"), Variability::Discrete);
    assert_eq!(variability("h"), Variability::Continuous);
    let held = ModelDescription::parse(describe::<Held>().xml.as_bytes()).unwrap();
    // Between its ticks a discrete state depends on no input.
    assert_eq!(held.output("seen").unwrap().dependencies, Some(vec![]));
}

/// A condition that its own event makes begin again.
struct Chattering {
    d: Discrete,
    odd: Condition,
    even: Condition,
}

impl Model for Chattering {
    const NAME: &'static str = "chattering";
    const DESCRIPTION: &'static str = "for tests";

    fn declare(v: &mut Variables) -> Self {
        let zero = v.parameter("zero", 0.0, "", "");
        let d = v.discrete("d", zero, "", "");
        Self { d, odd: v.condition("odd"), even: v.condition("even") }
    }

    fn conditions(&self, s: &Sample, c: &mut Conditions) {
        c[self.odd] = s[self.d] % 2.0 - 0.5;
        c[self.even] = -c[self.odd];
    }

    fn event(&self, s: &Sample, e: &mut Event) {
        e[self.d] = s[self.d] + 1.0;
    }
}

#[test]
fn events_without_end_are_told() {
    let problems = check::<Chattering>();
    let words = "the run cannot begin: at t = 0 s events follow each other without end (conditions that begin: \"odd\")";
    assert!(problems[0].starts_with(words), "{problems:?}");
}

/// A ball that never rests.
struct Zeno(State, State, Condition);

impl Model for Zeno {
    const NAME: &'static str = "zeno";
    const DESCRIPTION: &'static str = "for tests";

    fn declare(v: &mut Variables) -> Self {
        let one = v.parameter("one", 1e-6, "", "");
        let zero = v.parameter("zero", 0.0, "", "");
        Self(v.state("h", one, "", ""), v.state("v", zero, "1/s", ""), v.condition("ground"))
    }

    fn derivatives(&self, s: &Sample, dx: &mut Derivatives) {
        dx[self.0] = s[self.1];
        dx[self.1] = -G;
    }

    fn conditions(&self, s: &Sample, c: &mut Conditions) {
        c[self.2] = -s[self.0];
    }

    fn event(&self, s: &Sample, e: &mut Event) {
        e[self.0] = 0.0;
        e[self.1] = -0.5 * s[self.1];
    }
}

#[test]
fn events_that_come_ever_closer_are_refused_not_passed_over() {
    let mut instance = started::<Zeno>(SolverKind::Exact, &[]);
    let failure = instance.do_step(0.0, 0.1).unwrap_err().to_string();
    assert!(failure.contains("conditions began to hold more than 10000 times"), "{failure}");
}

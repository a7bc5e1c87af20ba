//! A model whose own method remembers more than its variables.

use fmi2_description::{Causality, ModelDescription, Variability};
use fmu_builder::runtime::{Instance, Interface};
use fmu_builder::*;

/// The sum of the last inputs, as many as a parameter says; a step over an input of 13 is refused.
struct Sum {
    count: Parameter,
    u: Input,
    x: State,
    steps: RememberedOutput,
    mean: RememberedOutput,
    past: [RememberedOutput; 9],
}

/// What it remembers: the inputs, and how many steps there were.
struct Past {
    inputs: Vec<f64>,
    steps: usize,
    u: Input,
    x: State,
    counted: RememberedOutput,
    mean: RememberedOutput,
    past: [RememberedOutput; 9],
}

impl OwnMethod for Past {
    fn step(
        &mut self,
        _s: &Sample,
        s_end: &Sample,
        _h: f64,
        z: &mut States,
    ) -> Result<(), &'static str> {
        let at = self.steps % self.inputs.len();
        self.inputs[at] = s_end[self.u];
        self.steps += 1;
        z[self.x] = self.inputs.iter().sum();
        if s_end[self.u] == 13.0 { Err("13 is bad luck") } else { Ok(()) }
    }

    fn outputs(&self, y: &mut RememberedOutputs) {
        y[self.counted] = self.steps as f64;
        y[self.mean] = self.inputs.iter().sum::<f64>() / self.inputs.len() as f64;
        self.past.iter().zip(&self.inputs).for_each(|(output, input)| y[*output] = *input);
    }

    fn save(&self, numbers: &mut Vec<f64>) {
        numbers.push(self.steps as f64);
        numbers.extend_from_slice(&self.inputs);
    }

    fn restore(&mut self, numbers: &[f64]) -> bool {
        let fits = numbers.len() == 1 + self.inputs.len();
        if fits {
            self.steps = numbers[0] as usize;
            self.inputs.copy_from_slice(&numbers[1..]);
        }
        fits
    }
}

impl Model for Sum {
    const NAME: &'static str = "sum";
    const DESCRIPTION: &'static str = "for tests";
    const OWN_STEP: bool = true;
    const ONLY_OWN_STEP: bool = true;
    const OWN_METHOD: bool = true;
    const MICRO_STEP: f64 = 1e6;

    fn declare(v: &mut Variables) -> Self {
        let x0 = v.parameter("x0", 0.0, "", "");
        let count = v.parameter("count", 3.0, "", "");
        v.integer(count);
        v.at_least(count, 1.0);
        v.at_most(count, 9.0);
        let steps = v.remembered_output("steps", "", "");
        v.integer(steps);
        let past = std::array::from_fn(|i| {
            let past = v.remembered_output(&format!("past[{}]", i + 1), "", "");
            v.local(past);
            past
        });
        let mean = v.remembered_output("mean", "", "");
        let (u, x) = (v.input("u", 0.0, "", ""), v.state("x", x0, "", ""));
        Self { count, u, x, steps, mean, past }
    }

    fn check(&self, s: &Sample) -> Result<(), String> {
        if s[self.count] == 4.0 { Err("count = 4 does not fit".into()) } else { Ok(()) }
    }

    fn derivatives(&self, _s: &Sample, dx: &mut Derivatives) {
        dx[self.x] = 0.0;
    }

    fn own_method(&self, s: &Sample) -> Option<Box<dyn OwnMethod>> {
        let Self { u, x, steps: counted, mean, past, .. } = *self;
        let inputs = vec![0.5; s[self.count] as usize];
        Some(Box::new(Past { inputs, steps: 0, u, x, counted, mean, past }))
    }
}

fn started(count: i32) -> Instance<Sum> {
    Instance::started(SolverKind::Own, &[("count", f64::from(count))]).unwrap()
}

fn step(instance: &mut Instance<Sum>, u: f64) -> Result<(), String> {
    let input = [instance.reference("u").unwrap()];
    instance.set_real(&input, &[u]).unwrap();
    instance.do_step(instance.time(), 0.1).map_err(|failure| failure.to_string())
}

fn seen(instance: &mut Instance<Sum>) -> [f64; 5] {
    instance.reals(["x", "mean", "past[1]", "past[3]", "past[5]"]).unwrap()
}

#[test]
fn it_steps_and_gives_its_outputs() {
    let mut instance = started(3);
    assert_eq!(seen(&mut instance), [0.0, 0.5, 0.5, 0.5, 0.0]);
    for u in [1.0, 2.0, 3.0, 4.0] {
        step(&mut instance, u).unwrap();
    }
    assert_eq!(seen(&mut instance), [9.0, 3.0, 4.0, 3.0, 0.0]);
    let steps = [instance.reference("steps").unwrap()];
    let mut counted = [0];
    instance.get_integer(&steps, &mut counted).unwrap();
    assert_eq!(counted, [4]);
    // What stays between steps has no slope.
    let (mean, mut slope) = ([instance.reference("mean").unwrap()], [7.0]);
    instance.output_derivatives(&mean, &[1], &mut slope).unwrap();
    assert_eq!(slope, [0.0]);
}

#[test]
fn micro_steps_are_steps_of_it() {
    let values = [("count", 3.0), ("micro_step", 0.05), ("u", 2.0)];
    let mut instance = Instance::<Sum>::started(SolverKind::Own, &values).unwrap();
    step(&mut instance, 2.0).unwrap();
    assert_eq!(seen(&mut instance), [4.5, 1.5, 2.0, 0.5, 0.0]);
}

#[test]
fn what_it_remembers_is_saved_and_restored() {
    let mut instance = started(3);
    step(&mut instance, 1.0).unwrap();
    let saved = instance.snapshot();
    let before = seen(&mut instance);
    step(&mut instance, 5.0).unwrap();
    let after = seen(&mut instance);
    instance.restore(&saved).unwrap();
    assert_eq!(seen(&mut instance), before);
    step(&mut instance, 5.0).unwrap();
    assert_eq!(seen(&mut instance), after);

    // As bytes into an instance with other parameters, before and after its start.
    let mut bytes = vec![0; saved.size()];
    saved.serialize(&mut bytes).unwrap();
    for mut other in [started(7), Instance::new(Interface::CoSimulation)] {
        other.restore(&other.deserialize(&bytes).unwrap()).unwrap();
        assert_eq!(seen(&mut other), before);
        step(&mut other, 5.0).unwrap();
        assert_eq!(seen(&mut other), after);
    }
}

#[test]
fn a_refused_step_changes_nothing_of_it() {
    let values = [("count", 3.0), ("micro_step", 0.05)];
    let mut instance = Instance::<Sum>::started(SolverKind::Own, &values).unwrap();
    step(&mut instance, 1.0).unwrap();
    let (before, saved) = (seen(&mut instance), instance.snapshot());
    // The first micro step is taken, the second is not.
    let input = [instance.reference("u").unwrap()];
    instance.set_real(&input, &[0.0]).unwrap();
    instance.set_input_derivatives(&input, &[1], &[130.0]).unwrap();
    let failure = instance.do_step(instance.time(), 0.1).unwrap_err().to_string();
    assert!(failure.contains("13 is bad luck"), "{failure}");
    assert_eq!(seen(&mut instance), before);
    instance.restore(&saved).unwrap();
    assert_eq!(seen(&mut instance), before);
    step(&mut instance, f64::INFINITY).unwrap_err();
    assert_eq!(seen(&mut instance), before);
}

#[test]
fn it_follows_its_parameters_until_the_run_begins() {
    let mut instance = Instance::<Sum>::new(Interface::CoSimulation);
    let count = [instance.reference("count").unwrap()];
    instance.enter_initialization().unwrap();
    for (n, expected) in [(5, [0.5, 0.5]), (2, [0.0, 0.0]), (3, [0.5, 0.0])] {
        let early = instance.snapshot();
        instance.set_integer(&count, &[n]).unwrap();
        let saved = instance.snapshot();
        assert_eq!(instance.reals(["past[3]", "past[5]"]).unwrap(), expected);
        instance.restore(&early).unwrap();
        instance.restore(&saved).unwrap();
        assert_eq!(instance.reals(["past[3]", "past[5]"]).unwrap(), expected);
    }
    instance.set_integer(&count, &[4]).unwrap();
    let failure = instance.exit_initialization().unwrap_err().to_string();
    assert!(failure.contains("count = 4 does not fit"), "{failure}");
    instance.reset();
    instance.enter_initialization().unwrap();
    instance.exit_initialization().unwrap();
    assert_eq!(seen(&mut instance), [0.0, 0.5, 0.5, 0.5, 0.0]);
}

#[test]
fn a_state_that_is_not_its_own_is_refused() {
    let mut instance = started(3);
    let saved = instance.snapshot();
    let mut bytes = vec![0; saved.size()];
    saved.serialize(&mut bytes).unwrap();
    let failure = instance.deserialize(&bytes[1..]).unwrap_err().to_string();
    assert!(failure.contains("it belongs to another FMU"), "{failure}");
    let shorter = instance.deserialize(&bytes[..bytes.len() - 8]).unwrap();
    let before = seen(&mut instance);
    let failure = instance.restore(&shorter).unwrap_err().to_string();
    assert!(failure.contains("belongs to another FMU, or was changed"), "{failure}");
    assert_eq!(seen(&mut instance), before);
}

#[test]
fn its_outputs_are_discrete_and_local_ones_are_not_listed() {
    assert_eq!(check::<Sum>(), Vec::<String>::new());
    let model = ModelDescription::parse(describe::<Sum>().xml.as_bytes()).unwrap();
    assert!(model.problems().is_empty(), "{:?}", model.problems());
    assert!(model.model_exchange.is_none());
    let index = |name: &str| model.index_of(name).unwrap();
    let unknowns = |list: &fmi2_description::Unknowns| -> Vec<u32> {
        list.unknowns.iter().map(|unknown| unknown.index).collect()
    };
    let structure = &model.model_structure;
    for (name, causality) in [("mean", Causality::Output), ("past[1]", Causality::Local)] {
        let variable = model.variable(name).unwrap();
        assert_eq!(variable.causality, Some(causality.into()), "{name}");
        assert_eq!(variable.variability, Some(Variability::Discrete.into()), "{name}");
        let listed = causality == Causality::Output;
        assert_eq!(unknowns(&structure.outputs).contains(&index(name)), listed);
        assert_eq!(unknowns(&structure.initial_unknowns).contains(&index(name)), listed);
    }
    // At the start it depends on a parameter, later on nothing that is known.
    let mean = |list: &fmi2_description::Unknowns| {
        let found = list.unknowns.iter().find(|unknown| unknown.index == index("mean"));
        found.unwrap().dependencies.clone().unwrap()
    };
    assert_eq!(mean(&structure.outputs), Vec::<u32>::new());
    assert_eq!(mean(&structure.initial_unknowns), [index("count")]);
}

/// A model with one mistake.
struct Wrong<const MISTAKE: usize>;

const ALONE: usize = 1;
const NONE: usize = 2;
const EVENTS: usize = 3;
const UNKNOWN: usize = 4;

/// A method that does nothing.
struct Idle;

impl OwnMethod for Idle {
    fn step(&mut self, _: &Sample, _: &Sample, _: f64, _: &mut States) -> Result<(), &'static str> {
        Ok(())
    }

    fn save(&self, _: &mut Vec<f64>) {}

    fn restore(&mut self, numbers: &[f64]) -> bool {
        numbers.is_empty()
    }
}

impl<const MISTAKE: usize> Model for Wrong<MISTAKE> {
    const NAME: &'static str = "wrong";
    const DESCRIPTION: &'static str = "for tests";
    const OWN_STEP: bool = MISTAKE != ALONE;
    const ONLY_OWN_STEP: bool = MISTAKE != ALONE;
    const OWN_METHOD: bool = MISTAKE != UNKNOWN;

    fn declare(v: &mut Variables) -> Self {
        if MISTAKE == EVENTS {
            let period = v.parameter("period", 0.1, "s", "");
            v.clock(period);
        }
        v.remembered_output("y", "", "");
        Self
    }

    fn own_method(&self, _: &Sample) -> Option<Box<dyn OwnMethod>> {
        (MISTAKE != NONE).then(|| Box::new(Idle) as Box<dyn OwnMethod>)
    }
}

#[test]
fn each_mistake_is_told() {
    assert_eq!(check::<Wrong<0>>(), Vec::<String>::new());
    let told = [
        (check::<Wrong<ALONE>>(), "write OWN_STEP and ONLY_OWN_STEP = true too"),
        (check::<Wrong<NONE>>(), "OWN_METHOD is true, but there is none: write `own_method`"),
        (check::<Wrong<EVENTS>>(), "a model with OWN_METHOD cannot have events"),
        (check::<Wrong<UNKNOWN>>(), "\"y\" is an output of an own method; write OWN_METHOD = true"),
    ];
    for (problems, words) in told {
        assert!(problems.iter().any(|problem| problem.contains(words)), "{words}: {problems:?}");
    }
}

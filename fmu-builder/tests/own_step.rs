//! Models that compute the start of a state, or bring a step of their own.

use fmi2_description::ModelDescription;
use fmu_builder::runtime::{Instance, Interface};
use fmu_builder::*;

/// ẋ = u with q = ∫ x, from x = a b; its own step is the trapezoidal rule, and refuses steps of 1 s.
struct Ramp {
    a: Parameter,
    b: Parameter,
    u: Input,
    x: State,
    q: Integral,
    y: Output,
}

impl Model for Ramp {
    const NAME: &'static str = "ramp";
    const DESCRIPTION: &'static str = "for tests";
    const LINEAR: Option<bool> = Some(true);
    const OWN_STEP: bool = true;

    fn declare(v: &mut Variables) -> Self {
        Self {
            a: v.parameter("a", 2.0, "", ""),
            b: v.parameter("b", 3.0, "", ""),
            u: v.input("u", 0.0, "1/s", ""),
            x: v.computed_state("x", "", ""),
            q: v.integral("q", "s", ""),
            y: v.output("y", "", ""),
        }
    }

    fn start(&self, s: &Sample, x: &mut States) {
        x[self.x] = s[self.a] * s[self.b];
    }

    fn derivatives(&self, s: &Sample, dx: &mut Derivatives) {
        dx[self.x] = s[self.u];
        dx[self.q] = s[self.x];
    }

    fn outputs(&self, s: &Sample, y: &mut Outputs) {
        y[self.y] = 10.0 * s[self.x];
    }

    fn own_step(
        &self,
        s: &Sample,
        s_end: &Sample,
        h: f64,
        z: &mut States,
    ) -> Result<(), &'static str> {
        if h >= 1.0 {
            return Err("the step is too long");
        }
        z[self.x] = s[self.x] + 0.5 * h * (s[self.u] + s_end[self.u]);
        z[self.q] = s[self.q] + 0.5 * h * (s[self.x] + z[self.x]);
        Ok(())
    }
}

fn started(micro_step: f64) -> Instance<Ramp> {
    let mut instance = Instance::new(Interface::CoSimulation);
    let references = ["a", "micro_step"].map(|name| instance.reference(name).unwrap());
    instance.set_real(&references, &[-1.0, micro_step]).unwrap();
    instance.enter_initialization().unwrap();
    // Before the initialisation ends the state follows the parameters already.
    assert_eq!(instance.reals(["x", "y", "der(q)"]).unwrap(), [-3.0, -30.0, -3.0]);
    instance.exit_initialization().unwrap();
    instance
}

#[test]
fn the_own_step_is_taken_with_the_inputs_at_both_of_its_ends() {
    let mut instance = started(0.1);
    assert_eq!(instance.reals(["x"]).unwrap(), [-3.0]);
    let u = [instance.reference("u").unwrap()];
    instance.set_real(&u, &[1.0]).unwrap();
    instance.set_input_derivatives(&u, &[1], &[4.0]).unwrap();
    instance.do_step(0.0, 0.5).unwrap();
    // x = −3 + t + 2 t², exact by the trapezoidal rule; q has an error of h² (x'(t) − x'(0))/12.
    let [x, q] = instance.reals(["x", "q"]).unwrap();
    let exact = -1.5 + 0.125 + 2.0 * 0.125 / 3.0;
    assert!((x + 2.0).abs() < 1e-14 && (q - exact - 0.01 * 2.0 / 12.0).abs() < 1e-14, "{x} {q}");
}

#[test]
fn a_run_restored_with_it_repeats_bit_for_bit() {
    let mut instance = started(0.1);
    let run = |instance: &mut Instance<Ramp>| {
        instance.do_step(0.0, 0.3).unwrap();
        instance.reals(["x", "q"]).unwrap()
    };
    let saved = instance.snapshot();
    let mut bytes = vec![0; saved.size()];
    saved.serialize(&mut bytes).unwrap();
    let first = run(&mut instance);
    let mut other = Instance::<Ramp>::new(Interface::CoSimulation);
    other.restore(&other.deserialize(&bytes).unwrap()).unwrap();
    assert_eq!(run(&mut other), first);
}

#[test]
fn a_step_that_the_model_refuses_says_why() {
    let failure = started(1.0).do_step(0.0, 1.0).unwrap_err().to_string();
    let expected = "solver \"own\" stopped at t = 0 s with a step of 1e0 s: the step is too long";
    assert!(failure.contains(expected), "{failure}");
}

#[test]
fn the_description_has_the_solver_and_what_the_start_may_depend_on() {
    let model = ModelDescription::parse(describe::<Ramp>().xml.as_bytes()).unwrap();
    assert!(model.problems().is_empty(), "{:?}", model.problems());
    let solver = model.variable("solver").unwrap();
    assert_eq!(model.items(solver).last().unwrap().name, "own");
    assert_eq!(solver.numeric_start(), Some(6.0));
    let unknowns = &model.model_structure.initial_unknowns.unknowns;
    for name in ["x", "y"] {
        let index = model.index_of(name).unwrap();
        let unknown = unknowns.iter().find(|unknown| unknown.index == index).unwrap();
        let of = |name| model.index_of(name).unwrap();
        assert_eq!(unknown.dependencies.as_deref(), Some(&[of("a"), of("b")][..]), "{name}");
    }
}

#[test]
fn other_models_do_not_offer_it() {
    let mut instance = Instance::<oscillator::Oscillator>::new(Interface::CoSimulation);
    let failure = instance.set_solver(SolverKind::Own).unwrap_err().to_string();
    assert!(failure.contains("solver = 6 is not an item; the items are 1 = exact"), "{failure}");
}

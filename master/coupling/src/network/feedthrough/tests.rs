//! Chains, loops and what only looks like one, at the start.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use nalgebra::{DMatrix, DVector, dmatrix, dvector};

use super::*;
use crate::error::LoopFailure;
use crate::id::{InputId, OutputId};
use crate::law::{Convert, Link, Signal};
use crate::network::Reading;
use crate::polynomial::Polynomial;
use crate::slave::{
    Feedthrough, InputPort, LinearSlave, OutputPort, Ports, Slave, SlaveError, Slot, StateSpace,
    Step,
};

/// y = d u, without a state; its dependencies are stated.
fn gain(d: DMatrix<f64>, inputs: &[&str], outputs: &[&str]) -> Box<dyn Slave> {
    let (p, m) = d.shape();
    let system =
        StateSpace { a: DMatrix::zeros(0, 0), b: DMatrix::zeros(0, m), c: DMatrix::zeros(p, 0), d };
    Box::new(LinearSlave::new(system, DVector::zeros(0), inputs, outputs))
}

/// One output, any function of the inputs.
struct Function<F> {
    ports: Ports,
    function: F,
    start: f64,
    reads: Arc<AtomicUsize>,
}

/// A function of `n` inputs that states no dependencies.
fn function<F: Fn(&[f64]) -> f64 + Send>(n: usize, function: F) -> Function<F> {
    let input = |k| InputPort { name: format!("u{k}"), discrete: false };
    let output = OutputPort { name: "y".into(), feedthrough: Feedthrough::Unknown };
    let ports = Ports {
        inputs: (0..n).map(input).collect(),
        outputs: vec![output],
        input_degree: 0,
        can_rewind: false,
    };
    Function { ports, function, start: 0.0, reads: Arc::default() }
}

impl<F: Fn(&[f64]) -> f64 + Send> Slave for Function<F> {
    fn ports(&self) -> &Ports {
        &self.ports
    }

    fn outputs(&mut self, u: &[f64], y: &mut [f64]) -> Result<(), SlaveError> {
        self.reads.fetch_add(1, Relaxed);
        y[0] = (self.function)(u);
        Ok(())
    }

    fn start_inputs(&self, u: &mut [f64]) {
        u.fill(self.start);
    }

    fn step(&mut self, _: &Step, _: &[Polynomial], _: &mut [f64]) -> Result<(), SlaveError> {
        unreachable!("these tests take no step")
    }

    fn save(&mut self, _: Slot) -> Result<(), SlaveError> {
        unreachable!("these tests take no step")
    }

    fn restore(&mut self, _: Slot) -> Result<(), SlaveError> {
        unreachable!("these tests take no step")
    }
}

fn link(from: usize, to: usize, offset: f64) -> Link {
    let (from, to) = (OutputId(from), InputId(to));
    Link { from, to, gain: 1.0, offset, convert: Convert::Lossless }
}

struct Found {
    u: DVector<f64>,
    y: DVector<f64>,
    report: Initialisation,
}

impl Found {
    /// The inputs on each loop.
    fn loops(&self) -> Vec<String> {
        self.report.loops().map(|(inputs, _)| inputs.join(" ")).collect()
    }

    fn order(&self) -> Vec<String> {
        self.report.stages.iter().map(|stage| stage.inputs.join(" ")).collect()
    }
}

fn initialized(slaves: Vec<Box<dyn Slave>>, links: Vec<Link>) -> Result<Found, CouplingError> {
    let slaves = slaves.into_iter().enumerate().map(|(k, s)| (format!("s{k}"), s)).collect();
    let laws: Vec<Box<dyn CouplingLaw>> = vec![Box::new(Signal::new(links))];
    let mut network = Network::new(slaves, laws, Reading::Fresh);
    let mut u = DVector::zeros(network.input_count());
    let mut y = DVector::zeros(network.output_count());
    network.initialize(0.0, &mut y, &mut u)?;
    Ok(Found { u, y, report: network.initialisation().clone() })
}

/// The inputs of a failed loop and why it failed.
fn failure(found: Result<Found, CouplingError>) -> (String, LoopFailure) {
    match found {
        Err(CouplingError::Loop { inputs, cause, .. }) => (inputs.join(" "), cause),
        Err(other) => panic!("{other}"),
        Ok(found) => panic!("found {}", found.u),
    }
}

#[test]
fn a_chain_of_feedthroughs_is_followed_in_the_order_of_dependency() {
    // The last slave is the source; each other one doubles what comes from the next.
    let double = || gain(dmatrix![2.0], &["u"], &["y"]);
    let links = vec![link(1, 0, 0.0), link(2, 1, 0.0), link(3, 2, 1.0)];
    let source = gain(DMatrix::zeros(1, 0), &[], &["y"]);
    let found = initialized(vec![double(), double(), double(), source], links).unwrap();
    assert_eq!(found.u, dvector![4.0, 2.0, 1.0]);
    assert_eq!(found.y, dvector![8.0, 4.0, 2.0, 0.0]);
    assert_eq!(found.order(), ["s2.u", "s1.u", "s0.u"]);
    assert!(found.loops().is_empty());
}

#[test]
fn an_output_that_feeds_nothing_is_read_again_too() {
    // y = 2 u, and whoever looks at y at a communication point sees it for the new u.
    let source = gain(DMatrix::zeros(1, 0), &[], &["y"]);
    let slaves = vec![("a".into(), gain(dmatrix![2.0], &["u"], &["y"])), ("b".into(), source)];
    let laws: Vec<Box<dyn CouplingLaw>> = vec![Box::new(Signal::new(vec![link(1, 0, 3.0)]))];
    let mut network = Network::new(slaves, laws, Reading::Fresh);
    let (mut y, mut u) = (dvector![0.0, 1.0], dvector![0.0]);
    network.exchange(0.0, &mut y, &mut u).unwrap();
    assert_eq!((u[0], y[0]), (4.0, 8.0));
}

#[test]
fn an_algebraic_loop_is_solved() {
    // u₀ = −0.5 u₁ + 3, u₁ = 4 u₀ − 1: u₀ = 3.5/3 and u₁ = 11/3, though iteration diverges.
    let slaves = vec![gain(dmatrix![4.0], &["u"], &["y"]), gain(dmatrix![-0.5], &["u"], &["y"])];
    let found = initialized(slaves, vec![link(1, 0, 3.0), link(0, 1, -1.0)]).unwrap();
    let u = &found.u;
    assert!((u[0] - 3.5 / 3.0).abs() < 1e-12 && (u[1] - 11.0 / 3.0).abs() < 1e-12, "{u}");
    assert_eq!(found.loops(), ["s0.u s1.u"]);
    let (_, solution) = found.report.loops().next().unwrap();
    assert!(solution.iterations <= 3 && solution.residual <= 1e-13, "{solution:?}");
}

#[test]
fn very_small_inputs_are_found_as_exactly_as_others() {
    // v = cos v in units of 1e-11, and the same of size 1.
    for unit in [1e-11, 1e-200, 1.0, 1e9] {
        let cosine = Box::new(function(1, move |u| unit * (u[0] / unit).cos()));
        let found = initialized(vec![cosine], vec![link(0, 0, 0.0)]).unwrap();
        let v = found.u[0] / unit;
        assert!((v - 0.739_085_133_215_160_6).abs() < 1e-12, "{unit:e}: {v}");
    }
}

/// y = u/2 + 1 with an error that changes from reading to reading, as of a solver.
fn noisy(noise: f64) -> Box<dyn Slave> {
    let readings = AtomicUsize::new(0);
    let reading = move || (12.9898 * readings.fetch_add(1, Relaxed) as f64).sin();
    Box::new(function(1, move |u| 0.5 * u[0] + 1.0 + noise * reading()))
}

#[test]
fn noise_of_slaves_is_accepted_up_to_a_limit_and_else_named() {
    let found = initialized(vec![noisy(1e-7)], vec![link(0, 0, 0.0)]).unwrap();
    let (_, solution) = found.report.loops().next().unwrap();
    assert!((found.u[0] - 2.0).abs() < 1e-6, "{}", found.u);
    assert!((1e-9..1e-6).contains(&solution.residual), "{solution:?}");
    let found = initialized(vec![noisy(1e-5)], vec![link(0, 0, 0.0)]);
    assert_eq!(failure(found), ("s0.u0".into(), LoopFailure::Noise));
}

#[test]
fn a_loop_without_solution_is_named_as_singular() {
    // u₀ = u₁ + 1, u₁ = u₀.
    let slaves = vec![gain(dmatrix![1.0], &["u"], &["y"]), gain(dmatrix![1.0], &["u"], &["y"])];
    let found = initialized(slaves, vec![link(1, 0, 1.0), link(0, 1, 0.0)]);
    assert_eq!(failure(found), ("s0.u s1.u".into(), LoopFailure::Singular));
}

#[test]
fn a_jacobian_that_is_singular_at_the_start_values_is_named() {
    // u = u²/2 − 4 has the solutions −2 and 4, but no way leads on from 1.
    let parabola = |start| Box::new(Function { start, ..function(1, |u| 0.5 * u[0] * u[0]) });
    let found = initialized(vec![parabola(1.0)], vec![link(0, 0, -4.0)]);
    assert_eq!(failure(found), ("s0.u0".into(), LoopFailure::Singular));
    for (start, solution) in [(3.0, 4.0), (-1.0, -2.0)] {
        let found = initialized(vec![parabola(start)], vec![link(0, 0, -4.0)]).unwrap();
        assert!((found.u[0] - solution).abs() < 1e-12, "{}", found.u);
    }
}

#[test]
fn inputs_of_very_different_size_form_a_loop_like_any_other() {
    // p = 1e9 x + 1e5, x = −1e-9 p + 1e-3: p = 5.5e5, x = 4.5e-4.
    let slaves = vec![gain(dmatrix![1e9], &["x"], &["p"]), gain(dmatrix![-1e-9], &["p"], &["x"])];
    let found = initialized(slaves, vec![link(1, 0, 1e-3), link(0, 1, 1e5)]).unwrap();
    let u = &found.u;
    assert!((u[0] - 4.5e-4).abs() < 1e-12 && (u[1] - 5.5e5).abs() < 1e-3, "{u}");
}

#[test]
fn thirty_slaves_without_stated_dependencies_are_no_loop_if_they_are_a_chain() {
    // A ring in which the last slave ignores its input: y₂₉ = 5, all others add 1.
    let reads = Arc::new(AtomicUsize::new(0));
    let slave = |k: usize| -> Box<dyn Slave> {
        let answer = move |u: &[f64]| if k == 29 { 5.0 } else { u[0] + 1.0 };
        Box::new(Function { reads: Arc::clone(&reads), ..function(1, answer) })
    };
    let links = (0..30).map(|k| link((k + 29) % 30, k, 0.0)).collect();
    let found = initialized((0..30).map(slave).collect(), links).unwrap();
    assert_eq!((found.u[0], found.u[29]), (5.0, 34.0));
    assert!(found.loops().is_empty(), "{:?}", found.loops());
    assert_eq!(found.order().first().unwrap(), "s0.u0");
    assert_eq!(found.order().len(), 30);
    assert!(reads.load(Relaxed) <= 15 * 30, "{reads:?} reads");
}

#[test]
fn slaves_without_stated_dependencies_and_without_any_are_set_in_one_stage() {
    let constant = |k: usize| -> Box<dyn Slave> { Box::new(function(1, move |_| k as f64)) };
    let links = (0..30).map(|k| link((k + 29) % 30, k, 0.0)).collect();
    let found = initialized((0..30).map(constant).collect(), links).unwrap();
    assert_eq!((found.u[0], found.u[29]), (29.0, 28.0));
    assert_eq!((found.order().len(), found.loops().len()), (1, 0));
}

#[test]
fn among_slaves_without_stated_dependencies_only_the_real_loop_is_reported() {
    // s0 and s1 depend on each other; s2 takes both and drives s0 by a constant.
    let slaves: Vec<Box<dyn Slave>> = vec![
        Box::new(function(2, |u| 0.5 * u[0] + u[1])),
        Box::new(function(1, |u| 0.5 * u[0])),
        Box::new(function(2, |_| 3.0)),
    ];
    let links =
        vec![link(1, 0, 0.0), link(2, 1, 0.0), link(0, 2, 0.0), link(0, 3, 0.0), link(1, 4, 0.0)];
    let found = initialized(slaves, links).unwrap();
    // y₀ = 0.25 y₀ + 3.
    assert!((&found.u - dvector![2.0, 3.0, 4.0, 4.0, 2.0]).amax() < 1e-12, "{}", found.u);
    assert_eq!(found.loops(), ["s0.u0 s1.u0"]);
    assert_eq!(found.order(), ["s0.u1", "s0.u0 s1.u0", "s2.u0 s2.u1"]);
}

#[test]
fn a_dependence_that_a_slave_denies_is_followed_at_the_start() {
    // A chain of slaves that state none, as if the inputs reached the outputs by the initial state.
    let denying = || -> Box<dyn Slave> {
        let mut slave = function(1, |u| 2.0 * u[0]);
        slave.ports.outputs[0].feedthrough = Feedthrough::Declared(Vec::new());
        Box::new(slave)
    };
    let slaves = vec![denying(), denying(), denying(), Box::new(function(0, |_| 1.0)) as _];
    let links = vec![link(1, 0, 0.0), link(2, 1, 0.0), link(3, 2, 0.0)];
    let found = initialized(slaves, links).unwrap();
    assert_eq!(found.u, dvector![4.0, 2.0, 1.0]);
    assert_eq!(found.y, dvector![8.0, 4.0, 2.0, 1.0]);
}

/// Stated dependence of a discrete input.
fn switch(answer: impl Fn(f64) -> f64 + Send + 'static) -> Box<dyn Slave> {
    let mut slave = function(1, move |u| answer(u[0]));
    slave.ports.inputs[0].discrete = true;
    slave.ports.outputs[0].feedthrough = Feedthrough::Declared(vec![0]);
    Box::new(slave)
}

#[test]
fn discrete_inputs_on_a_loop_are_set_until_they_settle() {
    // count → min(count + 1, 7), through a second slave that hands it on.
    let slaves = vec![switch(|u| (u + 1.0).min(7.0)), switch(|u| u)];
    let found = initialized(slaves, vec![link(1, 0, 0.0), link(0, 1, 0.0)]).unwrap();
    assert_eq!(found.u, dvector![7.0, 7.0]);
    assert_eq!(found.loops(), ["s0.u0 s1.u0"]);
}

#[test]
fn discrete_inputs_that_keep_changing_are_named() {
    let slaves = vec![switch(|u| 1.0 - u), switch(|u| u)];
    let found = initialized(slaves, vec![link(1, 0, 0.0), link(0, 1, 0.0)]);
    assert_eq!(failure(found), ("s0.u0 s1.u0".into(), LoopFailure::Unsettled));
}

#[test]
fn a_loop_through_a_switch_is_solved_for_its_position() {
    // x = 0.5 x + 1 + on, on = (x > 1.5): with on = 0, x = 2, hence on = 1 and x = 4.
    let mut plant = function(2, |u| 0.5 * u[0] + 1.0 + u[1]);
    plant.ports.inputs[1].discrete = true;
    let relay = function(1, |u| f64::from(u8::from(u[0] > 1.5)));
    let links = vec![link(0, 0, 0.0), link(1, 1, 0.0), link(0, 2, 0.0)];
    let found = initialized(vec![Box::new(plant), Box::new(relay)], links).unwrap();
    assert!((&found.u - dvector![4.0, 1.0, 4.0]).amax() < 1e-12, "{}", found.u);
    assert_eq!(found.loops(), ["s0.u0"]);
}

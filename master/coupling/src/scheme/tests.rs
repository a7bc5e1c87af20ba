//! What holds for every scheme: its order on a problem with a known solution, and what it makes of
//! inputs that are prescribed.

use nalgebra::{dmatrix, dvector};

use super::sweep::{GaussSeidel, Jacobi};
use super::*;
use crate::clock::Clock;
use crate::id::{InputId, OutputId, SlaveId};
use crate::law::{Convert, Link, Signal};
use crate::network::{Network, Reading};
use crate::polynomial::Polynomial;
use crate::signals::extrapolation::{
    Continuity, Extrapolation, Extripol, Hermite, MeanValue, PolynomialRule, TwoStepHermite,
};
use crate::simulation::Simulation;
use crate::slave::{
    Feedthrough, LinearSlave, OutputPort, Ports, Slave, SlaveError, Slot, StateSpace, Step,
};
use crate::test_models::TwoMass;

mod rigid_link;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Order {
    Jacobi,
    GaussSeidel,
}

/// A rule with the degree of its interpolations and that of its start-up.
struct Rule {
    rule: Box<dyn Extrapolation>,
    interpolation: usize,
    start: usize,
}

fn polynomial(degree: usize) -> Rule {
    Rule { rule: Box::new(PolynomialRule::new(degree)), interpolation: degree, start: degree }
}

/// Largest error of x₁, x₂ at the communication points up to t = 0.2.
fn error(order: Order, rule: Rule, h: f64) -> f64 {
    let model = TwoMass::schweizer_lu();
    let network = model.network();
    let (inputs, outputs) = (network.discrete_inputs(), network.output_count());
    let signals = Signals::new(rule.rule, rule.interpolation, inputs, outputs);
    let in_order = network.slaves().collect();
    let explicit: Box<dyn Scheme> = match order {
        Order::Jacobi => Box::new(Explicit::new(Jacobi)),
        Order::GaussSeidel => Box::new(Explicit::new(GaussSeidel::new(&network, in_order))),
    };
    let clock = Clock::new(0.0, 0.2, h);
    let simulation = Simulation::new(network, signals, explicit, clock);
    let mut simulation = simulation.repeating_start(rule.start);
    simulation.initialize().unwrap();
    let mut worst: f64 = 0.0;
    while simulation.advance().unwrap() {
        let exact = model.exact(simulation.t());
        let y = &simulation.point().y;
        worst = worst.max((y[0] - exact[0]).abs()).max((y[2] - exact[2]).abs());
    }
    worst
}

/// The order is the one that the rule states.
fn check_order(name: &str, order: Order, rule: impl Fn() -> Rule) {
    let expected = rule().rule.facts().order as f64;
    let (coarse, fine) = (error(order, rule(), 5e-4), error(order, rule(), 2.5e-4));
    let observed = (coarse / fine).log2();
    // Of H⁴ these rules leave so little that higher powers still show.
    let above = if name.starts_with("quad") || name == "Hermite 2" { 1.3 } else { 0.2 };
    let within = expected - 0.2..expected + above;
    assert!(within.contains(&observed), "{name}, {order:?}: {observed} for {expected}");
}

#[test]
fn explicit_schemes_have_order_degree_plus_one() {
    for order in [Order::Jacobi, Order::GaussSeidel] {
        for degree in 0..=3 {
            assert_eq!(polynomial(degree).rule.facts().order, degree + 1);
            check_order(&format!("degree {degree}"), order, || polynomial(degree));
        }
    }
}

#[test]
fn every_rule_has_its_order() {
    // Constant inputs reach order 2 by their mean, lines 3, parabolas 4; the mean itself order R.
    let by_mean = |name: &'static str| {
        move || {
            let rule = Box::new(MeanValue::named(name).unwrap());
            // The tangent at the start serves up to order 3, where the rule knows it.
            let start = match () {
                () if !rule.needs_derivatives() => rule.points() - 1,
                () if name.starts_with("quad") => 3,
                () => 1,
            };
            Rule { rule, interpolation: 1, start }
        }
    };
    for name in [
        "const-1-1-b0",
        "const-1-2",
        "const-2-4",
        "const-3-6",
        "const-2-3-opt",
        "const-2-2-opt",
        "const-3-5",
        "lin-1-2",
        "lin-2-4",
        "lin-3-3-b0",
        "lin-2-3-opt",
        "lin-2-2-opt",
        "quad-3-3-b0",
        "quad-2-4",
        "quad-3-6",
    ] {
        check_order(name, Order::Jacobi, by_mean(name));
    }
    for points in 1..=2 {
        let degree = 2 * points - 1;
        check_order(&format!("Hermite {points}"), Order::Jacobi, || Rule {
            rule: Box::new(Hermite::new(points)),
            interpolation: degree,
            start: degree,
        });
    }
    for rho_inf in [0.0, 0.56, 1.0] {
        check_order(&format!("two-step {rho_inf}"), Order::Jacobi, || Rule {
            rule: Box::new(TwoStepHermite::new(rho_inf)),
            interpolation: 2,
            start: 2,
        });
    }
    for degree in 0..=3 {
        for continuity in [Continuity::C0, Continuity::C1] {
            check_order(&format!("{continuity:?} {degree}"), Order::Jacobi, || Rule {
                rule: Box::new(Extripol::new(continuity, degree)),
                interpolation: degree,
                start: degree,
            });
        }
    }
}

/// u = t up to 0.5, then 2: prescribed, with a jump that its step shows from the left only.
struct Jumping {
    ports: Ports,
    t: f64,
}

impl Jumping {
    fn new() -> Self {
        let output =
            OutputPort { name: "u".into(), feedthrough: Feedthrough::Declared(Vec::new()) };
        let ports =
            Ports { inputs: Vec::new(), outputs: vec![output], input_degree: 0, can_rewind: true };
        Self { ports, t: 0.0 }
    }
}

impl Slave for Jumping {
    fn ports(&self) -> &Ports {
        &self.ports
    }
    fn outputs(&mut self, _u: &[f64], y: &mut [f64]) -> Result<(), SlaveError> {
        y[0] = if self.t < 0.5 { self.t } else { 2.0 };
        Ok(())
    }
    fn step(&mut self, step: &Step, _u: &[Polynomial], y: &mut [f64]) -> Result<(), SlaveError> {
        self.t = step.end;
        y[0] = if self.t <= 0.5 { self.t } else { 2.0 };
        Ok(())
    }
    fn save(&mut self, _slot: Slot) -> Result<(), SlaveError> {
        Ok(())
    }
    fn restore(&mut self, _slot: Slot) -> Result<(), SlaveError> {
        Ok(())
    }
}

#[test]
fn an_input_known_ahead_is_exact_across_its_jump_in_every_order_and_degree() {
    for (degree, reversed, start_up) in
        [(1, false, false), (1, true, false), (3, true, false), (2, false, true), (3, true, true)]
    {
        let system =
            StateSpace { a: dmatrix![0.0], b: dmatrix![1.0], c: dmatrix![1.0], d: dmatrix![0.0] };
        let plant = LinearSlave::new(system, dvector![0.0], &["u"], &["x"]);
        let slaves: Vec<(String, Box<dyn Slave>)> =
            vec![("plant".into(), Box::new(plant)), ("source".into(), Box::new(Jumping::new()))];
        let link = Link {
            from: OutputId(1),
            to: InputId(0),
            gain: 1.0,
            offset: 0.0,
            convert: Convert::Lossless,
        };
        let network = Network::new(slaves, vec![Box::new(Signal::new(vec![link]))], Reading::Fresh)
            .with_prescribed(vec![SlaveId(1)]);
        let rule = Box::new(PolynomialRule::new(degree));
        let signals = Signals::new(rule, degree, vec![false], 2);
        let order = vec![SlaveId(1), SlaveId(0)];
        let scheme: Box<dyn Scheme> = if reversed {
            Box::new(Explicit::new(GaussSeidel::new(&network, order)))
        } else {
            Box::new(Explicit::new(Jacobi))
        };
        let mut simulation = Simulation::new(network, signals, scheme, Clock::new(0.0, 1.0, 0.125));
        if start_up {
            simulation = simulation.repeating_start(degree);
        }
        simulation.initialize().unwrap();
        while simulation.advance().unwrap() {}
        let x = simulation.point().y[0];
        assert!((x - (0.125 + 1.0)).abs() < 1e-14, "{degree} {reversed} {start_up}: {x}");
    }
}

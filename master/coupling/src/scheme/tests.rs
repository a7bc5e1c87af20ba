//! What holds for every scheme: its order on a problem with a known solution.

use super::sweep::{GaussSeidel, Jacobi};
use super::*;
use crate::clock::Clock;
use crate::signals::extrapolation::PolynomialRule;
use crate::simulation::Simulation;
use crate::test_models::TwoMass;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Order {
    Jacobi,
    GaussSeidel,
}

/// Largest error of x₁, x₂ at the communication points up to t = 0.2.
fn error(order: Order, degree: usize, h: f64) -> f64 {
    let model = TwoMass::schweizer_lu();
    let network = model.network();
    let signals = Signals::new(
        Box::new(PolynomialRule::new(degree)),
        degree,
        network.discrete_inputs(),
        network.output_count(),
    );
    let sweep: Box<dyn sweep::Sweep> = match order {
        Order::Jacobi => Box::new(Jacobi),
        Order::GaussSeidel => Box::new(GaussSeidel::new(&network, network.slaves().collect())),
    };
    let scheme = Box::new(StartUp::new(Box::new(Explicit::new(sweep)), degree));
    let mut simulation = Simulation::new(network, signals, scheme, Clock::new(0.0, 0.2, h));
    simulation.initialize().unwrap();
    let mut worst: f64 = 0.0;
    while simulation.advance().unwrap() {
        let exact = model.exact(simulation.t());
        let y = &simulation.point().y;
        worst = worst.max((y[0] - exact[0]).abs()).max((y[2] - exact[2]).abs());
    }
    worst
}

#[test]
fn explicit_schemes_have_order_degree_plus_one() {
    for order in [Order::Jacobi, Order::GaussSeidel] {
        for degree in 0..=3 {
            let (coarse, fine) = (error(order, degree, 1e-3), error(order, degree, 5e-4));
            let observed = (coarse / fine).log2();
            let expected = degree as f64 + 1.0;
            assert!((observed - expected).abs() < 0.2, "{order:?} {degree}: {observed}");
        }
    }
}

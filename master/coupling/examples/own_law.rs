//! A coupling law of one's own: a spring that hardens with its stretch, and what becomes of its energy.
//!
//! `cargo run -p coupling --example own_law`

use coupling::clock::Clock;
use coupling::law::CouplingLaw;
use coupling::network::{Network, Reading};
use coupling::scheme::{Jacobian, SemiImplicit};
use coupling::signals::Signals;
use coupling::signals::extrapolation::PolynomialRule;
use coupling::simulation::Simulation;
use coupling::slave::{LinearSlave, Slave, StateSpace};
use coupling::{CouplingError, InputId, OutputId};
use nalgebra::{dmatrix, dvector};

/// F = c z + c₃ z³ with z = x_b − x_a: F on a, −F on b.
struct HardeningSpring {
    position: [OutputId; 2],
    force: [InputId; 2],
    c: f64,
    c3: f64,
}

impl HardeningSpring {
    fn stretch(&self, y: &[f64]) -> f64 {
        y[self.position[1].0] - y[self.position[0].0]
    }

    fn energy(&self, y: &[f64]) -> f64 {
        let z = self.stretch(y);
        self.c / 2.0 * z.powi(2) + self.c3 / 4.0 * z.powi(4)
    }
}

impl CouplingLaw for HardeningSpring {
    fn dependencies(&self) -> Vec<(InputId, Vec<OutputId>)> {
        self.force.iter().map(|force| (*force, self.position.to_vec())).collect()
    }

    fn add(&self, y: &[f64], u: &mut [f64]) {
        let z = self.stretch(y);
        let force = self.c * z + self.c3 * z.powi(3);
        u[self.force[0].0] += force;
        u[self.force[1].0] -= force;
    }

    fn partials(&self, y: &[f64], each: &mut dyn FnMut(InputId, OutputId, f64)) {
        let slope = self.c + 3.0 * self.c3 * self.stretch(y).powi(2);
        for (force, sign) in self.force.into_iter().zip([1.0, -1.0]) {
            each(force, self.position[0], -sign * slope);
            each(force, self.position[1], sign * slope);
        }
    }
}

/// A mass of 1 kg at rest at `x`: input force, outputs x and v.
fn mass(x: f64) -> Box<dyn Slave> {
    let system = StateSpace {
        a: dmatrix![0.0, 1.0; 0.0, 0.0],
        b: dmatrix![0.0; 1.0],
        c: dmatrix![1.0, 0.0; 0.0, 1.0],
        d: dmatrix![0.0; 0.0],
    };
    Box::new(LinearSlave::new(system, dvector![x, 0.0], &["force"], &["x", "v"]))
}

fn spring() -> HardeningSpring {
    let (position, force) = ([OutputId(0), OutputId(2)], [InputId(0), InputId(1)]);
    HardeningSpring { position, force, c: 10.0, c3: 50.0 }
}

fn main() -> Result<(), CouplingError> {
    let slaves = vec![("a".into(), mass(-0.5)), ("b".into(), mass(0.5))];
    let network = Network::new(slaves, vec![Box::new(spring())], Reading::default());
    let signals = Signals::new(Box::new(PolynomialRule::new(2)), 2, vec![false; 2], 4);
    let scheme = Box::new(SemiImplicit::new(&network, &[], Jacobian::Reused));
    let mut run = Simulation::new(network, signals, scheme, Clock::new(0.0, 5.0, 1e-3));
    let energy = |y: &[f64]| spring().energy(y) + (y[1].powi(2) + y[3].powi(2)) / 2.0;
    run.initialize()?;
    let before = energy(run.point().y.as_slice());
    while run.advance()? {}
    let after = energy(run.point().y.as_slice());
    println!("energy before {before:.6} J, after 5 s {after:.6} J");
    println!("relative error {:.1e}", (after / before - 1.0).abs());
    Ok(())
}

//! Two masses on a spring, coupled explicitly and semi-implicitly: how the error falls with the macro step.
//!
//! `cargo run -p coupling --example two_mass`

use coupling::clock::Clock;
use coupling::law::{Side, SpringDamper};
use coupling::network::{Network, Reading};
use coupling::scheme::sweep::Jacobi;
use coupling::scheme::{Explicit, Jacobian, Scheme, SemiImplicit};
use coupling::signals::Signals;
use coupling::signals::extrapolation::PolynomialRule;
use coupling::simulation::Simulation;
use coupling::slave::{LinearSlave, Slave, StateSpace};
use coupling::{CouplingError, InputId, OutputId};
use nalgebra::{dmatrix, dvector};

/// Degree of the polynomials that inputs are over a macro step.
const DEGREE: usize = 1;

/// A mass of 2 kg at rest at `x`: input force, outputs x and v.
fn mass(x: f64) -> Box<dyn Slave> {
    let system = StateSpace {
        a: dmatrix![0.0, 1.0; 0.0, 0.0],
        b: dmatrix![0.0; 0.5],
        c: dmatrix![1.0, 0.0; 0.0, 1.0],
        d: dmatrix![0.0; 0.0],
    };
    Box::new(LinearSlave::new(system, dvector![x, 0.0], &["force"], &["x", "v"]))
}

/// Two masses at −1 m and 1 m with a spring of 1 N/m between them: x = ∓cos t.
fn network() -> Network {
    let side = |k: usize| Side {
        position: OutputId(2 * k),
        velocity: OutputId(2 * k + 1),
        force: InputId(k),
    };
    let spring = SpringDamper {
        a: side(0),
        b: side(1),
        stiffness: 1.0.into(),
        damping: 0.0.into(),
        rest_length: 0.0,
    };
    let slaves = vec![("left".into(), mass(-1.0)), ("right".into(), mass(1.0))];
    Network::new(slaves, vec![Box::new(spring)], Reading::default())
}

/// The largest error of the right mass in 10 s.
fn error(network: Network, scheme: Box<dyn Scheme>, h: f64) -> Result<f64, CouplingError> {
    let rule = Box::new(PolynomialRule::new(DEGREE));
    let signals = Signals::new(rule, DEGREE, network.discrete_inputs(), network.output_count());
    let mut run = Simulation::new(network, signals, scheme, Clock::new(0.0, 10.0, h));
    run.initialize()?;
    let mut worst: f64 = 0.0;
    while run.advance()? {
        worst = worst.max((run.point().y[2] - run.t().cos()).abs());
    }
    Ok(worst)
}

fn main() -> Result<(), CouplingError> {
    println!("{:>8} {:>12} {:>14}", "h in s", "explicit", "semi-implicit");
    for h in [0.1, 0.05, 0.025, 0.0125] {
        let explicit = error(network(), Box::new(Explicit::new(Jacobi)), h)?;
        let network = network();
        let scheme = SemiImplicit::new(&network, &[], Jacobian::Reused);
        let semi_implicit = error(network, Box::new(scheme), h)?;
        println!("{h:>8} {explicit:>12.2e} {semi_implicit:>14.2e}");
    }
    Ok(())
}

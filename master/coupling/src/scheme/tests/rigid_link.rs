//! A coupling that is an equation: two masses joined by a rigid link, at the level of velocities.

use nalgebra::{DVector, dmatrix, dvector};

use super::super::*;
use crate::CouplingError;
use crate::clock::Clock;
use crate::id::{InputId, OutputId, SlaveId};
use crate::law::{
    Convert, CouplingLaw, Level, Link, LinkedCoordinate, RigidLink, Side, Signal, SpringDamper,
};
use crate::network::{Network, Reading};
use crate::scheme::sweep::{GaussSeidel, Jacobi};
use crate::signals::InputGroup;
use crate::signals::extrapolation::PolynomialRule;
use crate::simulation::Simulation;
use crate::slave::{LinearSlave, Slave, StateSpace};

/// The link between the masses a and b.
fn link() -> RigidLink {
    let coordinate = LinkedCoordinate {
        position: [OutputId(0), OutputId(2)],
        velocity: [OutputId(1), OutputId(3)],
        acceleration: None,
        force: [InputId(0), InputId(1)],
    };
    RigidLink::new(Level::Velocity, vec![coordinate])
}

const M: [f64; 2] = [1.0, 3.0];
/// Springs from each mass to the ground.
const C: [f64; 2] = [80.0, 40.0];

fn mass(k: usize) -> Box<dyn Slave> {
    let system = StateSpace {
        a: dmatrix![0.0, 1.0; -C[k] / M[k], 0.0],
        b: dmatrix![0.0; 1.0 / M[k]],
        c: dmatrix![1.0, 0.0; 0.0, 1.0],
        d: dmatrix![0.0; 0.0],
    };
    Box::new(LinearSlave::new(system, dvector![0.0, 1.0], &["force"], &["x", "v"]))
}

/// The masses a and b with inputs force, outputs x and v, at x = 0 and v = 1. A spring may pull at a by as much as
/// b is away, `shared`: a law in explicit form that acts beside the link.
fn network(shared: f64) -> Network {
    let mut laws: Vec<Box<dyn CouplingLaw>> = vec![Box::new(link())];
    if shared != 0.0 {
        let (from, to) = (OutputId(2), InputId(0));
        let spring = Link { from, to, gain: -shared, offset: 0.0, convert: Convert::Lossless };
        laws.push(Box::new(Signal::new(vec![spring])));
    }
    let slaves = vec![("a".into(), mass(0)), ("b".into(), mass(1))];
    Network::new(slaves, laws, Reading::default())
}

fn convergence() -> Convergence {
    Convergence { relative: 1e-10, absolute: vec![1e-14; 2], most: 20, go_on: false }
}

fn simulation(network: Network, scheme: Box<dyn Scheme>, degree: usize, h: f64) -> Simulation {
    let rule = Box::new(PolynomialRule::new(degree));
    let signals = Signals::new(rule, degree, vec![false; 2], 4);
    Simulation::new(network, signals, scheme, Clock::new(0.0, 1.0, h))
}

/// How far a run is from the joined masses, (m_a + m_b) ẍ = −(c_a + c_b + shared) x, at most: in position and
/// velocity. At every point both velocities are the same, and the link pushes as much as it pulls.
fn error(shared: f64, newton: bool, degree: usize, h: f64) -> f64 {
    let network = network(shared);
    let mut scheme = SemiImplicit::new(&network, &[], Jacobian::Reused);
    if newton {
        scheme = scheme.until(convergence());
    }
    let mut run = simulation(network, Box::new(scheme), degree, h);
    run.initialize().unwrap();
    let omega = ((C[0] + C[1] + shared) / (M[0] + M[1])).sqrt();
    let mut worst: f64 = 0.0;
    while run.advance().unwrap() {
        let (t, y, u) = (run.t(), &run.point().y, &run.point().u);
        assert!((y[3] - y[1]).abs() < 1e-10, "t = {t}: {} and {}", y[1], y[3]);
        let share = [u[0] + shared * y[2], u[1]];
        assert!((share[0] + share[1]).abs() < 1e-9 * (1.0 + u[1].abs()), "t = {t}: {share:?}");
        let exact: DVector<f64> = dvector![(omega * t).sin() / omega, (omega * t).cos()];
        for k in [0, 2] {
            worst = worst.max((y[k] - exact[0]).abs()).max((y[k + 1] - exact[1]).abs());
        }
    }
    worst
}

/// Errors at H = 4 ms and 2 ms, recomputed independently from the solution of both masses under polynomial forces.
/// A force that is only held to agree on velocities at both ends is right to second order, one that is a line to
/// fourth; with the spring beside the link the orders are those of its extrapolation, 1 and 2.
#[test]
fn joined_masses_move_as_one_with_the_errors_of_theory() {
    for (shared, degree, errors) in [
        (0.0, 0, [8.916_132_6e-5, 2.228_923_5e-5]),
        (0.0, 1, [2.139_897_0e-9, 1.337_331_4e-10]),
        (30.0, 0, [7.181_684_2e-3, 3.598_088_4e-3]),
        (30.0, 1, [2.407_203_2e-5, 6.018_141_3e-6]),
    ] {
        for (h, expected) in [4e-3, 2e-3].into_iter().zip(errors) {
            for newton in [false, true] {
                let found = error(shared, newton, degree, h);
                let off = (found - expected).abs();
                assert!(
                    off < 1e-5 * expected + 1e-11,
                    "{shared}, {degree}, {h}, newton {newton}: {found:e} for {expected:e}"
                );
            }
        }
    }
}

#[test]
fn schemes_that_solve_no_equations_refuse_them_by_name() {
    type Build = fn(&Network) -> Box<dyn Scheme>;
    let schemes: [Build; 4] = [
        |_| Box::new(Explicit::new(Jacobi)),
        |n| Box::new(Explicit::new(GaussSeidel::new(n, n.slaves().collect()))),
        |n| Box::new(MultiRate::new(n, vec![1, 2], 1.0)),
        |n| Box::new(Iterated::new(n, &[], Box::new(Constant(0.5)), convergence())),
    ];
    for scheme in schemes {
        let network = network(0.0);
        let scheme = scheme(&network);
        let error = simulation(network, scheme, 0, 1e-3).initialize().unwrap_err();
        assert!(
            matches!(&error, CouplingError::Unsolved { inputs } if *inputs == ["a.force", "b.force"])
        );
        assert!(error.to_string().contains("\"semi-implicit\" and \"newton\" do"), "{error}");
    }
    let network = network(0.0);
    let scheme = SemiImplicit::new(&network, &[SlaveId(1)], Jacobian::Reused);
    let error = simulation(network, Box::new(scheme), 0, 1e-3).initialize().unwrap_err();
    assert!(
        matches!(&error, CouplingError::Unsolved { inputs } if *inputs == ["b.force"]),
        "{error}"
    );
}

/// The masses a and b on their link, and a third one, c, on a spring to a; each with steps of its own.
fn at_rates(every: [u64; 3], h: f64) -> Simulation {
    let side = |k: usize| Side {
        position: OutputId(2 * k),
        velocity: OutputId(2 * k + 1),
        force: InputId(k),
    };
    let (stiffness, damping) = (20.0.into(), 1.0.into());
    let spring = SpringDamper { a: side(0), b: side(2), stiffness, damping, rest_length: 0.1 };
    let laws: Vec<Box<dyn CouplingLaw>> = vec![Box::new(link()), Box::new(spring)];
    let slaves = ["a", "b", "c"].into_iter().zip([0, 1, 0]);
    let slaves = slaves.map(|(name, k)| (name.to_string(), mass(k))).collect();
    let network = Network::new(slaves, laws, Reading::default());
    let longest = every.into_iter().max().unwrap_or(1);
    let group = |i: usize| {
        let longer = if every[i] < longest { vec![longest] } else { Vec::new() };
        let rule = Box::new(PolynomialRule::new(1));
        InputGroup::new(rule, 1, vec![i]).every(every[i]).within(longer)
    };
    let outputs: Vec<u64> = every.iter().flat_map(|every| [*every; 2]).collect();
    let groups = (0..3).map(group).collect();
    let signals = Signals::of_groups(groups, vec![false; 3], &outputs, 1);
    let scheme = MultiRateImplicit::new(&network, every.to_vec(), 1.0, |level| {
        SemiImplicit::of_level(&network, &[], Jacobian::Reused, Some(level))
    });
    Simulation::new(network, signals, Box::new(scheme), Clock::new(0.0, 1.0, h))
}

#[test]
fn links_between_slaves_of_one_rate_hold_beside_another_rate() {
    let end = |every: [u64; 3], h: f64| {
        let mut run = at_rates(every, h);
        run.initialize().unwrap();
        while run.advance().unwrap() {
            let (y, u) = (&run.point().y, &run.point().u);
            if run.progress().taken.is_multiple_of(5) {
                assert!((y[3] - y[1]).abs() < 1e-10, "{every:?}: {} and {}", y[1], y[3]);
                assert!(u[1].abs() > 0.0 || run.t() == 0.0);
            }
        }
        run.point().y.clone()
    };
    let exact = end([1; 3], 1e-4);
    for every in [[1, 1, 5], [5, 5, 1]] {
        let error = |h: f64| (end(every, h) - &exact).amax();
        let order = (error(4e-3) / error(2e-3)).log2();
        assert!((order - 2.0).abs() < 0.3, "{every:?}: order {order}");
    }
    let error = at_rates([1, 5, 1], 1e-3).initialize().unwrap_err();
    assert!(
        matches!(&error, CouplingError::Unsolved { inputs } if *inputs == ["a.force", "b.force"]),
        "{error}"
    );
}

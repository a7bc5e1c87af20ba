use nalgebra::{DMatrix, DVector, dmatrix, dvector};

use crate::CouplingError;
use crate::clock::Clock;
use crate::error::Growth;
use crate::id::{InputId, OutputId};
use crate::law::{Convert, CouplingLaw, Link, Signal};
use crate::network::{Network, Reading};
use crate::point::CommunicationPoint;
use crate::scheme::sweep::{GaussSeidel, Jacobi};
use crate::scheme::{Explicit, Jacobian, Scheme, SemiImplicit};
use crate::signals::Signals;
use crate::signals::extrapolation::{MeanValue, PolynomialRule};
use crate::simulation::{Observer, Progress, Simulation};
use crate::slave::{LinearSlave, Slave, StateSpace};
use crate::test_models::TwoMass;

/// The largest |u| that was shown.
#[derive(Default)]
struct Largest(f64);

impl Observer for Largest {
    fn accept(&mut self, _: f64, point: &CommunicationPoint, _: Progress) -> Result<(), String> {
        self.0 = self.0.max(point.u.amax());
        Ok(())
    }
}

/// Runs over so many steps, held or linear or by an optimised rule; what stopped it, and the largest input.
fn run(network: Network, rule: &str, h: f64, steps: usize) -> (Option<Growth>, f64) {
    let (n, m) = network.sizes();
    let signals = |degree: usize| {
        let rule = Box::new(PolynomialRule::new(degree));
        Signals::new(rule, degree, vec![false; n], m)
    };
    let sweep = |network: &Network| GaussSeidel::new(network, network.slaves().collect());
    let (signals, scheme): (Signals, Box<dyn Scheme>) = match rule {
        "hold" => (signals(0), Box::new(Explicit::new(Jacobi))),
        "linear" => (signals(1), Box::new(Explicit::new(Jacobi))),
        "gauss-seidel" => (signals(1), Box::new(Explicit::new(sweep(&network)))),
        "semi-implicit" => {
            (signals(1), Box::new(SemiImplicit::new(&network, &[], Jacobian::Reused)))
        }
        name => {
            let rule = Box::new(MeanValue::named(name).expect("the rule is known"));
            (Signals::new(rule, 1, vec![false; n], m), Box::new(Explicit::new(Jacobi)))
        }
    };
    let clock = Clock::new(0.0, steps as f64 * h, h);
    let mut run = Simulation::new(network, signals, scheme, clock).watching_divergence(true);
    let mut largest = Largest::default();
    match run.run(&mut largest) {
        Ok(()) => {
            let watched = run.divergence().expect("the slaves depend on each other");
            assert_eq!(watched.found(), None);
            (None, largest.0)
        }
        Err(CouplingError::Diverged(growth)) => (Some(*growth), largest.0),
        Err(other) => panic!("{other}"),
    }
}

fn two_masses(cc: f64) -> Network {
    TwoMass { cc, ..TwoMass::schweizer_lu() }.network()
}

fn slave(a: DMatrix<f64>, b: DMatrix<f64>, x: DVector<f64>) -> Box<dyn Slave> {
    let (n, m) = b.shape();
    let (c, d) = (DMatrix::identity(n, n), DMatrix::zeros(n, m));
    let inputs = ["u", "w"];
    let outputs = ["x", "v", "a"];
    Box::new(LinearSlave::new(StateSpace { a, b, c, d }, x, &inputs[..m], &outputs[..n]))
}

fn connected(slaves: Vec<Box<dyn Slave>>, links: &[(usize, usize, f64)]) -> Network {
    let slaves = slaves.into_iter().enumerate().map(|(k, s)| (format!("s{k}"), s)).collect();
    let link = |&(from, to, gain): &(usize, usize, f64)| Link {
        from: OutputId(from),
        to: InputId(to),
        gain,
        offset: 0.0,
        convert: Convert::Lossless,
    };
    let laws: Vec<Box<dyn CouplingLaw>> =
        vec![Box::new(Signal::new(links.iter().map(link).collect()))];
    Network::new(slaves, laws, Reading::Fresh)
}

/// x' = gain · x of one slave whose output comes back to it.
fn growing(gain: f64, x: f64) -> Network {
    connected(vec![slave(dmatrix![0.0], dmatrix![1.0], dvector![x])], &[(0, 0, gain)])
}

/// A mass that hands its position to a spring, which hands its force back: x'' = −c x − d x'.
fn mass_and_spring(c: f64, d: f64, x: f64) -> Network {
    let mass = slave(dmatrix![0.0, 1.0; 0.0, -d], dmatrix![0.0; 1.0], dvector![x, 0.0]);
    let follower = slave(dmatrix![-1e5], dmatrix![1e5], dvector![x]);
    connected(vec![mass, follower], &[(2, 0, -c), (0, 1, 1.0)])
}

#[test]
fn unstable_couplings_stop_long_before_they_overflow() {
    let h = 1e-3;
    for rule in ["hold", "linear", "gauss-seidel", "lin-2-3-opt", "const-2-3-opt"] {
        for cc in [3e6, 1e7, 1e9] {
            let (found, largest) = run(two_masses(cc), rule, h, 4000);
            let found = found.unwrap_or_else(|| panic!("{rule}, {cc}: grew to {largest:e}"));
            assert!(found.input.ends_with(".force"), "{}", found.input);
            assert!((1e9..1e100).contains(&largest), "{rule}, {cc}: {largest:e}");
            assert!(found.to.1 >= 1e6 * found.from.1 && found.to.0 > found.from.0, "{found:?}");
        }
    }
}

#[test]
fn displacements_that_are_handed_over_diverge_too() {
    // A spring so stiff that its force turns several times within a step.
    for rule in ["hold", "linear", "gauss-seidel"] {
        for c in [2e6, 1e7] {
            let (found, largest) = run(mass_and_spring(c, 0.0, 1e-3), rule, 1e-3, 4000);
            assert!(found.is_some() && largest < 1e60, "{rule}, {c}: {largest:e}");
        }
    }
    // x' = −3000 x by a slave of its own: held, each step multiplies by 1 − 3.
    let (found, _) = run(growing(-3e3, 1.0), "hold", 1e-3, 4000);
    assert!(found.is_some());
}

#[test]
fn stable_couplings_and_stiff_ones_that_decay_go_on() {
    for rule in ["hold", "linear", "gauss-seidel", "semi-implicit", "lin-2-3-opt"] {
        let (found, largest) = run(two_masses(1000.0), rule, 1e-3, 20_000);
        assert!(found.is_none() && largest < 1e5, "{rule}: {found:?}");
    }
    let (found, _) = run(two_masses(1e6), "semi-implicit", 1e-3, 20_000);
    assert_eq!(found, None);
    // Each step multiplies by −0.9, and a stiff start from rest.
    assert_eq!(run(growing(-1.9e3, 1.0), "hold", 1e-3, 4000).0, None);
}

#[test]
fn growth_of_the_system_itself_goes_on() {
    // y' = y over 40 time constants; also with steps that are coarse for it.
    for (rule, h) in [("hold", 0.01), ("hold", 0.1), ("linear", 0.1), ("linear", 0.3)] {
        let (found, largest) = run(growing(1.0, 1e-3), rule, h, (40.0 / h) as usize);
        assert!(found.is_none() && largest > 1e11, "{rule}, {h}: {found:?}, {largest:e}");
    }
    // An oscillation with negative damping, 60 steps a period, that grows by 1e13.
    let (found, largest) = run(mass_and_spring(100.0, -0.6, 1.0), "linear", 0.01, 10_000);
    assert!(found.is_none() && largest > 1e13, "{found:?}, {largest:e}");
}

#[test]
fn slow_growth_that_swings_is_told() {
    let network = TwoMass { d: [0.0; 2], cc: 4e3, dc: 0.0, ..TwoMass::schweizer_lu() }.network();
    let signals = Signals::new(Box::new(PolynomialRule::new(0)), 0, vec![false; 2], 4);
    let clock = Clock::new(0.0, 20.0, 1e-3);
    let run = Simulation::new(network, signals, Box::new(Explicit::new(Jacobi)), clock);
    let mut run = run.watching_divergence(true);
    run.run(&mut Largest::default()).unwrap();
    let grown = run.divergence().unwrap().grown().expect("held forces make energy");
    assert!(grown.to.1 > 1e9 * grown.from.1, "{grown:?}");
}

#[test]
fn growth_beyond_all_bounds_is_told_also_on_one_side() {
    let signals = Signals::new(Box::new(PolynomialRule::new(1)), 1, vec![false], 1);
    let clock = Clock::new(0.0, 80.0, 0.1);
    let run = Simulation::new(growing(1.0, 1e-3), signals, Box::new(Explicit::new(Jacobi)), clock);
    let mut run = run.watching_divergence(true);
    run.run(&mut Largest::default()).unwrap();
    let watched = run.divergence().unwrap();
    assert!(watched.found().is_none() && watched.grown().is_some_and(|g| g.to.1 > 1e25));
}

#[test]
fn jumps_and_starts_from_rest_go_on() {
    // At rest but for a force of 1e6 N that a slave without inputs lets jump.
    let jump = || slave(dmatrix![0.0], DMatrix::zeros(1, 0), dvector![1e6]);
    for rule in ["hold", "linear"] {
        let mass =
            |k: f64| slave(dmatrix![0.0, 1.0; -1e4, -10.0], dmatrix![0.0; k], dvector![0.0, 0.0]);
        // The masses pull each other, and the jump the first of them.
        let links = [(2, 0, 100.0), (4, 0, 1.0), (0, 1, 100.0)];
        let network = connected(vec![mass(1.0), mass(2.0), jump()], &links);
        let (found, largest) = run(network, rule, 1e-4, 20_000);
        assert!(found.is_none() && largest > 1e5, "{rule}: {found:?}, {largest}");
    }
}

#[test]
fn the_end_of_a_chain_that_nothing_has_reached_yet_goes_on() {
    // Thirty masses in a row, of which the first moves: the force on the last rises by t⁶⁰.
    let n = 30;
    let mass = |k: usize| {
        let v = if k == 0 { 1.0 } else { 0.0 };
        let a = dmatrix![0.0, 1.0; -2e4, -1.0];
        slave(a, dmatrix![0.0, 0.0; 1e4, 1e4], dvector![0.0, v])
    };
    let links = (0..n).flat_map(|k| {
        let left = if k > 0 { k - 1 } else { k };
        let right = if k + 1 < n { k + 1 } else { k };
        [(2 * left, 2 * k, 1.0), (2 * right, 2 * k + 1, 1.0)]
    });
    let links: Vec<(usize, usize, f64)> = links.collect();
    let (found, _) = run(connected((0..n).map(mass).collect(), &links), "linear", 1e-3, 5000);
    assert_eq!(found, None);
}

#[test]
fn very_small_signals_go_on() {
    for x in [1e-12, 1e-300, 0.0] {
        let network = TwoMass { x0: [x, -x], v0: [0.0; 2], ..TwoMass::schweizer_lu() }.network();
        assert_eq!(run(network, "lin-2-3-opt", 1e-3, 20_000).0, None);
    }
}

#[test]
fn without_stopping_it_takes_note_of_the_first_input_that_diverges() {
    let signals = Signals::new(Box::new(PolynomialRule::new(0)), 0, vec![false; 2], 4);
    let scheme = Box::new(Explicit::new(Jacobi));
    let run = Simulation::new(two_masses(1e7), signals, scheme, Clock::new(0.0, 0.1, 1e-3));
    let mut run = run.watching_divergence(false);
    run.run(&mut Largest::default()).unwrap();
    let found = run.divergence().unwrap().found().expect("it diverges").clone();
    assert!(found.to.0 < 0.1 && found.to.1 < 1e60, "{found:?}");
}

#[test]
fn single_steps_as_analysis_takes_them_are_not_stopped() {
    let signals = Signals::new(Box::new(PolynomialRule::new(0)), 0, vec![false; 2], 4);
    let scheme = Box::new(Explicit::new(Jacobi));
    let run = Simulation::new(two_masses(1e7), signals, scheme, Clock::new(0.0, 0.1, 1e-3));
    let mut run = run.watching_divergence(true);
    run.initialize().unwrap();
    while run.advance().unwrap() {}
    assert!(run.point().u.amax() > 1e20, "{}", run.point().u);
}

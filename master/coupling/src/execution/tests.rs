//! Several threads against one.

mod assignment;
mod clones;
mod exclusive;

use std::sync::Mutex;
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use nalgebra::{DMatrix, dmatrix, dvector};

use super::*;
use crate::CouplingError;
use crate::clock::Clock;
use crate::id::{InputId, OutputId, SlaveId};
use crate::law::{CouplingLaw, Side, SpringDamper};
use crate::network::{Network, Reading};
use crate::scheme::sweep::{GaussSeidel, Jacobi};
use crate::scheme::{
    Aitken, Convergence, Explicit, Iterated, Jacobian, MultiRate, QuasiNewton, Relaxation, Scheme,
    SemiImplicit,
};
use crate::signals::extrapolation::PolynomialRule;
use crate::signals::{InputGroup, Signals};
use crate::simulation::Simulation;
use crate::slave::{LinearSlave, Ports, StateSpace, StateTransfer};

const N: usize = 5;
const DEGREE: usize = 2;
const BOTH: [Assignment; 2] = [Assignment::Measured, Assignment::Claimed];

/// A mass between two springs, each with a force of its own.
fn mass(k: usize) -> Box<dyn Slave> {
    let system = StateSpace {
        a: dmatrix![0.0, 1.0; -1000.0, -10.0],
        b: dmatrix![0.0, 0.0; 1.0, 1.0],
        c: DMatrix::identity(2, 2),
        d: DMatrix::zeros(2, 2),
    };
    let x = dvector![0.0, if k == 0 { 1.0 } else { 0.0 }];
    Box::new(LinearSlave::new(system, x, &["left", "right"], &["x", "v"]))
}

/// Masses in a ring of springs.
fn ring(slaves: Vec<Box<dyn Slave>>) -> Network {
    let n = slaves.len();
    let side = |k: usize, input: usize| Side {
        position: OutputId(2 * k),
        velocity: OutputId(2 * k + 1),
        force: InputId(2 * k + input),
    };
    let spring = |k: usize| -> Box<dyn CouplingLaw> {
        Box::new(SpringDamper {
            a: side(k, 1),
            b: side((k + 1) % n, 0),
            stiffness: 1000.0.into(),
            damping: 10.0.into(),
            rest_length: 0.0,
        })
    };
    let named = slaves.into_iter().enumerate().map(|(k, slave)| (format!("mass {k}"), slave));
    Network::new(named.collect(), (0..n).map(spring).collect(), Reading::Fresh)
}

fn workers(threads: usize, slaves: usize) -> Workers {
    Workers { always: true, ..Workers::new(threads, slaves) }
}

type Build = fn(&Network) -> Box<dyn Scheme>;

fn schemes() -> Vec<(&'static str, Build)> {
    fn iterated(network: &Network, relaxation: Box<dyn Relaxation>) -> Iterated {
        let convergence =
            Convergence { relative: 1e-9, absolute: vec![0.0; 2 * N], most: 50, go_on: false };
        Iterated::new(network, &[SlaveId(1)], relaxation, convergence)
    }
    vec![
        ("Jacobi", |_| Box::new(Explicit::new(Jacobi))),
        ("Gauss-Seidel", |network| {
            let order = network.slaves().collect();
            Box::new(Explicit::new(GaussSeidel::new(network, order)))
        }),
        ("semi-implicit", |network| Box::new(SemiImplicit::new(network, &[], Jacobian::EveryStep))),
        ("reused", |network| Box::new(SemiImplicit::new(network, &[SlaveId(2)], Jacobian::Reused))),
        ("Broyden", |network| Box::new(SemiImplicit::new(network, &[], Jacobian::Broyden))),
        ("Aitken", |network| Box::new(iterated(network, Box::new(Aitken::new(0.5, 2 * N))))),
        ("quasi-Newton", |network| {
            Box::new(iterated(network, Box::new(QuasiNewton::new(0.5, 2 * N, 2 * N, 4))))
        }),
        ("in order", |network| {
            let scheme = iterated(network, Box::new(Aitken::new(0.5, 2 * N)));
            Box::new(scheme.in_order(network.slaves().collect()))
        }),
    ]
}

/// The outputs at every point of a run.
fn run(network: Network, scheme: Box<dyn Scheme>, signals: Signals) -> Vec<Vec<f64>> {
    let mut simulation = Simulation::new(network, signals, scheme, Clock::new(0.0, 0.2, 1e-3));
    simulation.initialize().unwrap();
    let mut points = Vec::new();
    while simulation.advance().unwrap() {
        points.push(simulation.point().y.as_slice().to_vec());
    }
    points
}

fn polynomials() -> Signals {
    Signals::new(Box::new(PolynomialRule::new(DEGREE)), DEGREE, vec![false; 2 * N], 2 * N)
}

#[test]
fn threads_give_the_bits_of_one_thread_in_every_scheme() {
    for (name, scheme) in schemes() {
        let network = || ring((0..N).map(mass).collect());
        let alone = run(network(), scheme(&network()), polynomials());
        for (threads, assignment) in (2..=4).flat_map(|threads| BOTH.map(|way| (threads, way))) {
            let workers = Workers { assignment, ..workers(threads, N) };
            let shared = network().with_workers(&workers);
            let scheme = scheme(&shared);
            let points = run(shared, scheme, polynomials());
            assert!(points == alone, "{name} on {threads} threads, {assignment:?}");
        }
    }
}

#[test]
fn threads_give_the_bits_of_one_thread_at_several_rates() {
    let every = vec![1, 2, 5, 1, 2];
    let signals = || {
        let group = |k: usize| {
            let rule = Box::new(PolynomialRule::new(1));
            InputGroup::new(rule, 1, vec![2 * k, 2 * k + 1]).every(every[k])
        };
        let outputs: Vec<u64> = every.iter().flat_map(|every| [*every; 2]).collect();
        Signals::of_groups((0..N).map(group).collect(), vec![false; 2 * N], &outputs, 1)
    };
    let network = || ring((0..N).map(mass).collect());
    let scheme = |network: &Network| Box::new(MultiRate::new(network, every.clone(), 0.2));
    let alone = run(network(), scheme(&network()), signals());
    let shared = network().with_workers(&workers(3, N));
    let scheme = scheme(&shared);
    assert!(run(shared, scheme, signals()) == alone);
}

type Seen = Arc<Mutex<Vec<ThreadId>>>;
type During = Arc<dyn Fn(f64) -> Result<(), SlaveError> + Send + Sync>;

/// A mass that does something during its steps and remembers who took them.
struct Busy {
    mass: Box<dyn Slave>,
    during: During,
    seen: Seen,
}

impl Slave for Busy {
    fn ports(&self) -> &Ports {
        self.mass.ports()
    }
    fn outputs(&mut self, u: &[f64], y: &mut [f64]) -> Result<(), SlaveError> {
        self.mass.outputs(u, y)
    }
    fn step(&mut self, step: &Step, u: &[Polynomial], y: &mut [f64]) -> Result<(), SlaveError> {
        self.seen.lock().unwrap().push(thread::current().id());
        (self.during)(step.t)?;
        self.mass.step(step, u, y)
    }
    fn save(&mut self, slot: Slot) -> Result<(), SlaveError> {
        self.mass.save(slot)
    }
    fn restore(&mut self, slot: Slot) -> Result<(), SlaveError> {
        self.mass.restore(slot)
    }
    fn state_transfer(&mut self) -> Option<&mut dyn StateTransfer> {
        self.mass.state_transfer()
    }
}

fn busy(
    during: impl Fn(f64) -> Result<(), SlaveError> + Send + Sync + 'static,
) -> (Network, Vec<Seen>) {
    let (seen, during): (Vec<Seen>, During) =
        ((0..N).map(|_| Seen::default()).collect(), Arc::new(during));
    let slave = |(k, seen): (usize, &Seen)| -> Box<dyn Slave> {
        Box::new(Busy { mass: mass(k), during: during.clone(), seen: seen.clone() })
    };
    (ring(seen.iter().enumerate().map(slave).collect()), seen)
}

fn jacobi(network: Network) -> Simulation {
    let scheme = Box::new(Explicit::new(Jacobi));
    let mut simulation =
        Simulation::new(network, polynomials(), scheme, Clock::new(0.0, 10.0, 1e-3));
    simulation.initialize().unwrap();
    simulation
}

fn spin(duration: Duration) {
    let begin = Instant::now();
    while begin.elapsed() < duration {}
}

#[test]
fn a_slave_with_a_fixed_thread_is_stepped_there_and_nowhere_else() {
    for (always, assignment) in [true, false].into_iter().flat_map(|a| BOTH.map(|way| (a, way))) {
        let (network, seen) = busy(|_| Ok(()));
        let mut workers = Workers { always, assignment, ..Workers::new(3, N) };
        (workers.fixed[0], workers.fixed[3], workers.fixed[4]) = (Some(0), Some(2), Some(2));
        let mut simulation = jacobi(network.with_workers(&workers));
        (0..300).for_each(|_| assert!(simulation.advance().unwrap()));
        let only = |k: usize| {
            let seen = seen[k].lock().unwrap();
            assert!(seen.iter().all(|thread| *thread == seen[0]), "slave {k}");
            seen[0]
        };
        assert_eq!(only(0), thread::current().id());
        assert_eq!(only(3), only(4));
        assert_ne!(only(3), only(0));
    }
}

#[test]
fn the_first_slave_in_order_that_fails_is_named_and_all_are_back_in_their_place() {
    let refused = |t: f64| {
        if t > 0.01 { Err(SlaveError::Failed { reason: "enough".into() }) } else { Ok(()) }
    };
    for assignment in BOTH {
        let workers = Workers { assignment, ..workers(3, N) };
        let mut simulation = jacobi(busy(refused).0.with_workers(&workers));
        let error = loop {
            match simulation.advance() {
                Ok(going) => assert!(going),
                Err(error) => break error,
            }
        };
        let first = matches!(&error, CouplingError::Slave { slave, .. } if slave == "mass 0");
        assert!(first, "{error}");
        let names = ring((0..N).map(mass).collect()).output_names();
        assert_eq!(simulation.network().output_names(), names);
    }
}

#[test]
#[should_panic(expected = "a model that panics")]
fn a_panic_in_a_slave_reaches_who_drives_the_simulation() {
    let mut simulation =
        jacobi(busy(|_| panic!("a model that panics")).0.with_workers(&workers(3, N)));
    let _ = simulation.advance();
}

#[test]
fn steps_that_cost_nothing_are_not_shared() {
    let network = ring((0..N).map(mass).collect()).with_workers(&Workers::new(2, N));
    let mut simulation = jacobi(network);
    (0..5000).for_each(|_| assert!(simulation.advance().unwrap()));
    let Sharing { threads, shared, steps } = simulation.network().sharing().unwrap();
    assert_eq!((threads, steps), (2, 5000 + 1));
    assert!(shared < steps / 4, "{shared} of {steps}");
}

#[test]
fn steps_that_wait_are_shared() {
    // Slaves that sleep gain from threads on any machine, however busy.
    let sleep = |_| {
        thread::sleep(Duration::from_millis(1));
        Ok(())
    };
    let mut simulation = jacobi(busy(sleep).0.with_workers(&Workers::new(N, N)));
    (0..100).for_each(|_| assert!(simulation.advance().unwrap()));
    let Sharing { shared, steps, .. } = simulation.network().sharing().unwrap();
    assert!(shared > steps / 2, "{shared} of {steps}");
}

#[test]
fn the_costliest_slaves_begin_first() {
    let mut workers = Workers { assignment: Assignment::Claimed, ..workers(2, N) };
    // All on the driving thread, so that the order in which it claims jobs is the order of starts.
    workers.fixed = vec![Some(0); N];
    let order: Arc<Mutex<Vec<usize>>> = Arc::default();
    let slave = |k: usize| -> Box<dyn Slave> {
        let order = order.clone();
        let during: During = Arc::new(move |_| {
            order.lock().unwrap().push(k);
            spin(Duration::from_micros(100 * (1 + k as u64)));
            Ok(())
        });
        Box::new(Busy { mass: mass(k), during, seen: Seen::default() })
    };
    let mut simulation = jacobi(ring((0..N).map(slave).collect()).with_workers(&workers));
    (0..20).for_each(|_| assert!(simulation.advance().unwrap()));
    // A machine with more to do may stretch some steps.
    let order = order.lock().unwrap();
    let as_expected = order.chunks(N).filter(|round| *round == [4, 3, 2, 1, 0]).count();
    assert_eq!(order[..N], [0, 1, 2, 3, 4]);
    assert!(as_expected >= 10, "{order:?}");
}

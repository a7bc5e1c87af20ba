//! What threads gain where macro steps are short: slaves of given cost in one process, one thread against two.
//!
//! Each slave works through a vector of its own, as an integrator does, so often that a step costs what is asked for; it
//! has two inputs and two outputs, coupled by springs in a ring. The ideal is the largest load of a thread, slaves being
//! placed the costliest first. The ways run in turn; a number is the fastest of all parts of all turns,
//! because other load only ever adds. With two threads the part of the ideal follows in brackets. Run by
//!
//!     cargo bench -p macrostep-tests --bench threads -- [--turns 15] [words in the names of cases]

use std::hint::black_box;
use std::time::{Duration, Instant};

use coupling::clock::Clock;
use coupling::execution::{Assignment, Workers};
use coupling::law::{CouplingLaw, Side, SpringDamper};
use coupling::network::{Network, Reading};
use coupling::scheme::Explicit;
use coupling::scheme::sweep::Jacobi;
use coupling::signals::Signals;
use coupling::signals::extrapolation::PolynomialRule;
use coupling::simulation::Simulation;
use coupling::slave::{Feedthrough, InputPort, OutputPort, Ports, Slave, SlaveError, Slot, Step};
use coupling::{InputId, OutputId, Polynomial};

/// Macro steps in a part that is timed, and parts in a turn.
const STEPS: usize = 100;
const PARTS: usize = 40;

/// Name, and for each slave its states and the cost of a step in µs.
type Case = (&'static str, &'static [(usize, f64)]);

const CASES: [Case; 6] = [
    ("two of 10 µs", &[(500, 10.0), (500, 10.0)]),
    ("two of 1 µs", &[(50, 1.0), (50, 1.0)]),
    ("three of 12, 6 and 6 µs", &[(780, 12.0), (350, 6.0), (350, 6.0)]),
    (
        "six of 12, 7.8, 7.8, 0.3, 0.3 and 5.1 µs",
        &[(780, 12.0), (350, 7.8), (350, 7.8), (14, 0.3), (14, 0.3), (1460, 5.1)],
    ),
    (
        "six of 4, 2.6, 2.6, 0.1, 0.1 and 1.7 µs",
        &[(780, 4.0), (350, 2.6), (350, 2.6), (14, 0.1), (14, 0.1), (1460, 1.7)],
    ),
    (
        "seven: a chain, two valve trains, four small",
        &[(351, 8.0), (1461, 10.0), (1461, 10.0), (14, 0.3), (14, 0.3), (10, 0.2), (4, 0.05)],
    ),
];

/// A slave that computes for a while.
struct Working {
    ports: Ports,
    x: Vec<f64>,
    operations: usize,
    next: usize,
    position: [f64; 2],
}

impl Working {
    fn new(states: usize, operations: usize) -> Self {
        let input = |name: &str| InputPort { name: name.into(), discrete: false };
        let output = |name: &str| OutputPort {
            name: name.into(),
            feedthrough: Feedthrough::Declared(Vec::new()),
        };
        let ports = Ports {
            inputs: vec![input("left"), input("right")],
            outputs: vec![output("x"), output("v")],
            input_degree: 3,
            can_rewind: false,
        };
        Self { ports, x: vec![1.0; states], operations, next: 0, position: [0.1, 0.0] }
    }

    fn work(&mut self) {
        let (n, mut last) = (self.x.len(), 0.5);
        for _ in 0..self.operations {
            self.next = if self.next + 1 == n { 0 } else { self.next + 1 };
            let x = &mut self.x[self.next];
            *x += 1e-3 * (last - *x);
            last = *x;
        }
    }

    /// Operations for steps of so many µs.
    fn operations(states: usize, micro: f64) -> usize {
        let trial = 200_000;
        let mut slave = Self::new(states, trial);
        let time = |_| {
            let begin = Instant::now();
            black_box(&mut slave).work();
            begin.elapsed().as_secs_f64()
        };
        let fastest = (0..50).map(time).fold(f64::INFINITY, f64::min);
        (1e-6 * micro * trial as f64 / fastest) as usize
    }
}

impl Slave for Working {
    fn ports(&self) -> &Ports {
        &self.ports
    }

    fn outputs(&mut self, _u: &[f64], y: &mut [f64]) -> Result<(), SlaveError> {
        y.copy_from_slice(&self.position);
        Ok(())
    }

    fn step(&mut self, step: &Step, u: &[Polynomial], y: &mut [f64]) -> Result<(), SlaveError> {
        self.work();
        let [x, v] = &mut self.position;
        *v += step.h * (u[0].end() + u[1].end() - 10.0 * *v);
        *x += step.h * *v;
        y.copy_from_slice(&self.position);
        Ok(())
    }

    fn save(&mut self, _slot: Slot) -> Result<(), SlaveError> {
        unreachable!("it cannot rewind")
    }

    fn restore(&mut self, _slot: Slot) -> Result<(), SlaveError> {
        unreachable!("it cannot rewind")
    }
}

/// Slaves with so many states and operations in a ring of springs.
fn ring(slaves: &[(usize, usize)], workers: Option<&Workers>) -> Simulation {
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
            stiffness: 100.0.into(),
            damping: 1.0.into(),
            rest_length: 0.0,
        })
    };
    let slave = |(k, &(states, operations)): (usize, &(usize, usize))| -> (String, Box<dyn Slave>) {
        (format!("slave {k}"), Box::new(Working::new(states, operations)))
    };
    let named = slaves.iter().enumerate().map(slave).collect();
    let mut network = Network::new(named, (0..n).map(spring).collect(), Reading::Fresh);
    if let Some(workers) = workers {
        network = network.with_workers(workers);
    }
    let signals = Signals::new(Box::new(PolynomialRule::new(1)), 1, vec![false; 2 * n], 2 * n);
    let scheme = Box::new(Explicit::new(Jacobi));
    let mut simulation = Simulation::new(network, signals, scheme, Clock::new(0.0, 1e9, 1e-4));
    simulation.initialize().expect("it starts");
    simulation
}

/// The fastest part of a turn, in µs for a macro step.
fn turn(simulation: &mut Simulation) -> f64 {
    let part = |_| {
        let begin = Instant::now();
        (0..STEPS).for_each(|_| assert!(simulation.advance().expect("it goes on")));
        begin.elapsed()
    };
    let fastest = (0..PARTS).map(part).min().unwrap_or(Duration::MAX);
    1e6 * fastest.as_secs_f64() / STEPS as f64
}

/// The largest load of two threads.
fn ideal(slaves: &[(usize, f64)]) -> f64 {
    let mut costs: Vec<f64> = slaves.iter().map(|slave| slave.1).collect();
    costs.sort_by(|a, b| b.total_cmp(a));
    let mut loads = [0.0_f64; 2];
    for cost in costs {
        loads[usize::from(loads[1] < loads[0])] += cost;
    }
    loads[0].max(loads[1])
}

fn main() {
    let mut words: Vec<String> =
        std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let mut turns = 15;
    if let Some(place) = words.iter().position(|word| word == "--turns") {
        turns = words.get(place + 1).and_then(|word| word.parse().ok()).expect("--turns N");
        words.drain(place..place + 2);
    }
    println!(
        "| µs per macro step | one thread | ideal on two | claimed | measured | claimed, if faster | measured, if faster |"
    );
    println!("|---|---|---|---|---|---|---|");
    for (name, slaves) in CASES {
        if !words.iter().all(|word| name.contains(word.as_str())) {
            continue;
        }
        let counted: Vec<(usize, usize)> =
            slaves.iter().map(|&(n, micro)| (n, Working::operations(n, micro))).collect();
        let mut times = [f64::INFINITY; 5];
        for _ in 0..turns {
            let workers = Workers::new(2, slaves.len());
            times[0] = times[0].min(turn(&mut ring(&counted, None)));
            let ways = [
                (Assignment::Claimed, true),
                (Assignment::Measured, true),
                (Assignment::Claimed, false),
                (Assignment::Measured, false),
            ];
            for ((assignment, always), time) in ways.into_iter().zip(&mut times[1..]) {
                let workers = Workers { assignment, always, ..workers.clone() };
                *time = time.min(turn(&mut ring(&counted, Some(&workers))));
            }
        }
        let [one, shared @ ..] = times;
        let ideal = ideal(slaves);
        let of_ideal = |time: f64| format!("{time:.2} ({:.2})", time / ideal);
        println!("| {name} | {one:.2} | {ideal:.2} | {} |", shared.map(of_ideal).join(" | "));
    }
}

//! The linear oscillator of González and others (2018), section 4.1, in two halves: m₁ = 1 kg with
//! k₁ = 10 N/m, m₂ with k₂, coupled by kc = 100 N/m that belongs to the first.
//!
//! Energies are compared with an independent implementation of the publication's algorithm; its printed
//! numbers contain the rounding of a time that is summed up, which our clock does not have.

use nalgebra::DVector;

use super::*;
use crate::clock::Clock;
use crate::law::{Convert, CouplingLaw, Link, Signal};
use crate::network::{Network, Reading};
use crate::point::CommunicationPoint;
use crate::polynomial::Polynomial;
use crate::scheme::sweep::{GaussSeidel, Jacobi};
use crate::scheme::{Explicit, Jacobian, MultiRate, Scheme, SemiImplicit};
use crate::signals::extrapolation::PolynomialRule;
use crate::signals::{InputGroup, Signals};
use crate::simulation::Simulation;
use crate::slave::{Feedthrough, InputPort, OutputPort, Ports, Slave, SlaveError, Slot, Step};

const KC: f64 = 100.0;

/// A mass on a spring, one semi-implicit Euler step per macro step: v⁺ = v + h a, x⁺ = x + h v⁺.
/// With `kc` it owns the coupling spring: its input is the neighbour's position, its output f.
struct Half {
    m: f64,
    k: f64,
    kc: f64,
    state: [f64; 2],
    saved: [[f64; 2]; Slot::COUNT],
    ports: Ports,
}

impl Half {
    fn boxed(m: f64, k: f64, kc: f64, v: f64) -> Box<dyn Slave> {
        let direct = |direct: bool| if direct { vec![0] } else { vec![] };
        let output = |name: &str, through: bool| OutputPort {
            name: name.into(),
            feedthrough: Feedthrough::Declared(direct(through)),
        };
        let owns = kc > 0.0;
        let (name, outputs) = (if owns { "x_in" } else { "force" }, ["x", "v", "energy", "f"]);
        let outputs = outputs.map(|name| output(name, owns && (name == "energy" || name == "f")));
        let inputs = vec![InputPort { name: name.into(), discrete: false }];
        let ports = Ports { inputs, outputs: outputs.into(), input_degree: 5, can_rewind: true };
        Box::new(Self { m, k, kc, state: [0.0, v], saved: [[0.0; 2]; Slot::COUNT], ports })
    }
}

impl Slave for Half {
    fn ports(&self) -> &Ports {
        &self.ports
    }

    fn outputs(&mut self, u: &[f64], y: &mut [f64]) -> Result<(), SlaveError> {
        let [x, v] = self.state;
        let f = self.kc * (x - u[0]);
        let spring = if self.kc > 0.0 { 0.5 * self.kc * (x - u[0]).powi(2) } else { 0.0 };
        let energy = 0.5 * self.m * v * v + 0.5 * self.k * x * x + spring;
        y.copy_from_slice(&[x, v, energy, f]);
        Ok(())
    }

    fn step(&mut self, step: &Step, u: &[Polynomial], y: &mut [f64]) -> Result<(), SlaveError> {
        let [x, v] = &mut self.state;
        let u_start = u[0].start();
        let force = if self.kc > 0.0 { -self.kc * (*x - u_start) } else { u_start };
        *v += step.h * (-self.k * *x + force) / self.m;
        *x += step.h * *v;
        self.outputs(&[u[0].end()], y)
    }

    fn save(&mut self, slot: Slot) -> Result<(), SlaveError> {
        self.saved[slot as usize] = self.state;
        Ok(())
    }

    fn restore(&mut self, slot: Slot) -> Result<(), SlaveError> {
        self.state = self.saved[slot as usize];
        Ok(())
    }
}

/// y of both halves: x, v, energy, f of the first, then of the second.
fn network(m2: f64, k2: f64, reading: Reading) -> Network {
    let slaves = vec![
        ("m1".into(), Half::boxed(1.0, 10.0, KC, 100.0)),
        ("m2".into(), Half::boxed(m2, k2, 0.0, -100.0)),
    ];
    let link = |from: usize, to: usize| Link {
        from: OutputId(from),
        to: InputId(to),
        gain: 1.0,
        offset: 0.0,
        convert: Convert::Lossless,
    };
    let laws: Vec<Box<dyn CouplingLaw>> =
        vec![Box::new(Signal::new(vec![link(4, 0)])), Box::new(Signal::new(vec![link(3, 1)]))];
    Network::new(slaves, laws, reading)
}

fn monitor(correction: Option<Box<dyn Correction>>, tell: [bool; 2]) -> Monitor {
    let account = |k: usize| Account { stored: vec![OutputId(4 * k + 2)], ..Account::default() };
    let bond = Bond {
        name: "spring".into(),
        driven: SlaveId(1),
        driver: Some(SlaveId(0)),
        motion: Motion::Displacement,
        ports: vec![PowerPort {
            force: InputId(1),
            motion: OutputId(4),
            velocity: Some(OutputId(5)),
            returned: Some(Returned { input: InputId(0), gain: 1.0, offset: 0.0 }),
        }],
        correction,
        pauses: true,
    };
    let accounts = [0, 1].map(|k| tell[k].then(|| account(k)));
    Monitor::new(accounts.into(), vec![bond])
}

/// H₁ = 1 ms, H₂ = 0.1 ms, the force held (degree 0) or linear between the points of the first.
fn multi_rate(network: Network, degree: usize, monitor: Monitor) -> Simulation {
    let rule = || Box::new(PolynomialRule::new(0));
    let groups =
        vec![InputGroup::new(rule(), 0, vec![0]).every(10), InputGroup::new(rule(), 0, vec![1])];
    let every = [10, 10, 10, 10, 1, 1, 1, 1];
    let signals = Signals::of_groups(groups, vec![false; 2], &every, degree);
    let clock = Clock::new(0.0, 10.0, 1e-4);
    let scheme = MultiRate::new(&network, vec![10, 1], clock.stop());
    Simulation::new(network, signals, Box::new(scheme), clock).monitored(monitor)
}

fn quarter() -> Option<Box<dyn Correction>> {
    Some(Box::new(AccumulatedLeak { cap: 0.25 }))
}

/// Largest |E₁ + E₂ − E₀| at multiples of 10 ms, as the first half reports its energy.
fn largest_error(mut simulation: Simulation) -> f64 {
    simulation.initialize().unwrap();
    let energy = |y: &DVector<f64>| y[2] + y[6];
    let start = energy(&simulation.point().y);
    let mut largest: f64 = 0.0;
    while simulation.advance().unwrap() {
        if simulation.progress().taken.is_multiple_of(100) {
            largest = largest.max((energy(&simulation.point().y) - start).abs());
        }
    }
    largest
}

fn assert_near(found: f64, expected: f64, relative: f64) {
    assert!((found / expected - 1.0).abs() < relative, "{found} instead of {expected}");
}

#[test]
fn rows_of_tables_2_and_3_are_found_on_the_exact_grid() {
    let rows = [
        (1.0, 1e3, 10232.3998321, 19.3185275109),
        (5.0, 1e3, 5797.41155173, 1.70669607509),
        (10.0, 1e3, 2893.88339009, 236.09490222),
        (1.0, 1e5, 9529.11726483, 208.552014847),
    ];
    for (m2, k2, uncorrected, corrected) in rows {
        let run = |correction| {
            let network = network(m2, k2, Reading::Stale);
            largest_error(multi_rate(network, 1, monitor(correction, [true; 2])))
        };
        assert_near(run(None), uncorrected, 1e-9);
        assert_near(run(quarter()), corrected, 1e-6);
    }
}

#[test]
fn the_correction_after_single_steps_is_that_of_the_publication() {
    let network = network(1.0, 1e3, Reading::Stale);
    let mut simulation = multi_rate(network, 1, monitor(quarter(), [true; 2]));
    simulation.initialize().unwrap();
    // After n ms: x₁, v₁, x₂, v₂, f, fᶜ, L.
    let samples: [(u64, [f64; 7]); 3] = [
        (1, [0.1, 100.0, -0.09998350079198, -99.95500329991, 10.0, 0.0, 1.049692557579]),
        (
            2,
            [
                0.1999790016499,
                99.97900164992,
                -0.1998598769057,
                -99.79556182245,
                29.99625024419,
                2.5,
                2.148283534179,
            ],
        ),
        (
            10,
            [
                0.9965463155165,
                99.05970063496,
                -0.9803570027245,
                -94.14510161543,
                188.2247795533,
                7.611932110058,
                0.7205114126955,
            ],
        ),
    ];
    for (n, expected) in samples {
        while simulation.progress().taken < 10 * n {
            assert!(simulation.advance().unwrap());
        }
        let CommunicationPoint { y, energy, .. } = simulation.point();
        let found = [y[0], y[1], y[4], y[5], y[3], energy[6], energy[5]];
        for (found, expected) in found.iter().zip(expected) {
            let close = 1e-10 * expected.abs().max(1.0);
            assert!((found - expected).abs() < close, "{n}: {found} for {expected}");
        }
    }
}

#[test]
fn what_is_shown_adds_up() {
    let network = network(1.0, 1e3, Reading::Stale);
    let mut simulation = multi_rate(network, 0, monitor(quarter(), [true; 2]));
    simulation.initialize().unwrap();
    let mut leaks = 0.0;
    for n in 1..=5000u64 {
        assert!(simulation.advance().unwrap());
        let CommunicationPoint { y, energy, .. } = simulation.point();
        if n.is_multiple_of(10) {
            leaks += energy[4];
            let change = y[2] + y[6] - 10_000.0;
            assert!((energy[5] - change).abs() < 1e-8 && (leaks - change).abs() < 1e-8);
            assert_eq!([energy[7], energy[8], energy[9]], [energy[0], energy[4], energy[5]]);
            assert_eq!(energy[10], y[2] + y[6]);
            assert!((energy[3] - (energy[1] - energy[2])).abs() < 1e-9);
        }
    }
}

/// Both halves at 1 ms with a scheme of one's choice.
fn single_rate(
    scheme: impl Fn(&Network) -> Box<dyn Scheme>,
    degree: usize,
    monitor: Monitor,
) -> Simulation {
    let network = network(1.0, 1e3, Reading::Stale);
    let signals = Signals::new(Box::new(PolynomialRule::new(degree)), degree, vec![false; 2], 8);
    let scheme = scheme(&network);
    let clock = Clock::new(0.0, 10.0, 1e-3);
    Simulation::new(network, signals, scheme, clock).monitored(monitor)
}

#[test]
fn whatever_a_scheme_leaks_is_taken_back() {
    type Make<'a> = &'a dyn Fn(&Network) -> Box<dyn Scheme>;
    let jacobi: Make = &|_| Box::new(Explicit::new(Jacobi));
    let gauss_seidel: Make = &|network| {
        let order = vec![SlaveId(1), SlaveId(0)];
        Box::new(Explicit::new(GaussSeidel::new(network, order)))
    };
    let semi_implicit: Make =
        &|network| Box::new(SemiImplicit::new(network, &[], Jacobian::Reused));
    for (name, scheme) in
        [("jacobi", jacobi), ("gauss-seidel", gauss_seidel), ("semi-implicit", semi_implicit)]
    {
        let run = |correction| {
            let mut simulation = single_rate(scheme, 0, monitor(correction, [true; 2]));
            simulation.initialize().unwrap();
            while simulation.advance().unwrap() {}
            simulation.balances().remove(0).largest.abs()
        };
        let (plain, corrected) = (run(None), run(quarter()));
        let most = if name == "jacobi" { 0.2 } else { 1.0 };
        assert!(corrected < most * plain, "{name}: {corrected} J instead of {plain} J");
    }
}

#[test]
fn without_energies_the_residual_of_the_interface_tells_of_the_leak() {
    let leak = |tell: [bool; 2]| {
        let jacobi = |_: &Network| -> Box<dyn Scheme> { Box::new(Explicit::new(Jacobi)) };
        let mut simulation = single_rate(jacobi, 0, monitor(None, tell));
        simulation.initialize().unwrap();
        while simulation.advance().unwrap() {}
        simulation.balances().remove(0)
    };
    let (known, unknown) = (leak([true; 2]), leak([false; 2]));
    assert_eq!(unknown.silent, [SlaveId(0), SlaveId(1)]);
    assert_eq!(unknown.leak, unknown.exchange.passed - unknown.exchange.given);
    assert!(known.silent.is_empty() && known.leak > 1e4, "{known:?}");
    // Where exactly within a step the motion of the driver jumps is not known.
    assert!((0.5..2.0).contains(&(unknown.leak / known.leak)), "{} {}", unknown.leak, known.leak);
    assert!(known.growth.is_some_and(|(before, now)| now > before), "{known:?}");
}

use super::*;
use crate::clock::Clock;
use crate::scheme::Explicit;
use crate::scheme::sweep::{GaussSeidel, Jacobi};
use crate::signals::extrapolation::{Extrapolation, MeanValue, PolynomialRule};
use crate::signals::{InputGroup, Signals};
use crate::simulation::Simulation;
use crate::test_models::TwoMass;

type Rule<'a> = &'a dyn Fn() -> Box<dyn Extrapolation>;

/// The two-mass oscillator whose right half steps once in `every` ticks.
fn simulation(rule: Rule, degree: usize, every: u64, clock: Clock) -> Simulation {
    swept(None, rule, degree, every, clock)
}

/// The same, one half after the other.
fn swept(
    order: Option<[usize; 2]>,
    rule: Rule,
    degree: usize,
    every: u64,
    clock: Clock,
) -> Simulation {
    let network = TwoMass::schweizer_lu().network();
    let groups = vec![
        InputGroup::new(rule(), degree, vec![0]),
        InputGroup::new(rule(), degree, vec![1]).every(every),
    ];
    let signals = Signals::of_groups(groups, vec![false; 2], &[1, 1, every, every], degree);
    let scheme = MultiRate::new(&network, vec![1, every], clock.stop());
    let scheme = match order {
        Some(order) => scheme.in_order(&network, order.map(SlaveId).to_vec()),
        None => scheme,
    };
    Simulation::new(network, signals, Box::new(scheme), clock)
}

/// Largest error of both positions at the points of the slow half.
fn error(order: Option<[usize; 2]>, rule: Rule, degree: usize, every: u64, h: f64) -> f64 {
    let mut simulation = swept(order, rule, degree, every, Clock::new(0.0, 0.2, h));
    simulation.initialize().unwrap();
    let mut worst: f64 = 0.0;
    while simulation.advance().unwrap() {
        let exact = TwoMass::schweizer_lu().exact(simulation.t());
        let y = &simulation.point().y;
        if simulation.progress().taken.is_multiple_of(every) {
            worst = worst.max((y[0] - exact[0]).abs()).max((y[2] - exact[2]).abs());
        }
    }
    worst
}

#[test]
fn two_rates_keep_the_order_of_the_rule() {
    let polynomial =
        |degree| move || -> Box<dyn Extrapolation> { Box::new(PolynomialRule::new(degree)) };
    let optimised =
        || -> Box<dyn Extrapolation> { Box::new(MeanValue::named("lin-2-3-opt").unwrap()) };
    let rules: [(Rule, usize, f64); 3] =
        [(&polynomial(0), 0, 1.0), (&polynomial(1), 1, 2.0), (&optimised, 2, 3.0)];
    for (rule, degree, expected) in rules {
        for every in [2, 5] {
            for order in [None, Some([0, 1]), Some([1, 0])] {
                let h = 2e-4 / every as f64;
                let error = |h: f64| error(order, rule, degree, every, h);
                let (coarse, fine) = (error(2.0 * h), error(h));
                let observed = (coarse / fine).log2();
                assert!(
                    (observed - expected).abs() < 0.2,
                    "{order:?}, {every}: {observed} for {expected}"
                );
            }
        }
    }
}

#[test]
fn equal_rates_are_plain_jacobi() {
    let rule: Rule = &|| Box::new(MeanValue::named("lin-2-3-opt").unwrap());
    let clock = Clock::new(0.0, 0.0505, 1e-3);
    let mut several = simulation(rule, 1, 1, clock.clone());
    let network = TwoMass::schweizer_lu().network();
    let signals = Signals::new(rule(), 1, vec![false; 2], 4);
    let scheme = Box::new(Explicit::new(Jacobi));
    let mut plain = Simulation::new(network, signals, scheme, clock);
    several.initialize().unwrap();
    plain.initialize().unwrap();
    while plain.advance().unwrap() {
        assert!(several.advance().unwrap());
        assert_eq!(several.point().y, plain.point().y);
    }
}

#[test]
fn equal_rates_are_plain_gauss_seidel() {
    let rule: Rule = &|| Box::new(PolynomialRule::new(1));
    let clock = Clock::new(0.0, 0.0505, 1e-3);
    for order in [[0, 1], [1, 0]] {
        let mut several = swept(Some(order), rule, 1, 1, clock.clone());
        let network = TwoMass::schweizer_lu().network();
        let signals = Signals::new(rule(), 1, vec![false; 2], 4);
        let sweep = GaussSeidel::new(&network, order.map(SlaveId).to_vec());
        let scheme = Box::new(Explicit::new(sweep));
        let mut plain = Simulation::new(network, signals, scheme, clock.clone());
        several.initialize().unwrap();
        plain.initialize().unwrap();
        while plain.advance().unwrap() {
            assert!(several.advance().unwrap());
            assert_eq!(several.point().y, plain.point().y);
        }
    }
}

#[test]
fn a_slow_slave_shows_its_own_values_where_it_arrives_and_at_the_stop_time() {
    let rule: Rule = &|| Box::new(PolynomialRule::new(0));
    let mut run = simulation(rule, 0, 4, Clock::new(0.0, 0.006, 1e-3));
    run.initialize().unwrap();
    let mut shown = Vec::new();
    while run.advance().unwrap() {
        shown.push(run.point().y[2]);
    }
    // Held between its points at ticks 4 and 6, the last of which is cut short.
    assert_eq!(shown[..3], [0.0; 3]);
    assert!(shown[3] < -0.3 && shown[4] == shown[3] && shown[5] < shown[4], "{shown:?}");
}

use nalgebra::DVector;

use super::*;
use crate::amplification::StepMap;
use crate::clock::Clock;
use crate::imposed::Imposed;
use crate::scheme::{Aitken, Convergence, Iterated, Jacobian, MultiRate, SemiImplicit};
use crate::signals::InputGroup;
use crate::signals::extrapolation::PolynomialRule;
use crate::simulation::Simulation;
use crate::spectrum;
use crate::test_models::TwoMass;

/// The two-mass oscillator whose right half steps once in `every` ticks.
fn simulation(model: &TwoMass, degree: usize, every: u64, clock: Clock) -> Simulation {
    with_scheme(model, degree, every, clock, |network, level| {
        SemiImplicit::of_level(network, &[], Jacobian::Reused, level)
    })
}

fn with_scheme<S: Implicit + 'static>(
    model: &TwoMass,
    degree: usize,
    every: u64,
    clock: Clock,
    scheme: impl Fn(&Network, Option<Level>) -> S,
) -> Simulation {
    let network = model.network();
    let group = |i| InputGroup::new(Box::new(PolynomialRule::new(degree)), degree, vec![i]);
    let longer = if every > 1 { vec![every] } else { vec![] };
    let groups = vec![group(0).within(longer), group(1).every(every)];
    let signals = Signals::of_groups(groups, vec![false; 2], &[1, 1, every, every], degree.max(1));
    let several = MultiRateImplicit::new(&network, vec![1, every], clock.stop(), |level| {
        scheme(&network, Some(level))
    });
    Simulation::new(network, signals, Box::new(several), clock)
}

/// Largest error of both positions at the points of the slow half.
fn error(mut run: Simulation, every: u64) -> f64 {
    run.initialize().unwrap();
    let mut worst: f64 = 0.0;
    while run.advance().unwrap() {
        let exact = TwoMass::schweizer_lu().exact(run.t());
        let y = &run.point().y;
        if run.progress().taken.is_multiple_of(every) {
            worst = worst.max((y[0] - exact[0]).abs()).max((y[2] - exact[2]).abs());
        }
    }
    worst
}

#[test]
fn two_rates_keep_the_order_of_the_scheme() {
    for degree in 0..=2 {
        for every in [2, 5] {
            let at = |h: f64| {
                let model = TwoMass::schweizer_lu();
                error(simulation(&model, degree, every, Clock::new(0.0, 0.2, h)), every)
            };
            let h = 2e-4 / every as f64;
            let (coarse, fine) = (at(2.0 * h), at(h));
            let (observed, expected) = ((coarse / fine).log2(), (degree + 1) as f64);
            assert!((observed - expected).abs() < 0.2, "{every}: {observed} for {expected}");
        }
    }
}

#[test]
fn equal_rates_are_the_plain_scheme() {
    let model = TwoMass::schweizer_lu();
    for degree in 0..=2 {
        let clock = Clock::new(0.0, 0.0505, 1e-3);
        let mut several = simulation(&model, degree, 1, clock.clone());
        let network = model.network();
        let signals =
            Signals::new(Box::new(PolynomialRule::new(degree)), degree, vec![false; 2], 4);
        let scheme = Box::new(SemiImplicit::new(&network, &[], Jacobian::Reused));
        let mut plain = Simulation::new(network, signals, scheme, clock);
        several.initialize().unwrap();
        plain.initialize().unwrap();
        while plain.advance().unwrap() {
            assert!(several.advance().unwrap());
            let (a, b) = (several.point(), plain.point());
            assert_eq!((&a.y, &a.u), (&b.y, &b.u));
        }
    }
}

/// The energy at the end of a run over that at its start.
fn energy(mut run: Simulation, model: &TwoMass) -> f64 {
    let stored = |y: &DVector<f64>| {
        let half = |k: usize| model.c[k] * y[2 * k].powi(2) + model.m[k] * y[2 * k + 1].powi(2);
        0.5 * (half(0) + half(1) + model.cc * (y[2] - y[0]).powi(2))
    };
    run.initialize().unwrap();
    let start = stored(&run.point().y);
    while run.advance().unwrap() {}
    stored(&run.point().y) / start
}

#[test]
fn held_inputs_are_stable_however_stiff_the_coupling_of_a_fast_and_a_slow_mass() {
    // Without coupling the energy would fall to e⁻²⁰ at least within 4 s: 2 · d/(2 m) · 4 s.
    for stiffness in [1e3, 1e5, 1e6, 1e7, 1e8, 1e9] {
        for every in [2, 5, 10] {
            let model = TwoMass { cc: stiffness, dc: 0.0, ..TwoMass::schweizer_lu() };
            let clock = || Clock::new(0.0, 4.0, 5e-3 / every as f64);
            let left = energy(simulation(&model, 0, every, clock()), &model);
            assert!(left < 1e-6, "{stiffness:e} N/m, ratio {every}: {left:e} is left");
            if stiffness >= 1e6 {
                let explicit = energy(explicit(&model, every, clock()), &model);
                assert!(explicit > 1e6, "{stiffness:e} N/m, ratio {every}: {explicit:e}");
            }
        }
    }
}

/// The same by the explicit scheme with held inputs, up to the first value that is not finite.
fn explicit(model: &TwoMass, every: u64, clock: Clock) -> Simulation {
    let network = model.network();
    let group = |i| InputGroup::new(Box::new(PolynomialRule::new(0)), 0, vec![i]);
    let groups = vec![group(0), group(1).every(every)];
    let signals = Signals::of_groups(groups, vec![false; 2], &[1, 1, every, every], 0);
    // It overflows within 0.1 s.
    let clock = Clock::new(0.0, 0.05, clock.next().unwrap().h);
    let scheme = MultiRate::new(&network, vec![1, every], clock.stop());
    Simulation::new(network, signals, Box::new(scheme), clock)
}

#[test]
fn the_map_of_a_cycle_tells_which_couplings_are_stable() {
    // Ratio 5, degree 1: runs over 2 s grow or not as the spectral radius says.
    for (stiffness, stable) in [(1e3, true), (1e4, true), (1e6, false)] {
        let model = TwoMass { cc: stiffness, dc: 0.0, ..TwoMass::schweizer_lu() };
        let clock = |steps: f64| Clock::new(0.0, steps * 1e-3, 1e-3);
        let run = simulation(&model, 1, 5, clock(f64::from(u32::MAX)));
        let mut map = StepMap::new(Imposed::new(run).unwrap().unwrap(), 0.0);
        assert_eq!(map.steps(), 5);
        let matrix = map.matrix(1e-3).unwrap();
        let n = matrix.nrows();
        let (zero, ones) = (DVector::zeros(n), DVector::from_element(n, 1.0));
        assert!(map.deviation(1e-3, &matrix, &zero, &ones).unwrap() < 1e-8);
        let values = spectrum::eigenvalues(&matrix).unwrap();
        let radius = values.iter().map(|value| value.norm()).fold(0.0, f64::max);
        let left = energy(simulation(&model, 1, 5, clock(400.0)), &model);
        assert_eq!(
            (radius < 1.0, left < 1.0),
            (stable, stable),
            "{stiffness:e}: {radius}, {left:e}"
        );
    }
}

#[test]
fn newton_and_fixed_points_reach_what_one_newton_step_reaches_on_linear_problems() {
    let model = TwoMass::schweizer_lu();
    let end = |run: Simulation| {
        let mut run = run;
        run.initialize().unwrap();
        while run.advance().unwrap() {}
        run.point().y.clone()
    };
    let clock = || Clock::new(0.0, 0.1, 1e-3);
    let convergence =
        Convergence { relative: 1e-13, absolute: vec![1e-9; 2], most: 100, go_on: false };
    let one = end(simulation(&model, 1, 5, clock()));
    let newton = end(with_scheme(&model, 1, 5, clock(), |network, level| {
        let scheme = SemiImplicit::of_level(network, &[], Jacobian::Reused, level);
        scheme.until(convergence.clone())
    }));
    let fixed_point = end(with_scheme(&model, 1, 5, clock(), |network, level| {
        let aitken = Box::new(Aitken::new(0.5, 2));
        Iterated::of_level(network, &[], aitken, convergence.clone(), level)
    }));
    for other in [newton, fixed_point] {
        assert!((&one - other).amax() < 1e-9 * one.amax());
    }
}

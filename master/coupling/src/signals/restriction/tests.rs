//! What restrictions leave of rules.

use nalgebra::{DVector, dvector};

use super::*;
use crate::point::CommunicationPoint;

use crate::signals::extrapolation::{Extrapolation, Hermite, MeanValue, PolynomialRule};
use crate::slave::Step;

fn signals(rule: Box<dyn Extrapolation>, bounds: Bounds, held_at_jumps: bool) -> Signals {
    let mut signals = Signals::new(rule, 1, vec![false], 0);
    let input = InputId(0);
    signals.restrict(vec![Restriction { input, bounds, declared: bounds, held_at_jumps }]);
    signals
}

fn named(rule: &str) -> Box<dyn Extrapolation> {
    Box::new(MeanValue::named(rule).unwrap())
}

fn point(u: f64, du: f64) -> CommunicationPoint {
    let (y, dy) = (DVector::zeros(0), DVector::zeros(0));
    let (energy, applied, told) = (DVector::zeros(0), DVector::zeros(0), DVector::zeros(0));
    CommunicationPoint { u: dvector![u], y, du: dvector![du], dy, energy, applied, told }
}

/// The input over the step after each of the values, one second apart.
fn groups(signals: &mut Signals, values: &[f64]) -> Vec<Polynomial> {
    let mut t = -1.0;
    let over = |u: &f64| {
        let end = point(*u, 0.5);
        t += 1.0;
        signals.commit(if t > 0.0 { 1.0 } else { 0.0 }, &end);
        signals.note(t, &[*u]);
        signals.predict(&Step { t, end: t + 1.0, h: 1.0 });
        signals.inputs()[0]
    };
    values.iter().map(over).collect()
}

const POSITIVE: Bounds = Bounds { min: 0.0, ..Bounds::NONE };

#[test]
fn a_rule_does_not_leave_the_bounds_anywhere_in_the_step() {
    let rules: [Box<dyn Extrapolation>; 5] = [
        named("const-3-3-b0"),
        named("lin-3-3-b0"),
        named("quad-2-4"),
        Box::new(PolynomialRule::new(3)),
        Box::new(Hermite::new(3)),
    ];
    for rule in rules {
        let mut signals = signals(rule, POSITIVE, false);
        let groups = groups(&mut signals, &[9.0, 8.0, 6.0, 1.0, 0.0, 0.0, 5.0, 0.5]);
        for over in groups {
            for k in 0..=50 {
                assert!(over.value(f64::from(k) / 50.0) >= 0.0, "{over:?}");
            }
        }
        let (_, _, Restrained { confined, outside, .. }) = signals.restrained().next().unwrap();
        assert!(confined > 0 && outside == 0, "{confined} {outside}");
    }
}

fn starts(groups: &[Polynomial]) -> Vec<f64> {
    groups.iter().map(Polynomial::start).collect()
}

#[test]
fn a_value_that_is_there_is_handed_on_and_counted() {
    let mut signals = signals(Box::new(PolynomialRule::new(0)), POSITIVE, false);
    let groups = groups(&mut signals, &[1.0, -2.0, -3.0]);
    assert_eq!(starts(&groups), [1.0, -2.0, -3.0]);
    let (_, _, count) = signals.restrained().next().unwrap();
    let expected = Restrained { outside: 2, first: Some((1.0, -2.0)), ..Default::default() };
    assert_eq!(count, expected);
}

#[test]
fn after_a_jump_and_after_a_rest_the_last_value_is_held() {
    let values = [0.0, 0.0, 0.0, 100.0, 100.0, 100.0, 101.0, 103.0, 106.0];
    let mut signals = signals(named("const-3-3-b0"), Bounds::NONE, true);
    let groups = groups(&mut signals, &values);
    // Up to the point where three values lie on the new curve: 100, 101, 103.
    assert_eq!(starts(&groups)[..7], values[..7]);
    let free = |a: f64, b: f64, c: f64| (23.0 * c - 16.0 * b + 5.0 * a) / 12.0;
    assert!((groups[7].start() - free(100.0, 101.0, 103.0)).abs() < 1e-12);
    let (.., count) = signals.restrained().next().unwrap();
    // Where the rule had said the same nothing was held back; the last step has not ended.
    assert_eq!((count.held, count.confined), (3, 0));
}

#[test]
fn smooth_courses_are_left_to_the_rule() {
    let values: Vec<f64> = (0..200).map(|k| (0.3 * f64::from(k)).sin() + 1e-3).collect();
    let mut plain = Signals::new(named("const-3-3-b0"), 1, vec![false], 0);
    let mut watched = signals(named("const-3-3-b0"), Bounds::NONE, true);
    assert_eq!(groups(&mut watched, &values), groups(&mut plain, &values));
}

#[test]
fn a_rule_with_derivatives_waits_for_them_and_then_goes_on() {
    use crate::signals::InputGroup;
    let group = || InputGroup::new(Box::new(Hermite::new(1)), 1, vec![0]);
    let of = |group| Signals::of_groups(vec![group], vec![false], &[], 1);
    let mut signals = of(group().without_derivatives(Box::new(PolynomialRule::new(1))));
    let mut commit = |u: f64, du: f64, h: f64| {
        signals.commit(h, &point(u, du));
        signals.predict(&Step { t: 0.0, end: 1.0, h: 1.0 });
        signals.inputs()[0]
    };
    assert_eq!(commit(1.0, f64::NAN, 0.0), Polynomial::constant(1.0));
    assert_eq!(commit(3.0, f64::INFINITY, 1.0), Polynomial::new(&[3.0, 2.0]));
    assert_eq!(commit(4.0, 0.5, 1.0), Polynomial::new(&[4.0, 0.5]));
    assert_eq!(signals.unknown_derivatives().collect::<Vec<_>>(), [(InputId(0), 2)]);
    assert_eq!((signals.stuck(), of(group()).stuck()), (None, None));
}

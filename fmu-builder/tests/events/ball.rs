//! A ball that bounces: state events at instants that no step hits.

use fmu_builder::runtime::Instance;
use fmu_builder::*;

use crate::{boolean, integer};

/// ḧ = −g; h and v jump to 0 and −e v where h becomes negative, and it rests when slow.
pub struct Ball {
    e: Parameter,
    h: State,
    v: State,
    bounces: Discrete,
    resting: Discrete,
    ground: Condition,
}

pub const G: f64 = 9.81;

impl Model for Ball {
    const NAME: &'static str = "ball";
    const DESCRIPTION: &'static str = "for tests";

    fn declare(v: &mut Variables) -> Self {
        let h0 = v.parameter("h0", 1.0, "m", "");
        let v0 = v.parameter("v0", 0.0, "m/s", "");
        let zero = v.parameter("zero", 0.0, "", "");
        let bounces = v.discrete("bounces", zero, "", "");
        v.integer(bounces);
        let resting = v.discrete("resting", zero, "", "");
        v.boolean(resting);
        let e = v.parameter("e", 0.7, "", "restitution");
        v.tunable(e);
        v.at_most(e, 1.0);
        Self {
            e,
            h: v.state("h", h0, "m", ""),
            v: v.state("v", v0, "m/s", ""),
            bounces,
            resting,
            ground: v.condition("ground"),
        }
    }

    fn derivatives(&self, s: &Sample, dx: &mut Derivatives) {
        let moves = 1.0 - s[self.resting];
        dx[self.h] = s[self.v];
        dx[self.v] = -G * moves;
    }

    fn conditions(&self, s: &Sample, c: &mut Conditions) {
        c[self.ground] = -s[self.h];
    }

    fn event(&self, s: &Sample, e: &mut Event) {
        if e.begins(self.ground) {
            e[self.h] = 0.0;
            e[self.v] = -s[self.e] * s[self.v];
            e[self.bounces] = s[self.bounces] + 1.0;
            if e[self.v] < 0.1 {
                e[self.v] = 0.0;
                e[self.resting] = 1.0;
            }
        }
    }
}

/// Height, speed and bounces after `t`, dropped from 1 m.
fn ball(t: f64, e: f64) -> [f64; 3] {
    let (mut begin, mut v, mut bounces) = (0.0, (2.0 * G).sqrt(), 0.0);
    let mut next = (2.0 / G).sqrt();
    if t < next {
        return [1.0 - 0.5 * G * t * t, -G * t, 0.0];
    }
    while t >= next {
        (begin, v, bounces) = (next, e * v, bounces + 1.0);
        if v < 0.1 {
            return [0.0, 0.0, bounces];
        }
        next = begin + 2.0 * v / G;
    }
    let tau = t - begin;
    [v * tau - 0.5 * G * tau * tau, v - G * tau, bounces]
}

#[test]
fn a_ball_bounces_at_its_instants_whatever_the_step() {
    for h in [0.013, 0.25, 3.0] {
        let mut instance = Instance::<Ball>::started(SolverKind::Exact, &[]).unwrap();
        for k in 0..(3.0_f64 / h).round() as usize {
            instance.do_step(k as f64 * h, h).unwrap();
            let [height, speed, bounces] = ball((k + 1) as f64 * h, 0.7);
            let found = [instance.real("h").unwrap(), instance.real("v").unwrap()];
            // An instant is located to 1e-14 s; the errors of some ten bounces add up.
            assert!((found[0] - height).abs() < 1e-11, "{h} {k}: {found:?} {height}");
            assert!((found[1] - speed).abs() < 1e-11, "{h} {k}: {found:?} {speed}");
            assert_eq!(f64::from(integer(&mut instance, "bounces")), bounces);
        }
        assert!(boolean(&mut instance, "resting"));
    }
}

#[test]
fn every_solver_finds_the_bounces() {
    let accuracies = [1e-11, 1e-2, 1e-11, 1e-8, 1e-8];
    for (solver, accuracy) in SolverKind::ALL.into_iter().zip(accuracies) {
        let mut instance = Instance::<Ball>::started(solver, &[]).unwrap();
        (0..20).for_each(|k| instance.do_step(k as f64 * 0.1, 0.1).unwrap());
        let ([height, ..], found) = (ball(2.0, 0.7), instance.real("h").unwrap());
        assert!((found - height).abs() < accuracy, "{}: {found} {height}", solver.name());
    }
}

#[test]
fn a_tunable_parameter_changes_between_steps_and_a_fixed_one_does_not() {
    let mut instance = Instance::<Ball>::started(SolverKind::Exact, &[]).unwrap();
    instance.do_step(0.0, 0.4).unwrap();
    let [e, h0] = ["e", "h0"].map(|name| instance.reference(name).unwrap());
    instance.set_real(&[e], &[0.5]).unwrap();
    let before = instance.snapshot();
    instance.do_step(0.4, 0.4).unwrap();
    let [height, ..] = ball(0.8, 0.5);
    assert!((instance.real("h").unwrap() - height).abs() < 1e-12);
    let refused = instance.set_real(&[h0], &[2.0]).unwrap_err().to_string();
    assert!(refused.contains("\"h0\" is a fixed parameter; set it before"), "{refused}");
    let refused = instance.set_real(&[e], &[2.0]).unwrap_err().to_string();
    assert!(refused.contains("parameter \"e\" = 2 must be at most 1"), "{refused}");
    // The value belongs to the state that is saved.
    instance.set_real(&[e], &[1.0]).unwrap();
    instance.restore(&before).unwrap();
    instance.do_step(0.4, 0.4).unwrap();
    assert!((instance.real("h").unwrap() - height).abs() < 1e-12);
}

#[test]
fn a_saved_ball_bounces_on_bit_for_bit() {
    // A step that ends within rounding of the first bounce, and steps before and after it.
    let bounce = (2.0 / G).sqrt();
    for end in [bounce, bounce.next_up(), bounce.next_down(), 0.4, 0.5] {
        let mut instance = Instance::<Ball>::started(SolverKind::Dopri5, &[]).unwrap();
        instance.do_step(0.0, end).unwrap();
        let saved = instance.snapshot();
        let run = |instance: &mut Instance<Ball>| {
            instance.do_step(end, 1.0 - end).unwrap();
            (instance.real("h").unwrap().to_bits(), integer(instance, "bounces"))
        };
        let first = run(&mut instance);
        instance.restore(&saved).unwrap();
        assert_eq!(run(&mut instance), first);
        assert!((f64::from_bits(first.0) - ball(1.0, 0.7)[0]).abs() < 1e-8, "{end}");
        assert_eq!(f64::from(first.1), ball(1.0, 0.7)[2]);
    }
}

//! Each way in which a model can be wrong, and what is said of it.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use super::*;
use crate::sample::{Conditions, Derivatives, Event, Outputs, Sample, States};
use crate::variables::{Condition, Input, Integral, Output, Parameter, State};

/// A mass on a spring with one mistake, or with none.
struct Mistaken<const MISTAKE: usize> {
    c: Parameter,
    u: Input,
    x: State,
    v: State,
    z: State,
    work: Integral,
    force: Output,
    level: Output,
    far: Condition,
    calls: AtomicU32,
}

const NONE: usize = 0;
const DERIVATIVE: usize = 1;
const OUTPUT: usize = 2;
const SOMETIMES: usize = 3;
const NAN: usize = 4;
const NONLINEAR: usize = 5;
const LIMITED: usize = 6;
const POSITION: usize = 7;
const INTEGRAL: usize = 8;
const START: usize = 9;
const START_OF_INPUT: usize = 10;
const COUNTING: usize = 11;
const WHOLE: usize = 12;
const CONDITION: usize = 13;
const OWN: usize = 14;
const PANIC: usize = 15;
const ENDLESS: usize = 16;

impl<const MISTAKE: usize> Model for Mistaken<MISTAKE> {
    const NAME: &'static str = "mistaken";
    const DESCRIPTION: &'static str = "for tests";
    const LINEAR: Option<bool> = Some(true);
    const OWN_STEP: bool = MISTAKE == OWN;

    fn declare(v: &mut Variables) -> Self {
        let zero = v.parameter("zero", 0.0, "", "");
        let (x, velocity) = (v.state("x", zero, "", ""), v.state("v", zero, "1/s", ""));
        v.position(x, velocity);
        let level = v.output("level", "", "");
        v.integer(level);
        let (c, u) = (v.parameter("c", 10.0, "", ""), v.input("u", 1.0, "", ""));
        Self {
            c,
            u,
            x,
            v: velocity,
            z: v.computed_state("z", "", ""),
            work: v.integral("work", "", ""),
            force: v.output("force", "", ""),
            level,
            far: v.condition("far"),
            calls: AtomicU32::new(0),
        }
    }

    fn start(&self, s: &Sample, x: &mut States) {
        if MISTAKE != START {
            x[self.z] = s[self.c] + if MISTAKE == START_OF_INPUT { s[self.u] } else { 0.0 };
        }
    }

    fn derivatives(&self, s: &Sample, dx: &mut Derivatives) {
        assert!(MISTAKE != PANIC, "this is not written yet");
        dx[self.x] = if MISTAKE == POSITION { 2.0 } else { 1.0 } * s[self.v];
        if MISTAKE != DERIVATIVE && (MISTAKE != SOMETIMES || s[self.x] <= 0.0) {
            dx[self.v] = s[self.u] - s[self.c] * s[self.x];
        }
        dx[self.z] = match MISTAKE {
            NONLINEAR => -s[self.z].powi(2),
            LIMITED => -s[self.z].clamp(-1e9, 1e9),
            INTEGRAL => -s[self.work],
            _ => -s[self.z],
        };
        dx[self.work] = s[self.u] * s[self.v];
    }

    fn outputs(&self, s: &Sample, y: &mut Outputs) {
        if MISTAKE != OUTPUT {
            y[self.force] = if MISTAKE == NAN { (s[self.c] - 11.0).sqrt() } else { s[self.u] };
        }
        if MISTAKE == COUNTING {
            y[self.force] = f64::from(self.calls.fetch_add(1, Relaxed));
        }
        y[self.level] = if MISTAKE == WHOLE { 0.5 } else { s[self.x].floor() };
    }

    fn conditions(&self, s: &Sample, c: &mut Conditions) {
        match MISTAKE {
            CONDITION => {}
            ENDLESS => c[self.far] = 1.0 - s[self.x].abs(),
            _ => c[self.far] = s[self.x] - 100.0,
        }
    }

    fn event(&self, s: &Sample, e: &mut Event) {
        if MISTAKE == ENDLESS {
            e[self.x] = -s[self.x] + f64::NAN;
        }
    }
}

fn problems<const MISTAKE: usize>() -> String {
    check::<Mistaken<MISTAKE>>().join("\n")
}

#[test]
fn a_model_without_a_mistake_has_no_problems() {
    assert_eq!(problems::<NONE>(), "");
}

#[test]
fn every_mistake_is_told_with_its_variable() {
    let cases = [
        (
            problems::<DERIVATIVE>(),
            "\"v\" is not given a derivative everywhere; compute it in `derivatives`",
        ),
        (
            problems::<SOMETIMES>(),
            "\"v\" is not given a derivative everywhere; compute it in `derivatives`",
        ),
        (
            problems::<OUTPUT>(),
            "\"force\" is not given a value everywhere; compute it in `outputs`",
        ),
        (
            problems::<CONDITION>(),
            "\"far\" is not given a number everywhere; compute it in `conditions`",
        ),
        (problems::<START>(), "\"z\" is not given a start value everywhere; compute it in `start`"),
        (
            problems::<NAN>(),
            "output \"force\" is NaN at the start values; choose others, or let the model compute a number there",
        ),
        (
            problems::<NONLINEAR>(),
            "LINEAR = Some(true), but the derivative of \"z\" is not affine in states and inputs with constant coefficients; take LINEAR away",
        ),
        (
            problems::<LIMITED>(),
            "LINEAR = Some(true), but the derivative of \"z\" is not affine in states and inputs with constant coefficients; take LINEAR away",
        ),
        (
            problems::<INTEGRAL>(),
            "the derivative of \"z\" depends on the integral \"work\"; declare \"work\" as a state",
        ),
        (
            problems::<START_OF_INPUT>(),
            "the start value of \"z\" depends on more than parameters; `start` is asked before anything else is known",
        ),
        (
            problems::<COUNTING>(),
            "\"force\" is computed anew and differs at the same point; a model must keep nothing between calls",
        ),
        (problems::<WHOLE>(), "\"level\" is computed as 0.5, which is not of type Integer"),
        (
            problems::<OWN>(),
            "OWN_STEP is true, but the model is declared to have a step of its own, but has none: write `own_step`",
        ),
        (problems::<PANIC>(), "the model panics at its start values: this is not written yet"),
        (problems::<ENDLESS>(), "the run cannot begin: at t = 0 s \"x\" became NaN at an event"),
    ];
    for (said, expected) in cases {
        // What is nonlinear through an integral is told too, after it.
        assert_eq!(said.lines().next(), Some(expected), "{said}");
    }
    let said = problems::<POSITION>();
    assert!(
        said.starts_with(
            "\"x\" is declared to be the position whose velocity is \"v\", but its derivative is"
        ),
        "{said}"
    );
}

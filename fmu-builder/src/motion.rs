//! Equations of motion with constraints, as the solver `two-step` takes them:
//! M(q) v̇ + g_qᵀ λ = f(q, v, t, u), g(q, t) = 0 with v = q̇.

mod starts;

pub use starts::Starts;

use crate::sample::{Derivatives, Sample, States};
use crate::variables::{Parameter, State, Variables};

/// A model stated as equations of motion; the constraints g stay at position level (index 3).
///
/// Zhang et al. (2022), equations (5a), (5b). `s` has time, parameters and inputs; the motion is given
/// apart from it, so that the states in `s` must not be read.
pub trait EquationsOfMotion {
    /// The states that hold the motion.
    fn coordinates(&self) -> &Coordinates;

    /// Computes M(q) a + g_qᵀ λ − f(q, v, t, u), and behind it g(q, t).
    fn residual(&self, s: &Sample, at: &Motion, r: &mut [f64]);

    /// Computes the accelerations and multipliers that belong to q and v, with g differentiated twice.
    fn accelerations(&self, s: &Sample, at: [&[f64]; 2], a: &mut [f64], lambda: &mut [f64]);

    /// Whether the residual is affine in q, v, a and λ with coefficients that only parameters decide: then
    /// the matrix of the corrector is kept as long as the step has the same length.
    fn is_linear(&self) -> bool {
        false
    }
}

/// Positions, velocities, accelerations and multipliers.
#[derive(Clone, Copy, Debug)]
pub struct Motion<'a> {
    /// q
    pub q: &'a [f64],
    /// v = q̇
    pub v: &'a [f64],
    /// a = v̇
    pub a: &'a [f64],
    /// λ
    pub lambda: &'a [f64],
}

/// How a coordinate is called: names and units of position, velocity and acceleration.
#[derive(Clone, Copy, Debug)]
pub struct Coordinate<'a> {
    /// Of q, v and a.
    pub names: [&'a str; 3],
    /// Of q, v and a.
    pub units: [&'a str; 3],
    /// What moves.
    pub what: &'a str,
}

/// The states of a motion: now and one step back.
///
/// The names of what was one step back end in `_1`. The accelerations are those that the last step
/// ended with, so that they do not depend on the inputs without delay.
#[derive(Clone, Debug)]
pub struct Coordinates {
    pub(crate) rho_inf: Parameter,
    pub(crate) history: Parameter,
    pub(crate) now: [Vec<State>; 3],
    pub(crate) before: [Vec<State>; 3],
    pub(crate) lambda: Vec<State>,
}

/// A multiplier: name, unit and what it is.
pub type Multiplier<'a> = (&'a str, &'a str, &'a str);

impl Coordinates {
    /// Declares the parameters `rho_inf` and `history`, and the states; [`start`](Self::start) begins them.
    pub fn declare(
        v: &mut Variables,
        coordinates: &[Coordinate],
        multipliers: &[Multiplier],
    ) -> Self {
        let what = "spectral radius of the solver two-step for infinitely fast motions";
        let rho_inf = v.parameter("rho_inf", 0.56, "", what);
        v.at_least(rho_inf, 0.0);
        v.at_most(rho_inf, 1.0);
        let what = "whether the motion one step before the start is given";
        let history = v.parameter("history", 0.0, "", what);
        v.boolean(history);
        let kinds = ["position", "velocity", "acceleration"];
        let mut states = |end: &str, when: &str| {
            [0, 1, 2].map(|level| {
                let state = |c: &Coordinate| {
                    let name = format!("{}{end}", c.names[level]);
                    let text = format!("{}, {}{when}", c.what, kinds[level]);
                    v.computed_state(&name, c.units[level], &text)
                };
                coordinates.iter().map(state).collect::<Vec<_>>()
            })
        };
        let (now, before) = (states("", ""), states("_1", " one step before"));
        for (q, velocity) in now[0].iter().zip(&now[1]) {
            v.position(*q, *velocity);
        }
        let multiplier = |(name, unit, what): &Multiplier| v.computed_state(name, unit, what);
        let lambda = multipliers.iter().map(multiplier).collect();
        Self { rho_inf, history, now, before, lambda }
    }

    /// Whether the motion one step before the start is given.
    pub fn has_history(&self, s: &Sample) -> bool {
        s[self.history] != 0.0
    }

    /// Begins with a motion and what it was one step before.
    pub fn start(&self, x: &mut States, now: &Motion, before: [&[f64]; 3]) {
        fill(&self.now, [now.q, now.v, now.a], x);
        fill(&self.before, before, x);
        for (state, lambda) in self.lambda.iter().zip(now.lambda) {
            x[*state] = *lambda;
        }
    }

    /// Begins with these accelerations.
    pub fn start_accelerations(&self, x: &mut States, a: &[f64]) {
        for (state, a) in self.now[2].iter().zip(a) {
            x[*state] = *a;
        }
    }

    /// Writes the derivatives: q̇ = v, v̇ = `a`; what is remembered changes by steps only.
    pub fn rates(&self, s: &Sample, a: &[f64], dx: &mut Derivatives) {
        for (n, a) in a.iter().enumerate() {
            dx[self.now[0][n]] = s[self.now[1][n]];
            dx[self.now[1][n]] = *a;
        }
        let remembered = self.now[2].iter().chain(self.before.iter().flatten());
        remembered.chain(&self.lambda).for_each(|state| dx[*state] = 0.0);
    }

    /// Position `n`.
    #[inline]
    pub fn q(&self, s: &Sample, n: usize) -> f64 {
        s[self.now[0][n]]
    }

    /// Velocity `n`.
    #[inline]
    pub fn v(&self, s: &Sample, n: usize) -> f64 {
        s[self.now[1][n]]
    }

    /// Acceleration `n`, as the last step ended with it.
    #[inline]
    pub fn a(&self, s: &Sample, n: usize) -> f64 {
        s[self.now[2][n]]
    }

    /// Multiplier `n`, as the last step ended with it.
    #[inline]
    pub fn lambda(&self, s: &Sample, n: usize) -> f64 {
        s[self.lambda[n]]
    }
}

fn fill(states: &[Vec<State>; 3], values: [&[f64]; 3], x: &mut States) {
    for (states, values) in states.iter().zip(values) {
        for (state, value) in states.iter().zip(values) {
            x[*state] = *value;
        }
    }
}

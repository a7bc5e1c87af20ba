//! Inputs that depend on each other without delay, or may do so: u = law(y(u)).
//!
//! The continuous inputs are found by Newton's method, A Δu = −r with A = I − ∂law(y(u))/∂u by
//! difference quotients, which is kept while it serves. Where the quotients show that no input
//! depends on itself, the inputs are set one after the other instead, which is exact. Around this,
//! discrete inputs, for which there is no derivative, are set until none changes.
//!
//! A residual counts relative to its input, however small that is. Where it stops falling above the
//! tolerance, it is rounding or the noise of a slave's own solver, and its size decides.

use nalgebra::{DMatrix, DVector, Dyn, LU};

use super::Coupled;
use super::graph::components;
use super::residual::{Falling, Largest};
use super::slopes::{Slopes, inputs_slopes};
use crate::CouplingError;
use crate::error::LoopFailure;
use crate::law::CouplingLaw;
use crate::network::Solution;
use crate::network::{Member, apply};

/// Newton iterations, and changes of a discrete input, before giving up.
const MAX_ITERATIONS: usize = 25;
/// A loop is solved when |u − law(y(u))| ≤ this · max(|u|, |law|).
const TOLERANCE: f64 = 1e-13;
/// A Jacobian that has not led there after this many iterations is computed again.
const RENEWED_EVERY: usize = 3;
/// Inputs are moved by this part of their size for a difference quotient.
const PERTURBATION: f64 = 1e-6;
/// Relative changes of A may not change a Newton step more than this many times as much; beyond,
/// the truncation of the quotients decides where it leads.
const WORST_CONDITION: f64 = 1e5;
/// Slopes are found when they miss less than this part of themselves; beyond the second they are not known.
const SLOPES: [f64; 2] = [1e-10, 1e-4];
/// Corrections of slopes: with the right Jacobian one is enough.
const CORRECTIONS: usize = 4;

/// What an algebraic loop is solved on.
pub(super) struct Problem<'a> {
    pub(super) members: &'a mut [Member],
    pub(super) laws: &'a [Box<dyn CouplingLaw>],
    pub(super) scratch: &'a mut Vec<f64>,
    pub(super) t: f64,
    pub(super) y: &'a mut [f64],
    pub(super) u: &'a mut [f64],
}

/// A loop, or what may be one.
pub(super) struct Loop {
    inputs: Vec<usize>,
    /// The slave of each input.
    slave_of: Vec<usize>,
    discrete: Vec<usize>,
    /// Slaves with outputs that depend on these inputs.
    slaves: Vec<usize>,
    approach: Option<Approach>,
    residual: DVector<f64>,
    pub(super) solution: Solution,
    /// How often, and how large at most, noise was left.
    pub(super) noise: (u64, f64),
}

/// What the size of an input is taken to be.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Size {
    /// 1 + |u|: what it does is seen also beside other numbers.
    AtLeastOne,
    /// max(|u|, |law|): right for very small ones, unless it is lost in rounding.
    Own,
}

/// How the continuous inputs are improved.
enum Approach {
    /// Positions in `inputs`, each after those that it depends on.
    InOrder(Vec<usize>),
    Newton(LU<f64, Dyn, Dyn>),
}

impl Loop {
    pub(super) fn new(
        all: &[usize],
        is_discrete: &[bool],
        slaves: Vec<usize>,
        slave_of: impl Fn(usize) -> usize,
    ) -> Self {
        let mut all = all.to_vec();
        all.sort_unstable();
        let (discrete, inputs): (Vec<usize>, Vec<usize>) =
            all.into_iter().partition(|&i| is_discrete[i]);
        Self {
            slave_of: inputs.iter().map(|&i| slave_of(i)).collect(),
            residual: DVector::zeros(inputs.len()),
            inputs,
            discrete,
            slaves,
            approach: None,
            solution: Solution::default(),
            noise: (0, 0.0),
        }
    }

    pub(super) fn contains(&self, input: usize) -> bool {
        self.inputs.contains(&input) || self.discrete.contains(&input)
    }

    /// Finds the inputs, with noise up to `accepted`; on failure names them.
    pub(super) fn solve(
        &mut self,
        problem: &mut Problem,
        accepted: f64,
        names: &[String],
    ) -> Result<(), CouplingError> {
        let before = self.solution.iterations;
        // A chain of discrete inputs settles one by one.
        for _ in 0..=MAX_ITERATIONS + self.discrete.len() {
            self.solve_continuous(problem, accepted, names)?;
            if self.set_discrete(problem) {
                return Ok(());
            }
            self.solution.iterations += 1;
        }
        let iterations = self.solution.iterations - before;
        Err(self.failure(LoopFailure::Unsettled, iterations, problem.t, names))
    }

    /// Gives discrete inputs their values; whether they had them.
    fn set_discrete(&self, problem: &mut Problem) -> bool {
        let mut settled = true;
        for &i in &self.discrete {
            settled &= problem.u[i] == problem.scratch[i];
            problem.u[i] = problem.scratch[i];
        }
        settled
    }

    fn solve_continuous(
        &mut self,
        problem: &mut Problem,
        accepted: f64,
        names: &[String],
    ) -> Result<(), CouplingError> {
        let mut falling = Falling::default();
        let mut size = Size::AtLeastOne;
        for iteration in 0..=MAX_ITERATIONS {
            let left = self.evaluate(problem)?;
            self.solution.residual = left.relative;
            if left.relative <= TOLERANCE {
                return Ok(());
            }
            if falling.ends(left) || iteration == MAX_ITERATIONS {
                let noise = falling.settle(left, accepted);
                let noise =
                    noise.map_err(|cause| self.failure(cause, iteration, problem.t, names))?;
                if let Some(noise) = noise {
                    self.noise = (self.noise.0 + 1, self.noise.1.max(noise));
                }
                return Ok(());
            }
            if self.approach.is_none() || iteration > 0 && iteration % RENEWED_EVERY == 0 {
                let gains = self.gains(problem, size)?;
                let approach = self.approach(&gains, problem.u);
                // The next one, if it is needed, looks closer or from farther away.
                size = if size == Size::Own { Size::AtLeastOne } else { Size::Own };
                self.approach = Some(
                    approach.map_err(|cause| self.failure(cause, iteration, problem.t, names))?,
                );
            }
            self.improve(problem)?;
            self.solution.iterations += 1;
        }
        unreachable!("the last iteration returns")
    }

    /// Finds the slopes of the inputs, u̇ = ∂law/∂y · ẏ(u̇), which is linear with the Jacobian of the values.
    pub(super) fn solve_slopes(
        &mut self,
        (members, laws): Coupled,
        slopes: &mut Slopes,
        scratch: &mut Vec<f64>,
    ) -> Result<(), CouplingError> {
        let (discrete, inputs) = (self.discrete.iter(), self.inputs.iter());
        discrete.chain(inputs).for_each(|&i| slopes.du[i] = 0.0);
        if self.approach.is_none() {
            let (mut u, mut y) = (slopes.u.to_vec(), slopes.y.to_vec());
            let (u, y) = (u.as_mut_slice(), y.as_mut_slice());
            let mut problem = Problem { members: &mut *members, laws, scratch, t: slopes.t, y, u };
            let gains = self.gains(&mut problem, Size::AtLeastOne)?;
            self.approach = self.approach(&gains, slopes.u).ok();
        }
        let mut missed = f64::NAN;
        for _ in 0..=CORRECTIONS {
            self.slaves.iter().try_for_each(|&slave| slopes.read(&mut members[slave]))?;
            inputs_slopes(laws, slopes.y, slopes.dy, scratch);
            missed = self.missed_slope(slopes.du, scratch);
            if missed <= SLOPES[0] {
                return Ok(());
            }
            match &self.approach {
                None => break,
                Some(Approach::Newton(jacobian)) => {
                    jacobian.solve_mut(&mut self.residual);
                    for (&i, correction) in self.inputs.iter().zip(&self.residual) {
                        slopes.du[i] -= correction;
                    }
                }
                Some(Approach::InOrder(order)) => {
                    for &k in order {
                        inputs_slopes(laws, slopes.y, slopes.dy, scratch);
                        slopes.du[self.inputs[k]] = scratch[self.inputs[k]];
                        slopes.read(&mut members[self.slave_of[k]])?;
                    }
                }
            }
        }
        if missed.is_nan() || missed > SLOPES[1] {
            self.inputs.iter().for_each(|&i| slopes.du[i] = f64::NAN);
            self.slaves.iter().try_for_each(|&slave| slopes.read(&mut members[slave]))?;
        }
        Ok(())
    }

    /// What the slopes `du` miss of those that are `asked` for into `residual`; returns the largest, as a part of
    /// the largest slope.
    fn missed_slope(&mut self, du: &[f64], asked: &[f64]) -> f64 {
        let mut size = f64::MIN_POSITIVE;
        for (r, &i) in self.residual.iter_mut().zip(&self.inputs) {
            *r = du[i] - asked[i];
            size = size.max(asked[i].abs());
        }
        let is_known = self.residual.iter().all(|r| r.is_finite());
        if is_known { self.residual.amax() / size } else { f64::NAN }
    }

    fn failure(
        &self,
        cause: LoopFailure,
        iterations: usize,
        t: f64,
        names: &[String],
    ) -> CouplingError {
        let inputs = self.inputs.iter().chain(&self.discrete).map(|&i| names[i].clone()).collect();
        CouplingError::Loop { inputs, residual: self.solution.residual, iterations, t, cause }
    }

    fn improve(&mut self, problem: &mut Problem) -> Result<(), CouplingError> {
        let Problem { members, laws, scratch, t, y, u } = problem;
        match self.approach.as_ref().expect("chosen before") {
            Approach::InOrder(order) => {
                for &k in order {
                    apply(laws, y, scratch);
                    u[self.inputs[k]] = scratch[self.inputs[k]];
                    members[self.slave_of[k]].read(*t, u, y)?;
                }
            }
            Approach::Newton(jacobian) => {
                jacobian.solve_mut(&mut self.residual);
                for (&i, du) in self.inputs.iter().zip(&self.residual) {
                    u[i] -= du;
                }
            }
        }
        Ok(())
    }

    /// u − law(y(u)) into `residual`; returns its largest entry.
    fn evaluate(&mut self, problem: &mut Problem) -> Result<Largest, CouplingError> {
        let Problem { members, laws, scratch, t, y, u } = problem;
        for &slave in &self.slaves {
            members[slave].read(*t, u, y)?;
        }
        apply(laws, y, scratch);
        let mut largest = Largest { relative: 0.0, absolute: 0.0 };
        for (r, &i) in self.residual.iter_mut().zip(&self.inputs) {
            *r = u[i] - scratch[i];
            if *r != 0.0 {
                let size = u[i].abs().max(scratch[i].abs());
                largest.relative = largest.relative.max(r.abs() / size);
                largest.absolute = largest.absolute.max(r.abs() / (1.0 + u[i].abs()));
            }
        }
        Ok(largest)
    }

    /// ∂law(y(u))/∂u by forward differences; inputs and outputs stay as they were. An entry is
    /// exactly zero where an input has no influence, since then the same numbers are subtracted.
    pub(super) fn gains(
        &self,
        problem: &mut Problem,
        size: Size,
    ) -> Result<DMatrix<f64>, CouplingError> {
        let Problem { members, laws, scratch, t, y, u } = problem;
        apply(laws, y, scratch);
        let at: Vec<f64> = self.inputs.iter().map(|&i| scratch[i]).collect();
        let n = self.inputs.len();
        let mut gains = DMatrix::zeros(n, n);
        for k in 0..n {
            let (i, member) = (self.inputs[k], &mut members[self.slave_of[k]]);
            let value = u[i];
            let size = match size {
                Size::Own if at[k] != 0.0 || value != 0.0 => value.abs().max(at[k].abs()),
                Size::Own | Size::AtLeastOne => 1.0 + value.abs(),
            };
            u[i] = value + PERTURBATION * size;
            let delta = u[i] - value;
            member.read(*t, u, y)?;
            apply(laws, y, scratch);
            for row in 0..n {
                gains[(row, k)] = (scratch[self.inputs[row]] - at[row]) / delta;
            }
            u[i] = value;
            if self.slave_of.get(k + 1) != Some(&self.slave_of[k]) {
                member.read(*t, u, y)?;
            }
        }
        apply(laws, y, scratch);
        Ok(gains)
    }

    /// The way from the present residual, unless none leads on.
    fn approach(&self, gains: &DMatrix<f64>, u: &[f64]) -> Result<Approach, LoopFailure> {
        let n = self.inputs.len();
        let behind = (0..n).map(|row| (0..n).filter(|&k| gains[(row, k)] != 0.0).collect());
        let behind: Vec<Vec<usize>> = behind.collect();
        let components = components(&behind);
        if components.iter().all(|c| c.len() == 1 && !behind[c[0]].contains(&c[0])) {
            return Ok(Approach::InOrder(components.concat()));
        }
        let one = DMatrix::identity(n, n);
        let jacobian = (&one - gains).lu();
        let (inverse, du) = jacobian
            .try_inverse()
            .zip(jacobian.solve(&self.residual))
            .ok_or(LoopFailure::Singular)?;
        // |A⁻¹| (I + |∂law/∂u|) |Δu| bounds the effect of relative changes of the terms of A,
        // whatever the units of the inputs (Skeel's condition number).
        let effect = inverse.abs() * ((one + gains.abs()) * du.abs());
        let is_lost =
            |k: usize| effect[k] > WORST_CONDITION * (1.0 + u[self.inputs[k]].abs() + du[k].abs());
        if (0..n).any(is_lost) {
            Err(LoopFailure::Singular)
        } else {
            Ok(Approach::Newton(jacobian))
        }
    }

    /// Puts into `behind` what the inputs depend on inside the loop by their `gains`, and by what
    /// is `stated` where discrete inputs are involved.
    pub(super) fn dependencies(
        &self,
        gains: &DMatrix<f64>,
        stated: &[Vec<usize>],
        behind: &mut [Vec<usize>],
    ) {
        let position = |input: usize| self.inputs.iter().position(|&i| i == input);
        for &input in self.inputs.iter().chain(&self.discrete) {
            behind[input].retain(|&source| match (position(input), position(source)) {
                _ if !self.contains(source) => true,
                (Some(row), Some(column)) => gains[(row, column)] != 0.0,
                _ => stated[input].contains(&source),
            });
        }
    }
}

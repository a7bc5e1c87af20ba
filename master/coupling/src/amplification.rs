//! The amplification of a macro step: how everything that a step depends on changes over it.
//!
//! With z = (states of the slaves; u, u̇, y at the last communication points) a macro step of a
//! linear system is z ↦ M z + b. The columns of M are found by taking production steps from unit
//! vectors and subtracting the step from z = 0, so that scheme, laws and rules are those of a run
//! and nothing is derived a second time. The run is stable if no eigenvalue of M lies outside the
//! unit circle.
//!
//! Parts of the past that a method does not look at, and those that follow from the states, add
//! eigenvalues 0 only.
//!
//! Of a nonlinear system difference quotients about a point z₀ give the matrix of small disturbances,
//! M = ∂F/∂z with F the macro step ([`StepMap::matrix_about`]).

#[cfg(test)]
mod tests;

use nalgebra::{DMatrix, DVector};

use crate::CouplingError;
use crate::imposed::{Beginning, Imposed};
use crate::point::CommunicationPoint;

/// How many maps are compared with the powers of M to see whether the system is linear: a hidden
/// state acts from the second one on.
const COMPARED: usize = 3;

/// A disturbance of about the size 1 in a direction that is no eigenvector: the golden section spreads the numbers.
pub fn arbitrary(dimension: usize) -> DVector<f64> {
    DVector::from_fn(dimension, |i, _| ((i + 1) as f64 * 0.618_033_989).fract() - 0.5)
}

/// One or several macro steps as a map of everything that they depend on.
pub struct StepMap {
    imposed: Imposed,
    t: f64,
    steps: usize,
    /// What the past of a point consists of, as a pattern to fill.
    point: CommunicationPoint,
}

impl StepMap {
    /// The map over a whole [cycle](Imposed::cycle) from `t`.
    pub fn new(imposed: Imposed, t: f64) -> Self {
        let (point, steps) = (
            CommunicationPoint::new(
                imposed.network().input_count(),
                imposed.network().output_count(),
            ),
            imposed.cycle(),
        );
        Self { imposed, t, steps, point }
    }

    /// Over `cycles` of them.
    #[must_use]
    pub fn over(mut self, cycles: usize) -> Self {
        self.steps = cycles * self.imposed.cycle();
        self
    }

    /// How many macro steps it makes.
    pub fn steps(&self) -> usize {
        self.steps
    }

    /// The simulation behind it.
    pub fn imposed(&mut self) -> &mut Imposed {
        &mut self.imposed
    }

    /// The same simulation for other purposes.
    pub fn into_imposed(self) -> Imposed {
        self.imposed
    }

    /// The length of z.
    pub fn dimension(&self) -> usize {
        self.imposed.state_names().len() + self.imposed.reach() * self.point_length()
    }

    /// z of slaves with these states that have been at this point for long.
    pub fn standing(&self, states: &DVector<f64>, point: &CommunicationPoint) -> DVector<f64> {
        self.pack(states, &vec![point.clone(); self.imposed.reach()])
    }

    /// The amplification matrix of a linear system at the macro step `h`.
    pub fn matrix(&mut self, h: f64) -> Result<DMatrix<f64>, CouplingError> {
        let n = self.dimension();
        self.matrix_about(h, &DVector::zeros(n), &DVector::from_element(n, 1.0))
    }

    /// Difference quotients about z₀: column j is (F(z₀ + δⱼ eⱼ) − F(z₀))/δⱼ.
    pub fn matrix_about(
        &mut self,
        h: f64,
        z0: &DVector<f64>,
        delta: &DVector<f64>,
    ) -> Result<DMatrix<f64>, CouplingError> {
        let n = self.dimension();
        let undisturbed = self.apply(h, z0, 1)?;
        let mut matrix = DMatrix::zeros(n, n);
        // The past last to first: its columns all begin from the same states.
        for j in (0..n).rev() {
            let mut z = z0.clone();
            z[j] += delta[j];
            let moved = z[j] - z0[j];
            matrix.set_column(j, &((self.apply(h, &z, 1)? - &undisturbed) / moved));
        }
        Ok(matrix)
    }

    /// How far steps about z₀ are from those of `matrix`, which was found at `h`, in relation to the terms of
    /// the product: rounding, unless a slave is not linear or has states that cannot be set.
    ///
    /// The disturbance has an arbitrary direction and the given size.
    pub fn deviation(
        &mut self,
        h: f64,
        matrix: &DMatrix<f64>,
        z0: &DVector<f64>,
        size: &DVector<f64>,
    ) -> Result<f64, CouplingError> {
        let z = arbitrary(z0.len()).component_mul(size);
        let found = self.apply(h, &(z0 + &z), COMPARED)? - self.apply(h, z0, COMPARED)?;
        let (mut expected, mut terms) = (z.clone(), z.abs());
        let absolute = matrix.abs();
        for _ in 0..COMPARED {
            expected = matrix * expected;
            terms = &absolute * terms;
        }
        let relative = (found - expected).abs().zip_map(&terms, |difference, terms| {
            if difference == 0.0 { 0.0 } else { difference / terms }
        });
        // What is not a number deviates without limit.
        let worse = |a: f64, b: f64| if b.is_nan() { f64::INFINITY } else { a.max(b) };
        Ok(relative.iter().copied().fold(0.0, worse))
    }

    /// z after the map has been applied `times` times.
    pub fn apply(
        &mut self,
        h: f64,
        z: &DVector<f64>,
        times: usize,
    ) -> Result<DVector<f64>, CouplingError> {
        let from = self.unpack(z);
        let mut past = from.past.clone();
        let states = self.imposed.run(&from, h, times * self.steps, |point| {
            past.rotate_left(1);
            let newest = past.last_mut().expect("the past has at least one point");
            newest.clone_from(point);
        })?;
        Ok(self.pack(&states, &past))
    }

    /// How many numbers of z belong to one point of the past.
    fn point_length(&self) -> usize {
        let CommunicationPoint { u, y, du, .. } = &self.point;
        u.len() + y.len() + if self.imposed.needs_derivatives() { du.len() } else { 0 }
    }

    fn unpack(&self, z: &DVector<f64>) -> Beginning {
        let mut rest = z.as_slice();
        let mut take = |count: usize| {
            let (taken, left) = rest.split_at(count);
            rest = left;
            DVector::from_column_slice(taken)
        };
        let states = take(self.imposed.state_names().len());
        let past = (0..self.imposed.reach()).map(|_| {
            let mut point = self.point.clone();
            point.u = take(point.u.len());
            point.y = take(point.y.len());
            if self.imposed.needs_derivatives() {
                point.du = take(point.du.len());
            }
            point
        });
        Beginning { t: self.t, past: past.collect(), states }
    }

    fn pack(&self, states: &DVector<f64>, past: &[CommunicationPoint]) -> DVector<f64> {
        let du = self.imposed.needs_derivatives();
        let points = past.iter().flat_map(|point| {
            let du = point.du.iter().filter(move |_| du);
            point.u.iter().chain(&point.y).chain(du)
        });
        DVector::from_iterator(self.dimension(), states.iter().chain(points).copied())
    }
}

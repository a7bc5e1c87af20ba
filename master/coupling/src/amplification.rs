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

#[cfg(test)]
mod tests;

use nalgebra::{DMatrix, DVector};

use crate::CouplingError;
use crate::imposed::{Beginning, Imposed};
use crate::point::CommunicationPoint;

/// How many maps are compared with the powers of M to see whether the system is linear: a hidden
/// state acts from the second one on.
const COMPARED: usize = 3;

/// Relative difference from M³ z up to which a system counts as linear.
const LINEAR: f64 = 1e-8;

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

    /// The length of z.
    pub fn dimension(&self) -> usize {
        self.imposed.state_names().len() + self.imposed.reach() * self.point_length()
    }

    /// The amplification matrix at the macro step `h`.
    pub fn matrix(&mut self, h: f64) -> Result<DMatrix<f64>, CouplingError> {
        let n = self.dimension();
        let zero = DVector::zeros(n);
        let at_rest = self.apply(h, &zero, 1)?;
        let mut matrix = DMatrix::zeros(n, n);
        // The past last to first: its columns all begin from the same states.
        for j in (0..n).rev() {
            let mut z = zero.clone();
            z[j] = 1.0;
            matrix.set_column(j, &(self.apply(h, &z, 1)? - &at_rest));
        }
        Ok(matrix)
    }

    /// Whether steps from an arbitrary z are those of `matrix`, which was found at `h`: otherwise a
    /// slave is not linear, or has states that cannot be set.
    pub fn is_linear(&mut self, h: f64, matrix: &DMatrix<f64>) -> Result<bool, CouplingError> {
        let zero = DVector::zeros(self.dimension());
        // Any direction serves that is no eigenvector: the golden section spreads the numbers.
        let z = DVector::from_fn(zero.len(), |i, _| ((i + 1) as f64 * 0.618_033_989).fract() - 0.5);
        let found = self.apply(h, &z, COMPARED)? - self.apply(h, &zero, COMPARED)?;
        let (mut expected, mut size) = (z.clone(), z.abs());
        let absolute = matrix.abs();
        for _ in 0..COMPARED {
            expected = matrix * expected;
            size = &absolute * size;
        }
        let differences = (found - expected).abs();
        Ok(differences.iter().zip(&size).all(|(difference, size)| *difference <= LINEAR * size))
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

//! Derivatives of everything computed along a direction in the knowns.

use super::phase::VALUES;
use super::{Failure, Instance};
use crate::layout::Layout;
use crate::model::Model;
use crate::variables::Kind;

/// The relative perturbation: truncation (its fourth power) and rounding are both about 1e-12.
const PERTURBATION: f64 = 1.0 / 1024.0;

impl<M: Model> Instance<M> {
    /// `fmi2GetDirectionalDerivative`: Σ ∂unknown/∂known · seed, to about 1e-12 relative.
    ///
    /// Knowns are inputs, states and, until the initialisation ends, parameters; unknowns are
    /// outputs, states and derivatives.
    pub fn directional_derivative(
        &mut self,
        unknowns: &[u32],
        knowns: &[u32],
        seed: &[f64],
        slopes: &mut [f64],
    ) -> Result<(), Failure> {
        const FUNCTION: &str = "fmi2GetDirectionalDerivative";
        self.phase.require(FUNCTION, VALUES)?;
        self.refresh_starts()?;
        let l = self.layout;
        self.direction.fill(0.0);
        for (reference, seed) in knowns.iter().zip(seed) {
            let at = *reference as usize;
            if at >= l.y {
                return Err(self.not_possible(FUNCTION, at, "is not known but computed"));
            }
            if self.kinds[at] != Kind::Real {
                return Err(self.not_possible(FUNCTION, at, "is not Real"));
            }
            self.direction[at] += seed;
        }
        self.differentiate(f64::INFINITY);
        for (reference, slope) in unknowns.iter().zip(slopes) {
            let at = *reference as usize;
            *slope = match at {
                at if at >= l.end => return Err(self.not_possible(FUNCTION, at, "")),
                at if at >= l.y => self.slopes[at - l.y],
                at => self.direction[at],
            };
        }
        Ok(())
    }

    /// Fills `slopes` with the derivatives along `direction` by central differences of order 4.
    ///
    /// They are exact up to rounding for polynomials of degree 4, so for all of a linear model
    /// and its energies. `limit` bounds the length of the perturbation along the direction.
    pub(super) fn differentiate(&mut self, limit: f64) {
        let l = self.layout;
        self.slopes.fill(0.0);
        let delta = self.perturbation(limit);
        if delta == 0.0 {
            return;
        }
        for (offset, weight) in [(-2.0, 1.0), (2.0, -1.0), (-1.0, -8.0), (1.0, 8.0)] {
            for at in 0..l.y {
                self.probe[at] = self.values[at] + offset * delta * self.direction[at];
            }
            l.evaluate_outputs(&self.model, &mut self.probe);
            l.evaluate_derivatives(&self.model, &mut self.probe);
            for (slope, value) in self.slopes.iter_mut().zip(&self.probe[l.y..]) {
                *slope += weight * value;
            }
        }
        self.slopes.iter_mut().for_each(|slope| *slope /= 12.0 * delta);
    }

    /// The length that changes no known by more than a thousandth of its magnitude; 0 for no
    /// direction. A power of two, so that the perturbed values are exact where they can be.
    fn perturbation(&self, limit: f64) -> f64 {
        let mut delta = f64::INFINITY;
        for (at, slope) in self.direction.iter().enumerate().skip(Layout::P) {
            if *slope != 0.0 {
                let magnitude = self.values[at].abs().max(self.nominal(at));
                delta = delta.min(PERTURBATION * magnitude / slope.abs());
            }
        }
        if self.direction[Layout::TIME] != 0.0 || delta.is_finite() {
            delta.min(limit).log2().floor().exp2()
        } else {
            0.0
        }
    }

    /// The expected magnitude of a known.
    fn nominal(&self, at: usize) -> f64 {
        let variable = self.layout.known(&self.variables, at);
        variable.and_then(|variable| variable.nominal).unwrap_or(1.0)
    }
}

//! What outputs will be, from their past alone.

use nalgebra::DVector;

use super::{History, Lagrange};
use crate::point::CommunicationPoint;
use crate::polynomial::Polynomial;

/// Outputs whose slaves have steps of one length, continued by a polynomial.
pub(super) struct OutputPredictor {
    pub(super) every: u64,
    degree: usize,
    y: History,
    /// Time derivatives at the first point, from which it starts; NaN where they are not known.
    first: DVector<f64>,
    /// Length of the step.
    h: f64,
    continuation: Lagrange,
}

/// A value that is expected, and its slope over the step of its slave.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Expected {
    /// The value.
    pub value: f64,
    /// Its derivative by the step's own time.
    pub slope: f64,
}

impl OutputPredictor {
    pub(super) fn new(degree: usize, every: u64, outputs: usize) -> Self {
        let continuation = Lagrange::through(&[0.0]);
        let first = DVector::from_element(outputs, f64::NAN);
        Self { every, degree, y: History::new(outputs, degree + 1), first, h: 0.0, continuation }
    }

    pub(super) fn is_due(&self, taken: u64) -> bool {
        self.every == 1 || taken.is_multiple_of(self.every)
    }

    pub(super) fn predict(&mut self, h: f64) {
        self.h = h * self.every as f64;
        self.continuation.renew(&self.y, self.h, self.y.known(), false);
    }

    /// Output `i` at the point `s` of the step, where 1 is its end.
    pub(super) fn at(&self, i: usize, s: f64) -> Expected {
        let polynomial = match self.y.known() {
            1 if self.first[i].is_finite() && self.degree > 0 => {
                Polynomial::new(&[self.y.values(0)[i], self.h * self.first[i]])
            }
            _ => self.continuation.combine(|k| self.y.values(k)[i]),
        };
        Expected { value: polynomial.value(s), slope: polynomial.slope(s) }
    }

    pub(super) fn commit(&mut self, h: f64, point: &CommunicationPoint) {
        if self.y.known() == 0 {
            self.first.copy_from(&point.dy);
        }
        self.y.push(h * self.every as f64, point.y.as_slice());
    }

    pub(super) fn take_back(&mut self) {
        self.y.take_back();
    }

    pub(super) fn forget(&mut self) {
        self.y.clear();
    }
}

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
    /// Through the end of the step, where slaves are in the middle of it.
    interpolation: Lagrange,
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
        let (y, interpolation) = (History::new(outputs, degree + 1), continuation.clone());
        Self { every, degree, y, first, h: 0.0, continuation, interpolation }
    }

    pub(super) fn is_due(&self, taken: u64) -> bool {
        self.every == 1 || taken.is_multiple_of(self.every)
    }

    pub(super) fn predict(&mut self, h: f64) {
        self.h = h * self.every as f64;
        self.continuation.renew(&self.y, self.h, self.y.known(), false);
        if self.every > 1 {
            let past = self.y.known().min(self.degree.max(1));
            self.interpolation.renew(&self.y, self.h, past, true);
        }
    }

    /// Output `i` at the point `s` of a step that leads to `y_end`: on the polynomial through its past and that, of
    /// degree 1 at least.
    pub(super) fn between(&self, i: usize, y_end: f64, s: f64) -> Expected {
        let value = |k: usize| if k == 0 { y_end } else { self.y.values(k - 1)[i] };
        let polynomial = self.interpolation.combine(value);
        Expected { value: polynomial.value(s), slope: polynomial.slope(s) }
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

    /// How many steps of the clock what is predicted reaches back.
    pub(super) fn reach(&self) -> u64 {
        self.every * (self.degree + 1) as u64
    }

    pub(super) fn take_back(&mut self) {
        self.y.take_back();
    }

    pub(super) fn forget(&mut self) {
        self.y.clear();
    }
}

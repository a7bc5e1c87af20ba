//! Numbers that a joint is evaluated with: plain ones, and dual ones that carry a derivative.
//!
//! A joint's formulas are written once. With dual numbers, x + x′ε and ε² = 0, the same lines give
//! the partial derivatives exactly, without a step width to choose.

use std::ops::{Add, Div, Mul, Neg, Sub};

use crate::law::Characteristic;

/// What the formulas of a joint need of a number.
pub trait Number:
    Copy
    + From<f64>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    /// Its value without a derivative.
    fn value(self) -> f64;

    /// Its square root.
    fn sqrt(self) -> Self;

    /// Its sine and cosine.
    fn sin_cos(self) -> (Self, Self);

    /// The value of a characteristic there.
    fn through(self, characteristic: &Characteristic) -> Self;
}

impl Number for f64 {
    fn value(self) -> f64 {
        self
    }

    fn sqrt(self) -> Self {
        f64::sqrt(self)
    }

    fn sin_cos(self) -> (Self, Self) {
        f64::sin_cos(self)
    }

    fn through(self, characteristic: &Characteristic) -> Self {
        characteristic.at(self).0
    }
}

/// A number with its derivative with respect to something.
#[derive(Clone, Copy, Debug)]
pub struct Dual {
    /// Its value.
    pub value: f64,
    /// Its derivative.
    pub slope: f64,
}

impl From<f64> for Dual {
    fn from(value: f64) -> Self {
        Self { value, slope: 0.0 }
    }
}

impl Add for Dual {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self { value: self.value + other.value, slope: self.slope + other.slope }
    }
}

impl Sub for Dual {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self { value: self.value - other.value, slope: self.slope - other.slope }
    }
}

impl Mul for Dual {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        let slope = self.slope * other.value + self.value * other.slope;
        Self { value: self.value * other.value, slope }
    }
}

impl Div for Dual {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        let value = self.value / other.value;
        Self { value, slope: (self.slope - value * other.slope) / other.value }
    }
}

impl Neg for Dual {
    type Output = Self;
    fn neg(self) -> Self {
        Self { value: -self.value, slope: -self.slope }
    }
}

impl Number for Dual {
    fn value(self) -> f64 {
        self.value
    }

    fn sqrt(self) -> Self {
        let root = self.value.sqrt();
        Self { value: root, slope: self.slope / (2.0 * root) }
    }

    fn sin_cos(self) -> (Self, Self) {
        let (sin, cos) = self.value.sin_cos();
        let slope = self.slope;
        (Self { value: sin, slope: slope * cos }, Self { value: cos, slope: -slope * sin })
    }

    fn through(self, characteristic: &Characteristic) -> Self {
        let (value, slope) = characteristic.at(self.value);
        Self { value, slope: slope * self.slope }
    }
}

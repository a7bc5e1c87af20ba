//! Vectors in space, of plain or dual numbers.

use std::ops::{Add, Mul, Neg, Sub};

use super::Number;

/// A vector by its three coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vector<T>(pub [T; 3]);

impl<T: Number> Vector<T> {
    /// A constant vector.
    pub fn constant(a: [f64; 3]) -> Self {
        Self(a.map(T::from))
    }

    /// The scalar product.
    pub fn dot(self, other: Self) -> T {
        let (Self([a, b, c]), Self([x, y, z])) = (self, other);
        a * x + b * y + c * z
    }

    /// The vector product.
    pub fn cross(self, other: Self) -> Self {
        let (Self([a, b, c]), Self([x, y, z])) = (self, other);
        Self([b * z - c * y, c * x - a * z, a * y - b * x])
    }
}

impl<T: Number> Add for Vector<T> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        let (Self([a, b, c]), Self([x, y, z])) = (self, other);
        Self([a + x, b + y, c + z])
    }
}

impl<T: Number> Sub for Vector<T> {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl<T: Number> Neg for Vector<T> {
    type Output = Self;
    fn neg(self) -> Self {
        Self(self.0.map(T::neg))
    }
}

impl<T: Number> Mul<T> for Vector<T> {
    type Output = Self;
    fn mul(self, factor: T) -> Self {
        Self(self.0.map(|a| a * factor))
    }
}

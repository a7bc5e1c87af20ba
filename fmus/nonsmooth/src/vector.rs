//! Vectors in space.

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A vector by its three coordinates.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Vector(pub [f64; 3]);

impl Vector {
    /// The zero vector.
    pub const ZERO: Self = Self([0.0; 3]);

    /// A vector along the axis y.
    pub fn along_y(y: f64) -> Self {
        Self([0.0, y, 0.0])
    }

    /// The scalar product.
    #[inline(always)]
    pub fn dot(self, other: Self) -> f64 {
        let (Self([a, b, c]), Self([x, y, z])) = (self, other);
        a * x + b * y + c * z
    }

    /// The vector product.
    #[inline(always)]
    pub fn cross(self, other: Self) -> Self {
        let (Self([a, b, c]), Self([x, y, z])) = (self, other);
        Self([b * z - c * y, c * x - a * z, a * y - b * x])
    }

    /// The length.
    #[inline(always)]
    pub fn norm(self) -> f64 {
        self.dot(self).sqrt()
    }

    /// The part at right angles to the unit vector `n`.
    #[inline(always)]
    pub fn across(self, n: Self) -> Self {
        self - n * self.dot(n)
    }

    /// Whether all coordinates are finite numbers.
    pub fn is_finite(self) -> bool {
        self.0.iter().all(|c| c.is_finite())
    }
}

impl Add for Vector {
    type Output = Self;
    #[inline(always)]
    fn add(self, Self([x, y, z]): Self) -> Self {
        let Self([a, b, c]) = self;
        Self([a + x, b + y, c + z])
    }
}

impl Sub for Vector {
    type Output = Self;
    #[inline(always)]
    fn sub(self, Self([x, y, z]): Self) -> Self {
        let Self([a, b, c]) = self;
        Self([a - x, b - y, c - z])
    }
}

impl Neg for Vector {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self(self.0.map(|c| -c))
    }
}

impl Mul<f64> for Vector {
    type Output = Self;
    #[inline(always)]
    fn mul(self, factor: f64) -> Self {
        let Self([a, b, c]) = self;
        Self([a * factor, b * factor, c * factor])
    }
}

impl AddAssign for Vector {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for Vector {
    #[inline(always)]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_are_those_of_right_handed_axes() {
        let [x, y, z] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(Vector);
        assert_eq!((x.cross(y), y.cross(z), z.cross(x)), (z, x, y));
        let a = Vector([1.0, -2.0, 3.0]);
        assert_eq!((a.dot(a), a.across(y)), (14.0, Vector([1.0, 0.0, 3.0])));
    }
}

//! The container: walls that move together, without turning.

use crate::vector::Vector;

/// A wall, in coordinates of the container.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Wall {
    /// A plane through `point`, with the unit vector `normal` towards the inside.
    Plane {
        /// A point of the plane.
        point: Vector,
        /// The normal.
        normal: Vector,
    },
    /// The inside of a cylinder about the axis y.
    Cylinder {
        /// Its radius in m.
        radius: f64,
    },
}

impl Wall {
    /// Distance of a sphere at `r` from the wall, and the normal there, from the wall to the sphere.
    ///
    /// On the axis of a cylinder no direction is the nearest, and there is no normal.
    pub fn distance(&self, r: Vector, radius: f64) -> Option<(f64, Vector)> {
        match *self {
            Self::Plane { point, normal } => Some(((r - point).dot(normal) - radius, normal)),
            Self::Cylinder { radius: inside } => {
                let Vector([x, _, z]) = r;
                let from_axis = (x * x + z * z).sqrt();
                let normal = Vector([-x / from_axis, 0.0, -z / from_axis]);
                (from_axis > 0.0).then_some((inside - radius - from_axis, normal))
            }
        }
    }
}

/// What carries the spheres. Its velocity is prescribed in each step.
#[derive(Clone, Debug, PartialEq)]
pub struct Container {
    /// Mass in kg; its inertia is part of the reaction.
    pub mass: f64,
    /// Position of its origin in m.
    pub r: Vector,
    /// Velocity in m/s.
    pub v: Vector,
    /// Its walls.
    pub walls: Vec<Wall>,
}

impl Container {
    /// A cylinder about the axis y, closed by a floor at y = 0 and a ceiling at y = `height`, at rest.
    pub fn cylinder(mass: f64, radius: f64, height: f64) -> Self {
        let floor = Wall::Plane { point: Vector::ZERO, normal: Vector::along_y(1.0) };
        let ceiling = Wall::Plane { point: Vector::along_y(height), normal: Vector::along_y(-1.0) };
        let walls = vec![floor, ceiling, Wall::Cylinder { radius }];
        Self { mass, r: Vector::ZERO, v: Vector::ZERO, walls }
    }

    /// A plane through the origin, at rest.
    pub fn plane(mass: f64, normal: Vector) -> Self {
        let walls = vec![Wall::Plane { point: Vector::ZERO, normal }];
        Self { mass, r: Vector::ZERO, v: Vector::ZERO, walls }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_to_the_walls_of_a_cylinder_are_those_of_the_surfaces() {
        let container = Container::cylinder(1.0, 10.0, 12.0);
        let r = Vector([3.0, 2.0, 4.0]);
        let found: Vec<_> = container.walls.iter().map(|wall| wall.distance(r, 1.0)).collect();
        let expected = [
            Some((1.0, Vector::along_y(1.0))),
            Some((9.0, Vector::along_y(-1.0))),
            Some((4.0, Vector([-0.6, 0.0, -0.8]))),
        ];
        assert_eq!(found, expected);
        assert_eq!(container.walls[2].distance(Vector::along_y(3.0), 1.0), None);
    }
}

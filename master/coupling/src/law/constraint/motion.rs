//! The motion of a marker: where it is, how it is turned, how fast both change.

use crate::law::joint::{Number, Orientation, Vector};

/// How a marker is turned.
#[derive(Clone, Copy, Debug)]
pub enum Turn<T> {
    /// Nothing is known of it: it counts as not turned.
    None,
    /// In the plane, by an angle about z.
    Angle(T),
    /// In space.
    Space(Orientation<T>),
}

impl<T: Number> Turn<T> {
    /// A vector fixed to the marker, in the inertial frame.
    pub fn rotate(self, a: [f64; 3]) -> Vector<T> {
        match self {
            Self::None => Vector::constant(a),
            Self::Angle(phi) => {
                let (sin, cos) = phi.sin_cos();
                let [x, y, z] = a.map(T::from);
                Vector([cos * x - sin * y, sin * x + cos * y, z])
            }
            Self::Space(orientation) => orientation.rotate(a),
        }
    }

    /// How far it must turn from another orientation to this one, as a rotation vector in the inertial frame. In space it
    /// is 2 sin(θ/2) long instead of θ, which is the same up to the third order of what a constraint leaves.
    pub fn relative_to(self, other: Self) -> Vector<T> {
        let zero = Vector::constant([0.0; 3]);
        match (self, other) {
            (Self::Angle(a), Self::Angle(b)) => Vector([T::from(0.0), T::from(0.0), a - b]),
            (Self::Space(Orientation(a)), Self::Space(Orientation(b))) => {
                let ([aw, ax, ay, az], [bw, bx, by, bz]) = (a, b);
                let (va, vb) = (Vector([ax, ay, az]), Vector([bx, by, bz]));
                // a b*, whose length is |a| |b|.
                let w = aw * bw + va.dot(vb);
                let v = va * bw + -(vb * aw) + -va.cross(vb);
                let length = ((aw * aw + va.dot(va)) * (bw * bw + vb.dot(vb))).sqrt();
                let sign = if w.value() < 0.0 { -2.0 } else { 2.0 };
                v * (T::from(sign) / length)
            }
            _ => zero,
        }
    }

    /// The coordinates of a vector in the frame of the marker.
    pub fn to_local(self, a: Vector<T>) -> Vector<T> {
        let axis = |n: usize| {
            let mut unit = [0.0; 3];
            unit[n] = 1.0;
            self.rotate(unit).dot(a)
        };
        Vector([axis(0), axis(1), axis(2)])
    }
}

/// Position, orientation and their rates, in the inertial frame; what a marker does not give is zero.
#[derive(Clone, Copy, Debug)]
pub struct Motion<T> {
    /// r
    pub position: Vector<T>,
    /// R
    pub turn: Turn<T>,
    /// v
    pub velocity: Vector<T>,
    /// ω
    pub angular_velocity: Vector<T>,
    /// v̇
    pub acceleration: Vector<T>,
    /// ω̇
    pub angular_acceleration: Vector<T>,
}

impl<T: Number> Motion<T> {
    /// At rest at the origin.
    pub fn zero() -> Self {
        let zero = Vector::constant([0.0; 3]);
        Self {
            position: zero,
            turn: Turn::None,
            velocity: zero,
            angular_velocity: zero,
            acceleration: zero,
            angular_acceleration: zero,
        }
    }

    /// The motion of a marker at `offset` in the frame of this body, eqs. (28), (29).
    pub fn at(self, offset: [f64; 3]) -> Self {
        let (arm, w) = (self.turn.rotate(offset), self.angular_velocity);
        Self {
            position: self.position + arm,
            velocity: self.velocity + w.cross(arm),
            acceleration: self.acceleration
                + self.angular_acceleration.cross(arm)
                + w.cross(w.cross(arm)),
            ..self
        }
    }
}

impl Motion<f64> {
    /// The same in other numbers, as a constant.
    pub fn constant<T: Number>(&self) -> Motion<T> {
        let vector = |v: Vector<f64>| Vector::constant(v.0);
        let turn = match self.turn {
            Turn::None => Turn::None,
            Turn::Angle(phi) => Turn::Angle(T::from(phi)),
            Turn::Space(Orientation(q)) => Turn::Space(Orientation(q.map(T::from))),
        };
        Motion {
            position: vector(self.position),
            turn,
            velocity: vector(self.velocity),
            angular_velocity: vector(self.angular_velocity),
            acceleration: vector(self.acceleration),
            angular_acceleration: vector(self.angular_acceleration),
        }
    }
}

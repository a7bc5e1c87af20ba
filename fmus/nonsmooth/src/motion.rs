//! The velocities of a body as its contacts see them.

use crate::contact::Contact;
use crate::sphere::Sphere;
use crate::vector::Vector;

/// Velocity and spin of a body with what an impulse changes of them; one cache line.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(64))]
pub struct Motion {
    /// Velocity of the centre in m/s.
    pub v: Vector,
    /// 1/m; 0 for the container.
    pub inverse_mass: f64,
    /// R ω, the velocity of the surface by rotation, in m/s.
    pub spin: Vector,
    /// R²/J; 0 for what cannot turn.
    pub inverse_inertia: f64,
}

impl Motion {
    /// Of a sphere.
    pub fn of(sphere: &Sphere) -> Self {
        let Sphere { radius, mass, inertia, v, omega, .. } = *sphere;
        let spin = omega * radius;
        Self { v, inverse_mass: 1.0 / mass, spin, inverse_inertia: radius * radius / inertia }
    }

    /// Of a container, which no impulse moves.
    pub fn prescribed(v: Vector) -> Self {
        Self { v, inverse_mass: 0.0, spin: Vector::ZERO, inverse_inertia: 0.0 }
    }
}

/// u of a contact between the bodies `a` and `b`: the velocity of b against a where they touch.
///
/// The point of contact lies at R n from the centre of a and at −R n from that of b, so that u = v_b − v_a + n × (R ω_a + R ω_b).
#[inline(always)]
pub(crate) fn relative_velocity(n: Vector, a: &Motion, b: &Motion) -> Vector {
    b.v - a.v + n.cross(a.spin + b.spin)
}

/// Changes the velocities of both bodies by an impulse `gamma` on b and its opposite on a.
#[inline(always)]
pub(crate) fn apply(n: Vector, gamma: Vector, a: &mut Motion, b: &mut Motion) {
    let turn = n.cross(gamma);
    a.v -= gamma * a.inverse_mass;
    b.v += gamma * b.inverse_mass;
    a.spin -= turn * a.inverse_inertia;
    b.spin -= turn * b.inverse_inertia;
}

/// Applies the impulses of all contacts.
pub(crate) fn apply_all(contacts: &[Contact], bodies: &mut [Motion]) {
    for contact in contacts {
        let [a, b] = contact.bodies.map(|at| at as usize);
        let (mut first, mut second) = (bodies[a], bodies[b]);
        apply(contact.n, contact.gamma, &mut first, &mut second);
        (bodies[a], bodies[b]) = (first, second);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_impulse_keeps_momentum_and_angular_momentum() {
        let mut one = Sphere::solid(0.5, 3.0, Vector::ZERO);
        let mut two = Sphere::solid(0.25, 7.0, Vector([0.45, 0.6, 0.0]));
        (one.v, one.omega) = (Vector([1.0, 2.0, 3.0]), Vector([-1.0, 0.5, 2.0]));
        (two.v, two.omega) = (Vector([0.0, -1.0, 1.0]), Vector([3.0, 0.0, 1.0]));
        let n = Vector([0.6, 0.8, 0.0]);
        let (mut a, mut b) = (Motion::of(&one), Motion::of(&two));
        let momenta = |a: &Motion, b: &Motion| {
            let p = a.v * one.mass + b.v * two.mass;
            let spin = a.spin * (one.inertia / one.radius) + b.spin * (two.inertia / two.radius);
            let orbit = one.r.cross(a.v) * one.mass + two.r.cross(b.v) * two.mass;
            (p, spin + orbit)
        };
        let before = momenta(&a, &b);
        let u = relative_velocity(n, &a, &b);
        let contact_velocity = |s: &Sphere, arm: f64| s.v + s.omega.cross(n * arm);
        let expected = contact_velocity(&two, -0.25) - contact_velocity(&one, 0.5);
        assert!((u - expected).norm() < 1e-14);
        apply(n, Vector([0.3, -0.2, 0.7]), &mut a, &mut b);
        let after = momenta(&a, &b);
        assert!((before.0 - after.0).norm() < 1e-14 && (before.1 - after.1).norm() < 1e-14);
    }
}

//! A rigid link on a pivot, with a torsional spring and damper, under gravity and forces at its tip:
//! (J + m s²) φ̈ = l (n × F) + torque − c (φ − φ_free) − d φ̇ − m g s cos φ, n = (cos φ, sin φ).

use fmu_builder::*;
use pivoted_link::{Body, PivotedLink, centre_distance, gravity, pivot};

/// The handles of its variables.
pub struct PlanarLink {
    link: PivotedLink,
    l: Parameter,
    c: Parameter,
    d: Parameter,
    phi_free: Parameter,
    force: [Input; 2],
    torque: Input,
    lambda: Input,
    direction: Input,
    dissipated: Integral,
    work: Integral,
    tip: [Output; 2],
    tip_velocity: [Output; 2],
    centre: [Output; 2],
    energy: Output,
}

impl PlanarLink {
    /// The torque about the pivot of all that acts from outside: at the tip (fx, fy) and λ across the
    /// given direction.
    fn drive(&self, s: &Sample) -> f64 {
        let (sin, cos) = s[self.direction].sin_cos();
        let fx = s[self.force[0]] - s[self.lambda] * sin;
        let fy = s[self.force[1]] + s[self.lambda] * cos;
        let (sin, cos) = self.link.angle(s).sin_cos();
        s[self.l] * (cos * fy - sin * fx) + s[self.torque]
    }

    /// φ − φ_free
    fn deflection(&self, s: &Sample) -> f64 {
        self.link.angle(s) - s[self.phi_free]
    }
}

impl Model for PlanarLink {
    const NAME: &'static str = "planar-link";
    const DESCRIPTION: &'static str =
        "A rigid link on a pivot with a torsional spring and damper, in the plane.";

    fn declare(v: &mut Variables) -> Self {
        let body = Body::declare(v, "angle from the x axis, counterclockwise");
        let l = v.parameter("l", 1.0, "m", "distance from the pivot to the tip");
        let s = centre_distance(v);
        let c = v.parameter("c", 0.0, "N.m/rad", "stiffness of the torsional spring");
        let d = v.parameter("d", 0.0, "N.m.s/rad", "coefficient of the torsional damper");
        let phi_free = v.parameter("phi_free", 0.0, "rad", "angle without torque of the spring");
        let g = gravity(v);
        Self {
            link: body.on_pivot(pivot(v), s, g),
            l,
            c,
            d,
            phi_free,
            force: [
                v.input("fx", 0.0, "N", "force at the tip, x"),
                v.input("fy", 0.0, "N", "force at the tip, y"),
            ],
            torque: v.input("torque", 0.0, "N.m", "torque on the link"),
            lambda: v.input("lambda", 0.0, "N", "force at the tip across direction"),
            direction: v.input("direction", 0.0, "rad", "angle that lambda acts across"),
            dissipated: v.integral("dissipated", "J", "energy dissipated by the damper"),
            work: v.integral("work", "J", "work of all inputs on the link"),
            tip: [v.output("x", "m", "tip, x"), v.output("y", "m", "tip, y")],
            tip_velocity: [
                v.output("vx", "m/s", "velocity of the tip, x"),
                v.output("vy", "m/s", "velocity of the tip, y"),
            ],
            centre: [
                v.output("x_s", "m", "centre of mass, x"),
                v.output("y_s", "m", "centre of mass, y"),
            ],
            energy: v.output("energy", "J", "kinetic, of gravity from y = 0, and of the spring"),
        }
    }

    fn derivatives(&self, s: &Sample, dx: &mut Derivatives) {
        let (drive, omega) = (self.drive(s), self.link.angular_velocity(s));
        let spring = s[self.c] * self.deflection(s) + s[self.d] * omega;
        self.link.derivatives(s, drive - spring, dx);
        dx[self.dissipated] = s[self.d] * omega.powi(2);
        dx[self.work] = drive * omega;
    }

    fn outputs(&self, s: &Sample, y: &mut Outputs) {
        let (tip, velocity) = (self.link.point(s, s[self.l]), self.link.velocity(s, s[self.l]));
        let centre = self.link.point(s, self.link.centre_distance(s));
        for n in 0..2 {
            y[self.tip[n]] = tip[n];
            y[self.tip_velocity[n]] = velocity[n];
            y[self.centre[n]] = centre[n];
        }
        let spring = 0.5 * s[self.c] * self.deflection(s).powi(2);
        y[self.energy] = self.link.energy(s) + spring;
    }
}

#[cfg(feature = "fmu")]
export_fmu!(PlanarLink);

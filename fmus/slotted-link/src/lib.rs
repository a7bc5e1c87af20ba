//! A rigid link on a pivot, with a slot along it that guides the pin of a neighbour:
//! (J + m s²) φ̈ = −λ n · (p − p_pivot) + torque − m g s cos φ, n = (cos φ, sin φ), where p is the pin.

use fmu_builder::*;
use pivoted_link::{Body, PivotedLink, centre_distance, gravity, pivot};

/// The handles of its variables.
pub struct SlottedLink {
    link: PivotedLink,
    reach: Parameter,
    lambda: Input,
    neighbour: [Input; 2],
    neighbour_phi: Input,
    torque: Input,
    work: Integral,
    centre: [Output; 2],
    velocity: [Output; 2],
    energy: Output,
}

impl SlottedLink {
    /// The torque about the pivot of all that acts from outside: −λ across the slot, at the pin.
    fn drive(&self, s: &Sample) -> f64 {
        let ((sin, cos), [x0, y0]) = (s[self.neighbour_phi].sin_cos(), self.link.pivot(s));
        let x = s[self.neighbour[0]] + s[self.reach] * cos - x0;
        let y = s[self.neighbour[1]] + s[self.reach] * sin - y0;
        let (sin, cos) = self.link.angle(s).sin_cos();
        s[self.torque] - s[self.lambda] * (cos * x + sin * y)
    }
}

impl Model for SlottedLink {
    const NAME: &'static str = "slotted-link";
    const DESCRIPTION: &'static str =
        "A rigid link on a pivot with a slot that guides the pin of a neighbour, in the plane.";

    fn declare(v: &mut Variables) -> Self {
        let body = Body::declare(v, "angle of the slot from the x axis, counterclockwise");
        let (s, g) = (centre_distance(v), gravity(v));
        let reach = v.parameter("reach", 0.0, "m", "distance from (x_in, y_in) to the pin");
        Self {
            link: body.on_pivot(pivot(v), s, g),
            reach,
            lambda: v.input("lambda", 0.0, "N", "force of the slot on the pin, across the slot"),
            neighbour: [
                v.input("x_in", 0.0, "m", "a point of the neighbour, x"),
                v.input("y_in", 0.0, "m", "a point of the neighbour, y"),
            ],
            neighbour_phi: v.input("phi_in", 0.0, "rad", "direction from that point to the pin"),
            torque: v.input("torque", 0.0, "N.m", "torque on the link"),
            work: v.integral("work", "J", "work of lambda and torque on the link"),
            centre: [
                v.output("x", "m", "centre of mass, a point of the slot, x"),
                v.output("y", "m", "centre of mass, a point of the slot, y"),
            ],
            velocity: [
                v.output("vx", "m/s", "velocity of the centre of mass, x"),
                v.output("vy", "m/s", "velocity of the centre of mass, y"),
            ],
            energy: v.output("energy", "J", "kinetic, and of gravity from y = 0"),
        }
    }

    fn derivatives(&self, s: &Sample, dx: &mut Derivatives) {
        let drive = self.drive(s);
        self.link.derivatives(s, drive, dx);
        dx[self.work] = drive * self.link.angular_velocity(s);
    }

    fn outputs(&self, s: &Sample, y: &mut Outputs) {
        let distance = self.link.centre_distance(s);
        let (centre, velocity) = (self.link.point(s, distance), self.link.velocity(s, distance));
        for n in 0..2 {
            y[self.centre[n]] = centre[n];
            y[self.velocity[n]] = velocity[n];
        }
        y[self.energy] = self.link.energy(s);
    }
}

#[cfg(feature = "fmu")]
export_fmu!(SlottedLink);

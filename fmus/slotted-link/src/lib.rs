//! A rigid link on a pivot, with a slot along it that guides the pin of a neighbour:
//! (J + m s²) φ̈ = −λ n · (p − p_pivot) + torque − m g s cos φ, n = (cos φ, sin φ), where p is the pin.

use fmu_builder::*;

/// The handles of its variables.
pub struct SlottedLink {
    m: Parameter,
    inertia: Parameter,
    s: Parameter,
    g: Parameter,
    reach: Parameter,
    pivot: [Parameter; 2],
    lambda: Input,
    neighbour: [Input; 2],
    neighbour_phi: Input,
    torque: Input,
    phi: State,
    omega: State,
    work: Integral,
    centre: [Output; 2],
    velocity: [Output; 2],
    energy: Output,
}

impl SlottedLink {
    /// The torque about the pivot of all that acts from outside: −λ across the slot, at the pin.
    fn drive(&self, s: &Sample) -> f64 {
        let (sin, cos) = s[self.neighbour_phi].sin_cos();
        let x = s[self.neighbour[0]] + s[self.reach] * cos - s[self.pivot[0]];
        let y = s[self.neighbour[1]] + s[self.reach] * sin - s[self.pivot[1]];
        let (sin, cos) = s[self.phi].sin_cos();
        s[self.torque] - s[self.lambda] * (cos * x + sin * y)
    }

    /// Moment of inertia about the pivot.
    fn inertia(&self, s: &Sample) -> f64 {
        s[self.inertia] + s[self.m] * s[self.s].powi(2)
    }
}

impl Model for SlottedLink {
    const NAME: &'static str = "slotted-link";
    const DESCRIPTION: &'static str =
        "A rigid link on a pivot with a slot that guides the pin of a neighbour, in the plane.";

    fn declare(v: &mut Variables) -> Self {
        let m = v.parameter("m", 1.0, "kg", "mass");
        let inertia = v.parameter("J", 1.0 / 12.0, "kg.m2", "inertia about the centre of mass");
        let phi0 = v.parameter("phi0", 0.0, "rad", "initial angle");
        let omega0 = v.parameter("omega0", 0.0, "rad/s", "initial angular velocity");
        v.at_least(m, 0.0);
        v.at_least(inertia, 1e-9);
        let phi =
            v.state("phi", phi0, "rad", "angle of the slot from the x axis, counterclockwise");
        let omega = v.state("omega", omega0, "rad/s", "angular velocity");
        v.position(phi, omega);
        Self {
            m,
            inertia,
            s: v.parameter("s", 0.5, "m", "distance from the pivot to the centre of mass"),
            g: v.parameter("g", 9.81, "m/s2", "gravity, against the y axis"),
            reach: v.parameter("reach", 0.0, "m", "distance from (x_in, y_in) to the pin"),
            pivot: [
                v.parameter("x_pivot", 0.0, "m", "pivot, x"),
                v.parameter("y_pivot", 0.0, "m", "pivot, y"),
            ],
            lambda: v.input("lambda", 0.0, "N", "force of the slot on the pin, across the slot"),
            neighbour: [
                v.input("x_in", 0.0, "m", "a point of the neighbour, x"),
                v.input("y_in", 0.0, "m", "a point of the neighbour, y"),
            ],
            neighbour_phi: v.input("phi_in", 0.0, "rad", "direction from that point to the pin"),
            torque: v.input("torque", 0.0, "N.m", "torque on the link"),
            phi,
            omega,
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
        let weight = s[self.m] * s[self.g] * s[self.s] * s[self.phi].cos();
        dx[self.phi] = s[self.omega];
        dx[self.omega] = (drive - weight) / self.inertia(s);
        dx[self.work] = drive * s[self.omega];
    }

    fn outputs(&self, s: &Sample, y: &mut Outputs) {
        let (sin, cos) = s[self.phi].sin_cos();
        let (omega, [x0, y0]) = (s[self.omega], self.pivot.map(|pivot| s[pivot]));
        y[self.centre[0]] = x0 + s[self.s] * cos;
        y[self.centre[1]] = y0 + s[self.s] * sin;
        y[self.velocity[0]] = -s[self.s] * omega * sin;
        y[self.velocity[1]] = s[self.s] * omega * cos;
        let weight = s[self.m] * s[self.g] * (y0 + s[self.s] * sin);
        y[self.energy] = 0.5 * self.inertia(s) * omega.powi(2) + weight;
    }
}

#[cfg(feature = "fmu")]
export_fmu!(SlottedLink);

//! A rigid link on a pivot, with a torsional spring and damper, under gravity and forces at its tip:
//! (J + m s²) φ̈ = l (n × F) + torque − c (φ − φ_free) − d φ̇ − m g s cos φ, n = (cos φ, sin φ).

use fmu_builder::*;

/// The handles of its variables.
pub struct PlanarLink {
    m: Parameter,
    inertia: Parameter,
    l: Parameter,
    s: Parameter,
    c: Parameter,
    d: Parameter,
    phi_free: Parameter,
    g: Parameter,
    pivot: [Parameter; 2],
    force: [Input; 2],
    torque: Input,
    lambda: Input,
    direction: Input,
    phi: State,
    omega: State,
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
        let (sin, cos) = s[self.phi].sin_cos();
        s[self.l] * (cos * fy - sin * fx) + s[self.torque]
    }

    /// Moment of inertia about the pivot.
    fn inertia(&self, s: &Sample) -> f64 {
        s[self.inertia] + s[self.m] * s[self.s].powi(2)
    }
}

impl Model for PlanarLink {
    const NAME: &'static str = "planar-link";
    const DESCRIPTION: &'static str =
        "A rigid link on a pivot with a torsional spring and damper, in the plane.";

    fn declare(v: &mut Variables) -> Self {
        let m = v.parameter("m", 1.0, "kg", "mass");
        let inertia = v.parameter("J", 1.0 / 12.0, "kg.m2", "inertia about the centre of mass");
        let phi0 = v.parameter("phi0", 0.0, "rad", "initial angle");
        let omega0 = v.parameter("omega0", 0.0, "rad/s", "initial angular velocity");
        v.at_least(m, 0.0);
        v.at_least(inertia, 1e-9);
        let phi = v.state("phi", phi0, "rad", "angle from the x axis, counterclockwise");
        let omega = v.state("omega", omega0, "rad/s", "angular velocity");
        v.position(phi, omega);
        Self {
            m,
            inertia,
            l: v.parameter("l", 1.0, "m", "distance from the pivot to the tip"),
            s: v.parameter("s", 0.5, "m", "distance from the pivot to the centre of mass"),
            c: v.parameter("c", 0.0, "N.m/rad", "stiffness of the torsional spring"),
            d: v.parameter("d", 0.0, "N.m.s/rad", "coefficient of the torsional damper"),
            phi_free: v.parameter("phi_free", 0.0, "rad", "angle without torque of the spring"),
            g: v.parameter("g", 9.81, "m/s2", "gravity, against the y axis"),
            pivot: [
                v.parameter("x_pivot", 0.0, "m", "pivot, x"),
                v.parameter("y_pivot", 0.0, "m", "pivot, y"),
            ],
            force: [
                v.input("fx", 0.0, "N", "force at the tip, x"),
                v.input("fy", 0.0, "N", "force at the tip, y"),
            ],
            torque: v.input("torque", 0.0, "N.m", "torque on the link"),
            lambda: v.input("lambda", 0.0, "N", "force at the tip across direction"),
            direction: v.input("direction", 0.0, "rad", "angle that lambda acts across"),
            phi,
            omega,
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
        let (phi, omega) = (s[self.phi], s[self.omega]);
        let drive = self.drive(s);
        let spring = s[self.c] * (phi - s[self.phi_free]) + s[self.d] * omega;
        let weight = s[self.m] * s[self.g] * s[self.s] * phi.cos();
        dx[self.phi] = omega;
        dx[self.omega] = (drive - spring - weight) / self.inertia(s);
        dx[self.dissipated] = s[self.d] * omega.powi(2);
        dx[self.work] = drive * omega;
    }

    fn outputs(&self, s: &Sample, y: &mut Outputs) {
        let (sin, cos) = s[self.phi].sin_cos();
        let (omega, [x0, y0]) = (s[self.omega], self.pivot.map(|pivot| s[pivot]));
        y[self.tip[0]] = x0 + s[self.l] * cos;
        y[self.tip[1]] = y0 + s[self.l] * sin;
        y[self.tip_velocity[0]] = -s[self.l] * omega * sin;
        y[self.tip_velocity[1]] = s[self.l] * omega * cos;
        y[self.centre[0]] = x0 + s[self.s] * cos;
        y[self.centre[1]] = y0 + s[self.s] * sin;
        let kinetic = 0.5 * self.inertia(s) * omega.powi(2);
        let weight = s[self.m] * s[self.g] * (y0 + s[self.s] * sin);
        let spring = 0.5 * s[self.c] * (s[self.phi] - s[self.phi_free]).powi(2);
        y[self.energy] = kinetic + weight + spring;
    }
}

#[cfg(feature = "fmu")]
export_fmu!(PlanarLink);

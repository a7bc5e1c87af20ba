//! A pendulum in maximal coordinates q = (x_c, y_c, φ), its pivot as a constraint at position level:
//! M q̈ + g_qᵀ λ = f, g(q) = (x_c, y_c) − d n − pivot = 0, n = (cos φ, sin φ).

use fmu_builder::*;

/// The handles of its variables.
pub struct MaximalPendulum {
    length: Parameter,
    d: Parameter,
    m: Parameter,
    inertia: Parameter,
    g: Parameter,
    pivot: [Parameter; 2],
    start: [Parameter; 3],
    start_before: [Parameter; 3],
    force: [Input; 2],
    torque: Input,
    coordinates: Coordinates,
    work: Integral,
    tip: [[Output; 2]; 3],
    energy: Output,
    constraint_error: Output,
}

/// Of position, velocity and acceleration.
const UNITS: [&str; 3] = ["m", "m/s", "m/s2"];

/// The position, velocity and acceleration of a point at a distance along n from one that rests.
fn on_circle(distance: f64, [phi, omega, alpha]: [f64; 3]) -> [[f64; 2]; 3] {
    let (sin, cos) = phi.sin_cos();
    let turned = |along: f64, across: f64| {
        [distance * (along * cos - across * sin), distance * (along * sin + across * cos)]
    };
    [turned(1.0, 0.0), turned(0.0, omega), turned(-omega * omega, alpha)]
}

impl MaximalPendulum {
    /// φ̈ about the pivot, with a force at the tip and a torque.
    fn swing(&self, s: &Sample, phi: f64, [fx, fy, torque]: [f64; 3]) -> f64 {
        let ((sin, cos), d) = (phi.sin_cos(), s[self.d]);
        let drive = torque + s[self.length] * (cos * fy - sin * fx);
        let weight = s[self.m] * s[self.g] * d * cos;
        (drive - weight) / (s[self.inertia] + s[self.m] * d * d)
    }

    /// The coordinates of a pendulum on its pivot, with their rates.
    fn coordinates_of(&self, s: &Sample, swing: [f64; 3]) -> [[f64; 3]; 3] {
        let mut centre = on_circle(s[self.d], swing);
        (0..2).for_each(|n| centre[0][n] += s[self.pivot[n]]);
        [0, 1, 2].map(|level| [centre[level][0], centre[level][1], swing[level]])
    }

    fn load(&self, s: &Sample) -> [f64; 3] {
        [s[self.force[0]], s[self.force[1]], s[self.torque]]
    }

    /// f: what acts on the centre of mass and about it.
    fn forces(&self, s: &Sample, phi: f64) -> [f64; 3] {
        let ([fx, fy, torque], (sin, cos)) = (self.load(s), phi.sin_cos());
        let lever = s[self.length] - s[self.d];
        [fx, fy - s[self.m] * s[self.g], torque + lever * (cos * fy - sin * fx)]
    }

    /// g
    fn constraint(&self, s: &Sample, q: [f64; 3]) -> [f64; 2] {
        let (sin, cos) = q[2].sin_cos();
        [q[0] - s[self.d] * cos - s[self.pivot[0]], q[1] - s[self.d] * sin - s[self.pivot[1]]]
    }

    /// q, v and a of the states.
    fn motion(&self, s: &Sample) -> [[f64; 3]; 3] {
        let c = &self.coordinates;
        [[0, 1, 2].map(|n| c.q(s, n)), [0, 1, 2].map(|n| c.v(s, n)), [0, 1, 2].map(|n| c.a(s, n))]
    }
}

impl EquationsOfMotion for MaximalPendulum {
    fn coordinates(&self) -> &Coordinates {
        &self.coordinates
    }

    fn residual(&self, s: &Sample, at: &Motion, r: &mut [f64]) {
        let ((sin, cos), f) = (at.q[2].sin_cos(), self.forces(s, at.q[2]));
        let (m, d, lambda) = (s[self.m], s[self.d], at.lambda);
        r[0] = m * at.a[0] + lambda[0] - f[0];
        r[1] = m * at.a[1] + lambda[1] - f[1];
        r[2] = s[self.inertia] * at.a[2] + d * (sin * lambda[0] - cos * lambda[1]) - f[2];
        r[3..].copy_from_slice(&self.constraint(s, [at.q[0], at.q[1], at.q[2]]));
    }

    fn accelerations(&self, s: &Sample, [q, v]: [&[f64]; 2], a: &mut [f64], lambda: &mut [f64]) {
        let alpha = self.swing(s, q[2], self.load(s));
        a.copy_from_slice(&self.coordinates_of(s, [q[2], v[2], alpha])[2]);
        let f = self.forces(s, q[2]);
        (0..2).for_each(|n| lambda[n] = f[n] - s[self.m] * a[n]);
    }
}

/// The outputs of the motion of the tip.
fn declare_tip(v: &mut Variables) -> [[Output; 2]; 3] {
    let names = [["x", "y"], ["vx", "vy"], ["ax", "ay"]];
    let what = ["tip", "velocity of the tip", "acceleration of the tip"];
    let mut output = |level: usize, n: usize| {
        let text = format!("{}, {}", what[level], ["x", "y"][n]);
        v.output(names[level][n], UNITS[level], &text)
    };
    [0, 1, 2].map(|level| [output(level, 0), output(level, 1)])
}

impl Model for MaximalPendulum {
    const NAME: &'static str = "maximal-pendulum";
    const DESCRIPTION: &'static str =
        "A pendulum in maximal coordinates that gives the motion of its tip and takes a force.";
    const TWO_STEP: bool = true;
    const MICRO_STEP: f64 = 1e6;

    fn declare(v: &mut Variables) -> Self {
        let length = v.parameter("L", 0.4, "m", "distance from the pivot to the tip");
        let d = v.parameter("d", 0.2, "m", "distance from the pivot to the centre of mass");
        let m = v.parameter("m", 1.0, "kg", "mass");
        let inertia = v.parameter("J", 1.0, "kg.m2", "inertia about the centre of mass");
        v.at_least(m, 1e-9);
        v.at_least(inertia, 1e-9);
        let g = v.parameter("g", 9.81, "m/s2", "gravity, against the y axis");
        let pivot = [
            v.parameter("x_pivot", 0.0, "m", "pivot, x"),
            v.parameter("y_pivot", 0.0, "m", "pivot, y"),
        ];
        let start = [
            v.parameter("phi0", 0.0, "rad", "initial angle"),
            v.parameter("omega0", 0.0, "rad/s", "initial angular velocity"),
            v.parameter("alpha0", 0.0, "rad/s2", "initial angular acceleration, with history"),
        ];
        let start_before = [
            v.parameter("phi0_1", 0.0, "rad", "angle one step before the start, with history"),
            v.parameter("omega0_1", 0.0, "rad/s", "angular velocity one step before it"),
            v.parameter("alpha0_1", 0.0, "rad/s2", "angular acceleration one step before it"),
        ];
        let along = |names, what| Coordinate { names, units: UNITS, what };
        let angle = Coordinate {
            names: ["phi", "omega", "alpha"],
            units: ["rad", "rad/s", "rad/s2"],
            what: "angle from the x axis, counterclockwise",
        };
        let q = [
            along(["x_c", "vx_c", "ax_c"], "centre of mass, x"),
            along(["y_c", "vy_c", "ay_c"], "centre of mass, y"),
            angle,
        ];
        let reaction =
            [("pivot_x", "N", "force on the pivot, x"), ("pivot_y", "N", "force on the pivot, y")];
        let force = [
            v.input("fx", 0.0, "N", "force at the tip, x"),
            v.input("fy", 0.0, "N", "force at the tip, y"),
        ];
        let tip = declare_tip(v);
        Self {
            length,
            d,
            m,
            inertia,
            g,
            pivot,
            start,
            start_before,
            force,
            torque: v.input("torque", 0.0, "N.m", "torque on the pendulum"),
            coordinates: Coordinates::declare(v, &q, &reaction),
            work: v.integral("work", "J", "work of force and torque"),
            tip,
            energy: v.output("energy", "J", "kinetic energy, and of gravity from y = 0"),
            constraint_error: v.output("constraint_error", "m", "distance from the pivot"),
        }
    }

    fn start(&self, s: &Sample, x: &mut States) {
        let [phi, omega, alpha] = self.start.map(|parameter| s[parameter]);
        let given = self.coordinates.has_history(s);
        let alpha = if given { alpha } else { self.swing(s, phi, [0.0; 3]) };
        let [q, v, a] = self.coordinates_of(s, [phi, omega, alpha]);
        let before = self.coordinates_of(s, self.start_before.map(|parameter| s[parameter]));
        let weight = s[self.m] * s[self.g];
        let lambda = [-s[self.m] * a[0], -weight - s[self.m] * a[1]];
        let now = Motion { q: &q, v: &v, a: &a, lambda: &lambda };
        self.coordinates.start(x, &now, [&before[0], &before[1], &before[2]]);
    }

    fn derivatives(&self, s: &Sample, dx: &mut Derivatives) {
        let ([q, v, _], mut a, mut lambda) = (self.motion(s), [0.0; 3], [0.0; 2]);
        self.accelerations(s, [&q, &v], &mut a, &mut lambda);
        self.coordinates.rates(s, &a, dx);
        let arm = on_circle(s[self.length] - s[self.d], [q[2], v[2], 0.0])[1];
        let [fx, fy, torque] = self.load(s);
        dx[self.work] = fx * (v[0] + arm[0]) + fy * (v[1] + arm[1]) + torque * v[2];
    }

    fn outputs(&self, s: &Sample, y: &mut Outputs) {
        let [q, v, a] = self.motion(s);
        let arm = on_circle(s[self.length] - s[self.d], [q[2], v[2], a[2]]);
        for (level, centre) in [q, v, a].into_iter().enumerate() {
            (0..2).for_each(|n| y[self.tip[level][n]] = centre[n] + arm[level][n]);
        }
        let kinetic = s[self.m] * (v[0] * v[0] + v[1] * v[1]) + s[self.inertia] * v[2] * v[2];
        y[self.energy] = 0.5 * kinetic + s[self.m] * s[self.g] * q[1];
        let [gx, gy] = self.constraint(s, q);
        y[self.constraint_error] = gx.hypot(gy);
    }

    fn equations_of_motion(&self) -> Option<&dyn EquationsOfMotion> {
        Some(self)
    }
}

#[cfg(feature = "fmu")]
export_fmu!(MaximalPendulum);

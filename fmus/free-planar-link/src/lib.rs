//! A rigid link that moves freely in the plane under gravity and forces at both ends:
//! m r̈ = F₁ + F₂ − m g e_y, J φ̈ = n × ((l − s) F₂ − s F₁) + torque, n = (cos φ, sin φ).

use fmu_builder::*;

/// The handles of its variables.
pub struct FreePlanarLink {
    m: Parameter,
    inertia: Parameter,
    l: Parameter,
    s: Parameter,
    g: Parameter,
    force: [[Input; 2]; 2],
    torque: Input,
    r: [State; 2],
    phi: State,
    v: [State; 2],
    omega: State,
    work: Integral,
    end: [[Output; 2]; 2],
    end_velocity: [[Output; 2]; 2],
    energy: Output,
}

impl FreePlanarLink {
    /// Where the ends lie along n, from the centre of mass.
    fn levers(&self, s: &Sample) -> [f64; 2] {
        [-s[self.s], s[self.l] - s[self.s]]
    }

    /// Forces and torque about the centre of mass of all that acts from outside.
    fn drive(&self, s: &Sample) -> [f64; 3] {
        let (sin, cos) = s[self.phi].sin_cos();
        let mut sum = [0.0, 0.0, s[self.torque]];
        for (lever, [fx, fy]) in self.levers(s).into_iter().zip(self.force) {
            let (fx, fy) = (s[fx], s[fy]);
            sum[0] += fx;
            sum[1] += fy;
            sum[2] += lever * (cos * fy - sin * fx);
        }
        sum
    }
}

impl Model for FreePlanarLink {
    const NAME: &'static str = "free-planar-link";
    const DESCRIPTION: &'static str = "A rigid link that moves freely in the plane.";

    fn declare(v: &mut Variables) -> Self {
        let m = v.parameter("m", 1.0, "kg", "mass");
        let inertia = v.parameter("J", 1.0 / 12.0, "kg.m2", "inertia about the centre of mass");
        v.at_least(m, 1e-9);
        v.at_least(inertia, 1e-9);
        let mut motion = |[q, rate]: [&str; 2], [unit, per_second]: [&str; 2], what: &str| {
            let q0 = v.parameter(&format!("{q}0"), 0.0, unit, &format!("initial {what}"));
            let initial = format!("initial rate of the {what}");
            let rate0 = v.parameter(&format!("{rate}0"), 0.0, per_second, &initial);
            let q = v.state(q, q0, unit, what);
            let rate = v.state(rate, rate0, per_second, &format!("rate of the {what}"));
            v.position(q, rate);
            (q, rate)
        };
        let (x, vx) = motion(["x", "vx"], ["m", "m/s"], "x of the centre of mass");
        let (y, vy) = motion(["y", "vy"], ["m", "m/s"], "y of the centre of mass");
        let angle = "angle from the x axis, counterclockwise";
        let (phi, omega) = motion(["phi", "omega"], ["rad", "rad/s"], angle);
        let mut force = |k: usize| {
            ["x", "y"].map(|axis| {
                v.input(&format!("f{axis}{k}"), 0.0, "N", &format!("force at end {k}, {axis}"))
            })
        };
        let force = [force(1), force(2)];
        let mut ends = |of: &str, unit: &str, what: &str| {
            [1, 2].map(|k| {
                ["x", "y"].map(|axis| {
                    v.output(&format!("{of}{axis}{k}"), unit, &format!("{what} {k}, {axis}"))
                })
            })
        };
        let (end, end_velocity) = (ends("", "m", "end"), ends("v", "m/s", "velocity of end"));
        Self {
            m,
            inertia,
            l: v.parameter("l", 1.0, "m", "distance from end 1 to end 2"),
            s: v.parameter("s", 0.5, "m", "distance from end 1 to the centre of mass"),
            g: v.parameter("g", 9.81, "m/s2", "gravity, against the y axis"),
            force,
            torque: v.input("torque", 0.0, "N.m", "torque on the link"),
            r: [x, y],
            phi,
            v: [vx, vy],
            omega,
            work: v.integral("work", "J", "work of all inputs on the link"),
            end,
            end_velocity,
            energy: v.output("energy", "J", "kinetic, and of gravity from y = 0"),
        }
    }

    fn derivatives(&self, s: &Sample, dx: &mut Derivatives) {
        let [fx, fy, torque] = self.drive(s);
        let [vx, vy] = self.v.map(|v| s[v]);
        dx[self.r[0]] = vx;
        dx[self.r[1]] = vy;
        dx[self.phi] = s[self.omega];
        dx[self.v[0]] = fx / s[self.m];
        dx[self.v[1]] = fy / s[self.m] - s[self.g];
        dx[self.omega] = torque / s[self.inertia];
        dx[self.work] = fx * vx + fy * vy + torque * s[self.omega];
    }

    fn outputs(&self, s: &Sample, y: &mut Outputs) {
        let (sin, cos) = s[self.phi].sin_cos();
        let ([rx, ry], [vx, vy], omega) =
            (self.r.map(|r| s[r]), self.v.map(|v| s[v]), s[self.omega]);
        for (k, lever) in self.levers(s).into_iter().enumerate() {
            y[self.end[k][0]] = rx + lever * cos;
            y[self.end[k][1]] = ry + lever * sin;
            y[self.end_velocity[k][0]] = vx - lever * omega * sin;
            y[self.end_velocity[k][1]] = vy + lever * omega * cos;
        }
        let kinetic = s[self.m] * (vx * vx + vy * vy) + s[self.inertia] * omega * omega;
        y[self.energy] = 0.5 * kinetic + s[self.m] * s[self.g] * ry;
    }
}

#[cfg(feature = "fmu")]
export_fmu!(FreePlanarLink);

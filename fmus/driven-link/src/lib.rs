//! A rigid link in the plane whose marker B is driven by a prescribed motion: half-implicit Euler at impulse
//! level with Jacobians at the start of the step.

use fmu_builder::*;

/// The handles of its variables.
pub struct DrivenLink {
    m: Parameter,
    inertia: Parameter,
    d: Parameter,
    g: Parameter,
    hold_angle: Parameter,
    position_in: [Input; 2],
    velocity_in: [Input; 2],
    phi_in: Input,
    omega_in: Input,
    position: [State; 2],
    velocity: [State; 2],
    phi: State,
    omega: State,
    reaction: [State; 2],
    reaction_torque: State,
    centre: [Output; 2],
    energy: Output,
}

impl DrivenLink {
    /// The way from the marker to the centre of mass.
    fn arm(&self, s: &Sample, phi: f64) -> [f64; 2] {
        let (sin, cos) = phi.sin_cos();
        [s[self.d] * cos, s[self.d] * sin]
    }

    /// The velocity of the centre of mass.
    fn centre_velocity(&self, s: &Sample) -> [f64; 2] {
        let [rx, ry] = self.arm(s, s[self.phi]);
        let omega = s[self.omega];
        [s[self.velocity[0]] - omega * ry, s[self.velocity[1]] + omega * rx]
    }

    /// Whether the angle is prescribed too.
    fn is_held(&self, s: &Sample) -> bool {
        s[self.hold_angle] != 0.0
    }
}

/// Declares x and y of a kind.
fn pair<H>(names: [&str; 2], what: &str, mut declare: impl FnMut(&str, &str) -> H) -> [H; 2] {
    let axes = ["x", "y"];
    [0, 1].map(|n| declare(names[n], &format!("{what}, {}", axes[n])))
}

impl Model for DrivenLink {
    const NAME: &'static str = "driven-link";
    const DESCRIPTION: &'static str = "A rigid link in the plane, driven at a marker.";
    const OWN_STEP: bool = true;
    const ONLY_OWN_STEP: bool = true;
    const MICRO_STEP: f64 = 1e6;

    fn declare(v: &mut Variables) -> Self {
        let m = v.parameter("m", 1.0, "kg", "mass");
        let inertia = v.parameter("J", 1.0, "kg.m2", "inertia about the centre of mass");
        v.at_least(m, 1e-9);
        v.at_least(inertia, 1e-9);
        let d = v.parameter("d", 0.2, "m", "distance from the marker to the centre of mass");
        let g = v.parameter("g", 9.81, "m/s2", "gravity, against the y axis");
        let hold_angle = v.parameter("hold_angle", 0.0, "", "whether the angle is prescribed too");
        v.boolean(hold_angle);
        let start = |v: &mut Variables, names: [&str; 2], unit: &str, what: &str| {
            pair(names, what, |name, what| v.parameter(name, 0.0, unit, what))
        };
        let position = start(v, ["x0", "y0"], "m", "initial position of the marker");
        let velocity = start(v, ["vx0", "vy0"], "m/s", "initial velocity of the marker");
        let phi0 = v.parameter("phi0", 0.0, "rad", "initial angle");
        let omega0 = v.parameter("omega0", 0.0, "rad/s", "initial angular velocity");
        let reaction = start(v, ["reaction0_x", "reaction0_y"], "N", "initial reaction");
        let torque = v.parameter("reaction0_torque", 0.0, "N.m", "initial torque of the reaction");
        let state = |v: &mut Variables, [x, y]: [(&str, Parameter); 2], unit: &str, what: &str| {
            let x = v.state(x.0, x.1, unit, &format!("{what}, x"));
            [x, v.state(y.0, y.1, unit, &format!("{what}, y"))]
        };
        let input = |v: &mut Variables, names: [&str; 2], unit: &str, what: &str| {
            pair(names, what, |name, what| v.input(name, 0.0, unit, what))
        };
        let r = state(v, [("x", position[0]), ("y", position[1])], "m", "marker");
        let dr = state(v, [("vx", velocity[0]), ("vy", velocity[1])], "m/s", "velocity of it");
        (0..2).for_each(|n| v.position(r[n], dr[n]));
        let phi = v.state("phi", phi0, "rad", "angle from the x axis to the centre of mass");
        let omega = v.state("omega", omega0, "rad/s", "angular velocity");
        v.position(phi, omega);
        let named = [("reaction_x", reaction[0]), ("reaction_y", reaction[1])];
        let what = "mean torque on what drives the link";
        Self {
            m,
            inertia,
            d,
            g,
            hold_angle,
            position_in: input(v, ["x_in", "y_in"], "m", "prescribed position"),
            velocity_in: input(v, ["vx_in", "vy_in"], "m/s", "prescribed velocity"),
            phi_in: v.input("phi_in", 0.0, "rad", "prescribed angle, with hold_angle"),
            omega_in: v.input("omega_in", 0.0, "rad/s", "prescribed rate of it, with hold_angle"),
            position: r,
            velocity: dr,
            phi,
            omega,
            reaction: state(v, named, "N", "mean force on what drives the link"),
            reaction_torque: v.state("reaction_torque", torque, "N.m", what),
            centre: pair(["x_c", "y_c"], "centre of mass", |name, what| v.output(name, "m", what)),
            energy: v.output("energy", "J", "kinetic energy, and of gravity from y = 0"),
        }
    }

    /// The link as it would go on under its last reaction.
    fn derivatives(&self, s: &Sample, dx: &mut Derivatives) {
        let ([rx, ry], [fx, fy]) = (self.arm(s, s[self.phi]), self.reaction.map(|state| -s[state]));
        let torque = -s[self.reaction_torque] + ry * fx - rx * fy;
        let (alpha, omega) = (torque / s[self.inertia], s[self.omega]);
        let centre = [fx / s[self.m], fy / s[self.m] - s[self.g]];
        // a_B = a_C − α × r + ω² r
        let across = [-ry, rx];
        for n in 0..2 {
            dx[self.position[n]] = s[self.velocity[n]];
            let arm = [rx, ry][n];
            dx[self.velocity[n]] = centre[n] - alpha * across[n] + omega * omega * arm;
            dx[self.reaction[n]] = 0.0;
        }
        dx[self.phi] = omega;
        dx[self.omega] = alpha;
        dx[self.reaction_torque] = 0.0;
    }

    fn outputs(&self, s: &Sample, y: &mut Outputs) {
        let ([rx, ry], [vx, vy]) = (self.arm(s, s[self.phi]), self.centre_velocity(s));
        y[self.centre[0]] = s[self.position[0]] + rx;
        y[self.centre[1]] = s[self.position[1]] + ry;
        let spin = s[self.inertia] * s[self.omega].powi(2);
        let height = s[self.position[1]] + ry;
        y[self.energy] =
            0.5 * (s[self.m] * (vx * vx + vy * vy) + spin) + s[self.m] * s[self.g] * height;
    }

    /// Zhang et al. (2022), equations (11a), (11b) and (14) for the coordinates (x_c, y_c, φ).
    ///
    /// With r from the marker to the centre at t_n, w = velocity that the marker must have, Λ the impulse on the link at
    /// the marker and T its moment:
    ///
    /// ```text
    /// m (v_c − v_c,n) = Δt f + Λ,   J (ω − ω_n) = −r × Λ + T,   v_c − ω × r = w = v_in − (x_n − x_in)/Δt
    /// ω = ω_in − (φ_n − φ_in)/Δt  if it is held,  else T = 0
    /// ```
    fn own_step(
        &self,
        s: &Sample,
        s_end: &Sample,
        h: f64,
        z: &mut States,
    ) -> Result<(), &'static str> {
        let (m, inertia) = (s[self.m], s[self.inertia]);
        let r = self.arm(s, s[self.phi]);
        let across = [-r[1], r[0]];
        let v_n = self.centre_velocity(s);
        let free = [v_n[0], v_n[1] - h * s[self.g]];
        let w = [0, 1].map(|n| {
            let gap = s[self.position[n]] - s_end[self.position_in[n]];
            s_end[self.velocity_in[n]] - gap / h
        });
        let held = s_end[self.omega_in] - (s[self.phi] - s_end[self.phi_in]) / h;
        // Λ = m (w + ω across − free), so that J (ω − ω_n) = −across · Λ is linear in ω.
        let moment = m * (0..2).map(|n| across[n] * (free[n] - w[n])).sum::<f64>();
        let swung =
            (inertia * s[self.omega] + moment) / (inertia + m * (r[0] * r[0] + r[1] * r[1]));
        let omega = if self.is_held(s) { held } else { swung };
        let v_c = [0, 1].map(|n| w[n] + omega * across[n]);
        let impulse = [0, 1].map(|n| m * (v_c[n] - free[n]));
        let leverage = across[0] * impulse[0] + across[1] * impulse[1];
        let torque = inertia * (omega - s[self.omega]) + leverage;
        let phi = s[self.phi] + h * omega;
        let [rx, ry] = self.arm(s, phi);
        let velocity = [v_c[0] + omega * ry, v_c[1] - omega * rx];
        for n in 0..2 {
            let centre = s[self.position[n]] + r[n] + h * v_c[n];
            z[self.position[n]] = centre - [rx, ry][n];
            z[self.velocity[n]] = velocity[n];
            z[self.reaction[n]] = -impulse[n] / h;
        }
        z[self.phi] = phi;
        z[self.omega] = omega;
        z[self.reaction_torque] = if self.is_held(s) { -torque / h } else { 0.0 };
        Ok(())
    }
}

#[cfg(feature = "fmu")]
export_fmu!(DrivenLink);

//! A rigid body in space whose marker B is driven by a prescribed motion, along and about the axes of B that are held:
//! half-implicit Euler at impulse level with Jacobians at the start of the step.

mod joint;

use fmu_builder::*;
use nalgebra::{Matrix3, Matrix6, Quaternion, UnitQuaternion, Vector3, Vector6};
use rigid_motion::vectors::{outputs, parameters, states};

use joint::{Held, Motion, Rows};

type V = Vector3<f64>;

/// The handles of its variables.
pub struct DrivenBody {
    m: Parameter,
    inertia: [Parameter; 3],
    centre: [Parameter; 3],
    gravity: [Parameter; 3],
    hold: [[Parameter; 3]; 2],
    r_in: [Input; 3],
    q_in: [Input; 4],
    v_in: [Input; 3],
    omega_in: [Input; 3],
    r: [State; 3],
    q: [State; 4],
    v: [State; 3],
    omega: [State; 3],
    reaction: [State; 3],
    reaction_torque: [State; 3],
    r_c: [Output; 3],
    energy: Output,
}

const AXES: [&str; 3] = ["x", "y", "z"];
const PARTS: [(&str, f64); 4] = [("w", 1.0), ("x", 0.0), ("y", 0.0), ("z", 0.0)];

/// Inputs of a vector: `r_x_in`, …
fn prescribed(v: &mut Variables, stem: &str, unit: &str, what: &str) -> [Input; 3] {
    AXES.map(|axis| v.input(&format!("{stem}_{axis}_in"), 0.0, unit, what))
}

/// Whether each axis is held: `hold_x`, …
fn hold(v: &mut Variables, stem: &str, what: &str) -> [Parameter; 3] {
    AXES.map(|axis| {
        let what = format!("whether the motion {what} {axis} of the marker is prescribed");
        let parameter = v.parameter(&format!("hold_{stem}{axis}"), 1.0, "", &what);
        v.boolean(parameter);
        parameter
    })
}

impl DrivenBody {
    fn vector(s: &Sample, handles: [Parameter; 3]) -> V {
        V::from(handles.map(|handle| s[handle]))
    }

    fn held(&self, s: &Sample) -> Held {
        let [translations, rotations] = self.hold.map(|axes| axes.map(|axis| s[axis] != 0.0));
        Held { translations, rotations }
    }

    /// The marker.
    fn marker(&self, s: &Sample) -> Motion {
        Motion {
            r: V::from(self.r.map(|x| s[x])),
            q: unit(self.q.map(|x| s[x])),
            v: V::from(self.v.map(|x| s[x])),
            omega: V::from(self.omega.map(|x| s[x])),
        }
    }

    /// What is prescribed for it.
    fn driven(&self, s: &Sample) -> Motion {
        Motion {
            r: V::from(self.r_in.map(|u| s[u])),
            q: unit(self.q_in.map(|u| s[u])),
            v: V::from(self.v_in.map(|u| s[u])),
            omega: V::from(self.omega_in.map(|u| s[u])),
        }
    }

    /// From the marker to the centre of mass.
    fn arm(&self, s: &Sample, q: &UnitQuaternion<f64>) -> V {
        q * Self::vector(s, self.centre)
    }

    /// J in the inertial frame, and its inverse.
    fn inertia(&self, s: &Sample, q: &UnitQuaternion<f64>) -> [Matrix3<f64>; 2] {
        let axes = q.to_rotation_matrix().into_inner();
        let moments = Self::vector(s, self.inertia);
        [moments, moments.map(f64::recip)]
            .map(|moments| axes * Matrix3::from_diagonal(&moments) * axes.transpose())
    }
}

/// The orientation of a quaternion of any length; that of the inertial frame where it is zero.
fn unit([w, x, y, z]: [f64; 4]) -> UnitQuaternion<f64> {
    UnitQuaternion::try_new(Quaternion::new(w, x, y, z), 0.0).unwrap_or_default()
}

impl Model for DrivenBody {
    const NAME: &'static str = "driven-body";
    const DESCRIPTION: &'static str = "A rigid body in space, driven at a marker.";
    const OWN_STEP: bool = true;
    const ONLY_OWN_STEP: bool = true;
    const MICRO_STEP: f64 = 1e6;

    fn declare(v: &mut Variables) -> Self {
        let m = v.parameter("m", 1.0, "kg", "mass");
        let inertia = parameters(v, "J", [0.1; 3], "kg.m2", "moment of inertia about the centre");
        v.at_least(m, 1e-9);
        inertia.iter().for_each(|moment| v.at_least(*moment, 1e-12));
        let centre = parameters(v, "c", [0.0; 3], "m", "centre of mass in the marker's frame");
        let gravity = parameters(v, "g", [0.0, 0.0, -9.81], "m/s2", "gravity");
        let hold = [hold(v, "", "along"), hold(v, "r", "about")];
        let r0 = parameters(v, "r0", [0.0; 3], "m", "initial position of the marker");
        let q0 = PARTS.map(|(part, start)| {
            let what = "initial orientation, a quaternion of any length";
            (part, v.parameter(&format!("q0_{part}"), start, "", what))
        });
        let v0 = parameters(v, "v0", [0.0; 3], "m/s", "initial velocity of the marker");
        let omega0 = parameters(v, "omega0", [0.0; 3], "rad/s", "initial angular velocity");
        let force0 = parameters(v, "reaction0", [0.0; 3], "N", "initial reaction");
        let torque0 = parameters(v, "reaction_torque0", [0.0; 3], "N.m", "initial reaction torque");
        let r = states(v, "r", r0, "m", "marker");
        let what = "orientation: quaternion from the marker's frame into the inertial one";
        let q = q0.map(|(part, start)| v.state(&format!("q_{part}"), start, "", what));
        let velocity = states(v, "v", v0, "m/s", "velocity of the marker");
        let omega = states(v, "omega", omega0, "rad/s", "angular velocity in the inertial frame");
        (0..3).for_each(|n| v.position(r[n], velocity[n]));
        let q_in = PARTS.map(|(part, start)| {
            v.input(&format!("q_{part}_in"), start, "", "prescribed orientation, a quaternion")
        });
        let what = "mean torque on what drives the body";
        Self {
            m,
            inertia,
            centre,
            gravity,
            hold,
            r_in: prescribed(v, "r", "m", "prescribed position"),
            q_in,
            v_in: prescribed(v, "v", "m/s", "prescribed velocity"),
            omega_in: prescribed(v, "omega", "rad/s", "prescribed angular velocity"),
            r,
            q,
            v: velocity,
            omega,
            reaction: states(v, "reaction", force0, "N", "mean force on what drives the body"),
            reaction_torque: states(v, "reaction_torque", torque0, "N.m", what),
            r_c: outputs(v, "r_c", "m", "centre of mass"),
            energy: v.output("energy", "J", "kinetic energy and potential energy of gravity"),
        }
    }

    fn check(&self, s: &Sample) -> Result<(), String> {
        let is_zero = self.q.iter().all(|q| s[*q] == 0.0);
        let message = "q0_w, q0_x, q0_y and q0_z are zero and say no orientation; give one of them";
        if is_zero { Err(message.into()) } else { Ok(()) }
    }

    /// The body as it would go on under its last reaction.
    fn derivatives(&self, s: &Sample, dx: &mut Derivatives) {
        let marker = self.marker(s);
        let Motion { r, q, v, omega } = marker;
        let (arm, [inertia, inverse]) = (self.arm(s, &q), self.inertia(s, &q));
        let force = -V::from(self.reaction.map(|x| s[x]));
        let torque = -V::from(self.reaction_torque.map(|x| s[x]));
        let point = self.held(s).point(&marker, self.driven(s).r);
        let moment = torque + (point - r - arm).cross(&force) - omega.cross(&(inertia * omega));
        let alpha = inverse * moment;
        let of_centre = force / s[self.m] + Self::vector(s, self.gravity);
        let a = of_centre - alpha.cross(&arm) - omega.cross(&omega.cross(&arm));
        let dq = Quaternion::from_imag(0.5 * omega) * q.into_inner();
        let of_q = [dq.w, dq.i, dq.j, dq.k];
        (0..4).for_each(|n| dx[self.q[n]] = of_q[n]);
        for n in 0..3 {
            dx[self.r[n]] = v[n];
            dx[self.v[n]] = a[n];
            dx[self.omega[n]] = alpha[n];
            dx[self.reaction[n]] = 0.0;
            dx[self.reaction_torque[n]] = 0.0;
        }
    }

    fn outputs(&self, s: &Sample, y: &mut Outputs) {
        let Motion { r, q, v, omega } = self.marker(s);
        let (arm, [inertia, _]) = (self.arm(s, &q), self.inertia(s, &q));
        let (centre, velocity) = (r + arm, v + omega.cross(&arm));
        (0..3).for_each(|n| y[self.r_c[n]] = centre[n]);
        let kinetic = s[self.m] * velocity.norm_squared() + omega.dot(&(inertia * omega));
        let weight = s[self.m] * Self::vector(s, self.gravity).dot(&centre);
        y[self.energy] = 0.5 * kinetic - weight;
    }

    /// Zhang et al. (2022), equations (11a), (11b) and (14).
    ///
    /// With V = (v_c, ω), its mass matrix M and the impulses Λ of the reaction:
    ///
    /// ```text
    /// M (V − V_n) = Δt f + Gᵀ Λ,   G V = due,   so that   G M⁻¹ Gᵀ Λ = due − G V*,   V* = V_n + Δt M⁻¹ f
    /// ```
    fn own_step(
        &self,
        s: &Sample,
        s_end: &Sample,
        h: f64,
        z: &mut States,
    ) -> Result<(), &'static str> {
        let (marker, m) = (self.marker(s), s[self.m]);
        let Motion { r, q, v, omega } = marker;
        let (arm, [inertia, inverse]) = (self.arm(s, &q), self.inertia(s, &q));
        let centre = r + arm;
        let Rows { g, due } = self.held(s).rows(&marker, centre, &self.driven(s_end), h);
        let freely = [
            v + omega.cross(&arm) + h * Self::vector(s, self.gravity),
            omega - h * inverse * omega.cross(&(inertia * omega)),
        ];
        let freely = Vector6::from_iterator(freely.iter().flat_map(|part| part.iter().copied()));
        let mut per_mass = Matrix6::from_diagonal_element(1.0 / m);
        per_mass.fixed_view_mut::<3, 3>(3, 3).copy_from(&inverse);
        let mut a = g * per_mass * g.transpose();
        for k in 0..6 {
            if a[(k, k)] == 0.0 {
                a[(k, k)] = 1.0; // A free axis: no impulse.
            }
        }
        let factors = a.cholesky().ok_or("the axes that are held contradict each other")?;
        let lambda = factors.solve(&(due - g * freely));
        let impulse = g.transpose() * lambda;
        let end = freely + per_mass * impulse;
        let [v_c, omega]: [V; 2] = [0, 3].map(|n| end.fixed_rows::<3>(n).into_owned());
        let q = UnitQuaternion::from_scaled_axis(h * omega) * q;
        let arm = self.arm(s, &q);
        let (r, v) = (centre + h * v_c - arm, v_c - omega.cross(&arm));
        let force: V = impulse.fixed_rows::<3>(0).into();
        let torque = g.fixed_view::<3, 3>(3, 3).transpose() * lambda.fixed_rows::<3>(3);
        let of_q = [q.w, q.i, q.j, q.k];
        (0..4).for_each(|n| z[self.q[n]] = of_q[n]);
        for n in 0..3 {
            z[self.r[n]] = r[n];
            z[self.v[n]] = v[n];
            z[self.omega[n]] = omega[n];
            z[self.reaction[n]] = -force[n] / h;
            z[self.reaction_torque[n]] = -torque[n] / h;
        }
        Ok(())
    }
}

#[cfg(feature = "fmu")]
export_fmu!(DrivenBody);

//! A rod that swings about one end in space, in natural coordinates, moved by a force at its tip:
//! M q̈ + Φ_qᵀ λ = Q, Φ(q) = 0.

pub mod newmark;
pub mod rattle;
pub mod rod;

use fmu_builder::*;
use nalgebra::Vector3;

use rod::{Coordinates, Rod};

/// The handles of its variables.
pub struct NaturalPendulum {
    integrator: Choice,
    length: Parameter,
    width: Parameter,
    rho: Parameter,
    gravity: [Parameter; 3],
    r0: [Parameter; 3],
    v0: [Parameter; 3],
    force: [Input; 3],
    q: [State; 9],
    v: [State; 9],
    work: Integral,
    energy: Output,
}

/// A vector of any kind of handles.
fn vector<H: Copy>(handles: &[H], value: impl Fn(H) -> f64) -> Vector3<f64> {
    Vector3::from_fn(|n, _| value(handles[n]))
}

impl NaturalPendulum {
    fn rod(&self, s: &Sample) -> Rod {
        let m = s[self.rho] * s[self.width].powi(2) * s[self.length];
        Rod { l: s[self.length], m, width: s[self.width] }
    }

    fn coordinates(s: &Sample, handles: &[State; 9]) -> Coordinates {
        Coordinates::from_fn(|i, _| s[handles[i]])
    }

    fn gravity(&self, s: &Sample) -> Vector3<f64> {
        vector(&self.gravity, |g| s[g])
    }

    fn force(&self, s: &Sample) -> Vector3<f64> {
        vector(&self.force, |force| s[force])
    }

    fn forces(&self, s: &Sample) -> Coordinates {
        self.rod(s).forces(self.gravity(s), self.force(s))
    }

    fn fill(&self, [q, v]: [&Coordinates; 2], states: &mut States) {
        for i in 0..9 {
            states[self.q[i]] = q[i];
            states[self.v[i]] = v[i];
        }
    }
}

const AXES: [&str; 3] = ["x", "y", "z"];

/// Three parameters.
fn parameters(
    v: &mut Variables,
    stem: &str,
    start: [f64; 3],
    unit: &str,
    what: &str,
) -> [Parameter; 3] {
    [0, 1, 2].map(|n| v.parameter(&format!("{stem}_{}", AXES[n]), start[n], unit, what))
}

/// The states of three vectors, as (name, unit, description) of each.
fn states(v: &mut Variables, vectors: [(&str, &str, &str); 3]) -> [State; 9] {
    std::array::from_fn(|i| {
        let (stem, unit, what) = vectors[i / 3];
        v.computed_state(&format!("{stem}_{}", AXES[i % 3]), unit, what)
    })
}

impl Model for NaturalPendulum {
    const NAME: &'static str = "natural-pendulum";
    const DESCRIPTION: &'static str =
        "A rod that swings about one end in space, moved by a force at its tip.";
    const OWN_STEP: bool = true;

    fn declare(v: &mut Variables) -> Self {
        let integrators = [
            ("newmark", "Newmark's formula with an augmented Lagrangian"),
            ("rattle", "RATTLE, symplectic"),
        ];
        let integrator = v.choice("integrator", &integrators, "what the solver own is");
        let length = v.parameter("L", 5.0, "m", "length of the rod");
        let width = v.parameter("width", 0.1, "m", "width of its square section");
        let rho = v.parameter("rho", 2700.0, "kg/m3", "density of its material");
        [length, width, rho].iter().for_each(|handle| v.at_least(*handle, 1e-9));
        let start = [4.330127018922194, 0.0, 2.5];
        let positions = [
            ("r", "m", "position of the tip"),
            ("u1", "", "first unit vector across the rod"),
            ("u2", "", "second unit vector across the rod"),
        ];
        let velocities = [
            ("v", "m/s", "velocity of the tip"),
            ("w1", "1/s", "rate of the first unit vector"),
            ("w2", "1/s", "rate of the second unit vector"),
        ];
        let q = states(v, positions);
        let velocity = states(v, velocities);
        (0..9).for_each(|i| v.position(q[i], velocity[i]));
        Self {
            integrator,
            length,
            width,
            rho,
            gravity: parameters(v, "g", [0.0, -9.81, 0.0], "m/s2", "gravity"),
            r0: parameters(v, "r0", start, "m", "direction of the tip at the start, of any length"),
            v0: parameters(
                v,
                "v0",
                [0.0; 3],
                "m/s",
                "velocity of the tip at the start, across the rod",
            ),
            force: AXES.map(|n| v.input(&format!("force_{n}"), 0.0, "N", "force on the tip")),
            q,
            v: velocity,
            work: v.integral("work", "J", "work of the force on the tip"),
            energy: v.output("energy", "J", "kinetic energy and potential energy of gravity"),
        }
    }

    fn start(&self, s: &Sample, x: &mut States) {
        let [direction, velocity] = [self.r0, self.v0].map(|start| vector(&start, |p| s[p]));
        let [q, v] = self.rod(s).start(direction, velocity);
        self.fill([&q, &v], x);
    }

    fn derivatives(&self, s: &Sample, dx: &mut Derivatives) {
        let [q, v] = [&self.q, &self.v].map(|handles| Self::coordinates(s, handles));
        let a = self.rod(s).accelerations(&q, &v, &self.forces(s));
        self.fill([&v, &a], dx);
        dx[self.work] = self.force(s).dot(&vector(&self.v, |v| s[v]));
    }

    fn outputs(&self, s: &Sample, y: &mut Outputs) {
        let (rod, v) = (self.rod(s), Self::coordinates(s, &self.v));
        let height = -self.gravity(s).dot(&vector(&self.q, |q| s[q]));
        y[self.energy] = 0.5 * (v.dot(&rod.mass().component_mul(&v)) + rod.m * height);
    }

    fn own_step(
        &self,
        s: &Sample,
        s_end: &Sample,
        h: f64,
        z: &mut States,
    ) -> Result<(), &'static str> {
        let [q, v] = [&self.q, &self.v].map(|handles| Self::coordinates(s, handles));
        let forces = [&self.forces(s), &self.forces(s_end)];
        let step = [newmark::step, rattle::step][s.chosen(self.integrator)];
        let [q_end, v_end] = step(&self.rod(s), [&q, &v], forces, h)?;
        self.fill([&q_end, &v_end], z);
        let mean = 0.5 * (self.force(s) + self.force(s_end));
        z[self.work] = s[self.work] + mean.dot(&(q_end - q).fixed_rows::<3>(0));
        Ok(())
    }
}

#[cfg(feature = "fmu")]
export_fmu!(NaturalPendulum);

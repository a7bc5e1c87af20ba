//! A mass whose motion is prescribed, with spring, damper and force: half-implicit Euler at impulse level,
//! m (v⁺ − v) = Δt (force − k x − c v − λ), x⁺ = x + Δt v⁺, (x − x_in)/Δt + v⁺ − v_in = 0.

use fmu_builder::*;

/// The handles of its variables.
pub struct DrivenMass {
    m: Parameter,
    k: Parameter,
    c: Parameter,
    x_in: Input,
    v_in: Input,
    force: Input,
    x: State,
    v: State,
    reaction: State,
    energy: Output,
}

impl DrivenMass {
    /// What acts on the mass besides the reaction.
    fn load(&self, s: &Sample) -> f64 {
        s[self.force] - s[self.k] * s[self.x] - s[self.c] * s[self.v]
    }
}

impl Model for DrivenMass {
    const NAME: &'static str = "driven-mass";
    const DESCRIPTION: &'static str = "A mass that is driven by a prescribed motion.";
    const OWN_STEP: bool = true;
    const ONLY_OWN_STEP: bool = true;
    const MICRO_STEP: f64 = 1e6;

    fn declare(v: &mut Variables) -> Self {
        let m = v.parameter("m", 1.0, "kg", "mass");
        let k = v.parameter("k", 0.0, "N/m", "stiffness of a spring to the ground");
        let c = v.parameter("c", 0.0, "N.s/m", "coefficient of a damper to the ground");
        let x0 = v.parameter("x0", 0.0, "m", "initial position");
        let v0 = v.parameter("v0", 0.0, "m/s", "initial velocity");
        let reaction0 = v.parameter("reaction0", 0.0, "N", "initial reaction");
        v.at_least(m, 1e-9);
        let x = v.state("x", x0, "m", "position");
        let velocity = v.state("v", v0, "m/s", "velocity");
        v.position(x, velocity);
        Self {
            m,
            k,
            c,
            x_in: v.input("x_in", 0.0, "m", "prescribed position"),
            v_in: v.input("v_in", 0.0, "m/s", "prescribed velocity"),
            force: v.input("force", 0.0, "N", "further force on the mass"),
            x,
            v: velocity,
            reaction: v.state("reaction", reaction0, "N", "mean force on what drives the mass"),
            energy: v.output("energy", "J", "kinetic energy and energy of the spring"),
        }
    }

    /// The mass as it would go on under its last reaction.
    fn derivatives(&self, s: &Sample, dx: &mut Derivatives) {
        dx[self.x] = s[self.v];
        dx[self.v] = (self.load(s) - s[self.reaction]) / s[self.m];
        dx[self.reaction] = 0.0;
    }

    fn outputs(&self, s: &Sample, y: &mut Outputs) {
        y[self.energy] = 0.5 * (s[self.m] * s[self.v].powi(2) + s[self.k] * s[self.x].powi(2));
    }

    /// Zhang et al. (2022), equations (38a)–(38c); the motion is prescribed over the whole step.
    fn own_step(
        &self,
        s: &Sample,
        s_end: &Sample,
        h: f64,
        z: &mut States,
    ) -> Result<(), &'static str> {
        let v = s_end[self.v_in] - (s[self.x] - s_end[self.x_in]) / h;
        z[self.v] = v;
        z[self.x] = s[self.x] + h * v;
        z[self.reaction] = self.load(s) - s[self.m] * (v - s[self.v]) / h;
        Ok(())
    }
}

#[cfg(feature = "fmu")]
export_fmu!(DrivenMass);

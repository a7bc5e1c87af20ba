//! A mass on a spring and a damper, driven by a force: m ẍ = force − c x − d ẋ.

use fmu_builder::*;

/// The handles of its variables.
pub struct Oscillator {
    m: Parameter,
    c: Parameter,
    d: Parameter,
    force: Input,
    x: State,
    v: State,
    dissipated: Integral,
    work: Integral,
    a: Output,
    energy: Output,
}

impl Oscillator {
    fn acceleration(&self, s: &Sample) -> f64 {
        (s[self.force] - s[self.c] * s[self.x] - s[self.d] * s[self.v]) / s[self.m]
    }
}

impl Model for Oscillator {
    const NAME: &'static str = "oscillator";
    const DESCRIPTION: &'static str = "A mass on a spring and a damper, driven by a force.";
    const LINEAR: Option<bool> = Some(true);

    fn declare(v: &mut Variables) -> Self {
        let m = v.parameter("m", 1.0, "kg", "mass");
        let c = v.parameter("c", 1000.0, "N/m", "stiffness of the spring");
        let d = v.parameter("d", 10.0, "N.s/m", "coefficient of the damper");
        let x0 = v.parameter("x0", 0.0, "m", "initial position");
        let v0 = v.parameter("v0", 0.0, "m/s", "initial velocity");
        v.at_least(m, 1e-9);
        let x = v.state("x", x0, "m", "position");
        let velocity = v.state("v", v0, "m/s", "velocity");
        v.position(x, velocity);
        Self {
            m,
            c,
            d,
            force: v.input("force", 0.0, "N", "force on the mass"),
            x,
            v: velocity,
            dissipated: v.integral("dissipated", "J", "energy dissipated by the damper"),
            work: v.integral("work", "J", "work of the force on the mass"),
            a: v.output("a", "m/s2", "acceleration"),
            energy: v.output("energy", "J", "kinetic energy and energy of the spring"),
        }
    }

    fn derivatives(&self, s: &Sample, dx: &mut Derivatives) {
        dx[self.x] = s[self.v];
        dx[self.v] = self.acceleration(s);
        dx[self.dissipated] = s[self.d] * s[self.v].powi(2);
        dx[self.work] = s[self.force] * s[self.v];
    }

    fn outputs(&self, s: &Sample, y: &mut Outputs) {
        y[self.a] = self.acceleration(s);
        y[self.energy] = 0.5 * (s[self.m] * s[self.v].powi(2) + s[self.c] * s[self.x].powi(2));
    }
}

#[cfg(feature = "fmu")]
export_fmu!(Oscillator);

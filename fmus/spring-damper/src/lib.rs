//! A spring and damper between two bodies: f1 = c (x2 − x1) + d (v2 − v1) on body 1, f2 = −f1.

use fmu_builder::*;

/// The handles of its variables.
pub struct SpringDamper {
    c: Parameter,
    d: Parameter,
    x1: Input,
    v1: Input,
    x2: Input,
    v2: Input,
    f1: Output,
    f2: Output,
    energy: Output,
}

impl Model for SpringDamper {
    const NAME: &'static str = "spring-damper";
    const DESCRIPTION: &'static str = "A spring and a damper between two bodies.";
    const LINEAR: Option<bool> = Some(true);

    fn declare(v: &mut Variables) -> Self {
        Self {
            c: v.parameter("c", 1000.0, "N/m", "stiffness"),
            d: v.parameter("d", 10.0, "N.s/m", "coefficient of the damper"),
            x1: v.input("x1", 0.0, "m", "position of body 1"),
            v1: v.input("v1", 0.0, "m/s", "velocity of body 1"),
            x2: v.input("x2", 0.0, "m", "position of body 2"),
            v2: v.input("v2", 0.0, "m/s", "velocity of body 2"),
            f1: v.output("f1", "N", "force on body 1"),
            f2: v.output("f2", "N", "force on body 2"),
            energy: v.output("energy", "J", "energy of the spring"),
        }
    }

    fn outputs(&self, s: &Sample, y: &mut Outputs) {
        let stretch = s[self.x2] - s[self.x1];
        y[self.f1] = s[self.c] * stretch + s[self.d] * (s[self.v2] - s[self.v1]);
        y[self.f2] = -y[self.f1];
        y[self.energy] = 0.5 * s[self.c] * stretch.powi(2);
    }
}

#[cfg(feature = "fmu")]
export_fmu!(SpringDamper);

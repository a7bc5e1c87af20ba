//! A mass on a spring: m ẍ = force − c x.
use fmu_builder::*;

struct MassSpring { m: Parameter, c: Parameter, force: Input, x: State, v: State }

impl Model for MassSpring {
    const NAME: &'static str = "mass-spring";
    const DESCRIPTION: &'static str = "A mass on a spring.";

    fn declare(v: &mut Variables) -> Self {
        let x0 = v.parameter("x0", 0.1, "m", "initial position");
        let v0 = v.parameter("v0", 0.0, "m/s", "initial velocity");
        Self {
            m: v.parameter("m", 1.0, "kg", "mass"),
            c: v.parameter("c", 100.0, "N/m", "stiffness"),
            force: v.input("force", 0.0, "N", "applied force"),
            x: v.state("x", x0, "m", "position"),
            v: v.state("v", v0, "m/s", "velocity"),
        }
    }

    fn derivatives(&self, s: &Sample, dx: &mut Derivatives) {
        dx[self.x] = s[self.v];
        dx[self.v] = (s[self.force] - s[self.c] * s[self.x]) / s[self.m];
    }
}
export_fmu!(MassSpring);

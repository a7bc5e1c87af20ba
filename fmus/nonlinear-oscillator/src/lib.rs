//! A mass with cubic spring and damper under a harmonic force:
//! m ẍ = force + A cos Ωt − (c x + c3 x³) − (d ẋ + d3 ẋ³).

use fmu_builder::*;

/// The handles of its variables.
pub struct NonlinearOscillator {
    m: Parameter,
    c: Parameter,
    c3: Parameter,
    d: Parameter,
    d3: Parameter,
    amplitude: Parameter,
    omega: Parameter,
    force: Input,
    x: State,
    v: State,
    dissipated: Integral,
    work: Integral,
    a: Output,
    energy: Output,
}

impl NonlinearOscillator {
    /// Everything that acts on the mass from outside.
    fn drive(&self, s: &Sample) -> f64 {
        s[self.force] + s[self.amplitude] * (s[self.omega] * s.t).cos()
    }

    fn damping(&self, s: &Sample) -> f64 {
        s[self.d] * s[self.v] + s[self.d3] * s[self.v].powi(3)
    }

    fn acceleration(&self, s: &Sample) -> f64 {
        let spring = s[self.c] * s[self.x] + s[self.c3] * s[self.x].powi(3);
        (self.drive(s) - spring - self.damping(s)) / s[self.m]
    }
}

impl Model for NonlinearOscillator {
    const NAME: &'static str = "nonlinear-oscillator";
    const DESCRIPTION: &'static str = "A mass with cubic spring and damper under a harmonic force.";

    fn declare(v: &mut Variables) -> Self {
        let m = v.parameter("m", 1.0, "kg", "mass");
        let x0 = v.parameter("x0", 0.0, "m", "initial position");
        let v0 = v.parameter("v0", 0.0, "m/s", "initial velocity");
        v.at_least(m, 1e-9);
        let x = v.state("x", x0, "m", "position");
        let velocity = v.state("v", v0, "m/s", "velocity");
        v.position(x, velocity);
        Self {
            m,
            c: v.parameter("c", 1.0, "N/m", "stiffness"),
            c3: v.parameter("c3", 0.5, "N/m3", "cubic stiffness"),
            d: v.parameter("d", 4.0, "N.s/m", "coefficient of the damper"),
            d3: v.parameter("d3", 0.2, "N.s3/m3", "cubic coefficient of the damper"),
            amplitude: v.parameter("amplitude", 0.7, "N", "amplitude of the harmonic force"),
            omega: v.parameter("omega", 1.3, "rad/s", "frequency of the harmonic force"),
            force: v.input("force", 0.0, "N", "force on the mass"),
            x,
            v: velocity,
            dissipated: v.integral("dissipated", "J", "energy dissipated by the damper"),
            work: v.integral("work", "J", "work of both forces on the mass"),
            a: v.output("a", "m/s2", "acceleration"),
            energy: v.output("energy", "J", "kinetic energy and energy of the spring"),
        }
    }

    fn derivatives(&self, s: &Sample, dx: &mut Derivatives) {
        dx[self.x] = s[self.v];
        dx[self.v] = self.acceleration(s);
        dx[self.dissipated] = self.damping(s) * s[self.v];
        dx[self.work] = self.drive(s) * s[self.v];
    }

    fn outputs(&self, s: &Sample, y: &mut Outputs) {
        y[self.a] = self.acceleration(s);
        let spring = 0.5 * s[self.c] * s[self.x].powi(2) + 0.25 * s[self.c3] * s[self.x].powi(4);
        y[self.energy] = 0.5 * s[self.m] * s[self.v].powi(2) + spring;
    }
}

#[cfg(feature = "fmu")]
export_fmu!(NonlinearOscillator);

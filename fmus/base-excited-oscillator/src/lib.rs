//! An oscillator that owns the spring and damper to its neighbour: m ẍ = force − c x − d ẋ − f
//! with f = cc (x − x_in) + dc (ẋ − v_in), the force on the neighbour.

use fmu_builder::*;

/// The handles of its variables.
pub struct BaseExcitedOscillator {
    m: Parameter,
    c: Parameter,
    d: Parameter,
    cc: Parameter,
    dc: Parameter,
    x_in: Input,
    v_in: Input,
    force: Input,
    x: State,
    v: State,
    dissipated: Integral,
    work: Integral,
    f: Output,
    energy: Output,
}

impl BaseExcitedOscillator {
    fn coupling_force(&self, s: &Sample) -> f64 {
        s[self.cc] * (s[self.x] - s[self.x_in]) + s[self.dc] * (s[self.v] - s[self.v_in])
    }
}

impl Model for BaseExcitedOscillator {
    const NAME: &'static str = "base-excited-oscillator";
    const DESCRIPTION: &'static str =
        "An oscillator coupled by its own spring and damper to a neighbour that moves.";
    const LINEAR: Option<bool> = Some(true);

    fn declare(v: &mut Variables) -> Self {
        let m = v.parameter("m", 1.0, "kg", "mass");
        let c = v.parameter("c", 1000.0, "N/m", "stiffness of the spring to the ground");
        let d = v.parameter("d", 10.0, "N.s/m", "coefficient of the damper to the ground");
        let cc = v.parameter("cc", 1000.0, "N/m", "stiffness of the coupling spring");
        let dc = v.parameter("dc", 10.0, "N.s/m", "coefficient of the coupling damper");
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
            cc,
            dc,
            x_in: v.input("x_in", 0.0, "m", "position of the neighbour"),
            v_in: v.input("v_in", 0.0, "m/s", "velocity of the neighbour"),
            force: v.input("force", 0.0, "N", "further force on the mass"),
            x,
            v: velocity,
            dissipated: v.integral("dissipated", "J", "energy dissipated by both dampers"),
            work: v.integral("work", "J", "work of the further force and of the moving neighbour"),
            f: v.output("f", "N", "force on the neighbour"),
            energy: v.output("energy", "J", "kinetic energy and energy of both springs"),
        }
    }

    fn derivatives(&self, s: &Sample, dx: &mut Derivatives) {
        let ground = s[self.c] * s[self.x] + s[self.d] * s[self.v];
        dx[self.x] = s[self.v];
        dx[self.v] = (s[self.force] - ground - self.coupling_force(s)) / s[self.m];
        let relative = s[self.v] - s[self.v_in];
        dx[self.dissipated] = s[self.d] * s[self.v].powi(2) + s[self.dc] * relative.powi(2);
        dx[self.work] = s[self.force] * s[self.v] - self.coupling_force(s) * s[self.v_in];
    }

    fn outputs(&self, s: &Sample, y: &mut Outputs) {
        y[self.f] = self.coupling_force(s);
        let kinetic = 0.5 * s[self.m] * s[self.v].powi(2);
        let ground = 0.5 * s[self.c] * s[self.x].powi(2);
        let coupling = 0.5 * s[self.cc] * (s[self.x] - s[self.x_in]).powi(2);
        y[self.energy] = kinetic + ground + coupling;
    }
}

#[cfg(feature = "fmu")]
export_fmu!(BaseExcitedOscillator);

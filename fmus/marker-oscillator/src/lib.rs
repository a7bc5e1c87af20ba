//! A mass on a spring and a damper, whose motion is given out: m ẍ = force − k (x − Y) − c (ẋ − Ẏ), where the base may be
//! moved by a crank.

use crank_slider::{Crank, CrankSlider};
use fmu_builder::*;

/// The handles of its variables.
pub struct MarkerOscillator {
    m: Parameter,
    k: Parameter,
    c: Parameter,
    crank: Crank,
    start: [Parameter; 3],
    start_before: [Parameter; 3],
    force: Input,
    coordinates: Coordinates,
    dissipated: Integral,
    work: Integral,
    energy: Output,
}

impl MarkerOscillator {
    /// Y, Ẏ and Ÿ of the base.
    fn base(&self, s: &Sample, t: f64) -> [f64; 3] {
        self.crank.slider(s).motion(t)
    }

    /// The force of spring and damper on the mass.
    fn spring(&self, s: &Sample, t: f64, [x, v]: [f64; 2]) -> f64 {
        let [y, dy, _] = self.base(s, t);
        -s[self.k] * (x - y) - s[self.c] * (v - dy)
    }
}

impl EquationsOfMotion for MarkerOscillator {
    fn coordinates(&self) -> &Coordinates {
        &self.coordinates
    }

    fn residual(&self, s: &Sample, at: &Motion, r: &mut [f64]) {
        r[0] = s[self.m] * at.a[0] - s[self.force] - self.spring(s, s.t, [at.q[0], at.v[0]]);
    }

    fn accelerations(&self, s: &Sample, [q, v]: [&[f64]; 2], a: &mut [f64], _: &mut [f64]) {
        a[0] = (s[self.force] + self.spring(s, s.t, [q[0], v[0]])) / s[self.m];
    }

    fn is_linear(&self) -> bool {
        true
    }
}

impl Model for MarkerOscillator {
    const NAME: &'static str = "marker-oscillator";
    const DESCRIPTION: &'static str =
        "A mass on a spring and a damper that gives its motion and takes a force.";
    const TWO_STEP: bool = true;
    const MICRO_STEP: f64 = 1e6;

    fn declare(v: &mut Variables) -> Self {
        let m = v.parameter("m", 1.0, "kg", "mass");
        let k = v.parameter("k", 5000.0, "N/m", "stiffness of the spring");
        let c = v.parameter("c", 0.0, "N.s/m", "coefficient of the damper");
        v.at_least(m, 1e-9);
        let at_rest = CrankSlider { radius: 0.0, rod: 0.01, omega: 0.0 };
        let crank = Crank::declare(v, at_rest);
        let start = [
            v.parameter("x0", 0.0, "m", "initial position"),
            v.parameter("v0", 0.0, "m/s", "initial velocity"),
            v.parameter("a0", 0.0, "m/s2", "initial acceleration, with history"),
        ];
        let start_before = [
            v.parameter("x0_1", 0.0, "m", "position one step before the start, with history"),
            v.parameter("v0_1", 0.0, "m/s", "velocity one step before the start, with history"),
            v.parameter("a0_1", 0.0, "m/s2", "acceleration one step before it, with history"),
        ];
        let mass = Coordinate { names: ["x", "v", "a"], units: ["m", "m/s", "m/s2"], what: "mass" };
        Self {
            m,
            k,
            c,
            crank,
            start,
            start_before,
            force: v.input("force", 0.0, "N", "force on the mass"),
            coordinates: Coordinates::declare(v, &[mass], &[]),
            dissipated: v.integral("dissipated", "J", "energy dissipated by the damper"),
            work: v.integral("work", "J", "work of the force and of the base on the mass"),
            energy: v.output("energy", "J", "kinetic energy and energy of the spring"),
        }
    }

    fn check(&self, s: &Sample) -> Result<(), String> {
        self.crank.check(s)
    }

    fn start(&self, s: &Sample, x: &mut States) {
        let [q, v, a] = self.start.map(|parameter| s[parameter]);
        let before = self.start_before.map(|parameter| [s[parameter]]);
        let free = || self.spring(s, 0.0, [q, v]) / s[self.m];
        let a = if self.coordinates.has_history(s) { a } else { free() };
        let now = Motion { q: &[q], v: &[v], a: &[a], lambda: &[] };
        self.coordinates.start(x, &now, [&before[0], &before[1], &before[2]]);
    }

    fn derivatives(&self, s: &Sample, dx: &mut Derivatives) {
        let (x, v) = (self.coordinates.q(s, 0), self.coordinates.v(s, 0));
        let mut a = [0.0];
        self.accelerations(s, [&[x], &[v]], &mut a, &mut []);
        self.coordinates.rates(s, &a, dx);
        let [_, base, _] = self.base(s, s.t);
        dx[self.dissipated] = s[self.c] * (v - base).powi(2);
        dx[self.work] = s[self.force] * v + self.spring(s, s.t, [x, v]) * base;
    }

    fn outputs(&self, s: &Sample, y: &mut Outputs) {
        let (x, v) = (self.coordinates.q(s, 0), self.coordinates.v(s, 0));
        let [base, ..] = self.base(s, s.t);
        y[self.energy] = 0.5 * (s[self.m] * v.powi(2) + s[self.k] * (x - base).powi(2));
    }

    fn equations_of_motion(&self) -> Option<&dyn EquationsOfMotion> {
        Some(self)
    }
}

#[cfg(feature = "fmu")]
export_fmu!(MarkerOscillator);

//! A cantilever beam of N Euler–Bernoulli elements with a mass at its tip, on a base that a crank moves:
//! M q̈ + K q = f, where deflection and slope of the base are prescribed.

pub mod beam;
pub mod element;
mod names;

use crank_slider::{Crank, CrankSlider};
use fmu_builder::*;

use beam::{Beam, Nodes};
use element::Element;

/// The number of elements unless another is asked for.
pub const ELEMENTS: usize = 20;

/// The handles of its variables.
pub struct CantileverBeam<const N: usize = ELEMENTS> {
    length: Parameter,
    width: Parameter,
    height: Parameter,
    modulus: Parameter,
    rho: Parameter,
    m_tip: Parameter,
    inertia_tip: Parameter,
    crank: Crank,
    starts: Starts,
    force: Input,
    torque: Input,
    coordinates: Coordinates,
    work: Integral,
    x_base: Output,
    v_base: Output,
    force_base: Output,
    energy: Output,
    elastic: Output,
}

impl<const N: usize> CantileverBeam<N> {
    fn beam(&self, s: &Sample) -> Beam<N> {
        let area = s[self.width] * s[self.height];
        let element = Element {
            l: s[self.length] / N as f64,
            ei: s[self.modulus] * area * s[self.height].powi(2) / 12.0,
            density: s[self.rho] * area,
        };
        Beam { element, m_tip: s[self.m_tip], inertia_tip: s[self.inertia_tip] }
    }

    /// Y, Ẏ and Ÿ of the base.
    fn base(&self, s: &Sample, t: f64) -> [f64; 3] {
        self.crank.slider(s).motion(t)
    }

    /// Positions, velocities or accelerations of the nodes.
    fn nodes(&self, value: impl Fn(&Coordinates, usize) -> f64) -> Nodes<N> {
        std::array::from_fn(|i| [2 * i, 2 * i + 1].map(|n| value(&self.coordinates, n)))
    }
}

impl<const N: usize> EquationsOfMotion for CantileverBeam<N> {
    fn coordinates(&self) -> &Coordinates {
        &self.coordinates
    }

    fn residual(&self, s: &Sample, at: &Motion, r: &mut [f64]) {
        let [y, _, ddy] = self.base(s, s.t);
        self.beam(s).forces([y, ddy], [at.q, at.a], r);
        r[2 * N - 2] -= s[self.force];
        r[2 * N - 1] -= s[self.torque];
    }

    fn accelerations(&self, s: &Sample, [q, _]: [&[f64]; 2], a: &mut [f64], _: &mut [f64]) {
        let [y, _, ddy] = self.base(s, s.t);
        self.beam(s).accelerations([y, ddy], q, [s[self.force], s[self.torque]], a);
    }

    fn is_linear(&self) -> bool {
        true
    }
}

impl<const N: usize> Model for CantileverBeam<N> {
    const NAME: &'static str = "cantilever-beam";
    const DESCRIPTION: &'static str = "A cantilever beam on a moved base, which gives the motion of its tip and takes a force there.";
    const TWO_STEP: bool = true;
    const MICRO_STEP: f64 = 1e6;

    fn declare(v: &mut Variables) -> Self {
        let length = v.parameter("L", 0.25, "m", "length of the beam");
        let width = v.parameter("width", 0.03, "m", "width of its section");
        let height = v.parameter("height", 0.002, "m", "height of its section, in which it bends");
        let modulus = v.parameter("E", 2.1e11, "Pa", "elasticity modulus of its material");
        let rho = v.parameter("rho", 7845.0, "kg/m3", "density of its material");
        [length, width, height, modulus, rho].iter().for_each(|p| v.at_least(*p, 1e-9));
        let m_tip = v.parameter("m_tip", 0.0127, "kg", "mass of the body at the tip");
        let inertia_tip = v.parameter("J_tip", 1.05833e-6, "kg.m2", "inertia of that body");
        [m_tip, inertia_tip].iter().for_each(|p| v.at_least(*p, 0.0));
        let omega = 31.0 * std::f64::consts::PI;
        let crank = Crank::declare(v, CrankSlider { radius: 2.5e-4, rod: 0.01, omega });
        let starts = names::with_coordinates(N, |coordinates| Starts::declare(v, coordinates));
        Self {
            length,
            width,
            height,
            modulus,
            rho,
            m_tip,
            inertia_tip,
            crank,
            starts,
            force: v.input("force", 0.0, "N", "force at the tip, in the direction of x"),
            torque: v.input("torque", 0.0, "N.m", "torque at the tip, in the direction of phi"),
            coordinates: names::with_coordinates(N, |all| Coordinates::declare(v, all, &[])),
            work: v.integral("work", "J", "work of force, torque and base on the beam"),
            x_base: v.output("x_base", "m", "position of the base"),
            v_base: v.output("v_base", "m/s", "velocity of the base"),
            force_base: v.output("force_base", "N", "force of the base on the beam"),
            energy: v.output("energy", "J", "kinetic and elastic energy"),
            elastic: v.output("elastic", "J", "elastic energy"),
        }
    }

    fn check(&self, s: &Sample) -> Result<(), String> {
        self.crank.check(s)
    }

    fn start(&self, s: &Sample, x: &mut States) {
        self.starts.apply(&self.coordinates, s, x);
        if !self.coordinates.has_history(s) {
            let (q, mut a) = (self.nodes(|_, n| self.starts.q(s, n)), [[0.0; 2]; N]);
            let [y, _, ddy] = self.base(s, 0.0);
            let (q, a) = (q.as_flattened(), a.as_flattened_mut());
            self.beam(s).accelerations([y, ddy], q, [0.0; 2], a);
            self.coordinates.start_accelerations(x, a);
        }
    }

    fn derivatives(&self, s: &Sample, dx: &mut Derivatives) {
        let ([y, dy, ddy], beam) = (self.base(s, s.t), self.beam(s));
        let (q, mut a) = (self.nodes(|c, n| c.q(s, n)), [[0.0; 2]; N]);
        let (q, a) = (q.as_flattened(), a.as_flattened_mut());
        beam.accelerations([y, ddy], q, [s[self.force], s[self.torque]], a);
        self.coordinates.rates(s, a, dx);
        let [v, omega] = [2 * N - 2, 2 * N - 1].map(|n| self.coordinates.v(s, n));
        let at_base = beam.force_base([y, ddy], [q, a]) * dy;
        dx[self.work] = s[self.force] * v + s[self.torque] * omega + at_base;
    }

    fn outputs(&self, s: &Sample, y: &mut Outputs) {
        let ([base, dbase, ddbase], beam) = (self.base(s, s.t), self.beam(s));
        let (q, v) = (self.nodes(|c, n| c.q(s, n)), self.nodes(|c, n| c.v(s, n)));
        let a = self.nodes(|c, n| c.a(s, n));
        let [q, v, a] = [&q, &v, &a].map(|nodes| nodes.as_flattened());
        y[self.x_base] = base;
        y[self.v_base] = dbase;
        y[self.force_base] = beam.force_base([base, ddbase], [q, a]);
        let [kinetic, elastic] = beam.energies([base, dbase], [q, v]);
        y[self.energy] = kinetic + elastic;
        y[self.elastic] = elastic;
    }

    fn equations_of_motion(&self) -> Option<&dyn EquationsOfMotion> {
        Some(self)
    }
}

/// The number of elements of the exported FMU: 20, or as `CANTILEVER_BEAM_ELEMENTS` says while it is built.
#[cfg(feature = "fmu")]
const EXPORTED: usize = match option_env!("CANTILEVER_BEAM_ELEMENTS") {
    None => ELEMENTS,
    Some(text) => match usize::from_str_radix(text, 10) {
        Ok(count) if count > 0 => count,
        _ => panic!("CANTILEVER_BEAM_ELEMENTS must be a whole number of elements, at least 1"),
    },
};

#[cfg(feature = "fmu")]
export_fmu!(CantileverBeam<EXPORTED>);

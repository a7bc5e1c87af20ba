//! The linear two-mass oscillator of section 4.1: a mass on a spring gives its motion, the other one has it prescribed.

use coupling::CommunicationPoint;
use serde::Deserialize;

use crate::bench::Bench;
use crate::entry;
use crate::error::ReproduceError;
use macrostep::scenario::build::build;

/// ω₀₁² = k₁/m₁ in 1/s²; m₁ = 1 kg.
const STIFFNESS: f64 = 5000.0;
/// Velocity at the start in m/s.
const V0: f64 = 0.1;
/// ρ∞ of section 4.1.3.
pub const RHO_INF: f64 = 0.56;
/// A spectral radius up to this is stable: in the maps the smallest beyond 1 is 9e-5.
pub const STABLE: f64 = 1.0 + 1e-6;

/// What the second mass is given: `original`, `index-1`, `index-2`, `index-3`, or the s of α = s/Δt², β = s/Δt, γ = 1.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(transparent)]
pub struct Inputs(String);

impl Inputs {
    /// Those of this name.
    pub fn named(name: &str) -> Self {
        Self(name.into())
    }

    fn weight(&self) -> Option<f64> {
        self.0.parse().ok()
    }

    /// In tables.
    pub fn name(&self) -> String {
        self.weight().map_or_else(|| self.0.clone(), |s| format!("α = {s}/Δt²"))
    }

    /// The lines of a coupling.
    pub fn lines(&self) -> String {
        match self.weight() {
            Some(s) => format!("motion = 'modified'\nalpha = {s:e}\nbeta = {s:e}\ngamma = 1"),
            None => format!("motion = '{}'", self.0),
        }
    }
}

/// A way to run the oscillator.
#[derive(Clone, Debug)]
pub struct TwoMass {
    /// What the second mass is given.
    pub inputs: Inputs,
    /// Of the first mass' solver and of the prediction.
    pub rho_inf: f64,
    /// m₂/m₁
    pub mass_ratio: f64,
    /// Whether the coupling conditions are iterated until they hold at the end of each step.
    pub implicit: bool,
}

impl TwoMass {
    /// Explicit, with equal masses and the ρ∞ of section 4.1.3.
    pub fn with(inputs: &Inputs) -> Self {
        Self { inputs: inputs.clone(), rho_inf: RHO_INF, mass_ratio: 1.0, implicit: false }
    }

    /// Its scenario; the motion one step before the start is exact.
    pub fn scenario(&self, bench: &Bench, step: f64, stop: f64) -> String {
        let Self { inputs, rho_inf, mass_ratio: m2, implicit } = self;
        let scheme = if *implicit {
            "kind = 'newton'"
        } else {
            "sweep = 'gauss-seidel'\norder = ['driven', 'mass']"
        };
        let [x, v, a] = exact(-step, *m2);
        let mass = format!(
            "start = {{ k = {STIFFNESS}, rho_inf = {rho_inf:e}, v0 = {V0}, history = true, \
             x0_1 = {x:e}, v0_1 = {v:e}, a0_1 = {a:e} }}"
        );
        let driven = format!("start = {{ m = {m2:e}, v0 = {V0}, force = 0.0 }}");
        [
            format!(
                "[simulation]\nstop = {stop:e}\nstep = {step:e}\n\
                 [scheme]\n{scheme}\n"
            ),
            bench.slave("mass", "marker-oscillator", &mass),
            bench.slave("driven", "driven-mass", &driven),
            format!(
                "[[couplings]]\nlaw = 'constraint'\nbetween = ['mass', 'driven']\n{}\n\
                 inputs = {{ extrapolation = 'two-step-hermite', rho_inf = {rho_inf:e} }}\n\
                 previous = {{ position = [{x:e}], velocity = [{v:e}] }}\n",
                inputs.lines()
            ),
        ]
        .concat()
    }

    /// The spectral radii of a macro step at several ω₀₁Δt.
    pub fn radii(&self, bench: &Bench, omega_dt: &[f64]) -> Result<Vec<f64>, ReproduceError> {
        let mut stability = bench.stability(self.scenario(bench, 1e-3, 1.0))?;
        let step = |omega_dt: f64| omega_dt / STIFFNESS.sqrt();
        omega_dt.iter().map(|at| bench.radius(&mut stability, step(*at))).collect()
    }

    /// The spectral radius of a macro step at ω₀₁Δt.
    pub fn radius(&self, bench: &Bench, omega_dt: f64) -> Result<f64, ReproduceError> {
        Ok(self.radii(bench, &[omega_dt])?[0])
    }

    /// Runs it; x₁, v₁, x₂, v₂ and λ at all points, the first at the start.
    pub fn run(
        &self,
        bench: &Bench,
        step: f64,
        stop: f64,
    ) -> Result<Vec<[f64; 5]>, ReproduceError> {
        let mut simulation = build(&bench.scenario(self.scenario(bench, step, stop))?)?;
        let names = simulation.network().output_names();
        let place = |name: &str| names.iter().position(|n| n == name).expect("it is coupled");
        let places = ["mass.x", "mass.v", "driven.x", "driven.v", "driven.reaction"].map(place);
        let values = |point: &CommunicationPoint| places.map(|place| point.y[place]);
        simulation.initialize()?;
        let mut points = vec![values(simulation.point())];
        while simulation.advance()? {
            points.push(values(simulation.point()));
        }
        Ok(points)
    }
}

/// Position, velocity and acceleration of both masses as one: x = v₀/ω sin ωt with ω² = k₁/(m₁ + m₂).
pub fn exact(t: f64, mass_ratio: f64) -> [f64; 3] {
    let omega = (STIFFNESS / (1.0 + mass_ratio)).sqrt();
    let (sin, cos) = (omega * t).sin_cos();
    [V0 / omega * sin, V0 * cos, -V0 * omega * sin]
}

/// The numbers of section 4.1 that an independent implementation gives.
pub fn data<T: serde::de::DeserializeOwned>() -> T {
    entry::data(include_str!("../../data/zhang_two_mass.json"))
}

/// ω₀₁Δt of a step.
pub fn omega_dt(step: f64) -> f64 {
    STIFFNESS.sqrt() * step
}

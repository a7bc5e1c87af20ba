//! The system of section 4.3: a container with spheres on a mass, or at the tip of a beam whose base a crank moves.

use std::f64::consts::PI;
use std::time::Instant;

use serde::Deserialize;

use crate::bench::Bench;
use crate::entry;
use crate::error::ReproduceError;
use crate::spread::perturbations;
use macrostep::scenario::build::build;

/// Δt in s.
pub const STEP: f64 = 1e-4;
/// Masses of container and spheres in kg.
const M_C: f64 = 0.0358;
const M_P: f64 = 7e-3;
/// Inertia of the container about z in kg m².
const J_C: f64 = 2.98333e-6;

/// What the container hangs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Smooth {
    /// The mass (49) on a spring.
    Mass,
    /// The beam, joined in deflection and slope.
    Beam,
}

/// How the two sides are coupled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coupling {
    /// Once per step, the damper first.
    Explicit,
    /// Iterated as in table 3, with this line of the scheme.
    Implicit(&'static str),
}

/// A way to run it.
#[derive(Clone, Debug)]
pub struct Damper {
    /// What the container hangs on.
    pub smooth: Smooth,
    /// Height of the beam's section in m, 2 mm or 1 mm.
    pub height: f64,
    /// How many; where there are none, their mass is the container's.
    pub spheres: usize,
    /// What the damper is given.
    pub inputs: String,
    /// Of the smooth side's solver and of the prediction.
    pub rho_inf: f64,
    /// Explicit or implicit.
    pub coupling: Coupling,
    /// Relative change of the crank's radius.
    pub perturbation: f64,
}

/// What a run gives.
pub struct Run {
    /// y of the smooth side in m, at all points.
    pub y: Vec<f64>,
    /// Its velocity in m/s.
    pub v: Vec<f64>,
    /// How often the damper was stepped, per step.
    pub calls: f64,
    /// How long it took in s.
    pub seconds: f64,
}

impl Damper {
    /// Explicit with index-1 inputs; ρ∞ is 0.56 on the mass and 0.25 on the beam.
    pub fn on(smooth: Smooth, spheres: usize) -> Self {
        let rho_inf = if smooth == Smooth::Mass { 0.56 } else { 0.25 };
        let (inputs, coupling) = ("index-1".into(), Coupling::Explicit);
        Self { smooth, height: 0.002, spheres, inputs, rho_inf, coupling, perturbation: 0.0 }
    }

    /// Its scenario.
    pub fn scenario(&self, bench: &Bench, stop: f64) -> String {
        let Self { smooth, spheres, rho_inf, .. } = self;
        let held = if *spheres == 0 { M_C + M_P } else { M_C };
        let order = match smooth {
            Smooth::Mass => "['damper', 'smooth']",
            Smooth::Beam => "['damper', 'turning', 'smooth']",
        };
        let scheme = match self.coupling {
            Coupling::Explicit => format!("sweep = 'gauss-seidel'\norder = {order}"),
            Coupling::Implicit(lines) => format!(
                "{}\niterations = 10\nrelative = 1e-3\non_divergence = 'go-on'",
                lines.replace("ORDER", order)
            ),
        };
        let head = format!(
            "[simulation]\nstop = {stop:e}\nstep = {STEP:e}\non_divergence = 'ignore'\n[scheme]\n{scheme}\n"
        );
        let damper = format!("start = {{ n = {spheres}, m_c = {held:e} }}");
        let mut text = [
            head,
            bench.slave("damper", "particle-damper", &damper),
            self.constraint("damper", ""),
        ]
        .concat();
        let crank = self.crank();
        match smooth {
            Smooth::Mass => {
                let [m_e, k_e] = equivalent(self.height);
                let start = format!(
                    "start = {{ m = {:e}, k = {k_e:e}, rho_inf = {rho_inf:e}, {crank} }}",
                    m_e - M_C
                );
                text += &bench.slave("smooth", "marker-oscillator", &start);
            }
            Smooth::Beam => {
                let start = format!(
                    "start = {{ height = {:e}, rho_inf = {rho_inf:e}, history = true, {crank} }}",
                    self.height
                );
                text += &bench.slave("smooth", "cantilever-beam", &start);
                text += &bench.slave("turning", "driven-link", &turning());
                text += &self.constraint("turning", SLOPE);
            }
        }
        text
    }

    fn crank(&self) -> String {
        let omega = if self.height < 0.0015 { 12.2 * PI } else { 31.0 * PI };
        let radius = 2.5e-4 * (1.0 + self.perturbation);
        format!("l_cra = {radius:e}, l_1 = 0.01, omega_cra = {omega:e}")
    }

    fn constraint(&self, with: &str, lines: &str) -> String {
        let Self { inputs, rho_inf, .. } = self;
        format!(
            "[[couplings]]\nlaw = 'constraint'\nbetween = ['smooth', '{with}']\nmotion = '{inputs}'\n\
             inputs = {{ extrapolation = 'two-step-hermite', rho_inf = {rho_inf:e} }}\n{lines}"
        )
    }

    /// Runs it up to `stop`, or until it fails or moves by more than a kilometre.
    pub fn run(&self, bench: &Bench, stop: f64) -> Result<Run, ReproduceError> {
        let mut simulation = build(&bench.scenario(self.scenario(bench, stop))?)?;
        let names = simulation.network().output_names();
        let place = |name: &str| names.iter().position(|n| n == name).expect("it is coupled");
        let [x, speed] = ["smooth.x", "smooth.v"].map(place);
        let begin = Instant::now();
        simulation.initialize()?;
        let (mut y, mut v) = (vec![0.0_f64], vec![0.0]);
        while y[y.len() - 1].abs() < 1e3 && simulation.advance()? {
            y.push(simulation.point().y[x]);
            v.push(simulation.point().y[speed]);
        }
        let seconds = begin.elapsed().as_secs_f64();
        let steps = (y.len() - 1) as f64;
        let calls = simulation.statistics().map_or(1.0, |all| all.runs as f64 / steps);
        Ok(Run { y, v, calls, seconds })
    }

    /// The runs whose crank is a little larger, by up to 1e-10; the first is as given.
    pub fn perturbed(&self) -> Vec<Self> {
        let with = |perturbation| Self { perturbation, ..self.clone() };
        perturbations(PERTURBED).into_iter().map(with).collect()
    }
}

/// How many runs with perturbed starts there are besides the first.
const PERTURBED: usize = 2;

/// The inertia of the container, which its own body has: deflection and slope are coupled apart.
fn turning() -> String {
    format!(
        "start = {{ m = 1e-6, J = {J_C:e}, d = 0.0, g = 0.0, hold_angle = true, x_in = 0.0, vx_in = 0.0, y_in = 0.0, \
         vy_in = 0.0 }}"
    )
}

/// What a constraint of the slope connects.
pub const SLOPE: &str = "giving = { position = 'phi', velocity = 'omega', acceleration = 'alpha', force = 'torque' }\n\
    taking = { position = 'phi', velocity = 'omega', position_in = 'phi_in', velocity_in = 'omega_in', reaction = 'reaction_torque' }\n";

/// What a constraint of the deflection connects to a `driven-link`.
pub const DEFLECTION: &str = "taking = { position = 'y', velocity = 'vy', position_in = 'y_in', velocity_in = 'vy_in', reaction = 'reaction_y' }\n";

/// M_e with the container and K_e as printed, (49) and (51).
fn equivalent(height: f64) -> [f64; 2] {
    if height < 0.0015 { [0.062621, 100.8] } else { [0.076742, 806.4] }
}

/// The mass with container and the mass of the spheres as one, by semi-implicit Euler steps: y in m at all points.
pub fn mass_alone(bench: &Bench, height: f64, stop: f64) -> Result<Vec<f64>, ReproduceError> {
    let [m_e, k_e] = equivalent(height);
    let crank = Damper { height, ..Damper::on(Smooth::Mass, 0) }.crank();
    let start = format!(
        "start = {{ solver = 2, micro_step = {STEP:e}, m = {:e}, k = {k_e:e}, force = 0.0, {crank} }}",
        m_e + M_P
    );
    alone(bench, "marker-oscillator", &start, stop)
}

/// The beam with everything at its tip, without numerical damping: y in m at all points.
pub fn beam_alone(bench: &Bench, stop: f64) -> Result<Vec<f64>, ReproduceError> {
    alone(bench, "cantilever-beam", &beam_start("l_cra = 2.5e-4"), stop)
}

/// Sensor, container and the mass of the spheres at the tip of the beam, ρ∞ = 1.
pub fn beam_start(crank: &str) -> String {
    format!(
        "start = {{ rho_inf = 1.0, m_tip = 0.0555, J_tip = 4.04166e-6, force = 0.0, torque = 0.0, {crank} }}"
    )
}

fn alone(bench: &Bench, model: &str, start: &str, stop: f64) -> Result<Vec<f64>, ReproduceError> {
    let head = format!("[simulation]\nstop = {stop:e}\nstep = {STEP:e}\n");
    let results = "[results]\nvariables = ['smooth.x']\n";
    let text = [head, bench.slave("smooth", model, start), results.into()].concat();
    let mut simulation = build(&bench.recorded(text)?)?;
    let names = simulation.network().output_names();
    let place = names.iter().position(|name| name == "smooth.x").expect("it is recorded");
    simulation.initialize()?;
    let mut y = vec![simulation.point().y[place]];
    while simulation.advance()? {
        y.push(simulation.point().y[place]);
    }
    Ok(y)
}

/// The largest |y| in mm in each window of so many steps.
pub fn largest(y: &[f64], steps: usize) -> Vec<f64> {
    let of = |window: &[f64]| window.iter().fold(0.0_f64, |most, y| most.max(1e3 * y.abs()));
    y[1..].chunks(steps).map(of).collect()
}

/// The numbers of section 4.3.
pub fn data<T: serde::de::DeserializeOwned>() -> T {
    entry::data(include_str!("../../data/zhang_particle_damper.json"))
}

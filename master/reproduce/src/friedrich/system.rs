//! The test system of section 2.3, Figure 2.8: two oscillators coupled by a spring.
//!
//! Mass and stiffness of subsystem A are 1, so that ω = 1 and the macro step H is ω̂ = ω H.

use nalgebra::Complex;
use serde::Deserialize;

use crate::bench::{Bench, connection};
use crate::error::{ReproduceError, limit};
use macrostep::analysis::{Scan, Stability};

/// F of Tables 2.4 to 2.7 as printed: the ratio of coupling stiffness and subsystem stiffness.
pub const F: [&str; 5] = ["0.1", "0.562", "3.16", "17.8", "100"];

/// F as it really is, 10^(−1 + 3k/4): only with it the five digits of the tables are found.
pub fn exact_f(k: usize) -> f64 {
    10f64.powf(-1.0 + 0.75 * k as f64)
}

/// Which variables the subsystems exchange, Figures 1.2 and 2.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Coupling {
    /// The master evaluates the spring and gives forces to both.
    #[serde(rename = "force/force")]
    ForceForce,
    /// A owns the spring: it takes the displacement of B and gives the force, read for the new
    /// displacement.
    #[serde(rename = "force/displacement")]
    ForceDisplacement,
    /// Both own the spring and take the displacement of the other.
    #[serde(rename = "displacement/displacement")]
    DisplacementDisplacement,
}

/// The two oscillators and how they are coupled.
#[derive(Clone, Debug)]
pub struct Subsystems {
    /// What they exchange.
    pub coupling: Coupling,
    /// F, the coupling stiffness over that of A.
    pub f: f64,
    /// The lines of `[inputs]`.
    pub inputs: String,
    /// Whether velocities are exchanged besides displacements.
    pub velocity: bool,
    /// ω_B/ω_A.
    pub k: f64,
    /// c_B/c_A.
    pub v: f64,
}

impl Coupling {
    /// Its name in tables.
    pub fn word(self) -> &'static str {
        match self {
            Self::ForceForce => "force/force",
            Self::ForceDisplacement => "force/displacement",
            Self::DisplacementDisplacement => "displacement/displacement",
        }
    }
}

impl Subsystems {
    /// Equal subsystems, coupled force/force with F = 100.
    pub fn equal() -> Self {
        let coupling = Coupling::ForceForce;
        Self { coupling, f: 100.0, inputs: String::new(), velocity: true, k: 1.0, v: 1.0 }
    }

    /// The stability of the system with a coupling damper d = `theta_h` · c.
    pub fn coupled(&self, bench: &Bench, theta_h: f64) -> Result<Stability, ReproduceError> {
        bench.stability(self.scenario(bench, theta_h))
    }

    /// The scenario with that damper.
    pub fn scenario(&self, bench: &Bench, theta_h: f64) -> String {
        let Self { coupling, f: c, inputs, velocity, k, v } = self;
        let d = c * theta_h;
        let (a, b) = (
            "m = 1.0, c = 1.0, d = 0.0".to_string(),
            format!("m = {}, c = {v}, d = 0.0", v / (k * k)),
        );
        let free = |name, start: &str| {
            let lines = format!("start = {{ {start} }}\nderivatives = {{ x = 'v' }}");
            bench.slave(name, "oscillator", &lines)
        };
        let sprung = |name, start: &str| {
            let held = if *velocity { "" } else { ", v_in = 0.0" };
            let lines = format!("start = {{ {start}, cc = {c}, dc = {d:e}, force = 0.0{held} }}");
            bench.slave(name, "base-excited-oscillator", &lines)
        };
        let displacement = |from: &str, to: &str| {
            let velocity = if *velocity {
                connection(&format!("{from}.v"), &format!("{to}.v_in"))
            } else {
                String::new()
            };
            connection(&format!("{from}.x"), &format!("{to}.x_in")) + &velocity
        };
        let system = match coupling {
            Coupling::ForceForce => [
                free("left", &a),
                free("right", &b),
                format!(
                    "[[couplings]]\nlaw = 'spring-damper'\nbetween = ['left', 'right']\n\
                     stiffness = {c}\ndamping = {d:e}\n"
                ),
            ]
            .concat(),
            Coupling::ForceDisplacement => [
                sprung("left", &a),
                free("right", &b),
                displacement("right", "left"),
                connection("left.f", "right.force"),
            ]
            .concat(),
            Coupling::DisplacementDisplacement => [
                sprung("left", &a),
                sprung("right", &b),
                displacement("left", "right"),
                displacement("right", "left"),
            ]
            .concat(),
        };
        format!("[simulation]\nstop = 1\nstep = 0.02\n[inputs]\n{inputs}\n{system}")
    }
}

/// Force/force coupling of equal subsystems with the given `[inputs]`.
pub fn force_force(bench: &Bench, inputs: &str, f: f64) -> Result<Stability, ReproduceError> {
    Subsystems { inputs: inputs.into(), f, ..Subsystems::equal() }.coupled(bench, 0.0)
}

/// The largest stable ω̂: the first exit from ρ ≤ 1 + 1e-6. At F = 0.1, Const 2,2 of Table 2.6
/// exceeds 1 by 9e-8 below ω̂ = 0.34, so that the table is found with this tolerance only.
pub fn largest_stable(stability: &mut Stability) -> Result<f64, ReproduceError> {
    let scan = Scan { from: 1e-5, to: 3.2, tolerance: 1e-6, density: 1e-2, accuracy: 1e-10 };
    limit(stability.largest_step(&scan)?.value)
}

/// Takes the two eigenvalues out that are nearest to e^(±jω).
pub fn take_mode(values: &mut Vec<Complex<f64>>, omega: f64) -> [Complex<f64>; 2] {
    [omega, -omega].map(|omega| {
        let mode = Complex::from_polar(1.0, omega);
        let distance = |i: &usize| (values[*i] - mode).norm();
        let nearest = (0..values.len()).min_by(|i, j| distance(i).total_cmp(&distance(j)));
        nearest.map_or(Complex::from(f64::NAN), |i| values.swap_remove(i))
    })
}

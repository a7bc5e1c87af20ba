//! The two-mass oscillator of section 4.1 in its three decompositions.

use nalgebra::{DMatrix, DVector, dmatrix, dvector};
use serde::Deserialize;

use crate::bench::{Bench, connection};

/// Masses in kg.
const M: [f64; 2] = [1.0, 2.0];
/// Initial velocities in m/s.
const V0: [f64; 2] = [100.0, -100.0];

/// What the subsystems exchange.
#[derive(Clone, Copy, Debug, Deserialize)]
pub enum Decomposition {
    #[serde(rename = "force/force")]
    ForceForce,
    #[serde(rename = "force/displacement")]
    ForceDisplacement,
    #[serde(rename = "displacement/displacement")]
    DisplacementDisplacement,
}

impl Decomposition {
    /// Its name in tables.
    pub fn word(self) -> &'static str {
        match self {
            Self::ForceForce => "F/F",
            Self::ForceDisplacement => "F/D",
            Self::DisplacementDisplacement => "D/D",
        }
    }
}

/// All springs have the stiffness c, all dampers the coefficient d.
#[derive(Clone, Copy, Debug)]
pub struct TwoMass {
    pub c: f64,
    pub d: f64,
}

impl TwoMass {
    /// Slaves and what joins them.
    pub fn sections(&self, bench: &Bench, cut: Decomposition) -> String {
        let Self { c, d } = self;
        let own = |k: usize| format!("m = {}, c = {c:e}, d = {d:e}, v0 = {}", M[k], V0[k]);
        let free = |name, k| bench.slave(name, "oscillator", &format!("start = {{ {} }}", own(k)));
        let sprung = |name, k| {
            let start = format!("start = {{ {}, cc = {c:e}, dc = {d:e}, force = 0.0 }}", own(k));
            bench.slave(name, "base-excited-oscillator", &start)
        };
        let forth = || connection("left.x", "right.x_in") + &connection("left.v", "right.v_in");
        let parts = match cut {
            Decomposition::ForceForce => {
                let spring = format!(
                    "[[couplings]]\nlaw = 'spring-damper'\nbetween = ['left', 'right']\n\
                     stiffness = {c:e}\ndamping = {d:e}\n"
                );
                vec![free("left", 0), free("right", 1), spring]
            }
            Decomposition::ForceDisplacement => {
                let back = connection("right.f", "left.force");
                vec![free("left", 0), sprung("right", 1), forth(), back]
            }
            Decomposition::DisplacementDisplacement => {
                let back = connection("right.x", "left.x_in") + &connection("right.v", "left.v_in");
                vec![sprung("left", 0), sprung("right", 1), forth(), back]
            }
        };
        parts.concat()
    }

    /// A of ż = A z for the whole system with z = (x₁, v₁, x₂, v₂).
    pub fn matrix(&self) -> DMatrix<f64> {
        let Self { c, d } = *self;
        let [m1, m2] = M;
        dmatrix![
            0.0, 1.0, 0.0, 0.0;
            -2.0 * c / m1, -2.0 * d / m1, c / m1, d / m1;
            0.0, 0.0, 0.0, 1.0;
            c / m2, d / m2, -2.0 * c / m2, -2.0 * d / m2
        ]
    }

    /// z at the start.
    pub fn start() -> DVector<f64> {
        dvector![0.0, V0[0], 0.0, V0[1]]
    }

    /// The coupling force λ.
    pub fn force(&self, z: &DVector<f64>) -> f64 {
        self.c * (z[2] - z[0]) + self.d * (z[3] - z[1])
    }
}

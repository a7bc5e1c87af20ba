//! The two-mass oscillator of section 2 and its two decompositions.

use serde::Deserialize;

use crate::bench::{Bench, connection};

/// Masses in kg.
pub const M: [f64; 2] = [10.0, 10.0];
/// Stiffnesses to the ground in N/m.
pub const C: [f64; 2] = [1e6, 1e7];
/// Dampers to the ground in N·s/m.
pub const D: [f64; 2] = [1.0, 2.0];

/// Positions in m and velocities in m/s that runs and local errors begin with: our own.
pub const START: [(f64, f64); 2] = [(1e-3, 1.0), (-1e-3, 0.5)];

/// One of the 48 combinations of Figures 9 to 15.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Method {
    /// `force/displacement` or `displacement/displacement`.
    pub coupling: String,
    /// `jacobi` or `gauss-seidel`.
    pub sweep: String,
    /// `polynomial` (Lagrange), `extripol-c0` or `extripol-c1`.
    pub rule: String,
    /// Degree k of the extrapolation.
    pub degree: usize,
}

impl Method {
    /// Its name in tables.
    pub fn name(&self) -> String {
        let Self { sweep, rule, degree, .. } = self;
        let coupling = if self.is_force_displacement() { "F/D" } else { "D/D" };
        format!("{coupling}, {sweep}, {rule}, k = {degree}")
    }

    /// Whether the second subsystem gives a force.
    pub fn is_force_displacement(&self) -> bool {
        self.coupling == "force/displacement"
    }

    /// The scenario with a coupling spring and damper. Subsystem 1 is force driven and steps first;
    /// the force of subsystem 2 contains its own approximated input (8): it is read stale.
    pub fn scenario(&self, bench: &Bench, ck: f64, dk: f64, reading: &str) -> String {
        let own = |k: usize| {
            let ([m, c, d], (x0, v0)) = ([M[k], C[k], D[k]], START[k]);
            format!("m = {m:e}, c = {c:e}, d = {d:e}, x0 = {x0:e}, v0 = {v0:e}")
        };
        let free = |name, k| bench.slave(name, "oscillator", &format!("start = {{ {} }}", own(k)));
        let sprung = |name, k| {
            let start = format!("start = {{ {}, cc = {ck:e}, dc = {dk:e}, force = 0.0 }}", own(k));
            bench.slave(name, "base-excited-oscillator", &start)
        };
        let forth = connection("left.x", "right.x_in") + &connection("left.v", "right.v_in");
        let system = if self.is_force_displacement() {
            [free("left", 0), sprung("right", 1), forth, connection("right.f", "left.force")]
        } else {
            let back = connection("right.x", "left.x_in") + &connection("right.v", "left.v_in");
            [sprung("left", 0), sprung("right", 1), forth, back]
        };
        let Self { sweep, rule, degree, .. } = self;
        format!(
            "[simulation]\nstop = 5e-3\nstep = 1e-4\n[scheme]\nstart_up = 'ramp'\nsweep = '{sweep}'\nfeedthrough = '{reading}'\n\
             [inputs]\nextrapolation = '{rule}'\ndegree = {degree}\n{}",
            system.concat()
        )
    }
}

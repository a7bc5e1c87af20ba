//! Links that swing like a pendulum, against its exact solution.

use fmu_builder::runtime::Instance;
use fmu_builder::{Model, SolverKind};

/// Solvers with the accuracy that they have by default in such runs.
pub const SOLVERS: [(SolverKind, f64); 3] =
    [(SolverKind::Rk4, 1e-9), (SolverKind::Dopri5, 1e-6), (SolverKind::Rodas4, 1e-6)];

/// A quarter of the period of θ̈ = −w² sin θ from rest at `theta`: K(sin θ/2)/w, with the complete
/// elliptic integral K by the arithmetic-geometric mean (Abramowitz and Stegun, 17.6).
fn quarter_period(w: f64, theta: f64) -> f64 {
    let (mut a, mut b) = (1.0, (theta / 2.0).cos());
    while (a - b).abs() > 1e-15 {
        (a, b) = (0.5 * (a + b), (a * b).sqrt());
    }
    std::f64::consts::FRAC_PI_2 / a / w
}

/// Lets the link swing from rest at `theta` beside its rest position `down`, and looks at it each quarter of
/// its period: it passes `down` at ∓2 w sin(θ/2) and turns back at ∓θ.
pub fn swings<M: Model>(values: &[(&str, f64)], w: f64, theta: f64, down: f64) {
    let quarter = quarter_period(w, theta);
    let top = 2.0 * w * (theta / 2.0).sin();
    let motion = [(0.0, -top), (-theta, 0.0), (0.0, top), (theta, 0.0)];
    let values = [values, &[("phi0", down + theta)]].concat();
    for (solver, accuracy) in SOLVERS {
        let mut instance = Instance::<M>::started(solver, &values).unwrap();
        for (k, (angle, rate)) in motion.into_iter().enumerate() {
            instance.do_step(k as f64 * quarter, quarter).unwrap();
            let error = instance.real("phi").unwrap() - down - angle;
            let rate_error = (instance.real("omega").unwrap() - rate) / w;
            assert!(error.abs() < accuracy, "{}, {k}: {error:e}", solver.name());
            assert!(rate_error.abs() < accuracy, "{}, {k}: {rate_error:e}", solver.name());
        }
    }
}

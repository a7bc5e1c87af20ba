//! The step of the rod by RATTLE: the constraints at position and at velocity level.

use nalgebra::SMatrix;

use crate::rod::{Constraints, Coordinates, Rod};

/// How many iterations are enough; some four are needed.
const MAX_ITERATIONS: usize = 50;

/// RATTLE, Andersen (1983): half a step of the velocity, the position, half a step of the velocity.
///
/// ```text
/// q̇½ = q̇₀ + h/2 M⁻¹ (Q₀ − Φ_q(q₀)ᵀ λ),   q = q₀ + h q̇½,   Φ(q) = 0
/// q̇  = q̇½ + h/2 M⁻¹ (Q − Φ_q(q)ᵀ μ),     Φ_q(q) q̇ = 0
/// ```
///
/// λ follows by Newton's method, with h²/2 taken into it; μ makes the end velocity the nearest one to the free one in the norm
/// of M. Symplectic for forces that do not depend on time, so that energy does not drift. Order 2.
pub fn step(
    rod: &Rod,
    [q0, v0]: [&Coordinates; 2],
    [forces0, forces]: [&Coordinates; 2],
    h: f64,
) -> Result<[Coordinates; 2], &'static str> {
    let mass = rod.mass();
    let weighted = |jacobian: &SMatrix<f64, 6, 9>| {
        SMatrix::<f64, 9, 6>::from_fn(|i, j| jacobian[(j, i)] / mass[i])
    };
    let pull = weighted(&rod.jacobian(q0));
    let free = v0 + 0.5 * h * forces0.component_div(&mass);
    let mut lambda = Constraints::zeros();
    for _ in 0..MAX_ITERATIONS {
        let q = q0 + h * free - pull * lambda;
        let slope = rod.jacobian(&q) * pull;
        let Some(change) = slope.lu().solve(&rod.constraints(&q)) else { break };
        lambda += change;
        let moved = pull * change;
        if moved.amax() < 1e-14 * rod.l {
            let q = q - moved;
            let half = free - pull * lambda / h + 0.5 * h * forces.component_div(&mass);
            return Ok([q, rod.project(&rod.jacobian(&q), half, &Constraints::zeros())]);
        }
    }
    Err("the iteration of the constraints did not converge; choose a shorter micro_step")
}

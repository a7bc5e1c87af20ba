//! The step of the rod: Newmark's formula with the constraints at position level.

use crate::rod::{Constraints, Coordinates, Rod};

/// How many iterations are enough; some five are needed.
const MAX_ITERATIONS: usize = 50;

/// The index-3 augmented Lagrangian method with projection of velocities.
///
/// Newmark's formula with β = ¼, γ = ½, the trapezoidal rule, gives the acceleration and velocity of
/// an end position q:
///
/// ```text
/// q̈ = 4/h² (q − q₀) − 4/h q̇₀ − q̈₀,   q̇* = 2/h (q − q₀) − q̇₀
/// ```
///
/// q itself and the multipliers λ follow from M q̈ + Φ_qᵀ (α Φ + λ) = Q and Φ = 0 by the iteration
///
/// ```text
/// (M + h²/4 Φ_qᵀ α Φ_q) Δq = −h²/4 (M q̈ + Φ_qᵀ (α Φ + λ) − Q),   λ⁺ = λ + α Φ
/// ```
///
/// Then q̇* is projected onto Φ_q q̇ = 0 in the norm of M. Source: Dopico et al. (2014), as in González
/// et al. (2018), section 4.2. There the accelerations are projected too and kept for the next step;
/// here q̈₀ is computed anew, since the force may have jumped, and meets its constraint by that.
/// α goes with 4/h², so that the iteration is the same for every h. Order 2.
pub fn step(
    rod: &Rod,
    [q0, v0]: [&Coordinates; 2],
    [forces0, forces]: [&Coordinates; 2],
    h: f64,
) -> Result<[Coordinates; 2], &'static str> {
    let (mass, alpha) = (rod.mass(), rod.penalty());
    let a0 = rod.accelerations(q0, v0, forces0);
    let mut q = q0 + h * v0 + 0.5 * h * h * a0;
    // λ and what acts on q are scaled by h²/4.
    let fixed = q0 + h * v0 + 0.25 * h * h * (a0 + forces.component_div(&mass));
    let mut lambda = Constraints::zeros();
    for _ in 0..MAX_ITERATIONS {
        let (jacobian, pull) = (rod.jacobian(&q), alpha.component_mul(&rod.constraints(&q)));
        let rest = mass.component_mul(&(q - fixed)) + jacobian.tr_mul(&(pull + lambda));
        let dq = rod.solve(&jacobian, &-rest);
        q += dq;
        lambda += alpha.component_mul(&rod.constraints(&q));
        if dq.amax() < 1e-14 * rod.l {
            let velocity = 2.0 / h * (q - q0) - v0;
            let velocity = rod.project(&rod.jacobian(&q), velocity, &Constraints::zeros());
            return Ok([q, velocity]);
        }
    }
    Err("the iteration of the constraints did not converge; choose a shorter micro_step")
}

//! The projected Gauss–Seidel iteration for the impulses of all contacts.

use crate::cone::project;
use crate::contact::Contact;
use crate::motion::{Motion, apply, relative_velocity};
use crate::vector::Vector;

/// When the iteration ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerances {
    /// A sweep that changes no impulse by more than this, in N s, is the last.
    pub impulse: f64,
    /// There are no more sweeps than this.
    pub max_sweeps: usize,
}

/// How the iteration went.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outcome {
    /// How many sweeps were made.
    pub sweeps: usize,
    /// The largest change of an impulse in the last of them, in N s.
    pub residual: f64,
}

/// Prepares a contact for a step: b and η.
///
/// η = 3/trace(DᵀM⁻¹D), and the trace of a contact of spheres is 3 Σ 1/m + 2 Σ R²/J. The largest eigenvalue is at most 3/2 of
/// the mean one, so that each change of an impulse lowers the objective.
pub(crate) fn prepare(contact: &mut Contact, bodies: &[Motion], h: f64, recovery_speed: f64) {
    let [a, b] = contact.bodies.map(|at| &bodies[at as usize]);
    let masses = a.inverse_mass + b.inverse_mass;
    let inertias = a.inverse_inertia + b.inverse_inertia;
    contact.eta = 3.0 / (3.0 * masses + 2.0 * inertias);
    contact.bias = (contact.gap / h).max(-recovery_speed);
}

/// Sweeps over the contacts until their impulses stay; Tasora and Anitescu (2011).
///
/// ```text
/// γ_i ← P_K(γ_i − η_i (u_i + b_i)),   v ← v + M⁻¹ D_i Δγ_i
/// ```
///
/// Each change lowers the objective ½ γᵀNγ + γᵀ(u_free + b), whose minimum over the cones is the solution, also if
/// the iteration ends early. `bodies` have the velocities with the impulses that the contacts have already.
pub(crate) fn solve(
    contacts: &mut [Contact],
    bodies: &mut [Motion],
    mu: f64,
    tolerances: Tolerances,
) -> Outcome {
    let mut outcome = Outcome::default();
    while outcome.sweeps < tolerances.max_sweeps {
        let mut largest = 0.0_f64;
        for contact in contacts.iter_mut() {
            largest = largest.max(relax(contact, bodies, mu));
        }
        outcome = Outcome { sweeps: outcome.sweeps + 1, residual: largest.sqrt() };
        if outcome.residual <= tolerances.impulse {
            break;
        }
    }
    outcome
}

/// One change of one impulse; gives |Δγ|².
#[inline(always)]
fn relax(contact: &mut Contact, bodies: &mut [Motion], mu: f64) -> f64 {
    let [a, b] = contact.bodies.map(|at| at as usize);
    let (mut first, mut second) = (bodies[a], bodies[b]);
    let (n, old) = (contact.n, contact.gamma);
    let u = relative_velocity(n, &first, &second) + n * contact.bias;
    let new = project(old - u * contact.eta, n, mu);
    let change = new - old;
    if change == Vector::ZERO {
        return 0.0;
    }
    apply(n, change, &mut first, &mut second);
    contact.gamma = new;
    (bodies[a], bodies[b]) = (first, second);
    change.dot(change)
}

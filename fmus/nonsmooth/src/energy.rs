//! The energies of the spheres and their container.

use crate::contact::Contact;
use crate::motion::{Motion, relative_velocity};

/// Energies in J; kinetic + potential + dissipated − work stays what it was at the start.
///
/// The work of an impulse in a step is its product with the mean of the velocities at the ends of the step, which is exactly
/// what it changes of the kinetic energy. The potential energy is minus such work of the weights. From the energy of the
/// positions it differs by ½ h m g · (v − v₀): velocities of the half-implicit Euler scheme stand half a step behind.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Energies {
    /// Of the spheres and the container.
    pub kinetic: f64,
    /// Of the spheres in the field of gravity.
    pub potential: f64,
    /// Lost in contacts.
    pub dissipated: f64,
    /// Done on the container by what drives it.
    pub work: f64,
}

impl Energies {
    /// What stays the same in every step.
    pub fn balance(&self) -> f64 {
        self.kinetic + self.potential + self.dissipated - self.work
    }
}

/// The energy lost in the contacts of a step, −Σ γ · (u_n + u_{n+1})/2.
pub(crate) fn dissipated(contacts: &[Contact], before: &[Motion], after: &[Motion]) -> f64 {
    let power = |contact: &Contact| {
        let [a, b] = contact.bodies.map(|at| at as usize);
        let u = relative_velocity(contact.n, &before[a], &before[b])
            + relative_velocity(contact.n, &after[a], &after[b]);
        contact.gamma.dot(u)
    };
    -0.5 * contacts.iter().map(power).sum::<f64>()
}

/// The kinetic energy of spheres by their velocities.
pub(crate) fn kinetic(bodies: &[Motion]) -> f64 {
    let of = |body: &Motion| {
        let spin = body.spin.dot(body.spin);
        // ½ J ω² with J ω² = (R ω)²/(R²/J)
        let turns = body.inverse_inertia > 0.0;
        let turning = if turns { spin / body.inverse_inertia } else { 0.0 };
        0.5 * (body.v.dot(body.v) / body.inverse_mass + turning)
    };
    bodies.iter().map(of).sum()
}

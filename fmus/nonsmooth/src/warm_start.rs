//! Impulses of the last step as those to begin with.

use crate::cone::project;
use crate::contact::Contact;
use crate::motion::{Motion, apply_all, relative_velocity};
use crate::vector::Vector;

/// An impulse of the last step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Remembered {
    pub owner: u32,
    pub partner: u32,
    pub gamma: Vector,
}

/// The impulses of the last step that are not zero, sorted by owner.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct WarmStart {
    pub last: Vec<Remembered>,
    /// The length of that step; 0 before the first.
    pub h: f64,
}

impl WarmStart {
    /// Room for so many contacts.
    pub fn new(contacts: usize) -> Self {
        Self { last: Vec::with_capacity(contacts), h: 0.0 }
    }

    /// Gives the contacts the impulses they had in the last step, in proportion to the length of the steps, and applies
    /// them to the velocities `free` that there are without contacts.
    ///
    /// Impulses γ⁰ whose objective f is above that of none are scaled to where it is least. So the step cannot gain energy by
    /// them, however early the iteration ends.
    pub fn begin(
        &self,
        contacts: &mut [Contact],
        free: &[Motion],
        bodies: &mut [Motion],
        h: f64,
        mu: f64,
    ) {
        bodies.copy_from_slice(free);
        if self.last.is_empty() {
            return;
        }
        self.recall(contacts, h, mu);
        apply_all(contacts, bodies);
        // f(s γ⁰) = ½ s² γ⁰ᵀNγ⁰ + s γ⁰ᵀ(u_free + b)
        let slope = product(contacts, free);
        let curvature = product(contacts, bodies) - slope;
        if 0.5 * curvature + slope > 0.0 {
            let scale = if slope < 0.0 { -slope / curvature } else { 0.0 };
            contacts.iter_mut().for_each(|contact| contact.gamma = contact.gamma * scale);
            bodies.copy_from_slice(free);
            apply_all(contacts, bodies);
        }
    }

    /// Both lists are sorted by owner, and an owner has a few contacts only.
    fn recall(&self, contacts: &mut [Contact], h: f64, mu: f64) {
        let (mut from, ratio) = (0, h / self.h);
        for contact in contacts {
            while self.last.get(from).is_some_and(|known| known.owner < contact.owner) {
                from += 1;
            }
            let own = self.last[from..].iter().take_while(|known| known.owner == contact.owner);
            if let Some(known) = { own }.find(|known| known.partner == contact.partner) {
                contact.gamma = project(known.gamma * ratio, contact.n, mu);
            }
        }
    }

    /// Remembers the impulses of a step.
    pub fn keep(&mut self, contacts: &[Contact], h: f64) {
        self.h = h;
        self.last.clear();
        let pushing = contacts.iter().filter(|contact| contact.gamma != Vector::ZERO);
        self.last.extend(pushing.map(|&Contact { owner, partner, gamma, .. }| Remembered {
            owner,
            partner,
            gamma,
        }));
    }
}

/// Σ γ · (u + b) with the velocities of `bodies`.
fn product(contacts: &[Contact], bodies: &[Motion]) -> f64 {
    let of = |contact: &Contact| {
        let [a, b] = contact.bodies.map(|at| &bodies[at as usize]);
        let u = relative_velocity(contact.n, a, b) + contact.n * contact.bias;
        contact.gamma.dot(u)
    };
    contacts.iter().map(of).sum()
}

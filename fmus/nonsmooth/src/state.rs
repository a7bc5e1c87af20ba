//! All that the next step depends on, as numbers: saving and restoring are exact.

use crate::energy::Energies;
use crate::gauss_seidel::Outcome;
use crate::vector::Vector;
use crate::warm_start::Remembered;
use crate::world::World;

/// The numbers besides spheres and impulses.
const HEADER: usize = 18;
/// Position, velocity and spin.
const PER_SPHERE: usize = 9;
/// Two bodies and an impulse.
const PER_IMPULSE: usize = 5;

impl World {
    /// Appends the state to `numbers`. It allocates nothing where `numbers` has had room for so many contacts before.
    pub fn save(&self, numbers: &mut Vec<f64>) {
        let room = HEADER + PER_SPHERE * self.len() + PER_IMPULSE * self.warm_start.last.capacity();
        numbers.reserve(room);
        let Energies { kinetic, potential, dissipated, work } = self.energies;
        for vector in [self.container.r, self.container.v, self.reaction] {
            numbers.extend(vector.0);
        }
        numbers.extend([kinetic, potential, dissipated, work]);
        numbers.extend([self.outcome.sweeps as f64, self.outcome.residual]);
        numbers.extend([self.pushing as f64, self.overlap, self.warm_start.h]);
        for (r, body) in self.r.iter().zip(&self.bodies) {
            numbers.extend([r.0, body.v.0, body.spin.0].as_flattened());
        }
        for Remembered { owner, partner, gamma } in &self.warm_start.last {
            let [x, y, z] = gamma.0;
            numbers.extend([f64::from(*owner), f64::from(*partner), x, y, z]);
        }
    }

    /// Takes a saved state back; whether `numbers` are one of as many spheres. If not, nothing has changed.
    pub fn restore(&mut self, numbers: &[f64]) -> bool {
        let spheres = PER_SPHERE * self.len();
        let Some((header, rest)) = numbers.split_first_chunk::<HEADER>() else { return false };
        if rest.len() < spheres || !(rest.len() - spheres).is_multiple_of(PER_IMPULSE) {
            return false;
        }
        let vector = |at: usize| Vector([header[at], header[at + 1], header[at + 2]]);
        (self.container.r, self.container.v, self.reaction) = (vector(0), vector(3), vector(6));
        let [kinetic, potential, dissipated, work] = [9, 10, 11, 12].map(|at| header[at]);
        self.energies = Energies { kinetic, potential, dissipated, work };
        self.outcome = Outcome { sweeps: header[13] as usize, residual: header[14] };
        (self.pushing, self.overlap) = (header[15] as usize, header[16]);
        self.warm_start.h = header[17];
        let (spheres, impulses) = rest.split_at(spheres);
        for (i, numbers) in spheres.chunks_exact(PER_SPHERE).enumerate() {
            let vector = |at: usize| Vector([numbers[at], numbers[at + 1], numbers[at + 2]]);
            (self.r[i], self.bodies[i].v, self.bodies[i].spin) = (vector(0), vector(3), vector(6));
        }
        let n = self.len();
        self.bodies[n].v = self.container.v;
        self.warm_start.last.clear();
        self.warm_start.last.extend(impulses.chunks_exact(PER_IMPULSE).map(|numbers| Remembered {
            owner: numbers[0] as u32,
            partner: numbers[1] as u32,
            gamma: Vector([numbers[2], numbers[3], numbers[4]]),
        }));
        self.forget_contacts();
        true
    }
}

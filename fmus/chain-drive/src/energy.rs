//! What a drive stores, and the forces of its strands.

use engine_laws::Crank;

use crate::drive::{Drive, Values, turned};
use crate::layout::Rotation;

impl Drive {
    /// The stored energy in J: of motion, links, contacts, bearings, and of the springs of crank and tensioner.
    ///
    /// A prescribed rotation stores nothing.
    pub fn energy(&self, values: &Values, t: f64, x: &[f64]) -> f64 {
        let crank = Crank::at(t);
        let (pins, wheels, [s, v]) = self.split(x);
        let square: f64 = pins.vx.iter().chain(pins.vy).map(|v| v * v).sum();
        let mut energy = 0.5 * values.links.mass * square + values.links.energy(self.pitch, &pins);
        for ((state, sprocket), wheel) in wheels.iter().zip(&self.sprockets).zip(values.wheels) {
            let state = turned(*state, sprocket, wheel, &crank);
            let [x, y, phi, vx, vy, omega] = state;
            energy += sprocket.contact_energy(&values.teeth, &sprocket.pose(state), &pins);
            energy += 0.5 * wheel.mass * (vx * vx + vy * vy);
            energy += 0.5 * values.bearing.stiffness * (x * x + y * y);
            if wheel.rotation != Rotation::Prescribed {
                energy += 0.5 * wheel.inertia * omega * omega;
            }
            if let Rotation::Driven { stiffness, .. } = wheel.rotation {
                energy += 0.5 * stiffness * (sprocket.ratio * crank.angle - phi).powi(2);
            }
        }
        energy += self.arc.contact_energy(&values.guide, s, &pins);
        energy + 0.5 * values.guide.mass * v * v + 0.5 * values.tensioner.stiffness * s * s
    }

    /// The forces in the strands that run to wheel 0 and from it, in N: those of the links that pass the middle of the strand as it
    /// was at the start, interpolated linearly between the middles of two links.
    pub fn strands(&self, values: &Values, x: &[f64]) -> [f64; 2] {
        let pins = self.split(x).0;
        self.strands.map(|[middle, [ex, ey]]| {
            let (mut force, mut weights) = (0.0, 0.0);
            for k in 0..self.pins {
                let next = (k + 1) % self.pins;
                let [x, y] = [
                    0.5 * (pins.x[k] + pins.x[next]) - middle[0],
                    0.5 * (pins.y[k] + pins.y[next]) - middle[1],
                ];
                let weight = 1.0 - (x * ex + y * ey).abs() / self.pitch;
                // The strand sways by less than three pitches.
                if weight > 0.0 && (y * ex - x * ey).abs() < 3.0 * self.pitch {
                    force += weight * values.links.force(self.pitch, &pins, k);
                    weights += weight;
                }
            }
            if weights > 0.0 { force / weights } else { 0.0 }
        })
    }
}

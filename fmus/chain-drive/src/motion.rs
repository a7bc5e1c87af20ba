//! How wheels and the rail move under the forces on them, and the powers of these.

use engine_laws::Crank;

use crate::layout::Rotation;
use crate::pins::Reaction;
use crate::values::{Values, WheelValues};
use crate::wheel::{Bearing, Sprocket};

/// States of a wheel: x, y, φ, vx, vy, ω.
pub const WHEEL_STATES: usize = 6;

/// Powers in W.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Powers {
    /// Dissipated.
    pub dissipated: f64,
    /// Of prescribed rotations, loads and the preload of the tensioner.
    pub external: f64,
    /// Of the inputs.
    pub ports: f64,
}

/// A wheel at one instant.
#[derive(Clone, Copy, Debug)]
pub struct MovingWheel<'a> {
    /// What the placement fixes.
    pub sprocket: &'a Sprocket,
    /// What parameters decide.
    pub values: &'a WheelValues,
    /// x, y, φ, vx, vy, ω, with the angle and speed that the crank prescribes, if it does.
    pub state: [f64; WHEEL_STATES],
}

impl<'a> MovingWheel<'a> {
    /// A wheel in a state, of which a prescribed rotation leaves out the angle and its rate.
    pub fn new(
        sprocket: &'a Sprocket,
        values: &'a WheelValues,
        [x, y, phi, vx, vy, omega]: [f64; WHEEL_STATES],
        crank: &Crank,
    ) -> Self {
        let (phi, omega) = match values.rotation {
            Rotation::Prescribed => (sprocket.ratio * crank.angle, sprocket.ratio * crank.speed),
            _ => (phi, omega),
        };
        Self { sprocket, values, state: [x, y, phi, vx, vy, omega] }
    }

    /// m ẍ = contact − k_b x − d_b ẋ + F, likewise y, and φ̈.
    pub fn derivatives(
        &self,
        bearing: &Bearing,
        crank: &Crank,
        contact: &Reaction,
        [fx, fy, m]: [f64; 3],
        powers: &mut Powers,
    ) -> [f64; WHEEL_STATES] {
        let [x, y, _, vx, vy, omega] = self.state;
        let acceleration = |position: f64, speed: f64, force: f64| {
            (force - bearing.stiffness * position - bearing.damping * speed) / self.values.mass
        };
        let ax = acceleration(x, vx, fx - contact.fx);
        let ay = acceleration(y, vy, fy - contact.fy);
        powers.dissipated += contact.loss + bearing.damping * (vx * vx + vy * vy);
        powers.ports += fx * vx + fy * vy;
        [vx, vy, omega, ax, ay, self.turn(crank, contact.torque, m, powers)]
    }

    /// J φ̈ = contact + load − d_v ω + M + c (φ_c − φ) + d (ω_c − ω) with the crank's φ_c and ω_c in the ratio of the wheel; a
    /// prescribed rotation feels no torque.
    fn turn(&self, crank: &Crank, contact: f64, m: f64, powers: &mut Powers) -> f64 {
        let ([_, _, phi, _, _, omega], ratio) = (self.state, self.sprocket.ratio);
        let drive = match self.values.rotation {
            Rotation::Prescribed => {
                powers.external -= contact * omega;
                return ratio * crank.acceleration;
            }
            Rotation::Driven { stiffness, damping } => {
                let slip = ratio * crank.speed - omega;
                let torque = stiffness * (ratio * crank.angle - phi) + damping * slip;
                powers.external += torque * ratio * crank.speed;
                powers.dissipated += damping * slip * slip;
                torque
            }
            Rotation::Free => 0.0,
        };
        let load = self.values.load.torque(crank.load, phi);
        let friction = self.values.friction * omega;
        powers.external += load * omega;
        powers.dissipated += friction * omega;
        powers.ports += m * omega;
        (contact + load - friction + m + drive) / self.values.inertia
    }
}

impl Values<'_> {
    /// m s̈ = push − d ṡ + F + w(t) F₀ − c_t s − D(ṡ) ṡ, with w = `load` and the push of the chain.
    pub(crate) fn rail_acceleration(
        &self,
        [s, v]: [f64; 2],
        push: f64,
        load: f64,
        u: f64,
        powers: &mut Powers,
    ) -> f64 {
        let preload = load * self.tensioner.preload;
        let damping = self.guide.damper + self.tensioner.damping(v);
        powers.external += preload * v;
        powers.ports += u * v;
        powers.dissipated += damping * v * v;
        (push + preload - self.tensioner.stiffness * s - damping * v + u) / self.guide.mass
    }
}

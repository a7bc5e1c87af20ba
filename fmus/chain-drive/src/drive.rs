//! The drive as one system: its states, their derivatives, its powers.
//!
//! States: x[N], y[N], vx[N], vy[N] of the pins; then x, y, φ, vx, vy, ω of each wheel, displacements and angles counted from the
//! start; then s, v of the rail. Inputs: Fx, Fy, M of each wheel, then F of the rail.

use engine_laws::Crank;

use crate::error::LayoutError;
use crate::layout::{Layout, Rotation};
use crate::links::Links;
use crate::pins::{Pins, Reaction};
use crate::placement::Placement;
use crate::rail::{Arc, Guide, Tensioner};
use crate::wheel::{Bearing, Load, Sprocket, Teeth};

/// States of a wheel.
pub const WHEEL_STATES: usize = 6;

/// What the layout fixes of a drive.
#[derive(Clone, Debug)]
pub struct Drive {
    /// N.
    pub pins: usize,
    /// p in m.
    pub pitch: f64,
    /// The wheels in the order of the chain.
    pub sprockets: Vec<Sprocket>,
    /// The rail.
    pub arc: Arc,
    /// The middle and direction of the strands that run to wheel 0 and from it.
    pub strands: [[[f64; 2]; 2]; 2],
}

/// What parameters decide of a drive.
#[derive(Clone, Copy, Debug)]
pub struct Values<'a> {
    /// The links.
    pub links: Links,
    /// The teeth of all wheels.
    pub teeth: Teeth,
    /// The bearings of all wheels.
    pub bearing: Bearing,
    /// The wheels.
    pub wheels: &'a [WheelValues],
    /// The rail.
    pub guide: Guide,
    /// The tensioner inside.
    pub tensioner: Tensioner,
}

/// What parameters decide of a wheel.
#[derive(Clone, Copy, Debug, Default)]
pub struct WheelValues {
    /// m in kg.
    pub mass: f64,
    /// J in kg·m².
    pub inertia: f64,
    /// d_v in N·m·s.
    pub friction: f64,
    /// The torque of a cam shaft.
    pub load: Load,
    /// What turns it.
    pub rotation: Rotation,
}

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

impl WheelValues {
    /// The values that a layout has for its wheels.
    pub fn of(layout: &Layout) -> Vec<Self> {
        let values = |wheel: &crate::layout::Wheel| Self {
            mass: wheel.mass,
            inertia: wheel.inertia,
            friction: wheel.friction,
            load: wheel.load,
            rotation: wheel.rotation,
        };
        layout.wheels.iter().map(values).collect()
    }
}

impl<'a> Values<'a> {
    /// The values of a layout, with those of its wheels.
    pub fn of(layout: &Layout, wheels: &'a [WheelValues]) -> Self {
        Self {
            links: layout.links,
            teeth: layout.teeth,
            bearing: layout.bearing,
            wheels,
            guide: layout.rail.guide,
            tensioner: layout.tensioner,
        }
    }
}

impl Drive {
    /// The drive of a layout, and its states at the start.
    pub fn new(layout: &Layout) -> Result<(Self, Vec<f64>), LayoutError> {
        let placement = Placement::new(layout)?;
        let sprocket = |w: usize| Sprocket {
            teeth: layout.wheels[w].teeth,
            radius: layout.radius(w),
            phase: placement.phases[w],
            centre: layout.centre(w),
            ratio: layout.ratio_of(w),
        };
        let drive = Self {
            pins: placement.pins.len(),
            pitch: layout.pitch,
            sprockets: (0..layout.wheels.len()).map(sprocket).collect(),
            arc: Arc {
                radius: layout.rail.radius,
                centre: placement.rail_centre,
                normal: placement.rail_normal,
                half_length: layout.rail.half_length,
            },
            strands: placement.strands,
        };
        let mut x = Vec::with_capacity(drive.states());
        for vectors in [&placement.pins, &placement.velocities] {
            (0..2).for_each(|i| x.extend(vectors.iter().map(|vector| vector[i])));
        }
        for sprocket in &drive.sprockets {
            x.extend([0.0, 0.0, 0.0, 0.0, 0.0, sprocket.ratio * engine_laws::OMEGA]);
        }
        x.extend([0.0, 0.0]);
        Ok((drive, x))
    }

    /// The number of states.
    pub fn states(&self) -> usize {
        4 * self.pins + WHEEL_STATES * self.sprockets.len() + 2
    }

    /// Computes ẋ and the powers at time `t` for states `x` and inputs `u`.
    pub fn derivatives(
        &self,
        values: &Values,
        t: f64,
        x: &[f64],
        u: &[f64],
        dx: &mut [f64],
    ) -> Powers {
        let crank = Crank::at(t);
        let (pins, wheels, rail) = self.split(x);
        let (d_pins, rest) = dx.split_at_mut(4 * self.pins);
        let (d_wheels, d_rail) = rest.split_at_mut(WHEEL_STATES * self.sprockets.len());
        let (u_wheels, u_rail) = u.split_at(3 * self.sprockets.len());
        let per_mass = 1.0 / values.links.mass;

        let mut powers = Powers::default();
        powers.dissipated += values.links.derivatives(self.pitch, &pins, d_pins);
        let (ax, ay) = d_pins[2 * self.pins..].split_at_mut(self.pins);
        let wheel = wheels.iter().zip(u_wheels.as_chunks::<3>().0);
        for (w, (state, u)) in wheel.enumerate() {
            let (sprocket, wheel) = (&self.sprockets[w], &values.wheels[w]);
            let state = turned(*state, sprocket, wheel, &crank);
            let pose = sprocket.pose(state);
            let contact =
                sprocket.contact(&values.teeth, &pose, &pins, per_mass, [&mut *ax, &mut *ay]);
            let d = &mut d_wheels.as_chunks_mut::<WHEEL_STATES>().0[w];
            *d = wheel.derivatives(
                &values.bearing,
                sprocket.ratio,
                &state,
                &contact,
                &crank,
                u,
                &mut powers,
            );
        }
        let contact = self.arc.contact(&values.guide, rail, &pins, per_mass, [ax, ay]);
        let push = -(contact.fx * self.arc.normal[0] + contact.fy * self.arc.normal[1]);
        powers.dissipated += contact.loss;
        d_rail[0] = rail[1];
        d_rail[1] = values.rail_acceleration(rail, push, crank.load, u_rail[0], &mut powers);
        powers
    }

    /// Splits the states into pins, wheels and rail.
    pub fn split<'x>(&self, x: &'x [f64]) -> (Pins<'x>, &'x [[f64; WHEEL_STATES]], [f64; 2]) {
        let (pins, rest) = x.split_at(4 * self.pins);
        let (wheels, rail) = rest.split_at(WHEEL_STATES * self.sprockets.len());
        (Pins::new(pins, self.pins), wheels.as_chunks().0, [rail[0], rail[1]])
    }
}

/// The state of a wheel with the angle and speed that the crank prescribes, if it does.
pub(crate) fn turned(
    [x, y, phi, vx, vy, omega]: [f64; WHEEL_STATES],
    sprocket: &Sprocket,
    wheel: &WheelValues,
    crank: &Crank,
) -> [f64; WHEEL_STATES] {
    match wheel.rotation {
        Rotation::Prescribed => {
            [x, y, sprocket.ratio * crank.angle, vx, vy, sprocket.ratio * crank.speed]
        }
        _ => [x, y, phi, vx, vy, omega],
    }
}

impl WheelValues {
    /// m ẍ = contact − k_b x − d_b ẋ + F,  J φ̈ = contact + load − d_v ω + M + c (φ_c − φ) + d (ω_c − ω).
    #[expect(clippy::too_many_arguments)]
    fn derivatives(
        &self,
        bearing: &Bearing,
        ratio: f64,
        &[x, y, phi, vx, vy, omega]: &[f64; WHEEL_STATES],
        contact: &Reaction,
        crank: &Crank,
        &[fx, fy, m]: &[f64; 3],
        powers: &mut Powers,
    ) -> [f64; WHEEL_STATES] {
        let bear =
            |position: f64, speed: f64| -bearing.stiffness * position - bearing.damping * speed;
        let a = [bear(x, vx) - contact.fx + fx, bear(y, vy) - contact.fy + fy]
            .map(|force| force / self.mass);
        powers.dissipated += contact.loss + bearing.damping * (vx * vx + vy * vy);
        powers.ports += fx * vx + fy * vy;
        if self.rotation == Rotation::Prescribed {
            powers.external -= contact.torque * omega;
            return [vx, vy, omega, a[0], a[1], ratio * crank.acceleration];
        }
        let load = self.load.torque(crank.load, phi);
        powers.external += load * omega;
        powers.dissipated += self.friction * omega * omega;
        powers.ports += m * omega;
        let drive = match self.rotation {
            Rotation::Driven { stiffness, damping } => {
                let speed = ratio * crank.speed;
                let torque = stiffness * (ratio * crank.angle - phi) + damping * (speed - omega);
                powers.external += torque * speed;
                powers.dissipated += damping * (speed - omega).powi(2);
                torque
            }
            _ => 0.0,
        };
        let torque = contact.torque + load - self.friction * omega + m + drive;
        [vx, vy, omega, a[0], a[1], torque / self.inertia]
    }
}

impl Values<'_> {
    fn rail_acceleration(
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

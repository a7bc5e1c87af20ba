//! The drive as one system: its states, their derivatives, its powers.
//!
//! States: all x, all y, all vx, all vy of the pins; then x, y, φ, vx, vy, ω of each wheel, displacements and angles counted from the
//! start; then s, v of the rail. Inputs: Fx, Fy, M of each wheel, then F of the rail.

use engine_laws::Crank;

use crate::error::LayoutError;
use crate::layout::Layout;
use crate::motion::{MovingWheel, Powers, WHEEL_STATES};
use crate::pins::Pins;
use crate::placement::Placement;
use crate::rail::Arc;
use crate::values::Values;
use crate::wheel::Sprocket;

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
        let d_wheels = d_wheels.as_chunks_mut().0.iter_mut();
        let u_wheels = u_wheels.as_chunks().0.iter();
        for (w, ((state, u), d)) in wheels.iter().zip(u_wheels).zip(d_wheels).enumerate() {
            let sprocket = &self.sprockets[w];
            let wheel = MovingWheel::new(sprocket, &values.wheels[w], *state, &crank);
            let pose = sprocket.pose(wheel.state);
            let contact =
                sprocket.contact(&values.teeth, &pose, &pins, per_mass, [&mut *ax, &mut *ay]);
            *d = wheel.derivatives(&values.bearing, &crank, &contact, *u, &mut powers);
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

//! Toothed wheels: the contact of the pins with the teeth, bearings, loads.
//!
//! Seen from the wheel, the teeth are a line ρ(ψ) with one V-shaped, rounded seat for each pin. With a from the centre to the pin,
//! r = |a|, (c, s) = a/r, and ψ the polar angle of a in the wheel's frame,
//!
//! ```text
//! root = √(e_t² + (1 − cos zψ)/2),  ρ = R + h (root − e_t),  ρ' = h z sin zψ / (4 root)
//! δ = ρ − r,  δ̇ = ρ' ψ̇ − ṙ,  N = k ramp(δ) max(0, 1 + χ δ̇)
//! force on the pin: N (c, s) − (N ρ'/r) (−s, c),  torque on the wheel: N ρ'
//! ```
//!
//! cos zψ and sin zψ come from (c + i s)^z by squaring and from one sine and cosine per wheel; no angle of a pin is computed.

use std::array::from_fn;

use engine_laws::Contact;
use serde::Deserialize;

use crate::pins::{FAR, LANES, Lanes, Pins, Reaction, padded};

/// The teeth of all wheels.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields, default)]
pub struct Teeth {
    /// h in m: the depth of a seat.
    pub height: f64,
    /// e_t: how round the bottom of a seat is.
    pub roundness: f64,
    /// k in N/m.
    pub stiffness: f64,
    /// χ in s/m.
    pub damping: f64,
    /// ε in m.
    pub rounding: f64,
}

impl Default for Teeth {
    fn default() -> Self {
        Self { height: 3.8e-3, roundness: 0.04, stiffness: 3e8, damping: 0.3, rounding: 2e-6 }
    }
}

/// The bearings of all wheels.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields, default)]
pub struct Bearing {
    /// k_b in N/m.
    pub stiffness: f64,
    /// d_b in N·s/m.
    pub damping: f64,
}

impl Default for Bearing {
    fn default() -> Self {
        Self { stiffness: 1e8, damping: 2e3 }
    }
}

/// The torque of a cam shaft, −w(t) [M1 sin 3(φ + shift) + M2 sin 6(φ + shift)], which fades in as w(t) does.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Load {
    /// M1 in N·m.
    pub third: f64,
    /// M2 in N·m.
    pub sixth: f64,
    /// In rad.
    #[serde(default)]
    pub shift: f64,
}

impl Load {
    /// The torque at an angle, for w = `load`.
    pub fn torque(&self, load: f64, angle: f64) -> f64 {
        if self.third == 0.0 && self.sixth == 0.0 {
            return 0.0;
        }
        // sin 2a = 2 sin a cos a
        let (sin, cos) = (3.0 * (angle + self.shift)).sin_cos();
        -load * (self.third * sin + self.sixth * 2.0 * sin * cos)
    }
}

/// What the placement fixes of a wheel.
#[derive(Clone, Copy, Debug)]
pub struct Sprocket {
    /// z.
    pub teeth: u32,
    /// R in m.
    pub radius: f64,
    /// The polar angle of a seat at φ = 0, in rad.
    pub phase: f64,
    /// Its centre at rest in m.
    pub centre: [f64; 2],
    /// Its speed over that of the crank.
    pub ratio: f64,
}

/// Where a wheel is and how it moves.
#[derive(Clone, Copy, Debug)]
pub struct Pose {
    centre: [f64; 2],
    velocity: [f64; 2],
    omega: f64,
    /// cos and sin of z(φ + phase).
    cos: f64,
    sin: f64,
}

/// δ and what it is computed from.
struct Seat {
    c: f64,
    s: f64,
    per_r: f64,
    slope: f64,
    depth: f64,
}

/// What the contact of some pins gives.
struct Touch {
    fx: Lanes,
    fy: Lanes,
    torque: Lanes,
    loss: Lanes,
}

impl Sprocket {
    /// The pose for the displacement and velocity of the centre, the angle and its rate.
    pub fn pose(&self, [dx, dy, phi, vx, vy, omega]: [f64; 6]) -> Pose {
        let (sin, cos) = (f64::from(self.teeth) * (phi + self.phase)).sin_cos();
        Pose {
            centre: [self.centre[0] + dx, self.centre[1] + dy],
            velocity: [vx, vy],
            omega,
            cos,
            sin,
        }
    }

    /// (c + i s)^z by squaring: the bits of z from the second on.
    #[inline(always)]
    fn power<const L: usize>(&self, c: &[f64; L], s: &[f64; L]) -> ([f64; L], [f64; L]) {
        let (mut cz, mut sz) = (*c, *s);
        let z = self.teeth;
        for bit in (0..z.ilog2()).rev() {
            for i in 0..L {
                (cz[i], sz[i]) = (cz[i] * cz[i] - sz[i] * sz[i], 2.0 * cz[i] * sz[i]);
            }
            if z >> bit & 1 == 1 {
                for i in 0..L {
                    (cz[i], sz[i]) = (cz[i] * c[i] - sz[i] * s[i], cz[i] * s[i] + sz[i] * c[i]);
                }
            }
        }
        (cz, sz)
    }

    /// The seats of some pins, at `ax`, `ay` from the centre.
    #[inline(always)]
    fn seats<const L: usize>(
        &self,
        teeth: &Teeth,
        pose: &Pose,
        ax: [f64; L],
        ay: [f64; L],
    ) -> [Seat; L] {
        let r: [f64; L] = from_fn(|i| (ax[i] * ax[i] + ay[i] * ay[i]).sqrt());
        let per_r = r.map(|r| 1.0 / r);
        let c: [f64; L] = from_fn(|i| ax[i] * per_r[i]);
        let s: [f64; L] = from_fn(|i| ay[i] * per_r[i]);
        let (cz, sz) = self.power(&c, &s);
        from_fn(|i| {
            let cos = cz[i] * pose.cos + sz[i] * pose.sin;
            let sin = sz[i] * pose.cos - cz[i] * pose.sin;
            let root = (teeth.roundness * teeth.roundness + 0.5 * (1.0 - cos)).sqrt();
            let slope = 0.25 * teeth.height * f64::from(self.teeth) * sin / root;
            let depth = self.radius + teeth.height * (root - teeth.roundness) - r[i];
            Seat { c: c[i], s: s[i], per_r: per_r[i], slope, depth }
        })
    }

    #[inline(always)]
    fn touch(&self, teeth: &Teeth, pose: &Pose, [x, y, vx, vy]: [Lanes; 4]) -> Touch {
        let ax = x.map(|x| x - pose.centre[0]);
        let ay = y.map(|y| y - pose.centre[1]);
        let seats = self.seats(teeth, pose, ax, ay);
        let mut touch = Touch { fx: x, fy: x, torque: x, loss: x };
        for (i, Seat { c, s, per_r, slope, depth }) in seats.into_iter().enumerate() {
            let [rvx, rvy] = [vx[i] - pose.velocity[0], vy[i] - pose.velocity[1]];
            let psi_rate = (c * rvy - s * rvx) * per_r - pose.omega;
            let rate = slope * psi_rate - (c * rvx + s * rvy);
            let (n, loss) = teeth.contact().force(depth, rate);
            let torque = n * slope;
            let across = torque * per_r;
            touch.fx[i] = n * c + across * s;
            touch.fy[i] = n * s - across * c;
            touch.torque[i] = torque;
            touch.loss[i] = loss;
        }
        touch
    }

    /// The square of the distance within which a pin may touch the teeth.
    fn reach2(&self, teeth: &Teeth) -> f64 {
        (self.radius + teeth.height + teeth.rounding).powi(2)
    }

    /// Adds the contact forces over the mass of a pin to the accelerations, and gives what the wheel feels.
    pub fn contact(
        &self,
        teeth: &Teeth,
        pose: &Pose,
        pins: &Pins,
        per_mass: f64,
        [ax, ay]: [&mut [f64]; 2],
    ) -> Reaction {
        let reach2 = self.reach2(teeth);
        let is_near = |x: f64, y: f64| {
            let [x, y] = [x - pose.centre[0], y - pose.centre[1]];
            x * x + y * y < reach2
        };
        let mut sums: [Lanes; 4] = [[0.0; LANES]; 4];
        let mut add = |touch: &Touch, ax: &mut [f64], ay: &mut [f64]| {
            for (sum, part) in
                sums.iter_mut().zip([&touch.fx, &touch.fy, &touch.torque, &touch.loss])
            {
                (0..LANES).for_each(|i| sum[i] += part[i]);
            }
            ax.iter_mut().zip(touch.fx).for_each(|(ax, fx)| *ax += fx * per_mass);
            ay.iter_mut().zip(touch.fy).for_each(|(ay, fy)| *ay += fy * per_mass);
        };
        let [x, y, vx, vy] = [pins.x, pins.y, pins.vx, pins.vy].map(|all| all.as_chunks::<LANES>());
        let (ax, ax_rest) = ax.as_chunks_mut::<LANES>();
        let (ay, ay_rest) = ay.as_chunks_mut::<LANES>();
        for (b, (ax, ay)) in ax.iter_mut().zip(ay).enumerate() {
            let (x, y) = (x.0[b], y.0[b]);
            let mut near = false;
            (0..LANES).for_each(|i| near |= is_near(x[i], y[i]));
            if near {
                add(&self.touch(teeth, pose, [x, y, vx.0[b], vy.0[b]]), ax, ay);
            }
        }
        if !ax_rest.is_empty() {
            let rest = [(x.1, FAR), (y.1, FAR), (vx.1, 0.0), (vy.1, 0.0)]
                .map(|(rest, fill)| padded(rest, fill));
            add(&self.touch(teeth, pose, rest), ax_rest, ay_rest);
        }
        let [fx, fy, torque, loss] = sums.map(|lanes| lanes.iter().sum::<f64>());
        Reaction { fx, fy, torque, loss }
    }

    /// The energy stored in the contacts of all pins, in J.
    pub fn contact_energy(&self, teeth: &Teeth, pose: &Pose, pins: &Pins) -> f64 {
        let reach2 = self.reach2(teeth);
        let energy = |k: usize| {
            let [ax, ay] = [pins.x[k] - pose.centre[0], pins.y[k] - pose.centre[1]];
            if ax * ax + ay * ay >= reach2 {
                return 0.0;
            }
            let [seat] = self.seats(teeth, pose, [ax], [ay]);
            teeth.contact().energy(seat.depth)
        };
        (0..pins.x.len()).map(energy).sum()
    }
}

impl Teeth {
    #[inline(always)]
    fn contact(&self) -> Contact {
        Contact { stiffness: self.stiffness, damping: self.damping, rounding: self.rounding }
    }
}

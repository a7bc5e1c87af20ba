//! The tensioning rail: an arc that moves along its normal n and presses on the strand between wheels 0 and 1.
//!
//! With a from the centre C₀ + s n to a pin, r = |a|, (c, s) = a/r and v_t the velocity of the pin along the arc,
//!
//! ```text
//! δ = R_g − r,  N = k ramp(δ) max(0, 1 + χ δ̇),  f_t = −μ N v_t / √(v_t² + v_f²)     where a·n > R_g/2 and |a·t| < half length
//! m s̈ = −(contact)·n − d ṡ + F + w(t) F₀ − c_t s − D(ṡ) ṡ
//! D(v) = d_out + (d_in − d_out)(1 − tanh(v/v₀))/2
//! ```

use engine_laws::Contact;
use serde::Deserialize;

use crate::pins::{Pins, Reaction};

/// v_f² in m²/s²: the square of the speed below which friction is in proportion to speed.
const FRICTION_SPEED2: f64 = 0.01;

/// The rail and its contact with the pins.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields, default)]
pub struct Guide {
    /// m in kg.
    pub mass: f64,
    /// d in N·s/m.
    pub damper: f64,
    /// k in N/m.
    pub stiffness: f64,
    /// χ in s/m.
    pub damping: f64,
    /// ε in m.
    pub rounding: f64,
    /// μ.
    pub friction: f64,
}

impl Default for Guide {
    fn default() -> Self {
        Self {
            mass: 0.15,
            damper: 20.0,
            stiffness: 2e7,
            damping: 0.3,
            rounding: 2e-6,
            friction: 0.05,
        }
    }
}

/// A tensioner inside the model: a preload that fades in, a spring, and a damper that is stiffer inwards.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields, default)]
pub struct Tensioner {
    /// F₀ in N.
    pub preload: f64,
    /// c_t in N/m.
    pub stiffness: f64,
    /// d_out in N·s/m.
    pub damping_out: f64,
    /// d_in in N·s/m.
    pub damping_in: f64,
    /// v₀ in m/s: the speed over which one damping passes into the other.
    pub speed: f64,
}

impl Default for Tensioner {
    fn default() -> Self {
        Self { preload: 0.0, stiffness: 0.0, damping_out: 0.0, damping_in: 0.0, speed: 0.02 }
    }
}

impl Tensioner {
    /// D(v) in N·s/m.
    pub fn damping(&self, v: f64) -> f64 {
        let step = self.damping_in - self.damping_out;
        if step == 0.0 {
            self.damping_out
        } else {
            self.damping_out + 0.5 * step * (1.0 - (v / self.speed).tanh())
        }
    }
}

/// What the placement fixes of the rail.
#[derive(Clone, Copy, Debug)]
pub struct Arc {
    /// R_g in m.
    pub radius: f64,
    /// C₀ in m.
    pub centre: [f64; 2],
    /// n.
    pub normal: [f64; 2],
    /// In m.
    pub half_length: f64,
}

impl Arc {
    /// From the centre to a pin, where the pin may touch the rail at travel `s`.
    #[inline(always)]
    fn near(&self, guide: &Guide, s: f64, x: f64, y: f64) -> Option<[f64; 2]> {
        let [nx, ny] = self.normal;
        let [ax, ay] = [x - self.centre[0] - s * nx, y - self.centre[1] - s * ny];
        let is_near = ax * ax + ay * ay < (self.radius + guide.rounding).powi(2)
            && ax * nx + ay * ny > 0.5 * self.radius
            && (ay * nx - ax * ny).abs() < self.half_length;
        is_near.then_some([ax, ay])
    }

    /// Adds the contact forces over the mass of a pin to the accelerations, and gives what the rail feels at travel `s`.
    pub fn contact(
        &self,
        guide: &Guide,
        [s, v]: [f64; 2],
        pins: &Pins,
        per_mass: f64,
        [ax, ay]: [&mut [f64]; 2],
    ) -> Reaction {
        let mut sum = Reaction::default();
        for k in 0..pins.x.len() {
            let Some(a) = self.near(guide, s, pins.x[k], pins.y[k]) else { continue };
            let rv = [pins.vx[k] - v * self.normal[0], pins.vy[k] - v * self.normal[1]];
            let ([fx, fy], loss) = self.touch(guide, a, rv);
            ax[k] += fx * per_mass;
            ay[k] += fy * per_mass;
            sum.fx += fx;
            sum.fy += fy;
            sum.loss += loss;
        }
        sum
    }

    #[inline(always)]
    fn touch(&self, guide: &Guide, [ax, ay]: [f64; 2], [rvx, rvy]: [f64; 2]) -> ([f64; 2], f64) {
        let r = (ax * ax + ay * ay).sqrt();
        let (c, s) = (ax / r, ay / r);
        let (vr, vt) = (c * rvx + s * rvy, c * rvy - s * rvx);
        let (n, loss) = guide.contact().force(self.radius - r, -vr);
        let ft = -guide.friction * n * vt / (vt * vt + FRICTION_SPEED2).sqrt();
        ([n * c - ft * s, n * s + ft * c], loss - ft * vt)
    }

    /// The energy stored in the contacts of all pins, in J.
    pub fn contact_energy(&self, guide: &Guide, s: f64, pins: &Pins) -> f64 {
        let energy = |k: usize| match self.near(guide, s, pins.x[k], pins.y[k]) {
            Some([ax, ay]) => guide.contact().energy(self.radius - ax.hypot(ay)),
            None => 0.0,
        };
        (0..pins.x.len()).map(energy).sum()
    }
}

impl Guide {
    #[inline(always)]
    fn contact(&self) -> Contact {
        Contact { stiffness: self.stiffness, damping: self.damping, rounding: self.rounding }
    }
}

//! The whole valve train: a shaft, and two valves on the cam of each of its segments.
//!
//! The tip of cam i passes its valves where φ_i + φ_0 − 2π i/segments is a multiple of 2π.

use crate::cam::{Cam, Lift};
use crate::shaft::Shaft;
use crate::valve::Valve;
use std::f64::consts::TAU;

/// Valves on each cam.
pub const VALVES_PER_CAM: usize = 2;

/// What the valve train is made of.
#[derive(Clone, Copy, Debug)]
pub struct Train {
    /// The cam shaft.
    pub shaft: Shaft,
    /// All cams.
    pub cam: Cam,
    /// All valves.
    pub valve: Valve,
    /// φ_0 in rad.
    pub phase: f64,
}

impl Default for Train {
    /// The intake.
    fn default() -> Self {
        let cam = Cam { height: 8.5e-3, width: TAU / 6.0 };
        Self { shaft: Shaft::default(), cam, valve: Valve::default(), phase: 0.9 }
    }
}

impl Train {
    /// The lift of cam `i` of so many at the angle φ_i of its segment.
    #[inline]
    pub fn lift(&self, i: usize, segments: usize, phi: f64) -> Lift {
        self.cam.at(phi + self.phase - TAU * i as f64 / segments as f64)
    }
}

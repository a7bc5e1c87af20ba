//! Drives 1, 2 and 3 of a V6 engine joined by the springs of their intermediate shafts, as one system, against the reference
//! solution of Friedrich's first example with the numbers of this model.

mod support;

use engine_laws::OMEGA;
use support::{Running, rk4};

/// Stiffness of an intermediate shaft along x and y in N/m, and about its axis in N·m/rad.
const SHAFT: [f64; 3] = [6.6e9, 6.6e9, 6.3e4];
/// Wheel of drive 1, the other drive.
const JOINED: [(usize, usize); 2] = [(2, 1), (1, 2)];

struct Engine {
    drives: [Running; 3],
    offsets: [usize; 4],
}

impl Engine {
    fn new() -> Self {
        let drives = ["drive-1", "drive-2", "drive-3"].map(Running::new);
        let mut offsets = [0; 4];
        (0..3).for_each(|i| offsets[i + 1] = offsets[i] + drives[i].start.len());
        Self { drives, offsets }
    }

    /// State `i` of wheel `w` of drive `d`.
    fn wheel(&self, z: &[f64], d: usize, w: usize, i: usize) -> f64 {
        z[self.offsets[d] + 4 * self.drives[d].drive.pins + 6 * w + i]
    }

    fn derivatives(&self, t: f64, z: &[f64], dz: &mut [f64]) {
        let mut u = [[0.0; 10]; 3];
        for (wheel, d) in JOINED {
            for (i, c) in SHAFT.into_iter().enumerate() {
                let force = c * (self.wheel(z, d, 0, i) - self.wheel(z, 0, wheel, i));
                u[0][3 * wheel + i] += force;
                u[d][i] -= force;
            }
        }
        for (d, drive) in self.drives.iter().enumerate() {
            let part = self.offsets[d]..self.offsets[d + 1];
            drive.derivatives(t, &z[part.clone()], &u[d], &mut dz[part]);
        }
    }
}

#[test]
fn three_drives_joined_by_springs_follow_the_reference() {
    let engine = Engine::new();
    let mut z: Vec<f64> = engine.drives.iter().flat_map(|drive| drive.start.clone()).collect();
    // At 5, 10 and 20 ms: both cams of drive 2 and of drive 3 relative to Ω t/2 in degrees, the rails in mm, the twists in degrees.
    let reference = [
        [
            -0.7244857241,
            -0.6185172451,
            -0.7963185865,
            -0.7379706076,
            -0.0001421801242,
            -0.01357380947,
            -0.0134189784,
            0.006428836519,
            0.005168012461,
        ],
        [
            -0.5188584203,
            -0.4781927128,
            -0.9577929588,
            -0.8464277245,
            0.09360459832,
            0.007925608353,
            0.001828168189,
            0.003732146236,
            0.0100894255,
        ],
        [
            -0.8357146195,
            -0.6355686651,
            -0.7440802558,
            -0.7121181437,
            2.17390717,
            1.12657375,
            0.8135204894,
            0.008018282235,
            0.003117390791,
        ],
    ];
    let h: f64 = 0.5e-6;
    let mut begin: f64 = 0.0;
    for (end, expected) in [5e-3, 10e-3, 20e-3].into_iter().zip(reference) {
        let steps = ((end - begin) / h).round() as usize;
        rk4(|t, z, dz| engine.derivatives(t, z, dz), [begin, h], steps, &mut z);
        begin = end;
        let cam = |d, w| (engine.wheel(&z, d, w, 2) - 0.5 * OMEGA * end).to_degrees();
        let rail = |d: usize| 1e3 * z[engine.offsets[d + 1] - 2];
        let twist = |(w, d)| (engine.wheel(&z, 0, w, 2) - engine.wheel(&z, d, 0, 2)).to_degrees();
        let [first, second] = JOINED.map(twist);
        let found =
            [cam(1, 1), cam(1, 2), cam(2, 1), cam(2, 2), rail(0), rail(1), rail(2), first, second];
        for (i, (found, expected)) in found.into_iter().zip(expected).enumerate() {
            // Halving the step changes the reference by up to 1.6e-5, and so do changes of rounding.
            assert!(
                (found - expected).abs() < 5e-5,
                "{end} s, number {i}: {found}, expected {expected}"
            );
        }
    }
}

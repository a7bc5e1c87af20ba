//! A drive with values of its layout, and the classical Runge–Kutta method.

use chain_drive::drive::{Drive, Powers, Values, WheelValues};
use chain_drive::layout::Layout;

/// A drive as its layout has it.
pub struct Running {
    pub drive: Drive,
    layout: Layout,
    wheels: Vec<WheelValues>,
    pub start: Vec<f64>,
}

impl Running {
    pub fn new(layout: &str) -> Self {
        let layout = Layout::new(layout).unwrap();
        let (drive, start) = Drive::new(&layout).unwrap();
        Self { drive, wheels: WheelValues::of(&layout), layout, start }
    }

    pub fn values(&self) -> Values<'_> {
        Values::of(&self.layout, &self.wheels)
    }

    pub fn derivatives(&self, t: f64, x: &[f64], u: &[f64], dx: &mut [f64]) -> Powers {
        self.drive.derivatives(&self.values(), t, x, u, dx)
    }

    #[allow(dead_code, reason = "not every test asks for it")]
    pub fn energy(&self, t: f64, x: &[f64]) -> f64 {
        self.drive.energy(&self.values(), t, x)
    }
}

/// Steps of length `h` from `t` on.
pub fn rk4(
    mut f: impl FnMut(f64, &[f64], &mut [f64]),
    [t, h]: [f64; 2],
    steps: usize,
    z: &mut [f64],
) {
    let mut k = vec![vec![0.0; z.len()]; 4];
    let mut stage = z.to_vec();
    for step in 0..steps {
        let t = t + step as f64 * h;
        for (i, c) in [0.0, 0.5, 0.5, 1.0].into_iter().enumerate() {
            for (j, stage) in stage.iter_mut().enumerate() {
                *stage = if i == 0 { z[j] } else { z[j] + c * h * k[i - 1][j] };
            }
            f(t + c * h, &stage, &mut k[i]);
        }
        for (j, z) in z.iter_mut().enumerate() {
            *z += h / 6.0 * (k[0][j] + 2.0 * (k[1][j] + k[2][j]) + k[3][j]);
        }
    }
}

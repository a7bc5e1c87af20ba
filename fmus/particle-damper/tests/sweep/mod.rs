//! The oscillator of the simplified system with a particle damper, one sweep per step, written out.

use std::f64::consts::PI;

use fmu_builder::SolverKind;
use fmu_builder::runtime::Instance;
use marker_oscillator::MarkerOscillator;
use particle_damper::ParticleDamper;

/// Zhang et al. (2022), equation (49): M_e with the container, whose mass is on the other side, and K_e.
const M_E: f64 = 0.076742;
const M_C: f64 = 0.0358;
const K_E: f64 = 806.4;
const RHO_INF: f64 = 0.56;

/// Both sides, and the motion of the first one step back.
pub struct Coupled {
    h: f64,
    steps: usize,
    smooth: Instance<MarkerOscillator>,
    damper: Instance<ParticleDamper>,
    before: [f64; 2],
}

impl Coupled {
    /// At rest, with `n` spheres and `added` mass on the oscillator.
    pub fn started(n: usize, added: f64, h: f64) -> Self {
        let smooth = [
            ("m", M_E - M_C + added),
            ("k", K_E),
            ("rho_inf", RHO_INF),
            ("l_cra", 0.25e-3),
            ("l_1", 0.01),
            ("omega_cra", 31.0 * PI),
        ];
        let damper = [("n", n as f64), ("m_c", M_C)];
        Self {
            h,
            steps: 0,
            smooth: Instance::started(SolverKind::TwoStep, &smooth).unwrap(),
            damper: Instance::started(SolverKind::Own, &damper).unwrap(),
            before: [0.0; 2],
        }
    }

    /// Predicts (33)–(35), tells the damper the index-1 inputs (26), steps it, passes its reaction on; gives y.
    pub fn step(&mut self) -> f64 {
        let (h, [x_1, v_1]) = (self.h, self.before);
        let [x, v, a] = self.smooth.reals(["x", "v", "a"]).unwrap();
        let [x2, v2] = self.damper.reals(["x", "v"]).unwrap();
        let d = 4.0 - (1.0 - RHO_INF).powi(2);
        let b = [2.0 / d, 4.0 * RHO_INF / d, 2.0 * RHO_INF * RHO_INF / d];
        let a2 = b.iter().sum::<f64>() - 1.0;
        let v_p = -12.0 / h * (x - x_1) + 8.0 * v + 5.0 * v_1;
        let x_p = (1.0 - a2) * x + a2 * x_1 + h * (b[0] * v_p + b[1] * v + b[2] * v_1);
        let v_in = (2.0 * (x_p - x2) / h + 2.0 * v_p + v2 + h * a) / 5.0;
        let t = self.steps as f64 * h;
        let references = ["x_in", "v_in"].map(|name| self.damper.reference(name).unwrap());
        self.damper.set_real(&references, &[x2, v_in]).unwrap();
        self.damper.do_step(t, h).unwrap();
        let force = [self.smooth.reference("force").unwrap()];
        let lambda = self.damper.real("reaction").unwrap();
        self.smooth.set_real(&force, &[lambda]).unwrap();
        self.smooth.do_step(t, h).unwrap();
        (self.before, self.steps) = ([x, v], self.steps + 1);
        self.smooth.real("x").unwrap()
    }

    /// The largest |y| in each of so many half seconds.
    pub fn maxima(&mut self, halves: usize) -> Vec<f64> {
        let steps = (0.5 / self.h).round() as usize;
        let half = |_| (0..steps).map(|_| self.step().abs()).fold(0.0, f64::max);
        (0..halves).map(half).collect()
    }

    /// The damper.
    #[allow(dead_code)]
    pub fn damper(&mut self) -> &mut Instance<ParticleDamper> {
        &mut self.damper
    }
}

//! One sweep over the oscillator and a driven mass, written out.

use driven_mass::DrivenMass;
use fmu_builder::SolverKind;
use fmu_builder::runtime::Instance;
use marker_oscillator::MarkerOscillator;

/// ρ∞ of all runs.
const RHO_INF: f64 = 0.56;

/// What the driven mass is told of the predicted motion.
#[derive(Clone, Copy, Debug)]
pub enum Inputs {
    /// (39b), (39c)
    Original,
    /// (42b), (42c) with α Δt², β Δt and γ.
    Modified([f64; 3]),
}

impl Inputs {
    /// (46a)
    pub const INDEX_1: Self = Self::Modified([2.0, 2.0, 1.0]);
    /// (46b)
    pub const INDEX_2: Self = Self::Modified([1.0, 1.0, 0.0]);
    /// (46c)
    pub const INDEX_3: Self = Self::Modified([1.0, 0.0, 0.0]);
}

/// Both masses, and the motion of the first one step back.
pub struct Pair {
    h: f64,
    n: usize,
    inputs: Inputs,
    smooth: Instance<MarkerOscillator>,
    driven: Instance<DrivenMass>,
    before: [f64; 2],
}

impl Pair {
    /// Two masses of 1 kg on a spring of 5000 N/m, with their common motion at the start and one step before.
    pub fn started(h: f64, inputs: Inputs, now: [f64; 3], before: [f64; 3]) -> Self {
        let ([x, v, a], [x_1, v_1, a_1]) = (now, before);
        Self::from_states(h, inputs, [x, v, a, x_1, v_1, a_1, x, v])
    }

    /// From x, v, a of the first mass, the same one step before, and x, v of the second.
    pub fn from_states(h: f64, inputs: Inputs, z: [f64; 8]) -> Self {
        let smooth = [
            ("k", 5000.0),
            ("rho_inf", RHO_INF),
            ("history", 1.0),
            ("x0", z[0]),
            ("v0", z[1]),
            ("a0", z[2]),
            ("x0_1", z[3]),
            ("v0_1", z[4]),
            ("a0_1", z[5]),
        ];
        Self {
            h,
            n: 0,
            inputs,
            smooth: Instance::started(SolverKind::TwoStep, &smooth).unwrap(),
            driven: Instance::started(SolverKind::Own, &[("x0", z[6]), ("v0", z[7])]).unwrap(),
            before: [z[3], z[4]],
        }
    }

    /// All that the next step depends on, as in [`from_states`](Self::from_states).
    pub fn states(&mut self) -> [f64; 8] {
        let names = ["x", "v", "a", "x_1", "v_1", "a_1"];
        let [x, v, a, x_1, v_1, a_1] = self.smooth.reals(names).unwrap();
        let [x2, v2] = self.driven.reals(["x", "v"]).unwrap();
        [x, v, a, x_1, v_1, a_1, x2, v2]
    }

    /// x1, v1, x2, v2 and λ.
    pub fn state(&mut self) -> [f64; 5] {
        let [x1, v1] = self.smooth.reals(["x", "v"]).unwrap();
        let [x2, v2, lambda] = self.driven.reals(["x", "v", "reaction"]).unwrap();
        [x1, v1, x2, v2, lambda]
    }

    /// Predicts (33)–(35), tells the driven mass, steps it, passes its reaction on.
    pub fn step(&mut self) {
        let (h, [x_1, v_1]) = (self.h, self.before);
        let [x, v, a] = self.smooth.reals(["x", "v", "a"]).unwrap();
        let [x2, v2] = self.driven.reals(["x", "v"]).unwrap();
        let d = 4.0 - (1.0 - RHO_INF).powi(2);
        let b = [2.0 / d, 4.0 * RHO_INF / d, 2.0 * RHO_INF * RHO_INF / d];
        let a2 = b.iter().sum::<f64>() - 1.0;
        let v_p = -12.0 / h * (x - x_1) + 8.0 * v + 5.0 * v_1;
        let x_p = (1.0 - a2) * x + a2 * x_1 + h * (b[0] * v_p + b[1] * v + b[2] * v_1);
        let [x_in, v_in] = match self.inputs {
            Inputs::Original => [x, v_p],
            Inputs::Modified([alpha, beta, gamma]) => {
                let velocities = [(x_p - x2) / h, v_p, v2 + h * a];
                let sum = alpha * velocities[0] + beta * velocities[1] + gamma * velocities[2];
                [x2, sum / (alpha + beta + gamma)]
            }
        };
        let t = self.n as f64 * h;
        let references = ["x_in", "v_in"].map(|name| self.driven.reference(name).unwrap());
        self.driven.set_real(&references, &[x_in, v_in]).unwrap();
        self.driven.do_step(t, h).unwrap();
        let force = [self.smooth.reference("force").unwrap()];
        let lambda = self.driven.real("reaction").unwrap();
        self.smooth.set_real(&force, &[lambda]).unwrap();
        self.smooth.do_step(t, h).unwrap();
        (self.before, self.n) = ([x, v], self.n + 1);
    }
}

//! One sweep over the beam and a container at its tip, written out.

use cantilever_beam::CantileverBeam;
use driven_link::DrivenLink;
use fmu_builder::SolverKind;
use fmu_builder::runtime::Instance;

/// What the container is told of the predicted motion.
#[derive(Clone, Copy, Debug)]
pub enum Inputs {
    /// Zhang et al. (2022), (20).
    Original,
    /// (25), (26) with α Δt², β Δt and γ.
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

/// What runs: the container and the explicit co-simulation.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    pub inputs: Inputs,
    /// ρ∞ of the beam and of the prediction.
    pub rho_inf: f64,
    /// Mass of the container.
    pub m: f64,
    /// Its inertia; without, it is coupled in translation only.
    pub inertia: Option<f64>,
}

/// The beam and the container, coupled in deflection and slope of the tip.
pub struct Pair {
    h: f64,
    setting: Setting,
    /// How many coordinates are coupled.
    coupled: usize,
    beam: Instance<CantileverBeam>,
    container: Instance<DrivenLink>,
    /// Deflection and slope with their rates, one step back.
    before: [[f64; 2]; 2],
    /// References of position, velocity and acceleration of the tip, and of its loads.
    tip: [[u32; 3]; 2],
    load: [u32; 2],
    /// References of position and velocity of the container, of its inputs and its reactions.
    held: [[u32; 2]; 2],
    prescribed: [[u32; 2]; 2],
    reaction: [u32; 2],
}

impl Pair {
    /// With parameters of the beam besides those of the setting.
    pub fn started(h: f64, setting: Setting, beam: &[(&str, f64)]) -> Self {
        let beam = [beam, &[("rho_inf", setting.rho_inf)]].concat();
        let beam = Instance::<CantileverBeam>::started(SolverKind::TwoStep, &beam).unwrap();
        let turns = f64::from(setting.inertia.is_some());
        let container = [
            ("m", setting.m),
            ("J", setting.inertia.unwrap_or(1.0)),
            ("d", 0.0),
            ("g", 0.0),
            ("hold_angle", turns),
        ];
        let container = Instance::<DrivenLink>::started(SolverKind::Own, &container).unwrap();
        let of_beam = |name: &str| beam.reference(name).unwrap();
        let of_container = |name: &str| container.reference(name).unwrap();
        Self {
            h,
            setting,
            coupled: 1 + usize::from(setting.inertia.is_some()),
            before: [[0.0; 2]; 2],
            tip: [["x", "v", "a"], ["phi", "omega", "alpha"]].map(|names| names.map(of_beam)),
            load: ["force", "torque"].map(of_beam),
            held: [["y", "vy"], ["phi", "omega"]].map(|names| names.map(of_container)),
            prescribed: [["y_in", "vy_in"], ["phi_in", "omega_in"]]
                .map(|names| names.map(of_container)),
            reaction: ["reaction_y", "reaction_torque"].map(of_container),
            beam,
            container,
        }
    }

    /// The deflection of the tip.
    pub fn deflection(&mut self) -> f64 {
        self.tip(0)[0]
    }

    fn tip(&mut self, n: usize) -> [f64; 3] {
        let mut motion = [0.0; 3];
        self.beam.get_real(&self.tip[n], &mut motion).unwrap();
        motion
    }

    /// Predicts (33)–(35), tells the container, steps it, passes its reaction on.
    pub fn step(&mut self) {
        let t = self.beam.time();
        for n in 0..self.coupled {
            let inputs = self.inputs(n);
            self.container.set_real(&self.prescribed[n], &inputs).unwrap();
        }
        self.container.do_step(t, self.h).unwrap();
        let mut lambda = [0.0; 2];
        self.container.get_real(&self.reaction, &mut lambda).unwrap();
        self.beam.set_real(&self.load, &lambda).unwrap();
        self.beam.do_step(t, self.h).unwrap();
    }

    /// u₂₁ and u₂₂ of a coordinate.
    fn inputs(&mut self, n: usize) -> [f64; 2] {
        let (h, rho) = (self.h, self.setting.rho_inf);
        let ([x, v, a], [x_1, v_1]) = (self.tip(n), self.before[n]);
        self.before[n] = [x, v];
        let mut held = [0.0; 2];
        self.container.get_real(&self.held[n], &mut held).unwrap();
        let [x2, v2] = held;
        let d = 4.0 - (1.0 - rho).powi(2);
        let b = [2.0 / d, 4.0 * rho / d, 2.0 * rho * rho / d];
        let a2 = b.iter().sum::<f64>() - 1.0;
        let v_p = -12.0 / h * (x - x_1) + 8.0 * v + 5.0 * v_1;
        let x_p = (1.0 - a2) * x + a2 * x_1 + h * (b[0] * v_p + b[1] * v + b[2] * v_1);
        match self.setting.inputs {
            Inputs::Original => [x, v_p],
            Inputs::Modified([alpha, beta, gamma]) => {
                let velocities = [(x_p - x2) / h, v_p, v2 + h * a];
                let sum = alpha * velocities[0] + beta * velocities[1] + gamma * velocities[2];
                [x2, sum / (alpha + beta + gamma)]
            }
        }
    }
}

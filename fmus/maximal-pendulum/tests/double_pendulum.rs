//! The pendulum with a driven link at its tip as in Zhang et al. (2022), section 4.2: one sweep per step, the driven
//! link first on predicted motion, against the double pendulum of two angles.

use std::f64::consts::FRAC_PI_2;

use driven_link::DrivenLink;
use fmu_builder::SolverKind;
use fmu_builder::runtime::Instance;
use maximal_pendulum::MaximalPendulum;

const RHO_INF: f64 = 0.56;
const L: f64 = 0.4;
const D: f64 = 0.2;
const G: f64 = 9.81;

/// φ₁, φ₂ from the x axis and their rates.
type Angles = [f64; 4];

/// The rates of two equal links of 1 kg and 1 kg m².
fn rates([p1, p2, w1, w2]: Angles) -> Angles {
    let (sin, cos) = (p1 - p2).sin_cos();
    let (a, b, c) = (1.0 + D * D + L * L, L * D * cos, 1.0 + D * D);
    let f1 = -L * D * sin * w2 * w2 - (D + L) * G * p1.cos();
    let f2 = L * D * sin * w1 * w1 - D * G * p2.cos();
    let det = a * c - b * b;
    [w1, w2, (c * f1 - b * f2) / det, (a * f2 - b * f1) / det]
}

/// One step of the classical Runge–Kutta method.
fn rk4(x: Angles, h: f64) -> Angles {
    let moved = |k: Angles, h: f64| [0, 1, 2, 3].map(|i| x[i] + h * k[i]);
    let k1 = rates(x);
    let k2 = rates(moved(k1, h / 2.0));
    let k3 = rates(moved(k2, h / 2.0));
    let k4 = rates(moved(k3, h));
    [0, 1, 2, 3].map(|i| x[i] + h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]))
}

/// What the link is told of the predicted motion; α Δt², β Δt, γ, or the original inputs.
type Inputs = Option<[f64; 3]>;

struct Pendulums {
    h: f64,
    inputs: Inputs,
    smooth: Instance<MaximalPendulum>,
    driven: Instance<DrivenLink>,
    /// Position and velocity of the tip one step back.
    before: [[f64; 2]; 2],
}

impl Pendulums {
    fn started(h: f64, inputs: Inputs, phi: f64, omega: f64) -> Self {
        let now = [phi, phi, omega, omega];
        let old = rk4(now, -h);
        let start = [
            ("phi0", phi),
            ("omega0", omega),
            ("alpha0", rates(now)[2]),
            ("phi0_1", old[0]),
            ("omega0_1", old[2]),
            ("alpha0_1", rates(old)[2]),
            ("history", 1.0),
            ("rho_inf", RHO_INF),
        ];
        let mut smooth = Instance::<MaximalPendulum>::started(SolverKind::TwoStep, &start).unwrap();
        let [x, y, vx, vy] = smooth.reals(["x", "y", "vx", "vy"]).unwrap();
        let link = [("x0", x), ("y0", y), ("vx0", vx), ("vy0", vy), ("phi0", phi)];
        let driven =
            Instance::started(SolverKind::Own, &[&link[..], &[("omega0", omega)]].concat());
        let ((sin, cos), turn) = (old[0].sin_cos(), L * old[2]);
        let before = [[L * cos, L * sin], [-turn * sin, turn * cos]];
        Self { h, inputs, smooth, driven: driven.unwrap(), before }
    }

    fn step(&mut self, t: f64) {
        let h = self.h;
        let [x, y, vx, vy, ax, ay] = self.smooth.reals(["x", "y", "vx", "vy", "ax", "ay"]).unwrap();
        let ([q, v, a], [q_1, v_1]) = ([[x, y], [vx, vy], [ax, ay]], self.before);
        let [x2, y2, vx2, vy2] = self.driven.reals(["x", "y", "vx", "vy"]).unwrap();
        let d = 4.0 - (1.0 - RHO_INF).powi(2);
        let b = [2.0 / d, 4.0 * RHO_INF / d, 2.0 * RHO_INF * RHO_INF / d];
        let a2 = b.iter().sum::<f64>() - 1.0;
        let mut u = [0.0; 4];
        for n in 0..2 {
            let v_p = -12.0 / h * (q[n] - q_1[n]) + 8.0 * v[n] + 5.0 * v_1[n];
            let fixed = (1.0 - a2) * q[n] + a2 * q_1[n];
            let q_p = fixed + h * (b[0] * v_p + b[1] * v[n] + b[2] * v_1[n]);
            (u[n], u[2 + n]) = match self.inputs {
                None => (q[n], v_p),
                Some([alpha, beta, gamma]) => {
                    let gap = (q_p - [x2, y2][n]) / h;
                    let sum = alpha * gap + beta * v_p + gamma * ([vx2, vy2][n] + h * a[n]);
                    ([x2, y2][n], sum / (alpha + beta + gamma))
                }
            };
        }
        let names = ["x_in", "y_in", "vx_in", "vy_in"];
        let references = names.map(|name| self.driven.reference(name).unwrap());
        self.driven.set_real(&references, &u).unwrap();
        self.driven.do_step(t, h).unwrap();
        let reaction = self.driven.reals(["reaction_x", "reaction_y"]).unwrap();
        let references = ["fx", "fy"].map(|name| self.smooth.reference(name).unwrap());
        self.smooth.set_real(&references, &reaction).unwrap();
        self.smooth.do_step(t, h).unwrap();
        self.before = [q, v];
    }

    fn angles(&mut self) -> Angles {
        let [p1, w1] = self.smooth.reals(["phi", "omega"]).unwrap();
        let [p2, w2] = self.driven.reals(["phi", "omega"]).unwrap();
        [p1, p2, w1, w2]
    }

    fn gap(&mut self) -> f64 {
        let [x1, y1] = self.smooth.reals(["x", "y"]).unwrap();
        let [x2, y2] = self.driven.reals(["x", "y"]).unwrap();
        (x1 - x2).hypot(y1 - y2)
    }
}

/// Relative L1 errors of θ₁, θ₂, θ̇₁, θ̇₂ over 5 s, and the largest gap. The angles are counted from `origin`.
fn errors(h: f64, inputs: Inputs, origin: f64) -> [f64; 5] {
    let start = FRAC_PI_2 + origin;
    let mut pair = Pendulums::started(h, inputs, start, 0.5);
    let (mut exact, mut off, mut all, mut gap) =
        ([start, start, 0.5, 0.5], [0.0; 4], [0.0; 4], 0.0_f64);
    for n in 0..=(5.0 / h).round() as usize {
        if n > 0 {
            pair.step((n - 1) as f64 * h);
            let parts = (h / 1e-4).round() as usize;
            exact = (0..parts).fold(exact, |x, _| rk4(x, h / parts as f64));
        }
        let found = pair.angles();
        for i in 0..4 {
            let theta = if i < 2 { exact[i] - origin } else { exact[i] };
            off[i] += (found[i] - exact[i]).abs();
            all[i] += theta.abs();
        }
        gap = gap.max(pair.gap());
    }
    let [th1, th2, w1, w2] = [0, 1, 2, 3].map(|i| off[i] / all[i]);
    [th1, w1, th2, w2, gap]
}

const INDEX_1: Inputs = Some([2.0, 2.0, 1.0]);
const INDEX_2: Inputs = Some([1.0, 1.0, 0.0]);
const INDEX_3: Inputs = Some([1.0, 0.0, 0.0]);

fn agrees(origin: f64, h: f64, reference: [(Inputs, [f64; 5]); 4]) {
    for (inputs, expected) in reference {
        let found = errors(h, inputs, origin);
        for (i, (found, expected)) in found.into_iter().zip(expected).enumerate() {
            let ratio = found / expected;
            assert!((ratio - 1.0).abs() < 0.005, "{inputs:?} {h}, {i}: {found} {expected}");
        }
    }
}

#[test]
fn counted_from_below_the_errors_are_the_reference() {
    let origin = -FRAC_PI_2;
    agrees(
        origin,
        1e-2,
        [
            (INDEX_1, [0.021996, 0.025636, 0.0050938, 0.0024428, 0.0002589]),
            (INDEX_2, [0.021974, 0.025607, 0.0051006, 0.002432, 0.0002069]),
            (INDEX_3, [0.021977, 0.025572, 0.0050417, 0.0023857, 5.195e-05]),
            (None, [0.022, 0.025636, 0.0050971, 0.0024251, 0.0001879]),
        ],
    );
    agrees(
        origin,
        1e-3,
        [
            (INDEX_1, [0.0022707, 0.00263, 0.00049752, 0.00024334, 2.602e-06]),
            (INDEX_2, [0.0022705, 0.0026298, 0.0004976, 0.00024324, 2.083e-06]),
            (INDEX_3, [0.0022698, 0.0026285, 0.00049718, 0.00024272, 5.347e-07]),
            (None, [0.0022704, 0.0026296, 0.00049767, 0.00024314, 1.905e-06]),
        ],
    );
}

#[test]
fn counted_from_the_x_axis_the_errors_are_the_reference() {
    agrees(
        0.0,
        1e-2,
        [
            (INDEX_1, [0.016917, 0.072328, 0.0023014, 0.0071086, 0.0004985]),
            (INDEX_2, [0.016884, 0.072182, 0.0022783, 0.0070714, 0.0004195]),
            (INDEX_3, [0.016941, 0.072336, 0.0021789, 0.0069257, 0.0001201]),
            (None, [0.016903, 0.072258, 0.0022558, 0.007039, 0.0003813]),
        ],
    );
    agrees(
        0.0,
        1e-3,
        [
            (INDEX_1, [0.0017978, 0.0076331, 0.00021845, 0.00071958, 5.07e-06]),
            (INDEX_2, [0.0017975, 0.0076316, 0.00021823, 0.00071922, 4.296e-06]),
            (INDEX_3, [0.0017972, 0.0076298, 0.00021722, 0.00071767, 1.195e-06]),
            (None, [0.0017972, 0.0076304, 0.00021802, 0.00071887, 3.883e-06]),
        ],
    );
}

//! Figure 12: the double pendulum.

use std::f64::consts::{FRAC_PI_4, PI};

use nalgebra::{DVector, dvector};

use super::mechanism::{Data, Mechanism, over_time, sections};
use super::method::Method;
use crate::bench::Bench;
use crate::entry::Entry;
use crate::error::ReproduceError;
use crate::figure::Section;
use crate::picture::Picture;

pub const ENTRY: Entry = Entry {
    name: "schweizer-lu/figure-12",
    title: "Double pendulum",
    about: "Section 4.2: two links joined by a spring and damper in x and in y, force/force. The figure shows angles, centres of \
            mass and joint forces without numbers; those at given times, with the total energy E, are compared with runs \
            of an independent implementation, and the monolithic solution with its own. Angles are counted from the x \
            axis. (54) and (55) print a joint force that pushes the links apart; here it pulls them together. \
            Even with k = 0 angles differ from the monolithic solution by less than 1e-4, as the publication says. Explicit \
            coupling with k = 2 is unstable at this step: its run is compared up to 0.5 s. With a reused Jacobian, the default here, runs differ \
            from these by less than half the error of the scheme.",
    fmus: &["planar-link", "free-planar-link"],
    run,
    pictures: Some(pictures),
};

fn read() -> Data {
    Data::of(include_str!("../../data/schweizer_lu_double_pendulum.json"))
}

fn run(bench: &Bench) -> Result<Vec<Section>, ReproduceError> {
    sections(bench, &DoublePendulum, &read())
}

fn pictures(bench: &Bench, _: &[Section]) -> Result<Vec<Picture>, ReproduceError> {
    let caption = "Figure 12: angle of the second link of the double pendulum. Curves: semi-implicit runs with a Jacobian in every step; circles: independent implementation; crosses: monolithic solution by it.";
    let picture =
        Picture::new("figure-12", ["time in s", "angle of the second link in rad"], caption);
    let shown: fn(&Method, f64) -> bool =
        |method, h| method.scheme != "explicit" && !method.reused && h == 1e-3;
    Ok(vec![over_time(bench, &DoublePendulum, &read(), picture, ("phi2", shown))?])
}

/// Links of 1 m, 1 kg and 1/12 kg m².
struct DoublePendulum;

/// Spring in N·m/rad, damper in N·m·s/rad and relaxed angle at the pivot.
const PIVOT: (f64, f64, f64) = (500.0, 5.0, 5.0 * PI / 16.0);
/// Stiffness in N/m and damping in N·s/m of the joint.
const JOINT: (f64, f64) = (1e5, 1e2);
const G: f64 = 9.81;
const ANGLES: [f64; 2] = [FRAC_PI_4, -FRAC_PI_4];

/// Angles, angular velocities, centre of mass of the second link and its velocity.
#[derive(Clone, Copy)]
struct State {
    phi: [f64; 2],
    omega: [f64; 2],
    r: [f64; 2],
    v: [f64; 2],
}

impl State {
    fn of(z: &DVector<f64>) -> Self {
        let pair = |k: usize| [z[k], z[k + 1]];
        Self { phi: pair(0), omega: pair(2), r: pair(4), v: pair(6) }
    }

    /// The opening of the joint and its rate.
    fn gap(&self) -> [[f64; 2]; 2] {
        let [n1, n2] = self.phi.map(|phi| [phi.cos(), phi.sin()]);
        let [e1, e2] = self.phi.map(|phi| [-phi.sin(), phi.cos()]);
        let [w1, w2] = self.omega;
        [
            [0, 1].map(|k| self.r[k] - 0.5 * n2[k] - n1[k]),
            [0, 1].map(|k| self.v[k] - 0.5 * w2 * e2[k] - w1 * e1[k]),
        ]
    }

    /// The joint's force on the first link.
    fn lambda(&self) -> [f64; 2] {
        let [gap, rate] = self.gap();
        [0, 1].map(|k| JOINT.0 * gap[k] + JOINT.1 * rate[k])
    }

    fn energy(&self) -> f64 {
        let ([w1, w2], [vx, vy]) = (self.omega, self.v);
        let kinetic = 0.5 * (w1 * w1 / 3.0 + w2 * w2 / 12.0 + vx * vx + vy * vy);
        let weight = G * (0.5 * self.phi[0].sin() + self.r[1]);
        let pivot = 0.5 * PIVOT.0 * (self.phi[0] - PIVOT.2).powi(2);
        kinetic + weight + pivot + joint_energy(self.gap()[0])
    }
}

fn joint_energy([x, y]: [f64; 2]) -> f64 {
    0.5 * JOINT.0 * (x * x + y * y)
}

impl Mechanism for DoublePendulum {
    fn sections(&self, bench: &Bench) -> String {
        let (c, d, free) = PIVOT;
        let tolerance = "relative_tolerance = 1e-10, absolute_tolerance = 1e-12";
        let first = format!(
            "start = {{ c = {c:e}, d = {d:e}, phi_free = {free:e}, phi0 = {:e}, {tolerance}, torque = 0, lambda = 0, \
             direction = 0 }}",
            ANGLES[0]
        );
        let start = self.start();
        let second = format!(
            "start = {{ phi0 = {:e}, x0 = {:e}, y0 = {:e}, {tolerance}, torque = 0, fx2 = 0, fy2 = 0 }}",
            ANGLES[1], start[4], start[5]
        );
        let joint = |axis: &str| {
            format!(
                "[[couplings]]\nlaw = 'spring-damper'\nbetween = ['first', 'second']\n\
                 position = ['{axis}', '{axis}1']\nvelocity = ['v{axis}', 'v{axis}1']\n\
                 force = ['f{axis}', 'f{axis}1']\nstiffness = {:e}\ndamping = {:e}\n",
                JOINT.0, JOINT.1
            )
        };
        [
            bench.slave("first", "planar-link", &first),
            bench.slave("second", "free-planar-link", &second),
            joint("x"),
            joint("y"),
            "[results]\nvariables = ['*.phi', '*.energy', 'first.?_s', 'second.x', 'second.y']\n"
                .into(),
        ]
        .concat()
    }

    fn listed(&self, value: &dyn Fn(&str) -> f64) -> Vec<f64> {
        let links = value("first.energy") + value("second.energy");
        let gap = ["x", "y"]
            .map(|axis| value(&format!("second.{axis}1")) - value(&format!("first.{axis}")));
        let names = ["first.phi", "second.phi", "first.x_s", "first.y_s", "second.x", "second.y"];
        let names = names.into_iter().chain(["first.fx", "first.fy"]);
        names.map(value).chain([links + joint_energy(gap)]).collect()
    }

    fn start(&self) -> DVector<f64> {
        let [(s1, c1), (s2, c2)] = ANGLES.map(f64::sin_cos);
        dvector![ANGLES[0], ANGLES[1], 0.0, 0.0, c1 + 0.5 * c2, s1 + 0.5 * s2, 0.0, 0.0]
    }

    fn rate(&self, z: &DVector<f64>) -> DVector<f64> {
        let state = State::of(z);
        let ([phi1, phi2], [w1, w2], [vx, vy], [x, y]) =
            (state.phi, state.omega, state.v, state.lambda());
        let pivot = PIVOT.0 * (phi1 - PIVOT.2) + PIVOT.1 * w1;
        // About the pivot 1/3 kg m²; about the centre of mass of the second link 1/12 kg m².
        let turn1 = 3.0 * (phi1.cos() * y - phi1.sin() * x - pivot - 0.5 * G * phi1.cos());
        let turn2 = 12.0 * 0.5 * (phi2.cos() * y - phi2.sin() * x);
        dvector![w1, w2, turn1, turn2, vx, vy, -x, -y - G]
    }

    fn listed_whole(&self, z: &DVector<f64>) -> Vec<f64> {
        let state = State::of(z);
        let (sin, cos) = state.phi[0].sin_cos();
        let [phi1, phi2] = state.phi;
        let ([x2, y2], [fx, fy]) = (state.r, state.lambda());
        vec![phi1, phi2, 0.5 * cos, 0.5 * sin, x2, y2, fx, fy, state.energy()]
    }

    fn tolerances(&self, variable: &str) -> (f64, f64) {
        match variable {
            "lambda_x" | "lambda_y" => (1e-4, 1e-7),
            "E" => (1e-7, 1e-9),
            _ => (1e-8, 1e-10),
        }
    }
}

//! Figure 14: the slider-crank mechanism.

use std::f64::consts::{FRAC_1_SQRT_2, FRAC_PI_2, FRAC_PI_4, SQRT_2};

use nalgebra::{DVector, dvector};

use super::mechanism::{Data, Mechanism, over_time, sections};
use super::method::Method;
use crate::bench::{Bench, connection};
use crate::entry::Entry;
use crate::error::ReproduceError;
use crate::figure::Section;
use crate::picture::Picture;

pub const ENTRY: Entry = Entry {
    name: "schweizer-lu/figure-14",
    title: "Slider-crank mechanism",
    about: "Section 4.3: two links on pivots, the tip of the first held on the second by an inplane joint, force/force (67) with \
            the force λ across the second link, its angle, and angle and centre of mass of the first as coupling \
            variables. The figure shows angles, centres of mass and the total energy E without numbers; those at given \
            times are compared with runs of an independent implementation, and the monolithic solution with its own. The \
            pivot of the second link is not printed; with (1, 0) the tip lies on it at the start. With k = 0 energy is \
            lost, less with smaller H, as the publication says: 0.252, 0.167 and 0.055 J of 26.557 J at 5 s. With a reused Jacobian, the default here, runs differ \
            from these by less than half the error of the scheme.",
    fmus: &["planar-link", "slotted-link"],
    run,
    pictures: Some(pictures),
};

fn read() -> Data {
    Data::of(include_str!("../../data/schweizer_lu_slider_crank.json"))
}

fn run(bench: &Bench) -> Result<Vec<Section>, ReproduceError> {
    sections(bench, &SliderCrank, &read())
}

fn pictures(bench: &Bench, _: &[Section]) -> Result<Vec<Picture>, ReproduceError> {
    let caption = "Figure 14: total energy of the slider-crank mechanism, k = 0. Curves: runs with a Jacobian in every step; circles: independent implementation; crosses: monolithic solution by it.";
    let picture = Picture::new("figure-14", ["time in s", "total energy in J"], caption);
    let shown: fn(&Method, f64) -> bool = |method, _| method.degree == 0 && !method.reused;
    Ok(vec![over_time(bench, &SliderCrank, &read(), picture, ("E", shown))?])
}

/// Uniform links of √2 and 2 m, and as many kg.
struct SliderCrank;

/// Masses in kg, with lengths in m of the same number.
const M: [f64; 2] = [SQRT_2, 2.0];
/// Inertia about the centres of mass in kg m².
const J: [f64; 2] = [SQRT_2 / 6.0, 2.0 / 3.0];
/// Distances from the pivots to the centres of mass in m.
const S: [f64; 2] = [FRAC_1_SQRT_2, 1.0];
/// Pivots on the x axis, in m.
const PIVOTS: [f64; 2] = [0.0, 1.0];
/// Stiffness of the joint in N/m.
const C: f64 = 1e3;
const G: f64 = 9.81;
const ANGLES: [f64; 2] = [FRAC_PI_4, FRAC_PI_2];

/// λ of the joint, and where its tip lies along the second link.
fn joint(z: &DVector<f64>) -> (f64, f64) {
    let [(s1, c1), (s2, c2)] = [z[0], z[1]].map(f64::sin_cos);
    let [x, y] = [SQRT_2 * c1 - PIVOTS[1], SQRT_2 * s1];
    (-C * (c2 * y - s2 * x), c2 * x + s2 * y)
}

fn joint_energy(lambda: f64) -> f64 {
    0.5 * lambda * lambda / C
}

impl Mechanism for SliderCrank {
    fn sections(&self, bench: &Bench) -> String {
        let link = |k: usize| {
            format!(
                "m = {:e}, J = {:e}, s = {:e}, x_pivot = {:e}, phi0 = {:e}, torque = 0, \
                 relative_tolerance = 1e-10, absolute_tolerance = 1e-12",
                M[k], J[k], S[k], PIVOTS[k], ANGLES[k]
            )
        };
        let crank = format!("start = {{ {}, l = {SQRT_2:e}, fx = 0, fy = 0 }}", link(0));
        let rocker = format!("start = {{ {}, reach = {:e} }}", link(1), SQRT_2 - S[0]);
        [
            bench.slave("crank", "planar-link", &crank),
            bench.slave("rocker", "slotted-link", &rocker),
            format!(
                "[[couplings]]\nlaw = 'pin-in-slot'\nbetween = ['crank', 'rocker']\nstiffness = {C:e}\n"
            ),
            connection("rocker.phi", "crank.direction"),
            connection("crank.x_s", "rocker.x_in"),
            connection("crank.y_s", "rocker.y_in"),
            connection("crank.phi", "rocker.phi_in"),
            "[results]\nvariables = ['*.energy']\n".into(),
        ]
        .concat()
    }

    fn listed(&self, value: &dyn Fn(&str) -> f64) -> Vec<f64> {
        let lambda = value("crank.lambda");
        let energy = value("crank.energy") + value("rocker.energy") + joint_energy(lambda);
        let names = ["crank.phi", "rocker.phi", "crank.x_s", "crank.y_s", "rocker.x", "rocker.y"];
        names.into_iter().map(value).chain([lambda, energy]).collect()
    }

    fn start(&self) -> DVector<f64> {
        dvector![ANGLES[0], ANGLES[1], 0.0, 0.0]
    }

    fn rate(&self, z: &DVector<f64>) -> DVector<f64> {
        let (lambda, along) = joint(z);
        let inertia = [0, 1].map(|k| J[k] + M[k] * S[k] * S[k]);
        let weight = [0, 1].map(|k| M[k] * G * S[k] * z[k].cos());
        // The force across the second link turns the first by its lever in that direction.
        let torque = [lambda * SQRT_2 * (z[0] - z[1]).cos(), -lambda * along];
        let turn = [0, 1].map(|k| (torque[k] - weight[k]) / inertia[k]);
        dvector![z[2], z[3], turn[0], turn[1]]
    }

    fn listed_whole(&self, z: &DVector<f64>) -> Vec<f64> {
        let [r1, r2] = [0, 1].map(|k| [PIVOTS[k] + S[k] * z[k].cos(), S[k] * z[k].sin()]);
        let (lambda, _) = joint(z);
        let energy = |k: usize| {
            let inertia = J[k] + M[k] * S[k] * S[k];
            0.5 * inertia * z[k + 2].powi(2) + M[k] * G * [r1, r2][k][1]
        };
        let total = energy(0) + energy(1) + joint_energy(lambda);
        vec![z[0], z[1], r1[0], r1[1], r2[0], r2[1], lambda, total]
    }

    fn tolerances(&self, variable: &str) -> (f64, f64) {
        match variable {
            "lambda" => (1e-5, 1e-7),
            "E" => (1e-7, 1e-10),
            _ => (1e-8, 1e-10),
        }
    }
}

//! Figure 11: the double pendulum of section 4.2.

use std::f64::consts::FRAC_PI_2;

use nalgebra::{DVector, dvector};
use serde::Deserialize;

use super::two_mass::{Inputs, RHO_INF};
use crate::bench::Bench;
use crate::bound::Bound;
use crate::entry::{Entry, data};
use crate::error::ReproduceError;
use crate::figure::{Evidence, Figure, Section};
use crate::monolithic::nonlinear;
use crate::picture::Picture;
use crate::target::Target;
use macrostep::scenario::build::build;

pub const ENTRY: Entry = Entry {
    name: "zhang/figure-11",
    title: "Double pendulum",
    about: "Section 4.2: the first pendulum in maximal coordinates with its pivot as a constraint, the second one driven at its end. The revolute joint \
            holds both displacements and leaves the rotation free. In space the publication also holds the displacement along the axis and two rotations, \
            which are zero in the plane. It prints no numbers, and it does not \
            say where angles begin, where the centres of mass lie, nor gravity, Δt, ρ∞ and duration. Here centres of mass lie in the middle, gravity is 9.81 m/s² \
            against y, and θ = π/2 at the start is horizontal, counted from below, or upright, counted from the x axis. Errors are relative ones (47) over \
            5 s with ρ∞ = 0.56; θ is counted as the reading says.",
    fmus: &["maximal-pendulum", "driven-link"],
    run,
    pictures: Some(pictures),
};

#[derive(Deserialize)]
struct Data {
    readings: Vec<Reading>,
}

/// A reading of θ at the start.
#[derive(Deserialize)]
struct Reading {
    name: String,
    /// The angle at the start from the x axis.
    start: f64,
    /// In J, zero of gravity at the pivot.
    energy: f64,
    solution: Vec<Point>,
    runs: Vec<Run>,
}

/// θ₁, θ₂, θ̇₁, θ̇₂ at a time.
#[derive(Deserialize)]
struct Point {
    t: f64,
    state: [f64; 4],
}

#[derive(Deserialize)]
struct Run {
    inputs: Inputs,
    /// Δt in s.
    step: f64,
    /// Of θ₁, θ₂, θ̇₁, θ̇₂.
    errors: [f64; 4],
    /// In m.
    gap: f64,
}

const NAMES: [&str; 4] = ["θ1", "θ2", "dθ1/dt", "dθ2/dt"];
const STOP: f64 = 5.0;
/// Length, distance of the centre of mass in m and gravity; masses of 1 kg, inertias of 1 kg m².
const L: f64 = 0.4;
const D: f64 = 0.2;
const G: f64 = 9.81;
/// Angular velocity at the start in rad/s.
const OMEGA: f64 = 0.5;

fn read() -> Vec<Reading> {
    let Data { readings } = data(include_str!("../../data/zhang_double_pendulum.json"));
    readings
}

fn run(bench: &Bench) -> Result<Vec<Section>, ReproduceError> {
    let mut sections = Vec::new();
    for reading in read() {
        let runs = bench.each(&reading.runs, |run| reading.run(bench, &run.inputs, run.step))?;
        sections.push(reading.solved());
        let (mut errors, mut gaps) = (Vec::new(), Vec::new());
        for (run, found) in reading.runs.iter().zip(&runs) {
            let name = format!("{}, Δt = {:e} s", run.inputs.name(), run.step);
            let off = reading.errors(&found.states, run.step);
            let figure = |k: usize| {
                let target = Target::relative(run.errors[k], 0.02);
                Figure::new(format!("{name}, {}", NAMES[k]), off[k]).recomputed(target)
            };
            errors.extend((0..4).map(figure));
            gaps.push(Figure::new(name, found.gap).recomputed(Target::relative(run.gap, 0.02)));
        }
        let energy = Figure::new("energy at the start in J", runs[0].energy);
        let mut energy = vec![energy.recomputed(Target::absolute(reading.energy, 1e-9))];
        energy.extend(reading.orders(&errors));
        sections.push(Section::new(format!("{}: relative errors", reading.name), errors));
        sections
            .push(Section::new(format!("{}: largest gap of the joint in m", reading.name), gaps));
        sections.push(Section::new(format!("{}: energy and order", reading.name), energy));
    }
    Ok(sections)
}

/// Angles of the first reading over time.
fn pictures(bench: &Bench, _: &[Section]) -> Result<Vec<Picture>, ReproduceError> {
    let [reading, _] = &read()[..] else { return Ok(Vec::new()) };
    let caption = "Figure 11(a) and (c): angles of the double pendulum, counted from below, index-1 inputs. Curves: runs; circles: independent \
                   integration of the whole system.";
    let mut picture = Picture::new("figure-11", ["time in s", "angle in rad"], caption);
    for step in [1e-2, 1e-3] {
        let found = reading.run(bench, &Inputs::named("index-1"), step)?;
        for k in 0..2 {
            let theta = found.states.iter().enumerate();
            let points = theta.map(|(n, state)| (n as f64 * step, state[k] + reading.origin(k)));
            picture = picture.curve(format!("{}, Δt = {step:e} s", NAMES[k]), points.collect());
        }
    }
    let marks = |k: usize| reading.solution.iter().map(move |point| (point.t, point.state[k]));
    Ok(vec![picture.marks("recomputed", marks(0).chain(marks(1)).collect())])
}

/// What a run gives.
struct Found {
    /// φ₁, φ₂ from the x axis, and their rates, at all points.
    states: Vec<[f64; 4]>,
    gap: f64,
    energy: f64,
}

impl Reading {
    /// What θ has more than the angle from the x axis.
    fn origin(&self, k: usize) -> f64 {
        if k < 2 { FRAC_PI_2 - self.start } else { 0.0 }
    }

    fn state(&self) -> DVector<f64> {
        dvector![self.start, self.start, OMEGA, OMEGA]
    }

    /// The whole system at the listed times.
    fn solved(&self) -> Section {
        let figures = self.solution.iter().flat_map(|point| {
            let found = nonlinear(|_, x| rate(x), &self.state(), point.t);
            (0..4).map(move |k| {
                let name = format!("{}, t = {} s", NAMES[k], point.t);
                let figure = Figure::new(name, found[k] + self.origin(k));
                figure.recomputed(Target::absolute(point.state[k], 1e-7))
            })
        });
        let title = format!("{}: whole system", self.name);
        Section::new(title, figures.collect()).evidence(Evidence::WholeSystem)
    }

    /// (47) of θ₁, θ₂ and their rates.
    fn errors(&self, states: &[[f64; 4]], step: f64) -> [f64; 4] {
        let (mut off, mut all, mut exact) = ([0.0; 4], [0.0; 4], self.state());
        for (n, found) in states.iter().enumerate() {
            if n > 0 {
                exact = nonlinear(|_, x| rate(x), &exact, step);
            }
            for k in 0..4 {
                off[k] += (found[k] - exact[k]).abs();
                all[k] += (exact[k] + self.origin(k)).abs();
            }
        }
        [0, 1, 2, 3].map(|k| off[k] / all[k])
    }

    /// The order of θ₁ with each kind of inputs; steps are a tenth of each other.
    fn orders(&self, errors: &[Figure]) -> Vec<Figure> {
        let of =
            |run: &Run| self.runs.iter().position(|r| r.inputs == run.inputs && r.step < run.step);
        let pairs = self.runs.iter().enumerate().filter_map(|(k, run)| Some((k, of(run)?, run)));
        pairs
            .map(|(coarse, fine, run)| {
                let order = (errors[4 * coarse].found / errors[4 * fine].found).log10();
                let figure = Figure::new(format!("{}, order of θ1", run.inputs.name()), order);
                figure.bound(Bound::above(0.95))
            })
            .collect()
    }

    fn scenario(&self, bench: &Bench, inputs: &Inputs, step: f64) -> String {
        let (start, now) = (self.start, rate(&self.state()));
        let before = nonlinear(|_, x| rate(x), &self.state(), -step);
        let (sin, cos) = start.sin_cos();
        let (sin_1, cos_1) = before[0].sin_cos();
        let first = format!(
            "start = {{ L = {L}, d = {D}, m = 1, J = 1, g = {G}, phi0 = {start:e}, omega0 = {OMEGA}, alpha0 = {:e}, rho_inf = {RHO_INF}, \
             history = true, phi0_1 = {:e}, omega0_1 = {:e}, alpha0_1 = {:e}, torque = 0 }}",
            now[2],
            before[0],
            before[2],
            rate(&before)[2]
        );
        let second = format!(
            "start = {{ d = {D}, m = 1, J = 1, g = {G}, x0 = {:e}, y0 = {:e}, vx0 = {:e}, vy0 = {:e}, phi0 = {start:e}, \
             omega0 = {OMEGA}, phi_in = 0, omega_in = 0 }}",
            L * cos,
            L * sin,
            -L * OMEGA * sin,
            L * OMEGA * cos
        );
        let tip = [L * cos_1, L * sin_1, before[0]];
        let moves = [-L * before[2] * sin_1, L * before[2] * cos_1, before[2]];
        [
            format!(
                "[simulation]\nstop = {STOP}\nstep = {step:e}\n[scheme]\nsweep = 'gauss-seidel'\norder = ['second', 'first']\n"
            ),
            bench.slave("first", "maximal-pendulum", &first),
            bench.slave("second", "driven-link", &second),
            format!(
                "[[couplings]]\nlaw = 'constraint'\nbetween = ['first', 'second']\njoint = 'planar'\nfree = ['angle']\n{}\n\
                 inputs = {{ extrapolation = 'two-step-hermite', rho_inf = {RHO_INF} }}\n\
                 previous = {{ position = {tip:?}, velocity = {moves:?} }}\n",
                inputs.lines()
            ),
            "[results]\nvariables = ['*.phi', '*.omega', '*.energy']\n".into(),
        ]
        .concat()
    }

    fn run(&self, bench: &Bench, inputs: &Inputs, step: f64) -> Result<Found, ReproduceError> {
        let mut simulation = build(&bench.recorded(self.scenario(bench, inputs, step))?)?;
        let names = simulation.network().output_names();
        let place = |name: &str| names.iter().position(|n| n == name).expect("it is recorded");
        let angles = ["first.phi", "second.phi", "first.omega", "second.omega"].map(place);
        let energies = ["first.energy", "second.energy"].map(place);
        let ends = [["first.x", "second.x"], ["first.y", "second.y"]].map(|pair| pair.map(place));
        simulation.initialize()?;
        let y = &simulation.point().y;
        let energy = energies.iter().map(|place| y[*place]).sum();
        let mut found = Found { states: vec![angles.map(|place| y[place])], gap: 0.0, energy };
        while simulation.advance()? {
            let y = &simulation.point().y;
            found.states.push(angles.map(|place| y[place]));
            let [x, y] = ends.map(|[a, b]| y[a] - y[b]);
            found.gap = found.gap.max(x.hypot(y));
        }
        Ok(found)
    }
}

/// Rates of φ₁, φ₂, φ̇₁, φ̇₂ of the whole.
fn rate(x: &DVector<f64>) -> DVector<f64> {
    let [p1, p2, w1, w2] = [x[0], x[1], x[2], x[3]];
    let (sin, cos) = (p1 - p2).sin_cos();
    let (a, b, c) = (1.0 + D * D + L * L, L * D * cos, 1.0 + D * D);
    let f1 = -L * D * sin * w2 * w2 - (D + L) * G * p1.cos();
    let f2 = L * D * sin * w1 * w1 - D * G * p2.cos();
    let det = a * c - b * b;
    dvector![w1, w2, (c * f1 - b * f2) / det, (a * f2 - b * f1) / det]
}

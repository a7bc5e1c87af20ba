//! Section 2.4: a hydraulic node whose fluid contains a little gas.

use coupling::law::{Compressibility, CouplingLaw, Fluid, HydraulicNode, Line, Memory};
use coupling::{InputId, OutputId};
use serde::Deserialize;

use crate::bench::Bench;
use crate::entry::{Entry, data};
use crate::error::ReproduceError;
use crate::figure::{Evidence, Figure, Section};
use crate::target::Target;

pub const ENTRY: Entry = Entry {
    name: "friedrich/bulk-modulus",
    title: "Bulk modulus, pressure and Newton iterations of a hydraulic node",
    about: "The law that the master evaluates, with the printed fluid: Ẽ = 8210 bar, ν = 0.08, κ = 1.4, p̃ = 1 bar. In \
            (2.94) the exponents are 1/κ and −(1 + 1/κ); read as κ − 1, E(10 bar) would be half as large. g(p) in \
            (2.95) includes the factor 1/a. The thesis says that Newton's method (2.96) from the last pressure \
            takes 2 or 3 iterations: so it does for small steps. With the modulus of the last point (2.93) the \
            pressure drifts by an error of first order.",
    fmus: &[],
    run,
    pictures: None,
};

/// The fluid of the thesis.
const OIL: Fluid =
    Fluid { modulus: 821e6, gas_fraction: 0.08, exponent: 1.4, reference_pressure: P0 };
/// Pressure of the node with nothing pushed in.
const P0: f64 = 1e5;

#[derive(Deserialize)]
struct Data {
    /// p and E(p).
    modulus: Vec<(f64, f64)>,
    /// s and p.
    pressure: Vec<(f64, f64)>,
    newton: Vec<Ramp>,
    stepped: Vec<Stepped>,
}

/// s from one value to another in equal steps, and the Newton iterations that it takes, each step
/// from the pressure of the last.
#[derive(Deserialize)]
struct Ramp {
    from: f64,
    to: f64,
    steps: usize,
    tolerance: f64,
    mean: f64,
    largest: usize,
}

/// The pressure after s was reached in equal steps with the modulus of the last.
#[derive(Deserialize)]
struct Stepped {
    s: f64,
    steps: usize,
    pressure: f64,
}

fn run(_: &Bench) -> Result<Vec<Section>, ReproduceError> {
    let Data { modulus, pressure, newton, stepped } =
        data(include_str!("../../data/friedrich_bulk_modulus.json"));
    let within = |value| Target::relative(value, 1e-9);
    let modulus = modulus.into_iter().map(|(p, modulus)| {
        Figure::new(format!("p = {p} Pa"), OIL.modulus_at(p)).recomputed(within(modulus))
    });
    let pressure = pressure.into_iter().map(|(s, pressure)| {
        Figure::new(format!("s = {s}"), OIL.pressure(P0, s, P0)).recomputed(within(pressure))
    });
    let stepped = stepped.into_iter().map(|Stepped { s, steps, pressure }| {
        Figure::new(format!("s = {s} in {steps} steps"), drifted(s, steps))
            .recomputed(within(pressure))
    });
    let sections = [
        Section::new("E(p) in Pa", modulus.collect()),
        Section::new("p(s) in Pa", pressure.collect()),
        Section::new("Newton iterations per step", newton.iter().flat_map(Ramp::figures).collect()),
        Section::new("p in Pa with the modulus of the last point", stepped.collect()),
    ];
    Ok(sections.into_iter().map(|section| section.evidence(Evidence::Formula)).collect())
}

impl Ramp {
    fn figures(&self) -> [Figure; 2] {
        let Self { from, to, steps, tolerance, mean, largest } = *self;
        let mut p = OIL.pressure(P0, from, P0);
        let mut counts = Vec::with_capacity(steps);
        for k in 1..=steps {
            let s = from + (to - from) * k as f64 / steps as f64;
            let count;
            (p, count) = iterations(s, p, tolerance);
            counts.push(count);
        }
        let found_mean = counts.iter().sum::<usize>() as f64 / steps as f64;
        let found_largest = counts.into_iter().max().unwrap_or(0);
        let name = format!("s = {from} to {to} in {steps} steps, tolerance {tolerance:e}");
        [
            Figure::new(format!("{name}, mean"), found_mean)
                .recomputed(Target::absolute(mean, 0.05)),
            Figure::new(format!("{name}, largest"), found_largest as f64)
                .recomputed(Target::absolute(largest as f64, 1.0)),
        ]
    }
}

/// The pressure at `s` by the law's Newton steps from `p`, and how many there were until one moved
/// the pressure by no more than the relative tolerance.
fn iterations(s: f64, mut p: f64, tolerance: f64) -> (f64, usize) {
    let mut count = 0;
    loop {
        let next = OIL.newton_step(P0, s, p);
        count += 1;
        if (next - p).abs() <= tolerance * next || !next.is_finite() {
            return (next, count);
        }
        p = next;
    }
}

/// The pressure of a node of 1 m³ after `steps` communication points up to `s`.
fn drifted(s: f64, steps: usize) -> f64 {
    let line = Line { volume: OutputId(0), flow: OutputId(1), pressure: InputId(0) };
    let mut node = HydraulicNode::new(vec![line], 1.0, P0, Compressibility::Stepped(OIL));
    for k in 1..=steps {
        node.accept(0.0, &[s * k as f64 / steps as f64, 0.0]);
    }
    let mut p = [0.0];
    node.add(&[s, 0.0], &mut p);
    p[0]
}

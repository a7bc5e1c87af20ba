//! What a step costs: time per step, per sphere and per contact for a shaken container with more and more spheres.
//!
//! `cargo run --release -p nonsmooth --example cost`, or with numbers of spheres behind `--`

use std::f64::consts::TAU;
use std::time::Instant;

use nonsmooth::{Container, Settings, Sphere, Vector, World, packing};

/// Cylinder of 10 mm radius and 11.84 mm height; all spheres together have 7 g.
const RADIUS: f64 = 0.01;
const HEIGHT: f64 = 0.01184;
const DENSITY: f64 = 11344.0;
const MASS: f64 = 7e-3;
const H: f64 = 1e-4;
const STEPS: usize = 20_000;

fn main() {
    println!("container shaken by 3 mm at 15.5 Hz for 2 s in steps of 0.1 ms");
    println!(
        "    n  run time (s)  step (µs)  per sphere (ns)  contacts  sweeps  per contact and sweep (ns)"
    );
    let asked: Vec<usize> = std::env::args().skip(1).filter_map(|n| n.parse().ok()).collect();
    for n in if asked.is_empty() { vec![20, 50, 147, 500] } else { asked } {
        let radius = (3.0 * MASS / (2.0 * TAU * DENSITY * n as f64)).cbrt();
        let places = packing::layers(n, radius, RADIUS, HEIGHT).expect("they fit");
        let spheres: Vec<_> =
            places.into_iter().map(|r| Sphere::solid(radius, DENSITY, r)).collect();
        let container = Container::cylinder(0.0358, RADIUS, HEIGHT);
        let mut world = World::new(Settings::default(), container, &spheres);
        let (mut contacts, mut sweeps, mut visits) = (0, 0, 0);
        let begin = Instant::now();
        for k in 0..STEPS {
            let omega = TAU * 15.5;
            let velocity = 3e-3 * omega * (omega * (k + 1) as f64 * H).cos();
            world.step(H, Vector::along_y(velocity)).expect("a step");
            contacts += world.contacts().len();
            sweeps += world.outcome().sweeps;
            visits += world.contacts().len() * world.outcome().sweeps;
        }
        let seconds = begin.elapsed().as_secs_f64();
        let step = seconds / STEPS as f64;
        println!(
            "{n:>5}  {seconds:>12.3}  {:>9.2}  {:>15.1}  {:>8.1}  {:>6.1}  {:>26.2}",
            1e6 * step,
            1e9 * step / n as f64,
            contacts as f64 / STEPS as f64,
            sweeps as f64 / STEPS as f64,
            1e9 * seconds / visits as f64,
        );
    }
}

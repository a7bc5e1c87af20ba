//! What one evaluation of the right-hand side costs for every built-in layout: alone at the start, and in a run of the model with its
//! default solver, whose own work is then counted too.

use std::hint::black_box;
use std::time::Instant;

use chain_drive::ChainDrive;
use chain_drive::built_in::BUILT_IN;
use chain_drive::drive::Drive;
use chain_drive::layout::Layout;
use chain_drive::values::{Values, WheelValues};
use fmu_builder::Structural;
use fmu_builder::runtime::{Failure, Instance, Interface};

/// Evaluations per measurement.
const EVALUATIONS: u32 = 20_000;
/// Measurements, of which the fastest counts.
const MEASUREMENTS: u32 = 10;
/// Communication steps of a run, and their length in s.
const STEPS: u32 = 1000;
const STEP: f64 = 1e-5;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("{:10} {:>5}   alone                      in a run", "layout", "links");
    for (name, _) in BUILT_IN {
        let layout = Layout::new(name)?;
        let (drive, x) = Drive::new(&layout)?;
        let alone = alone(&layout, &drive, &x);
        let running = (0..3).map(|_| in_a_run(name)).collect::<Result<Vec<_>, _>>()?;
        let running = running.into_iter().fold(f64::INFINITY, f64::min);
        let [alone, running] = [alone, running].map(|time| {
            format!("{:5.2} us, {:4.1} ns per link", time * 1e6, time * 1e9 / drive.pins as f64)
        });
        println!("{name:10} {:5}   {alone}   {running}", drive.pins);
    }
    Ok(())
}

/// Seconds per evaluation at the start.
fn alone(layout: &Layout, drive: &Drive, x: &[f64]) -> f64 {
    let wheels = WheelValues::of(layout);
    let values = Values::of(layout, &wheels);
    let u = vec![0.0; 3 * wheels.len() + 1];
    let mut dx = vec![0.0; x.len()];
    let measure = |_| {
        let start = Instant::now();
        for _ in 0..EVALUATIONS {
            black_box(drive.derivatives(&values, black_box(0.01), black_box(x), &u, &mut dx));
        }
        start.elapsed().as_secs_f64() / f64::from(EVALUATIONS)
    };
    (0..MEASUREMENTS).map(measure).fold(f64::INFINITY, f64::min)
}

/// Seconds per evaluation in a run.
fn in_a_run(layout: &str) -> Result<f64, Failure> {
    let structural = Structural::default().with("layout", layout);
    let mut instance = Instance::<ChainDrive>::structured(Interface::CoSimulation, &structural);
    instance.enter_initialization()?;
    instance.exit_initialization()?;
    let start = Instant::now();
    for k in 0..STEPS {
        instance.do_step(f64::from(k) * STEP, STEP)?;
    }
    let time = start.elapsed().as_secs_f64();
    Ok(time / instance.real("evaluations")?)
}

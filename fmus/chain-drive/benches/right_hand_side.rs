//! What one evaluation of the right-hand side costs, in ns per link, for every built-in layout.

use std::hint::black_box;
use std::time::Instant;

use chain_drive::drive::{Drive, Values, WheelValues};
use chain_drive::layout::{BUILT_IN, Layout};

/// Evaluations per measurement.
const EVALUATIONS: u32 = 20_000;
/// Measurements, of which the fastest counts.
const MEASUREMENTS: u32 = 10;

fn main() {
    for (name, _) in BUILT_IN {
        let layout = Layout::new(name).expect("a built-in layout is right");
        let (drive, x) = Drive::new(&layout).expect("a built-in layout can be placed");
        let wheels = WheelValues::of(&layout);
        let values = Values::of(&layout, &wheels);
        let u = vec![0.0; 3 * wheels.len() + 1];
        let mut dx = vec![0.0; x.len()];
        let measure = |_| {
            let start = Instant::now();
            for _ in 0..EVALUATIONS {
                black_box(drive.derivatives(&values, black_box(0.01), black_box(&x), &u, &mut dx));
            }
            start.elapsed().as_secs_f64() / f64::from(EVALUATIONS)
        };
        let best = (0..MEASUREMENTS).map(measure).fold(f64::INFINITY, f64::min);
        let (links, per_link) = (drive.pins, best * 1e9 / drive.pins as f64);
        println!("{name:10} {links:4} links  {:6.2} us  {per_link:5.1} ns per link", best * 1e6);
    }
}

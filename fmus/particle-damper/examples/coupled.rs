//! The simplified system of Zhang et al. (2022), section 4.3, for 2 s: the largest displacement of the container in each half
//! second, without and with spheres.
//!
//! `cargo run --release -p particle-damper --example coupled`, or with numbers of spheres behind `--`

#[path = "../tests/sweep/mod.rs"]
mod sweep;

use std::time::Instant;

use sweep::Coupled;

fn main() {
    let asked: Vec<usize> = std::env::args().skip(1).filter_map(|n| n.parse().ok()).collect();
    println!("   n  largest |y| in each half second (mm)    run time (s)");
    for n in if asked.is_empty() { vec![0, 20, 50, 147] } else { asked } {
        let begin = Instant::now();
        // Without spheres their mass is fixed to the oscillator.
        let added = if n == 0 { 7e-3 } else { 0.0 };
        let maxima = Coupled::started(n, added, 1e-4).maxima(4);
        let maxima: Vec<_> = maxima.iter().map(|y| format!("{:8.4}", 1e3 * y)).collect();
        println!("{n:>4}  {}  {:>16.2}", maxima.join(" "), begin.elapsed().as_secs_f64());
    }
}

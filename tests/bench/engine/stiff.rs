//! What a stiff solver makes of the flat engine as one FMU.
//!
//! The tensioners alone are stiff: a cage of 0.02 cm³ of oil with an eigenvalue of some −8e6 1/s, which holds an explicit solver to
//! a third of a microsecond. An implicit solver has no such limit, but pays for a matrix of more than a thousand states in every step. What
//! it could gain at the very best is shown by the same engine with a larger cage, which is not stiff.

use crate::variant::Variant;

/// In s; a stiff step takes long.
const STOP: f64 = 2e-5;

pub fn measure() {
    println!("\nstiff: (b) as one FMU, tolerance 0.1, per simulated ms");
    let engine = |stop: f64| Variant::new("flat-one", "1 FMU").step(5e-6).stop(stop).tolerance(0.1);
    let rodas4 = |stop| engine(stop).start("solver", "rodas4");
    let large = |stop| {
        let cage = engine(stop).start("tensioner_left.V_b", 3e-7);
        cage.start("tensioner_right.V_b", 3e-7)
    };
    let rows = [
        ("bs23", engine(0.01), 0.01),
        ("rodas4, dense Jacobian by differences", rodas4(STOP), STOP),
        ("bs23 with cages of 0.3 cm³: not stiff", large(0.01), 0.01),
    ];
    println!("{:<42} {:>12} {:>12} {:>14}", "", "1000 RHS", "ms", "time of bs23 / own");
    let mut first = None;
    for (name, variant, stop) in rows {
        let per_ms = 1e-3 / stop;
        let (count, time) = (variant.count().total() * per_ms, variant.time() * per_ms);
        let whole = *first.get_or_insert(time);
        println!("{name:<42} {:>12.1} {:>12.1} {:>14.4}", count / 1e3, 1e3 * time, whole / time);
    }
}

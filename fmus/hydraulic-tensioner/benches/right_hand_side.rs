//! Cost of the right-hand side alone, and of one evaluation in a run with bs23.

use std::hint::black_box;
use std::time::Instant;

use fmu_builder::SolverKind;
use fmu_builder::runtime::Instance;
use hydraulic_tensioner::{At, HydraulicTensioner, Tensioner};

fn main() {
    let at = At { x: 1e-3, v: 0.1, p_h: 3e5, p_b: 3.2e5, p_c: 3.7e5, q_l: 1e-5 };
    let tensioner = Tensioner::default();
    let best = (0..20).map(|_| {
        let (begin, count) = (Instant::now(), 100_000);
        for _ in 0..count {
            black_box(black_box(&tensioner).rates(black_box(&at), -50.0, 4.5e5));
        }
        begin.elapsed().as_secs_f64() / f64::from(count)
    });
    println!("equations alone: {:.1} ns", 1e9 * best.fold(f64::INFINITY, f64::min));
    for (supply, name) in [(1.0, "pump"), (2.0, "node")] {
        let start = [("supply", supply), ("F", -50.0)];
        let made = Instance::<HydraulicTensioner>::started(SolverKind::Bs23, &start);
        let mut instance = made.expect("it starts");
        let begin = Instant::now();
        for k in 0..1000 {
            instance.do_step(f64::from(k) * 1e-5, 1e-5).expect("it steps");
        }
        let took = begin.elapsed().as_secs_f64();
        let evaluations = instance.real("evaluations").expect("it counts");
        println!("bs23, {name}: {:.1} ns, {evaluations} evaluations", 1e9 * took / evaluations);
    }
}

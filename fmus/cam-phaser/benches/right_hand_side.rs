//! Cost of the right-hand side alone, and of one evaluation in a run with bs23.

use std::hint::black_box;
use std::time::Instant;

use cam_phaser::{Applied, At, CamPhaser, Phaser};
use fmu_builder::SolverKind;
use fmu_builder::runtime::Instance;

fn main() {
    let (phi, omega) = ([0.1, 0.12], [157.0, 160.0]);
    let at = At { phi, omega, p_a: 6e5, p_b: 2.5e5, p_p: 4e5, q_in: 3e-5, q_out: 0.0 };
    let applied = Applied { torque: [5.0, -12.0], p_in: 4.2e5, spool: 0.7, p_out: 3.8e5 };
    let phaser = Phaser::default();
    let best = (0..20).map(|_| {
        let (begin, count) = (Instant::now(), 100_000);
        for _ in 0..count {
            black_box(black_box(&phaser).rates(black_box(&at), black_box(&applied)));
        }
        begin.elapsed().as_secs_f64() / f64::from(count)
    });
    println!("equations alone: {:.1} ns", 1e9 * best.fold(f64::INFINITY, f64::min));
    let start = [("s", 0.6), ("stator.M", 3.0), ("rotor.M", -3.0)];
    let made = Instance::<CamPhaser>::started(SolverKind::Bs23, &start);
    let mut instance = made.expect("it starts");
    let begin = Instant::now();
    for k in 0..10_000 {
        instance.do_step(f64::from(k) * 1e-5, 1e-5).expect("it steps");
    }
    let took = begin.elapsed().as_secs_f64();
    let evaluations = instance.real("evaluations").expect("it counts");
    println!("bs23: {:.1} ns, {evaluations} evaluations", 1e9 * took / evaluations);
}

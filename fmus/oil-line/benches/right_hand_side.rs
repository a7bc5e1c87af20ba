//! Cost of one evaluation of the right-hand side in a run with bs23.

use std::time::Instant;

use fmu_builder::SolverKind;
use fmu_builder::runtime::Instance;
use oil_line::OilLine;

fn main() {
    for (source, name) in [(1.0, "pump"), (2.0, "ambient")] {
        let start = [("source", source), ("p", 4e5)];
        let made = Instance::<OilLine>::started(SolverKind::Bs23, &start);
        let mut instance = made.expect("it starts");
        let begin = Instant::now();
        for k in 0..100_000 {
            instance.do_step(f64::from(k) * 1e-5, 1e-5).expect("it steps");
        }
        let took = begin.elapsed().as_secs_f64();
        let evaluations = instance.real("evaluations").expect("it counts");
        println!("bs23, {name}: {:.1} ns, {evaluations} evaluations", 1e9 * took / evaluations);
    }
}

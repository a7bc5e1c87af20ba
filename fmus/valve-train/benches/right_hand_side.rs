//! Cost of one evaluation of the right-hand side in a run with bs23, for several numbers of coils.

use std::time::Instant;

use fmu_builder::runtime::{Instance, Interface};
use fmu_builder::{SolverKind, Structural};
use valve_train::ValveTrain;

fn main() {
    for coils in [8, 120] {
        let structural = Structural::default().with("coils", coils);
        let mut train = Instance::<ValveTrain>::structured(Interface::CoSimulation, &structural);
        train.set_solver(SolverKind::Bs23).expect("it has bs23");
        train.enter_initialization().expect("it starts");
        train.exit_initialization().expect("it starts");
        let begin = Instant::now();
        for k in 0..2000 {
            train.do_step(f64::from(k) * 1e-5, 1e-5).expect("it steps");
        }
        let took = begin.elapsed().as_secs_f64();
        let evaluations = train.real("evaluations").expect("it counts");
        let each = 1e6 * took / evaluations;
        println!("{coils} coils: {each:.3} us per evaluation with bs23, {evaluations} evaluations");
        let states = 2 * 3 + 2 * 6 * (coils + 1) + 3;
        println!("  alone: {:.3} us", 1e6 * alone(&structural, states));
    }
}

/// One evaluation as model exchange asks for it, with the copies of states that it makes.
fn alone(structural: &Structural, states: usize) -> f64 {
    let mut train = Instance::<ValveTrain>::structured(Interface::ModelExchange, structural);
    train.enter_initialization().expect("it starts");
    train.exit_initialization().expect("it starts");
    train.enter_continuous_time_mode().expect("it goes on");
    let (mut x, mut dx) = (vec![0.0; states], vec![0.0; states]);
    train.continuous_states(&mut x).expect("it has them");
    let best = (0..20).map(|_| {
        let (begin, count) = (Instant::now(), 2000);
        for _ in 0..count {
            train.set_continuous_states(&x).expect("they fit");
            train.derivatives(&mut dx).expect("they can be computed");
        }
        begin.elapsed().as_secs_f64() / f64::from(count)
    });
    best.fold(f64::INFINITY, f64::min)
}

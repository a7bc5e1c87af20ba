//! The model as a slave: its energy balance, its saved states, its allocations.

use coupling::Polynomial;
use coupling::slave::{Slave, Slot, Step};
use fmu_builder::in_process::ModelSlave;
use fmu_builder::{SolverKind, Structural, check, check_as};
use macrostep_tests::counting::{Counting, allocations};
use valve_train::ValveTrain;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Macro step in s.
const H: f64 = 1e-5;
const INPUTS: [&str; 1] = ["M"];
/// The first four are the energies.
const OUTPUTS: [&str; 7] =
    ["energy", "dissipated", "work_external", "work_ports", "phi", "omega", "valve[3].x"];

/// With few coils, so that its springs are quickly stepped through.
fn made(solver: SolverKind, start: &[(&str, f64)]) -> ModelSlave<ValveTrain> {
    let few = Structural::default().with("coils", 4);
    ModelSlave::structured(&few, solver, start, &INPUTS, &OUTPUTS).unwrap()
}

/// The inputs at the communication points; in between they are linear.
fn applied(t: f64) -> [f64; INPUTS.len()] {
    [4.0 + 10.0 * (3e2 * t).sin()]
}

/// Macro step `k`.
fn step(slave: &mut ModelSlave<ValveTrain>, k: u64) -> [f64; OUTPUTS.len()] {
    let [t, end] = [k, k + 1].map(|k| k as f64 * H);
    let (now, next) = (applied(t), applied(end));
    let u = std::array::from_fn::<_, { INPUTS.len() }, _>(|i| {
        Polynomial::new(&[now[i], next[i] - now[i]])
    });
    let mut y = [0.0; OUTPUTS.len()];
    slave.step(&Step { t, end, h: H }, &u, &mut y).unwrap();
    y
}

/// How far the balance energy − work + dissipated moves from its start within `steps` macro steps of rk4, and the
/// energy dissipated.
fn defect(steps: u64, micro_step: f64) -> [f64; 2] {
    let mut slave = made(SolverKind::Rk4, &[("micro_step", micro_step)]);
    let start = slave.instance().real("energy").unwrap();
    let mut largest: f64 = 0.0;
    let mut lost = 0.0;
    for k in 0..steps {
        let [energy, dissipated, external, ports, ..] = step(&mut slave, k);
        largest = largest.max((energy - start + dissipated - external - ports).abs());
        lost = dissipated;
    }
    [largest, lost]
}

#[test]
fn the_defect_of_the_energy_balance_falls_with_the_micro_step() {
    let [coarse, fine] = [2e-6, 2.5e-7].map(|micro_step| defect(1000, micro_step));
    // Order 4 while contacts neither begin nor end; the force has a kink in its slope where they do, which is order 3.
    let order = (coarse[0] / fine[0]).log2() / 3.0;
    assert!(order > 2.8, "{:e}, {:e}: order {order}", coarse[0], fine[0]);
    assert!(fine[0] < 1e-10 * fine[1], "{:e} of {} J", fine[0], fine[1]);
}

#[test]
fn a_restored_slave_takes_the_same_steps_bit_by_bit() {
    let mut slave = made(SolverKind::Bs23, &[]);
    (0..20).for_each(|k| _ = step(&mut slave, k));
    slave.save(Slot::MacroStart).unwrap();
    let run = |slave: &mut ModelSlave<ValveTrain>| -> Vec<_> {
        (20..40).map(|k| step(slave, k).map(f64::to_bits)).collect()
    };
    let expected = run(&mut slave);
    slave.restore(Slot::MacroStart).unwrap();
    assert_eq!(run(&mut slave), expected);
}

#[test]
fn a_step_allocates_nothing() {
    let mut slave = made(SolverKind::Bs23, &[]);
    step(&mut slave, 0);
    let before = allocations();
    (1..20).for_each(|k| _ = step(&mut slave, k));
    assert_eq!(allocations() - before, 0);
}

#[test]
fn it_can_be_exported() {
    assert_eq!(
        [check::<ValveTrain>(), check_as::<ValveTrain>(&Structural::default().with("coils", 3))]
            .concat(),
        Vec::<String>::new()
    );
}

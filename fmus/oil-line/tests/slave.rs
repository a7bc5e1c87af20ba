//! The model as a slave: its energy balance, its saved states, its allocations.

use coupling::Polynomial;
use coupling::slave::{Slave, Slot, Step};
use fmu_builder::in_process::ModelSlave;
use fmu_builder::runtime::Instance;
use fmu_builder::{SolverKind, check};
use macrostep_tests::counting::{Counting, allocations};
use oil_line::OilLine;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Macro step in s.
const H: f64 = 1e-4;
const INPUTS: [&str; 2] = ["p_source", "p"];
/// The first four are the energies.
const OUTPUTS: [&str; 6] = ["energy", "dissipated", "work_external", "work_ports", "Q", "V"];

fn made(solver: SolverKind, start: &[(&str, f64)]) -> ModelSlave<OilLine> {
    ModelSlave::with_solver(solver, start, &INPUTS, &OUTPUTS).unwrap()
}

/// The inputs at the communication points; in between they are linear.
fn applied(t: f64) -> [f64; INPUTS.len()] {
    [4e5 + 1e5 * (1e3 * t).cos(), 2e5 + 1e5 * (3e2 * t).sin()]
}

/// Macro step `k`.
fn step(slave: &mut ModelSlave<OilLine>, k: u64) -> [f64; OUTPUTS.len()] {
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
fn defect(source: f64, steps: u64, micro_step: f64) -> [f64; 2] {
    let mut slave = made(SolverKind::Rk4, &[("source", source), ("micro_step", micro_step)]);
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
fn the_defect_of_the_energy_balance_is_of_order_4_with_every_source() {
    for source in [1.0, 2.0, 3.0] {
        let [coarse, fine] = [1e-4, 5e-5].map(|micro_step| defect(source, 1000, micro_step)[0]);
        let order = (coarse / fine).log2();
        assert!((order - 4.0).abs() < 0.2, "source {source}: {coarse:e}, {fine:e}: order {order}");
    }
}

#[test]
fn a_constant_pressure_ends_in_the_flow_that_friction_allows() {
    // p_src − p = R Q + Q²/K² with the surroundings as source: oil flows out of the node.
    let start = [("source", 2.0), ("p", 4e5)];
    let mut line = Instance::<OilLine>::started(SolverKind::Rk4, &start).unwrap();
    (0..100).for_each(|k| line.do_step(k as f64 * 1e-2, 1e-2).unwrap());
    let (r, k2) = (2e8, 1e-12);
    let q = 0.5 * k2 * (r - f64::sqrt(r * r + 4.0 * 3e5 / k2));
    let found = line.real("Q").unwrap();
    assert!((found / q - 1.0).abs() < 1e-12, "{found} is not {q}");
}

#[test]
fn a_restored_slave_takes_the_same_steps_bit_by_bit() {
    let mut slave = made(SolverKind::Bs23, &[]);
    (0..20).for_each(|k| _ = step(&mut slave, k));
    slave.save(Slot::MacroStart).unwrap();
    let run = |slave: &mut ModelSlave<OilLine>| -> Vec<_> {
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
    assert_eq!(check::<OilLine>(), Vec::<String>::new());
}

//! The model as a slave: its energy balance, its saved states, its allocations.

use cam_phaser::CamPhaser;
use coupling::Polynomial;
use coupling::slave::{Slave, Slot, Step};
use fmu_builder::in_process::ModelSlave;
use fmu_builder::{SolverKind, check};
use macrostep_tests::counting::{Counting, allocations};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Macro step in s.
const H: f64 = 1e-5;
const INPUTS: [&str; 5] = ["stator.M", "rotor.M", "p_in", "s", "p_out"];
/// The first four are the energies.
const OUTPUTS: [&str; 7] =
    ["energy", "dissipated", "work_external", "work_ports", "psi", "Q_in_node", "V_out"];

fn made(solver: SolverKind, start: &[(&str, f64)]) -> ModelSlave<CamPhaser> {
    ModelSlave::with_solver(solver, start, &INPUTS, &OUTPUTS).unwrap()
}

/// The inputs at the communication points; in between they are linear.
fn applied(t: f64) -> [f64; INPUTS.len()] {
    let wave = (5e2 * t).sin();
    let (p_in, spool) = (4e5 + 1e5 * (1e3 * t).cos(), 0.5 + 0.4 * (4e2 * t).sin());
    [30.0 * wave, -20.0 * wave, p_in, spool, 3e5]
}

/// Macro step `k`.
fn step(slave: &mut ModelSlave<CamPhaser>, k: u64) -> [f64; OUTPUTS.len()] {
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
fn defect(outlet: f64, steps: u64, micro_step: f64) -> [f64; 2] {
    let mut slave = made(SolverKind::Rk4, &[("outlet", outlet), ("micro_step", micro_step)]);
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
fn the_defect_of_the_energy_balance_is_of_order_4_with_and_without_outlet() {
    for outlet in [1.0, 2.0] {
        let [coarse, fine] = [5e-6, 2.5e-6].map(|micro_step| defect(outlet, 1000, micro_step)[0]);
        let order = (coarse / fine).log2();
        assert!((order - 4.0).abs() < 0.2, "outlet {outlet}: {coarse:e}, {fine:e}: order {order}");
    }
}

#[test]
fn nothing_flows_through_an_outlet_that_is_closed() {
    let closed = [("outlet", 1.0), ("Q0", 1e-5)];
    let mut slave = made(SolverKind::Bs23, &closed);
    (0..50).for_each(|k| _ = step(&mut slave, k));
    let [q_in, q_out, v_out] = slave.instance().reals(["Q_in", "Q_out", "V_out"]).unwrap();
    assert_eq!([q_out, v_out], [0.0, 0.0]);
    assert!(q_in != 0.0);
}

#[test]
fn a_restored_slave_takes_the_same_steps_bit_by_bit() {
    let mut slave = made(SolverKind::Bs23, &[]);
    (0..20).for_each(|k| _ = step(&mut slave, k));
    slave.save(Slot::MacroStart).unwrap();
    let run = |slave: &mut ModelSlave<CamPhaser>| -> Vec<_> {
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
    assert_eq!(check::<CamPhaser>(), Vec::<String>::new());
}

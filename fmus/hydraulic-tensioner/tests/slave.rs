//! The model as a slave: its energy balance, its saved states, its allocations.

use coupling::Polynomial;
use coupling::slave::{Slave, Slot, Step};
use fmu_builder::in_process::ModelSlave;
use fmu_builder::{SolverKind, check};
use hydraulic_tensioner::HydraulicTensioner;
use macrostep_tests::counting::{Counting, allocations};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Macro step in s.
const H: f64 = 1e-5;
const INPUTS: [&str; 2] = ["F", "p"];
/// The first four are the energies.
const OUTPUTS: [&str; 7] =
    ["energy", "dissipated", "work_external", "work_ports", "x", "Q", "evaluations"];

fn made(solver: SolverKind, start: &[(&str, f64)]) -> ModelSlave<HydraulicTensioner> {
    ModelSlave::with_solver(solver, start, &INPUTS, &OUTPUTS).unwrap()
}

/// The inputs at the communication points; in between they are linear.
fn applied(t: f64) -> [f64; INPUTS.len()] {
    [-100.0 + 60.0 * (2e3 * t).sin(), 4e5 + 5e4 * (3e3 * t).cos()]
}

/// Macro step `k`.
fn step(slave: &mut ModelSlave<HydraulicTensioner>, k: u64) -> [f64; OUTPUTS.len()] {
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
fn defect(supply: f64, steps: u64, micro_step: f64) -> [f64; 2] {
    let mut slave = made(SolverKind::Rk4, &[("supply", supply), ("micro_step", micro_step)]);
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
fn the_energy_balance_closes_to_rounding_with_either_supply() {
    for supply in [1.0, 2.0] {
        // 1e4 micro steps, each of which rounds sums of some 0.01 J by 1e-18 J.
        let [defect, dissipated] = defect(supply, 200, 2e-7);
        assert!(defect < 1e-14 && dissipated > 5e-3, "{supply}: {defect:e} of {dissipated} J");
    }
}

#[test]
fn a_restored_slave_takes_the_same_steps_bit_by_bit() {
    let mut slave = made(SolverKind::Bs23, &[]);
    (0..20).for_each(|k| _ = step(&mut slave, k));
    slave.save(Slot::MacroStart).unwrap();
    let run = |slave: &mut ModelSlave<HydraulicTensioner>| -> Vec<_> {
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
    assert_eq!(check::<HydraulicTensioner>(), Vec::<String>::new());
}

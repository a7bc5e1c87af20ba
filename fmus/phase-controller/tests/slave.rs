//! The controller as a slave: when it samples, what it wants, its saved states.

use coupling::Polynomial;
use coupling::slave::{Slave, Slot, Step};
use fmu_builder::in_process::ModelSlave;
use fmu_builder::{SolverKind, check};
use phase_controller::{Gains, PhaseController};

const INPUTS: [&str; 4] = ["psi_ex", "psidot_ex", "psi_in", "psidot_in"];
const OUTPUTS: [&str; 4] = ["s_ex", "s_in", "I_ex", "I_in"];

fn made(start: &[(&str, f64)]) -> ModelSlave<PhaseController> {
    ModelSlave::with_solver(SolverKind::Exact, start, &INPUTS, &OUTPUTS).unwrap()
}

/// Step `k` of length `h` with inputs held.
fn step(slave: &mut ModelSlave<PhaseController>, k: u64, h: f64, u: [f64; 4]) -> [f64; 4] {
    let [t, end] = [k, k + 1].map(|k| k as f64 * h);
    let mut y = [0.0; 4];
    slave.step(&Step { t, end, h }, &u.map(Polynomial::constant), &mut y).unwrap();
    y
}

#[test]
fn both_channels_follow_their_set_values() {
    let (gains, h) = (Gains::default(), 1e-3);
    let u = [0.06, 0.5, 0.1, -0.2];
    let mut slave =
        made(&[("psi_ex", u[0]), ("psidot_ex", u[1]), ("psi_in", u[2]), ("psidot_in", u[3])]);
    // The sample at the start.
    let (mut of_ex, mut of_in) =
        (gains.sample(0.05, u[0], u[1], 0.0).1, gains.sample(0.05, u[2], u[3], 0.0).1);
    for k in 0..40 {
        let t = (k + 1) as f64 * h;
        let [s_ex, s_in, ..] = step(&mut slave, k, h, u);
        let set = if k + 1 < 20 { 0.05 } else { 0.15 };
        let (wanted_ex, grown_ex) = gains.sample(0.05 + 1.5 * t, u[0], u[1], of_ex);
        let (wanted_in, grown_in) = gains.sample(set, u[2], u[3], of_in);
        // The sums are formed in another order.
        assert!((s_ex - wanted_ex).abs() < 1e-14, "{t} s: {s_ex} is not {wanted_ex}");
        assert!((s_in - wanted_in).abs() < 1e-14, "{t} s: {s_in} is not {wanted_in}");
        (of_ex, of_in) = (grown_ex, grown_in);
    }
}

#[test]
fn the_spools_stay_until_the_next_sample() {
    let mut slave = made(&[("step_time", 0.0)]);
    let (h, u) = (2.5e-4, [0.05, 0.0, 0.05, 0.0]);
    let run: Vec<_> = (0..12).map(|k| step(&mut slave, k, h, u)).collect();
    for (k, pair) in run.windows(2).enumerate() {
        // Samples fall on every fourth communication point: the end of step 3, 7 and 11.
        assert_eq!(pair[0] != pair[1], (k + 2) % 4 == 0, "step {}", k + 1);
    }
}

#[test]
fn before_the_first_sample_the_spools_are_at_their_start() {
    let mut slave = made(&[("psi_ex", 0.05), ("psi_in", 0.05)]);
    assert_eq!(slave.instance().reals(["s_ex", "s_in"]).unwrap(), [0.5, 0.5]);
}

#[test]
fn a_restored_slave_takes_the_same_steps_bit_by_bit() {
    let mut slave = made(&[]);
    let (h, u) = (3e-4, [0.052, 0.1, 0.049, 0.3]);
    (0..20).for_each(|k| _ = step(&mut slave, k, h, u));
    slave.save(Slot::MacroStart).unwrap();
    let run = |slave: &mut ModelSlave<PhaseController>| -> Vec<_> {
        (20..60).map(|k| step(slave, k, h, u).map(f64::to_bits)).collect()
    };
    let expected = run(&mut slave);
    slave.restore(Slot::MacroStart).unwrap();
    assert_eq!(run(&mut slave), expected);
}

#[test]
fn it_can_be_exported() {
    assert_eq!(check::<PhaseController>(), Vec::<String>::new());
}

#[test]
fn the_spools_move_a_delay_after_a_sample_however_times_are_rounded() {
    let h = 1e-5;
    let mut slave = made(&[("delay", h), ("step_time", 0.0)]);
    let run: Vec<_> = (0..2000).map(|k| step(&mut slave, k, h, [0.05, 0.0, 0.05, 0.0])).collect();
    for (k, pair) in run.windows(2).enumerate() {
        // Samples fall on every hundredth communication point, and the spools move at the next one.
        let moves = pair[0][..2] != pair[1][..2];
        assert_eq!(moves, (k + 1) % 100 == 0, "point {}", k + 2);
    }
}

//! The energy of the cable alone: what it stores is what its tip has done on it.

use ancf_cable::AncfCable;
use fmu_builder::SolverKind;
use fmu_builder::runtime::Instance;

type Cable = Instance<AncfCable<5>>;
type Vector = [f64; 3];

fn started(solver: SolverKind, micro_step: f64) -> Cable {
    Cable::started(solver, &[("micro_step", micro_step)]).unwrap()
}

fn references(cable: &Cable) -> [u32; 6] {
    ["r_x", "r_y", "r_z", "v_x", "v_y", "v_z"].map(|name| cable.reference(name).unwrap())
}

/// Moves the tip over a step on the cubic with these positions and velocities at both ends.
fn move_tip(cable: &mut Cable, (t, h): (f64, f64), [r, v]: [Vector; 2], [r1, v1]: [Vector; 2]) {
    let references = references(cable);
    for n in 0..3 {
        let (rise, sum) = ((r1[n] - r[n]) / h, v[n] + v1[n]);
        let second = (6.0 * rise - 2.0 * v[n] - 2.0 * sum) / h;
        let third = 6.0 * (sum - 2.0 * rise) / (h * h);
        let [of_r, of_v] = [references[n], references[n + 3]];
        cable.set_real(&[of_r, of_v], &[r[n], v[n]]).unwrap();
        cable.set_input_derivatives(&[of_r; 3], &[1, 2, 3], &[v[n], second, third]).unwrap();
        cable.set_input_derivatives(&[of_v; 2], &[1, 2], &[second, third]).unwrap();
    }
    cable.do_step(t, h).unwrap();
}

/// The largest change of energy − work over 1 s of a tip on a path, and the work done.
fn imbalance(path: impl Fn(f64) -> [Vector; 2]) -> (f64, f64) {
    let (mut cable, h) = (started(SolverKind::Dopri5, 1e-4), 0.01);
    let references = references(&cable);
    cable.set_real(&references, path(0.0).as_flattened()).unwrap();
    let [before] = cable.reals(["energy"]).unwrap();
    let (mut change, mut most): (f64, f64) = (0.0, 0.0);
    for k in 0..100 {
        let t = f64::from(k) * h;
        move_tip(&mut cable, (t, h), path(t), path(t + h));
        let [energy, work] = cable.reals(["energy", "work"]).unwrap();
        change = change.max((energy - work - before).abs());
        most = most.max(work.abs());
    }
    (change, most)
}

const A: Vector = [4.330127018922194, 0.0, 2.5];

#[test]
fn stored_energy_is_the_work_of_the_tip_however_it_moves() {
    // The tolerance 1e-9 of the solver on energies of some 100 J.
    let bound = 1e-7;
    let held = imbalance(|_| [A, [0.0; 3]]);
    assert!(held.0 < bound && held.1 == 0.0, "held: {held:?}");
    let ramp = imbalance(|t| [[A[0] - 0.5 * t, t, A[2]], [-0.5, 1.0, 0.0]]);
    assert!(ramp.0 < bound && ramp.1 > 1.0, "ramp: {ramp:?}");
    let sine = imbalance(|t| {
        let (s, c) = (3.0 * t).sin_cos();
        [[A[0] - 0.2 * s, 0.4 * (1.0 - c), A[2] + s], [-0.6 * c, 1.2 * s, 3.0 * c]]
    });
    assert!(sine.0 < bound && sine.1 > 1.0, "sine: {sine:?}");
    let cubic = imbalance(|t| {
        let (two, three) = (t * t, t * t * t);
        [[A[0] + 0.1 * two - 0.3 * three, -two, A[2]], [0.2 * t - 0.9 * two, -2.0 * t, 0.0]]
    });
    assert!(cubic.0 < bound && cubic.1 > 1.0, "cubic: {cubic:?}");
}

/// The largest change of energy in 1 s of falling, with the tip held.
fn change_of_energy(micro_step: f64) -> f64 {
    let mut cable = started(SolverKind::SemiImplicitEuler, micro_step);
    let [before] = cable.reals(["energy"]).unwrap();
    let change = |k: i32| {
        cable.do_step(f64::from(k) * 0.01, 0.01).unwrap();
        (cable.reals(["energy"]).unwrap()[0] - before).abs()
    };
    (0..100).map(change).fold(0.0, f64::max)
}

#[test]
fn semi_implicit_euler_keeps_the_energy_but_for_a_swing_of_first_order() {
    let errors = [4e-4, 2e-4, 1e-4].map(change_of_energy);
    for pair in errors.windows(2) {
        let order = (pair[0] / pair[1]).log2();
        assert!((order - 1.0).abs() < 0.1, "order {order}");
    }
}

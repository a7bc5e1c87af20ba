//! The damper with prescribed motion: its equations, its states and its limits.

use coupling::Polynomial;
use coupling::slave::{Slave, Slot, Step};
use driven_mass::DrivenMass;
use fmu_builder::in_process::ModelSlave;
use fmu_builder::runtime::{Instance, Interface, Snapshot};
use fmu_builder::{SolverKind, check};
use particle_damper::ParticleDamper;

const H: f64 = 1e-4;
const RESULTS: [&str; 12] = [
    "x",
    "v",
    "a",
    "reaction",
    "kinetic",
    "potential",
    "dissipated",
    "work",
    "residual",
    "overlap",
    "r[1].x",
    "r[20].y",
];

fn started(values: &[(&str, f64)]) -> Instance<ParticleDamper> {
    Instance::started(SolverKind::Own, values).unwrap()
}

/// Shakes the container by 3 mm at 15.5 Hz.
fn shake(damper: &mut Instance<ParticleDamper>, k: usize) {
    let inputs = ["x_in", "v_in"].map(|name| damper.reference(name).unwrap());
    let omega = 31.0 * std::f64::consts::PI;
    let phase = omega * (k + 1) as f64 * H;
    let x = damper.real("x").unwrap();
    damper.set_real(&inputs, &[x, 3e-3 * omega * phase.cos()]).unwrap();
    damper.do_step(damper.time(), H).unwrap();
}

fn bits(damper: &mut Instance<ParticleDamper>) -> Vec<u64> {
    damper.reals(RESULTS).unwrap().iter().map(|value| value.to_bits()).collect()
}

#[test]
fn an_empty_container_is_a_driven_mass() {
    let mut empty = started(&[("n", 0.0), ("m_c", 2.0), ("x0", 0.3), ("v0", 1.0)]);
    let values = [("m", 2.0), ("x0", 0.3), ("v0", 1.0)];
    let mut mass = Instance::<DrivenMass>::started(SolverKind::Own, &values).unwrap();
    for n in 0..100 {
        let [x, v] = mass.reals(["x", "v"]).unwrap();
        let motion = [x + 1e-3 * (n as f64).sin(), (0.3 * n as f64).cos()];
        let inputs = ["x_in", "v_in"].map(|name| empty.reference(name).unwrap());
        empty.set_real(&inputs, &motion).unwrap();
        let inputs = ["x_in", "v_in"].map(|name| mass.reference(name).unwrap());
        mass.set_real(&inputs, &motion).unwrap();
        empty.do_step(n as f64 * 0.01, 0.01).unwrap();
        mass.do_step(n as f64 * 0.01, 0.01).unwrap();
        let [x_end, v_end, reaction] = mass.reals(["x", "v", "reaction"]).unwrap();
        let found = empty.reals(["x", "v", "reaction", "a"]).unwrap();
        assert_eq!(found[..2], [x_end, v_end]);
        assert!((found[2] - reaction).abs() <= 1e-14 * reaction.abs());
        assert!((found[3] * 0.01 - (v_end - v)).abs() < 1e-14);
    }
}

/// m_c Δv + Σ m Δv_y = Δt (−Σ m g − reaction), with the spheres' velocities from their positions.
#[test]
fn momentum_balances_with_the_reaction() {
    let mut damper = started(&[("v0", 0.2)]);
    let mass = 7e-3 / 20.0;
    let heights = |damper: &mut Instance<ParticleDamper>| -> Vec<f64> {
        let x = damper.real("x").unwrap();
        (1..=20).map(|i| x + damper.real(&format!("r[{i}].y")).unwrap()).collect()
    };
    let mut y = heights(&mut damper);
    let (mut momentum, mut largest) = (0.2 * (0.0358 + 7e-3), 0.0_f64);
    for k in 0..300 {
        shake(&mut damper, k);
        let y_end = heights(&mut damper);
        let moved: f64 = y_end.iter().zip(&y).map(|(end, start)| mass * (end - start) / H).sum();
        let [v, reaction] = damper.reals(["v", "reaction"]).unwrap();
        let end = 0.0358 * v + moved;
        let impulse = -H * (7e-3 * 9.81 + reaction);
        // Differences of positions are known to 1e-18 m, velocities by them to 1e-14 m/s.
        assert!((end - momentum - impulse).abs() < 1e-15 + 1e-10 * end.abs());
        (y, momentum, largest) = (y_end, end, largest.max(reaction.abs()));
    }
    assert!(largest > 10.0 * 0.43, "spheres hit the walls: {largest} N");
}

#[test]
fn a_restored_run_repeats_bit_for_bit() {
    let mut damper = started(&[("n", 40.0)]);
    (0..400).for_each(|k| shake(&mut damper, k));
    let (saved, at_save) = (damper.snapshot(), bits(&mut damper));
    let on = |damper: &mut Instance<ParticleDamper>| {
        (400..700).for_each(|k| shake(damper, k));
        bits(damper)
    };
    let expected = on(&mut damper);
    damper.restore(&saved).unwrap();
    assert_eq!(bits(&mut damper), at_save);
    assert_eq!(on(&mut damper), expected);
    // Into another instance, with another number of spheres, by bytes.
    let mut bytes = vec![0; saved.size()];
    saved.serialize(&mut bytes).unwrap();
    let mut other = started(&[("n", 7.0)]);
    let read: Snapshot = other.deserialize(&bytes).unwrap();
    other.restore(&read).unwrap();
    assert_eq!(bits(&mut other), at_save);
    assert_eq!(on(&mut other), expected);
}

#[test]
fn a_step_that_is_refused_changes_nothing() {
    let mut damper = started(&[]);
    (0..100).for_each(|k| shake(&mut damper, k));
    let before = bits(&mut damper);
    let v_in = [damper.reference("v_in").unwrap()];
    damper.set_real(&v_in, &[1e200]).unwrap();
    let failure = damper.do_step(damper.time(), H).unwrap_err().to_string();
    assert!(failure.contains("became infinite; shorten the step"), "{failure}");
    assert_eq!(bits(&mut damper), before);
    shake(&mut damper, 100);
}

#[test]
fn it_runs_without_an_fmu_and_can_be_rewound() {
    let outputs = ["x", "reaction", "dissipated", "contacts", "r[3].z"];
    let new = |n: f64| ModelSlave::<ParticleDamper>::new(&[("n", n)], &["x_in", "v_in"], &outputs);
    let (mut one, mut other) = (new(30.0).unwrap(), new(5.0).unwrap());
    let step = |slave: &mut ModelSlave<ParticleDamper>, k: usize| {
        let t = k as f64 * H;
        let u = [0.0, 0.3 * (100.0 * t).cos()].map(|u| Polynomial::new(&[u]));
        let mut y = [0.0; 5];
        slave.step(&Step { t, end: (k + 1) as f64 * H, h: H }, &u, &mut y).unwrap();
        y
    };
    for k in 0..50 {
        step(&mut one, k);
    }
    one.save(Slot::MacroStart).unwrap();
    let mut bytes = Vec::new();
    one.state_transfer().unwrap().serialise(Slot::MacroStart, &mut bytes).unwrap();
    let expected: Vec<_> = (50..80).map(|k| step(&mut one, k)).collect();
    one.restore(Slot::MacroStart).unwrap();
    assert_eq!((50..80).map(|k| step(&mut one, k)).collect::<Vec<_>>(), expected);
    other.state_transfer().unwrap().deserialise(Slot::MacroStart, &bytes).unwrap();
    other.restore(Slot::MacroStart).unwrap();
    assert_eq!((50..80).map(|k| step(&mut other, k)).collect::<Vec<_>>(), expected);
    // More is remembered than its states.
    assert!(one.continuous_states().is_none());
}

#[test]
fn it_can_be_exported_and_says_what_does_not_fit() {
    assert_eq!(check::<ParticleDamper>(), Vec::<String>::new());
    let refused = |values: &[(&str, f64)]| {
        Instance::<ParticleDamper>::started(SolverKind::Own, values).err().unwrap().to_string()
    };
    let told = refused(&[("n", 300.0), ("R_p", 1.5e-3)]);
    let words = "n = 300 spheres of 1.500e-3 m radius do not fit into R_c = 0.01 m";
    assert!(told.contains(words), "{told}");
    let told = refused(&[("n", 501.0)]);
    assert!(told.contains("must be at most 500"), "{told}");
    assert!(!Instance::<ParticleDamper>::offers(Interface::ModelExchange));
    for n in [0, 1, 20, 50, 147, 500] {
        let mut damper = started(&[("n", f64::from(n))]);
        shake(&mut damper, 0);
        let [last, next] = [n.max(1), n + 1].map(|i| format!("r[{i}].y"));
        assert_eq!(damper.real(&last).unwrap() > 0.0, n > 0);
        assert!(n == 500 || damper.real(&next).unwrap() == 0.0);
    }
}

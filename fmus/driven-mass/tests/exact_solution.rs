//! The driven mass against its formulas.

use driven_mass::DrivenMass;
use fmu_builder::SolverKind;
use fmu_builder::runtime::Instance;

const H: f64 = 0.01;

#[test]
fn it_follows_the_prescribed_motion_and_gives_the_force_for_it() {
    let (m, k, c, force) = (2.0, 30.0, 0.5, 7.0);
    let values = [("m", m), ("k", k), ("c", c), ("x0", 0.3), ("v0", 1.0), ("force", force)];
    let mut mass = Instance::<DrivenMass>::started(SolverKind::Own, &values).unwrap();
    let inputs = ["x_in", "v_in"].map(|name| mass.reference(name).unwrap());
    for n in 0..100 {
        let [x, v] = mass.reals(["x", "v"]).unwrap();
        let (x_in, v_in) = (x + 1e-3 * (n as f64).sin(), (0.3 * n as f64).cos());
        mass.set_real(&inputs, &[x_in, v_in]).unwrap();
        mass.do_step(n as f64 * H, H).unwrap();
        let [x_end, v_end, reaction] = mass.reals(["x", "v", "reaction"]).unwrap();
        assert!(((x - x_in) / H + v_end - v_in).abs() < 1e-12);
        assert!((x_end - x - H * v_end).abs() < 1e-14);
        // The momentum balances with the reaction.
        let impulse = H * (force - k * x - c * v - reaction);
        assert!((m * (v_end - v) - impulse).abs() < 1e-13);
    }
}

#[test]
fn at_constant_acceleration_the_reaction_is_minus_mass_times_acceleration() {
    let mut mass = Instance::<DrivenMass>::started(SolverKind::Own, &[("m", 3.0)]).unwrap();
    let inputs = ["x_in", "v_in"].map(|name| mass.reference(name).unwrap());
    for n in 0..50 {
        let x = mass.real("x").unwrap();
        mass.set_real(&inputs, &[x, 0.5 * (n + 1) as f64 * H]).unwrap();
        mass.do_step(n as f64 * H, H).unwrap();
        assert!((mass.real("reaction").unwrap() + 1.5).abs() < 1e-12);
    }
}

#[test]
fn there_is_no_other_solver() {
    let failure = Instance::<DrivenMass>::started(SolverKind::Dopri5, &[]).err().unwrap();
    assert!(failure.to_string().contains("the items are 6 = own"), "{failure}");
}

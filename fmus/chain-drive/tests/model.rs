//! The FMU: its variables, its solver, and what it gives against the right-hand side it is made of.

mod support;

use chain_drive::ChainDrive;
use chain_drive::built_in::BUILT_IN;
use fmu_builder::runtime::{Instance, Interface};
use fmu_builder::{SolverKind, Structural, check_as};
use support::{Running, rk4};

fn started(layout: &str, solver: SolverKind, values: &[(&str, f64)]) -> Instance<ChainDrive> {
    let structural = Structural::default().with("layout", layout);
    let mut instance = Instance::structured(Interface::CoSimulation, &structural);
    instance.set_solver(solver).unwrap();
    for (name, value) in values {
        let reference = instance.reference(name).unwrap_or_else(|| panic!("no {name}"));
        instance.set_real(&[reference], &[*value]).unwrap();
    }
    instance.enter_initialization().unwrap();
    instance.exit_initialization().unwrap();
    instance
}

#[test]
fn every_built_in_layout_can_be_exported() {
    for (name, _) in BUILT_IN {
        let problems = check_as::<ChainDrive>(&Structural::default().with("layout", name));
        assert_eq!(problems, Vec::<String>::new(), "{name}");
    }
}

#[test]
fn a_wrong_layout_is_told_at_the_export() {
    let problems = check_as::<ChainDrive>(&Structural::default().with("layout", "flat-lift"));
    assert!(problems[0].contains("did you mean \"flat-left\"?"), "{problems:?}");
}

#[test]
fn the_model_moves_as_the_right_hand_side_says() {
    let (h, steps) = (1e-6, 200);
    let values = [("micro_step", h), ("shaft.Fx", 100.0), ("cam2.M", -3.0), ("rail.F", 50.0)];
    let mut instance = started("drive-2", SolverKind::Rk4, &values);
    instance.do_step(0.0, h * f64::from(steps)).unwrap();

    let drive = Running::new("drive-2");
    let mut u = [0.0; 10];
    (u[0], u[8], u[9]) = (100.0, -3.0, 50.0);
    let mut x = drive.start.clone();
    rk4(|t, x, dx| _ = drive.derivatives(t, x, &u, dx), [0.0, h], steps as usize, &mut x);
    let (pins, wheels, rail) = drive.drive.split(&x);
    let names = ["pin[1].x", "pin[82].vy", "shaft.x", "cam1.phi", "cam2.omega", "rail.s", "rail.v"];
    let expected =
        [pins.x[0], pins.vy[81], wheels[0][0], wheels[1][2], wheels[2][5], rail[0], rail[1]];
    for (name, expected) in names.into_iter().zip(expected) {
        let found = instance.real(name).unwrap();
        // Steps are summed up in another order.
        assert!(
            (found - expected).abs() < 1e-9 * expected.abs().max(1e-3),
            "{name}: {found}, {expected}"
        );
    }
    let energy = drive.energy(h * f64::from(steps), &x);
    let found = instance.real("energy").unwrap();
    assert!((found - energy).abs() < 1e-9 * energy, "{found} J, expected {energy} J");
}

/// What the balance of energies of a run of 5 ms lacks, in J.
fn residual(relative_tolerance: f64) -> f64 {
    let values = [("rail.F", 100.0), ("relative_tolerance", relative_tolerance)];
    let mut instance = started("flat-left", SolverKind::Bs23, &values);
    let names = ["energy", "dissipated", "work_external", "work_ports"];
    let [before, ..] = instance.reals(names).unwrap();
    for k in 0..500 {
        instance.do_step(f64::from(k) * 1e-5, 1e-5).unwrap();
    }
    let [energy, dissipated, external, ports] = instance.reals(names).unwrap();
    energy - before - external - ports + dissipated
}

#[test]
fn the_balance_of_energies_is_as_exact_as_the_tolerance_asks() {
    let [coarse, fine] = [1e-2, 1e-3].map(|tolerance| residual(tolerance).abs());
    // The error of a step, which goes with its length to the third, is kept at the tolerance: the sum over all steps goes with the
    // power 2/3 of the tolerance.
    assert!(fine < coarse / 10f64.powf(2.0 / 3.0), "{coarse} J, {fine} J");
}

#[test]
fn strands_carry_the_force_of_their_links() {
    for (name, _) in BUILT_IN {
        let drive = Running::new(name);
        // All links stretched by 1e-4: c p 1e-4 = 80 N; neighbours on a straight strand have the same velocity.
        let positions = 2 * drive.drive.pins;
        let stretched = |(i, x): (usize, &f64)| if i < positions { x * (1.0 + 1e-4) } else { *x };
        let x: Vec<f64> = drive.start.iter().enumerate().map(stretched).collect();
        for force in drive.drive.strands(&drive.values(), &x) {
            // Lengths are differences of coordinates of up to 0.5 m: 1e-16 m times 1e8 N/m, and as much from velocities.
            assert!((force - 80.0).abs() < 1e-5, "{name}: {force} N");
        }
    }
}

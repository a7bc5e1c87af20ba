//! The pendulum and the cable of González et al. (2018), section 4.2, coupled by hand: the energy
//! that the coupling creates, and the solution that it comes to with smaller steps.
//!
//! The references are those of an implementation that knows nothing of this one. It moves the tip by
//! the reduced equations of the rod and RATTLE instead of Newmark's formula.

use ancf_cable::AncfCable;
use fmu_builder::runtime::Instance;
use fmu_builder::{Model, SolverKind};
use nalgebra::Vector3;
use natural_pendulum::NaturalPendulum;

fn started<M: Model>(solver: SolverKind, micro_step: f64) -> Instance<M> {
    Instance::started(solver, &[("micro_step", micro_step)]).unwrap()
}

fn vector<M: Model>(instance: &mut Instance<M>, stem: &str) -> [f64; 3] {
    let references = ["x", "y", "z"].map(|n| instance.reference(&format!("{stem}_{n}")).unwrap());
    let mut values = [0.0; 3];
    instance.get_real(&references, &mut values).unwrap();
    values
}

fn set_vector<M: Model>(instance: &mut Instance<M>, stem: &str, values: [f64; 3]) {
    let references = ["x", "y", "z"].map(|n| instance.reference(&format!("{stem}_{n}")).unwrap());
    instance.set_real(&references, &values).unwrap();
}

fn energy<M: Model>(instance: &mut Instance<M>) -> f64 {
    let (reference, mut value) = (instance.reference("energy").unwrap(), [0.0]);
    instance.get_real(&[reference], &mut value).unwrap();
    value[0]
}

/// Macro steps of `h`, micro steps of the rod of `h_rod`, of the cable of `h_cable`: held inputs, the force read before the
/// cable is told the new position of the tip. Tip and created energy at each of `times`.
fn run([h, h_rod, h_cable]: [f64; 3], times: &[f64]) -> Vec<(Vector3<f64>, f64)> {
    let mut rod: Instance<NaturalPendulum> = started(SolverKind::Own, h_rod);
    let mut cable: Instance<AncfCable<5>> = started(SolverKind::SemiImplicitEuler, h_cable);
    let before = energy(&mut rod) + energy(&mut cable);
    let mut found = Vec::new();
    let mut k = 0;
    for time in times {
        while k < (time / h).round() as u32 {
            set_vector(&mut rod, "force", vector(&mut cable, "force"));
            set_vector(&mut cable, "r", vector(&mut rod, "r"));
            rod.do_step(f64::from(k) * h, h).unwrap();
            cable.do_step(f64::from(k) * h, h).unwrap();
            k += 1;
        }
        let created = energy(&mut rod) + energy(&mut cable) - before;
        found.push((vector(&mut rod, "r").into(), created));
    }
    found
}

#[test]
fn coupling_creates_the_energy_of_the_references() {
    let cases = [
        (1e-3, 1e-3, [102.68744, 128.02341, 508.61019]),
        (2e-3, 2e-3, [216.22179, 267.56673, 1148.6877]),
        (5e-3, 5e-3, [636.516, 781.65539, 5443.0497]),
        (2e-3, 1e-3, [168.76259, 206.22294, 868.8162]),
        (5e-3, 1e-3, [393.50007, 470.45729, 2371.0145]),
    ];
    for (h, h_cable, expected) in cases {
        // Both integrators of the rod are of order 2; where it takes ten micro steps, that of the
        // references remains.
        for (h_rod, bound) in [(h, 10.0 * h * h), (h / 10.0, 1e-4)] {
            let found = run([h, h_rod, h_cable], &[1.0, 2.0, 5.0]);
            for ((_, found), expected) in found.iter().zip(expected) {
                let error = (found / expected - 1.0).abs();
                assert!(error < bound, "{h}, {h_rod}, {h_cable}: {found} instead of {expected}");
            }
        }
    }
}

#[test]
fn smaller_steps_come_to_the_monolithic_solution_with_order_one() {
    let times = [0.5, 1.0, 2.0];
    let exact = [
        Vector3::new(4.1606979, -1.80848379, 2.10189898),
        Vector3::new(4.50274354, -2.1702796, 0.123235892),
        Vector3::new(4.76901999, -1.48728673, -0.210775935),
    ];
    let runs = [4e-4, 2e-4, 1e-4].map(|h| run([h, h, h], &times));
    for (n, exact) in exact.into_iter().enumerate() {
        let errors = [0, 1, 2].map(|i| (runs[i][n].0 - exact).norm());
        for pair in errors.windows(2) {
            let order = (pair[0] / pair[1]).log2();
            assert!((order - 1.0).abs() < 0.05, "order {order}: {errors:?}");
        }
        // Without the terms of first and second order in the step.
        let limit = (8.0 * runs[2][n].0 - 6.0 * runs[1][n].0 + runs[0][n].0) / 3.0;
        let error = (limit - exact).norm();
        assert!(error < 1e-5, "{error:e} at {} s", times[n]);
    }
}

//! The body against the solution given in its README.

use fmu_builder::SolverKind;
use fmu_builder::runtime::{Instance, Interface};
use thermal_mass::ThermalMass;

#[test]
fn the_temperature_rises_with_the_heat_that_comes_in() {
    let (capacity, t0, heat_flow, source) = (450.0, 310.0, 80.0, 25.0);
    for solver in SolverKind::ALL {
        let mut instance = Instance::<ThermalMass>::new(Interface::CoSimulation);
        instance.set_solver(solver).unwrap();
        for (name, value) in [("C", capacity), ("T0", t0), ("P", heat_flow), ("source", source)] {
            let reference = instance.reference(name).unwrap();
            instance.set_real(&[reference], &[value]).unwrap();
        }
        instance.enter_initialization().unwrap();
        instance.exit_initialization().unwrap();
        let outputs = ["T", "heat"].map(|name| instance.reference(name).unwrap());
        for k in 0..100 {
            instance.do_step(k as f64 * 0.1, 0.1).unwrap();
            let mut found = [0.0; 2];
            instance.get_real(&outputs, &mut found).unwrap();
            let heat = (heat_flow + source) * (k + 1) as f64 * 0.1;
            // Every solver is exact for a constant derivative; the micro steps round.
            let errors = [(found[0] - t0 - heat / capacity) / t0, (found[1] - heat) / 1e5];
            assert!(errors.iter().all(|e| e.abs() < 1e-11), "{}: {errors:?}", solver.name());
        }
    }
}

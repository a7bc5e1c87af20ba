//! The line against the solution given in its README.

use fmu_builder::SolverKind;
use fmu_builder::runtime::Instance;
use hydraulic_line::HydraulicLine;

const L: f64 = 8.5e6;
const R: f64 = 2e8;
const V0: f64 = 2e-6;
const Q0: f64 = -1e-4;
const P_SUPPLY: f64 = 2.1e6;
const P: f64 = 0.1e6;

fn started(solver: SolverKind) -> Instance<HydraulicLine> {
    let start = [("L", L), ("R", R), ("V0", V0), ("Q0", Q0), ("p_supply", P_SUPPLY), ("p", P)];
    Instance::started(solver, &start).unwrap()
}

/// Volume and flow.
fn exact(t: f64) -> [f64; 2] {
    let (tau, q_end) = (L / R, (P_SUPPLY - P) / R);
    let decay = (-t / tau).exp();
    [V0 + q_end * t + (Q0 - q_end) * tau * (1.0 - decay), q_end + (Q0 - q_end) * decay]
}

#[test]
fn every_solver_follows_the_exact_solution() {
    // Relative to 1e-2, the largest flow in m³/s; the volume in m³ stays below it.
    let accuracy = [1e-14, 2e-3, 1e-12, 1e-8, 1e-8];
    for (solver, accuracy) in SolverKind::ALL.into_iter().zip(accuracy) {
        let mut instance = started(solver);
        for k in 0..200 {
            let (t, end) = (k as f64 * 1e-3, (k + 1) as f64 * 1e-3);
            instance.do_step(t, end - t).unwrap();
            for (found, exact) in instance.reals(["V", "Q"]).unwrap().into_iter().zip(exact(end)) {
                let error = (found - exact).abs() / 1e-2;
                assert!(error < accuracy, "{}: {error:e} at {end}", solver.name());
            }
        }
    }
}

#[test]
fn energy_dissipation_and_work_are_in_balance_and_both_ends_agree() {
    let mut instance = started(SolverKind::Exact);
    let [before] = instance.reals(["energy"]).unwrap();
    for k in 0..200 {
        instance.do_step(k as f64 * 1e-3, 1e-3).unwrap();
        let [energy, dissipated, work] = instance.reals(["energy", "dissipated", "work"]).unwrap();
        // Of some 4000 J.
        assert!((energy - before + dissipated - work).abs() < 1e-9, "{energy} {dissipated} {work}");
        let [v, q, v_supply, q_supply] =
            instance.reals(["V", "Q", "V_supply", "Q_supply"]).unwrap();
        assert_eq!([v_supply, q_supply], [-v, -q]);
    }
}

//! The controller against the solutions given in its README.

use fmu_builder::SolverKind;
use fmu_builder::runtime::Instance;
use pid::Pid;

const KP: f64 = 3.0;
const KI: f64 = 8.0;
const KD: f64 = 0.2;
const TF: f64 = 0.05;
const ERROR: f64 = 0.7;

/// Started with the gains above, setpoint − measurement = ERROR, and what is given.
fn started(solver: SolverKind, further: &[(&str, f64)]) -> Instance<Pid> {
    let start =
        [("kp", KP), ("ki", KI), ("tf", TF), ("setpoint", 1.0), ("measurement", 1.0 - ERROR)];
    Instance::started(solver, &[&start, further].concat()).unwrap()
}

/// The largest error of `output` against `exact` over two seconds.
fn largest_error(mut instance: Instance<Pid>, output: &str, exact: impl Fn(f64) -> f64) -> f64 {
    let reference = instance.reference(output).unwrap();
    let mut largest: f64 = 0.0;
    for k in 0..200 {
        instance.do_step(k as f64 * 0.01, 0.01).unwrap();
        let mut found = [0.0];
        instance.get_real(&[reference], &mut found).unwrap();
        largest = largest.max((found[0] - exact((k + 1) as f64 * 0.01)).abs());
    }
    largest
}

/// All solvers but the exact one, which a nonlinear model has not, and their accuracies.
const SOLVERS: [(SolverKind, f64); 4] = [
    (SolverKind::SemiImplicitEuler, 1e-2),
    (SolverKind::Rk4, 1e-11),
    (SolverKind::Dopri5, 1e-7),
    (SolverKind::Rodas4, 1e-7),
];

#[test]
fn a_constant_error_is_answered_by_the_exact_solution() {
    for (solver, accuracy) in SOLVERS {
        let error = largest_error(started(solver, &[("kd", KD)]), "u", |t| {
            KP * ERROR + KI * ERROR * t + KD * ERROR / TF * (-t / TF).exp()
        });
        assert!(error < accuracy, "{}: {error:e}", solver.name());
    }
}

#[test]
fn the_integral_part_unwinds_while_a_limit_holds() {
    let (limit, tt) = (1.5, 0.4);
    for (solver, accuracy) in SOLVERS {
        let instance = started(solver, &[("u_max", limit), ("tt", tt)]);
        let end = limit - KP * ERROR + KI * ERROR * tt;
        let error = largest_error(instance, "integral", |t| end - end * (-t / tt).exp());
        assert!(error < accuracy, "{}: {error:e}", solver.name());
        assert_eq!(largest_error(started(solver, &[("u_max", limit)]), "u", |_| limit), 0.0);
    }
}

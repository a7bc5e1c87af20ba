//! Order, exactness and error messages of the solvers on small systems with known solutions.

use super::*;

/// ẍ = −ω² x − d ẋ + u with the integral q̇ = ẋ² or ẋ⁴; nonlinear with a cubic spring.
struct Oscillator {
    omega2: f64,
    d: f64,
    cubic: f64,
    linear: bool,
    power: i32,
}

impl Oscillator {
    fn undamped() -> Self {
        Self { omega2: 4.0, d: 0.0, cubic: 0.0, linear: true, power: 2 }
    }
}

impl System for Oscillator {
    fn states(&self) -> usize {
        2
    }
    fn integrals(&self) -> usize {
        1
    }
    fn givens(&self) -> usize {
        1
    }
    fn linear(&self) -> Option<bool> {
        Some(self.linear)
    }
    fn positions(&self) -> Vec<(usize, usize)> {
        vec![(0, 1)]
    }
    fn nominals(&self) -> Vec<f64> {
        vec![1.0; 3]
    }
    fn derivatives(&self, _t: f64, u: &[f64], z: &[f64], dz: &mut [f64]) {
        dz[0] = z[1];
        dz[1] = u[0] - self.omega2 * z[0] - self.d * z[1] - self.cubic * z[0].powi(3);
        dz[2] = z[1].powi(self.power);
    }
}

fn settings(micro_step: f64, tolerance: f64) -> Settings {
    Settings { micro_step, relative_tolerance: tolerance, absolute_tolerance: 1e-3 * tolerance }
}

/// x, ẋ and ∫ẋ² of the undamped oscillator with u = 4 τ, which moves its rest position as τ.
fn solution(t: f64) -> [f64; 3] {
    let (s, c) = (2.0 * t).sin_cos();
    let v = 1.0 - 2.0 * s;
    [t + c, v, t - 2.0 * (1.0 - c) + 2.0 * t - 0.5 * (4.0 * t).sin()]
}

/// Runs the undamped oscillator to t = 1.5 in 15 macro steps; the largest error of x, ẋ and q.
fn error(kind: SolverKind, settings: Settings) -> f64 {
    let system = Oscillator::undamped();
    let mut solver = build(kind, &system, settings).unwrap();
    let mut z = solution(0.0).to_vec();
    let mut inputs = Inputs::new(1);
    for k in 0..15 {
        let (t, end) = (k as f64 * 0.1, (k + 1) as f64 * 0.1);
        inputs.set_values(&[4.0 * t]);
        inputs.set_derivative(0, 1, 4.0);
        solver.step(&system, Span { t, h: end - t }, &inputs, &z.clone(), &mut z).unwrap();
    }
    z.iter().zip(solution(1.5)).map(|(z, s)| (z - s).abs()).fold(0.0, f64::max)
}

/// The order observed between two settings with half the micro step.
fn observed_order(kind: SolverKind) -> f64 {
    let (coarse, fine) = (error(kind, settings(0.02, 1e-6)), error(kind, settings(0.01, 1e-6)));
    (coarse / fine).log2()
}

#[test]
fn fixed_step_solvers_have_their_order() {
    let euler = observed_order(SolverKind::SemiImplicitEuler);
    assert!((euler - 1.0).abs() < 0.2, "semi-implicit Euler: order {euler}");
    let rk4 = observed_order(SolverKind::Rk4);
    assert!((rk4 - 4.0).abs() < 0.2, "rk4: order {rk4}");
}

#[test]
fn adaptive_solvers_follow_their_tolerance() {
    for kind in [SolverKind::Dopri5, SolverKind::Rodas4, SolverKind::Bs23] {
        for tolerance in [1e-5, 1e-7, 1e-9] {
            let error = error(kind, settings(1.0, tolerance));
            assert!(error < 20.0 * tolerance, "{}: {error:e} at {tolerance:e}", kind.name());
            assert!(error > 1e-4 * tolerance, "{}: {error:e} at {tolerance:e}", kind.name());
        }
    }
}

/// The error of one step of length h without substeps, against a much finer solution.
fn local_error(kind: SolverKind, h: f64) -> f64 {
    let system = Oscillator { omega2: 1.0, d: 0.3, cubic: 0.7, linear: false, power: 2 };
    let run = |n: usize, tolerance: f64, kind: SolverKind| {
        let mut solver = build(kind, &system, settings(h, tolerance)).unwrap();
        let mut z = vec![1.0, 0.5, 0.0];
        let mut inputs = Inputs::new(1);
        for k in 0..n {
            let tau = k as f64 * h / n as f64;
            inputs.set_values(&[tau + tau * tau]);
            inputs.set_derivative(0, 1, 1.0 + 2.0 * tau);
            inputs.set_derivative(0, 2, 2.0);
            let span = Span { t: tau, h: h / n as f64 };
            solver.step(&system, span, &inputs, &z.clone(), &mut z).unwrap();
        }
        z
    };
    let (one, reference) = (run(1, 1e3, kind), run(8, 1e-13, SolverKind::Dopri5));
    one.iter().zip(reference).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

#[test]
fn adaptive_solvers_have_their_order_when_the_tolerance_lets_every_step_pass() {
    for (kind, order) in
        [(SolverKind::Dopri5, 5.0), (SolverKind::Rodas4, 4.0), (SolverKind::Bs23, 3.0)]
    {
        let observed = (local_error(kind, 0.2) / local_error(kind, 0.1)).log2() - 1.0;
        assert!(observed > order - 0.3, "{}: order {observed}", kind.name());
    }
}

#[test]
fn exact_is_exact_for_states_and_integrals() {
    let error = error(SolverKind::Exact, settings(1.0, 1.0));
    assert!(error < 1e-13, "{error:e}");
}

#[test]
fn exact_sums_integrals_that_are_not_quadratic_by_quadrature() {
    // x = cos 2t, ∫ẋ⁴ = 6 t − 2 sin 4t + ¼ sin 8t.
    let system = Oscillator { power: 4, ..Oscillator::undamped() };
    let mut solver = build(SolverKind::Exact, &system, settings(1.0, 1.0)).unwrap();
    let (mut z, t) = ([1.0, 0.0, 0.0], 2.3_f64);
    solver.step(&system, Span { t: 0.0, h: t }, &Inputs::new(1), &z.clone(), &mut z).unwrap();
    let exact = 6.0 * t - 2.0 * (4.0 * t).sin() + 0.25 * (8.0 * t).sin();
    assert!((z[0] - (2.0 * t).cos()).abs() < 1e-13);
    assert!((z[2] - exact).abs() < 1e-8 * exact, "{} {exact}", z[2]);
}

#[test]
fn exact_takes_a_cubic_input_and_a_long_step() {
    // x = τ³ − 6 τ/4 solves ẍ = 4 τ³ − 4 x.
    let system = Oscillator::undamped();
    let mut solver = build(SolverKind::Exact, &system, settings(1.0, 1.0)).unwrap();
    let mut inputs = Inputs::new(1);
    inputs.set_derivative(0, 3, 24.0);
    let mut z = [0.0, -1.5, 0.0];
    let h: f64 = 3.7;
    solver.step(&system, Span { t: 0.0, h }, &inputs, &z.clone(), &mut z).unwrap();
    let exact =
        [h.powi(3) - 1.5 * h, 3.0 * h * h - 1.5, 1.8 * h.powi(5) - 3.0 * h.powi(3) + 2.25 * h];
    for (z, exact) in z.iter().zip(exact) {
        assert!((z - exact).abs() < 1e-12 * exact.abs(), "{z} {exact}");
    }
}

#[test]
fn exact_depends_on_the_last_bits_of_the_step_only_smoothly() {
    let system = Oscillator::undamped();
    let mut solver = build(SolverKind::Exact, &system, settings(1.0, 1.0)).unwrap();
    let inputs = Inputs::new(1);
    for i in 0..2000_u64 {
        let h = f64::from_bits(0.1_f64.to_bits() + 77_777 * i);
        let mut z = [1.0, 0.0, 0.0];
        solver.step(&system, Span { t: 0.0, h }, &inputs, &z.clone(), &mut z).unwrap();
        assert!((z[0] - (2.0 * h).cos()).abs() < 4.0 * f64::EPSILON, "{i}");
    }
}

#[test]
fn a_stiff_system_needs_few_steps_with_rodas4() {
    // Relaxation towards 1 within 1e-6 s, over 1 s: an explicit solver would need 1e6 steps.
    let system = Oscillator { omega2: 1e6, d: 1e6 + 1.0, cubic: 0.0, linear: true, power: 2 };
    let mut z = [1.0, -1.0, 0.0];
    let inputs = Inputs::new(1);
    let mut solver = build(SolverKind::Rodas4, &system, settings(1.0, 1e-6)).unwrap();
    solver.step(&system, Span { t: 0.0, h: 1.0 }, &inputs, &z.clone(), &mut z).unwrap();
    assert!((z[0] - (-1.0_f64).exp()).abs() < 1e-5, "{z:?}");
    assert!(solver.memory() > 1e-3, "next step {}", solver.memory());
}

#[test]
fn exact_refuses_what_is_not_linear() {
    let system = Oscillator { cubic: 1.0, linear: false, ..Oscillator::undamped() };
    let error = build(SolverKind::Exact, &system, settings(1.0, 1.0)).err().unwrap();
    assert_eq!(error, SolverError::NotLinear);
    let system = Oscillator { cubic: 1.0, ..Oscillator::undamped() };
    let error = build(SolverKind::Exact, &system, settings(1.0, 1.0)).err().unwrap();
    assert_eq!(error, SolverError::NotAffine { state: 1 });
}

#[test]
fn an_explosion_ends_with_a_message_not_with_an_endless_loop() {
    let system = Oscillator { omega2: 0.0, d: 0.0, cubic: -1e4, linear: false, power: 2 };
    let inputs = Inputs::new(1);
    for kind in [SolverKind::Dopri5, SolverKind::Rodas4, SolverKind::Bs23] {
        let mut solver = build(kind, &system, settings(1.0, 1e-6)).unwrap();
        let mut z = [1.0, 1.0, 0.0];
        let error = solver
            .step(&system, Span { t: 0.0, h: 10.0 }, &inputs, &z.clone(), &mut z)
            .unwrap_err();
        assert!(error.to_string().contains("cannot keep its tolerance"), "{error}");
    }
}

#[test]
fn a_setting_that_is_not_positive_is_named() {
    let system = Oscillator::undamped();
    let error = build(SolverKind::Rk4, &system, settings(-1.0, 1.0)).err().unwrap();
    assert_eq!(error.to_string(), "micro_step = -1 must be a positive number");
}

/// The undamped oscillator with a scale for the error of its position and none for its velocity.
struct Scaled(Oscillator, f64);

impl System for Scaled {
    fn states(&self) -> usize {
        self.0.states()
    }
    fn integrals(&self) -> usize {
        self.0.integrals()
    }
    fn givens(&self) -> usize {
        self.0.givens()
    }
    fn linear(&self) -> Option<bool> {
        self.0.linear()
    }
    fn positions(&self) -> Vec<(usize, usize)> {
        self.0.positions()
    }
    fn nominals(&self) -> Vec<f64> {
        self.0.nominals()
    }
    fn error_scales(&self) -> Vec<Option<f64>> {
        vec![Some(self.1), Some(f64::INFINITY), None]
    }
    fn derivatives(&self, t: f64, u: &[f64], z: &[f64], dz: &mut [f64]) {
        self.0.derivatives(t, u, z, dz);
    }
}

#[test]
fn the_step_follows_the_scale_of_the_error_alone() {
    let next = |scale: f64| {
        let system = Scaled(Oscillator::undamped(), scale);
        let mut solver = build(SolverKind::Bs23, &system, settings(1.0, 1e-3)).unwrap();
        let mut z = [1.0, 0.0, 0.0];
        let span = Span { t: 0.0, h: 1.0 };
        solver.step(&system, span, &Inputs::new(1), &z.clone(), &mut z).unwrap();
        solver.memory()
    };
    // The error of a step is of third order: a thousandth of it is a tenth of the step.
    let ratio = next(1e-1) / next(1e-4);
    assert!((7.0..14.0).contains(&ratio), "{ratio}");
}

#[test]
fn a_step_that_the_macro_step_cuts_does_not_shrink_the_memory() {
    let system = Scaled(Oscillator::undamped(), 1e-2);
    let mut solver = build(SolverKind::Bs23, &system, settings(1.0, 1e-3)).unwrap();
    let (mut z, inputs) = ([1.0, 0.0, 0.0], Inputs::new(1));
    solver.step(&system, Span { t: 0.0, h: 1.0 }, &inputs, &z.clone(), &mut z).unwrap();
    let before = solver.memory();
    for k in 0..20 {
        let span = Span { t: 1.0 + 1e-4 * f64::from(k), h: 1e-4 };
        solver.step(&system, span, &inputs, &z.clone(), &mut z).unwrap();
    }
    assert!(solver.memory() >= before, "{} after {before}", solver.memory());
}

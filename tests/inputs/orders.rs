//! Every rule has its order, on the linear and the nonlinear oscillator, in process and in FMUs.

use coupling::clock::Clock;
use coupling::law::{Characteristic, CouplingLaw, Side, SpringDamper};
use coupling::network::{Network, Reading};
use coupling::scheme::Explicit;
use coupling::scheme::sweep::Jacobi;
use coupling::signals::Signals;
use coupling::simulation::Simulation;
use coupling::slave::Slave;
use coupling::test_models::TwoMass;
use coupling::{InputId, OutputId};
use fmu_builder::in_process::ModelSlave;
use fmu_builder::{Model, SolverKind};
use macrostep::scenario::rule::Rule;
use macrostep_tests::fmu;
use nonlinear_oscillator::NonlinearOscillator;
use oscillator::Oscillator;

use super::order_table::{PROBLEMS, SCHEMES};
use super::{begun, checked};

/// The rules as in `[inputs]`; the order of each is a fact that it states.
const RULES: [&str; 35] = [
    "extrapolation = 'hold'",
    "extrapolation = 'polynomial'\ndegree = 1",
    "extrapolation = 'polynomial'\ndegree = 2",
    "extrapolation = 'polynomial'\ndegree = 3",
    "extrapolation = 'hermite'\npoints = 1",
    "extrapolation = 'hermite'\npoints = 2",
    "extrapolation = 'two-step-hermite'",
    "extrapolation = 'two-step-hermite'\nrho_inf = 0.0",
    "extrapolation = 'extripol-c0'\ndegree = 0",
    "extrapolation = 'extripol-c0'\ndegree = 1",
    "extrapolation = 'extripol-c0'\ndegree = 2",
    "extrapolation = 'extripol-c0'\ndegree = 3",
    "extrapolation = 'extripol-c1'\ndegree = 0",
    "extrapolation = 'extripol-c1'\ndegree = 1",
    "extrapolation = 'extripol-c1'\ndegree = 2",
    "extrapolation = 'extripol-c1'\ndegree = 3",
    "extrapolation = 'const-1-1-b0'",
    "extrapolation = 'const-2-2-b0'",
    "extrapolation = 'const-3-3-b0'",
    "extrapolation = 'const-1-2'",
    "extrapolation = 'const-2-4'",
    "extrapolation = 'const-3-6'",
    "extrapolation = 'const-2-3-opt'",
    "extrapolation = 'const-2-2-opt'",
    "extrapolation = 'const-3-5'",
    "extrapolation = 'lin-2-2-b0'",
    "extrapolation = 'lin-3-3-b0'",
    "extrapolation = 'lin-1-2'",
    "extrapolation = 'lin-2-4'",
    "extrapolation = 'lin-2-3-opt'",
    "extrapolation = 'lin-2-2-opt'",
    "extrapolation = 'quad-3-3-b0'",
    "extrapolation = 'quad-2-4'",
    "extrapolation = 'quad-3-6'",
    "extrapolation = 'lin'\na = [2.0, -1.0]\nb = [0.0, -0.5]",
];

/// A pair of oscillators and the spring and damper between them.
struct Pair {
    model: &'static str,
    /// Parameters of each.
    starts: [&'static [(&'static str, f64)]; 2],
    stiffness: f64,
    damping: f64,
    /// Until when, and the longer of the two steps that are compared.
    stop: f64,
    step: f64,
    /// x₁, v₁, x₂, v₂ at the stop time.
    exact: [f64; 4],
}

const SOLVER: &str = "solver = 'exact'";
const ACCURATE: &str = "solver = 'dopri5', relative_tolerance = 1e-13, absolute_tolerance = 1e-14";

impl Pair {
    /// Schweizer and Lu (2014), section 4.1.
    fn linear() -> Self {
        let exact = TwoMass::schweizer_lu().exact(0.2);
        Self {
            model: "oscillator",
            starts: [
                &[("m", 1.0), ("c", 1000.0), ("d", 10.0), ("v0", 100.0)],
                &[("m", 2.0), ("c", 1000.0), ("d", 10.0), ("v0", -100.0)],
            ],
            stiffness: 1000.0,
            damping: 10.0,
            stop: 0.2,
            step: 5e-4,
            exact: exact.into(),
        }
    }

    /// The system on which Friedrich (2011) is checked in section 2.2, with a softer spring.
    fn nonlinear() -> Self {
        const A: &[(&str, f64)] = &[
            ("m", 1.0),
            ("c", 1.0),
            ("c3", 0.5),
            ("d", 4.0),
            ("d3", 0.2),
            ("amplitude", 0.7),
            ("omega", 1.3),
            ("x0", 0.8),
            ("v0", 0.0),
        ];
        const B: &[(&str, f64)] = &[
            ("m", 1.5),
            ("c", 5.0),
            ("c3", 1.0),
            ("d", 2.0),
            ("d3", 1.0),
            ("amplitude", 0.0),
            ("x0", 0.2),
            ("v0", -1.0),
        ];
        let stop = 2.0;
        let exact = monolithic(stop);
        let (stiffness, damping, step) = (5.0, 0.0, 0.02);
        Self {
            model: "nonlinear-oscillator",
            starts: [A, B],
            stiffness,
            damping,
            stop,
            step,
            exact,
        }
    }

    fn settings(&self) -> &'static str {
        if self.model == "oscillator" { SOLVER } else { ACCURATE }
    }

    /// The scenario with the FMUs.
    fn text(&self, rule: &str, h: f64) -> String {
        let slave = |name: &str, start: &[(&str, f64)]| {
            let start: Vec<String> = start.iter().map(|(n, v)| format!("{n} = {v:?}")).collect();
            format!(
                "[slaves.{name}]\nfmu = '{}'\nstart = {{ {}, {} }}\n",
                fmu(self.model).display(),
                start.join(", "),
                self.settings()
            )
        };
        format!(
            "[simulation]\nstop = {:?}\nstep = {h:?}\n[inputs]\n{rule}\n{}{}\
             [[couplings]]\nlaw = 'spring-damper'\nbetween = ['a', 'b']\n\
             stiffness = {:?}\ndamping = {:?}\n[results]\nvariables = ['*.x', '*.v']\n",
            self.stop,
            slave("a", self.starts[0]),
            slave("b", self.starts[1]),
            self.stiffness,
            self.damping
        )
    }

    /// The simulation with the models in this program instead of FMUs.
    fn in_process<M: Model + 'static>(&self, rule: &Rule, h: f64) -> Simulation {
        let slave = |start: &[(&str, f64)]| -> Box<dyn Slave> {
            let linear = self.model == "oscillator";
            let mut start = start.to_vec();
            let solver = if linear {
                SolverKind::Exact
            } else {
                start.extend([("relative_tolerance", 1e-13), ("absolute_tolerance", 1e-14)]);
                SolverKind::Dopri5
            };
            let slave: ModelSlave<M> =
                ModelSlave::with_solver(solver, &start, &["force"], &["x", "v"]).unwrap();
            Box::new(slave)
        };
        let slaves = vec![("a".into(), slave(self.starts[0])), ("b".into(), slave(self.starts[1]))];
        let side = |k: usize| Side {
            position: OutputId(2 * k),
            velocity: OutputId(2 * k + 1),
            force: InputId(k),
        };
        let law: Box<dyn CouplingLaw> = Box::new(SpringDamper {
            a: side(0),
            b: side(1),
            stiffness: Characteristic::Linear(self.stiffness),
            damping: Characteristic::Linear(self.damping),
            rest_length: 0.0,
        });
        let network = Network::new(slaves, vec![law], Reading::Fresh);
        let signals = Signals::new(rule.build(), rule.interpolation_degree(), vec![false; 2], 4);
        let scheme = Box::new(Explicit::new(Jacobi));
        let clock = Clock::new(0.0, self.stop, h);
        let simulation = Simulation::new(network, signals, scheme, clock);
        let mut simulation = simulation.repeating_start(rule.start_degree());
        simulation.initialize().unwrap();
        simulation
    }

    /// The error at the stop time.
    fn error(&self, mut simulation: Simulation) -> f64 {
        while simulation.advance().unwrap() {}
        let y = &simulation.point().y;
        (0..4).map(|i| (y[i] - self.exact[i]).abs()).fold(0.0, f64::max)
    }

    fn check<M: Model + 'static>(&self) {
        for text in RULES {
            let scenario = checked(&self.text(text, self.step)).unwrap();
            let rule = scenario.slaves[0].rules[0].clone();
            let expected = rule.order() as f64;
            let errors = [self.step, self.step / 2.0].map(|h| {
                let imported = self.error(begun(&self.text(text, h)));
                let in_process = self.error(self.in_process::<M>(&rule, h));
                assert_eq!(imported, in_process, "{text} in FMUs and in process");
                imported
            });
            let observed = (errors[0] / errors[1]).log2();
            let name = text.replace('\n', ", ");
            // Of H⁴ these rules leave so little that higher powers still show.
            let above = if name.contains("quad") || name.contains("hermite") { 1.3 } else { 0.3 };
            let within = expected - 0.3..expected + above;
            assert!(within.contains(&observed), "{name}: {observed:.2} for {expected}");
        }
    }
}

/// The nonlinear pair as one system, by 20,000 steps of the classic Runge–Kutta method.
fn monolithic(stop: f64) -> [f64; 4] {
    let f = |t: f64, [x1, v1, x2, v2]: [f64; 4]| {
        let u = 5.0 * (x1 - x2);
        let a =
            -(x1 + 0.5 * x1.powi(3)) - (4.0 * v1 + 0.2 * v1.powi(3)) + 0.7 * (1.3 * t).cos() - u;
        let b = (-(5.0 * x2 + x2.powi(3)) - (2.0 * v2 + v2.powi(3)) + u) / 1.5;
        [v1, a, v2, b]
    };
    let steps = 20_000;
    let h = stop / f64::from(steps);
    let add = |x: [f64; 4], k: [f64; 4], h: f64| std::array::from_fn(|i| x[i] + h * k[i]);
    (0..steps).fold([0.8, 0.0, 0.2, -1.0], |x, n| {
        let t = f64::from(n) * h;
        let k1 = f(t, x);
        let k2 = f(t + h / 2.0, add(x, k1, h / 2.0));
        let k3 = f(t + h / 2.0, add(x, k2, h / 2.0));
        let k4 = f(t + h, add(x, k3, h));
        std::array::from_fn(|i| x[i] + h / 6.0 * (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i]))
    })
}

#[test]
fn every_rule_has_its_order_on_the_linear_oscillator() {
    Pair::linear().check::<Oscillator>();
}

#[test]
fn every_rule_has_its_order_on_the_nonlinear_oscillator() {
    Pair::nonlinear().check::<NonlinearOscillator>();
}

#[test]
fn every_scheme_has_order_degree_plus_one_in_every_decomposition() {
    for problem in &PROBLEMS[..3] {
        let reference = problem.reference();
        for (name, scheme) in SCHEMES {
            for degree in 0..=3 {
                let what = format!("{}, {name}, degree {degree}", problem.title());
                let (errors, order) = problem.order(scheme, degree, &reference).unwrap();
                let off = (order - (degree + 1) as f64).abs();
                assert!(off < 0.2, "{what}: {order:.2} ({errors:?})");
            }
        }
    }
}

#[test]
fn nonlinear_couplings_have_the_order_of_their_degree_too() {
    for problem in &PROBLEMS[3..] {
        let reference = problem.reference();
        for (name, scheme) in [SCHEMES[0], SCHEMES[2]] {
            for degree in [2, 3] {
                let what = format!("{}, {name}, degree {degree}", problem.title());
                let (errors, order) = problem.order(scheme, degree, &reference).unwrap();
                let off = (order - (degree + 1) as f64).abs();
                assert!(off < 0.2, "{what}: {order:.2} ({errors:?})");
            }
        }
    }
}

/// The global order of a scenario at its stop time, by three runs.
fn order_by_halving(text: impl Fn(f64) -> String, h: f64) -> f64 {
    let end = |h: f64| {
        let mut simulation = begun(&text(h));
        while simulation.advance().unwrap() {}
        simulation.point().y.clone()
    };
    let [coarse, middle, fine] = [h, h / 2.0, h / 4.0].map(end);
    ((coarse - &middle).amax() / (middle - fine).amax()).log2()
}

#[test]
fn the_default_rule_has_order_3_where_outputs_depend_on_inputs_at_once() {
    let [oscillator, excited, pid] = ["oscillator", "base-excited-oscillator", "pid"]
        .map(|name| fmu(name).display().to_string());
    let force_displacement = |h: f64| {
        format!(
            "[simulation]\nstop = 0.2\nstep = {h:e}\n\
             [slaves.left]\nfmu = '{oscillator}'\n\
             start = {{ m = 1.0, c = 1000.0, d = 10.0, v0 = 100.0, solver = 'exact' }}\n\
             [slaves.right]\nfmu = '{excited}'\n\
             start = {{ m = 2.0, c = 1000.0, d = 10.0, cc = 1000.0, dc = 10.0, v0 = -100.0, force = 0.0, solver = 'exact' }}\n\
             [[connections]]\nfrom = 'left.x'\nto = 'right.x_in'\n\
             [[connections]]\nfrom = 'left.v'\nto = 'right.v_in'\n\
             [[connections]]\nfrom = 'right.f'\nto = 'left.force'\n[results]\nvariables = ['*.x', '*.v']\n"
        )
    };
    let control = |h: f64| {
        format!(
            "[simulation]\nstop = 0.2\nstep = {h:e}\n\
             [slaves.mass]\nfmu = '{oscillator}'\nstart = {{ m = 1.0, c = 1000.0, d = 10.0, solver = 'exact' }}\n\
             [slaves.controller]\nfmu = '{pid}'\n\
             start = {{ kp = 2000.0, ki = 20000.0, kd = 20.0, tf = 0.005, z0 = 0.1, setpoint = 0.1, relative_tolerance = 1e-12, absolute_tolerance = 1e-14 }}\n\
             [[connections]]\nfrom = 'mass.x'\nto = 'controller.measurement'\n\
             [[connections]]\nfrom = 'controller.u'\nto = 'mass.force'\n[results]\nvariables = ['*.x', '*.v']\n"
        )
    };
    let rule = |text: String| checked(&text).unwrap().slaves[0].rules[0].name().to_string();
    assert_eq!([rule(force_displacement(1e-3)), rule(control(1e-3))], ["lin-2-3-opt"; 2]);
    for order in [order_by_halving(force_displacement, 1e-3), order_by_halving(control, 5e-4)] {
        assert!((order - 3.0).abs() < 0.2, "{order}");
    }
}

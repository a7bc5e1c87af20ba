//! Schweizer and Lu (2014), section 4.1: the two-mass oscillator with explicit coupling.
//!
//! The publication shows global errors of its semi-implicit method; explicit coupling of the same
//! system in the same three decompositions is the baseline it is measured against. The reference
//! errors below were computed by an independent implementation with exact subsystems and the
//! start-up ramp; they are global errors max |xᵢ − xᵢ(t)| over all communication points up to 1 s.
//! Tolerance 1e-4 relative, as both sides step exactly and differ by rounding and printed digits.

use std::path::Path;

use coupling::clock::Clock;
use coupling::network::{Network, Reading};
use coupling::scheme::sweep::{GaussSeidel, Jacobi};
use coupling::scheme::{Explicit, Scheme};
use coupling::signals::Signals;
use coupling::signals::extrapolation::PolynomialRule;
use coupling::simulation::Simulation;
use coupling::slave::Slave;
use coupling::test_models::TwoMass;
use fmu_builder::in_process::ModelSlave;
use macrostep::scenario::build::build;
use macrostep::scenario::check::{Options, check};
use macrostep::scenario::error::Source;
use macrostep::scenario::read::parse;
use macrostep_tests::fmu;
use oscillator::Oscillator;

#[derive(Clone, Copy, Debug)]
enum Decomposition {
    ForceForce,
    ForceDisplacement,
    DisplacementDisplacement,
}

/// A run of the two-mass oscillator.
#[derive(Clone, Copy, Debug)]
struct Case {
    decomposition: Decomposition,
    sweep: &'static str,
    degree: usize,
    start_up: &'static str,
    h: f64,
}

impl Case {
    /// The scenario a user would write.
    fn scenario(&self) -> String {
        let Case { sweep, degree, start_up, h, .. } = self;
        let slave = |name: &str, model: &str, m: f64, v0: f64, more: &str| {
            let path = fmu(model);
            format!(
                "[slaves.{name}]\nfmu = '{}'\nstart = {{ m = {m}, c = 1000, d = 10, v0 = {v0}{more} }}\n",
                path.display()
            )
        };
        let free = |name, m, v0| slave(name, "oscillator", m, v0, "");
        let sprung = |name, m, v0| {
            slave(name, "base-excited-oscillator", m, v0, ", cc = 1000, dc = 10, force = 0")
        };
        let link =
            |from: &str, to: &str| format!("[[connections]]\nfrom = '{from}'\nto = '{to}'\n");
        let system = match self.decomposition {
            Decomposition::ForceForce => [
                free("left", 1.0, 100.0),
                free("right", 2.0, -100.0),
                "[[couplings]]\nlaw = 'spring-damper'\nbetween = ['left', 'right']\n\
                 stiffness = 1000\ndamping = 10\n"
                    .into(),
            ]
            .concat(),
            Decomposition::ForceDisplacement => [
                free("left", 1.0, 100.0),
                sprung("right", 2.0, -100.0),
                link("left.x", "right.x_in"),
                link("left.v", "right.v_in"),
                link("right.f", "left.force"),
            ]
            .concat(),
            Decomposition::DisplacementDisplacement => [
                sprung("left", 1.0, 100.0),
                sprung("right", 2.0, -100.0),
                link("left.x", "right.x_in"),
                link("left.v", "right.v_in"),
                link("right.x", "left.x_in"),
                link("right.v", "left.v_in"),
            ]
            .concat(),
        };
        format!(
            "[simulation]\nstop = 1\nstep = {h}\n\
             [scheme]\nsweep = '{sweep}'\nstart_up = '{start_up}'\n\
             [inputs]\nextrapolation = 'polynomial'\ndegree = {degree}\n\
             [results]\nvariables = ['*.x', '*.v']\n{system}"
        )
    }

    /// The run on exported FMUs.
    fn on_fmus(&self) -> Simulation {
        let source = Source { file: "two-mass".into(), text: self.scenario() };
        let (source, file) = parse(source, &[]).unwrap();
        let options = Options { strict: true, ..Options::default() };
        build(&check(source, &file, Path::new(""), options).unwrap()).unwrap()
    }

    /// Global error of the positions.
    fn error(&self) -> f64 {
        let model = TwoMass::schweizer_lu();
        let mut simulation = self.on_fmus();
        let names = simulation.network().output_names();
        let place = |name: &str| names.iter().position(|known| known == name).unwrap();
        let (left, right) = (place("left.x"), place("right.x"));
        simulation.initialize().unwrap();
        let mut worst: f64 = 0.0;
        while simulation.advance().unwrap() {
            let (exact, y) = (model.exact(simulation.t()), &simulation.point().y);
            worst = worst.max((y[left] - exact[0]).abs()).max((y[right] - exact[2]).abs());
        }
        worst
    }
}

/// Reference errors for H = 1e-2, 2.5e-3, 5e-4, 1e-4.
const STEPS: [f64; 4] = [1e-2, 2.5e-3, 5e-4, 1e-4];
const FORCE_FORCE: [[f64; 4]; 3] = [
    [0.3347385308156, 0.07271431496931, 0.01409513077933, 0.002801348427065],
    [0.1036411422425, 0.006470020037682, 0.000259395352007, 1.037790816516e-05],
    [0.05954136123726, 0.005898890038866, 0.0002657195639333, 1.086234751502e-05],
];
const FORCE_DISPLACEMENT: [[f64; 4]; 3] = [
    [0.3131691865465, 0.0646599431481, 0.01235533390371, 0.002449345017808],
    [0.08148063697778, 0.005095080387915, 0.000204936743868, 8.204643249132e-06],
    [0.06116065019028, 0.006554036626929, 0.0002928603279586, 1.195608419668e-05],
];
const DISPLACEMENT_DISPLACEMENT: [[f64; 4]; 3] = [
    [0.2947513833089, 0.07907921718124, 0.01653613950579, 0.003336826505674],
    [0.07645814846833, 0.004847630733775, 0.0001938502557425, 7.750935024753e-06],
    [0.04196361294776, 0.003548926703137, 0.0001518392699054, 6.150169589381e-06],
];

fn compare(decomposition: Decomposition, reference: [[f64; 4]; 3]) {
    for (degree, row) in reference.into_iter().enumerate() {
        for (h, expected) in STEPS.into_iter().zip(row) {
            let case = Case { decomposition, sweep: "jacobi", degree, start_up: "ramp", h };
            let error = case.error();
            assert!((error / expected - 1.0).abs() < 1e-4, "{case:?}: {error:e} for {expected:e}");
        }
    }
}

#[test]
fn explicit_errors_in_force_force_decomposition_are_the_reference_ones() {
    compare(Decomposition::ForceForce, FORCE_FORCE);
}

#[test]
fn explicit_errors_in_force_displacement_decomposition_are_the_reference_ones() {
    compare(Decomposition::ForceDisplacement, FORCE_DISPLACEMENT);
}

#[test]
fn explicit_errors_in_displacement_displacement_decomposition_are_the_reference_ones() {
    compare(Decomposition::DisplacementDisplacement, DISPLACEMENT_DISPLACEMENT);
}

#[test]
fn the_order_is_degree_plus_one_on_fmus_under_both_sweeps() {
    for sweep in ["jacobi", "gauss-seidel"] {
        for degree in 0..=2 {
            let decomposition = Decomposition::ForceForce;
            let case = |h| Case { decomposition, sweep, degree, start_up: "repeat", h };
            let observed = (case(5e-4).error() / case(2.5e-4).error()).log2();
            let expected = degree as f64 + 1.0;
            assert!((observed - expected).abs() < 0.1, "{sweep}, degree {degree}: {observed}");
        }
    }
}

#[test]
fn a_ramped_start_costs_an_order_from_degree_two_on() {
    let decomposition = Decomposition::ForceForce;
    let case = |h| Case { decomposition, sweep: "jacobi", degree: 2, start_up: "ramp", h };
    let observed = (case(5e-4).error() / case(2.5e-4).error()).log2();
    assert!((observed - 2.0).abs() < 0.1, "{observed}");
}

/// The run of a force/force case with the models in this program instead of FMUs.
fn in_process(case: &Case) -> Simulation {
    let slave = |m: f64, v0: f64| -> Box<dyn Slave> {
        let start = [("m", m), ("c", 1000.0), ("d", 10.0), ("v0", v0)];
        Box::new(ModelSlave::<Oscillator>::new(&start, &["force"], &["x", "v"]).unwrap())
    };
    let slaves = vec![("left".into(), slave(1.0, 100.0)), ("right".into(), slave(2.0, -100.0))];
    let network = Network::new(slaves, vec![TwoMass::schweizer_lu().law()], Reading::Fresh);
    let order = network.slaves().collect();
    let explicit: Box<dyn Scheme> = match case.sweep {
        "jacobi" => Box::new(Explicit::new(Jacobi)),
        _ => Box::new(Explicit::new(GaussSeidel::new(&network, order))),
    };
    let rule = Box::new(PolynomialRule::new(case.degree));
    let (inputs, outputs) = (network.discrete_inputs(), network.output_count());
    let signals = Signals::new(rule, case.degree, inputs, outputs);
    Simulation::new(network, signals, explicit, Clock::new(0.0, 1.0, case.h))
        .repeating_start(case.degree)
}

#[test]
fn in_process_and_fmu_runs_agree_bit_for_bit() {
    for sweep in ["jacobi", "gauss-seidel"] {
        for degree in 0..=3 {
            let decomposition = Decomposition::ForceForce;
            let case = Case { decomposition, sweep, degree, start_up: "repeat", h: 1e-3 };
            let (mut a, mut b) = (case.on_fmus(), in_process(&case));
            a.initialize().unwrap();
            b.initialize().unwrap();
            while a.advance().unwrap() && b.advance().unwrap() {
                assert_eq!(a.point().y, b.point().y, "{case:?} at t = {}", a.t());
                assert_eq!(a.point().u, b.point().u, "{case:?} at t = {}", a.t());
            }
            assert_eq!((a.t(), b.t()), (1.0, 1.0));
        }
    }
}

//! Iterations that converge: chains however long and stiff, loops of signals, and slaves with noise.

use std::path::Path;

use coupling::scheme::Statistics;
use macrostep::scenario::build::build;
use macrostep::scenario::check::{Options, check};
use macrostep::scenario::error::Source;
use macrostep::scenario::read::parse;
use macrostep_tests::chain::{Chain, Nonlinear};
use macrostep_tests::{c_fmu, fmu};

const KINDS: [&str; 3] = ["newton", "fixed-point", "quasi-newton"];

/// What a scenario has come to: outputs, statistics and macro steps.
struct Reached {
    y: Vec<f64>,
    statistics: Statistics,
    steps: u64,
}

impl Reached {
    /// Runs of all slaves over a macro step, on the average.
    fn runs(&self) -> f64 {
        self.statistics.runs as f64 / self.steps as f64
    }
}

fn run(text: String) -> Result<Reached, String> {
    let (source, file) = parse(Source { file: "test".into(), text }, &[]).unwrap();
    let options = Options { no_results: true, trust_fmu: true, ..Options::default() };
    let scenario = check(source, &file, Path::new(""), options).unwrap();
    let mut simulation = build(&scenario).unwrap();
    simulation.initialize().unwrap();
    while simulation.advance().map_err(|error| error.to_string())? {}
    let y = simulation.point().y.as_slice().to_vec();
    let statistics = simulation.statistics().unwrap();
    Ok(Reached { y, statistics, steps: simulation.progress().taken })
}

fn chain(masses: usize, stiffness: f64, nonlinear: Nonlinear, kind: &str) -> Chain {
    let scheme = format!("kind = '{kind}'");
    Chain { masses, stiffness, nonlinear, scheme, degree: 0, steps: 30 }
}

/// All schemes converge, to the same.
#[test]
fn chains_converge_however_long_and_stiff() {
    // Measured: Newton 2 to 5 runs a step, quasi-Newton up to 25, Aitken 7 at 1e3 N/m to 40 at 1e7 N/m.
    let most = |kind: &str, stiffness: f64| match kind {
        "newton" => 7.0,
        "quasi-newton" => 30.0,
        _ if stiffness < 1e6 => 15.0,
        _ => 60.0,
    };
    for nonlinear in [Nonlinear::Nowhere, Nonlinear::Masses, Nonlinear::Springs] {
        for (masses, stiffness) in [(10, 1e3), (10, 1e7), (50, 1e5), (50, 1e7), (200, 1e7)] {
            let [newton, others @ ..] = KINDS.map(|kind| {
                let name = format!("{masses} masses, {stiffness:e} N/m, {nonlinear:?}, {kind}");
                let reached = run(chain(masses, stiffness, nonlinear, kind).text());
                let reached = reached.unwrap_or_else(|error| panic!("{name}: {error}"));
                assert_eq!(reached.statistics.not_converged.accepted, 0, "{name}");
                assert!(reached.runs() < most(kind, stiffness), "{name}: {}", reached.runs());
                reached
            });
            let largest = newton.y.iter().fold(0.0, |largest: f64, y| largest.max(y.abs()));
            for (kind, other) in KINDS[1..].iter().zip(others) {
                let off = newton.y.iter().zip(&other.y).map(|(a, b)| (a - b).abs());
                let off = off.fold(0.0, f64::max);
                // What is left of the forces, 1e-9 of them, acts for 30 steps.
                assert!(off < 1e-6 * largest, "{masses}, {stiffness:e}, {kind}: {off:e}");
            }
        }
    }
}

/// More unknowns than macro steps have iterations: the changes of twelve do not do.
#[test]
fn quasi_newton_knows_enough_changes_for_a_chain_of_twenty() {
    let scheme = "kind = 'quasi-newton'\niterations = 100".to_string();
    let (nonlinear, steps) = (Nonlinear::Nowhere, 100);
    let chain = Chain { masses: 20, stiffness: 1e6, nonlinear, scheme, degree: 1, steps };
    let reached = run(chain.text()).unwrap();
    assert!(reached.runs() < 4.0, "{}", reached.runs());
}

/// Forces of 1e7 N throw the masses about within a step: full Newton steps diverge at 13 ms.
#[test]
fn newton_converges_where_its_full_steps_do_not() {
    let scheme = "kind = 'newton'".to_string();
    let (nonlinear, steps) = (Nonlinear::Masses, 100);
    let chain = Chain { masses: 10, stiffness: 1e7, nonlinear, scheme, degree: 1, steps };
    let reached = run(chain.text()).unwrap();
    assert_eq!((reached.steps, reached.statistics.not_converged.accepted), (100, 0));
    assert!(reached.runs() < 20.0, "{}", reached.runs());
}

/// A controller and a mass in a loop of gain −0.5: N and m must not be summed.
#[test]
fn aitken_converges_on_a_loop_of_different_units() {
    let text = |relaxation: &str| {
        format!(
            "[simulation]\nstop = 0.5\nstep = 0.01\n[scheme]\nkind = 'fixed-point'\nrelaxation = {relaxation}\n\
             [inputs]\nextrapolation = 'polynomial'\ndegree = 1\n\
             [slaves.pid]\nfmu = '{}'\nstart = {{ kp = -0.0005, ki = 0.0, kd = 0.0, setpoint = 1.0 }}\n\
             [slaves.mass]\nfmu = '{}'\n\
             start = {{ m = 1.0, c = 500.0, d = 1.0, cc = 1000.0, dc = 2.0, v_in = 0.0, force = 0.0, x0 = 0.0 }}\n\
             [[connections]]\nfrom = 'pid.u'\nto = 'mass.x_in'\nunits = false\n\
             [[connections]]\nfrom = 'mass.f'\nto = 'pid.measurement'\nunits = false\n",
            fmu("pid").display(),
            fmu("base-excited-oscillator").display()
        )
    };
    let [aitken, constant] = ["'aitken'", "0.7"].map(|factor| run(text(factor)).unwrap());
    for (a, b) in aitken.y.iter().zip(&constant.y) {
        assert!((a - b).abs() < 1e-6 * (1.0 + a.abs()), "{a} and {b}");
    }
    assert!(aitken.runs() < 50.0, "{}", aitken.runs());
}

/// Two masses with a spring of 1e4 N/m, of which the left one is the given C FMU.
fn masses(left: &str, kind: &str, relative: &str) -> String {
    format!(
        "[simulation]\nstop = 0.5\nstep = 1e-3\n[scheme]\nkind = '{kind}'\nrelative = {relative}\n\
         [inputs]\nextrapolation = 'polynomial'\ndegree = 1\n\
         [slaves.left]\nfmu = '{}'\nstart = {{ m = 1.0, d = 1.0, v0 = 10.0 }}\n\
         [slaves.right]\nfmu = '{}'\nstart = {{ m = 2.0, d = 1.0, v0 = -10.0 }}\n\
         [[couplings]]\nlaw = 'spring-damper'\nbetween = ['left', 'right']\nstiffness = 1e4\ndamping = 1.0\n",
        c_fmu(left).display(),
        c_fmu("mass").display()
    )
}

/// x has a noise of 1e-7 of itself, of up to 0.2 m: 2e-4 N in forces of up to 800 N, thus 2.5e-7 of them at most, and
/// much less where x is small.
#[test]
fn nothing_below_the_noise_of_an_fmu_is_asked_for() {
    for kind in KINDS {
        let noisy = run(masses("mass_noisy", kind, "1e-12")).unwrap();
        let found = noisy.statistics.not_converged;
        assert!(found.within_noise > noisy.steps / 2, "{kind}: {found:?}");
        assert!((1e-9..3e-7).contains(&found.noise), "{kind}: {found:?}");
        assert!((1e-9..1e-6).contains(&found.residual), "{kind}: {found:?}");
        assert!(noisy.runs() < 8.0, "{kind}: {} runs", noisy.runs());
        // Above it nothing is measured, and an exact FMU has none.
        for (left, relative) in [("mass_noisy", "1e-5"), ("mass", "1e-12")] {
            let other = run(masses(left, kind, relative)).unwrap();
            assert_eq!(other.statistics.not_converged.within_noise, 0, "{kind}: {left}");
        }
    }
}

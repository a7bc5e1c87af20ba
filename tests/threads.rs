//! FMUs run by several threads: the same bits, and told in the summary.

use std::path::Path;

use macrostep::scenario::build::build;
use macrostep::scenario::check::{Options, check};
use macrostep::scenario::error::Source;
use macrostep::scenario::read::parse;
use macrostep_tests::{Csv, c_fmu, counting, fmu, macrostep, printed, root, run_scenario, succeed};

#[global_allocator]
static ALLOCATOR: counting::Counting = counting::Counting;

/// A chain of oscillators; with `threads`, all but the first stay on one of the helpers, so that
/// every step is shared.
fn chain(scheme: &str, degree: usize, threads: usize) -> String {
    let mut text = format!(
        "[simulation]\nstop = 0.4\nstep = 1e-3\nthreads = {threads}\n[scheme]\n{scheme}\n\
         [inputs]\nextrapolation = 'polynomial'\ndegree = {degree}\n"
    );
    let path = fmu("oscillator");
    for k in 0..4 {
        text += &format!("[slaves.m{k}]\nfmu = '{}'\nstart = {{ v0 = {k} }}\n", path.display());
        if threads > 1 && k > 0 {
            text += &format!("thread = {}\n", k % threads);
        }
    }
    for k in 1..4 {
        text += &format!(
            "[[couplings]]\nlaw = 'spring-damper'\nbetween = ['m{}', 'm{k}']\n\
             stiffness = 100\ndamping = 1\n",
            k - 1
        );
    }
    text
}

/// The outputs at all points, and how often a macro step after the tenth has allocated.
fn run(text: String) -> (Vec<f64>, usize) {
    let (source, file) = parse(Source { file: "test".into(), text }, &[]).unwrap();
    let scenario = check(source, &file, Path::new(""), Options::default()).unwrap();
    let mut simulation = build(&scenario).unwrap();
    simulation.initialize().unwrap();
    let mut points = Vec::with_capacity(10_000);
    let mut allocations = 0;
    for k in 0.. {
        let before = counting::allocations();
        if !simulation.advance().unwrap() {
            break;
        }
        if k >= 10 {
            allocations += counting::allocations() - before;
        }
        points.extend(simulation.point().y.iter());
    }
    (points, allocations)
}

#[test]
fn fmus_give_the_same_bits_on_several_threads_in_every_scheme() {
    let schemes = [
        "sweep = 'jacobi'",
        "sweep = 'gauss-seidel'",
        "kind = 'semi-implicit'",
        "kind = 'semi-implicit'\njacobian = 'every-step'",
        "kind = 'semi-implicit'\njacobian = 'broyden'",
        "kind = 'newton'",
        "kind = 'fixed-point'",
        "kind = 'quasi-newton'",
    ];
    for scheme in schemes {
        for degree in [0, 2] {
            let (alone, _) = run(chain(scheme, degree, 1));
            for threads in 2..=3 {
                let (shared, allocations) = run(chain(scheme, degree, threads));
                assert!(shared == alone, "{scheme}, degree {degree}, {threads} threads");
                assert_eq!(allocations, 0, "{scheme}, degree {degree}, {threads} threads");
            }
        }
    }
}

#[test]
fn several_rates_give_the_same_bits_on_several_threads() {
    let slow = |text: String| text.replace("[slaves.m1]\n", "[slaves.m1]\nstep = 2e-3\n");
    let (alone, _) = run(slow(chain("sweep = 'jacobi'", 1, 1)));
    let (shared, _) = run(slow(chain("sweep = 'jacobi'", 1, 2)));
    assert!(shared == alone);
}

/// Two bodies at a joint, each with six inputs; with clones and threads all steps of the first and of
/// every other clone are taken by a helper, so that rounds are shared.
fn bodies(scheme: &str, clones: [usize; 2], threads: usize) -> String {
    let path = fmu("rigid-body");
    let thread = if threads > 1 { "thread = 1" } else { "" };
    format!(
        "[simulation]\nstop = 0.4\nstep = 1e-3\nthreads = {threads}\n[scheme]\n{scheme}\n\
         [inputs]\nextrapolation = 'polynomial'\ndegree = 1\n\
         [slaves.a]\nfmu = '{0}'\nclones = {1}\n{thread}\n\
         [slaves.b]\nfmu = '{0}'\nclones = {2}\nstart = {{ r0_x = 1, omega0_z = 2 }}\n\
         [[couplings]]\nlaw = 'joint'\nkind = 'universal'\nbetween = ['a', 'b']\n\
         point = [[0.5, 0, 0], [-0.5, 0, 0]]\naxis = [[0, 1, 0], [0, 0, 1]]\n\
         stiffness = 1e4\ndamping = 30\nrotational_stiffness = 200\n",
        path.display(),
        clones[0],
        clones[1]
    )
}

#[test]
fn clones_give_the_same_bits_alone_and_on_several_threads() {
    let schemes = [
        "kind = 'semi-implicit'",
        "kind = 'semi-implicit'\njacobian = 'every-step'",
        "kind = 'semi-implicit'\njacobian = 'broyden'",
        "kind = 'newton'",
    ];
    for scheme in schemes {
        let (alone, _) = run(bodies(scheme, [0, 0], 1));
        for (clones, threads) in [([1, 0], 1), ([3, 5], 1), ([1, 0], 2), ([3, 5], 2)] {
            let (cloned, allocations) = run(bodies(scheme, clones, threads));
            assert!(cloned == alone, "{scheme}, clones {clones:?}, {threads} threads");
            assert_eq!(allocations, 0, "{scheme}, clones {clones:?}, {threads} threads");
        }
    }
}

#[test]
fn a_polynomial_in_stairs_reaches_clones_too() {
    let stairs = |text: String| text.replace("degree = 1", "degree = 1\nhand_over = 'sub-steps'");
    let scheme = "kind = 'semi-implicit'\njacobian = 'every-step'";
    let (alone, _) = run(stairs(bodies(scheme, [0, 0], 1)));
    let (cloned, allocations) = run(stairs(bodies(scheme, [2, 2], 2)));
    assert!(cloned == alone);
    assert_eq!(allocations, 0);
}

#[test]
fn the_summary_says_how_much_was_shared() {
    let (_, sidecar) = run_scenario("two-mass/explicit.toml".as_ref(), &["simulation.threads=2"]);
    assert_eq!(sidecar["summary"]["threads"]["count"], 2);
    let shared = sidecar["summary"]["threads"]["shared"].as_f64().unwrap();
    assert!((0.0..=1.0).contains(&shared), "{shared}");
    let folder = tempfile::tempdir().unwrap();
    let mut command = macrostep();
    command.arg("run").arg(root().join("scenarios/two-mass/explicit.toml"));
    command.args(["--threads", "2", "-o"]).arg(folder.path().join("results.csv"));
    let output = succeed(&mut command);
    assert!(printed(&output).contains("threads   2, "), "{}", printed(&output));
}

#[test]
fn the_summary_says_which_slave_is_on_which_thread() {
    let summary = |assignment: &str| {
        let settings = ["simulation.threads=2", assignment];
        let (_, mut sidecar) = run_scenario("two-mass/explicit.toml".as_ref(), &settings);
        sidecar["summary"]["threads"]["slaves"].take()
    };
    let placed = summary("simulation.assignment=measured");
    let threads: Vec<usize> =
        placed.as_array().unwrap().iter().map(|slaves| slaves.as_array().unwrap().len()).collect();
    assert_eq!(threads, [1, 1], "{placed}");
    assert!(summary("simulation.assignment=claimed").is_null());
}

#[test]
#[cfg(target_os = "linux")]
fn threads_may_stay_on_their_cores() {
    let settings = ["simulation.threads=2", "simulation.pin_threads=true"];
    let (pinned, _) = run_scenario("two-mass/explicit.toml".as_ref(), &settings);
    let (free, _) = run_scenario("two-mass/explicit.toml".as_ref(), &[]);
    assert_eq!(pinned.column("left.x"), free.column("left.x"));
}

/// Three of a C FMU side by side on several threads, each with u = 10: what is said, and y at the end.
fn side_by_side(fmu: &str, simulation: &str, section: &str) -> (String, Vec<f64>) {
    let folder = tempfile::tempdir().unwrap();
    let mut text = format!("[simulation]\nstop = 1\nstep = 0.0625\nthreads = 3\n{simulation}\n");
    for k in 0..3 {
        let path = c_fmu(fmu);
        text += &format!(
            "[slaves.m{k}]\nfmu = '{}'\nstart = {{ u = 10 }}\n{section}\n",
            path.display()
        );
    }
    std::fs::write(folder.path().join("a.toml"), text).unwrap();
    let mut command = macrostep();
    let output = succeed(command.current_dir(folder.path()).args(["run", "a.toml"]));
    let csv = Csv::read(&folder.path().join("a.csv"));
    let last = |k: usize| *csv.column(&format!("m{k}.y")).last().unwrap();
    (printed(&output), (0..3).map(last).collect())
}

/// Sums of ten parts of a step have rounding errors.
fn all_right(y: &[f64]) -> bool {
    y.iter().all(|y| (y - 10.0).abs() < 1e-12)
}

#[test]
fn instances_with_static_data_take_turns_unless_the_user_says_otherwise() {
    let note = "note: \"m0\", \"m1\", \"m2\" are instances of one library and take turns";
    let (text, y) = side_by_side("static_scratch", "", "");
    assert!(text.contains(note) && all_right(&y), "{y:?} {text}");
    let (text, y) = side_by_side("static_scratch", "", "isolation = 'process'");
    assert!(!text.contains(note) && all_right(&y), "{y:?} {text}");
    // One of them on a thread of its own takes the others with it.
    let (text, y) = side_by_side("static_scratch", "", "thread = 1");
    assert!(text.contains(note) && all_right(&y), "{y:?} {text}");
    let (text, y) = side_by_side("static_scratch", "parallel_instances = true", "");
    assert!(!text.contains(note) && !all_right(&y), "{y:?} {text}");
}

#[test]
fn our_own_fmus_run_at_the_same_time() {
    let (_, sidecar) = run_scenario("two-mass/explicit.toml".as_ref(), &["simulation.threads=2"]);
    assert_eq!(sidecar["summary"]["threads"]["count"], 2);
    let text = chain("sweep = 'jacobi'", 1, 1).replace("threads = 1", "threads = 2");
    let (source, file) = parse(Source { file: "test".into(), text }, &[]).unwrap();
    let scenario = check(source, &file, Path::new(""), Options::default()).unwrap();
    assert!(scenario.slaves.iter().all(|slave| slave.turns.is_none()));
}

#[test]
fn other_threads_have_the_stack_of_the_main_one() {
    let (_, y) = side_by_side("deep_stack", "", "thread = 1");
    assert_eq!(y, [10.0; 3]);
}

//! `run`: files written, options obeyed, FMUs coupled without a scenario file.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use macrostep_tests::{Csv, c_fmu, macrostep, succeed};

use super::{refused, scenario, sidecar, stdout};

#[test]
fn results_and_a_vector_picture_are_written_where_asked() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (results, picture) = (folder.path().join("new/a.csv"), folder.path().join("new/a.svg"));
    let mut run = macrostep();
    run.arg("run").arg(scenario("two-mass/explicit.toml")).arg("-o").arg(&results);
    let said = stdout(run.arg("--plot").arg(&picture).args(["--plot-columns", "*.x,left.v"]));
    assert!(said.contains("1000 to t = 1 s") && said.contains("new/a.svg"), "{said}");
    assert!(results.exists());

    let svg = std::fs::read_to_string(&picture).expect("a picture");
    for name in ["left.x", "right.x", "left.v", "[m]", "[m/s]"] {
        assert!(svg.contains(name), "no {name} in the picture");
    }
    assert!(!svg.contains("right.v"), "a column that was not asked for");
    let parse = "import sys, xml.etree.ElementTree as e; print(e.parse(sys.argv[1]).getroot().tag)";
    let parsed = succeed(Command::new("python3").args(["-c", parse]).arg(&picture));
    assert!(String::from_utf8_lossy(&parsed.stdout).trim().ends_with("svg"));
}

#[test]
fn a_bitmap_picture_is_written_where_asked() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let picture = folder.path().join("a.png");
    let mut run = macrostep();
    run.arg("run").arg(scenario("two-mass/explicit.toml")).arg("--plot").arg(&picture);
    succeed(run.current_dir(folder.path()));
    let bytes = std::fs::read(&picture).expect("a picture");
    assert!(bytes.starts_with(b"\x89PNG\r\n\x1a\n"), "no PNG");
    assert!(folder.path().join("explicit.csv").exists(), "results go to the present folder");
}

#[test]
fn overrides_change_the_run() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let end = |settings: &[&str]| {
        let results = folder.path().join("a.csv");
        let mut run = macrostep();
        run.arg("run").arg(scenario("two-mass/explicit.toml")).arg("-qo").arg(&results);
        run.args(settings.iter().flat_map(|setting| ["--set", setting]));
        succeed(&mut run);
        let csv = Csv::read(&results);
        let text = sidecar(&results)["text"].as_str().expect("text").to_string();
        (*csv.column("time").last().expect("a row"), csv.column("left.x"), text)
    };
    let (stop, plain, text) = end(&[]);
    assert_eq!((stop, plain.len()), (1.0, 1001));
    assert!(!text.contains("--set"), "{text}");
    let (stop, short, text) = end(&["simulation.stop=0.5", "slaves.left.start.m=3"]);
    assert_eq!((stop, short.len()), (0.5, 501));
    assert!(short[500] != plain[500], "another mass moves otherwise");
    assert!(text.contains("stop = 0.5 # changed by --set"), "{text}");
    let (_, stiff, _) = end(&["couplings.0.stiffness=4e3"]);
    assert!(stiff[500] != plain[500], "another spring moves otherwise");
}

#[test]
fn a_run_without_results_writes_nothing() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut run = macrostep();
    run.arg("run").arg(scenario("two-mass/explicit.toml")).arg("--no-results");
    let said = stdout(run.current_dir(folder.path()));
    assert!(said.contains("steps     1000"), "{said}");
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 0);
}

#[test]
fn a_quiet_run_says_nothing() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut run = macrostep();
    run.arg("run").arg(scenario("two-mass/explicit.toml")).arg("--quiet");
    let output = succeed(run.current_dir(folder.path()));
    assert!(output.stdout.is_empty() && output.stderr.is_empty());
    assert!(folder.path().join("explicit.csv").exists());
}

#[test]
fn fmus_are_coupled_without_a_scenario_file() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (fmu, results) = (c_fmu("integrator"), folder.path().join("a.csv"));
    let mut run = macrostep();
    run.arg("run").arg(&fmu).arg(&fmu).args(["-c", "integrator.y:integrator-2.u", "--stop", "1"]);
    run.args(["--step", "0.125", "--set", "inputs.extrapolation=\"hold\""]);
    succeed(run.arg("-o").arg(&results));
    let csv = Csv::read(&results);
    // y = t, and the second integrates it held: y2 = h² n (n − 1) / 2, without rounding at h = 1/8.
    let n: Vec<f64> = (0..=8).map(f64::from).collect();
    let first: Vec<f64> = n.iter().map(|n| 0.125 * n).collect();
    let second: Vec<f64> = n.iter().map(|n| n * (n - 1.0) / 128.0).collect();
    assert_eq!(csv.column("integrator.y"), first);
    assert_eq!(csv.column("integrator-2.y"), second);
}

#[test]
fn wrong_combinations_of_arguments_are_refused() {
    let (file, fmu) = (scenario("two-mass/explicit.toml"), c_fmu("integrator"));
    let said = refused(macrostep().arg("run").arg(&file).args(["--stop", "1"]), 2);
    assert!(said.contains("--set simulation.stop="), "{said}");
    let said = refused(macrostep().arg("run").arg(&file).arg(&fmu), 2);
    assert!(said.contains("one scenario file, or only FMUs"), "{said}");
    let said = refused(macrostep().arg("run").arg(&fmu), 2);
    assert!(said.contains("--stop is missing"), "{said}");
    let mut run = macrostep();
    run.arg("run").arg(&fmu).args(["--stop", "1", "-c", "integrator.y"]);
    assert!(refused(&mut run, 2).contains("\"integrator.y\" is not of the form a.y:b.u"));
    let said = refused(macrostep().args(["run", "no_such.fmu", "--stop", "1"]), 2);
    assert!(said.contains("no_such.fmu does not exist\n"), "{said}");
    refused(macrostep().arg("run").arg(&file).args(["--no-results", "-o", "a.csv"]), 2);
}

#[test]
fn a_run_that_is_killed_leaves_complete_rows() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let results = folder.path().join("a.csv.partial");
    let mut run = macrostep();
    run.arg("run").arg(scenario("two-mass/explicit.toml")).args(["--set", "simulation.stop=1e6"]);
    run.arg("-qo").arg(folder.path().join("a.csv")).stdout(Stdio::null());
    let mut running = run.spawn().expect("macrostep starts");
    let begin = Instant::now();
    let size = || std::fs::metadata(&results).map_or(0, |file| file.len());
    while size() < 100_000 && begin.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(20));
    }
    running.kill().expect("it runs");
    running.wait().expect("it ends");

    let text = std::fs::read_to_string(&results).expect("results");
    assert!(text.len() >= 100_000, "only {} bytes after {:?}", text.len(), begin.elapsed());
    // Rows are written whole, but the system may end a killed process in the midst of a write.
    let text = text.rsplit_once('\n').map_or("", |(complete, _)| complete);
    let fields = text.lines().next().expect("a header").split(',').count();
    assert!(text.lines().all(|line| line.split(',').count() == fields));
    std::fs::write(&results, text).expect("a writable folder");
    let time = Csv::read(&results).column("time");
    assert!(time.is_sorted() && time.len() > 100);
    assert_eq!(sidecar(&results)["status"], "running");
}

//! No process is left behind, none waits at the cost of others, and a step allocates nothing.

use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use macrostep::remote::use_worker;
use macrostep::scenario::build::build;
use macrostep::scenario::check::{Options, check};
use macrostep::scenario::error::Source;
use macrostep::scenario::read::parse;
use macrostep_tests::{counting, fmu, macrostep};

use super::Case;

#[global_allocator]
static ALLOCATOR: counting::Counting = counting::Counting;

/// Processes whose parent is `parent`, with their state and processor time in ticks.
fn children(parent: u32) -> Vec<(u32, char, u64)> {
    let stats = std::fs::read_dir("/proc").expect("a proc file system").filter_map(|entry| {
        let path = entry.ok()?.path();
        let pid: u32 = path.file_name()?.to_str()?.parse().ok()?;
        Some((pid, std::fs::read_to_string(path.join("stat")).ok()?))
    });
    let parse = |(pid, stat): (u32, String)| {
        // After the name in parentheses: state, parent, …; processor times are fields 14 and 15.
        let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        let time = fields[11].parse::<u64>().ok()? + fields[12].parse::<u64>().ok()?;
        (fields[1] == parent.to_string())
            .then(|| (pid, fields[0].chars().next().unwrap_or('?'), time))
    };
    stats.filter_map(parse).collect()
}

/// Waits until something holds.
fn eventually(what: &str, holds: impl Fn() -> bool) {
    let begin = Instant::now();
    while !holds() {
        assert!(begin.elapsed() < Duration::from_secs(20), "{what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A run whose isolated FMU computes for ever, once its process is there.
fn hanging(case: &Case, more: &[&str]) -> (Child, u32) {
    let mut run = macrostep();
    run.args(["run", "case.toml", "-q"]).args(more).current_dir(case.folder.path());
    run.env("MACROSTEP_CACHE", case.folder.path().join("cache"));
    let running = run.stderr(Stdio::null()).spawn().expect("macrostep starts");
    // The run itself is a child of its supervisor, and the process of the FMU one of the run.
    let workers = || children(running.id()).first().map_or(Vec::new(), |run| children(run.0));
    eventually("the process of the FMU", || workers().iter().any(|child| child.1 == 'S'));
    let worker = workers()[0].0;
    (running, worker)
}

/// Kills the master of a hanging FMU and waits for the end of its process.
fn ends_with_its_master(more: &[&str]) {
    let case = Case::alone("hang", "isolation = 'process'");
    let (mut master, worker) = hanging(&case, more);
    std::thread::sleep(Duration::from_millis(500));
    master.kill().expect("it runs");
    master.wait().expect("it ends");
    // One that has ended may wait as a zombie for the system's first process to take note.
    eventually("the worker is gone", || {
        let stat = std::fs::read_to_string(format!("/proc/{worker}/stat"));
        stat.is_err() || stat.is_ok_and(|stat| stat.contains(") Z "))
    });
}

#[test]
fn the_process_of_an_fmu_ends_with_the_master_even_while_it_computes() {
    ends_with_its_master(&["--trust-fmu"]);
}

#[test]
fn the_process_of_a_probe_ends_with_the_master_even_while_it_computes() {
    ends_with_its_master(&[]);
}

#[test]
fn waiting_for_an_answer_takes_no_processor_time() {
    let case = Case::alone("hang", "isolation = 'process'");
    let (mut master, _) = hanging(&case, &["--trust-fmu"]);
    std::thread::sleep(Duration::from_millis(300));
    let time = || {
        let here = children(std::process::id()).into_iter().find(|child| child.0 == master.id());
        let run = children(master.id())[0];
        here.expect("the master runs").2 + run.2 + children(run.0)[0].2
    };
    let before = time();
    std::thread::sleep(Duration::from_secs(1));
    let ticks = time() - before;
    master.kill().expect("it runs");
    master.wait().expect("it ends");
    assert!(ticks <= 5, "{ticks} of 100 ticks in a second of waiting");
}

fn scenario(text: String) -> macrostep::scenario::Scenario {
    use_worker(macrostep().get_program());
    let (source, file) = parse(Source { file: "test".into(), text }, &[]).unwrap();
    check(source, &file, Path::new(""), Options { isolate: true, ..Options::default() }).unwrap()
}

fn two_masses() -> String {
    format!(
        "[simulation]\nstop = 2\nstep = 1e-3\n[inputs]\nextrapolation = 'polynomial'\ndegree = 2\n\
         [slaves.left]\nfmu = '{0}'\nstart = {{ v0 = 1 }}\n[slaves.right]\nfmu = '{0}'\n\
         [[couplings]]\nlaw = 'spring-damper'\nbetween = ['left', 'right']\n\
         stiffness = 100\ndamping = 1\n",
        fmu("oscillator").display()
    )
}

#[test]
fn a_step_of_isolated_fmus_allocates_nothing() {
    let mut simulation = build(&scenario(two_masses())).unwrap();
    simulation.initialize().unwrap();
    (0..10).for_each(|_| assert!(simulation.advance().unwrap()));
    let before = counting::allocations();
    (0..1000).for_each(|_| assert!(simulation.advance().unwrap()));
    assert_eq!(counting::allocations() - before, 0);
}

#[test]
fn a_master_that_lives_on_keeps_no_dead_processes() {
    for run in [true, false] {
        let mut simulation = build(&scenario(two_masses())).unwrap();
        simulation.initialize().unwrap();
        assert!(!run || simulation.advance().unwrap());
    }
    let case = Case::alone("hang", "timeout = 0.2");
    let text = std::fs::read_to_string(case.path("case.toml")).unwrap();
    let mut hanging = build(&scenario(text)).unwrap();
    hanging.initialize().unwrap();
    let error = (0..8).find_map(|_| hanging.advance().err()).expect("it hangs");
    assert!(error.to_string().contains("did not return from fmi2DoStep within 0.2 s"), "{error}");
    // Those of the other tests in this program pass; one that nobody waits for would stay.
    eventually("no zombie", || children(std::process::id()).iter().all(|child| child.1 != 'Z'));
}

//! What runs make of the verdict on saving and restoring.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use macrostep_tests::{c_fmu, macrostep, printed, succeed};

/// A scenario of one FMU with inputs of degree 2, and a cache of its own.
struct Case {
    folder: tempfile::TempDir,
}

impl Case {
    fn new(fmu: &str, start_up: &str) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let text = format!(
            "[simulation]\nstop = 1\nstep = 0.1\n[scheme]\nstart_up = '{start_up}'\n\
             [inputs]\nextrapolation = 'polynomial'\ndegree = 2\n\
             [slaves.a]\nfmu = '{fmu}'\n[slaves.b]\nfmu = '{fmu}'\n\
             [[connections]]\nfrom = 'a.y'\nto = 'b.u'\n[[connections]]\nfrom = 'b.y'\nto = 'a.u'\n",
            fmu = c_fmu(fmu).display()
        );
        std::fs::write(folder.path().join("a.toml"), text).expect("a scenario");
        Self { folder }
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = macrostep();
        command.env("MACROSTEP_CACHE", self.cache()).current_dir(self.folder.path());
        command.arg(arguments[0]).arg("a.toml").args(&arguments[1..]);
        command
    }

    fn cache(&self) -> PathBuf {
        self.folder.path().join("cache")
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().expect("macrostep starts")
    }
}

/// The names of the reports in a cache.
fn probes(cache: &Path) -> usize {
    std::fs::read_dir(cache.join("probes")).map_or(0, Iterator::count)
}

#[test]
fn a_state_that_works_is_used_and_probed_once() {
    for fmu in ["integrator", "solver_memory"] {
        let case = Case::new(fmu, "auto");
        let output = succeed(&mut case.command(&["check"]));
        let text = printed(&output);
        assert!(text.contains("first steps repeated") && !text.contains("warning"), "{text}");
        assert_eq!(probes(&case.cache()), 1);
        let report = std::fs::read_dir(case.cache().join("probes")).expect("a folder").next();
        let path = report.expect("a report").expect("an entry").path();
        let before = path.metadata().expect("a file").modified().expect("a time");
        succeed(&mut case.command(&["run", "--no-results"]));
        let after = path.metadata().expect("a file").modified().expect("a time");
        assert_eq!(before, after, "probed again");
    }
}

#[test]
fn a_state_that_does_not_work_is_not_used_and_the_user_is_told_why() {
    let broken = [
        ("wrong_state", "wrong: two restored runs differ, y by"),
        ("crash_get_state", "crash: SIGSEGV in fmi2GetFMUstate"),
    ];
    for (fmu, why) in broken {
        let case = Case::new(fmu, "auto");
        let output = succeed(&mut case.command(&["run", "--no-results"]));
        let text = printed(&output);
        assert!(
            text.contains("warning: a.toml: the FMU of slave \"a\" offers to be rewound"),
            "{text}"
        );
        assert!(text.contains(why) && text.contains("--trust-fmu ignores the probe"), "{text}");

        let case = Case::new(fmu, "repeat");
        let output = case.run(&["check"]);
        assert_eq!(output.status.code(), Some(2), "{}", printed(&output));
        let text = printed(&output);
        assert!(text.contains("error: a.toml:5: scheme.start_up = \"repeat\" needs"), "{text}");
        assert!(text.contains(why) && text.contains("use \"ramp\", or --trust-fmu"), "{text}");
    }
}

#[test]
fn who_trusts_the_fmu_is_not_warned_and_nothing_is_probed() {
    let case = Case::new("wrong_state", "repeat");
    let text = printed(&succeed(&mut case.command(&["check", "--trust-fmu"])));
    assert!(text.contains("first steps repeated") && !text.contains("warning"), "{text}");
    assert_eq!(probes(&case.cache()), 0);
}

#[test]
fn what_does_not_rewind_is_not_probed() {
    let case = Case::new("wrong_state", "ramp");
    let stop = ["--set", "slaves.a.on_discard=stop", "--set", "slaves.b.on_discard=stop"];
    let text = printed(&succeed(case.command(&["check"]).args(stop)));
    assert!(!text.contains("warning"), "{text}");
    let report = std::fs::read_dir(case.cache().join("probes")).expect("a folder").next();
    let report = std::fs::read_to_string(report.expect("a report").expect("an entry").path());
    assert!(!report.expect("a report").contains("save-restore"));
}

#[test]
fn a_report_of_another_version_is_not_believed() {
    let case = Case::new("wrong_state", "repeat");
    case.run(&["check"]);
    let entry = std::fs::read_dir(case.cache().join("probes")).expect("a folder").next();
    let path = entry.expect("a report").expect("an entry").path();
    let text = std::fs::read_to_string(&path).expect("a report");
    let lie = text.replace("\"wrong\"", "\"exact\"");
    assert_ne!(text, lie);
    std::fs::write(&path, &lie).expect("it is written");
    assert_eq!(case.run(&["check"]).status.code(), Some(0), "the report in the cache counts");
    let version = format!("\"macrostep\": \"{}\"", env!("CARGO_PKG_VERSION"));
    std::fs::write(&path, lie.replace(&version, "\"macrostep\": \"0.0.1\"")).expect("written");
    assert_eq!(case.run(&["check"]).status.code(), Some(2), "it is probed again");
}

#[test]
fn inputs_reach_an_fmu_that_ignores_their_derivatives_in_sub_steps() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (fmu, words) in
        [("derivatives", "as derivatives"), ("derivatives_ignored", "in 4 sub-steps")]
    {
        let scenario = folder.path().join("a.toml");
        let text = format!(
            "[simulation]\nstop = 1\nstep = 0.1\n[inputs]\nextrapolation = 'polynomial'\n\
             [slaves.a]\nfmu = '{0}'\n[slaves.b]\nfmu = '{0}'\n\
             [[connections]]\nfrom = 'a.y'\nto = 'b.u'\n[[connections]]\nfrom = 'b.y'\nto = 'a.u'\n",
            c_fmu(fmu).display()
        );
        std::fs::write(&scenario, text).expect("a writable folder");
        let check = |more: &[&str]| {
            let mut command = macrostep();
            printed(&succeed(command.arg("check").arg(&scenario).args(more)))
        };
        assert!(check(&[]).contains(&format!("slave        a: inputs {words}")), "{}", check(&[]));
        assert!(check(&["--trust-fmu"]).contains("inputs as derivatives"));
    }
}

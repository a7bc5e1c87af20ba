//! Each finding of a probe has the consequence that `docs/probe.md` promises: the table there is walked row
//! by row.

use std::process::{Command, Output};

use macrostep_tests::{Csv, c_fmu, macrostep, printed, root, succeed};

/// How a row of the table is shown.
struct Shown {
    check: &'static str,
    verdict: &'static str,
    by: fn(),
}

const fn shown(check: &'static str, verdict: &'static str, by: fn()) -> Shown {
    Shown { check, verdict, by }
}

const DEFAULT: &str = "";
const SEMI_IMPLICIT: &str = "[scheme]\nkind = 'semi-implicit'";
const HELD: &str = "[inputs]\nextrapolation = 'hold'";
const LINES: &str = "[inputs]\nextrapolation = 'polynomial'";

/// One for each row, in its order.
const SHOWN: &[Shown] = &[
    shown("load the library", "fails", || refused("missing_library", "libmacrostep_absent.so")),
    shown("load the library", "crash", || {
        isolated("crash_load", Some("while its library was loaded"))
    }),
    shown("initialisation", "NaN, error", || {
        fails("instance_fail", "the licence server does not answer")
    }),
    shown("initialisation", "crash, hang", || {
        isolated("crash_instantiate", Some("in fmi2Instantiate"))
    }),
    shown("any", "crash or hang in a function that every run calls", || {
        isolated("crash", Some("in fmi2DoStep"))
    }),
    shown("save and restore", "exact", || {
        says("integrator", SEMI_IMPLICIT, &["semi-implicit"], &["note"])
    }),
    shown("save and restore", "exact only between restored runs", || {
        says("solver_memory", SEMI_IMPLICIT, &["semi-implicit"], &["explicitly"]);
    }),
    shown("save and restore", "exact, but outputs are stale after restoring", || {
        says(
            "stale_outputs",
            SEMI_IMPLICIT,
            &["whether its states are restored is not watched"],
            &[],
        );
    }),
    shown("save and restore", "wrong, fails, error, crash, hang, not tried", || {
        let lost = "takes part explicitly: its FMU offers canGetAndSetFMUstate, but a probe found \"wrong: what \
                    happens at t = 0.8 s is lost";
        says("lost_event", SEMI_IMPLICIT, &[lost], &[]);
    }),
    shown("serialise the state", "all but exact", clones_are_refused),
    shown("input derivatives", "ignored, wrong, fails, error, crash, hang", || {
        let why = "inputs reach it in 4 sub-steps, because a probe of its FMU found input derivatives \"ignored\"";
        says("derivatives_ignored", LINES, &[why], &["inputs as derivatives"]);
    }),
    shown(
        "input derivatives",
        "the same, with hand_over = \"derivatives\"",
        derivatives_that_are_asked_for,
    ),
    shown("output derivatives", "wrong, NaN, error, crash, hang", derivatives_that_are_nan),
    shown(
        "output derivatives",
        "right, but those of outputs with feedthrough ignore slopes of inputs set at a point",
        crate::runs::slopes_that_are_ignored,
    ),
    shown("output derivatives", "right, but unknown at the start", || {
        let why = "the derivatives of its outputs are not known before its first step";
        says("derivatives_late", DEFAULT, &[why], &[]);
    }),
    shown("variable step", "differs", steps_that_matter),
    shown("variable step", "refused, error, crash, hang", steps_that_are_refused),
    shown("second instance", "all but independent", shared_data),
    shown("reset", "all but repeats exactly", a_reset_that_forgets),
    shown("direct feedthrough", "wrong", undeclared_feedthrough),
    shown("direct feedthrough", "differs", || says("feedthrough_unseen", HELD, &[], &["note"])),
    shown("end after stop time", "refused", || says("integrator", DEFAULT, &["to t = 1 s"], &[])),
    shown("time of a step, messages", "measured", || {
        says("log_flood", HELD, &["steps"], &["note"])
    }),
    shown("any", "not tried", not_tried),
];

#[test]
fn every_row_of_the_table_is_shown() {
    let page = std::fs::read_to_string(root().join("docs/probe.md")).expect("a page");
    let table = page.split("| check | verdict | what `run` does |").nth(1).expect("a table");
    let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    let rows: Vec<(String, String)> = rows
        .map(|row| {
            let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
            assert_eq!(cells.len(), 3, "{row}");
            (cells[0].into(), cells[1].replace('`', ""))
        })
        .collect();
    let known: Vec<(String, String)> =
        SHOWN.iter().map(|shown| (shown.check.into(), shown.verdict.into())).collect();
    assert_eq!(rows, known);
    SHOWN.iter().for_each(|shown| (shown.by)());
}

/// A folder with a scenario, run with a cache of its own.
struct Case(tempfile::TempDir);

impl Case {
    fn new(scenario: &str) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        std::fs::write(folder.path().join("a.toml"), scenario).expect("a scenario");
        Self(folder)
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = macrostep();
        command.current_dir(self.0.path()).args(arguments);
        command
    }

    fn run(&self, more: &[&str]) -> Output {
        self.command(&["run", "a.toml"]).args(more).output().expect("macrostep starts")
    }

    fn results(&self) -> Csv {
        Csv::read(&self.0.path().join("a.csv"))
    }
}

/// Two of an FMU in a ring, the second as a copy in another file.
fn ring(fmu: &str, simulation: &str, more: &str) -> String {
    format!(
        "[simulation]\nstop = 1\nstep = 0.1\n{simulation}\n[slaves.a]\nfmu = '{0}'\n[slaves.b]\nfmu = '{0}'\n{more}\n\
         [[connections]]\nfrom = 'a.y'\nto = 'b.u'\n[[connections]]\nfrom = 'b.y'\nto = 'a.u'\ngain = -1\n",
        c_fmu(fmu).display()
    )
}

fn alone(fmu: &str) -> Case {
    Case::new(&format!(
        "[simulation]\nstop = 1\nstep = 0.125\n[slaves.a]\nfmu = '{}'\nstart = {{ u = 1 }}\n",
        c_fmu(fmu).display()
    ))
}

/// A ring of the FMU runs and says some things and not others.
fn says(fmu: &str, method: &str, wanted: &[&str], unwanted: &[&str]) {
    let case = Case::new(&ring(fmu, method, ""));
    let output = case.run(&[]);
    let text = printed(&output);
    // A scheme in which nobody takes part is refused with the reason as its last word.
    assert!(output.status.success() || text.contains("takes part; use"), "{fmu}: {text}");
    let text = if output.status.success() { text } else { text + &printed(&mixed(fmu, method)) };
    wanted.iter().for_each(|words| assert!(text.contains(words), "{fmu}: {words} in {text}"));
    unwanted.iter().for_each(|words| assert!(!text.contains(words), "{fmu}: {words} in {text}"));
}

/// The FMU in a ring with an honest one.
fn mixed(fmu: &str, method: &str) -> Output {
    let text = ring("integrator", method, "");
    let other = text.replacen(
        &c_fmu("integrator").display().to_string(),
        &c_fmu(fmu).display().to_string(),
        1,
    );
    succeed(&mut Case::new(&other).command(&["run", "a.toml"]))
}

fn refused(fmu: &str, words: &str) {
    let output = alone(fmu).run(&[]);
    assert_eq!(output.status.code(), Some(2), "{}", printed(&output));
    assert!(printed(&output).contains(words), "{}", printed(&output));
}

fn fails(fmu: &str, words: &str) {
    let output = alone(fmu).run(&[]);
    assert_eq!(output.status.code(), Some(1), "{}", printed(&output));
    assert!(printed(&output).contains(words), "{}", printed(&output));
}

/// The FMU runs in a process of its own, and its crash there is told.
fn isolated(fmu: &str, crash: Option<&str>) {
    let output = alone(fmu).run(&[]);
    let text = printed(&output);
    assert!(
        text.contains("note: slave \"a\" runs in a process of its own, because a probe"),
        "{text}"
    );
    assert_eq!(output.status.code(), Some(if crash.is_some() { 3 } else { 0 }), "{text}");
    crash.inspect(|place| assert!(text.contains(&format!("the FMU crashed {place}")), "{text}"));
}

fn clones_are_refused() {
    let simulation = "threads = 2\n[scheme]\nkind = 'semi-implicit'";
    let output = Case::new(&ring("wrong_bytes", simulation, "clones = 1")).run(&[]);
    assert_eq!(output.status.code(), Some(2), "{}", printed(&output));
    assert!(
        printed(&output).contains("a probe of its FMU found \"wrong: y differs by"),
        "{}",
        printed(&output)
    );
}

fn derivatives_that_are_asked_for() {
    let inputs = "[inputs]\nextrapolation = 'polynomial'\nhand_over = 'derivatives'";
    let text = printed(&Case::new(&ring("derivatives_ignored", inputs, "")).run(&[]));
    let wanted = "warning: a.toml:7: slave \"a\": hand_over = \"derivatives\", but a probe of its FMU found input \
                  derivatives \"ignored\"";
    assert!(text.contains(wanted), "{text}");
}

fn derivatives_that_are_nan() {
    let case = Case::new(&format!(
        "[simulation]\nstop = 1\nstep = 0.125\n[slaves.a]\nfmu = '{}'\nstart = {{ u = 1 }}\n\
         [slaves.b]\nfmu = '{}'\n[[connections]]\nfrom = 'a.y'\nto = 'b.u'\n",
        c_fmu("derivatives_never").display(),
        c_fmu("integrator").display()
    ));
    let text = printed(&succeed(&mut case.command(&["run", "a.toml"])));
    assert!(text.contains("for the derivative of a.y is not known"), "{text}");
}

fn steps_that_matter() {
    let control = "[scheme]\nkind = 'semi-implicit'\n[step_control]\ntolerance = 1e-2";
    let text = printed(&Case::new(&ring("solver_memory", control, "")).run(&[]));
    assert!(text.contains("its trajectory depends on the lengths of its steps"), "{text}");
}

fn steps_that_are_refused() {
    let control = "[scheme]\nkind = 'semi-implicit'\n[step_control]\ntolerance = 1e-2";
    let output = Case::new(&ring("fixed_step_undeclared", control, "")).run(&[]);
    assert_eq!(output.status.code(), Some(2), "{}", printed(&output));
    assert!(
        printed(&output).contains("found that it cannot follow: \"refused: "),
        "{}",
        printed(&output)
    );
    let inputs = "[inputs]\nextrapolation = 'polynomial'";
    let text = printed(&Case::new(&ring("fixed_step_undeclared", inputs, "")).run(&[]));
    assert!(text.contains("inputs as mean value"), "{text}");
}

/// Two instances in one process would give 2 at the end, of which each has 1.
fn shared_data() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let copy = folder.path().join("copy.fmu");
    std::fs::copy(c_fmu("shared_data"), &copy).expect("a copy");
    for second in [c_fmu("shared_data"), copy] {
        let case = Case::new(&format!(
            "[simulation]\nstop = 1\nstep = 0.125\n[slaves.a]\nfmu = '{}'\nstart = {{ u = 1 }}\n\
             [slaves.b]\nfmu = '{}'\nstart = {{ u = 1 }}\n",
            c_fmu("shared_data").display(),
            second.display()
        ));
        let output = case.run(&[]);
        let text = printed(&output);
        assert!(output.status.success(), "{text}");
        let note = "note: slave \"b\" runs in a process of its own, because a probe of its FMU found \"shares data";
        assert!(text.contains(note), "{text}");
        assert!(text.contains("because instances of its FMU may disturb each other"), "{text}");
        for column in ["a.y", "b.y"] {
            assert_eq!(case.results().column(column).last(), Some(&1.0), "{column}");
        }
        let trusted = case.run(&["--trust-fmu"]);
        assert!(trusted.status.success(), "{}", printed(&trusted));
        assert_eq!(case.results().column("b.y").last(), Some(&2.0), "who trusts it gets it");
    }
}

/// What is set by resetting the FMU is not what analysis finds there, so it does not set it.
fn a_reset_that_forgets() {
    let case = Case::new(&ring("forgetful_reset", "[inputs]\nextrapolation = 'hold'", ""));
    let output = case.command(&["study", "order", "a.toml"]).output().expect("it starts");
    let text = printed(&output);
    assert!(text.contains("some states of the slaves cannot be set"), "{text}");
}

/// y = ∫u + u/2 in a ring with an integrator: the output belongs to the input at the same point.
fn undeclared_feedthrough() {
    let case = |fmu: &str| {
        Case::new(&format!(
            "[simulation]\nstop = 1\nstep = 0.125\n[inputs]\nextrapolation = 'hold'\n\
             [slaves.a]\nfmu = '{}'\nstart = {{ u = 1 }}\n[slaves.b]\nfmu = '{}'\n\
             [[connections]]\nfrom = 'a.y'\nto = 'b.u'\n",
            c_fmu("integrator").display(),
            c_fmu(fmu).display()
        ))
    };
    let undeclared = case("feedthrough_undeclared");
    let text = printed(&undeclared.run(&[]));
    let note = "note: slave \"b\": output \"y\" follows input \"u\" without a step, which its FMU does not declare";
    assert!(text.contains(note), "{text}");
    // a.y = t and ∫ of it held is t (t − h) / 2; half the input of the same time comes on top.
    let csv = undeclared.results();
    for (t, y) in csv.column("time").into_iter().zip(csv.column("b.y")) {
        assert_eq!(y, t * (t - 0.125) / 2.0 + t / 2.0, "t = {t}");
    }
    assert!(undeclared.run(&["--trust-fmu"]).status.success());
    assert_ne!(undeclared.results().column("b.y").last(), csv.column("b.y").last());
}

fn not_tried() {
    let pair = ring("very_slow", "", "").replace("stop = 1", "stop = 0.1");
    let text = printed(&succeed(&mut Case::new(&pair).command(&["run", "a.toml"])));
    let note = "note: slave \"b\" runs in a process of its own, because a probe of its FMU found \"not tried: a step";
    assert!(text.contains(note), "{text}");
    assert!(
        text.contains("its FMU is taken at its word in \"direct feedthrough\": not tried"),
        "{text}"
    );
}

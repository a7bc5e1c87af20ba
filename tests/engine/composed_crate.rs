//! The composition of the guide, in a crate of its own: one FMU and two move the same way.

use std::path::Path;
use std::process::Command;

use macrostep_tests::{Csv, largest_difference, macrostep, printed, root, succeed};

/// A command of cargo for the crate, built where crates outside the workspace are.
fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO"));
    command.args(arguments).current_dir(root());
    command.env("CARGO_TARGET_DIR", root().join("target/outside"));
    command
}

fn manifest() -> String {
    root().join("tests/export/composed-crate/Cargo.toml").display().to_string()
}

/// The scenario that the crate's own test shows.
fn scenario() -> String {
    let mut test = cargo(&["test", "-q", "--lib", "--manifest-path", &manifest()]);
    let said = printed(&succeed(test.args(["--", "--nocapture"])));
    let from = said.find("[simulation]").unwrap_or_else(|| panic!("no scenario in {said}"));
    let text =
        said[from..].lines().take_while(|line| !line.starts_with(['.', 't']) || line.contains('='));
    text.collect::<Vec<_>>().join("\n")
}

/// Exports the whole and both halves into a folder.
fn export(folder: &Path) {
    let mut build = Command::new(env!("CARGO"));
    succeed(build.args(["build", "-q", "-p", "fmu-builder"]).current_dir(root()));
    let program = format!("target/debug/fmu-builder{}", std::env::consts::EXE_SUFFIX);
    let mut export = Command::new(root().join(program));
    export.args(["export", "--manifest-path", &manifest(), "-o"]).arg(folder);
    export.env("CARGO_TARGET_DIR", root().join("target/outside")).current_dir(root());
    succeed(&mut export);
}

/// Order 3 is that of lin-2-3-opt, the rule of a scenario without `[inputs]`. Were the two not the same motion, something would
/// be left that does not fall with the macro step.
#[test]
fn two_fmus_move_as_the_one_does_to_order_three() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    export(folder.path());
    std::fs::write(folder.path().join("pair.toml"), scenario()).expect("a scenario");
    let results = folder.path().join("results.csv");
    let mut whole = macrostep();
    whole.args(["simulate", "-q", "--stop-time", "1", "--output-interval", "1e-2", "-o"]);
    succeed(whole.arg(&results).arg(folder.path().join("pair.fmu")));
    let one = Csv::read(&results);

    let errors = [1e-3, 5e-4].map(|step| {
        let mut split = macrostep();
        split.args(["run", "-q", "--strict"]).arg(folder.path().join("pair.toml"));
        split.args(["--set", &format!("simulation.step={step:?}")]);
        succeed(split.args(["--set", "simulation.stop=1.0"]).arg("-o").arg(&results));
        let two = Csv::read(&results);
        let every = (1e-2_f64 / step).round() as usize;
        ["left.x", "right.x"].map(|name| {
            let (slave, _) = name.split_once('.').expect("a part");
            let x: Vec<f64> =
                two.column(&format!("{slave}.{name}")).into_iter().step_by(every).collect();
            largest_difference(&one.column(name), &x)
        })
    });
    for (coarse, fine) in errors[0].into_iter().zip(errors[1]) {
        let order = (coarse / fine).log2();
        assert!((order - 3.0).abs() < 0.2, "{coarse:e}, {fine:e}: order {order}");
    }
}

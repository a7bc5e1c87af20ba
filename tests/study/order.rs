//! What `macrostep study order` finds.

use macrostep_tests::{Csv, fmu, foreign_fmu, macrostep, printed, root, succeed};

#[test]
fn global_and_local_orders_of_two_masses_are_those_of_the_rule() {
    fmu("oscillator");
    let folder = tempfile::tempdir().unwrap();
    let (table, picture) = (folder.path().join("order.csv"), folder.path().join("order.svg"));
    let mut study = macrostep();
    study.args(["study", "order", "--halvings", "3"]);
    study.arg(root().join("scenarios/two-mass/explicit.toml"));
    succeed(study.arg("-o").arg(&table).arg("--plot").arg(&picture));
    let csv = Csv::read(&table);
    // Degree 1: order 2 of runs, 3 of a step in velocities; integrals of energy cannot be set.
    let last = |name: &str| *csv.column(name).last().unwrap();
    assert!((last("global_order") - 2.0).abs() < 0.1, "{}", last("global_order"));
    assert!((last("local_order") - 3.0).abs() < 0.2, "{}", last("local_order"));
    assert!(last("local left.work").is_nan() && last("local left.v") < 1e-6);
    assert!(std::fs::read_to_string(picture).unwrap().contains("local error"));
}

#[test]
fn a_reference_file_must_have_the_columns_and_the_points() {
    fmu("oscillator");
    let folder = tempfile::tempdir().unwrap();
    let exact = folder.path().join("exact.csv");
    let refuse = |text: &str, wanted: &str| {
        std::fs::write(&exact, text).unwrap();
        let mut study = macrostep();
        study.args(["study", "order", "--variables", "left.x", "--reference"]).arg(&exact);
        let output = study.arg(root().join("scenarios/two-mass/explicit.toml")).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{}", printed(&output));
        assert!(printed(&output).contains(wanted), "{}", printed(&output));
    };
    refuse("time,right.x\n0,0\n1,0\n", "there is no column \"left.x\"");
    refuse("time,left.x\n0,0\n1,0\n", "there is no row at the communication point t = 0.001 s");
}

#[test]
fn without_states_that_can_be_set_there_is_only_the_global_error() {
    let Some(python) = foreign_fmu("pythonfmus", "oscillator") else { return };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("python.toml");
    let text = format!(
        "[simulation]\nstop = 0.2\nstep = 0.02\n[slaves.a]\nfmu = '{}'\n\
         [slaves.b]\nfmu = '{}'\nstart = {{ m = 1, c = 100, d = 0.5 }}\n\
         [[couplings]]\nlaw = 'spring-damper'\nbetween = ['a', 'b']\nstiffness = 60\n",
        python.display(),
        fmu("oscillator").display()
    );
    std::fs::write(&path, text).unwrap();
    let mut study = macrostep();
    study.args(["study", "order", "--halvings", "2", "--variables", "a.x,a.v"]).arg(path);
    let text = printed(&succeed(study.current_dir(folder.path())));
    assert!(text.contains("local errors: none, because some states"), "{text}");
    assert!(folder.path().join("python-order.csv").exists());
}

//! What schemes and analysis may ask of a slave, they may ask of one in another process.

use macrostep_tests::elsewhere::{ISOLATED, SANDBOXED};
use macrostep_tests::{fmu, macrostep, root, succeed};

use super::Case;

/// Two bodies at a joint, each with six coupled inputs, which clones share.
fn bodies(clones: [usize; 2]) -> Case {
    Case::new(&format!(
        "[simulation]\nstop = 0.02\nstep = 1e-3\nthreads = 2\n[scheme]\nkind = 'semi-implicit'\n\
         jacobian = 'every-step'\n[inputs]\nextrapolation = 'polynomial'\ndegree = 1\n\
         [slaves.a]\nfmu = '{0}'\nclones = {1}\n\
         [slaves.b]\nfmu = '{0}'\nclones = {2}\nstart = {{ r0_x = 1, omega0_z = 2 }}\n\
         [[couplings]]\nlaw = 'joint'\nkind = 'universal'\nbetween = ['a', 'b']\n\
         point = [[0.5, 0, 0], [-0.5, 0, 0]]\naxis = [[0, 1, 0], [0, 0, 1]]\n\
         stiffness = 1e4\ndamping = 30\nrotational_stiffness = 200\n",
        fmu("rigid-body").display(),
        clones[0],
        clones[1]
    ))
}

#[test]
fn clones_in_other_processes_give_the_same_bits() {
    let case = bodies([0, 0]);
    let wanted = ISOLATED.compare(|options| case.run(options), &case.path("case.csv"), &[], 0);
    for elsewhere in [ISOLATED, SANDBOXED] {
        let case = bodies([1, 2]);
        let run = |options: &[&str]| case.run(options);
        assert!(elsewhere.compare(run, &case.path("case.csv"), &[], 0) == wanted);
    }
}

#[test]
fn studies_of_stability_find_the_same_bits() {
    fmu("oscillator");
    let scenario = root().join("scenarios/two-mass/explicit.toml");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let study = |options: &[&str]| {
        let table = folder.path().join("map.csv");
        let mut study = macrostep();
        study.args(["study", "stability", "--vary", "simulation.step=1e-4..1e-2:log:3"]);
        let output = succeed(study.args(options).arg("-o").arg(&table).arg(&scenario));
        let table = std::fs::read_to_string(table).expect("a table");
        (table, String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let (table, text) = study(&[]);
    assert!(table.lines().skip(1).all(|line| line.ends_with(",\"exact\"")), "not exact: {table}");
    assert_eq!(study(&["--isolate"]), (table.clone(), text));
    for slave in ["left", "right"] {
        let sandboxed = format!("slaves.{slave}.sandbox=true");
        assert_eq!(study(&["--set", &sandboxed]).0, table);
    }
}

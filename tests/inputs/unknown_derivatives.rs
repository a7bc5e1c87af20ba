//! Output derivatives that are not finite, with fmi2OK: not known, and no reason to end.

use macrostep_tests::{Csv, c_fmu, macrostep, printed, succeed};

/// An integrator of 1, whose output derivative is 1 where it is known, into another one: y = t²/2 at the end.
fn run(source: &str, rule: &str) -> (f64, String) {
    let folder = tempfile::tempdir().unwrap();
    let (file, results) = (folder.path().join("a.toml"), folder.path().join("a.csv"));
    let text = format!(
        "[simulation]\nstop = 1\nstep = 0.1\n{rule}\n\
         [slaves.a]\nfmu = {:?}\nstart = {{ u = 1 }}\n[slaves.b]\nfmu = {:?}\n\
         [[connections]]\nfrom = 'a.y'\nto = 'b.u'\n",
        c_fmu(source),
        c_fmu("derivatives")
    );
    std::fs::write(&file, text).unwrap();
    let mut command = macrostep();
    command.args(["run", "--trust-fmu"]).arg(&file).arg("-o").arg(&results);
    let printed = printed(&succeed(&mut command));
    (*Csv::read(&results).column("b.y").last().unwrap(), printed)
}

#[test]
fn a_run_begins_without_derivatives_and_goes_on_with_them() {
    for rule in ["", "[inputs]\nextrapolation = 'lin-2-4'"] {
        assert!((run("derivatives", rule).0 - 0.5).abs() < 1e-12);
        for source in ["derivatives_late", "derivatives_late_inf"] {
            let (y, printed) = run(source, rule);
            // The rules look at two points: the first two steps are held, and each misses h²/2.
            assert!((y - (0.5 - 0.01)).abs() < 1e-12, "{source}, {rule}: {y}");
            let said = "input     b.u: continued without derivatives at 1 point";
            assert!(printed.contains(said) && !printed.contains("warning"), "{printed}");
        }
    }
}

#[test]
fn derivatives_that_are_never_finite_are_told_once() {
    let (y, printed) = run("derivatives_never", "");
    assert!((y - (0.5 - 10.0 * 0.005)).abs() < 1e-12, "held throughout: {y}");
    let warning = "warning: slave \"b\": the time derivative of input \"u\" was not finite at 11 \
                   communication points; it was continued without derivatives there";
    assert_eq!(printed.matches(warning).count(), 1, "{printed}");
}

//! FMUs that allow one instance per process.

use macrostep_tests::{Csv, c_fmu, printed};

use super::{Case, assert_code};

#[test]
fn further_instances_of_an_fmu_that_allows_one_per_process_are_isolated() {
    let fmu = c_fmu("only_once");
    let case = Case::new(&format!(
        "[simulation]\nstop = 1\nstep = 0.125\n[inputs]\nextrapolation = 'hold'\n\
         [slaves.a]\nfmu = '{0}'\nstart = {{ u = 1 }}\n[slaves.b]\nfmu = '{0}'\n[slaves.c]\nfmu = '{0}'\n\
         [[connections]]\nfrom = 'a.y'\nto = 'b.u'\n[[connections]]\nfrom = 'b.y'\nto = 'c.u'\n",
        fmu.display()
    ));
    let output = case.run(&[]);
    assert_code(&output, 0);
    let text = printed(&output);
    let notice = ", in its own process, because its FMU allows one instance per process\n";
    assert_eq!(text.matches(notice).count(), 2, "b and c in {text}");
    assert!(!text.contains("warning"), "{text}");
    let csv = Csv::read(&case.path("case.csv"));
    // y = t, and the second integrates it held: y2 = h² n (n − 1) / 2, without rounding at h = 1/8.
    let second: Vec<f64> = (0..=8).map(|n| f64::from(n * (n - 1)) / 128.0).collect();
    assert_eq!(csv.column("b.y"), second);
}

//! An FMU that cannot be rewound in a semi-implicit run: it takes part explicitly, two of ours do not.
//!
//! Three equal bodies in a row; the stiff spring lies between the two that can be rewound.

use macrostep_tests::{fmu, foreign_fmu, macrostep, printed};
use nalgebra::{DMatrix, DVector};

use crate::run::scenario;

const SOFT: f64 = 60.0;
const STIFF: f64 = 1e6;

/// Positions of the Python body (from 1), and of ours (from 0), at `t`; each has c = 100, d = 0.5.
fn exact(t: f64) -> DVector<f64> {
    let (c, d) = (100.0, 0.5);
    let mut a = DMatrix::zeros(6, 6);
    for (i, springs) in [SOFT, SOFT + STIFF, STIFF].into_iter().enumerate() {
        a[(2 * i, 2 * i + 1)] = 1.0;
        a[(2 * i + 1, 2 * i)] = -c - springs;
        a[(2 * i + 1, 2 * i + 1)] = -d;
    }
    for (i, j, k) in [(0, 1, SOFT), (1, 0, SOFT), (1, 2, STIFF), (2, 1, STIFF)] {
        a[(2 * i + 1, 2 * j)] += k;
    }
    (a * t).exp() * DVector::from_row_slice(&[1.0, 0.0, 0.0, 0.0, 0.0, 0.0])
}

fn text(h: f64, scheme: &str) -> Option<String> {
    let python = foreign_fmu("pythonfmus", "oscillator")?;
    let ours = fmu("oscillator");
    let start = "c = 100.0, d = 0.5";
    Some(format!(
        "[simulation]\nstop = 1.0\nstep = {h:?}\n[scheme]\n{scheme}\n\
         [inputs]\nextrapolation = \"polynomial\"\ndegree = 1\nsub_steps = 8\n\
         [slaves.python]\nfmu = {python:?}\nstart = {{ {start}, x0 = 1.0 }}\n\
         [slaves.a]\nfmu = {ours:?}\nstart = {{ {start} }}\n\
         [slaves.b]\nfmu = {ours:?}\nstart = {{ {start} }}\n\
         [[couplings]]\nlaw = \"spring-damper\"\nbetween = [\"python\", \"a\"]\nstiffness = {SOFT:?}\n\
         [[couplings]]\nlaw = \"spring-damper\"\nbetween = [\"a\", \"b\"]\nstiffness = {STIFF:?}\n"
    ))
}

fn error(h: f64) -> Option<f64> {
    let csv = scenario(&text(h, "kind = \"semi-implicit\"")?);
    let columns = ["python.x", "a.x", "b.x"].map(|name| csv.column(name));
    let errors = csv.column("time").into_iter().enumerate().map(|(k, t)| {
        let exact = exact(t);
        (0..3).map(|i| (columns[i][k] - exact[2 * i]).abs()).fold(0.0, f64::max)
    });
    Some(errors.fold(0.0, f64::max))
}

#[test]
fn a_slave_that_cannot_be_rewound_takes_part_explicitly() {
    let (Some(coarse), Some(fine)) = (error(2e-3), error(1e-3)) else { return };
    assert!(coarse < 5e-3 && fine < coarse / 3.0, "{coarse:e}, {fine:e}");
}

#[test]
fn a_run_in_which_all_are_rewound_is_refused_with_the_remedy() {
    let scheme = "kind = \"semi-implicit\"\nexplicit = []";
    let Some(text) = text(1e-3, scheme) else { return };
    let folder = tempfile::tempdir().unwrap();
    let scenario = folder.path().join("mixed.toml");
    std::fs::write(&scenario, text).unwrap();
    let output = macrostep().arg("run").arg(&scenario).output().unwrap();
    let said = printed(&output);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(
        said.contains("slave \"python\" cannot be") && said.contains("add it to scheme.explicit"),
        "{said}"
    );
}

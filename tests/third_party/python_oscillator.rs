//! The oscillator made with PythonFMU coupled to our FMUs, against the exact coupled motion.
//!
//! Both bodies are alike, so the sum of their positions moves as one body alone and the difference
//! as one body with twice the coupling.

use crate::formulas::Oscillator;
use crate::run::scenario;
use macrostep_tests::{Csv, fmu, foreign_fmu, macrostep, printed};

const M: f64 = 1.0;
const C: f64 = 100.0;
const D: f64 = 0.5;
const COUPLING_C: f64 = 60.0;
const COUPLING_D: f64 = 0.8;
const STOP: f64 = 2.0;

/// Positions of the Python body (from 1) and of ours (from 0, with 3 m/s) at `t`.
fn exact(t: f64) -> [f64; 2] {
    let sum = Oscillator { m: M, c: C, d: D, x0: 1.0, v0: 3.0 };
    let (c, d) = (C + 2.0 * COUPLING_C, D + 2.0 * COUPLING_D);
    let difference = Oscillator { m: M, c, d, x0: 1.0, v0: -3.0 };
    let [s, _] = sum.under_polynomial(&[0.0], t);
    let [r, _] = difference.under_polynomial(&[0.0], t);
    [(s + r) / 2.0, (s - r) / 2.0]
}

/// Who evaluates the coupling.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Coupling {
    /// The master, by its law.
    Law,
    /// Our base-excited oscillator.
    Body,
}

struct Run<'a> {
    coupling: Coupling,
    python: &'a str,
    h: f64,
    degree: usize,
    more: &'a str,
}

impl Run<'_> {
    fn text(&self) -> Option<String> {
        let python = foreign_fmu("pythonfmus", self.python)?;
        let (name, more_start, wiring) = match self.coupling {
            Coupling::Law => (
                "oscillator",
                String::new(),
                format!(
                    "[[couplings]]\nlaw = \"spring-damper\"\nbetween = [\"python\", \"ours\"]\n\
                     stiffness = {COUPLING_C:?}\ndamping = {COUPLING_D:?}\n"
                ),
            ),
            Coupling::Body => (
                "base-excited-oscillator",
                format!(", cc = {COUPLING_C:?}, dc = {COUPLING_D:?}"),
                ["python.x:ours.x_in", "python.v:ours.v_in", "ours.f:python.force"]
                    .map(|pair| pair.split_once(':').unwrap())
                    .map(|(from, to)| {
                        format!("[[connections]]\nfrom = \"{from}\"\nto = \"{to}\"\n")
                    })
                    .concat(),
            ),
        };
        let Self { h, degree, more, .. } = self;
        let ours = fmu(name);
        Some(format!(
            "[simulation]\nstop = {STOP:?}\nstep = {h:?}\n\
             [inputs]\nextrapolation = \"polynomial\"\ndegree = {degree}\n{more}\n\
             [slaves.python]\nfmu = {python:?}\n\
             [slaves.ours]\nfmu = {ours:?}\n\
             start = {{ m = {M:?}, c = {C:?}, d = {D:?}, v0 = 3.0{more_start} }}\n{wiring}"
        ))
    }

    /// The largest error of both positions over the whole run.
    fn error(&self) -> Option<f64> {
        let csv: Csv = scenario(&self.text()?);
        let (python, ours) = (csv.column("python.x"), csv.column("ours.x"));
        let error = |(k, t): (usize, f64)| {
            let exact = exact(t);
            (python[k] - exact[0]).abs().max((ours[k] - exact[1]).abs())
        };
        Some(csv.column("time").into_iter().enumerate().map(error).fold(0.0, f64::max))
    }
}

fn observed(coupling: Coupling, degree: usize) -> Option<[f64; 2]> {
    let at = |h| Run { coupling, python: "oscillator", h, degree, more: "" }.error();
    Some([at(0.01)?, at(0.005)?])
}

#[test]
fn coupled_bodies_converge_with_the_order_of_the_extrapolation() {
    for coupling in [Coupling::Law, Coupling::Body] {
        for (degree, expected) in [(0, 1.0), (1, 2.0)] {
            let Some(errors) = observed(coupling, degree) else { return };
            let order = (errors[0] / errors[1]).log2();
            assert!(
                (order - expected).abs() < 0.2,
                "{coupling:?}, degree {degree}: order {order}, errors {errors:?}"
            );
        }
    }
}

#[test]
fn a_python_fmu_that_saves_its_state_repeats_the_first_steps() {
    // The Python body takes no derivatives; 50 parts per step leave next to nothing of the stairs.
    let more = "hand_over = \"auto\"\nsub_steps = 50\n[scheme]\nstart_up = \"repeat\"";
    let run = |python| Run { coupling: Coupling::Law, python, h: 0.01, degree: 2, more };
    let observed = |more: &str| {
        let at = |h| Run { h, more, ..run("oscillator_state") }.error();
        Some((at(0.005)? / at(0.0025)?).log2())
    };
    // A first step with held inputs has an error of h², which the whole run then keeps.
    let Some(ramped) = observed(&more.replace("repeat", "ramp")) else { return };
    let Some(repeated) = observed(more) else { return };
    assert!((repeated - 3.0).abs() < 0.2, "order {repeated}");
    assert!((ramped - 2.0).abs() < 0.2, "order {ramped}");
}

#[test]
fn a_python_fmu_without_state_is_told_apart() {
    let more = "[scheme]\nstart_up = \"repeat\"";
    let run = Run { coupling: Coupling::Law, python: "oscillator", h: 0.01, degree: 2, more };
    let Some(text) = run.text() else { return };
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("scenario.toml");
    std::fs::write(&file, text).unwrap();
    let output = macrostep().arg("check").arg(&file).output().unwrap();
    let text = printed(&output);
    assert_eq!(output.status.code(), Some(2), "{text}");
    assert!(text.contains("\"python\"") && text.contains("canGetAndSetFMUstate"), "{text}");
}

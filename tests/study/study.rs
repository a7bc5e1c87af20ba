//! `macrostep study` and the analysis behind it, on FMUs.

mod command;
mod constraint;
mod cost;
mod order;
mod stability;

use std::path::Path;

use macrostep::scenario::Scenario;
use macrostep::scenario::check::{Options, check};
use macrostep::scenario::error::Source;
use macrostep::scenario::read::parse;
use macrostep_tests::fmu;

/// A scenario from its text, with only what is coupled as outputs.
fn scenario(text: String) -> Scenario {
    let (source, file) = parse(Source { file: "study".into(), text }, &[]).unwrap();
    let options = Options { no_results: true, unwatched: true, ..Options::default() };
    check(source, &file, Path::new(""), options).unwrap()
}

/// Two equal undamped oscillators with ω = 1, coupled by a spring of F times their stiffness
/// (Friedrich 2011, section 2.3), started in the difference mode.
fn friedrich(rule: &str, f: f64, step: f64, steps: usize) -> String {
    let slave = |name: &str, x0: f64| {
        format!(
            "[slaves.{name}]\nfmu = '{}'\nstart = {{ m = 1, c = 1, d = 0, x0 = {x0} }}\n\
             derivatives = {{ x = 'v' }}\n",
            fmu("oscillator").display()
        )
    };
    format!(
        "[simulation]\nstop = {}\nstep = {step}\n[inputs]\nextrapolation = '{rule}'\n{}{}\
         [[couplings]]\nlaw = 'spring-damper'\nbetween = ['left', 'right']\nstiffness = {f}\n",
        steps as f64 * step,
        slave("left", 1.0),
        slave("right", -1.0)
    )
}

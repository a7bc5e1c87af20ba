//! The coefficients of the mean-value rules: (2.30)–(2.32) and the optimised ones of section 2.3.2.

use coupling::signals::extrapolation::MeanValue;
use serde::Deserialize;

use crate::bench::Bench;
use crate::entry::{Entry, data};
use crate::error::ReproduceError;
use crate::figure::{Evidence, Figure, Section};
use crate::target::Target;

pub const ENTRY: Entry = Entry {
    name: "friedrich/coefficients",
    title: "Coefficients of the mean-value rules, (2.30) to (2.32), (2.64) to (2.68)",
    about: "The rules by name. Those of (2.30) to (2.32) follow from the constraints (2.28); rederived in \
            exact rationals, every printed one is right. The seven printed digits of Lin 2,3,Opt fulfil the \
            third constraint to 1.7e-8 only; here they follow from the printed p by (2.62).",
    fmus: &[],
    run,
    pictures: None,
};

#[derive(Deserialize)]
struct Data {
    classic: Group<String>,
    optimised: Group<f64>,
}

#[derive(Deserialize)]
struct Group<T> {
    rules: Vec<Rule<T>>,
}

/// Coefficients, newest first.
#[derive(Deserialize)]
struct Rule<T> {
    rule: String,
    a: Vec<T>,
    b: Vec<T>,
    /// R, the number of constraints (2.28) that hold.
    fulfilled: Option<usize>,
}

fn run(_: &Bench) -> Result<Vec<Section>, ReproduceError> {
    let Data { classic, optimised } = data(include_str!("../../data/friedrich_coefficients.json"));
    let rational = |x: &String| Target::absolute(fraction(x), 1e-14);
    let decimal = |x: &f64| Target::absolute(*x, 5e-8);
    Ok(vec![
        Section::new("classic rules", figures(&classic, rational)).evidence(Evidence::Formula),
        Section::new("optimised rules", figures(&optimised, decimal)).evidence(Evidence::Formula),
    ])
}

fn figures<T>(group: &Group<T>, target: impl Fn(&T) -> Target) -> Vec<Figure> {
    let mut figures = Vec::new();
    for Rule { rule, a, b, fulfilled } in &group.rules {
        let known = MeanValue::named(rule).expect("the data names rules that exist");
        let (found_a, found_b) = known.coefficients();
        for (letter, printed, found) in [("a", a, found_a), ("b", b, found_b)] {
            for (k, (printed, found)) in printed.iter().zip(found).enumerate() {
                let figure = Figure::new(format!("{rule} {letter}{k}"), *found);
                figures.push(figure.printed(target(printed)));
            }
        }
        if let Some(fulfilled) = fulfilled {
            let figure = Figure::new(format!("{rule} R"), known.fulfilled() as f64);
            figures.push(figure.printed(Target::absolute(*fulfilled as f64, 0.0)));
        }
    }
    figures
}

/// The value of "-949/240".
fn fraction(text: &str) -> f64 {
    let number = |text: &str| -> f64 { text.parse().expect("the data holds rational numbers") };
    match text.split_once('/') {
        Some((above, below)) => number(above) / number(below),
        None => number(text),
    }
}

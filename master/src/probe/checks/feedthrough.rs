//! Which outputs follow which inputs without a step, against what is declared.

use crate::fmi::{Component, FmuError};
use crate::fmu::{Causality, Description, Variable, VariableType};
use crate::probe::stopped::Stopped;
use crate::probe::subject::Subject;
use crate::probe::verdict::{Found, Verdict};
use std::collections::HashSet;

/// The name of the list of pairs that are seen and not declared, as [output, input].
pub const UNDECLARED: &str = "undeclared";
/// Pairs that a table names before it only counts.
const SHOWN: usize = 4;
/// Inputs that are tried; each costs two calls and a reading of all outputs.
const MOST_INPUTS: usize = 500;
/// After how many steps inputs are changed: one point could be a zero of a product.
const AFTER: [usize; 2] = [2, 3];

/// An output and an input on which it depends at once.
type Pair = (usize, usize);

/// What the model structure declares, in words.
pub fn declared(model: &Description) -> String {
    let inputs = inputs(model);
    let outputs: Vec<_> =
        model.variables.iter().filter(|v| v.causality == Causality::Output).collect();
    let mut count = 0;
    for output in &outputs {
        match declared_inputs(model, &output.name, &inputs) {
            Some(list) => count += list.len(),
            None => return "not given".into(),
        }
    }
    format!("{count} pair{}", if count == 1 { "" } else { "s" })
}

fn inputs(model: &Description) -> Vec<&Variable> {
    let tried = |v: &&Variable| v.causality == Causality::Input && v.kind != VariableType::String;
    model.variables.iter().filter(tried).take(MOST_INPUTS).collect()
}

/// The inputs among the declared dependencies; none if nothing is declared, which means all.
fn declared_inputs(model: &Description, output: &str, inputs: &[&Variable]) -> Option<Vec<usize>> {
    let listed: HashSet<&str> = model.dependencies(output)?.map(|v| v.name.as_str()).collect();
    Some((0..inputs.len()).filter(|&k| listed.contains(inputs[k].name.as_str())).collect())
}

/// Changes each input between steps and reads all outputs.
pub fn run(subject: &Subject) -> Result<Found, Stopped> {
    let model = subject.fmu().description();
    let (inputs, names) = (inputs(model), &subject.watched.names);
    if inputs.is_empty() || !subject.watched.are_outputs {
        return Ok(Found::new(Verdict::NothingToSee, "no input, or no output"));
    }
    let mut run = subject.begin()?;
    let mut seen: Vec<Pair> = Vec::new();
    for steps in AFTER {
        run.advance(steps)?;
        for (k, input) in inputs.iter().enumerate() {
            // Twice: an output that changes by itself is no answer to an input.
            let (before, again) = (run.read()?, run.read()?);
            let old = get(run.component(), input)?;
            set(run.component(), input, changed(input, old))?;
            let after = run.read()?;
            set(run.component(), input, old)?;
            let same = |a: f64, b: f64| a.to_bits() == b.to_bits();
            let differs = |i: &usize| same(before[*i], again[*i]) && !same(before[*i], after[*i]);
            seen.extend((0..before.len()).filter(differs).map(|i| (i, k)));
        }
    }
    run.end()?;
    seen.sort_unstable();
    seen.dedup();
    Ok(judge(model, names, &inputs, &seen))
}

fn judge(model: &Description, outputs: &[String], inputs: &[&Variable], seen: &[Pair]) -> Found {
    let (mut given, mut declared) = (true, Vec::new());
    for (i, output) in outputs.iter().enumerate() {
        match declared_inputs(model, output, inputs) {
            Some(list) => declared.extend(list.into_iter().map(|k| (i, k))),
            None => given = false,
        }
    }
    let name = |(i, k): &Pair| format!("{} ← {}", outputs[*i], inputs[*k].name);
    let without = |a: &[Pair], b: &[Pair]| -> Vec<String> {
        a.iter().filter(|pair| !b.contains(pair)).map(name).collect()
    };
    let all: Vec<String> = seen.iter().map(name).collect();
    let (unseen, undeclared) = (without(&declared, seen), without(seen, &declared));
    let found = match (given, unseen.is_empty(), undeclared.is_empty()) {
        (false, ..) if all.is_empty() => Found::new(Verdict::Measured, "none seen"),
        (false, ..) => Found::new(Verdict::Measured, format!("seen {}", list(&all))),
        (true, true, true) => Found::new(Verdict::AsDeclared, list(&all)),
        (true, false, true) => {
            Found::new(Verdict::Differs, format!("declared but not seen {}", list(&unseen)))
        }
        (true, true, false) => {
            Found::new(Verdict::Wrong, format!("seen but not declared {}", list(&undeclared)))
        }
        (true, false, false) => Found::new(
            Verdict::Wrong,
            format!(
                "seen but not declared {}; declared but not seen {}",
                list(&undeclared),
                list(&unseen)
            ),
        ),
    };
    let undeclared_pairs = seen.iter().filter(|pair| !declared.contains(pair));
    let pairs: Vec<serde_json::Value> =
        undeclared_pairs.map(|(i, k)| serde_json::json!([outputs[*i], inputs[*k].name])).collect();
    let found = found.with("seen", all).with(UNDECLARED, pairs);
    if !given {
        return found;
    }
    found.with("declared_not_seen", unseen).with("seen_not_declared", undeclared)
}

fn list(pairs: &[String]) -> String {
    match pairs.len() {
        n if n > SHOWN => format!("{}, … ({n} in all)", pairs[..SHOWN].join(", ")),
        _ => pairs.join(", "),
    }
}

fn get(component: &mut Component, input: &Variable) -> Result<f64, FmuError> {
    let (vr, mut whole, mut real) = ([input.reference], [0], [0.0]);
    match input.kind {
        VariableType::Real => component.get_real(&vr, &mut real).map(|()| real[0]),
        VariableType::Boolean => component.get_boolean(&vr, &mut whole).map(|()| whole[0].into()),
        _ => component.get_integer(&vr, &mut whole).map(|()| whole[0].into()),
    }
}

fn set(component: &mut Component, input: &Variable, value: f64) -> Result<(), FmuError> {
    let vr = [input.reference];
    match input.kind {
        VariableType::Real => component.set_real(&vr, &[value]),
        VariableType::Boolean => component.set_boolean(&vr, &[value as i32]),
        _ => component.set_integer(&vr, &[value as i32]),
    }
}

/// Another value within the limits: 10 % more or less, the next number, the other truth.
fn changed(input: &Variable, value: f64) -> f64 {
    let (min, max) = (input.min, input.max);
    let fits = |x: f64| min.is_none_or(|min| x >= min) && max.is_none_or(|max| x <= max);
    let step = match input.kind {
        VariableType::Real if value == 0.0 => 0.1 * input.magnitude(),
        VariableType::Real => 0.1 * value.abs(),
        VariableType::Boolean => return 1.0 - value,
        VariableType::Enumeration => {
            let others = input.items.iter().map(|item| f64::from(item.value));
            return others.into_iter().find(|item| *item != value).unwrap_or(value);
        }
        _ => 1.0,
    };
    if fits(value + step) { value + step } else { value - step }
}

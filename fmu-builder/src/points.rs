//! Points to try a model at: its start values and random ones near them.

use crate::layout::Layout;
use crate::model::Model;
use crate::random::Random;
use crate::variables::{Kind, Variable, Variables};

/// How many points there are besides the start values, at least; every item of a choice has its turn.
const POINTS: usize = 5;

/// The start values, then random points, the same in every run.
pub(crate) fn points<M: Model>(model: &M, v: &Variables) -> Vec<Vec<f64>> {
    let (layout, mut random) = (Layout::new(v), Random::new());
    let start = layout.start_values(model, v);
    let others = (0..count(v)).map(|k| random_point(&layout, v, &start, k, &mut random));
    std::iter::once(start.clone()).chain(others).collect()
}

/// The number of random points that a model needs.
pub(crate) fn count(v: &Variables) -> usize {
    v.parameters.iter().map(|parameter| parameter.items.len()).fold(POINTS, usize::max)
}

/// All knowns at random values near their starts and within their bounds; of choices item k.
pub(crate) fn random_point(
    layout: &Layout,
    v: &Variables,
    start: &[f64],
    k: usize,
    random: &mut Random,
) -> Vec<f64> {
    let mut values = start.to_vec();
    let knowns = v.parameters.iter().map(Some).chain([None; 3]);
    let knowns = knowns.chain(v.inputs.iter().chain(&v.discretes).map(Some));
    let knowns = knowns.chain(v.states.iter().chain(&v.integrals).map(Some));
    for (value, variable) in values[Layout::P..layout.y].iter_mut().zip(knowns) {
        if let Some(variable) = variable {
            *value = near(*value, variable, k, random);
        }
    }
    values[Layout::TIME] = 10.0 * random.symmetric().abs();
    values
}

fn near(value: f64, variable: &Variable, k: usize, random: &mut Random) -> f64 {
    if variable.kind == Kind::Choice {
        return (1 + k % variable.items.len().max(1)) as f64;
    }
    let magnitude = if value == 0.0 { variable.nominal.unwrap_or(1.0) } else { value.abs() };
    let moved = value + 0.7 * magnitude * random.symmetric();
    let moved = match variable.kind {
        Kind::Boolean => f64::from(k.is_multiple_of(2)),
        Kind::Integer => value + (k % 7) as f64 - 3.0,
        _ => moved,
    };
    moved.max(variable.min.unwrap_or(f64::NEG_INFINITY)).min(variable.max.unwrap_or(f64::INFINITY))
}

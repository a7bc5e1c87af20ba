//! The element `ModelStructure`: which variables depend on which.

use std::collections::BTreeSet;
use std::ops::Range;

use fmi2_description as xml;

use crate::dependencies::Dependencies;
use crate::layout::Layout;
use crate::variables::{Parameter, Variables};

/// Outputs (all states among them), derivatives and what initialisation computes.
pub(crate) fn model_structure(v: &Variables, dependencies: &Dependencies) -> xml::ModelStructure {
    let l = Layout::new(v);
    // Between events a discrete state depends on nothing.
    let discretes = l.discretes().map(|at| unknown(at, []));
    let is_local = |at: usize| at < l.q && v.states[at - l.x].local;
    let states = l.continuous_states().filter(|at| !is_local(*at)).map(|at| unknown(at, [at]));
    let computed = |at: usize| unknown(at, while_running(&l, dependencies, at));
    let told = |at: &usize| match *at {
        at if at < l.m => !v.outputs[at - l.y].local,
        at if at < l.dx => !v.remembered[at - l.m].local,
        _ => true,
    };
    let outputs = discretes.chain(states).chain((l.y..l.dx).filter(told).map(computed));

    // What happens at the start may change any state, and may depend on anything.
    let anything = |at: usize| xml::Unknown { dependencies: None, ..unknown(at, []) };
    let initial_discretes = l.discretes().map(anything);
    let initial_states = (l.x..l.q).map(|at| {
        if v.has_events() { anything(at) } else { unknown(at, start_parameters(v, &l, at)) }
    });
    let initial_integrals = (l.q..l.y).map(|at| unknown(at, []));
    let initial = |at: usize| match while_initializing(v, &l, dependencies, at) {
        Some(known) => unknown(at, known),
        None => anything(at),
    };
    let states = initial_discretes.chain(initial_states).chain(initial_integrals);
    xml::ModelStructure {
        outputs: list(outputs),
        derivatives: list(l.derivatives().map(computed)),
        initial_unknowns: list(states.chain((l.y..l.end).filter(told).map(initial))),
        ..Default::default()
    }
}

/// While the run lasts the knowns are time, inputs and continuous states.
fn while_running(l: &Layout, dependencies: &Dependencies, at: usize) -> Vec<usize> {
    let known = |known: &usize| *known == Layout::TIME || *known >= l.u;
    let known = dependencies.of(at).filter(known);
    known.filter(|known| !l.discretes().contains(known)).collect()
}

/// During initialisation the knowns are time, parameters and inputs; a state stands for the
/// parameters that its start value depends on, an integral for nothing. None if anything is known.
fn while_initializing(
    v: &Variables,
    l: &Layout,
    dependencies: &Dependencies,
    at: usize,
) -> Option<BTreeSet<usize>> {
    if v.has_events() && dependencies.of(at).any(|at| (l.d..l.q).contains(&at)) {
        return None;
    }
    let known = |at: usize| match at {
        at if at >= l.q => 0..0,
        at if at >= l.x => start_parameters(v, l, at),
        at => at..at + 1,
    };
    Some(dependencies.of(at).flat_map(known).collect())
}

/// The parameter that holds the start value of a state; all of them if the model computes it.
fn start_parameters(v: &Variables, l: &Layout, state: usize) -> Range<usize> {
    let one = |start: Parameter| Layout::P + start.0..Layout::P + start.0 + 1;
    v.state_starts[state - l.x].map_or(Layout::P..l.settings, one)
}

/// Positions become indices, which count from 1.
fn unknown(at: usize, dependencies: impl IntoIterator<Item = usize>) -> xml::Unknown {
    let index = |at: usize| at as u32 + 1;
    let dependencies = dependencies.into_iter().map(index).collect();
    xml::Unknown { index: index(at), dependencies: Some(dependencies), dependencies_kind: None }
}

fn list(unknowns: impl Iterator<Item = xml::Unknown>) -> xml::Unknowns {
    xml::Unknowns { unknowns: unknowns.collect() }
}

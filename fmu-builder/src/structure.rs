//! The element `ModelStructure`: which variables depend on which.

use std::collections::BTreeSet;
use std::ops::Range;

use fmi2_description as xml;

use crate::dependencies::Dependencies;
use crate::layout::Layout;
use crate::variables::{Parameter, Variables};

/// Outputs (states and integrals among them), derivatives and what initialisation computes.
pub(crate) fn model_structure(v: &Variables, dependencies: &Dependencies) -> xml::ModelStructure {
    let l = Layout::new(v);
    let states = l.continuous_states().map(|at| unknown(at, [at]));
    let computed = |at: usize| unknown(at, while_running(&l, dependencies, at));
    let outputs = states.chain(l.outputs().map(computed));

    let initial_states = (l.x..l.q).map(|at| unknown(at, start_parameters(v, &l, at)));
    let initial_integrals = (l.q..l.y).map(|at| unknown(at, []));
    let initial = |at: usize| unknown(at, while_initializing(v, &l, dependencies, at));
    let initial_unknowns = initial_states.chain(initial_integrals).chain((l.y..l.end).map(initial));
    xml::ModelStructure {
        outputs: list(outputs),
        derivatives: list(l.derivatives().map(computed)),
        initial_unknowns: list(initial_unknowns),
        ..Default::default()
    }
}

/// While the run lasts the knowns are time, inputs and continuous states.
fn while_running(l: &Layout, dependencies: &Dependencies, at: usize) -> Vec<usize> {
    dependencies.of(at).filter(|known| *known == Layout::TIME || *known >= l.u).collect()
}

/// During initialisation the knowns are time, parameters and inputs; a state stands for the
/// parameters that its start value depends on, an integral for nothing.
fn while_initializing(
    v: &Variables,
    l: &Layout,
    dependencies: &Dependencies,
    at: usize,
) -> BTreeSet<usize> {
    let known = |at: usize| match at {
        at if at >= l.q => 0..0,
        at if at >= l.x => start_parameters(v, l, at),
        at => at..at + 1,
    };
    dependencies.of(at).flat_map(known).collect()
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

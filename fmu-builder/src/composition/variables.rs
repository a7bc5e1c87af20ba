//! The variables of a composition: those of its parts under their names, less the inputs that a coupling inside drives.

use std::ops::Range;

use super::assembly::{PartSpec, Specification};
use super::part::Part;
use super::port::{PartId, Port};
use crate::variables::{Parameter, State, Variable, Variables};

/// Where a variable of a part stands that can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    State(usize),
    Integral(usize),
    Discrete(usize),
    /// Among the outputs of all parts.
    Output(usize),
}

/// The parts of a composition that are in it, with all that was declared.
#[derive(Default)]
pub(super) struct Declared {
    pub parts: Vec<Part>,
    /// What each part declares by itself.
    pub own: Vec<Variables>,
    /// Which part of the assembly each is.
    ids: Vec<PartId>,
    /// For each input of a part where it stands among the inputs of the composition, unless couplings inside determine it.
    pub external: Vec<Option<usize>>,
    /// Outputs of parts that are outputs of the composition: positions among both.
    pub shown: Vec<(usize, usize)>,
}

impl Declared {
    /// Declares the variables of a part.
    pub fn add(
        &mut self,
        id: PartId,
        spec: &PartSpec,
        is_external: impl Fn(&str) -> bool,
        v: &mut Variables,
    ) {
        let mut own = Variables::chosen(&spec.structural);
        let model = (spec.declare)(&mut own);
        let problems = own.problems().into_iter().chain(spec.unfit.map(str::to_string));
        problems.for_each(|problem| v.problem(format!("part {:?}: {problem}", spec.name)));
        set_starts(spec, &mut own, v);
        let part = Part {
            name: spec.name,
            model,
            p: extend(&mut v.parameters, &own.parameters, spec.name),
            u: next(self.external.len(), own.inputs.len()),
            d: extend(&mut v.discretes, &own.discretes, spec.name),
            x: extend(&mut v.states, &own.states, spec.name),
            q: extend(&mut v.integrals, &own.integrals, spec.name),
            y: next(self.parts.last().map_or(0, |part| part.y.end), own.outputs.len()),
            clocks: next(v.clocks.len(), own.clocks.len()),
            conditions: next(v.conditions.len(), own.conditions.len()),
        };
        let parameter = |Parameter(at): &Parameter| Parameter(part.p.start + at);
        v.state_starts.extend(own.state_starts.iter().map(|start| start.as_ref().map(parameter)));
        v.discrete_starts.extend(own.discrete_starts.iter().map(parameter));
        v.clocks.extend(own.clocks.iter().map(parameter));
        let state = |State(at): State| State(part.x.start + at);
        v.positions.extend(own.positions.iter().map(|(x, v)| (state(*x), state(*v))));
        v.conditions.extend(own.conditions.iter().map(|name| format!("{}.{name}", spec.name)));
        for input in &own.inputs {
            let external = is_external(&input.name);
            self.external.push(external.then_some(v.inputs.len()));
            if external {
                v.inputs.push(prefixed(input, spec.name));
            }
        }
        for (at, output) in own.outputs.iter().enumerate() {
            // Evaluations are counted for the whole.
            if own.evaluations.is_none_or(|count| count.0 != at) {
                self.shown.push((part.y.start + at, v.outputs.len()));
                v.outputs.push(prefixed(output, spec.name));
            }
        }
        self.parts.push(part);
        self.own.push(own);
        self.ids.push(id);
    }

    /// The part of the assembly, if it is in the composition.
    pub fn position(&self, id: PartId) -> Option<usize> {
        self.ids.iter().position(|own| *own == id)
    }

    /// Where a variable stands that can be read.
    pub fn place(&self, port: &Port) -> Option<Place> {
        let at = self.position(port.part)?;
        let (part, own) = (&self.parts[at], &self.own[at]);
        find(&own.states, &port.name)
            .map(|i| Place::State(part.x.start + i))
            .or_else(|| find(&own.outputs, &port.name).map(|i| Place::Output(part.y.start + i)))
            .or_else(|| find(&own.discretes, &port.name).map(|i| Place::Discrete(part.d.start + i)))
            .or_else(|| find(&own.integrals, &port.name).map(|i| Place::Integral(part.q.start + i)))
    }

    /// Where an input stands among those of all parts.
    pub fn input(&self, port: &Port) -> Option<usize> {
        let at = self.position(port.part)?;
        Some(self.parts[at].u.start + find(&self.own[at].inputs, &port.name)?)
    }

    /// Where a parameter stands.
    pub fn parameter(&self, port: &Port) -> Option<usize> {
        let at = self.position(port.part)?;
        Some(self.parts[at].p.start + find(&self.own[at].parameters, &port.name)?)
    }

    /// A message about a variable that is not there.
    pub fn unknown(&self, system: &Specification, port: &Port, role: &str) -> String {
        let spec = &system.parts[port.part.0];
        let names = self.position(port.part).map_or_else(Vec::new, |at| {
            let own = &self.own[at];
            let lists: [&[Variable]; 2] = match role {
                "input" => [&own.inputs, &[]],
                "parameter" => [&own.parameters, &[]],
                _ => [&own.states, &own.outputs],
            };
            let names = lists.into_iter().flatten().filter(|v| !v.local).map(|v| v.name.as_str());
            names.collect()
        });
        let (part, name) = (spec.name, &port.name);
        format!("part {part:?} has no {role} {name:?}; it has: {}", names.join(", "))
    }
}

/// Start values that the composition gives to parameters and inputs of a part.
fn set_starts(spec: &PartSpec, own: &mut Variables, v: &mut Variables) {
    for (name, value) in &spec.start {
        let known = own.parameters.iter_mut().chain(&mut own.inputs);
        match known.into_iter().find(|variable| variable.name == *name) {
            Some(variable) => variable.start = *value,
            None => v.problem(format!(
                "part {:?}: there is no parameter or input {name:?} in {:?}",
                spec.name, spec.model
            )),
        }
    }
}

fn find(list: &[Variable], name: &str) -> Option<usize> {
    list.iter().position(|variable| variable.name == name)
}

/// The next range of so many.
fn next(first: usize, count: usize) -> Range<usize> {
    first..first + count
}

/// Appends variables of a part; where they stand.
fn extend(list: &mut Vec<Variable>, own: &[Variable], part: &str) -> Range<usize> {
    let range = next(list.len(), own.len());
    list.extend(own.iter().map(|variable| prefixed(variable, part)));
    range
}

fn prefixed(variable: &Variable, part: &str) -> Variable {
    Variable { name: format!("{part}.{}", variable.name), ..variable.clone() }
}

//! Which inputs depend on each other without delay, by what the FMUs declare.

use crate::scenario::Scenario;
use crate::scenario::check::{CheckedSlave, Law};

/// Dependencies between the numbered inputs and outputs of a scenario.
pub(super) struct Dependencies {
    /// For each output, the inputs behind it.
    pub(super) through: Vec<Vec<usize>>,
    /// For each input, the inputs that it depends on through any number of slaves.
    behind: Vec<Vec<bool>>,
}

impl Dependencies {
    pub(super) fn new(scenario: &Scenario) -> Self {
        let mut through = Vec::new();
        let mut first = 0;
        for slave in &scenario.slaves {
            for output in &slave.outputs {
                let inputs = declared(slave, output).unwrap_or_default();
                through.push(inputs.into_iter().map(|input| first + input).collect::<Vec<_>>());
            }
            first += slave.inputs.len();
        }
        let mut behind = vec![vec![false; first]; first];
        for (input, outputs) in scenario.laws.iter().flat_map(reads) {
            for &source in outputs.iter().flat_map(|&output| &through[output]) {
                behind[input][source] = true;
            }
        }
        // Warshall's transitive closure.
        for k in 0..first {
            let row = behind[k].clone();
            for i in (0..first).filter(|&i| i != k) {
                if behind[i][k] {
                    behind[i].iter_mut().zip(&row).for_each(|(to, from)| *to |= from);
                }
            }
        }
        Self { through, behind }
    }

    /// Whether an algebraic loop leads through `source`, then `output` of its slave, to `input`.
    pub(super) fn closes(&self, source: usize, output: usize, input: usize) -> bool {
        self.through[output].contains(&source) && (source == input || self.behind[source][input])
    }

    /// Whether an algebraic loop leads through `output` to `input`.
    pub(super) fn in_loop(&self, output: usize, input: usize) -> bool {
        self.through[output].iter().any(|&source| self.closes(source, output, input))
    }
}

/// Each input that a law acts on, with the outputs that it reads for it, by their numbers.
pub(super) fn reads(law: &Law) -> Vec<(usize, Vec<usize>)> {
    let number = |(input, outputs): (coupling::InputId, Vec<_>)| {
        (input.0, outputs.iter().map(|output: &coupling::OutputId| output.0).collect())
    };
    law.build().dependencies().into_iter().map(number).collect()
}

/// The coupled inputs of a slave on which its output depends without delay, by position; none if
/// it does not say.
pub(super) fn declared(slave: &CheckedSlave, output: &str) -> Option<Vec<usize>> {
    let Some(model) = slave.origin.description() else { return Some(Vec::new()) };
    let dependencies = model.dependencies(output)?;
    let mut inputs: Vec<_> =
        dependencies.filter_map(|input| slave.inputs.get_index_of(&input.name)).collect();
    inputs.sort_unstable();
    inputs.dedup();
    Some(inputs)
}

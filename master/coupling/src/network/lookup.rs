//! Who is in the network, where inputs and outputs lie in u and y, and what they are called.

use std::ops::Range;

use super::{Initialisation, Member, Network};
use crate::id::{InputId, OutputId, SlaveId};
use crate::polynomial::Polynomial;

impl Network {
    /// Number of coupling inputs.
    pub fn input_count(&self) -> usize {
        self.sources.len()
    }

    /// Number of outputs.
    pub fn output_count(&self) -> usize {
        self.outputs
    }

    /// All slaves, in order.
    pub fn slaves(&self) -> impl Iterator<Item = SlaveId> + Clone + use<> {
        (0..self.members.len()).map(SlaveId)
    }

    /// The slave's name.
    pub fn name(&self, slave: SlaveId) -> &str {
        &self.members[slave.0].name
    }

    /// Where the slave's inputs lie in u.
    pub fn inputs_of(&self, slave: SlaveId) -> Range<usize> {
        self.members[slave.0].inputs.clone()
    }

    /// Where the slave's outputs lie in y.
    pub fn outputs_of(&self, slave: SlaveId) -> Range<usize> {
        self.members[slave.0].outputs.clone()
    }

    /// The slaves whose outputs determine an input.
    pub fn sources_of(&self, input: usize) -> &[SlaveId] {
        &self.sources[input]
    }

    /// `slave.input` for every input, in the order of u.
    pub fn input_names(&self) -> Vec<String> {
        let names = |m: &Member| -> Vec<String> {
            m.slave.ports().inputs.iter().map(|p| format!("{}.{}", m.name, p.name)).collect()
        };
        self.members.iter().flat_map(names).collect()
    }

    /// `slave.output` for every output, in the order of y.
    pub fn output_names(&self) -> Vec<String> {
        let names = |m: &Member| -> Vec<String> {
            m.slave.ports().outputs.iter().map(|p| format!("{}.{}", m.name, p.name)).collect()
        };
        self.members.iter().flat_map(names).collect()
    }

    /// The outputs that determine an input, in the order of y.
    pub fn coupled_outputs(&self) -> Vec<usize> {
        let reads =
            self.laws.iter().flat_map(|law| law.dependencies()).flat_map(|(_, reads)| reads);
        let mut outputs: Vec<usize> = reads.map(|OutputId(output)| output).collect();
        outputs.sort_unstable();
        outputs.dedup();
        outputs
    }

    /// For each input the number of its kind: inputs that laws find from a common output, directly or by way of
    /// further inputs, are of one kind.
    pub(crate) fn kinds_of_inputs(&self) -> Vec<usize> {
        let mut kind_of: Vec<usize> = (0..self.input_count()).collect();
        let mut first: Vec<Option<usize>> = vec![None; self.outputs];
        let dependencies = self.laws.iter().flat_map(|law| law.dependencies());
        for (InputId(input), reads) in dependencies {
            for OutputId(output) in reads {
                let other = *first[output].get_or_insert(input);
                let (from, to) = (kind_of[input], kind_of[other]);
                kind_of.iter_mut().filter(|kind| **kind == from).for_each(|kind| *kind = to);
            }
        }
        kind_of
    }

    /// How consistent values at the start time were found.
    pub fn initialisation(&self) -> &Initialisation {
        &self.initialisation
    }

    /// Which inputs are discrete, in the order of u.
    pub fn discrete_inputs(&self) -> Vec<bool> {
        self.members
            .iter()
            .flat_map(|m| m.slave.ports().inputs.iter().map(|p| p.discrete))
            .collect()
    }

    /// Whether there are slaves that are prescribed.
    pub fn has_prescribed(&self) -> bool {
        !self.prescribed_slaves.is_empty()
    }

    /// Keeps the inputs over the last step of every slave.
    pub(crate) fn keep_inputs(&mut self) {
        for member in &mut self.members {
            member.applied = vec![Polynomial::constant(0.0); member.inputs.len()];
        }
    }

    /// The names of the inputs of a slave.
    pub fn input_names_of(&self, slave: SlaveId) -> impl Iterator<Item = String> {
        self.members[slave.0].slave.ports().inputs.iter().map(|port| port.name.clone())
    }

    /// Each slave's inputs over its last step, if inputs are kept.
    pub(crate) fn each_applied(&self) -> impl Iterator<Item = &[Polynomial]> {
        self.members.iter().map(|member| member.applied.as_slice())
    }

    /// An input of a slave over its last step, if inputs are kept.
    pub(crate) fn applied(&self, slave: SlaveId, input: InputId) -> &Polynomial {
        let member = &self.members[slave.0];
        &member.applied[input.0 - member.inputs.start]
    }

    /// Whether a slave is in the middle of a step that is longer than those of the clock.
    pub(crate) fn is_between(&self, slave: SlaveId) -> bool {
        self.members[slave.0].between
    }

    /// Whether an input is determined by slaves that are prescribed.
    pub fn is_prescribed(&self, input: usize) -> bool {
        self.prescribed[input]
    }
}

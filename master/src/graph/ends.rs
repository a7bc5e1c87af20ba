//! What a coupling law joins: its variables, slave by slave.

use coupling::{InputId, OutputId};

use crate::scenario::Scenario;
use crate::scenario::check::{CheckedSlave, Law};

/// What a law takes from a slave and gives to it, by the numbers in y and u.
pub(super) struct End {
    pub(super) slave: usize,
    pub(super) outputs: Vec<usize>,
    pub(super) inputs: Vec<usize>,
}

/// The slaves that a law joins, in the order in which it acts on them; behind the outputs that it reads stand
/// those that it takes for their time derivatives.
pub(super) fn ends(scenario: &Scenario, law: &Law) -> Vec<End> {
    let law = law.build();
    let (dependencies, derivatives) = (law.dependencies(), law.derivatives());
    let mut ends: Vec<End> = Vec::new();
    for (InputId(input), _) in &dependencies {
        let (slave, _) = find(scenario, *input, |slave| slave.inputs.len());
        end(&mut ends, slave).inputs.push(*input);
    }
    let read: Vec<&OutputId> = dependencies.iter().flat_map(|(_, outputs)| outputs).collect();
    let stated = derivatives.iter().filter(|(of, _)| read.contains(&of)).map(|(_, rate)| rate);
    for OutputId(output) in read.iter().copied().chain(stated) {
        let (slave, _) = find(scenario, *output, |slave| slave.outputs.len());
        let outputs = &mut end(&mut ends, slave).outputs;
        if !outputs.contains(output) {
            outputs.push(*output);
        }
    }
    ends
}

fn end(ends: &mut Vec<End>, slave: usize) -> &mut End {
    let place = ends.iter().position(|end| end.slave == slave).unwrap_or_else(|| {
        ends.push(End { slave, outputs: Vec::new(), inputs: Vec::new() });
        ends.len() - 1
    });
    &mut ends[place]
}

/// The slave that has the input or output of this number, and its position there.
pub(super) fn find(
    scenario: &Scenario,
    number: usize,
    count: fn(&CheckedSlave) -> usize,
) -> (usize, usize) {
    let mut rest = number;
    for (k, slave) in scenario.slaves.iter().enumerate() {
        match rest.checked_sub(count(slave)) {
            Some(beyond) => rest = beyond,
            None => return (k, rest),
        }
    }
    unreachable!("numbers of inputs and outputs belong to a slave")
}

//! The tables of a scenario: which columns are held, and where they jump.

use std::sync::Arc;

use coupling::{InputId, SlaveId};

use super::check::{Origin, Scenario};
use crate::fmu::{Variability, VariableType};
use crate::table::{Table, TableSlave};

/// The slaves that are tables.
pub fn tables(scenario: &Scenario) -> impl Iterator<Item = (SlaveId, &Arc<Table>)> {
    scenario.slaves.iter().enumerate().filter_map(|(k, slave)| match &slave.origin {
        Origin::Table(table) => Some((SlaveId(k), table)),
        Origin::Fmu(_) => None,
    })
}

/// The table of slave `id` as a slave.
pub fn build_table(scenario: &Scenario, id: SlaveId, table: &Arc<Table>) -> TableSlave {
    let columns = scenario.slaves[id.0].outputs.iter().zip(held(scenario, id));
    TableSlave::new(table.clone(), columns, scenario.time.start, scenario.time.step)
}

/// The times at which some used column of a table jumps.
pub fn jumps(scenario: &Scenario) -> Vec<f64> {
    let mut times = Vec::new();
    for (id, table) in tables(scenario) {
        for (name, held) in scenario.slaves[id.0].outputs.iter().zip(held(scenario, id)) {
            let column = table.columns().iter().position(|known| known == name);
            times.extend(column.into_iter().flat_map(|column| table.jumps(column, held)));
        }
    }
    times
}

/// For each output of a table, whether it drives an input that is held over a step: such a column
/// keeps its value from row to row.
fn held(scenario: &Scenario, id: SlaveId) -> Vec<bool> {
    let first: usize = scenario.slaves[..id.0].iter().map(|slave| slave.outputs.len()).sum();
    let mut held = vec![false; scenario.slaves[id.0].outputs.len()];
    for law in &scenario.laws {
        let Some(links) = law.links() else { continue };
        for link in links {
            let output = link.from.0.checked_sub(first).and_then(|k| held.get_mut(k));
            if let Some(held) = output {
                *held |= is_discrete(scenario, link.to);
            }
        }
    }
    held
}

fn is_discrete(scenario: &Scenario, InputId(mut position): InputId) -> bool {
    for slave in &scenario.slaves {
        let Some(name) = slave.inputs.get_index(position) else {
            position -= slave.inputs.len();
            continue;
        };
        let variable = slave.origin.description().and_then(|model| model.variable(name));
        return variable.is_some_and(|v| {
            v.kind != VariableType::Real || v.variability != Variability::Continuous
        });
    }
    false
}

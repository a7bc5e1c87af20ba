//! Vectors: variables that share a name but for the endings of their components.

use super::super::slaves::{CheckedSlave, Origin};
use super::{Port, Wiring};

/// Endings of the components of a quaternion; a vector has the last three.
const ENDINGS: [&str; 4] = ["w", "x", "y", "z"];

impl Wiring<'_> {
    /// The ports that `slave.variable` stands for, which `find` looks up: one, or those of a vector.
    pub(super) fn ports(
        &mut self,
        text: &str,
        find: fn(&mut Self, usize, &str) -> Result<Port, String>,
    ) -> Result<Vec<Port>, String> {
        let (slave, name) = self.split(text)?;
        let names = components(&self.slaves[slave], &name);
        names.iter().map(|name| find(self, slave, name)).collect()
    }
}

/// The variable itself, or the components of the vector of that name.
fn components(slave: &CheckedSlave, name: &str) -> Vec<String> {
    let single = vec![name.to_string()];
    if has(slave, name) {
        return single;
    }
    let array: Vec<_> =
        (1..).map(|k| format!("{name}[{k}]")).take_while(|n| has(slave, n)).collect();
    let known = |n: usize| {
        Some(component_names(slave, name, n)).filter(|names| names.iter().all(|n| has(slave, n)))
    };
    if array.is_empty() { known(4).or_else(|| known(3)).unwrap_or(single) } else { array }
}

/// The names of the n components of a vector: `r[1]`, … if the slave has them, else `r_x`, ….
pub(super) fn component_names(slave: &CheckedSlave, stem: &str, n: usize) -> Vec<String> {
    match has(slave, &format!("{stem}[1]")) {
        true => (1..=n).map(|k| format!("{stem}[{k}]")).collect(),
        false => ENDINGS[ENDINGS.len() - n..].iter().map(|end| format!("{stem}_{end}")).collect(),
    }
}

fn has(slave: &CheckedSlave, name: &str) -> bool {
    match &slave.origin {
        Origin::Fmu(fmu) => fmu.description().variable(name).is_some(),
        Origin::Table(table) => table.columns().iter().any(|column| column == name),
    }
}

/// An error unless both names stand for the same number of variables.
pub(super) fn same_length(
    (from, outputs): (&str, &[Port]),
    (to, inputs): (&str, &[Port]),
) -> Result<(), String> {
    let count = |ports: &[Port]| match ports.len() {
        1 => "is one variable".to_string(),
        n => format!("is a vector of {n}"),
    };
    if outputs.len() == inputs.len() {
        Ok(())
    } else {
        Err(format!(
            "\"{from}\" {} and \"{to}\" {}; connect vectors of the same length, or their components",
            count(outputs),
            count(inputs)
        ))
    }
}

//! Chosen columns of a table as a slave without inputs, known ahead of the step.

use std::sync::Arc;

use coupling::Polynomial;
use coupling::slave::{
    ContinuousStates, Feedthrough, OutputPort, Ports, Slave, SlaveError, Slot, Step,
};

use super::Table;

/// A row nearer to a communication point than this part of the macro step lies on it: k·h and the
/// time written in the file differ by rounding.
const NEAR: f64 = 1e-6;

/// A column that is an output.
#[derive(Clone, Copy)]
struct Chosen {
    column: usize,
    /// Whether its values are held from row to row instead of linear between them.
    held: bool,
}

/// Columns of a table as outputs.
///
/// At a communication point where a column jumps, a step to that point gives the value before the
/// jump, and reading the outputs there the value after it. A held column gives the value that it
/// had from the start of the step.
pub struct TableSlave {
    table: Arc<Table>,
    chosen: Vec<Chosen>,
    ports: Ports,
    near: f64,
    t: f64,
    saved: [f64; Slot::COUNT],
}

impl TableSlave {
    /// The columns of the given names, each with whether it is held, from time `t` on in macro steps
    /// of about `h`.
    pub fn new<'a>(
        table: Arc<Table>,
        columns: impl Iterator<Item = (&'a String, bool)>,
        t: f64,
        h: f64,
    ) -> Self {
        let (mut chosen, mut outputs) = (Vec::new(), Vec::new());
        for (name, held) in columns {
            let column = table.columns().iter().position(|known| known == name);
            let column = column.expect("names of columns have been checked");
            chosen.push(Chosen { column, held });
            let feedthrough = Feedthrough::Declared(Vec::new());
            outputs.push(OutputPort { name: name.clone(), feedthrough });
        }
        let ports = Ports {
            inputs: Vec::new(),
            outputs,
            input_degree: Polynomial::MAX_DEGREE,
            can_rewind: true,
        };
        Self { table, chosen, ports, near: NEAR * h, t, saved: [t; Slot::COUNT] }
    }
}

impl Slave for TableSlave {
    fn ports(&self) -> &Ports {
        &self.ports
    }

    fn outputs(&mut self, _u: &[f64], y: &mut [f64]) -> Result<(), SlaveError> {
        for (y, &Chosen { column, held }) in y.iter_mut().zip(&self.chosen) {
            *y = if held {
                self.table.held(column, self.t, self.near)
            } else {
                self.table.after(column, self.t, self.near)
            };
        }
        Ok(())
    }

    fn step(&mut self, step: &Step, _u: &[Polynomial], y: &mut [f64]) -> Result<(), SlaveError> {
        self.t = step.end;
        for (y, &Chosen { column, held }) in y.iter_mut().zip(&self.chosen) {
            *y = if held {
                self.table.held(column, step.t, self.near)
            } else {
                self.table.before(column, step.end, self.near)
            };
        }
        Ok(())
    }

    fn continuous_states(&mut self) -> Option<&mut dyn ContinuousStates> {
        Some(self)
    }

    fn save(&mut self, slot: Slot) -> Result<(), SlaveError> {
        self.saved[slot as usize] = self.t;
        Ok(())
    }

    fn restore(&mut self, slot: Slot) -> Result<(), SlaveError> {
        self.t = self.saved[slot as usize];
        Ok(())
    }
}

/// It has none; setting them sets the time.
impl ContinuousStates for TableSlave {
    fn names(&mut self) -> Result<Vec<String>, SlaveError> {
        Ok(Vec::new())
    }

    fn read(&mut self, _x: &mut [f64]) -> Result<(), SlaveError> {
        Ok(())
    }

    fn set(&mut self, t: f64, _x: &[f64]) -> Result<(), SlaveError> {
        self.t = t;
        Ok(())
    }
}

//! The variables of the slaves, as the section of a law finds them by their names.

use coupling::{InputId, OutputId};

use crate::scenario::rule::Rule;

/// A variable of a slave: the slave's position, and the variable's among its inputs or outputs.
pub type Port = (usize, usize);

/// The slaves of a scenario and their variables.
pub trait Variables {
    /// The number of a slave.
    fn slave(&self, name: &str) -> Result<usize, String>;

    /// The two different slaves that a law lies between.
    fn two_slaves(&self, between: &[String; 2]) -> Result<[usize; 2], String> {
        let [a, b] = between;
        if a == b {
            return Err(format!("both ends are slave \"{a}\"; between names two slaves"));
        }
        Ok([self.slave(a)?, self.slave(b)?])
    }

    /// An output that the law reads and counts in SI units; `hint` says how to name another where there is
    /// none of this name.
    fn measure(&mut self, slave: usize, name: &str, hint: &str) -> Result<Port, String>;

    /// An input that the law acts on and counts in SI units; `hint` says how to name another where there is
    /// none of this name.
    fn drive(&mut self, slave: usize, name: &str, hint: &str) -> Result<Port, String>;

    /// What the user calls a slave.
    fn slave_name(&self, slave: usize) -> String;

    /// Whether a slave has an output of this name.
    fn has_output(&self, slave: usize, name: &str) -> bool;

    /// Whether a slave has an input of this name.
    fn has_input(&self, slave: usize, name: &str) -> bool;

    /// Whether a variable of a slave is an angle, by its unit.
    fn is_angle(&self, slave: usize, name: &str) -> bool;

    /// Whether slaves take macro steps of one length, which is that of the scenario.
    fn step_together(&self, slaves: &[usize]) -> bool;

    /// The rule that the coupling gives in `inputs`, if it does.
    fn rule(&self) -> Option<Rule>;

    /// Tells the user something of the coupling that he may not expect.
    fn note(&mut self, note: String);

    /// The names of the n components of a vector of a slave: `r[1]`, … if it has them, else `r_x`, ….
    fn component_names(&self, slave: usize, stem: &str, n: usize) -> Vec<String>;

    /// The Real inputs that `slave.variable` stands for, which a sum drives: one, or those of a vector.
    fn inputs_of_sum(&mut self, to: &str) -> Result<Vec<Port>, String>;

    /// Adds the outputs that `from` stands for to the inputs that `to` stands for.
    fn add_term(&mut self, from: &str, to: (&str, &[Port]), term: Term) -> Result<(), String>;
}

/// How an output counts in a sum.
#[derive(Clone, Copy, Debug)]
pub struct Term {
    /// Factor.
    pub gain: f64,
    /// Summand.
    pub offset: f64,
    /// Whether units are compared and converted.
    pub units: bool,
}

/// Where the inputs and outputs of each slave begin in u and y, once everybody has named the variables that he
/// needs.
#[derive(Clone, Debug)]
pub struct Numbers {
    inputs: Vec<usize>,
    outputs: Vec<usize>,
}

impl Numbers {
    /// For slaves with so many inputs and outputs each.
    pub fn new(inputs: impl Iterator<Item = usize>, outputs: impl Iterator<Item = usize>) -> Self {
        Self { inputs: firsts(inputs), outputs: firsts(outputs) }
    }

    /// The position of an input in u.
    pub fn input(&self, (slave, k): Port) -> InputId {
        InputId(self.inputs[slave] + k)
    }

    /// The position of an output in y.
    pub fn output(&self, (slave, k): Port) -> OutputId {
        OutputId(self.outputs[slave] + k)
    }
}

/// Where each begins if they lie one after the other.
fn firsts(counts: impl Iterator<Item = usize>) -> Vec<usize> {
    let running = counts.scan(0, |next, count| {
        let first = *next;
        *next += count;
        Some(first)
    });
    running.collect()
}

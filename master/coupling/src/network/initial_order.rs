//! What is reported of the initialisation: the order of the inputs, and the algebraic loops.

/// The order in which inputs were set, and the algebraic loops among them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Initialisation {
    /// Each depends on earlier ones only.
    pub stages: Vec<Stage>,
}

/// Inputs that were set together.
#[derive(Clone, Debug, PartialEq)]
pub struct Stage {
    /// `slave.input`.
    pub inputs: Vec<String>,
    /// How they were found where they depend on each other; none where they are simply set.
    pub solution: Option<Solution>,
}

/// How the inputs on an algebraic loop were found.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Solution {
    /// Newton iterations, and rounds in which discrete inputs changed.
    pub iterations: usize,
    /// Largest |input − law(outputs)| that remained, relative to the input.
    pub residual: f64,
}

impl Initialisation {
    /// The algebraic loops: their inputs and how they were found.
    pub fn loops(&self) -> impl Iterator<Item = (&[String], Solution)> {
        self.stages.iter().filter_map(|stage| Some((stage.inputs.as_slice(), stage.solution?)))
    }
}

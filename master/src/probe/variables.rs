//! The inputs that a probe moves and the variables that it watches.

use crate::fmi::{Component, FmuError};
use crate::fmu::{Causality, Description, ValueReference, Variability, Variable, VariableType};
use std::f64::consts::TAU;

/// Local variables that are watched where there is no output.
const MOST_LOCALS: usize = 50;

/// A continuous Real input.
#[derive(Clone, Debug)]
pub struct Input {
    /// Its value reference.
    pub vr: ValueReference,
    /// Its start value.
    pub start: f64,
    /// How far it is moved.
    pub amplitude: f64,
    range: (f64, f64),
}

impl Input {
    /// The input with number `k`; each moves differently, for models that see only differences.
    fn new(k: usize, variable: &Variable) -> Self {
        let start = variable.numeric_start().unwrap_or(0.0);
        let size = if start == 0.0 { variable.magnitude() } else { start.abs() };
        let amplitude = 0.1 * size / (1.0 + 0.25 * (k % 8) as f64);
        let range =
            (variable.min.unwrap_or(f64::NEG_INFINITY), variable.max.unwrap_or(f64::INFINITY));
        Self { vr: variable.reference, start, amplitude, range }
    }

    /// A value within the declared limits.
    pub fn limited(&self, value: f64) -> f64 {
        value.max(self.range.0).min(self.range.1)
    }

    /// A small sine around the start value; `phase` counts periods.
    pub fn sine(&self, phase: f64) -> f64 {
        self.limited(self.start + self.amplitude * (TAU * phase).sin())
    }
}

/// The continuous Real inputs of a model.
pub fn inputs(model: &Description) -> Vec<Input> {
    let moves = |v: &&Variable| {
        v.causality == Causality::Input
            && v.kind == VariableType::Real
            && v.variability == Variability::Continuous
    };
    let inputs = model.variables.iter().filter(moves).enumerate();
    inputs.map(|(k, variable)| Input::new(k, variable)).collect()
}

/// The variables that are watched: outputs, or where there are none, local Real variables.
#[derive(Clone, Debug, Default)]
pub struct Watched {
    /// Their names, in the order of the values.
    pub names: Vec<String>,
    reals: Vec<ValueReference>,
    integers: Vec<ValueReference>,
    booleans: Vec<ValueReference>,
    /// The nominal values of the Real ones.
    nominals: Vec<f64>,
    /// Which of the Real ones are continuous.
    continuous: Vec<bool>,
    /// Whether they are outputs.
    pub are_outputs: bool,
}

impl Watched {
    /// The variables to watch of a model.
    pub fn new(model: &Description) -> Self {
        let of = |causality, kinds: &[VariableType]| -> Vec<&Variable> {
            let all = model.variables.iter();
            all.filter(|v| v.causality == causality && kinds.contains(&v.kind)).collect()
        };
        let integral = [VariableType::Integer, VariableType::Enumeration];
        let mut reals = of(Causality::Output, &[VariableType::Real]);
        let integers = of(Causality::Output, &integral);
        let booleans = of(Causality::Output, &[VariableType::Boolean]);
        let are_outputs = !(reals.is_empty() && integers.is_empty() && booleans.is_empty());
        if !are_outputs {
            reals = of(Causality::Local, &[VariableType::Real]);
            reals.truncate(MOST_LOCALS);
        }
        let references = |list: &[&Variable]| list.iter().map(|v| v.reference).collect();
        let all = reals.iter().chain(&integers).chain(&booleans);
        Self {
            names: all.map(|v| v.name.clone()).collect(),
            nominals: reals.iter().map(|v| v.magnitude()).collect(),
            continuous: reals.iter().map(|v| v.variability == Variability::Continuous).collect(),
            are_outputs,
            reals: references(&reals),
            integers: references(&integers),
            booleans: references(&booleans),
        }
    }

    /// The value references of the Real ones, which come first.
    pub fn reals(&self) -> &[ValueReference] {
        &self.reals
    }

    /// The nominal values of these.
    pub fn nominals(&self) -> &[f64] {
        &self.nominals
    }

    /// Which of these are continuous: others have no slopes.
    pub fn continuous(&self) -> &[bool] {
        &self.continuous
    }

    /// Their values now, as numbers.
    pub fn read(&self, component: &mut Component) -> Result<Vec<f64>, FmuError> {
        let mut values = vec![0.0; self.reals.len()];
        if !self.reals.is_empty() {
            component.get_real(&self.reals, &mut values)?;
        }
        let mut buffer = vec![0; self.integers.len().max(self.booleans.len())];
        if !self.integers.is_empty() {
            let buffer = &mut buffer[..self.integers.len()];
            component.get_integer(&self.integers, buffer)?;
            values.extend(buffer.iter().copied().map(f64::from));
        }
        if !self.booleans.is_empty() {
            let buffer = &mut buffer[..self.booleans.len()];
            component.get_boolean(&self.booleans, buffer)?;
            values.extend(buffer.iter().map(|value| f64::from(*value != 0)));
        }
        Ok(values)
    }
}

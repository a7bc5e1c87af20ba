//! The variables of a model: declared once, with name, unit, start value and bounds.

use crate::units::Unit;

/// A number that is fixed once the initialisation ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter(pub(crate) usize);

/// One of several named items, fixed once the initialisation ends; an Enumeration of the FMU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice(pub(crate) usize);

/// A number given from outside, a function of time within a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Input(pub(crate) usize);

/// A state x; also an output of the FMU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State(pub(crate) usize);

/// An integral over time that starts at zero and acts back on nothing, such as a dissipated energy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Integral(pub(crate) usize);

/// A number computed from the state and the inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Output(pub(crate) usize);

/// What the model description says of a variable.
#[derive(Clone, Debug)]
pub(crate) struct Variable {
    pub name: String,
    pub unit: Unit,
    pub description: String,
    pub start: f64,
    pub min: Option<f64>,
    pub max: Option<f64>,
    pub nominal: Option<f64>,
    /// The items of a choice with their descriptions, whose numbers count from 1; none of a number.
    pub items: Vec<(String, String)>,
}

impl Variable {
    /// A number without bounds.
    pub fn number(name: String, start: f64, unit: Unit, description: String) -> Self {
        let items = Vec::new();
        Self { name, unit, description, start, min: None, max: None, nominal: None, items }
    }

    /// Whether it is one of several items.
    pub fn is_choice(&self) -> bool {
        !self.items.is_empty()
    }
}

/// The declared variables of a model, filled by [`Model::declare`](crate::Model::declare).
#[derive(Clone, Debug, Default)]
pub struct Variables {
    pub(crate) parameters: Vec<Variable>,
    pub(crate) inputs: Vec<Variable>,
    pub(crate) states: Vec<Variable>,
    pub(crate) integrals: Vec<Variable>,
    pub(crate) outputs: Vec<Variable>,
    /// For every state the parameter that holds its start value, if the model does not compute it.
    pub(crate) state_starts: Vec<Option<Parameter>>,
    /// Positions with their velocities.
    pub(crate) positions: Vec<(State, State)>,
}

/// A handle of any kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Handle {
    /// Of a parameter.
    Parameter(Parameter),
    /// Of an input.
    Input(Input),
    /// Of a state.
    State(State),
    /// Of an integral.
    Integral(Integral),
    /// Of an output.
    Output(Output),
}

macro_rules! into_handle {
    ($($kind:ident),*) => {$(
        impl From<$kind> for Handle {
            fn from(handle: $kind) -> Self {
                Self::$kind(handle)
            }
        }
    )*};
}
into_handle!(Parameter, Input, State, Integral, Output);

impl Variables {
    /// A parameter with its default value.
    pub fn parameter(
        &mut self,
        name: &str,
        start: f64,
        unit: &str,
        description: &str,
    ) -> Parameter {
        self.parameters.push(self.checked(name, start, unit, description));
        Parameter(self.parameters.len() - 1)
    }

    /// A parameter that is one of `items`, each with its description; the first is the default.
    ///
    /// # Panics
    /// If there is no item: the model is then wrong and cannot be exported.
    pub fn choice(&mut self, name: &str, items: &[(&str, &str)], description: &str) -> Choice {
        assert!(!items.is_empty(), "choice {name:?} has no items");
        let Parameter(at) = self.parameter(name, 1.0, "", description);
        let owned = |(item, text): &(&str, &str)| (item.to_string(), text.to_string());
        self.parameters[at].items = items.iter().map(owned).collect();
        Choice(at)
    }

    /// An input with the value it has until it is set.
    pub fn input(&mut self, name: &str, start: f64, unit: &str, description: &str) -> Input {
        self.inputs.push(self.checked(name, start, unit, description));
        Input(self.inputs.len() - 1)
    }

    /// A state whose start value is the parameter `start`.
    pub fn state(&mut self, name: &str, start: Parameter, unit: &str, description: &str) -> State {
        let state = self.computed_state(name, unit, description);
        self.state_starts[state.0] = Some(start);
        state
    }

    /// A state whose start value [`Model::start`](crate::Model::start) computes.
    pub fn computed_state(&mut self, name: &str, unit: &str, description: &str) -> State {
        self.states.push(self.checked(name, 0.0, unit, description));
        self.state_starts.push(None);
        State(self.states.len() - 1)
    }

    /// An integral over time, zero at the start; no derivative may depend on it.
    pub fn integral(&mut self, name: &str, unit: &str, description: &str) -> Integral {
        self.integrals.push(self.checked(name, 0.0, unit, description));
        Integral(self.integrals.len() - 1)
    }

    /// An output.
    pub fn output(&mut self, name: &str, unit: &str, description: &str) -> Output {
        self.outputs.push(self.checked(name, 0.0, unit, description));
        Output(self.outputs.len() - 1)
    }

    /// States that ẋ = v holds for `position` and `velocity`; semi-implicit Euler needs to know.
    pub fn position(&mut self, position: State, velocity: State) {
        self.positions.push((position, velocity));
    }

    /// The smallest value allowed.
    pub fn at_least(&mut self, handle: impl Into<Handle>, min: f64) {
        self.variable(handle.into()).min = Some(min);
    }

    /// The largest value allowed.
    pub fn at_most(&mut self, handle: impl Into<Handle>, max: f64) {
        self.variable(handle.into()).max = Some(max);
    }

    /// The magnitude to expect; it scales the absolute tolerance of adaptive solvers.
    pub fn nominal(&mut self, handle: impl Into<Handle>, magnitude: f64) {
        self.variable(handle.into()).nominal = Some(magnitude);
    }

    fn variable(&mut self, handle: Handle) -> &mut Variable {
        match handle {
            Handle::Parameter(h) => &mut self.parameters[h.0],
            Handle::Input(h) => &mut self.inputs[h.0],
            Handle::State(h) => &mut self.states[h.0],
            Handle::Integral(h) => &mut self.integrals[h.0],
            Handle::Output(h) => &mut self.outputs[h.0],
        }
    }

    /// A variable under a name that is new.
    ///
    /// # Panics
    /// If the name is taken or the unit is unknown: the model is then wrong and cannot be exported.
    fn checked(&self, name: &str, start: f64, unit: &str, description: &str) -> Variable {
        let taken = self.all().any(|other| other.name == name) || RESERVED.contains(&name);
        assert!(!taken, "variable {name:?} is declared twice, or its name is one every FMU has");
        let unit = Unit::parse(unit).unwrap_or_else(|error| panic!("variable {name:?}: {error}"));
        Variable::number(name.into(), start, unit, description.into())
    }

    /// All variables in the order of the model description.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Variable> {
        let groups = [&self.parameters, &self.inputs, &self.states, &self.integrals, &self.outputs];
        groups.into_iter().flatten()
    }
}

/// Names of variables that every FMU has.
const RESERVED: [&str; 5] =
    ["time", "solver", "micro_step", "relative_tolerance", "absolute_tolerance"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "\"m\" is declared twice")]
    fn a_name_can_be_declared_once_only() {
        let mut v = Variables::default();
        v.parameter("m", 1.0, "kg", "mass");
        v.input("m", 1.0, "kg", "mass");
    }

    #[test]
    #[should_panic(expected = "variable \"f\": unit \"lbf\"")]
    fn an_unknown_unit_is_named_with_its_variable() {
        Variables::default().output("f", "lbf", "force");
    }
}

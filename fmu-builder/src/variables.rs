//! The variables of a model: declared once, with name, unit, start value and bounds.

use std::ops::Range;
use std::str::FromStr;

use crate::structural::Structural;
use crate::units::Unit;

mod problems;

/// A number that is fixed once the initialisation ends, unless it is declared tunable.
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

/// Several states that stand next to each other, such as the positions of many bodies; a slice where it is an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StateList {
    first: usize,
    count: usize,
}

impl StateList {
    /// How many there are.
    pub fn len(self) -> usize {
        self.count
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.count == 0
    }

    /// One of them.
    ///
    /// # Panics
    /// If there are not so many.
    pub fn state(self, i: usize) -> State {
        assert!(i < self.count, "state {i} of a list of {}", self.count);
        State(self.first + i)
    }

    /// All of them.
    pub fn iter(self) -> impl Iterator<Item = State> {
        self.range().map(State)
    }

    pub(crate) fn range(self) -> Range<usize> {
        self.first..self.first + self.count
    }
}

/// An integral over time that starts at zero and acts back on nothing, such as a dissipated energy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Integral(pub(crate) usize);

/// A number computed from the state and the inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Output(pub(crate) usize);

/// A number that an own method gives at the end of each step and that stays until the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RememberedOutput(pub(crate) usize);

/// A discrete state: it changes at events only and holds its value in between; also an output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Discrete(pub(crate) usize);

/// A clock of the model's own: a time event at every multiple of its period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock(pub(crate) usize);

/// A condition: a state event happens when it begins to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Condition(pub(crate) usize);

/// The type of a variable in the FMU; inside the model all of them are numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Real,
    Integer,
    /// 0 or 1.
    Boolean,
    /// The number of an item, from 1.
    Choice,
}

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
    pub kind: Kind,
    /// Whether a parameter may change while the run lasts.
    pub tunable: bool,
    /// Whether it can be read by its name, but is no output.
    pub local: bool,
    /// What the error of a state is compared with, times the relative tolerance; as usual if it is not given.
    pub error_scale: Option<f64>,
}

impl Variable {
    /// A number without bounds.
    pub fn number(name: String, start: f64, unit: Unit, description: String) -> Self {
        let (items, kind) = (Vec::new(), Kind::Real);
        let (min, max, nominal) = (None, None, None);
        let (tunable, local, error_scale) = (false, false, None);
        Self {
            name,
            unit,
            description,
            start,
            min,
            max,
            nominal,
            items,
            kind,
            tunable,
            local,
            error_scale,
        }
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
    pub(crate) remembered: Vec<Variable>,
    /// For every state the parameter that holds its start value, if the model does not compute it.
    pub(crate) state_starts: Vec<Option<Parameter>>,
    /// Positions with their velocities.
    pub(crate) positions: Vec<(State, State)>,
    pub(crate) discretes: Vec<Variable>,
    /// For every discrete state the parameter that holds its start value.
    pub(crate) discrete_starts: Vec<Parameter>,
    /// The periods of the clocks.
    pub(crate) clocks: Vec<Parameter>,
    /// The names of the conditions.
    pub(crate) conditions: Vec<String>,
    /// The output that counts evaluations of the derivatives.
    pub(crate) evaluations: Option<Output>,
    /// The structural parameters that were chosen, and those there are: name, value, description.
    pub(crate) chosen: Structural,
    pub(crate) structural: Vec<(String, String, String)>,
    /// What is wrong with single declarations.
    wrong: Vec<String>,
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
    /// Of an output of an own method.
    RememberedOutput(RememberedOutput),
    /// Of a discrete state.
    Discrete(Discrete),
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
into_handle!(Parameter, Input, State, Integral, Output, RememberedOutput, Discrete);

impl Variables {
    /// No variables yet, with structural parameters as they were chosen.
    pub(crate) fn chosen(structural: &Structural) -> Self {
        Self { chosen: structural.clone(), ..Self::default() }
    }

    /// A structural parameter that is a whole number: it is chosen when the FMU is exported, since it decides how many
    /// variables there are.
    pub fn structural_number(&mut self, name: &str, default: usize, description: &str) -> usize {
        self.structural(name, &default, "a whole number", description)
    }

    /// A structural parameter that is a text: a name, or the content of a file.
    pub fn structural_text(&mut self, name: &str, default: &str, description: &str) -> String {
        self.structural(name, &default.to_string(), "a text", description)
    }

    fn structural<T: FromStr + ToString + Clone>(
        &mut self,
        name: &str,
        default: &T,
        kind: &str,
        description: &str,
    ) -> T {
        let chosen = self.chosen.get(name).map(|text| text.parse().map_err(|_| text.to_string()));
        let value = match chosen {
            None => default.clone(),
            Some(Ok(value)) => value,
            Some(Err(text)) => {
                self.problem(format!("{name} = {text:?} must be {kind}: it is {description}"));
                default.clone()
            }
        };
        self.structural.push((name.into(), value.to_string(), description.into()));
        value
    }

    /// Tells that something is wrong with the declarations, in words that say what to do; the FMU is then not exported.
    pub fn problem(&mut self, text: String) {
        self.wrong.push(text);
    }

    /// A parameter with its default value.
    pub fn parameter(
        &mut self,
        name: &str,
        start: f64,
        unit: &str,
        description: &str,
    ) -> Parameter {
        let variable = self.checked(name, start, unit, description);
        self.parameters.push(variable);
        Parameter(self.parameters.len() - 1)
    }

    /// A parameter that is one of `items`, each with its description; the first is the default.
    pub fn choice(&mut self, name: &str, items: &[(&str, &str)], description: &str) -> Choice {
        let Parameter(at) = self.parameter(name, 1.0, "", description);
        let owned = |(item, text): &(&str, &str)| (item.to_string(), text.to_string());
        self.parameters[at].items = items.iter().map(owned).collect();
        self.parameters[at].kind = Kind::Choice;
        Choice(at)
    }

    /// An input with the value it has until it is set.
    pub fn input(&mut self, name: &str, start: f64, unit: &str, description: &str) -> Input {
        let variable = self.checked(name, start, unit, description);
        self.inputs.push(variable);
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
        let variable = self.checked(name, 0.0, unit, description);
        self.states.push(variable);
        self.state_starts.push(None);
        State(self.states.len() - 1)
    }

    /// Several states that stand next to each other, whose start values [`Model::start`](crate::Model::start) computes.
    pub fn computed_states(
        &mut self,
        names: impl IntoIterator<Item = String>,
        unit: &str,
        description: &str,
    ) -> StateList {
        let first = self.states.len();
        names.into_iter().for_each(|name| _ = self.computed_state(&name, unit, description));
        StateList { first, count: self.states.len() - first }
    }

    /// All states declared so far, as one list.
    pub fn all_states(&self) -> StateList {
        StateList { first: 0, count: self.states.len() }
    }

    /// An integral over time, zero at the start; no derivative may depend on it.
    pub fn integral(&mut self, name: &str, unit: &str, description: &str) -> Integral {
        let variable = self.checked(name, 0.0, unit, description);
        self.integrals.push(variable);
        Integral(self.integrals.len() - 1)
    }

    /// An output.
    pub fn output(&mut self, name: &str, unit: &str, description: &str) -> Output {
        let variable = self.checked(name, 0.0, unit, description);
        self.outputs.push(variable);
        Output(self.outputs.len() - 1)
    }

    /// A local variable that counts how often the derivatives were evaluated in steps so far. It is no output, since it depends
    /// on how a run is cut into steps.
    pub fn evaluations(&mut self, name: &str) -> Output {
        let output = self.output(name, "", "evaluations of the derivatives in steps so far");
        self.local(output);
        self.evaluations = Some(output);
        output
    }

    /// An output that [`OwnMethod::outputs`](crate::OwnMethod::outputs) fills in. It changes with steps only, so it is discrete.
    pub fn remembered_output(
        &mut self,
        name: &str,
        unit: &str,
        description: &str,
    ) -> RememberedOutput {
        let variable = self.checked(name, 0.0, unit, description);
        self.remembered.push(variable);
        RememberedOutput(self.remembered.len() - 1)
    }

    /// Makes a state or an output a local variable: it can be read, but nobody takes note of it who does not ask for it.
    pub fn local(&mut self, handle: impl Into<Handle>) {
        self.variable(handle.into()).local = true;
    }

    /// What the error of a state is compared with, times the relative tolerance, by solvers with error control.
    /// Otherwise that is its value, and the absolute tolerance times its nominal value on top.
    pub fn error_scale(&mut self, state: State, scale: f64) {
        if scale.is_nan() || scale <= 0.0 {
            let name = &self.states[state.0].name;
            self.wrong.push(format!("{name:?}: the scale of its error, {scale}, must be positive"));
        }
        self.states[state.0].error_scale = Some(scale);
    }

    /// Leaves a state out of the error control.
    pub fn no_error_control(&mut self, state: State) {
        self.states[state.0].error_scale = Some(f64::INFINITY);
    }

    /// A discrete state whose start value is the parameter `start`; events change it.
    pub fn discrete(
        &mut self,
        name: &str,
        start: Parameter,
        unit: &str,
        description: &str,
    ) -> Discrete {
        let variable = self.checked(name, 0.0, unit, description);
        self.discretes.push(variable);
        self.discrete_starts.push(start);
        Discrete(self.discretes.len() - 1)
    }

    /// A clock that ticks at t = k · `period` for every whole number k, at the start time too if
    /// that is one of these.
    pub fn clock(&mut self, period: Parameter) -> Clock {
        self.clocks.push(period);
        Clock(self.clocks.len() - 1)
    }

    /// A condition with a name for messages; [`Model::conditions`](crate::Model::conditions) says when it holds.
    pub fn condition(&mut self, name: &str) -> Condition {
        self.conditions.push(name.into());
        Condition(self.conditions.len() - 1)
    }

    /// Lets a parameter change between communication points.
    pub fn tunable(&mut self, parameter: Parameter) {
        self.parameters[parameter.0].tunable = true;
    }

    /// Makes the variable an Integer of the FMU; its values are whole numbers.
    pub fn integer(&mut self, handle: impl Into<Handle>) {
        self.set_kind(handle.into(), Kind::Integer);
    }

    /// Makes the variable a Boolean of the FMU; its values are 0 and 1.
    pub fn boolean(&mut self, handle: impl Into<Handle>) {
        self.set_kind(handle.into(), Kind::Boolean);
    }

    fn set_kind(&mut self, handle: Handle, kind: Kind) {
        let continuous = matches!(handle, Handle::State(_) | Handle::Integral(_));
        let variable = self.variable(handle);
        variable.kind = kind;
        if continuous {
            let name = variable.name.clone();
            self.wrong.push(format!(
                "{name:?} is a continuous state and cannot be of type {kind:?}; declare it by `discrete`"
            ));
        }
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
            Handle::RememberedOutput(h) => &mut self.remembered[h.0],
            Handle::Discrete(h) => &mut self.discretes[h.0],
        }
    }

    /// A variable with a unit that is known; what is wrong is kept for the export to tell.
    fn checked(&mut self, name: &str, start: f64, unit: &str, description: &str) -> Variable {
        let unit = Unit::parse(unit).unwrap_or_else(|error| {
            self.wrong.push(format!("{name:?}: {error}"));
            Unit::none()
        });
        Variable::number(name.into(), start, unit, description.into())
    }

    /// Whether anything can happen at an instant.
    pub(crate) fn has_events(&self) -> bool {
        !(self.discretes.is_empty() && self.clocks.is_empty() && self.conditions.is_empty())
    }

    /// All variables in the order of the model description.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Variable> {
        let known = [&self.parameters, &self.inputs, &self.discretes];
        let continuous = [&self.states, &self.integrals, &self.outputs];
        known.into_iter().chain(continuous).chain([&self.remembered]).flatten()
    }
}

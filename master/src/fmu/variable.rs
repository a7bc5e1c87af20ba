//! A variable of an FMU.

use super::{Unit, Value};
use std::fmt;
use std::sync::Arc;

/// A variable, with the defaults of the standard and what its declared type says filled in.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its name, unique in the FMU.
    pub name: String,
    /// Its handle in the functions of the FMU.
    pub reference: ValueReference,
    /// Its role.
    pub causality: Causality,
    /// When it may change.
    pub variability: Variability,
    /// How it is initialised; none for inputs and the independent variable.
    pub initial: Option<Initial>,
    /// Its type.
    pub kind: VariableType,
    /// Its start value; an enumeration starts with the number of an item.
    pub start: Option<Value>,
    /// The smallest value of a number.
    pub min: Option<f64>,
    /// The largest value of a number.
    pub max: Option<f64>,
    /// The usual magnitude, if the file says.
    pub nominal: Option<f64>,
    /// The unit of all values here.
    pub unit: Option<Arc<Unit>>,
    /// The items of an enumeration; empty if its type is not declared.
    pub items: Arc<[Item]>,
    /// The positions of the variables on which an output depends without delay: none if the file does not say
    /// (on all inputs, perhaps), empty if on nothing.
    pub dependencies: Option<Box<[usize]>>,
    /// The position of the variable of which this is the time derivative.
    pub derivative_of: Option<usize>,
}

impl Variable {
    /// The start value of a variable that is not text, as a number (true is 1).
    pub fn numeric_start(&self) -> Option<f64> {
        self.start.as_ref().and_then(Value::number)
    }

    /// The usual magnitude; 1 if the file does not say.
    pub fn magnitude(&self) -> f64 {
        self.nominal.unwrap_or(1.0).abs()
    }

    /// The items of an enumeration in words, to tell which there are: `off (1), on (2)`.
    pub fn items_in_words(&self) -> String {
        let items = self.items.iter();
        items.map(|item| format!("{} ({})", item.name, item.value)).collect::<Vec<_>>().join(", ")
    }
}

/// The handle of a variable. Only the FMU knows what its number means; variables of one type with the same
/// handle are aliases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct ValueReference(u32);

impl ValueReference {
    /// The handle of this number.
    pub fn new(number: u32) -> Self {
        Self(number)
    }
}

impl fmt::Display for ValueReference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// One item of an enumeration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Its name.
    pub name: String,
    /// Its number.
    pub value: i32,
}

/// The role of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Causality {
    /// Set by the user before the simulation, constant in it.
    Parameter,
    /// Computed from parameters.
    CalculatedParameter,
    /// Set by the master.
    Input,
    /// Read by the master.
    Output,
    /// Internal.
    Local,
    /// Time.
    Independent,
}

impl fmt::Display for Causality {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Parameter => "parameter",
            Self::CalculatedParameter => "calculatedParameter",
            Self::Input => "input",
            Self::Output => "output",
            Self::Local => "local",
            Self::Independent => "independent",
        })
    }
}

/// When a variable may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variability {
    /// Never.
    Constant,
    /// Not after initialisation.
    Fixed,
    /// Between steps, by the user.
    Tunable,
    /// At events.
    Discrete,
    /// At any time.
    Continuous,
}

impl fmt::Display for Variability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Constant => "constant",
            Self::Fixed => "fixed",
            Self::Tunable => "tunable",
            Self::Discrete => "discrete",
            Self::Continuous => "continuous",
        })
    }
}

/// How a variable gets its value at initialisation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Initial {
    /// It is its start value.
    Exact,
    /// The start value is a guess for an iteration.
    Approx,
    /// It is computed from others.
    Calculated,
}

/// The type of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VariableType {
    /// A real number.
    Real,
    /// An integer.
    Integer,
    /// True or false.
    Boolean,
    /// Text.
    String,
    /// One of the named items of a declared type.
    Enumeration,
}

impl fmt::Display for VariableType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

//! Attributes with a closed set of words.

use crate::text::Lexical;

/// A word of a closed set as the file has it: a known one, or the text of an unknown one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Keyword<T> {
    /// A word of the standard.
    Known(T),
    /// Something else.
    Unknown(String),
}

impl<T> From<T> for Keyword<T> {
    fn from(value: T) -> Self {
        Keyword::Known(value)
    }
}

impl<T: Copy> Keyword<T> {
    /// The word, if it is one of the standard.
    pub fn known(&self) -> Option<T> {
        match self {
            Keyword::Known(value) => Some(*value),
            Keyword::Unknown(_) => None,
        }
    }
}

/// The words of an enumeration in the order of its values.
pub trait Words: Copy + PartialEq + 'static {
    /// Each value with its word.
    const WORDS: &'static [(Self, &'static str)];

    /// Its word in the file.
    fn word(self) -> &'static str {
        let entry = Self::WORDS.iter().find(|(value, _)| *value == self);
        entry.expect("every value has a word in the table").1
    }
}

impl<T: Words> Lexical for Keyword<T> {
    const NAME: &'static str = "a word";
    fn read(text: &str) -> Option<Self> {
        let known = T::WORDS.iter().find(|(_, word)| *word == text);
        Some(known.map_or_else(|| Keyword::Unknown(text.into()), |(value, _)| (*value).into()))
    }
    fn write(&self) -> String {
        match self {
            Keyword::Known(value) => value.word().into(),
            Keyword::Unknown(text) => text.clone(),
        }
    }
}

/// The role of a variable.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
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
    #[default]
    Local,
    /// Time.
    Independent,
}

impl Words for Causality {
    const WORDS: &'static [(Self, &'static str)] = &[
        (Self::Parameter, "parameter"),
        (Self::CalculatedParameter, "calculatedParameter"),
        (Self::Input, "input"),
        (Self::Output, "output"),
        (Self::Local, "local"),
        (Self::Independent, "independent"),
    ];
}

/// When a variable may change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
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
    #[default]
    Continuous,
}

impl Words for Variability {
    const WORDS: &'static [(Self, &'static str)] = &[
        (Self::Constant, "constant"),
        (Self::Fixed, "fixed"),
        (Self::Tunable, "tunable"),
        (Self::Discrete, "discrete"),
        (Self::Continuous, "continuous"),
    ];
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

impl Words for Initial {
    const WORDS: &'static [(Self, &'static str)] =
        &[(Self::Exact, "exact"), (Self::Approx, "approx"), (Self::Calculated, "calculated")];
}

/// How names of variables are built.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum NamingConvention {
    /// Any text.
    #[default]
    Flat,
    /// A hierarchy with dots, indices in brackets and `der(…)`.
    Structured,
}

impl Words for NamingConvention {
    const WORDS: &'static [(Self, &'static str)] =
        &[(Self::Flat, "flat"), (Self::Structured, "structured")];
}

/// How an unknown depends on a known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DependencyKind {
    /// In any way.
    #[default]
    Dependent,
    /// Linearly with a constant factor.
    Constant,
    /// Linearly with a factor that depends on parameters.
    Fixed,
    /// Linearly with a factor that depends on tunable parameters.
    Tunable,
    /// Linearly with a factor that changes at events.
    Discrete,
}

impl Words for DependencyKind {
    const WORDS: &'static [(Self, &'static str)] = &[
        (Self::Dependent, "dependent"),
        (Self::Constant, "constant"),
        (Self::Fixed, "fixed"),
        (Self::Tunable, "tunable"),
        (Self::Discrete, "discrete"),
    ];
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

impl std::fmt::Display for VariableType {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{self:?}")
    }
}

macro_rules! display_as_word {
    ($($name:ty),*) => {$(
        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.word())
            }
        }
    )*};
}
display_as_word!(Causality, Variability, Initial, NamingConvention, DependencyKind);

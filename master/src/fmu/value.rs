//! The value of a variable.

use std::fmt;

/// A value of any type; an enumeration is its number, or text naming an item.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A real number.
    Real(f64),
    /// An integer.
    Integer(i32),
    /// True or false.
    Boolean(bool),
    /// Text.
    String(String),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Real(value) => write!(f, "{value:?}"),
            Value::Integer(value) => write!(f, "{value}"),
            Value::Boolean(value) => write!(f, "{value}"),
            Value::String(value) => write!(f, "\"{value}\""),
        }
    }
}

impl Value {
    /// The value as a number (true is 1); text has none.
    pub fn number(&self) -> Option<f64> {
        match self {
            Value::Real(value) => Some(*value),
            Value::Integer(value) => Some(f64::from(*value)),
            Value::Boolean(value) => Some(f64::from(*value)),
            Value::String(_) => None,
        }
    }

    /// Its type in words, with an article.
    pub fn kind(&self) -> &'static str {
        match self {
            Value::Real(_) => "a real number",
            Value::Integer(_) => "an integer",
            Value::Boolean(_) => "a Boolean",
            Value::String(_) => "a text",
        }
    }
}

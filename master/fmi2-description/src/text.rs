//! How numbers, Booleans and lists are written in attributes; used with serde's `with`.

use serde::{Deserialize, Deserializer, Serializer, de::Error};

/// A value with a lexical form of XML Schema, read leniently.
pub trait Lexical: Sized {
    /// What it is called in messages.
    const NAME: &'static str;
    /// The value of trimmed text, or nothing if it is none.
    fn read(text: &str) -> Option<Self>;
    /// Its form in a file.
    fn write(&self) -> String;
    /// Whether empty text is a value rather than an absent attribute.
    const EMPTY_IS_VALUE: bool = false;
}

impl Lexical for f64 {
    const NAME: &'static str = "a real number";
    fn read(text: &str) -> Option<Self> {
        text.parse().ok()
    }
    fn write(&self) -> String {
        match *self {
            f64::INFINITY => "INF".into(),
            f64::NEG_INFINITY => "-INF".into(),
            value => format!("{value:?}"),
        }
    }
}

impl Lexical for i32 {
    const NAME: &'static str = "an integer";
    fn read(text: &str) -> Option<Self> {
        // Some tools write integers as reals, "1.0".
        let exact = |v: f64| (v.fract() == 0.0 && v.abs() <= i32::MAX.into()).then_some(v as i32);
        text.parse().ok().or_else(|| text.parse().ok().and_then(exact))
    }
    fn write(&self) -> String {
        self.to_string()
    }
}

impl Lexical for u32 {
    const NAME: &'static str = "a non-negative integer";
    fn read(text: &str) -> Option<Self> {
        text.parse().ok()
    }
    fn write(&self) -> String {
        self.to_string()
    }
}

impl Lexical for bool {
    const NAME: &'static str = "a Boolean (true or false)";
    fn read(text: &str) -> Option<Self> {
        match text {
            "1" => Some(true),
            "0" => Some(false),
            _ => text.to_ascii_lowercase().parse().ok(),
        }
    }
    fn write(&self) -> String {
        self.to_string()
    }
}

impl<T: Lexical> Lexical for Vec<T> {
    const NAME: &'static str = "a list separated by spaces";
    const EMPTY_IS_VALUE: bool = true;
    fn read(text: &str) -> Option<Self> {
        text.split_ascii_whitespace().map(T::read).collect()
    }
    fn write(&self) -> String {
        self.iter().map(T::write).collect::<Vec<_>>().join(" ")
    }
}

/// Reads an optional attribute.
pub fn deserialize<'de, D: Deserializer<'de>, T: Lexical>(from: D) -> Result<Option<T>, D::Error> {
    let text = String::deserialize(from)?;
    match text.trim() {
        "" if !T::EMPTY_IS_VALUE => Ok(None),
        trimmed => T::read(trimmed)
            .map(Some)
            .ok_or_else(|| D::Error::custom(format!("\"{trimmed}\" is not {}", T::NAME))),
    }
}

/// Writes an optional attribute; only called when it is set.
pub fn serialize<S: Serializer, T: Lexical>(value: &Option<T>, to: S) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) => to.serialize_str(&value.write()),
        None => to.serialize_none(),
    }
}

/// Attributes with a default in the standard (false, 0, 1): written only when they differ.
pub mod plain {
    use super::*;

    /// Reads the attribute; empty text means the type's default.
    pub fn deserialize<'de, D, T>(from: D) -> Result<T, D::Error>
    where
        D: Deserializer<'de>,
        T: Lexical + Default,
    {
        Ok(super::deserialize(from)?.unwrap_or_default())
    }

    /// Writes the attribute.
    pub fn serialize<S: Serializer, T: Lexical>(value: &T, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&value.write())
    }
}

/// Whether a value is its type's default and need not be written.
pub fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

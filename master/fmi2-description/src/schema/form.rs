//! The lexical forms of XML Schema, strictly.

use crate::keyword::Words;
use crate::{Causality, DependencyKind, Initial, NamingConvention, Variability};

/// What the text of an attribute must look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Any text.
    Text,
    /// `xs:double`
    Double,
    /// `xs:int`
    Int,
    /// `xs:unsignedInt`
    UnsignedInt,
    /// A list of `xs:unsignedInt`, separated by white space.
    UnsignedInts,
    /// `xs:boolean`
    Boolean,
    /// `xs:dateTime`
    DateTime,
    /// A word of a closed set.
    Causality,
    /// A word of a closed set.
    Variability,
    /// A word of a closed set.
    Initial,
    /// A word of a closed set.
    NamingConvention,
    /// Words of a closed set, separated by white space.
    DependencyKinds,
}

impl Form {
    /// Whether it is one of the closed sets of words.
    pub fn is_word(self) -> bool {
        use Form::*;
        matches!(self, Causality | Variability | Initial | NamingConvention | DependencyKinds)
    }

    /// What it is called in messages.
    pub fn name(self) -> &'static str {
        match self {
            Form::Text => "text",
            Form::Double => "a real number",
            Form::Int => "an integer",
            Form::UnsignedInt => "a non-negative integer",
            Form::UnsignedInts => "a list of non-negative integers",
            Form::Boolean => "true or false",
            Form::DateTime => "a date and time such as 2024-01-31T12:00:00Z",
            Form::Causality => {
                "parameter, calculatedParameter, input, output, local or independent"
            }
            Form::Variability => "constant, fixed, tunable, discrete or continuous",
            Form::Initial => "exact, approx or calculated",
            Form::NamingConvention => "flat or structured",
            Form::DependencyKinds => "a list of kinds of dependencies",
        }
    }

    /// Whether a text has this form; white space around it does not count, but in words.
    pub fn fits(self, text: &str) -> bool {
        let trimmed = text.trim_matches([' ', '\t', '\n', '\r']);
        match self {
            Form::Text => true,
            Form::Double => is_double(trimmed),
            Form::Int => is_integer(trimmed) && trimmed.parse::<i32>().is_ok(),
            Form::UnsignedInt => is_unsigned(trimmed),
            Form::UnsignedInts => trimmed.split_ascii_whitespace().all(is_unsigned),
            Form::Boolean => matches!(trimmed, "true" | "false" | "1" | "0"),
            Form::DateTime => is_date_time(trimmed),
            Form::Causality => is_word::<Causality>(text),
            Form::Variability => is_word::<Variability>(text),
            Form::Initial => is_word::<Initial>(text),
            Form::NamingConvention => is_word::<NamingConvention>(text),
            Form::DependencyKinds => {
                trimmed.split_ascii_whitespace().all(is_word::<DependencyKind>)
            }
        }
    }
}

fn is_word<T: Words>(text: &str) -> bool {
    T::WORDS.iter().any(|(_, word)| *word == text)
}

fn is_integer(text: &str) -> bool {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_unsigned(text: &str) -> bool {
    is_integer(text)
        && (text.parse::<u32>().is_ok() || text.trim_start_matches(['-', '0']).is_empty())
}

fn is_double(text: &str) -> bool {
    if matches!(text, "INF" | "-INF" | "NaN") {
        return true;
    }
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let digits = mantissa.strip_prefix(['+', '-']).unwrap_or(mantissa).replacen('.', "", 1);
    let is_decimal = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_decimal && is_integer(exponent)
}

/// `2024-01-31T12:00:00`, with parts of a second and a time zone if need be.
fn is_date_time(text: &str) -> bool {
    let Some((date, time)) = text.split_once('T') else { return false };
    let numbers = |text: &str, separator: char| -> Option<Vec<u32>> {
        let part = |part: &str| part.bytes().all(|b| b.is_ascii_digit()).then(|| part.parse().ok());
        text.split(separator).map(|text| part(text).flatten()).collect()
    };
    let zone = time.find(['Z', '+', '-']).unwrap_or(time.len());
    let (time, zone) = time.split_at(zone);
    let (whole, fraction) = time.split_once('.').unwrap_or((time, "0"));
    let is_date = date.len() >= 10
        && matches!(numbers(date.strip_prefix('-').unwrap_or(date), '-').as_deref(),
            Some([_, 1..=12, day @ 1..=31]) if *day <= 31);
    let is_time = whole.len() == 8
        && matches!(numbers(whole, ':').as_deref(), Some([0..=24, 0..=59, 0..=59]));
    let is_zone = match zone.strip_prefix(['+', '-']) {
        Some(offset) => {
            offset.len() == 5 && matches!(numbers(offset, ':').as_deref(), Some([0..=14, 0..=59]))
        }
        None => zone.is_empty() || zone == "Z",
    };
    let is_fraction = !fraction.is_empty() && fraction.bytes().all(|b| b.is_ascii_digit());
    is_date && is_time && is_fraction && is_zone
}

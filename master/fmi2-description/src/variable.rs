//! The variables.

use crate::attributes::{IntegerAttributes, RealAttributes};
use crate::keyword::{Causality, Initial, Keyword, Variability};
use crate::text;
use serde::{Deserialize, Serialize};

/// A variable; exactly one of the five type elements is present.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default)]
pub struct ScalarVariable {
    /// Its name, unique in the FMU.
    #[serde(rename = "@name")]
    pub name: String,
    /// Its handle; variables of one type with the same handle are aliases.
    #[serde(rename = "@valueReference", with = "text::plain")]
    pub value_reference: u32,
    /// What it is.
    #[serde(rename = "@description", skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Its role; absent means local.
    #[serde(rename = "@causality", with = "text", skip_serializing_if = "Option::is_none")]
    pub causality: Option<Keyword<Causality>>,
    /// When it may change; absent means continuous.
    #[serde(rename = "@variability", with = "text", skip_serializing_if = "Option::is_none")]
    pub variability: Option<Keyword<Variability>>,
    /// How it is initialised; the default depends on the two above.
    #[serde(rename = "@initial", with = "text", skip_serializing_if = "Option::is_none")]
    pub initial: Option<Keyword<Initial>>,
    /// Whether it may be set more than once per event (model exchange).
    #[serde(
        rename = "@canHandleMultipleSetPerTimeInstant",
        with = "text",
        skip_serializing_if = "Option::is_none"
    )]
    pub can_handle_multiple_set_per_time_instant: Option<bool>,
    /// The attributes of a variable of this type.
    #[serde(rename = "Real", skip_serializing_if = "Option::is_none")]
    pub real: Option<RealVariable>,
    /// The attributes of a variable of this type.
    #[serde(rename = "Integer", skip_serializing_if = "Option::is_none")]
    pub integer: Option<IntegerVariable>,
    /// The attributes of a variable of this type.
    #[serde(rename = "Boolean", skip_serializing_if = "Option::is_none")]
    pub boolean: Option<BooleanVariable>,
    /// The attributes of a variable of this type.
    #[serde(rename = "String", skip_serializing_if = "Option::is_none")]
    pub string: Option<StringVariable>,
    /// The attributes of a variable of this type.
    #[serde(rename = "Enumeration", skip_serializing_if = "Option::is_none")]
    pub enumeration: Option<IntegerVariable>,
}

/// The attributes of a real variable.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default)]
pub struct RealVariable {
    /// The name of its type definition.
    #[serde(rename = "@declaredType", skip_serializing_if = "Option::is_none")]
    pub declared_type: Option<String>,
    /// What its type may say too.
    #[serde(flatten)]
    pub attributes: RealAttributes,
    /// The start value.
    #[serde(rename = "@start", with = "text", skip_serializing_if = "Option::is_none")]
    pub start: Option<f64>,
    /// The number (from 1) of the variable of which this is the time derivative.
    #[serde(rename = "@derivative", with = "text", skip_serializing_if = "Option::is_none")]
    pub derivative: Option<u32>,
    /// The FMU may reset this state at events (model exchange).
    #[serde(rename = "@reinit", with = "text::plain", skip_serializing_if = "text::is_default")]
    pub reinit: bool,
}

/// The attributes of an integer variable, or of an enumeration variable, whose values are the numbers of items.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default)]
pub struct IntegerVariable {
    /// The name of its type definition.
    #[serde(rename = "@declaredType", skip_serializing_if = "Option::is_none")]
    pub declared_type: Option<String>,
    /// What its type may say too.
    #[serde(flatten)]
    pub attributes: IntegerAttributes,
    /// The start value.
    #[serde(rename = "@start", with = "text", skip_serializing_if = "Option::is_none")]
    pub start: Option<i32>,
}

/// The attributes of a Boolean variable.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default)]
pub struct BooleanVariable {
    /// The name of its type definition.
    #[serde(rename = "@declaredType", skip_serializing_if = "Option::is_none")]
    pub declared_type: Option<String>,
    /// The start value.
    #[serde(rename = "@start", with = "text", skip_serializing_if = "Option::is_none")]
    pub start: Option<bool>,
}

/// The attributes of a text variable.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default)]
pub struct StringVariable {
    /// The name of its type definition.
    #[serde(rename = "@declaredType", skip_serializing_if = "Option::is_none")]
    pub declared_type: Option<String>,
    /// The start value.
    #[serde(rename = "@start", skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
}

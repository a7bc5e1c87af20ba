//! The variables.

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
    pub enumeration: Option<EnumerationVariable>,
}

/// The attributes of a real variable.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default)]
pub struct RealVariable {
    /// The name of its type definition.
    #[serde(rename = "@declaredType", skip_serializing_if = "Option::is_none")]
    pub declared_type: Option<String>,
    /// The physical quantity.
    #[serde(rename = "@quantity", skip_serializing_if = "Option::is_none")]
    pub quantity: Option<String>,
    /// The unit of every value here.
    #[serde(rename = "@unit", skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// The unit to show values in.
    #[serde(rename = "@displayUnit", skip_serializing_if = "Option::is_none")]
    pub display_unit: Option<String>,
    /// The offset of the display unit does not apply.
    #[serde(rename = "@relativeQuantity", with = "text", skip_serializing_if = "Option::is_none")]
    pub relative_quantity: Option<bool>,
    /// The smallest value.
    #[serde(rename = "@min", with = "text", skip_serializing_if = "Option::is_none")]
    pub min: Option<f64>,
    /// The largest value.
    #[serde(rename = "@max", with = "text", skip_serializing_if = "Option::is_none")]
    pub max: Option<f64>,
    /// The usual magnitude.
    #[serde(rename = "@nominal", with = "text", skip_serializing_if = "Option::is_none")]
    pub nominal: Option<f64>,
    /// The variable grows without limit.
    #[serde(rename = "@unbounded", with = "text", skip_serializing_if = "Option::is_none")]
    pub unbounded: Option<bool>,
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

/// The attributes of an integer variable.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default)]
pub struct IntegerVariable {
    /// The name of its type definition.
    #[serde(rename = "@declaredType", skip_serializing_if = "Option::is_none")]
    pub declared_type: Option<String>,
    /// The physical quantity.
    #[serde(rename = "@quantity", skip_serializing_if = "Option::is_none")]
    pub quantity: Option<String>,
    /// The smallest value.
    #[serde(rename = "@min", with = "text", skip_serializing_if = "Option::is_none")]
    pub min: Option<i32>,
    /// The largest value.
    #[serde(rename = "@max", with = "text", skip_serializing_if = "Option::is_none")]
    pub max: Option<i32>,
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

/// The attributes of an enumeration variable.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default)]
pub struct EnumerationVariable {
    /// The name of its type definition.
    #[serde(rename = "@declaredType", skip_serializing_if = "Option::is_none")]
    pub declared_type: Option<String>,
    /// The physical quantity.
    #[serde(rename = "@quantity", skip_serializing_if = "Option::is_none")]
    pub quantity: Option<String>,
    /// The smallest value.
    #[serde(rename = "@min", with = "text", skip_serializing_if = "Option::is_none")]
    pub min: Option<i32>,
    /// The largest value.
    #[serde(rename = "@max", with = "text", skip_serializing_if = "Option::is_none")]
    pub max: Option<i32>,
    /// The number of the start item.
    #[serde(rename = "@start", with = "text", skip_serializing_if = "Option::is_none")]
    pub start: Option<i32>,
}

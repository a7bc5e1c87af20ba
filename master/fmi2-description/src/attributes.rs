//! The attributes that variables and their types have in common.

use crate::text;
use serde::{Deserialize, Serialize};

/// What a real variable and a type of real variables may say (`fmi2RealAttributes` of the schema).
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default)]
pub struct RealAttributes {
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
}

/// What an integer variable, its type and an enumeration variable may say (`fmi2IntegerAttributes`).
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default)]
pub struct IntegerAttributes {
    /// The physical quantity.
    #[serde(rename = "@quantity", skip_serializing_if = "Option::is_none")]
    pub quantity: Option<String>,
    /// The smallest value.
    #[serde(rename = "@min", with = "text", skip_serializing_if = "Option::is_none")]
    pub min: Option<i32>,
    /// The largest value.
    #[serde(rename = "@max", with = "text", skip_serializing_if = "Option::is_none")]
    pub max: Option<i32>,
}

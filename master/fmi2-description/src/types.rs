//! Type definitions: attributes that several variables share.

use crate::text;
use serde::{Deserialize, Serialize};

/// All type definitions.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default)]
pub struct TypeDefinitions {
    /// The types, in the order of the file.
    #[serde(rename = "SimpleType")]
    pub types: Vec<SimpleType>,
}

/// One type definition; exactly one of the five elements is present.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default)]
pub struct SimpleType {
    /// Its name.
    #[serde(rename = "@name")]
    pub name: String,
    /// What it is.
    #[serde(rename = "@description", skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The attributes of a type of this kind.
    #[serde(rename = "Real", skip_serializing_if = "Option::is_none")]
    pub real: Option<RealType>,
    /// The attributes of a type of this kind.
    #[serde(rename = "Integer", skip_serializing_if = "Option::is_none")]
    pub integer: Option<IntegerType>,
    /// The attributes of a type of this kind.
    #[serde(rename = "Boolean", skip_serializing_if = "Option::is_none")]
    pub boolean: Option<PlainType>,
    /// The attributes of a type of this kind.
    #[serde(rename = "String", skip_serializing_if = "Option::is_none")]
    pub string: Option<PlainType>,
    /// The attributes of a type of this kind.
    #[serde(rename = "Enumeration", skip_serializing_if = "Option::is_none")]
    pub enumeration: Option<EnumerationType>,
}

/// A type of real numbers.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default)]
pub struct RealType {
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

/// A type of integers.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default)]
pub struct IntegerType {
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

/// A type without attributes.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default)]
pub struct PlainType {}

/// A type with named items.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default)]
pub struct EnumerationType {
    /// The physical quantity.
    #[serde(rename = "@quantity", skip_serializing_if = "Option::is_none")]
    pub quantity: Option<String>,
    /// The items, in the order of the file.
    #[serde(rename = "Item")]
    pub items: Vec<Item>,
}

/// One item of an enumeration.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default)]
pub struct Item {
    /// Its name.
    #[serde(rename = "@name")]
    pub name: String,
    /// Its number.
    #[serde(rename = "@value", with = "text::plain")]
    pub value: i32,
    /// What it means.
    #[serde(rename = "@description", skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
}

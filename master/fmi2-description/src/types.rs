//! Type definitions: attributes that several variables share.

use crate::attributes::{IntegerAttributes, RealAttributes};
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
    pub real: Option<RealAttributes>,
    /// The attributes of a type of this kind.
    #[serde(rename = "Integer", skip_serializing_if = "Option::is_none")]
    pub integer: Option<IntegerAttributes>,
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

//! Units and their conversion to SI.

use crate::text;
use serde::{Deserialize, Serialize};

/// All units that variables and types name.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default)]
pub struct UnitDefinitions {
    /// The units, in the order of the file.
    #[serde(rename = "Unit")]
    pub units: Vec<Unit>,
}

/// One unit.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default)]
pub struct Unit {
    /// Its name, for example `N.m`.
    #[serde(rename = "@name")]
    pub name: String,
    /// The unit in SI base units.
    #[serde(rename = "BaseUnit", skip_serializing_if = "Option::is_none")]
    pub base_unit: Option<BaseUnit>,
    /// Units in which its values may be shown.
    #[serde(rename = "DisplayUnit", skip_serializing_if = "Vec::is_empty")]
    pub display_units: Vec<DisplayUnit>,
}

/// A unit as a product of SI base units: base value = factor · value + offset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default)]
pub struct BaseUnit {
    /// The exponent of the kilogram.
    #[serde(rename = "@kg", with = "text::plain", skip_serializing_if = "text::is_default")]
    pub kg: i32,
    /// The exponent of the metre.
    #[serde(rename = "@m", with = "text::plain", skip_serializing_if = "text::is_default")]
    pub m: i32,
    /// The exponent of the second.
    #[serde(rename = "@s", with = "text::plain", skip_serializing_if = "text::is_default")]
    pub s: i32,
    /// The exponent of the ampere.
    #[serde(rename = "@A", with = "text::plain", skip_serializing_if = "text::is_default")]
    pub a: i32,
    /// The exponent of the kelvin.
    #[serde(rename = "@K", with = "text::plain", skip_serializing_if = "text::is_default")]
    pub k: i32,
    /// The exponent of the mole.
    #[serde(rename = "@mol", with = "text::plain", skip_serializing_if = "text::is_default")]
    pub mol: i32,
    /// The exponent of the candela.
    #[serde(rename = "@cd", with = "text::plain", skip_serializing_if = "text::is_default")]
    pub cd: i32,
    /// The exponent of the radian.
    #[serde(rename = "@rad", with = "text::plain", skip_serializing_if = "text::is_default")]
    pub rad: i32,
    /// The factor; absent means 1.
    #[serde(rename = "@factor", with = "text", skip_serializing_if = "Option::is_none")]
    pub factor: Option<f64>,
    /// The offset; absent means 0.
    #[serde(rename = "@offset", with = "text", skip_serializing_if = "Option::is_none")]
    pub offset: Option<f64>,
}

/// A unit to show values in: display value = factor · value + offset.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default)]
pub struct DisplayUnit {
    /// Its name.
    #[serde(rename = "@name")]
    pub name: String,
    /// The factor; absent means 1.
    #[serde(rename = "@factor", with = "text", skip_serializing_if = "Option::is_none")]
    pub factor: Option<f64>,
    /// The offset; absent means 0.
    #[serde(rename = "@offset", with = "text", skip_serializing_if = "Option::is_none")]
    pub offset: Option<f64>,
}

//! The model structure: which variables are outputs and states, and on what they depend.

use crate::keyword::{DependencyKind, Keyword};
use crate::text;
use serde::{Deserialize, Serialize};

/// Outputs, states and initial unknowns, by the number (from 1) of the variable in the file.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default)]
pub struct ModelStructure {
    /// All variables of causality output.
    #[serde(rename = "Outputs", skip_serializing_if = "text::is_default")]
    pub outputs: Unknowns,
    /// The derivatives of the continuous states.
    #[serde(rename = "Derivatives", skip_serializing_if = "text::is_default")]
    pub derivatives: Unknowns,
    /// The discrete states; not in every edition of FMI 2.0.
    #[serde(rename = "DiscreteStates", skip_serializing_if = "text::is_default")]
    pub discrete_states: Unknowns,
    /// What initialisation mode computes.
    #[serde(rename = "InitialUnknowns", skip_serializing_if = "text::is_default")]
    pub initial_unknowns: Unknowns,
}

/// A list of unknowns.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default)]
pub struct Unknowns {
    /// The unknowns, in the order of the file.
    #[serde(rename = "Unknown")]
    pub unknowns: Vec<Unknown>,
}

/// A variable that is computed, and the variables that it is computed from.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default)]
pub struct Unknown {
    /// The number (from 1) of the variable.
    #[serde(rename = "@index", with = "text::plain")]
    pub index: u32,
    /// The numbers of the variables it depends on; absent: on all, empty: on none.
    #[serde(rename = "@dependencies", with = "text", skip_serializing_if = "Option::is_none")]
    pub dependencies: Option<Vec<u32>>,
    /// How it depends on each of them.
    #[serde(rename = "@dependenciesKind", with = "text", skip_serializing_if = "Option::is_none")]
    pub dependencies_kind: Option<Vec<Keyword<DependencyKind>>>,
}

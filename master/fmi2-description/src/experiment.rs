//! Log categories and the default experiment.

use crate::text;
use serde::{Deserialize, Serialize};

/// The log categories an FMU offers.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default)]
pub struct LogCategories {
    /// The categories, in the order of the file.
    #[serde(rename = "Category")]
    pub categories: Vec<Category>,
}

/// One log category.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default)]
pub struct Category {
    /// Its name.
    #[serde(rename = "@name")]
    pub name: String,
    /// What it reports.
    #[serde(rename = "@description", skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
}

/// The settings of a run that the author of the FMU suggests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default)]
pub struct DefaultExperiment {
    /// Start time in seconds.
    #[serde(rename = "@startTime", with = "text", skip_serializing_if = "Option::is_none")]
    pub start_time: Option<f64>,
    /// Stop time in seconds.
    #[serde(rename = "@stopTime", with = "text", skip_serializing_if = "Option::is_none")]
    pub stop_time: Option<f64>,
    /// Relative tolerance.
    #[serde(rename = "@tolerance", with = "text", skip_serializing_if = "Option::is_none")]
    pub tolerance: Option<f64>,
    /// Communication step in seconds.
    #[serde(rename = "@stepSize", with = "text", skip_serializing_if = "Option::is_none")]
    pub step_size: Option<f64>,
}

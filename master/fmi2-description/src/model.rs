//! The root element, and its reading and writing.

use crate::encoding::decode;
use crate::experiment::{DefaultExperiment, LogCategories};
use crate::index::Index;
use crate::interface::{CoSimulation, ModelExchange};
use crate::keyword::{Keyword, NamingConvention};
use crate::structure::ModelStructure;
use crate::text;
use crate::types::TypeDefinitions;
use crate::units::UnitDefinitions;
use crate::variable::ScalarVariable;
use serde::{Deserialize, Serialize};

/// Why a model description could not be read or written.
#[derive(Clone, Debug, thiserror::Error)]
pub enum DescriptionError {
    /// It is no XML, or an attribute has no value of its type.
    #[error("modelDescription.xml, near line {line}: {reason}")]
    Read {
        /// The line up to which it was read.
        line: usize,
        /// What the reader says.
        reason: quick_xml::DeError,
    },
    /// A text contains characters that XML cannot hold.
    #[error("modelDescription.xml cannot be written: {0}")]
    Write(#[from] quick_xml::SeError),
}

/// The content of `modelDescription.xml`.
///
/// Texts that the standard requires are plain strings; empty means that the file lacks them.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default, rename = "fmiModelDescription")]
pub struct ModelDescription {
    /// The version of the standard, `2.0`.
    #[serde(rename = "@fmiVersion")]
    pub fmi_version: String,
    /// The name of the model in the tool that made it.
    #[serde(rename = "@modelName")]
    pub model_name: String,
    /// The fingerprint that ties this file to the binaries.
    #[serde(rename = "@guid")]
    pub guid: String,
    /// What the model is.
    #[serde(rename = "@description", skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Who made it.
    #[serde(rename = "@author", skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// The version of the model.
    #[serde(rename = "@version", skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The copyright notice.
    #[serde(rename = "@copyright", skip_serializing_if = "Option::is_none")]
    pub copyright: Option<String>,
    /// The licence.
    #[serde(rename = "@license", skip_serializing_if = "Option::is_none")]
    pub license: Option<String>,
    /// The tool that wrote the file.
    #[serde(rename = "@generationTool", skip_serializing_if = "Option::is_none")]
    pub generation_tool: Option<String>,
    /// When it was written.
    #[serde(rename = "@generationDateAndTime", skip_serializing_if = "Option::is_none")]
    pub generation_date_and_time: Option<String>,
    /// How names of variables are built; absent means flat.
    #[serde(
        rename = "@variableNamingConvention",
        with = "text",
        skip_serializing_if = "Option::is_none"
    )]
    pub variable_naming_convention: Option<Keyword<NamingConvention>>,
    /// The number of event indicators (model exchange).
    #[serde(
        rename = "@numberOfEventIndicators",
        with = "text",
        skip_serializing_if = "Option::is_none"
    )]
    pub number_of_event_indicators: Option<u32>,
    /// The model-exchange interface, if there is one.
    #[serde(rename = "ModelExchange", skip_serializing_if = "Option::is_none")]
    pub model_exchange: Option<ModelExchange>,
    /// The co-simulation interface, if there is one.
    #[serde(rename = "CoSimulation", skip_serializing_if = "Option::is_none")]
    pub co_simulation: Option<CoSimulation>,
    /// The units.
    #[serde(rename = "UnitDefinitions", skip_serializing_if = "text::is_default")]
    pub unit_definitions: UnitDefinitions,
    /// The types.
    #[serde(rename = "TypeDefinitions", skip_serializing_if = "text::is_default")]
    pub type_definitions: TypeDefinitions,
    /// The log categories.
    #[serde(rename = "LogCategories", skip_serializing_if = "text::is_default")]
    pub log_categories: LogCategories,
    /// The suggested settings.
    #[serde(rename = "DefaultExperiment", skip_serializing_if = "Option::is_none")]
    pub default_experiment: Option<DefaultExperiment>,
    /// The variables.
    #[serde(rename = "ModelVariables")]
    pub model_variables: ModelVariables,
    /// Outputs, states and their dependencies.
    #[serde(rename = "ModelStructure")]
    pub model_structure: ModelStructure,
    /// Where names are; leave it to its default.
    #[serde(skip)]
    pub index: Index,
}

/// The variables, in the order that the indices of the model structure count.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(default)]
pub struct ModelVariables {
    /// The variables.
    #[serde(rename = "ScalarVariable")]
    pub variables: Vec<ScalarVariable>,
}

impl ModelDescription {
    /// Reads the bytes of a `modelDescription.xml`.
    pub fn parse(xml: &[u8]) -> Result<Self, DescriptionError> {
        let text = decode(xml);
        let mut reader = quick_xml::de::Deserializer::from_str(&text);
        Self::deserialize(&mut reader).map_err(|reason| {
            let read = reader.get_ref().get_ref().buffer_position() as usize;
            let before = &text.as_bytes()[..read.min(text.len())];
            let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
            DescriptionError::Read { line, reason }
        })
    }

    /// The file as indented XML in UTF-8.
    pub fn to_xml(&self) -> Result<String, DescriptionError> {
        let mut xml = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        let mut serializer = quick_xml::se::Serializer::new(&mut xml);
        serializer.indent(' ', 2);
        self.serialize(serializer)?;
        xml.push('\n');
        Ok(xml)
    }
}

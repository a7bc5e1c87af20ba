//! `modelDescription.xml` of FMI 2.0 as Rust types, the same for reading and for writing.
//!
//! Reading is lenient, because the files of real tools deviate from the schema: unknown elements
//! and attributes are passed over, numbers and Booleans may be surrounded by white space, unknown
//! words become the standard's default. [`schema::problems`] lists what was passed over,
//! [`ModelDescription::problems`] what deviates in what was read, each with a stable code. Those that
//! change what is read are errors. Writing is strict: schema order, and only what is set.
//!
//! Fields carry what the file says; the methods of [`ModelDescription`] and [`ScalarVariable`] of
//! the same name answer with the standard's defaults and the declared type taken into account.

mod attributes;
mod encoding;
mod experiment;
mod index;
mod interface;
mod keyword;
mod model;
mod problem;
mod queries;
pub mod schema;
mod structure;
mod text;
mod types;
mod units;
mod validate;
mod variable;

pub use attributes::{IntegerAttributes, RealAttributes};
pub use experiment::{Category, DefaultExperiment, LogCategories};
pub use index::Index;
pub use interface::{CoSimulation, File, ModelExchange, SourceFiles};
pub use keyword::{
    Causality, DependencyKind, Initial, Keyword, NamingConvention, Variability, VariableType,
};
pub use model::{DescriptionError, ModelDescription, ModelVariables};
pub use problem::{Problem, Severity};
pub use structure::{ModelStructure, Unknown, Unknowns};
pub use types::{EnumerationType, Item, PlainType, SimpleType, TypeDefinitions};
pub use units::{BaseUnit, DisplayUnit, Unit, UnitDefinitions};
pub use variable::{
    BooleanVariable, IntegerVariable, RealVariable, ScalarVariable, StringVariable,
};

#[cfg(test)]
mod tests;

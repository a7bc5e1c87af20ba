//! The slaves of a scenario: their FMUs loaded, their start values understood.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use fmi2_description::{Causality, Initial, ModelDescription, ScalarVariable, VariableType};
use indexmap::{IndexMap, IndexSet};
use toml::Spanned;

use crate::fmi::{Fmu, Value};
use crate::scenario::error::{ScenarioError, Source, suggestion};
use crate::scenario::file::{HandOver, ScenarioFile, SlaveSection, StartValue};
use crate::table::Table;

/// Parts of a macro step where the user gives no number.
const SUB_STEPS: usize = 4;

/// What stands behind a slave.
pub enum Origin {
    /// A co-simulation FMU.
    Fmu(Arc<Fmu>),
    /// A CSV file whose columns are outputs.
    Table(Arc<Table>),
}

/// How input polynomials reach a slave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandedOver {
    /// Inputs do not change over the step.
    Held,
    /// As input derivatives.
    Derivatives,
    /// As held mean values over so many parts of the step.
    Parts(usize),
}

/// A slave with everything about it resolved.
pub struct CheckedSlave {
    /// Its name.
    pub name: String,
    /// What stands behind it.
    pub origin: Origin,
    /// Start values in the order of the file.
    pub start: Vec<(String, Value)>,
    /// Coupled inputs.
    pub inputs: IndexSet<String>,
    /// Coupled and recorded outputs.
    pub outputs: IndexSet<String>,
    /// How input polynomials reach it.
    pub handed_over: HandedOver,
    /// Whether it is asked to log.
    pub logging: bool,
}

impl Origin {
    /// Whether its state can be saved and restored.
    pub fn can_rewind(&self) -> bool {
        match self {
            Self::Fmu(fmu) => fmu.can_rewind(),
            Self::Table(_) => true,
        }
    }

    /// The description of its FMU, if it is one.
    pub fn description(&self) -> Option<&ModelDescription> {
        match self {
            Self::Fmu(fmu) => Some(fmu.description()),
            Self::Table(_) => None,
        }
    }
}

/// Loads every FMU and table; an FMU used twice is loaded once.
pub(super) fn load(
    source: &Source,
    file: &ScenarioFile,
    folder: &Path,
    degree: usize,
) -> Result<Vec<CheckedSlave>, ScenarioError> {
    if file.slaves.is_empty() {
        return Err(source.error("there is no slave; add [slaves.NAME] with fmu = \"path\""));
    }
    let mut loaded: IndexMap<PathBuf, Arc<Fmu>> = IndexMap::new();
    let mut slaves = Vec::new();
    for (name, section) in &file.slaves {
        let origin = open(source, name, section, folder, &mut loaded)?;
        let handed_over = hand_over(source, file, name, section, &origin, degree)?;
        slaves.push(CheckedSlave {
            name: name.get_ref().clone(),
            start: start_values(source, name.get_ref(), section, &origin)?,
            origin,
            inputs: IndexSet::new(),
            outputs: IndexSet::new(),
            handed_over,
            logging: section.logging,
        });
    }
    Ok(slaves)
}

fn open(
    source: &Source,
    name: &Spanned<String>,
    section: &SlaveSection,
    folder: &Path,
    loaded: &mut IndexMap<PathBuf, Arc<Fmu>>,
) -> Result<Origin, ScenarioError> {
    let slave = name.get_ref();
    if slave.is_empty() || slave.contains('.') {
        let message = format!("the slave name \"{slave}\" must not be empty or contain a dot");
        return Err(source.error_at(name.span(), message));
    }
    let fail = |place: &Spanned<String>, error: &dyn std::fmt::Display| {
        source.error_at(place.span(), format!("slave \"{slave}\": {error}"))
    };
    match (&section.fmu, &section.csv) {
        (Some(fmu), None) => {
            let path = folder.join(fmu.get_ref());
            if let Some(known) = loaded.get(&path) {
                return Ok(Origin::Fmu(known.clone()));
            }
            let opened = Arc::new(Fmu::open(&path).map_err(|error| fail(fmu, &error))?);
            loaded.insert(path, opened.clone());
            Ok(Origin::Fmu(opened))
        }
        (None, Some(csv)) => {
            let table = Table::open(&folder.join(csv.get_ref())).map_err(|e| fail(csv, &e))?;
            Ok(Origin::Table(Arc::new(table)))
        }
        _ => Err(source.error_at(
            name.span(),
            format!("slave \"{slave}\" needs either fmu = \"path.fmu\" or csv = \"path.csv\""),
        )),
    }
}

fn hand_over(
    source: &Source,
    file: &ScenarioFile,
    name: &Spanned<String>,
    section: &SlaveSection,
    origin: &Origin,
    degree: usize,
) -> Result<HandedOver, ScenarioError> {
    let sub_steps = section.sub_steps.as_ref().or(file.inputs.sub_steps.as_ref());
    if let Some(zero) = sub_steps.filter(|parts| *parts.get_ref() == 0) {
        return Err(source.error_at(zero.span(), "sub_steps must be at least 1"));
    }
    let parts = HandedOver::Parts(sub_steps.map_or(SUB_STEPS, |parts| *parts.get_ref()));
    let (can_derive, can_divide) = match origin {
        Origin::Fmu(fmu) => (fmu.takes_input_derivatives(), fmu.can_divide_steps()),
        Origin::Table(_) => (true, true),
    };
    match section.hand_over.unwrap_or(file.inputs.hand_over) {
        // Interpolation in a sweep has the degree of the extrapolation: held inputs stay held.
        _ if degree == 0 => Ok(HandedOver::Held),
        HandOver::Auto if can_derive => Ok(HandedOver::Derivatives),
        HandOver::Auto if can_divide => Ok(parts),
        HandOver::Auto | HandOver::Mean => Ok(HandedOver::Parts(1)),
        HandOver::Derivatives if can_derive => Ok(HandedOver::Derivatives),
        HandOver::Derivatives => Err(source.error_at(
            name.span(),
            format!(
                "the FMU of slave \"{}\" takes no input derivatives (canInterpolateInputs is not \
                 set); use hand_over = \"sub-steps\" or \"mean\"",
                name.get_ref()
            ),
        )),
        HandOver::SubSteps => Ok(parts),
    }
}

fn start_values(
    source: &Source,
    slave: &str,
    section: &SlaveSection,
    origin: &Origin,
) -> Result<Vec<(String, Value)>, ScenarioError> {
    let mut values = Vec::new();
    for (name, value) in &section.start {
        let fail =
            |message: String| source.error_at(name.span(), format!("slave \"{slave}\": {message}"));
        let description =
            origin.description().ok_or_else(|| fail("a CSV file takes no start values".into()))?;
        let variable = description.variable(name.get_ref()).ok_or_else(|| {
            let names = description.variables().iter().filter(|v| is_settable(v));
            let near = suggestion(name.get_ref(), names.map(|v| v.name.as_str()));
            fail(format!("no variable \"{}\" to start{near}", name.get_ref()))
        })?;
        let value = start_value(description, variable, value)
            .map_err(|problem| fail(format!("start value of \"{}\": {problem}", name.get_ref())))?;
        values.push((name.get_ref().clone(), value));
    }
    Ok(values)
}

fn is_settable(variable: &ScalarVariable) -> bool {
    variable.causality() == Causality::Input
        || matches!(variable.initial(), Some(Initial::Exact | Initial::Approx))
}

fn start_value(
    description: &ModelDescription,
    variable: &ScalarVariable,
    value: &StartValue,
) -> Result<Value, String> {
    if !is_settable(variable) {
        return Err(
            "the FMU computes it; only inputs, parameters and initial values are set".into()
        );
    }
    let wrong = |wanted: &str| Err(format!("{} is not {wanted}", written(value)));
    let number = match (variable.kind(), value) {
        (VariableType::Real, StartValue::Real(x)) => Value::Real(*x),
        (VariableType::Real, StartValue::Integer(n)) => Value::Real(*n as f64),
        (VariableType::Real, _) => return wrong("a number"),
        (VariableType::Integer | VariableType::Enumeration, StartValue::Integer(n)) => {
            Value::Integer(i32::try_from(*n).map_err(|_| format!("{n} is too large"))?)
        }
        (VariableType::Integer, _) => return wrong("a whole number"),
        (VariableType::Boolean, StartValue::Boolean(b)) => Value::Boolean(*b),
        (VariableType::Boolean, _) => return wrong("true or false"),
        (VariableType::String, StartValue::Text(text)) => Value::String(text.clone()),
        (VariableType::String, _) => return wrong("text in quotes"),
        (VariableType::Enumeration, StartValue::Text(item)) => {
            let items = description.items(variable);
            let found = items.iter().find(|known| known.name == *item);
            let near = || suggestion(item, items.iter().map(|known| known.name.as_str()));
            Value::Integer(found.ok_or_else(|| format!("no item \"{item}\"{}", near()))?.value)
        }
        (VariableType::Enumeration, _) => return wrong("an item or its number"),
    };
    within_range(description, variable, number)
}

fn within_range(
    description: &ModelDescription,
    variable: &ScalarVariable,
    value: Value,
) -> Result<Value, String> {
    let number = match value {
        Value::Real(x) if !x.is_finite() => return Err(format!("{x} is not finite")),
        Value::Real(x) => x,
        Value::Integer(n) => f64::from(n),
        _ => return Ok(value),
    };
    let (min, max) = description.range(variable);
    if min.is_some_and(|min| number < min) || max.is_some_and(|max| number > max) {
        let bound = |b: Option<f64>, open: &str| b.map_or(open.into(), |b| b.to_string());
        let (min, max) = (bound(min, "-∞"), bound(max, "∞"));
        return Err(format!("{number} lies outside its limits {min} to {max}"));
    }
    Ok(value)
}

fn written(value: &StartValue) -> String {
    match value {
        StartValue::Boolean(value) => value.to_string(),
        StartValue::Integer(value) => value.to_string(),
        StartValue::Real(value) => value.to_string(),
        StartValue::Text(value) => format!("\"{value}\""),
    }
}

/// Inputs that nothing determines, and what the FMUs' descriptions deviate in.
pub(super) fn warnings(slaves: &[CheckedSlave], file: &ScenarioFile, alone: bool) -> Vec<String> {
    let mut warnings = Vec::new();
    for (slave, section) in slaves.iter().zip(file.slaves.values()) {
        let Origin::Fmu(fmu) = &slave.origin else { continue };
        let description = fmu.description();
        warnings.extend(fmu.warnings().iter().map(|w| format!("slave \"{}\": {w}", slave.name)));
        let is_input = |v: &&ScalarVariable| v.causality() == Causality::Input && !alone;
        let inputs = description.variables().iter().filter(is_input);
        for input in inputs {
            let started = section.start.keys().any(|name| *name.get_ref() == input.name);
            if !slave.inputs.contains(&input.name) && !started {
                let start = input.numeric_start().map_or(String::new(), |s| format!(" {s}"));
                warnings.push(format!(
                    "slave \"{}\": input \"{}\" is connected to nothing and keeps its start \
                     value{start}; connect it, or give it a start value",
                    slave.name, input.name
                ));
            }
        }
    }
    warnings
}

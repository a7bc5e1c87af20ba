//! Scenarios written for the user: FMUs coupled on the command line, or one FMU alone.

use std::path::{Path, PathBuf};

use toml_edit::{ArrayOfTables, DocumentMut, InlineTable, Item, Table as TomlTable, Value, value};

use super::error::suggestion;
use crate::fmu::{Causality, Description, Variable, VariableType};
use crate::table::Table;

/// The slave's name in a scenario of one FMU.
pub const MODEL: &str = "model";
/// The name of its input file.
const INPUT: &str = "input";

/// When to simulate.
#[derive(Clone, Copy, Debug)]
pub struct Experiment {
    /// Start time in s.
    pub start: f64,
    /// Stop time in s.
    pub stop: f64,
    /// Macro step in s.
    pub step: f64,
    /// Tolerance for the FMUs' solvers.
    pub tolerance: Option<f64>,
}

/// The scenario that couples `fmus`, named by their files, by connections `a.y:b.u`.
pub fn couple(
    fmus: &[PathBuf],
    connections: &[String],
    experiment: &Experiment,
) -> Result<String, String> {
    let mut document = with_experiment(experiment);
    for fmu in fmus {
        let stem = fmu.file_stem().unwrap_or_default().to_string_lossy();
        let (stem, mut name, mut count) = (stem.replace('.', "-"), stem.replace('.', "-"), 1);
        while document["slaves"].get(&name).is_some() {
            count += 1;
            name = format!("{stem}-{count}");
        }
        document["slaves"][&name] = slave_table("fmu", fmu)?;
    }
    let mut tables = ArrayOfTables::new();
    for text in connections {
        let (from, to) = text
            .split_once(':')
            .ok_or_else(|| format!("--connect \"{text}\" is not of the form a.y:b.u"))?;
        tables.push(connection(from, to));
    }
    document["connections"] = Item::ArrayOfTables(tables);
    Ok(document.to_string())
}

/// The scenario of one FMU, driven by an input file if there is one.
pub fn simulate(
    (path, description): (&Path, &Description),
    experiment: &Experiment,
    start_values: &[String],
    variables: &[String],
    input: Option<(&Path, &Table)>,
) -> Result<String, String> {
    let mut document = with_experiment(experiment);
    // Inputs from a file are known ahead: polynomials of degree 1 let them be linear over a step.
    if let Some((csv, table)) = input {
        document["connections"] = Item::ArrayOfTables(inputs(csv, table, description)?);
        document["inputs"]["extrapolation"] = value("polynomial");
        // A model that cannot interpolate takes one step per interval all the same.
        document["inputs"]["sub_steps"] = value(1);
        document["slaves"][INPUT] = slave_table("csv", csv)?;
    }
    document["slaves"][MODEL] = slave_table("fmu", path)?;
    document["slaves"][MODEL]["start"] = value(start_table(start_values, description)?);
    if !variables.is_empty() {
        known_variables(variables, description)?;
        let names = variables.iter().map(|name| format!("{MODEL}.{name}"));
        document["results"]["variables"] = value(names.collect::<toml_edit::Array>());
    }
    Ok(document.to_string())
}

/// Names without a wildcard must be those of variables.
fn known_variables(names: &[String], description: &Description) -> Result<(), String> {
    let is_unknown =
        |name: &&String| !name.contains(['*', '?']) && description.variable(name).is_none();
    names.iter().find(is_unknown).map_or(Ok(()), |name| {
        let near = suggestion(name, description.variables.iter().map(|v| v.name.as_str()));
        Err(format!("--output-variable: the FMU has no variable \"{name}\"{near}"))
    })
}

fn with_experiment(experiment: &Experiment) -> DocumentMut {
    let mut document = DocumentMut::new();
    document["simulation"] = Item::Table(TomlTable::new());
    document["simulation"]["start"] = value(experiment.start);
    document["simulation"]["stop"] = value(experiment.stop);
    document["simulation"]["step"] = value(experiment.step);
    if let Some(tolerance) = experiment.tolerance {
        document["simulation"]["tolerance"] = value(tolerance);
    }
    document["slaves"] = Item::Table(TomlTable::new());
    document
}

/// A slave from a file, which is an `fmu` or a `csv`.
fn slave_table(kind: &str, path: &Path) -> Result<Item, String> {
    let text = path.to_str();
    let text = text.ok_or_else(|| format!("{}: the path is not valid Unicode", path.display()))?;
    let mut table = TomlTable::new();
    table[kind] = value(text);
    Ok(Item::Table(table))
}

fn connection(from: &str, to: &str) -> TomlTable {
    let mut table = TomlTable::new();
    table["from"] = value(from);
    table["to"] = value(to);
    table
}

/// A connection for every column; values for discrete inputs are made to fit.
fn inputs(csv: &Path, table: &Table, description: &Description) -> Result<ArrayOfTables, String> {
    let mut tables = ArrayOfTables::new();
    let is_input = |v: &&Variable| v.causality == Causality::Input;
    for column in table.columns() {
        let variable = description.variable(column).filter(is_input).ok_or_else(|| {
            let known = description.variables.iter().filter(is_input).map(|v| v.name.as_str());
            let near = suggestion(column, known);
            format!("{}: the FMU has no input \"{column}\"{near}", csv.display())
        })?;
        let convert = match variable.kind {
            VariableType::Boolean => Some("non-zero"),
            VariableType::Integer | VariableType::Enumeration => Some("round"),
            VariableType::Real | VariableType::String => None,
        };
        let mut link = connection(&format!("{INPUT}.{column}"), &format!("{MODEL}.{column}"));
        if let Some(convert) = convert {
            link["convert"] = value(convert);
        }
        tables.push(link);
    }
    Ok(tables)
}

/// `name=value` texts to a table; the variable's type says how a value is read.
fn start_table(texts: &[String], description: &Description) -> Result<InlineTable, String> {
    let mut start = InlineTable::new();
    for text in texts {
        let (name, written) = text
            .split_once('=')
            .ok_or_else(|| format!("--start-value \"{text}\" is not of the form name=value"))?;
        let kind = description.variable(name).map(|variable| variable.kind);
        let parsed = match (kind, written) {
            (Some(VariableType::String), _) => Value::from(written),
            (Some(VariableType::Boolean), "1") => Value::from(true),
            (Some(VariableType::Boolean), "0") => Value::from(false),
            _ => match written.parse::<f64>() {
                Ok(number) if kind == Some(VariableType::Real) => Value::from(number),
                _ => written.parse().unwrap_or_else(|_| Value::from(written)),
            },
        };
        start.insert(name, parsed);
    }
    Ok(start)
}

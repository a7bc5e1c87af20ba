//! What is recorded: patterns to columns.

use wildmatch::WildMatch;

use super::variables::variable;
use super::{CheckedSlave, Law, Origin};
use crate::fmu::{Causality, Variability, Variable, VariableType};
use crate::scenario::error::{ScenarioError, Source, suggestion};
use crate::scenario::file::ScenarioFile;

/// How a column's values are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnKind {
    /// As numbers that read back to the same bits.
    Real,
    /// As whole numbers; Booleans as 0 and 1.
    Integer,
}

/// Where a column's value is found at a communication point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Position in y.
    Output(usize),
    /// Position in u.
    Input(usize),
    /// Position in what the energy monitor shows.
    Energy(usize),
    /// Position in what inputs were over the last step: its start and its end for each of u.
    Applied(usize),
    /// Position in what laws tell.
    Told(usize),
}

/// One column of the results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// `slave.variable`
    pub name: String,
    /// The variable's unit.
    pub unit: Option<String>,
    /// How it is written.
    pub kind: ColumnKind,
    /// Whether it keeps its value between communication points.
    pub discrete: bool,
    /// Where it comes from.
    pub place: Place,
}

/// What marks an input as it was applied at the start and at the end of the last step.
const APPLIED: [&str; 2] = ["@start", "@end"];

/// The mark of a name or pattern, if it has one.
fn mark(name: &str) -> Option<&str> {
    APPLIED.into_iter().find(|mark| name.ends_with(mark))
}

/// Takes note that sampled inputs keep their values.
pub(super) fn hold_sampled(columns: &mut [Column], laws: &[Law]) {
    for law in laws {
        let Law::Sampled(link, _) = law else { continue };
        let sampled = |column: &&mut Column| column.place == Place::Input(link.to.0);
        columns.iter_mut().filter(sampled).for_each(|column| column.discrete = true);
    }
}

/// Chooses among all columns, those that are `monitored` included, and adds the outputs that only they
/// need.
pub(super) fn choose(
    source: &Source,
    file: &ScenarioFile,
    slaves: &mut [CheckedSlave],
    monitored: Vec<Column>,
    nothing: bool,
) -> Result<Vec<Column>, ScenarioError> {
    if nothing {
        return Ok(Vec::new());
    }
    let patterns = file.results.variables.as_deref();
    let compiled: Option<Vec<WildMatch>> =
        patterns.map(|all| all.iter().map(|p| WildMatch::new(p.get_ref())).collect());
    let mut used = vec![false; patterns.map_or(0, <[_]>::len)];
    let written = |k: usize| patterns.map_or("", |all| all[k].get_ref().as_str());
    let mut wanted = |name: &str, default: bool| match &compiled {
        None => default,
        Some(patterns) => {
            // What is applied over a step is asked for by its mark, not by a star alone.
            let asked = |k: usize| mark(written(k)) == mark(name) || mark(name).is_none();
            let hits = patterns.iter().enumerate().filter(|(k, p)| p.matches(name) && asked(*k));
            hits.map(|(k, _)| used[k] = true).count() > 0
        }
    };
    let mut known = Vec::new();
    for slave in slaves.iter_mut() {
        for (name, default) in candidates(slave) {
            let full = format!("{}.{name}", slave.name);
            if wanted(&full, default) {
                slave.outputs.insert(name);
            }
            known.push(full);
        }
    }
    known.extend(monitored.iter().map(|column| column.name.clone()));
    let mut columns = columns(slaves);
    let applied = columns.iter().filter(|column| matches!(column.place, Place::Applied(_)));
    known.extend(applied.map(|column| column.name.clone()));
    columns.extend(monitored);
    columns.retain(|column| wanted(&column.name, !matches!(column.place, Place::Applied(_))));
    let unused = patterns.unwrap_or_default().iter().zip(used).find(|(_, used)| !used);
    match unused {
        None => Ok(columns),
        Some((pattern, _)) => {
            let name = pattern.get_ref();
            let message = match unrecordable(slaves, name) {
                Some(reason) => format!("\"{name}\" {reason}"),
                None => {
                    let near = suggestion(name, known.iter().map(String::as_str));
                    format!("nothing is called \"{name}\"{near}")
                }
            };
            Err(source.error_at(pattern.span(), format!("results.variables: {message}")))
        }
    }
}

/// Why a variable that exists is not recorded.
fn unrecordable(slaves: &[CheckedSlave], name: &str) -> Option<&'static str> {
    let (slave, name) = name.split_once('.')?;
    let slave = slaves.iter().find(|known| known.name == slave)?;
    if let Some(mark) = mark(name) {
        variable(slave, name.strip_suffix(mark)?)?;
        return Some("is not there: @start and @end show coupled inputs");
    }
    let variable = variable(slave, name)?;
    match (variable.kind, variable.causality) {
        (VariableType::String, _) => Some("is a String; only numbers are recorded"),
        (_, Causality::Input) => Some("is an input that nothing drives; connect it to record it"),
        (_, Causality::Independent) => Some("is the time, which is always recorded"),
        _ => None,
    }
}

/// Variables that can be recorded, and whether they are without being asked for.
fn candidates(slave: &CheckedSlave) -> Vec<(String, bool)> {
    match &slave.origin {
        Origin::Table(table) => table.columns().iter().map(|c| (c.clone(), false)).collect(),
        Origin::Fmu(fmu) => {
            let variables = fmu.description().variables.iter();
            let readable = |v: &&Variable| {
                v.kind != VariableType::String
                    && !matches!(v.causality, Causality::Input | Causality::Independent)
            };
            let entry = |v: &Variable| (v.name.clone(), v.causality == Causality::Output);
            variables.filter(readable).map(entry).collect()
        }
    }
}

/// A column for every output and every coupled input, slave by slave.
fn columns(slaves: &[CheckedSlave]) -> Vec<Column> {
    let (mut columns, mut inputs, mut outputs) = (Vec::new(), 0, 0);
    for slave in slaves {
        for name in &slave.outputs {
            columns.push(column(slave, name, Place::Output(outputs)));
            outputs += 1;
        }
        for name in &slave.inputs {
            columns.push(column(slave, name, Place::Input(inputs)));
            for (k, mark) in APPLIED.into_iter().enumerate() {
                let value = column(slave, name, Place::Applied(2 * inputs + k));
                columns.push(Column { name: format!("{}{mark}", value.name), ..value });
            }
            inputs += 1;
        }
    }
    columns
}

fn column(slave: &CheckedSlave, name: &str, place: Place) -> Column {
    let variable = variable(slave, name);
    let kind = match variable.map_or(VariableType::Real, |v| v.kind) {
        VariableType::Real | VariableType::String => ColumnKind::Real,
        VariableType::Integer | VariableType::Boolean | VariableType::Enumeration => {
            ColumnKind::Integer
        }
    };
    Column {
        name: format!("{}.{name}", slave.name),
        unit: variable.and_then(|v| v.unit.as_ref()).map(|unit| unit.name.clone()),
        kind,
        discrete: kind == ColumnKind::Integer
            || variable.is_some_and(|v| v.variability != Variability::Continuous),
        place,
    }
}

//! Connections and couplings: names to variables, types and units compared, each input driven once.
//!
//! A law's section sees the slaves through [`Wiring`], which is their `Variables`.

mod bonds;
mod connections;
mod couplings;
mod vectors;

use std::sync::Arc;

use coupling::OutputId;
use coupling::law::Link;
use indexmap::IndexMap;

use super::energy::Energy;
use super::results::{Column, ColumnKind, Place};
use super::rules::Given;
use super::slaves::{CheckedSlave, Origin};
use super::variables::{find, variable};
use super::{Law, units};
use crate::fmu::{Causality, Variable, VariableType};
use crate::scenario::error::{ScenarioError, Source, suggestion};
use crate::scenario::file::ScenarioFile;
use crate::scenario::law::{Numbers, Port};
use crate::scenario::rule::Rule;

/// A connection between ports not numbered yet.
struct Connected {
    from: Port,
    to: Port,
    link: Link,
}

/// A law between ports not numbered yet.
type Unnumbered = Box<dyn Fn(&Arc<Numbers>) -> Law>;

/// Who drives an input: a connection alone, or any number of laws together.
enum Driver {
    /// By its number from 1.
    Connection(usize),
    Laws,
}

/// The slaves and what is wired between them so far.
pub(super) struct Wiring<'a> {
    source: &'a Source,
    slaves: &'a mut Vec<CheckedSlave>,
    drivers: IndexMap<Port, Driver>,
    /// The inputs that the present coupling acts on.
    driven: Vec<Port>,
    /// The rule that it gives them, if it does.
    rule: Option<Rule>,
    wired: Wired,
}

/// What is wired, before the ports have numbers.
#[derive(Default)]
pub(super) struct Wired {
    links: Vec<Connected>,
    laws: Vec<Unnumbered>,
    /// Outputs with the output that is their derivative.
    rates: Vec<(Port, Port)>,
    /// Inputs for which a connection or coupling gives a rule.
    rules: IndexMap<Port, Given>,
    bonds: Vec<bonds::Unnumbered>,
    /// For each slave, if it tells of its energy.
    told: Vec<Option<bonds::Told>>,
    /// The columns of what laws tell of each communication point, each with its unit.
    tells: Vec<(String, &'static str)>,
    /// What the user may not expect of a coupling.
    notes: Vec<String>,
}

impl<'a> Wiring<'a> {
    pub(super) fn new(source: &'a Source, slaves: &'a mut Vec<CheckedSlave>) -> Self {
        Self {
            source,
            slaves,
            drivers: IndexMap::new(),
            driven: Vec::new(),
            rule: None,
            wired: Wired::default(),
        }
    }

    /// Ends the search for names.
    pub(super) fn finish(self) -> Wired {
        self.wired
    }

    /// Outputs that the user names as derivative of another.
    pub(super) fn differentiate(&mut self, file: &ScenarioFile) -> Result<(), ScenarioError> {
        for (slave, (name, section)) in file.slaves.iter().enumerate() {
            for (of, rate) in &section.derivatives {
                let pair = self
                    .output(slave, of.get_ref())
                    .and_then(|of| self.output(slave, rate).map(|rate| (of, rate)));
                let pair = pair.map_err(|message| {
                    let message = format!("slaves.{}.derivatives: {message}", name.get_ref());
                    self.source.error_at(of.span(), message)
                })?;
                self.wired.rates.push(pair);
            }
        }
        Ok(())
    }

    fn split(&self, text: &str) -> Result<(usize, String), String> {
        let (slave, variable) = text
            .split_once('.')
            .ok_or_else(|| format!("\"{text}\" names no variable; write slave.variable"))?;
        Ok((self.find_slave(slave)?, variable.into()))
    }

    fn find_slave(&self, name: &str) -> Result<usize, String> {
        let names = || self.slaves.iter().map(|slave| slave.name.as_str());
        names()
            .position(|known| known == name)
            .ok_or_else(|| format!("no slave \"{name}\"{}", suggestion(name, names())))
    }

    /// An output or local variable of a slave, or a column of its table.
    fn output(&mut self, slave: usize, name: &str) -> Result<Port, String> {
        let checked = &mut self.slaves[slave];
        match &checked.origin {
            Origin::Fmu(fmu) => {
                let outputs =
                    |v: &&Variable| matches!(v.causality, Causality::Output | Causality::Local);
                find(fmu.description(), &checked.name, name, "output", outputs)?;
            }
            Origin::Table(table) => {
                let known = || table.columns().iter().map(String::as_str);
                if !known().any(|column| column == name) {
                    let near = suggestion(name, known());
                    return Err(format!(
                        "slave \"{}\" has no column \"{name}\"{near}",
                        checked.name
                    ));
                }
            }
        }
        Ok((slave, checked.outputs.insert_full(name.into()).0))
    }

    /// An input of a slave.
    fn input(&mut self, slave: usize, name: &str) -> Result<Port, String> {
        let checked = &mut self.slaves[slave];
        let Origin::Fmu(fmu) = &checked.origin else {
            return Err(format!("slave \"{}\" is a CSV file and has no inputs", checked.name));
        };
        let inputs = |v: &&Variable| v.causality == Causality::Input;
        find(fmu.description(), &checked.name, name, "input", inputs)?;
        Ok((slave, checked.inputs.insert_full(name.into()).0))
    }

    /// Notes who drives an input; connections share it with nobody.
    fn claim(&mut self, input: Port, driver: Driver) -> Result<(), String> {
        let before = match (self.drivers.get(&input), &driver) {
            (None, _) | (Some(Driver::Laws), Driver::Laws) => {
                self.drivers.insert(input, driver);
                self.driven.push(input);
                return Ok(());
            }
            (Some(Driver::Connection(number)), _) => format!("connection {number}"),
            (Some(Driver::Laws), _) => "a coupling law".into(),
        };
        let slave = &self.slaves[input.0];
        Err(format!(
            "input \"{}\" of slave \"{}\" is driven by {before} already; remove one of them",
            slave.inputs[input.1], slave.name
        ))
    }

    fn counts_in_si(&self, slave: usize, name: &str) -> Result<(), String> {
        let checked = &self.slaves[slave];
        match variable(checked, name) {
            Some(v) if v.kind != VariableType::Real => {
                Err(format!("\"{}.{name}\" is not Real", checked.name))
            }
            Some(v) => {
                units::is_si(v).map_err(|problem| format!("\"{}.{name}\": {problem}", checked.name))
            }
            None => Ok(()),
        }
    }
}

/// Laws, derivatives and energy with ports that have numbers.
type Numbered = (Vec<Law>, Vec<(OutputId, OutputId)>, Option<Energy>);

impl Wired {
    /// The rules that connections and couplings give.
    pub(super) fn rules(&self) -> &IndexMap<Port, Given> {
        &self.rules
    }

    /// Gives ports their final numbers, now that all outputs are known: laws, outputs with the output
    /// that is their derivative, and bonds.
    pub(super) fn number(&self, slaves: &[CheckedSlave]) -> Numbered {
        let numbers = Arc::new(numbers(slaves));
        let mut into: IndexMap<usize, Vec<Link>> = IndexMap::new();
        for Connected { from, to, link } in &self.links {
            let (from, to_input) = (numbers.output(*from), numbers.input(*to));
            into.entry(to.0).or_default().push(Link { from, to: to_input, ..link.clone() });
        }
        let signals = into.into_values().map(Law::Signal);
        let laws = self.laws.iter().map(|law| law(&numbers));
        let rates =
            self.rates.iter().map(|(of, rate)| (numbers.output(*of), numbers.output(*rate)));
        (signals.chain(laws).collect(), rates.collect(), self.energy(&numbers))
    }
}

/// Where the variables of each slave begin.
fn numbers(slaves: &[CheckedSlave]) -> Numbers {
    let inputs = slaves.iter().map(|slave| slave.inputs.len());
    Numbers::new(inputs, slaves.iter().map(|slave| slave.outputs.len()))
}

impl Wired {
    /// The columns of what laws tell of each communication point.
    pub(super) fn told_columns(&self) -> Vec<Column> {
        let column = |(k, (name, unit)): (usize, &(String, &str))| Column {
            name: name.clone(),
            unit: Some((*unit).into()),
            kind: ColumnKind::Real,
            discrete: false,
            place: Place::Told(k),
        };
        self.tells.iter().enumerate().map(column).collect()
    }

    /// What the user may not expect of couplings.
    pub(super) fn notes(&self) -> &[String] {
        &self.notes
    }
}

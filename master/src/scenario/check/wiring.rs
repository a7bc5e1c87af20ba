//! Connections and couplings: names to variables, types and units compared, each input driven once.

use std::ops::Range;

use coupling::law::{Link, Side, SpringDamper};
use coupling::network::{InputId, OutputId};
use fmi2_description::{Causality, ScalarVariable, VariableType};
use indexmap::IndexMap;

use super::slaves::{CheckedSlave, Origin};
use super::variables::{convert, find, variable};
use super::{Law, units};
use crate::scenario::error::{ScenarioError, Source, suggestion};
use crate::scenario::file::{
    ConnectionSection, CouplingSection, ScenarioFile, SpringDamperSection,
};

/// A variable of a slave: the slave's position, and the variable's among its inputs or outputs.
type Port = (usize, usize);

/// A connection between ports not numbered yet.
pub(super) struct Connected {
    from: Port,
    to: Port,
    link: Link,
}

/// A spring between ports not numbered yet: position, velocity and force on each side.
pub(super) struct Sprung {
    sides: [[Port; 3]; 2],
    law: SpringDamper,
}

/// Who drives an input: a connection alone, or any number of laws together.
enum Driver {
    /// By its number from 1.
    Connection(usize),
    Laws,
}

/// The wiring while it is built.
pub(super) struct Wiring<'a> {
    source: &'a Source,
    slaves: &'a mut Vec<CheckedSlave>,
    drivers: IndexMap<Port, Driver>,
    pub(super) links: Vec<Connected>,
    pub(super) springs: Vec<Sprung>,
    /// Outputs with the output that is their derivative.
    pub(super) rates: Vec<(Port, Port)>,
}

impl<'a> Wiring<'a> {
    pub(super) fn new(source: &'a Source, slaves: &'a mut Vec<CheckedSlave>) -> Self {
        Self {
            source,
            slaves,
            drivers: IndexMap::new(),
            links: Vec::new(),
            springs: Vec::new(),
            rates: Vec::new(),
        }
    }

    /// All plain connections.
    pub(super) fn connect(&mut self, file: &ScenarioFile) -> Result<(), ScenarioError> {
        for (k, section) in file.connections.iter().enumerate() {
            let prefix = format!("connection {}", k + 1);
            let connection = section.get_ref();
            let source = self.source;
            let fail = |place: Range<usize>, message: String| {
                source.error_at(place, format!("{prefix}: {message}"))
            };
            let (from_at, to_at) = (connection.from.span(), connection.to.span());
            let from = self.split(connection.from.get_ref());
            let from = from.and_then(|(slave, name)| self.output(slave, &name));
            let from = from.map_err(|message| fail(from_at.clone(), message))?;
            let to = self.split(connection.to.get_ref());
            let to = to.and_then(|(slave, name)| self.input(slave, &name));
            let to = to.map_err(|message| fail(to_at.clone(), message))?;
            let link = self.link(connection, from, to).map_err(|message| fail(from_at, message))?;
            self.drive(to, Driver::Connection(k + 1)).map_err(|message| fail(to_at, message))?;
            self.links.push(Connected { from, to, link });
        }
        Ok(())
    }

    /// All coupling laws.
    pub(super) fn couple(&mut self, file: &ScenarioFile) -> Result<(), ScenarioError> {
        for (k, section) in file.couplings.iter().enumerate() {
            let sprung = match section.get_ref() {
                CouplingSection::SpringDamper(spring) => self.spring(spring, ["x", "v", "force"]),
                CouplingSection::RotationalSpringDamper(spring) => {
                    self.spring(spring, ["phi", "omega", "torque"])
                }
            };
            let sprung = sprung.map_err(|message| {
                self.source.error_at(section.span(), format!("coupling {}: {message}", k + 1))
            })?;
            self.springs.push(sprung);
        }
        Ok(())
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
                self.rates.push(pair);
            }
        }
        Ok(())
    }

    fn spring(&mut self, spring: &SpringDamperSection, names: [&str; 3]) -> Result<Sprung, String> {
        for (name, value) in [("stiffness", spring.stiffness), ("damping", spring.damping)] {
            if !(value.is_finite() && value >= 0.0) {
                return Err(format!("{name} is {value}; it must not be negative"));
            }
        }
        if !spring.rest_length.is_finite() {
            return Err(format!("rest_length is {}; it must be finite", spring.rest_length));
        }
        if spring.between[0] == spring.between[1] {
            return Err(format!(
                "both ends are slave \"{}\"; between names two slaves",
                spring.between[0]
            ));
        }
        let mut sides = [[(0, 0); 3]; 2];
        for (k, side) in sides.iter_mut().enumerate() {
            let slave = self.slave(&spring.between[k])?;
            let given = [&spring.position, &spring.velocity, &spring.force];
            let name = |n: usize| given[n].as_ref().map_or(names[n], |pair| pair[k].as_str());
            let field = |n: usize| {
                let field = ["position", "velocity", "force"][n];
                move |error| format!("{error}; {field} = [\"…\", \"…\"] names it on each side")
            };
            *side = [
                self.output(slave, name(0)).map_err(field(0))?,
                self.output(slave, name(1)).map_err(field(1))?,
                self.input(slave, name(2)).map_err(field(2))?,
            ];
            for n in 0..3 {
                self.counts_in_si(slave, name(n))?;
            }
            self.drive(side[2], Driver::Laws)?;
        }
        let unnumbered = Side { position: OutputId(0), velocity: OutputId(0), force: InputId(0) };
        let law = SpringDamper {
            a: unnumbered,
            b: unnumbered,
            stiffness: spring.stiffness,
            damping: spring.damping,
            rest_length: spring.rest_length,
        };
        Ok(Sprung { sides, law })
    }

    fn split(&self, text: &str) -> Result<(usize, String), String> {
        let (slave, variable) = text
            .split_once('.')
            .ok_or_else(|| format!("\"{text}\" names no variable; write slave.variable"))?;
        Ok((self.slave(slave)?, variable.into()))
    }

    fn slave(&self, name: &str) -> Result<usize, String> {
        let names = || self.slaves.iter().map(|slave| slave.name.as_str());
        names()
            .position(|known| known == name)
            .ok_or_else(|| format!("no slave \"{name}\"{}", suggestion(name, names())))
    }

    fn output(&mut self, slave: usize, name: &str) -> Result<Port, String> {
        let checked = &mut self.slaves[slave];
        match &checked.origin {
            Origin::Fmu(fmu) => {
                let outputs = |v: &&ScalarVariable| {
                    matches!(v.causality(), Causality::Output | Causality::Local)
                };
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

    fn input(&mut self, slave: usize, name: &str) -> Result<Port, String> {
        let checked = &mut self.slaves[slave];
        let Origin::Fmu(fmu) = &checked.origin else {
            return Err(format!("slave \"{}\" is a CSV file and has no inputs", checked.name));
        };
        let inputs = |v: &&ScalarVariable| v.causality() == Causality::Input;
        find(fmu.description(), &checked.name, name, "input", inputs)?;
        Ok((slave, checked.inputs.insert_full(name.into()).0))
    }

    /// Notes who drives an input; connections share it with nobody.
    fn drive(&mut self, input: Port, driver: Driver) -> Result<(), String> {
        let before = match (self.drivers.get(&input), &driver) {
            (None, _) | (Some(Driver::Laws), Driver::Laws) => {
                self.drivers.insert(input, driver);
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

    fn link(&self, section: &ConnectionSection, from: Port, to: Port) -> Result<Link, String> {
        for (name, value) in [("gain", section.gain), ("offset", section.offset)] {
            if !value.is_finite() {
                return Err(format!("{name} is {value}; it must be finite"));
            }
        }
        let (source, target) = (&self.slaves[from.0], &self.slaves[to.0]);
        let (output, input) = (&source.outputs[from.1], &target.inputs[to.1]);
        let to_variable = variable(target, input).expect("inputs belong to FMUs");
        let (gain, offset) = match variable(source, output) {
            Some(from_variable) if section.units => units::conversion(from_variable, to_variable)
                .map_err(|problem| {
                format!(
                    "{}.{output} to {}.{input}: {problem}; connect another variable, or set \
                         units = false to pass the number as it is",
                    source.name, target.name
                )
            })?,
            _ => (1.0, 0.0),
        };
        let kind = variable(source, output).map_or(VariableType::Real, |(_, v)| v.kind());
        let convert = convert(kind, to_variable.1.kind(), section.convert).map_err(|problem| {
            format!("{}.{output} to {}.{input}: {problem}", source.name, target.name)
        })?;
        Ok(Link {
            from: OutputId(0),
            to: InputId(0),
            gain: section.gain * gain,
            offset: section.gain * offset + section.offset,
            convert,
        })
    }

    fn counts_in_si(&self, slave: usize, name: &str) -> Result<(), String> {
        let checked = &self.slaves[slave];
        match variable(checked, name) {
            Some((_, v)) if v.kind() != VariableType::Real => {
                Err(format!("\"{}.{name}\" is not Real", checked.name))
            }
            Some((description, v)) => units::is_si(description, v)
                .map_err(|problem| format!("\"{}.{name}\": {problem}", checked.name)),
            None => Ok(()),
        }
    }
}

/// Gives ports their final numbers, now that all outputs are known.
pub(super) fn number(
    slaves: &[CheckedSlave],
    links: &mut [Connected],
    springs: &mut [Sprung],
    rates: &[(Port, Port)],
) -> (Vec<Law>, Vec<(OutputId, OutputId)>) {
    let first = |count: fn(&CheckedSlave) -> usize| -> Vec<usize> {
        let running = slaves.iter().scan(0, |next, slave| {
            let first = *next;
            *next += count(slave);
            Some(first)
        });
        running.collect()
    };
    let (inputs, outputs) = (first(|s| s.inputs.len()), first(|s| s.outputs.len()));
    let input = |(slave, k): Port| InputId(inputs[slave] + k);
    let output = |(slave, k): Port| OutputId(outputs[slave] + k);
    let mut into: IndexMap<usize, Vec<Link>> = IndexMap::new();
    for Connected { from, to, link } in links {
        let link = Link { from: output(*from), to: input(*to), ..link.clone() };
        into.entry(to.0).or_default().push(link);
    }
    let signals = into.into_values().map(Law::Signal);
    let springs = springs.iter_mut().map(|Sprung { sides, law }| {
        let [a, b] = sides.map(|[position, velocity, force]| Side {
            position: output(position),
            velocity: output(velocity),
            force: input(force),
        });
        Law::SpringDamper(SpringDamper { a, b, ..law.clone() })
    });
    let rates = rates.iter().map(|(of, rate)| (output(*of), output(*rate)));
    (signals.chain(springs).collect(), rates.collect())
}

//! Connections and couplings: names to variables, types and units compared, each input driven once.

mod bonds;
mod connections;
mod hydraulic;
mod joints;
mod slots;
mod springs;
mod sums;
mod thermal;
mod vectors;

use coupling::law::Link;
use coupling::{InputId, OutputId};
use indexmap::IndexMap;

use super::energy::Energy;
use super::rules::Given;
use super::slaves::{CheckedSlave, Origin};
use super::variables::{find, variable};
use super::{Law, units};
use crate::fmu::{Causality, Variable, VariableType};
use crate::scenario::error::{ScenarioError, Source, suggestion};
use crate::scenario::file::{CouplingSection, ScenarioFile};

/// A variable of a slave: the slave's position, and the variable's among its inputs or outputs.
pub(super) type Port = (usize, usize);

/// A connection between ports not numbered yet.
struct Connected {
    from: Port,
    to: Port,
    link: Link,
}

/// A law between ports not numbered yet.
type Unnumbered = Box<dyn Fn(&Numbers) -> Law>;

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
    /// The inputs that the present coupling acts on.
    driven: Vec<Port>,
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
}

impl<'a> Wiring<'a> {
    pub(super) fn new(source: &'a Source, slaves: &'a mut Vec<CheckedSlave>) -> Self {
        Self {
            source,
            slaves,
            drivers: IndexMap::new(),
            driven: Vec::new(),
            wired: Wired::default(),
        }
    }

    /// Ends the search for names.
    pub(super) fn finish(self) -> Wired {
        self.wired
    }

    /// All coupling laws.
    pub(super) fn couple(&mut self, file: &ScenarioFile) -> Result<(), ScenarioError> {
        for (k, section) in file.couplings.iter().enumerate() {
            let coupled = match section.get_ref() {
                CouplingSection::SpringDamper(spring) => self.spring(spring, ["x", "v", "force"]),
                CouplingSection::RotationalSpringDamper(spring) => {
                    self.spring(spring, ["phi", "omega", "torque"])
                }
                CouplingSection::HydraulicNode(node) => self.hydraulic_node(node),
                CouplingSection::PinInSlot(section) => self.pin_in_slot(section),
                CouplingSection::ThermalConductance(section) => self.thermal_conductance(section),
                CouplingSection::Joint(joint) => self.joint(joint),
                CouplingSection::Sum(sum) => self.sum(sum),
            };
            let prefix = format!("couplings.{k}.inputs");
            let rule =
                Given::read(self.source, &prefix, &section.get_ref().inputs().at(&section.span()))?;
            coupled.and_then(|()| self.govern(rule)).map_err(|message| {
                self.source.error_at(section.span(), format!("coupling {}: {message}", k + 1))
            })?;
        }
        Ok(())
    }

    /// Gives the inputs of the present coupling its rule.
    fn govern(&mut self, rule: Option<Given>) -> Result<(), String> {
        for input in std::mem::take(&mut self.driven) {
            let Some(rule) = rule.clone() else { continue };
            match self.wired.rules.insert(input, rule.clone()) {
                Some(other) if other.rule() != rule.rule() => {
                    let slave = &self.slaves[input.0];
                    return Err(format!(
                        "another coupling asks for another rule for input \"{}\" of slave \"{}\"; \
                         give both the same",
                        slave.inputs[input.1], slave.name
                    ));
                }
                _ => {}
            }
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
                self.wired.rates.push(pair);
            }
        }
        Ok(())
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

    /// The two different slaves that a law lies between.
    fn two_slaves(&self, between: &[String; 2]) -> Result<[usize; 2], String> {
        let [a, b] = between;
        if a == b {
            return Err(format!("both ends are slave \"{a}\"; between names two slaves"));
        }
        Ok([self.slave(a)?, self.slave(b)?])
    }

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
    fn drive(&mut self, input: Port, driver: Driver) -> Result<(), String> {
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

/// A parameter that must be greater than zero.
fn positive(name: &str, value: f64) -> Result<f64, String> {
    match value.is_finite() && value > 0.0 {
        true => Ok(value),
        false => Err(format!("{name} is {value}; it must be greater than zero")),
    }
}

/// A parameter that must not be less than zero.
fn not_negative(name: &str, value: f64) -> Result<f64, String> {
    match value.is_finite() && value >= 0.0 {
        true => Ok(value),
        false => Err(format!("{name} is {value}; it must not be negative")),
    }
}

/// Where the inputs and outputs of each slave begin in u and y.
struct Numbers {
    inputs: Vec<usize>,
    outputs: Vec<usize>,
}

impl Numbers {
    fn of(slaves: &[CheckedSlave]) -> Self {
        let first = |count: fn(&CheckedSlave) -> usize| -> Vec<usize> {
            let running = slaves.iter().scan(0, |next, slave| {
                let first = *next;
                *next += count(slave);
                Some(first)
            });
            running.collect()
        };
        Self { inputs: first(|s| s.inputs.len()), outputs: first(|s| s.outputs.len()) }
    }

    fn input(&self, (slave, k): Port) -> InputId {
        InputId(self.inputs[slave] + k)
    }

    fn output(&self, (slave, k): Port) -> OutputId {
        OutputId(self.outputs[slave] + k)
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
        let numbers = Numbers::of(slaves);
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

//! A composition as a scenario: an FMU for each group of parts, and the couplings between them in the master.

use std::fmt::Write;

use super::Composition;
use super::assembly::{Assembly, Specification};
use super::coupling::Coupling;
use super::port::{PartId, Port};
use crate::structural::Structural;
use crate::variables::{Kind, Variable, Variables};

/// How a composition is split into FMUs: parts that share one, and parts that are left out. All others are slaves of their own.
#[derive(Clone, Debug, Default)]
pub struct Split<'a> {
    /// The name of the slave, that of its FMU, and its parts.
    groups: Vec<(&'a str, &'a str, &'a [&'a str])>,
    without: &'a [&'a str],
}

impl<'a> Split<'a> {
    /// The same with a slave that holds several parts, and the name of its FMU: one that was exported with the structural parameter
    /// `parts`.
    #[must_use]
    pub fn group(mut self, slave: &'a str, fmu: &'a str, parts: &'a [&'a str]) -> Self {
        self.groups.push((slave, fmu, parts));
        self
    }

    /// The same without some parts: inputs that they would drive stay at their start values.
    #[must_use]
    pub fn without(mut self, parts: &'a [&'a str]) -> Self {
        self.without = parts;
        self
    }
}

/// Writes the slaves and couplings of a scenario, to which its user adds `[simulation]` and whatever else he wants.
///
/// Couplings within a group are inside its FMU and do not appear.
pub fn scenario<C: Composition>(structural: &Structural, split: &Split) -> Result<String, String> {
    let mut variables = Variables::chosen(structural);
    let mut assembly = Assembly::new(&mut variables);
    C::assemble(&mut assembly);
    let system = assembly.system;
    let named = split.groups.iter().flat_map(|(_, _, parts)| parts.iter()).chain(split.without);
    let known = |part: &&&str| system.parts.iter().any(|spec| spec.name == **part);
    if let Some(unknown) = { named }.find(|part| !known(part)) {
        return Err(format!("there is no part {unknown:?}"));
    }
    let writer = Writer { system: &system, split };
    if let Some(rigid) = system.rigid.iter().find(|rigid| {
        let [a, b] = &rigid.velocities;
        writer.slave(a.part) != writer.slave(b.part)
    }) {
        let [a, b] = rigid.velocities.each_ref().map(|port| system.name(port));
        return Err(format!("{a} and {b} move as one and must be in one group"));
    }
    writer.write().map_err(|error| error.to_string())
}

struct Writer<'a> {
    system: &'a Specification,
    split: &'a Split<'a>,
}

impl Writer<'_> {
    fn group(&self, part: PartId) -> Option<usize> {
        let name = self.system.parts[part.0].name;
        self.split.groups.iter().position(|(_, _, parts)| parts.contains(&name))
    }

    fn is_left_out(&self, part: PartId) -> bool {
        self.split.without.contains(&self.system.parts[part.0].name)
    }

    /// The name of the slave that a part is in.
    fn slave(&self, part: PartId) -> &str {
        self.group(part).map_or(self.system.parts[part.0].name, |group| self.split.groups[group].0)
    }

    /// The name of a variable in its slave.
    fn variable(&self, port: &Port) -> String {
        match self.group(port.part) {
            Some(_) => self.system.name(port),
            None => port.name.clone(),
        }
    }

    /// The start values of a slave: those given to a part that is alone in it, and those of inputs that nothing drives.
    fn starts(&self, slave: &str) -> Vec<String> {
        let mut starts = Vec::new();
        for (at, part) in self.system.parts.iter().enumerate() {
            let id = PartId(at);
            if self.slave(id) != slave || self.is_left_out(id) {
                continue;
            }
            let mut own = Variables::chosen(&part.structural);
            (part.declare)(&mut own);
            let name = |name: &str| self.variable(&id.port(name));
            let given = |name: &str| part.start.iter().find(|(given, _)| given == name);
            if self.group(id).is_none() {
                let given = own.parameters.iter().filter_map(|p| Some((p, given(&p.name)?.1)));
                starts.extend(given.map(|(p, v)| format!("{:?} = {}", name(&p.name), value(p, v))));
            }
            for input in own.inputs.iter().filter(|input| !self.is_driven(id, &input.name)) {
                let start = given(&input.name).map_or(input.start, |(_, start)| *start);
                starts.push(format!("{:?} = {}", name(&input.name), value(input, start)));
            }
        }
        starts
    }

    fn is_discrete(&self, port: &Port) -> bool {
        let part = &self.system.parts[port.part.0];
        let mut own = Variables::chosen(&part.structural);
        (part.declare)(&mut own);
        own.discretes.iter().any(|discrete| discrete.name == port.name)
    }

    /// Whether a coupling drives an input.
    fn is_driven(&self, part: PartId, input: &str) -> bool {
        let is_there =
            |coupling: &&Coupling| !coupling.ports().iter().any(|port| self.is_left_out(port.part));
        let couplings = self.system.couplings.iter().filter(is_there);
        let mut driven = couplings.flat_map(|coupling| coupling.drives());
        driven.any(|port| port.part == part && port.name == input)
    }

    fn write(&self) -> Result<String, std::fmt::Error> {
        let mut text = String::new();
        let mut written: Vec<&str> = Vec::new();
        for (at, part) in self.system.parts.iter().enumerate() {
            let slave = self.slave(PartId(at));
            if self.is_left_out(PartId(at)) || written.contains(&slave) {
                continue;
            }
            written.push(slave);
            let fmu = self.group(PartId(at)).map_or(part.fmu(), |group| self.split.groups[group].1);
            writeln!(text, "[slaves.{slave}]\nfmu = \"{fmu}.fmu\"")?;
            let start = self.starts(slave);
            if !start.is_empty() {
                writeln!(text, "start = {{ {} }}", start.join(", "))?;
            }
            text.push('\n');
        }
        for coupling in &self.system.couplings {
            let ports = coupling.ports();
            let slave = self.slave(ports[0].part);
            let is_left_out = ports.iter().any(|port| self.is_left_out(port.part));
            if !is_left_out && ports.iter().any(|port| self.slave(port.part) != slave) {
                self.write_coupling(coupling, &mut text)?;
            }
        }
        Ok(text)
    }

    fn write_coupling(&self, coupling: &Coupling, text: &mut String) -> std::fmt::Result {
        let slaves = |ports: &[&Port]| -> String {
            list(ports.iter().map(|port| self.slave(port.part).to_string()))
        };
        let variables =
            |ports: &[&Port]| -> String { list(ports.iter().map(|port| self.variable(port))) };
        match coupling {
            Coupling::SpringDamper { ends, stiffness, damping } => {
                let [position, velocity, force] = [
                    ends.each_ref().map(|end| &end.position),
                    ends.each_ref().map(|end| &end.velocity),
                    ends.each_ref().map(|end| &end.force),
                ];
                writeln!(text, "[[couplings]]\nlaw = \"spring-damper\"")?;
                writeln!(text, "between = {}", slaves(&position))?;
                writeln!(text, "position = {}", variables(&position))?;
                writeln!(text, "velocity = {}", variables(&velocity))?;
                writeln!(text, "force = {}", variables(&force))?;
                writeln!(text, "stiffness = {stiffness:?}\ndamping = {damping:?}\n")
            }
            Coupling::HydraulicNode { lines, node } => {
                let ports =
                    |of: fn(&super::Line) -> &Port| lines.iter().map(of).collect::<Vec<_>>();
                writeln!(text, "[[couplings]]\nlaw = \"hydraulic-node\"")?;
                writeln!(text, "lines = {}", slaves(&ports(|line| &line.volume)))?;
                writeln!(text, "volume = {}", variables(&ports(|line| &line.volume)))?;
                writeln!(text, "flow = {}", variables(&ports(|line| &line.flow)))?;
                writeln!(text, "pressure = {}", variables(&ports(|line| &line.pressure)))?;
                writeln!(text, "node_volume = {:?}\nmodulus = {:?}", node.volume, node.modulus)?;
                if let Some([fraction, exponent, pressure]) = node.gas {
                    writeln!(text, "compressibility = \"pressure-dependent\"")?;
                    writeln!(text, "gas_fraction = {fraction:?}\ngas_exponent = {exponent:?}")?;
                    writeln!(text, "reference_pressure = {pressure:?}")?;
                }
                writeln!(text, "initial_pressure = {:?}\n", node.pressure)
            }
            Coupling::Signal { from, to } => {
                let end =
                    |port: &Port| format!("{}.{}", self.slave(port.part), self.variable(port));
                writeln!(text, "[[connections]]\nfrom = {:?}\nto = {:?}", end(from), end(to))?;
                // A discrete output is held; any other goes on as a cubic: rules for stiff laws need a derivative that is not known.
                let line = "inputs = { extrapolation = \"polynomial\", degree = 3 }\n";
                writeln!(text, "{}", if self.is_discrete(from) { "" } else { line })
            }
        }
    }
}

/// A value, written as the type of its variable asks for.
fn value(variable: &Variable, value: f64) -> String {
    match variable.kind {
        Kind::Choice => {
            let item = (value as usize).checked_sub(1).and_then(|at| variable.items.get(at));
            item.map_or_else(|| value.to_string(), |(name, _)| format!("{name:?}"))
        }
        Kind::Integer => format!("{value:.0}"),
        Kind::Boolean => (value != 0.0).to_string(),
        Kind::Real => format!("{value:?}"),
    }
}

/// A list of TOML.
fn list(items: impl Iterator<Item = String>) -> String {
    let items: Vec<String> = items.map(|item| format!("{item:?}")).collect();
    format!("[{}]", items.join(", "))
}

//! A checked scenario as a [`Diagram`].

use coupling::law::Link;

use super::ends::{End, ends, find};
use super::loops::{Dependencies, declared, reads};
use super::{Diagram, Node, NodeKind, Place, Row, Through, Wire};
use crate::fmu::{Causality, Variable};
use crate::scenario::Scenario;
use crate::scenario::check::{CheckedSlave, Coupling, Law, Origin};

impl Diagram {
    /// What a scenario amounts to.
    pub fn new(scenario: &Scenario) -> Self {
        let mut nodes: Vec<Node> = scenario.slaves.iter().map(slave).collect();
        let mut drawing =
            Drawing { scenario, dependencies: Dependencies::new(scenario), wires: Vec::new() };
        drawing.outputs(&mut nodes);
        for law in &scenario.laws {
            if let Some(links) = law.links() {
                links.iter().for_each(|link| drawing.connect(&mut nodes, link));
            }
        }
        for law in &scenario.laws {
            if let Law::Coupling(coupling) = law {
                drawing.couple(&mut nodes, coupling, &reads(law), ends(scenario, law));
            }
        }
        drawing.feedthrough(&mut nodes);
        for wire in drawing.wires.iter().filter(|wire| wire.in_loop) {
            nodes[wire.from.0].in_loop = true;
            nodes[wire.to.0].in_loop = true;
        }
        Self { nodes, wires: drawing.wires }
    }
}

struct Drawing<'a> {
    scenario: &'a Scenario,
    dependencies: Dependencies,
    wires: Vec<Wire>,
}

/// A slave with its inputs; an input that only laws act on has its place beside them.
fn slave(slave: &CheckedSlave) -> Node {
    let details = match &slave.origin {
        Origin::Fmu(fmu) => fmu.description().model_name.clone(),
        Origin::Table(_) => "CSV file".into(),
    };
    let variables = slave.origin.description().map_or(&[][..], |model| &model.variables);
    let unconnected = variables
        .iter()
        .filter(|v| v.causality == Causality::Input && !slave.inputs.contains(&v.name));
    let row = |v: &Variable| {
        let given = slave.start.iter().find(|(name, _)| *name == v.name);
        let given = given.map(|(_, value)| value.to_string());
        let value = given.or_else(|| v.numeric_start().map(|start| start.to_string()));
        let value = value.map_or(String::new(), |value| format!(" = {value}"));
        Row { text: v.name.clone(), note: value, connected: false }
    };
    Node {
        kind: NodeKind::Slave,
        name: slave.name.clone(),
        details: vec![details],
        left: unconnected.map(row).collect(),
        right: Vec::new(),
        through: Vec::new(),
        undeclared: false,
        in_loop: false,
    }
}

impl Drawing<'_> {
    fn input(&self, number: usize) -> (usize, &str) {
        let (slave, k) = find(self.scenario, number, |slave| slave.inputs.len());
        (slave, &self.scenario.slaves[slave].inputs[k])
    }

    fn output(&self, number: usize) -> (usize, &str) {
        let (slave, k) = find(self.scenario, number, |slave| slave.outputs.len());
        (slave, &self.scenario.slaves[slave].outputs[k])
    }

    /// A row for each output that a connection begins at, and for each input one ends at.
    fn outputs(&self, nodes: &mut [Node]) {
        let signals = self.scenario.laws.iter().filter(|law| law.links().is_some());
        let (inputs, outputs): (Vec<usize>, Vec<Vec<usize>>) = signals.flat_map(reads).unzip();
        let sorted = |mut numbers: Vec<usize>| {
            numbers.sort_unstable();
            numbers.dedup();
            numbers
        };
        for output in sorted(outputs.concat()) {
            let (slave, name) = self.output(output);
            nodes[slave].right.push(Row {
                text: name.into(),
                note: String::new(),
                connected: true,
            });
        }
        for input in sorted(inputs).into_iter().rev() {
            let (slave, name) = self.input(input);
            nodes[slave]
                .left
                .insert(0, Row { text: name.into(), note: String::new(), connected: true });
        }
    }

    fn connect(&mut self, nodes: &mut [Node], link: &Link) {
        let ((source, output), (target, input)) = (self.output(link.from.0), self.input(link.to.0));
        let from = (source, row_of(&nodes[source].right, output));
        let to = (target, row_of(&nodes[target].left, input));
        let mut label = format!("{output} → {input}");
        let mut note = String::new();
        if link.gain != 1.0 {
            note += &format!(" × {}", link.gain);
        }
        if link.offset != 0.0 {
            note +=
                &format!(" {} {}", if link.offset < 0.0 { '−' } else { '+' }, link.offset.abs());
        }
        label += &note;
        if !note.is_empty() {
            nodes[to.0].left[to.1].note += &format!(" ({})", note.trim_start());
        }
        let in_loop = self.dependencies.in_loop(link.from.0, link.to.0);
        self.wires.push(Wire { from, to, label, both_ways: false, in_loop });
    }

    /// A law, which reads the given outputs for its inputs, and a line to each of its ends.
    fn couple(
        &mut self,
        nodes: &mut Vec<Node>,
        law: &Coupling,
        read: &[(usize, Vec<usize>)],
        ends: Vec<End>,
    ) {
        let number = nodes.len();
        nodes.push(Node {
            kind: NodeKind::Law,
            name: law.name.clone(),
            details: law.label.clone(),
            left: Vec::new(),
            right: Vec::new(),
            through: Vec::new(),
            undeclared: false,
            in_loop: false,
        });
        for (k, end) in ends.into_iter().enumerate() {
            let slave = end.slave;
            let outputs: Vec<&str> = end.outputs.iter().map(|&o| self.output(o).1).collect();
            let inputs: Vec<&str> = end.inputs.iter().map(|&i| self.input(i).1).collect();
            let label = format!("{} ⇄ {}", list(&outputs), list(&inputs));
            // The line carries this end's outputs to all inputs, and all outputs to this end's inputs.
            let carries = |output: usize, to: usize| {
                end.inputs.contains(&to) || end.outputs.contains(&output)
            };
            let in_loop = read.iter().any(|(to, outputs)| {
                let mut carried = outputs.iter().filter(|&&output| carries(output, *to));
                carried.any(|&output| self.dependencies.in_loop(output, *to))
            });
            let row = nodes[slave].right.len();
            nodes[slave].right.push(Row {
                text: label.clone(),
                note: String::new(),
                connected: true,
            });
            let (from, to) = ((slave, row), (number, k));
            self.wires.push(Wire { from, to, label, both_ways: true, in_loop });
        }
    }

    /// Where inputs of a slave act at once on outputs that somebody reads.
    fn feedthrough(&self, nodes: &mut [Node]) {
        let read: Vec<_> = self.scenario.laws.iter().flat_map(reads).collect();
        let mut outputs: Vec<usize> =
            read.iter().flat_map(|(_, outputs)| outputs.clone()).collect();
        outputs.sort_unstable();
        outputs.dedup();
        for output in outputs {
            let (slave, name) = self.output(output);
            let checked = &self.scenario.slaves[slave];
            let node = &mut nodes[slave];
            node.undeclared |= declared(checked, name).is_none() && !checked.inputs.is_empty();
            for &source in &self.dependencies.through[output] {
                let (_, input) = self.input(source);
                let Some((from, to)) = node.place(input, true).zip(node.place(name, false)) else {
                    continue;
                };
                let readers = read.iter().filter(|(_, outputs)| outputs.contains(&output));
                let closes =
                    |(reader, _): &(usize, _)| self.dependencies.closes(source, output, *reader);
                node.through.push(Through {
                    input: input.into(),
                    output: name.into(),
                    from,
                    to,
                    in_loop: readers.into_iter().any(closes),
                });
            }
        }
    }
}

fn row_of(rows: &[Row], name: &str) -> usize {
    rows.iter().position(|row| row.text == name).expect("every connected variable has a row")
}

/// Names one after the other; the components of a vector by the vector's name.
fn list(names: &[&str]) -> String {
    let groups = names.chunk_by(|a, b| vector(a).is_some() && vector(a) == vector(b));
    let listed = groups.flat_map(|group| match vector(group[0]) {
        Some(vector) if group.len() > 1 => vec![vector],
        _ => group.to_vec(),
    });
    listed.collect::<Vec<_>>().join(", ")
}

/// The vector of which a variable is a component by its name: `r` of `r_x` and of `r[1]`.
fn vector(name: &str) -> Option<&str> {
    let by_letter = ["_w", "_x", "_y", "_z"].iter().find_map(|ending| name.strip_suffix(ending));
    by_letter.or_else(|| name.strip_suffix(']')?.rsplit_once('[').map(|(vector, _)| vector))
}

impl Node {
    /// Where a variable stands: by itself, or with others beside a law.
    fn place(&self, name: &str, input: bool) -> Option<Place> {
        let alone = |rows: &[Row]| rows.iter().position(|row| row.text == name);
        let beside_law = |row: &Row| {
            row.text.split_once(" ⇄ ").is_some_and(|(outputs, inputs)| {
                let names = if input { inputs } else { outputs };
                names.split(", ").any(|listed| listed == name || Some(listed) == vector(name))
            })
        };
        let own = if input {
            alone(&self.left).map(Place::Left)
        } else {
            alone(&self.right).map(Place::Right)
        };
        own.or_else(|| self.right.iter().position(beside_law).map(Place::Right))
    }
}

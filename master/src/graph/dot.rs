//! A [`Diagram`] in the language of Graphviz.

use std::fmt::Write;

use indexmap::IndexMap;

use super::{Diagram, Node, NodeKind, Wire};

/// Lines between the same two nodes are bundled into one with several labels.
pub fn write(diagram: &Diagram) -> String {
    let mut text = String::from(
        "digraph scenario {\n  rankdir = LR\n  node [shape = box, fontname = \"sans-serif\"]\n  \
         edge [fontname = \"sans-serif\", fontsize = 10]\n",
    );
    for (number, node) in diagram.nodes.iter().enumerate() {
        write_node(&mut text, number, node);
    }
    let mut bundled: Vec<Vec<&Wire>> = Vec::new();
    for wire in &diagram.wires {
        let key = |wire: &Wire| (wire.from.0, wire.to.0, wire.both_ways, wire.in_loop);
        match bundled.iter_mut().find(|bundle| key(bundle[0]) == key(wire)) {
            Some(bundle) => bundle.push(wire),
            None => bundled.push(vec![wire]),
        }
    }
    for bundle in bundled {
        let labels: Vec<&str> = bundle.iter().map(|wire| wire.label.as_str()).collect();
        let mut attributes = vec![format!("label = {}", quoted(&labels.join("\n")))];
        if bundle[0].both_ways {
            attributes.push("dir = both".into());
        }
        if bundle[0].in_loop {
            attributes.push("color = red".into());
        }
        let (from, to) = (bundle[0].from.0, bundle[0].to.0);
        line(&mut text, &format!("n{from} -> n{to}"), &attributes);
    }
    text + "}\n"
}

fn write_node(text: &mut String, number: usize, node: &Node) {
    let mut lines = vec![node.name.clone()];
    lines.extend(node.details.iter().cloned());
    lines.extend(feedthrough(node));
    if node.undeclared {
        lines.push("feedthrough not declared".into());
    }
    let mut attributes = vec![format!("label = {}", quoted(&lines.join("\n")))];
    if node.kind == NodeKind::Law {
        attributes.push("shape = ellipse".into());
    }
    if node.in_loop {
        attributes.push("color = red".into());
    }
    line(text, &format!("n{number}"), &attributes);
    for (k, row) in node.left.iter().enumerate().filter(|(_, row)| !row.connected) {
        let name = format!("n{number}_u{k}");
        let label = format!("label = {}", quoted(&format!("{}{}", row.text, row.note)));
        line(text, &name, &[label, "shape = plaintext".into(), "fontcolor = gray".into()]);
        line(text, &format!("{name} -> n{number}"), &["color = gray".into()]);
    }
}

/// Direct feedthrough, one line for all outputs that depend on the same inputs.
fn feedthrough(node: &Node) -> Vec<String> {
    let mut of_output: IndexMap<&str, Vec<&str>> = IndexMap::new();
    for through in &node.through {
        of_output.entry(&through.output).or_default().push(&through.input);
    }
    let mut of_inputs: IndexMap<Vec<&str>, Vec<&str>> = IndexMap::new();
    for (output, inputs) in of_output {
        of_inputs.entry(inputs).or_default().push(output);
    }
    let line =
        |(from, to): (Vec<&str>, Vec<&str>)| format!("{} ⇢ {}", from.join(", "), to.join(", "));
    of_inputs.into_iter().map(line).collect()
}

fn line(text: &mut String, subject: &str, attributes: &[String]) {
    writeln!(text, "  {subject} [{}]", attributes.join(", ")).expect("text takes every line");
}

fn quoted(text: &str) -> String {
    let text = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("\"{text}\"")
}

//! A [`Diagram`] as a picture: boxes with inputs on the left and outputs on the right.

use std::fmt::Write;

use super::layout::{PADDING, Placed, ROW, header, place};
use super::route::route;
use super::{Diagram, Node, NodeKind, Place, Through, Wire};
use crate::svg::escaped;

const LINE: &str = "#333333";
const LOOP: &str = "#d02020";
const UNCONNECTED: &str = "#999999";
/// Around the picture.
const BORDER: f64 = 16.0;

/// Draws the diagram.
pub fn draw(diagram: &Diagram) -> String {
    let mut placed = place(diagram);
    let (corners, (width, height)) = route(diagram, &mut placed);
    let (width, height) = (width + 2.0 * BORDER, height + 2.0 * BORDER);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"{} {} {width} {height}\" \
         font-family=\"DejaVu Sans Mono, Liberation Mono, Menlo, Consolas, monospace\" font-size=\"12\">\n",
        -BORDER, -BORDER
    );
    svg += &format!(
        "<rect x=\"{}\" y=\"{}\" width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n",
        -BORDER, -BORDER
    );
    for (name, colour) in [("arrow", LINE), ("loop", LOOP)] {
        svg += &format!(
            "<marker id=\"{name}\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" \
             markerHeight=\"8\" markerUnits=\"userSpaceOnUse\" orient=\"auto\">\
             <path d=\"M0 0L8 4L0 8z\" fill=\"{colour}\"/></marker>\n"
        );
    }
    let mut wires: Vec<_> = diagram.wires.iter().zip(&corners).collect();
    // Where lines share a way, the loop is seen.
    wires.sort_by_key(|(wire, _)| wire.in_loop);
    for (wire, corners) in wires {
        draw_wire(&mut svg, wire, &title(diagram, wire), corners);
    }
    for (node, placed) in diagram.nodes.iter().zip(&placed) {
        match node.kind {
            NodeKind::Slave => draw_slave(&mut svg, node, placed),
            NodeKind::Law => draw_law(&mut svg, node, placed),
        }
    }
    svg + "</svg>\n"
}

fn title(diagram: &Diagram, wire: &Wire) -> String {
    let name = |node: usize| &diagram.nodes[node].name;
    format!("{} to {}: {}", name(wire.from.0), name(wire.to.0), wire.label)
}

fn draw_wire(svg: &mut String, wire: &Wire, title: &str, corners: &[(f64, f64)]) {
    let points: Vec<String> = corners.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
    let (colour, arrow) = if wire.in_loop { (LOOP, "loop") } else { (LINE, "arrow") };
    // A thick line stands for a law, through which values go both ways.
    let end = if wire.both_ways {
        "stroke-width=\"3\"".into()
    } else {
        format!("stroke-width=\"1.2\" marker-end=\"url(#{arrow})\"")
    };
    writeln!(
        svg,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-linejoin=\"round\" {end}>\
         <title>{}</title></polyline>",
        points.join(" "),
        escaped(title)
    )
    .expect("text takes every line");
}

fn draw_slave(svg: &mut String, node: &Node, at: &Placed) {
    let colour = if node.in_loop { LOOP } else { LINE };
    *svg += &format!(
        "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"4\" fill=\"#f4f6fa\" \
         stroke=\"{colour}\"/>\n",
        at.x, at.y, at.width, at.height
    );
    draw_header(svg, node, at, at.y);
    for (k, row) in node.left.iter().enumerate() {
        let colour = if row.connected { LINE } else { UNCONNECTED };
        draw_text(
            svg,
            (at.x + PADDING, at.row(k)),
            "start",
            colour,
            &format!("{}{}", row.text, row.note),
        );
    }
    for (k, row) in node.right.iter().enumerate() {
        draw_text(svg, (at.x + at.width - PADDING, at.row(k)), "end", LINE, &row.text);
    }
    node.through.iter().for_each(|through| draw_through(svg, node, at, through));
}

fn draw_law(svg: &mut String, node: &Node, at: &Placed) {
    let (a, b) = (at.width / 2.0, at.height / 2.0);
    let colour = if node.in_loop { LOOP } else { LINE };
    *svg += &format!(
        "<ellipse cx=\"{:.1}\" cy=\"{:.1}\" rx=\"{a:.1}\" ry=\"{b:.1}\" fill=\"#fff8e6\" \
         stroke=\"{colour}\"/>\n",
        at.x + a,
        at.y + b
    );
    draw_header(svg, node, at, at.y + ROW);
}

/// Name in bold, then the details, each in the middle of a line.
fn draw_header(svg: &mut String, node: &Node, at: &Placed, top: f64) {
    for (k, line) in header(node).iter().enumerate() {
        let place = (at.x + at.width / 2.0, top + (k as f64 + 0.5) * ROW);
        let line = escaped(line);
        let line =
            if k == 0 { format!("<tspan font-weight=\"bold\">{line}</tspan>") } else { line };
        draw_raw(svg, place, "middle", LINE, &line);
    }
}

/// A dashed line from an input to an output, through the gap between the texts.
fn draw_through(svg: &mut String, node: &Node, at: &Placed, through: &Through) {
    let anchor = |place: Place| match place {
        Place::Left(row) => (at.x + PADDING + node.left[row].width() + 3.0, at.row(row)),
        Place::Right(row) => {
            (at.x + at.width - PADDING - node.right[row].width() - 3.0, at.row(row))
        }
    };
    let ((x1, y1), (x2, y2)) = (anchor(through.from), anchor(through.to));
    // Both on the right: an arc to the left.
    let reach = if matches!(through.from, Place::Right(_)) { -30.0 } else { 15.0 };
    let colour = if through.in_loop { LOOP } else { LINE };
    *svg += &format!(
        "<path d=\"M{x1:.1} {y1:.1}C{:.1} {y1:.1} {:.1} {y2:.1} {x2:.1} {y2:.1}\" fill=\"none\" \
         stroke=\"{colour}\" stroke-dasharray=\"4 3\"><title>{} acts on {} at once</title></path>\n",
        x1 + reach,
        x2 - reach.abs(),
        escaped(&through.input),
        escaped(&through.output)
    );
}

fn draw_text(svg: &mut String, place: (f64, f64), anchor: &str, colour: &str, text: &str) {
    draw_raw(svg, place, anchor, colour, &escaped(text));
}

fn draw_raw(svg: &mut String, (x, y): (f64, f64), anchor: &str, colour: &str, text: &str) {
    // Letters stand about a third of their height below their middle.
    let y = y + 4.0;
    *svg += &format!(
        "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" fill=\"{colour}\">{text}</text>\n"
    );
}

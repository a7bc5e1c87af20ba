//! Where boxes stand: in columns from left to right along the connections.

use super::{Diagram, Node, NodeKind, Row};

/// Height of a line of text; all boxes stand on a grid of it.
pub(super) const ROW: f64 = 22.0;
/// Width of a letter of the monospaced font.
const LETTER: f64 = 7.25;
/// Between text and the edge of its box.
pub(super) const PADDING: f64 = 10.0;
/// Between inputs and outputs in a box.
const GAP: f64 = 48.0;
/// Lines leave boxes a little above the middle of their row and enter a little below it, so that
/// neither hides the other.
const SHIFT: f64 = 4.0;

/// A box with its size and place.
#[derive(Clone, Debug)]
pub(super) struct Placed {
    pub(super) column: usize,
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: f64,
    pub(super) height: f64,
    /// Lines of text above the rows.
    pub(super) header: usize,
    kind: NodeKind,
}

impl Placed {
    /// The middle of a row.
    pub(super) fn row(&self, number: usize) -> f64 {
        self.y + (self.header + number) as f64 * ROW + ROW / 2.0
    }

    /// Where lines leave.
    pub(super) fn leave(&self, row: usize) -> (f64, f64) {
        (self.x + self.width, self.row(row) - SHIFT)
    }

    /// Where lines enter.
    pub(super) fn enter(&self, row: usize) -> (f64, f64) {
        if self.kind == NodeKind::Slave {
            return (self.x, self.row(row) + SHIFT);
        }
        // On the ellipse, in one of the two rows about its middle.
        let (a, b) = (self.width / 2.0, self.height / 2.0);
        let rows = (self.height / ROW).round() as usize;
        let y = self.y + (rows / 2 + row) as f64 * ROW - ROW / 2.0 + SHIFT;
        let part = ((y - self.y - b) / b).clamp(-1.0, 1.0);
        (self.x + a - a * (1.0 - part * part).sqrt(), y)
    }
}

/// The lines of text at the top of a node.
pub(super) fn header(node: &Node) -> Vec<String> {
    let mut lines = vec![node.name.clone()];
    lines.extend(node.details.iter().cloned());
    if node.undeclared {
        lines.push("feedthrough not declared".into());
    }
    lines
}

/// The width of a text.
fn width(text: &str) -> f64 {
    text.chars().count() as f64 * LETTER
}

/// Sizes, columns and heights; x comes with the lines between the columns.
pub(super) fn place(diagram: &Diagram) -> Vec<Placed> {
    let columns = columns(diagram);
    let mut placed: Vec<Placed> = diagram.nodes.iter().map(size).collect();
    let count = columns.iter().max().map_or(0, |last| last + 1);
    let mut heights = Vec::new();
    for column in 0..count {
        let mut members: Vec<usize> =
            (0..columns.len()).filter(|&node| columns[node] == column).collect();
        let middle = |node: usize| placed[node].y + placed[node].height / 2.0;
        let mean = |node: usize| {
            let sources = diagram.wires.iter().filter(|wire| wire.to.0 == node);
            let ys = sources.map(|w| w.from.0).filter(|&s| columns[s] < column).map(middle);
            let ys: Vec<f64> = ys.collect();
            if ys.is_empty() { 0.0 } else { ys.iter().sum::<f64>() / ys.len() as f64 }
        };
        members.sort_by(|&a, &b| mean(a).total_cmp(&mean(b)).then(a.cmp(&b)));
        let mut y = 0.0;
        for node in members {
            (placed[node].y, placed[node].column) = (y, column);
            y += ((placed[node].height / ROW).ceil() + 1.0) * ROW;
        }
        heights.push(y - ROW);
    }
    let tallest = heights.iter().copied().fold(0.0, f64::max);
    for node in &mut placed {
        node.y += ((tallest - heights[node.column]) / 2.0 / ROW).floor() * ROW;
    }
    placed
}

impl Row {
    /// The width of its text and note.
    pub(super) fn width(&self) -> f64 {
        width(&self.text) + width(&self.note)
    }
}

fn size(node: &Node) -> Placed {
    let lines = header(node);
    let title = lines.iter().map(|line| width(line)).fold(0.0, f64::max);
    let left = node.left.iter().map(Row::width).fold(0.0, f64::max);
    let right = node.right.iter().map(Row::width).fold(0.0, f64::max);
    let (width, height) = match node.kind {
        NodeKind::Slave => {
            let gap = if left > 0.0 && right > 0.0 || !node.through.is_empty() { GAP } else { 0.0 };
            let rows = node.left.len().max(node.right.len());
            (title.max(left + gap + right), (lines.len() + rows) as f64 * ROW + ROW / 3.0)
        }
        NodeKind::Law => (1.3 * title + ROW, (lines.len() + 2) as f64 * ROW),
    };
    let width = (width + 2.0 * PADDING).ceil();
    let kind = node.kind;
    Placed { column: 0, x: 0.0, y: 0.0, width, height, header: lines.len(), kind }
}

/// The column of each node: one more than the last of those before it.
fn columns(diagram: &Diagram) -> Vec<usize> {
    let order = order(diagram);
    let mut rank = vec![0; order.len()];
    order.iter().enumerate().for_each(|(position, &node)| rank[node] = position);
    let mut columns = vec![0; order.len()];
    for &node in &order {
        let before = diagram.wires.iter().filter(|w| w.to.0 == node);
        let before = before.map(|w| w.from.0).filter(|&source| rank[source] < rank[node]);
        columns[node] = before.map(|source| columns[source] + 1).max().unwrap_or(0);
    }
    columns
}

/// An order in which few lines lead back (Eades, Lin and Smyth 1993): sources first, sinks last,
/// and in a cycle first the node with most outgoing lines.
fn order(diagram: &Diagram) -> Vec<usize> {
    let mut rest: Vec<usize> = (0..diagram.nodes.len()).collect();
    let (mut first, mut last) = (Vec::new(), Vec::new());
    while !rest.is_empty() {
        let among = |a: usize, b: usize| a != b && rest.contains(&a) && rest.contains(&b);
        let lines = || diagram.wires.iter().filter(|w| among(w.from.0, w.to.0));
        let leaving = |node: usize| lines().filter(|w| w.from.0 == node).count();
        let arriving = |node: usize| lines().filter(|w| w.to.0 == node).count();
        let sink = rest.iter().rev().copied().find(|&n| leaving(n) == 0 && arriving(n) > 0);
        let source = rest.iter().copied().find(|&n| arriving(n) == 0);
        let surplus = |n: &usize| leaving(*n) as isize - arriving(*n) as isize;
        let chosen = match (sink, source) {
            (Some(sink), _) => {
                last.push(sink);
                sink
            }
            (None, source) => {
                let most = || rest.iter().copied().rev().max_by_key(surplus);
                let node = source.or_else(most).expect("there is a node left");
                first.push(node);
                node
            }
        };
        rest.retain(|&node| node != chosen);
    }
    first.extend(last.into_iter().rev());
    first
}

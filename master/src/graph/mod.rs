//! A scenario as a picture: who is connected to whom, where inputs act at once, and the algebraic
//! loops that follow.
//!
//! [`Diagram`] is what there is to draw; [`dot`] writes it for Graphviz and [`svg`] draws it.

mod collect;
pub mod dot;
mod ends;
mod layout;
mod loops;
mod route;
pub mod svg;

/// Boxes and the lines between them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Diagram {
    /// Slaves in their order, then laws in theirs.
    pub nodes: Vec<Node>,
    /// Connections in the order of the inputs, then what laws act on.
    pub wires: Vec<Wire>,
}

/// A slave or a law.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Which of the two.
    pub kind: NodeKind,
    /// The slave's name, or the law's.
    pub name: String,
    /// Model or file of a slave, parameters of a law.
    pub details: Vec<String>,
    /// Inputs that connections end at, then those that keep their start values.
    pub left: Vec<Row>,
    /// Outputs where connections begin, then what a law joins.
    pub right: Vec<Row>,
    /// Where inputs act on outputs without delay.
    pub through: Vec<Through>,
    /// Whether the slave leaves open on what its outputs depend.
    pub undeclared: bool,
    /// Whether an algebraic loop passes through it.
    pub in_loop: bool,
}

/// What a node stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeKind {
    /// A subsystem.
    Slave,
    /// A law that the master evaluates.
    Law,
}

/// A line of text at the edge of a box.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The variable or variables.
    pub text: String,
    /// What a connection does to the value: gain and offset.
    pub note: String,
    /// False for an input that keeps its start value.
    pub connected: bool,
}

/// A place at the edge of a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Place {
    /// By its number on the left.
    Left(usize),
    /// By its number on the right.
    Right(usize),
}

/// Direct feedthrough.
#[derive(Clone, Debug, PartialEq)]
pub struct Through {
    /// The input.
    pub input: String,
    /// The output.
    pub output: String,
    /// Where the input stands.
    pub from: Place,
    /// Where the output stands.
    pub to: Place,
    /// Whether it is part of an algebraic loop.
    pub in_loop: bool,
}

/// A line between two nodes, from a right side to a left one.
#[derive(Clone, Debug, PartialEq)]
pub struct Wire {
    /// Node and row where it begins.
    pub from: (usize, usize),
    /// Node and row where it ends; a law has no rows.
    pub to: (usize, usize),
    /// What it carries: `output → input`.
    pub label: String,
    /// Whether it carries values both ways, as to a law.
    pub both_ways: bool,
    /// Whether it is part of an algebraic loop.
    pub in_loop: bool,
}

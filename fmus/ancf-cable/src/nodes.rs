//! The coordinates of all nodes of a cable, or whatever belongs to them.

use std::ops::{Index, IndexMut};

use nalgebra::Matrix2x3;

use crate::element::Coordinates;

/// Of one node: position and slope, or whatever belongs to them, as rows.
pub type Node = Matrix2x3<f64>;

/// One [`Node`] for each of the N + 1 nodes of N elements.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nodes<const N: usize> {
    first: Node,
    others: [Node; N],
}

impl<const N: usize> Nodes<N> {
    /// Zeros for every node.
    pub fn zeros() -> Self {
        Self { first: Node::zeros(), others: [Node::zeros(); N] }
    }

    /// The four rows that belong to an element.
    pub(crate) fn of_element(&self, element: usize) -> Coordinates {
        let mut rows = Coordinates::zeros();
        rows.fixed_rows_mut::<2>(0).copy_from(&self[element]);
        rows.fixed_rows_mut::<2>(2).copy_from(&self[element + 1]);
        rows
    }

    /// Adds to the four rows that belong to an element.
    pub(crate) fn add_to_element(&mut self, element: usize, rows: &Coordinates) {
        self[element] += rows.fixed_rows::<2>(0);
        self[element + 1] += rows.fixed_rows::<2>(2);
    }
}

impl<const N: usize> Index<usize> for Nodes<N> {
    type Output = Node;
    fn index(&self, node: usize) -> &Node {
        if node == 0 { &self.first } else { &self.others[node - 1] }
    }
}

impl<const N: usize> IndexMut<usize> for Nodes<N> {
    fn index_mut(&mut self, node: usize) -> &mut Node {
        if node == 0 { &mut self.first } else { &mut self.others[node - 1] }
    }
}

//! A chain of elements: forces, energies and accelerations of its nodes.

use std::ops::{Index, IndexMut};

use nalgebra::{Matrix2x3, RowVector3};

use crate::element::{Coordinates, Element};
use crate::mass::Mass;

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
    fn of_element(&self, element: usize) -> Coordinates {
        let mut rows = Coordinates::zeros();
        rows.fixed_rows_mut::<2>(0).copy_from(&self[element]);
        rows.fixed_rows_mut::<2>(2).copy_from(&self[element + 1]);
        rows
    }

    fn add_to_element(&mut self, element: usize, rows: &Coordinates) {
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

/// N equal elements in gravity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cable<const N: usize> {
    /// Each of the elements.
    pub element: Element,
    /// Gravity in m/s².
    pub g: RowVector3<f64>,
}

impl<const N: usize> Cable<N> {
    /// Straight and evenly stretched between two points.
    pub fn straight(&self, from: RowVector3<f64>, to: RowVector3<f64>) -> Nodes<N> {
        let mut q = Nodes::zeros();
        let slope = (to - from) / (N as f64 * self.element.l);
        for node in 0..=N {
            let part = node as f64 / N as f64;
            q[node] = Node::from_rows(&[from * (1.0 - part) + to * part, slope]);
        }
        q
    }

    /// G: the generalised forces of gravity (A.14).
    pub fn weight(&self) -> Nodes<N> {
        let mut weight = Nodes::zeros();
        let of_one = self.element.density * self.element.mean() * self.g;
        (0..N).for_each(|e| weight.add_to_element(e, &of_one));
        weight
    }

    /// U.
    pub fn elastic_energy(&self, q: &Nodes<N>) -> f64 {
        (0..N).map(|e| self.element.elastic_energy(&q.of_element(e))).sum()
    }

    /// Q = G − ∂U/∂q: all generalised forces on the nodes.
    pub fn forces(&self, q: &Nodes<N>) -> Nodes<N> {
        let mut forces = self.weight();
        for e in 0..N {
            forces.add_to_element(e, &-self.element.elastic_gradient(&q.of_element(e)));
        }
        forces
    }

    /// T = ½ vᵀ M v.
    pub fn kinetic_energy(&self, v: &Nodes<N>) -> f64 {
        let mass = self.element.mass();
        let of_one = |e: usize| v.of_element(e).dot(&(mass * v.of_element(e)));
        0.5 * (0..N).map(of_one).sum::<f64>()
    }

    /// V = −Gᵀ q: the potential energy of gravity, zero at the origin.
    pub fn potential_energy(&self, q: &Nodes<N>) -> f64 {
        let weight = self.weight();
        -(0..=N).map(|node| weight[node].dot(&q[node])).sum::<f64>()
    }

    /// a with M a = Q, the positions of both ends being held.
    pub fn accelerations(&self, mass: &Mass, mut forces: Nodes<N>) -> Nodes<N> {
        // In the coordinates r and l r_x the mass matrix is a number times that of `mass`.
        let Element { l, density, .. } = self.element;
        (0..=N).for_each(|node| forces[node].row_mut(1).scale_mut(1.0 / l));
        mass.solve(&mut forces);
        for node in 0..=N {
            forces[node].scale_mut(1.0 / (density * l));
            forces[node].row_mut(1).scale_mut(1.0 / l);
        }
        forces
    }
}

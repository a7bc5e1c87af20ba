//! A chain of elements: forces, energies and accelerations of its nodes.

use nalgebra::RowVector3;

use crate::element::Element;
use crate::mass::Mass;
use crate::nodes::{Node, Nodes};

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

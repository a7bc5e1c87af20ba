//! The search for contacts.

use crate::contact::Contact;
use crate::container::Container;
use crate::grid::Grid;
use crate::vector::Vector;

/// Finds all pairs whose surfaces are not farther apart than a margin, with a grid of cells: the cost is in proportion to the
/// number of spheres.
#[derive(Clone, Debug)]
pub struct Search {
    grid: Grid,
    largest: f64,
}

impl Search {
    /// A search among spheres with these radii.
    pub fn new(radii: &[f64]) -> Self {
        let largest = radii.iter().copied().fold(0.0, f64::max);
        Self { grid: Grid::new(radii.len()), largest }
    }

    /// Fills in the contacts, sorted by their owner, with normal and distance; impulses are zero. Between spheres the
    /// margin is at most the largest radius.
    pub fn find(
        &mut self,
        r: &[Vector],
        radii: &[f64],
        container: &Container,
        margin: f64,
        contacts: &mut Vec<Contact>,
    ) {
        contacts.clear();
        let between = margin.min(self.largest);
        self.grid.fill(r, 2.0 * self.largest + between);
        for i in 0..r.len() {
            walls(i, r, radii, container, margin, contacts);
            self.grid.around(r[i], |j| {
                if j > i {
                    contacts.extend(pair(i, j, r, radii, between));
                }
            });
        }
    }
}

/// The contacts of a sphere with walls.
fn walls(
    i: usize,
    r: &[Vector],
    radii: &[f64],
    container: &Container,
    margin: f64,
    contacts: &mut Vec<Contact>,
) {
    let inside = r[i] - container.r;
    for (k, wall) in container.walls.iter().enumerate() {
        if let Some((gap, n)) = wall.distance(inside, radii[i])
            && gap <= margin
        {
            contacts.push(contact([r.len(), i], [i, r.len() + k], gap, n));
        }
    }
}

/// The contact of two spheres that are near each other.
#[inline(always)]
pub fn pair(i: usize, j: usize, r: &[Vector], radii: &[f64], margin: f64) -> Option<Contact> {
    let (d, sum) = (r[j] - r[i], radii[i] + radii[j]);
    let square = d.dot(d);
    if square > (sum + margin).powi(2) {
        return None;
    }
    let distance = square.sqrt();
    // Spheres with the same centre are parted along y.
    let n = if distance > 0.0 { d * (1.0 / distance) } else { Vector::along_y(1.0) };
    Some(contact([i, j], [i, j], distance - sum, n))
}

fn contact(bodies: [usize; 2], [owner, partner]: [usize; 2], gap: f64, n: Vector) -> Contact {
    Contact {
        n,
        gamma: Vector::ZERO,
        bias: 0.0,
        eta: 0.0,
        bodies: bodies.map(|at| at as u32),
        owner: owner as u32,
        partner: partner as u32,
        gap,
    }
}

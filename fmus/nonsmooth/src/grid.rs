//! A grid of cells that finds the neighbours of each sphere.

use crate::vector::Vector;

/// Spheres sorted into cells whose edge is the longest distance at which two may touch, so that all a sphere may touch
/// lies in its own cell and the 26 around it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Grid {
    low: Vector,
    edge: f64,
    /// The number of cells along each axis.
    cells: [usize; 3],
    /// Where the spheres of each cell begin in `items`.
    start: Vec<u32>,
    items: Vec<u32>,
}

impl Grid {
    /// Room for `n` spheres.
    pub fn new(n: usize) -> Self {
        let start = Vec::with_capacity(most_cells(n) + 1);
        Self { start, items: vec![0; n], ..Self::default() }
    }

    /// Sorts the spheres by counting.
    pub fn fill(&mut self, r: &[Vector], reach: f64) {
        self.span(r, reach);
        let count: usize = self.cells.iter().product();
        self.start.clear();
        self.start.resize(count + 1, 0);
        for r in r {
            let cell = self.cell(*r);
            self.start[cell] += 1;
        }
        let mut sum = 0;
        for start in &mut self.start {
            sum += *start;
            *start = sum;
        }
        // From the last to the first, so that each cell has its spheres in ascending order.
        for (i, r) in r.iter().enumerate().rev() {
            let cell = self.cell(*r);
            self.start[cell] -= 1;
            self.items[self.start[cell] as usize] = i as u32;
        }
    }

    /// Chooses the box around all spheres and the edge of the cells. Where the spheres are so far apart that there
    /// would be many more cells than spheres, the cells are larger.
    fn span(&mut self, r: &[Vector], reach: f64) {
        let fold = |bound: f64, f: fn(f64, f64) -> f64| {
            r.iter().fold([bound; 3], |b, r| [0, 1, 2].map(|k| f(b[k], r.0[k])))
        };
        let (low, high) = (fold(f64::INFINITY, f64::min), fold(f64::NEG_INFINITY, f64::max));
        (self.low, self.edge) = (Vector(low), reach);
        let most = most_cells(r.len()) as f64;
        let along =
            |edge: f64| [0, 1, 2].map(|k| ((high[k] - low[k]).max(0.0) / edge).floor() + 1.0);
        while along(self.edge).iter().product::<f64>() > most {
            self.edge *= 1.25;
        }
        self.cells = along(self.edge).map(|count| count as usize);
    }

    /// The coordinates of the cell at a point of the box.
    fn place(&self, r: Vector) -> [usize; 3] {
        let inside = r - self.low;
        [0, 1, 2].map(|k| ((inside.0[k] / self.edge) as usize).min(self.cells[k] - 1))
    }

    fn cell(&self, r: Vector) -> usize {
        let ([x, y, z], [nx, ny, _]) = (self.place(r), self.cells);
        (z * ny + y) * nx + x
    }

    /// Calls `each` with every sphere in the cells around a point, in an order that depends on positions alone.
    #[inline]
    pub fn around(&self, r: Vector, mut each: impl FnMut(usize)) {
        let ([x, y, z], [nx, ny, nz]) = (self.place(r), self.cells);
        let range = |at: usize, count: usize| at.saturating_sub(1)..(at + 2).min(count);
        let along = range(x, nx);
        for z in range(z, nz) {
            for y in range(y, ny) {
                let row = (z * ny + y) * nx;
                // Cells along x lie one after the other.
                let from = self.start[row + along.start] as usize;
                let to = self.start[row + along.end] as usize;
                self.items[from..to].iter().for_each(|j| each(*j as usize));
            }
        }
    }
}

/// The number of cells that `n` spheres may have.
fn most_cells(n: usize) -> usize {
    8 * n + 64
}

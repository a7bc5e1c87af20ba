//! A rod with one end fixed, in nine natural coordinates q: its tip A and two unit vectors across.
//!
//! A point of the rod is r = ξ A + y u₁ + z u₂, so the mass matrix is constant and diagonal, and the
//! rod is rigid by six constraints: |A| = L, |u₁| = |u₂| = 1, and all three vectors at right angles.

use nalgebra::{SMatrix, SVector, Vector3};

/// A, u₁, u₂ and whatever belongs to them.
pub type Coordinates = SVector<f64, 9>;
/// One number per constraint.
pub type Constraints = SVector<f64, 6>;
/// Φ_q.
pub type Jacobian = SMatrix<f64, 6, 9>;

/// How much heavier the penalty makes what a constraint forbids. A repeated penalty loses this
/// factor each time; more of it costs digits.
const PENALTY: f64 = 1e3;

/// Length and inertia of a rod.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rod {
    /// Its length in m.
    pub l: f64,
    /// Its mass in kg.
    pub m: f64,
    /// Its width, that of its square section, in m.
    pub width: f64,
}

/// Vector `n` of three.
fn part(q: &Coordinates, n: usize) -> Vector3<f64> {
    q.fixed_rows::<3>(3 * n).into()
}

impl Rod {
    /// The moment of inertia about the fixed end, across the rod.
    pub fn inertia(&self) -> f64 {
        let (along, across) = self.masses();
        along * self.l * self.l + across
    }

    /// ∫ ξ² dm and ∫ y² dm = ∫ z² dm.
    fn masses(&self) -> (f64, f64) {
        (self.m / 3.0, self.m * self.width * self.width / 12.0)
    }

    /// The diagonal of M.
    pub fn mass(&self) -> Coordinates {
        let (along, across) = self.masses();
        Coordinates::from_fn(|i, _| if i < 3 { along } else { across })
    }

    /// Q: the forces on the coordinates, of gravity and of a force at the tip.
    pub fn forces(&self, g: Vector3<f64>, tip: Vector3<f64>) -> Coordinates {
        let mut forces = Coordinates::zeros();
        forces.fixed_rows_mut::<3>(0).copy_from(&(0.5 * self.m * g + tip));
        forces
    }

    /// Φ(q), without units.
    pub fn constraints(&self, q: &Coordinates) -> Constraints {
        let [a, b, c] = [part(q, 0) / self.l, part(q, 1), part(q, 2)];
        let length = |v: Vector3<f64>| 0.5 * (v.norm_squared() - 1.0);
        Constraints::from([length(a), length(b), length(c), a.dot(&b), a.dot(&c), b.dot(&c)])
    }

    /// Φ_q, which is linear in q; so the rate of Φ_q is that of the velocities.
    pub fn jacobian(&self, q: &Coordinates) -> Jacobian {
        let scales = [1.0 / self.l, 1.0, 1.0];
        let vectors = [part(q, 0) / self.l, part(q, 1), part(q, 2)];
        let mut jacobian = Jacobian::zeros();
        for (row, (i, j)) in
            [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)].into_iter().enumerate()
        {
            for (at, other) in [(i, j), (j, i)] {
                let entry = (scales[at] * vectors[other]).transpose();
                jacobian.fixed_view_mut::<1, 3>(row, 3 * at).copy_from(&entry);
            }
        }
        jacobian
    }

    /// α: one penalty per constraint, in proportion to the inertia that the constraint meets.
    pub fn penalty(&self) -> Constraints {
        let (along, across) = self.masses();
        let length = along * self.l * self.l;
        PENALTY * Constraints::from([length, across, across, across, across, across])
    }

    /// M + Φ_qᵀ α Φ_q, applied inversely to `b`.
    pub fn solve(&self, jacobian: &Jacobian, b: &Coordinates) -> Coordinates {
        let weighted = Jacobian::from_fn(|i, j| self.penalty()[i] * jacobian[(i, j)]);
        let matrix = SMatrix::from_diagonal(&self.mass()) + jacobian.tr_mul(&weighted);
        // Without a factorisation the numbers are not finite, and the step is refused for that.
        matrix.cholesky().map_or(Coordinates::repeat(f64::NAN), |factor| factor.solve(b))
    }

    /// The x nearest to `x` in the norm of M with Φ_q x = b, by an augmented Lagrangian:
    /// (M + Φ_qᵀ α Φ_q) x⁺ = M x + Φ_qᵀ α b, repeated.
    pub fn project(&self, jacobian: &Jacobian, x: Coordinates, b: &Constraints) -> Coordinates {
        let pull = jacobian.tr_mul(&self.penalty().component_mul(b));
        let once = |x: Coordinates| self.solve(jacobian, &(self.mass().component_mul(&x) + pull));
        // Each time the distance shrinks by the penalty, so six times reach rounding.
        (0..6).fold(x, |x, _| once(x))
    }

    /// q̈ with M q̈ + Φ_qᵀ λ = Q and Φ_q q̈ = −Φ̇_q q̇.
    pub fn accelerations(
        &self,
        q: &Coordinates,
        v: &Coordinates,
        forces: &Coordinates,
    ) -> Coordinates {
        let free = forces.component_div(&self.mass());
        self.project(&self.jacobian(q), free, &-(self.jacobian(v) * v))
    }

    /// The coordinates of a rod in a direction, and their rates for a velocity of its tip. A velocity
    /// along the rod counts for nothing; the rod does not spin about its axis.
    pub fn start(&self, direction: Vector3<f64>, velocity: Vector3<f64>) -> [Coordinates; 2] {
        let axis = direction.normalize();
        let across = axis.cross(&Vector3::ith(axis.iamin(), 1.0)).normalize();
        let omega = axis.cross(&velocity) / self.l;
        let vectors = [self.l * axis, across, axis.cross(&across)];
        let stacked =
            |vectors: [Vector3<f64>; 3]| Coordinates::from_fn(|i, _| vectors[i / 3][i % 3]);
        [stacked(vectors), stacked(vectors.map(|vector| omega.cross(&vector)))]
    }
}

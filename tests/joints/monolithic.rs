//! Two bodies in space with a joint between them, integrated in one: the equations of motion with multipliers, the joint differentiated
//! twice, by Runge–Kutta's method. The joint is given by functions of both poses alone, whose derivatives are differences.

use nalgebra::{DMatrix, DVector, Matrix3, Quaternion, SVector, UnitQuaternion, Vector3};

pub type V = Vector3<f64>;
/// Velocities, or changes, of both bodies: of the first centre of mass, its rotation, then those of the second.
type Twelve = SVector<f64, 12>;

/// Mass and principal moments of inertia.
#[derive(Clone, Copy)]
pub struct Inertia {
    pub m: f64,
    pub moments: V,
}

/// Centre of mass, orientation and their rates.
#[derive(Clone, Copy, Debug)]
pub struct Body {
    pub r: V,
    pub q: UnitQuaternion<f64>,
    pub v: V,
    pub omega: V,
}

impl Body {
    /// Moved by a small change.
    fn moved(&self, by: &Twelve, at: usize) -> Self {
        let (r, turn): (V, V) = (by.fixed_rows::<3>(at).into(), by.fixed_rows::<3>(at + 3).into());
        Self { r: self.r + r, q: UnitQuaternion::from_scaled_axis(turn) * self.q, ..*self }
    }

    fn inertia(&self, of: &Inertia) -> Matrix3<f64> {
        let axes = self.q.to_rotation_matrix().into_inner();
        axes * Matrix3::from_diagonal(&of.moments) * axes.transpose()
    }
}

/// Two bodies, and the functions of their poses that the joint keeps at zero.
pub struct Pair<'a> {
    pub inertia: [Inertia; 2],
    pub gravity: V,
    pub joint: &'a dyn Fn(&[Body; 2]) -> Vec<f64>,
}

/// Of positions and angles in central differences of the joint; of its Jacobian.
const STEPS: [f64; 2] = [1e-4, 1e-3];

impl Pair<'_> {
    fn moved(bodies: &[Body; 2], by: &Twelve) -> [Body; 2] {
        [bodies[0].moved(by, 0), bodies[1].moved(by, 6)]
    }

    fn jacobian(&self, bodies: &[Body; 2]) -> DMatrix<f64> {
        let columns: Vec<DVector<f64>> = (0..12)
            .map(|k| {
                let by = Twelve::ith(k, STEPS[0]);
                let [ahead, back] = [by, -by].map(|by| (self.joint)(&Self::moved(bodies, &by)));
                DVector::from_vec(ahead) - DVector::from_vec(back)
            })
            .collect();
        DMatrix::from_columns(&columns) / (2.0 * STEPS[0])
    }

    /// v̇₁, ω̇₁, v̇₂, ω̇₂ from M a − Gᵀ λ = f and G a = −Ġ V.
    fn accelerations(&self, bodies: &[Body; 2]) -> DVector<f64> {
        let velocities = bodies.iter().flat_map(|b| b.v.iter().chain(b.omega.iter()).copied());
        let velocities = Twelve::from_iterator(velocities);
        let g = self.jacobian(bodies);
        let by = velocities * STEPS[1];
        let [ahead, back] = [by, -by].map(|by| self.jacobian(&Self::moved(bodies, &by)));
        let bend = (ahead - back) * velocities / (2.0 * STEPS[1]);
        let rows = g.nrows();
        let mut a = DMatrix::zeros(12 + rows, 12 + rows);
        let mut right = DVector::zeros(12 + rows);
        for (k, (body, of)) in bodies.iter().zip(&self.inertia).enumerate() {
            let inertia = body.inertia(of);
            let turning = -body.omega.cross(&(inertia * body.omega));
            a.view_mut((6 * k, 6 * k), (3, 3)).copy_from(&(Matrix3::identity() * of.m));
            a.view_mut((6 * k + 3, 6 * k + 3), (3, 3)).copy_from(&inertia);
            right.rows_mut(6 * k, 3).copy_from(&(of.m * self.gravity));
            right.rows_mut(6 * k + 3, 3).copy_from(&turning);
        }
        a.view_mut((12, 0), (rows, 12)).copy_from(&g);
        a.view_mut((0, 12), (12, rows)).copy_from(&-g.transpose());
        right.rows_mut(12, rows).copy_from(&-bend);
        a.lu().solve(&right).expect("a joint without redundant rows").rows(0, 12).into_owned()
    }

    /// ṙ, q̇ as a quaternion, v̇ and ω̇ of both.
    fn rates(&self, bodies: &[Body; 2]) -> [Rate; 2] {
        let a = self.accelerations(bodies);
        [0, 1].map(|k| Rate {
            r: bodies[k].v,
            q: Quaternion::from_imag(0.5 * bodies[k].omega) * bodies[k].q.into_inner(),
            v: a.fixed_rows::<3>(6 * k).into(),
            omega: a.fixed_rows::<3>(6 * k + 3).into(),
        })
    }

    fn step(&self, bodies: &[Body; 2], h: f64) -> [Body; 2] {
        let k1 = self.rates(bodies);
        let k2 = self.rates(&added(bodies, h / 2.0, &k1));
        let k3 = self.rates(&added(bodies, h / 2.0, &k2));
        let k4 = self.rates(&added(bodies, h, &k3));
        let mean = |k: usize| k1[k].times(1.0) + k2[k].times(2.0) + k3[k].times(2.0) + k4[k];
        added(bodies, h / 6.0, &[mean(0), mean(1)])
    }

    /// The bodies at each of `count` points `h` apart, and at the start.
    pub fn solution(&self, start: [Body; 2], h: f64, count: usize) -> Vec<[Body; 2]> {
        let steps = (0..count).scan(start, |bodies, _| {
            *bodies = self.step(bodies, h);
            Some(*bodies)
        });
        std::iter::once(start).chain(steps).collect()
    }
}

#[derive(Clone, Copy)]
struct Rate {
    r: V,
    q: Quaternion<f64>,
    v: V,
    omega: V,
}

impl Rate {
    fn times(self, k: f64) -> Self {
        Self { r: self.r * k, q: self.q * k, v: self.v * k, omega: self.omega * k }
    }
}

impl std::ops::Add for Rate {
    type Output = Self;
    fn add(self, b: Self) -> Self {
        Self { r: self.r + b.r, q: self.q + b.q, v: self.v + b.v, omega: self.omega + b.omega }
    }
}

fn added(bodies: &[Body; 2], h: f64, rates: &[Rate; 2]) -> [Body; 2] {
    [0, 1].map(|k| {
        let (body, rate) = (&bodies[k], rates[k].times(h));
        Body {
            r: body.r + rate.r,
            q: UnitQuaternion::from_quaternion(body.q.into_inner() + rate.q),
            v: body.v + rate.v,
            omega: body.omega + rate.omega,
        }
    })
}

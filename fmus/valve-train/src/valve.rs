//! A valve between cam and seat, closed by a spring whose coils have mass.
//!
//! ```text
//! m ẍ = N_cam + N_seat − F_0 + f_0                    N_cam of the depth lift − gap − x, N_seat of −x
//! m_c q̈_j = f_j − f_{j−1},  j = 1 … n,  m_c = m_s/n   f_j = (n + 1) (k (q_{j+1} − q_j) + d (q̇_{j+1} − q̇_j))
//! ```
//!
//! with q_0 = x and q_{n+1} = 0. Positions x, q_1 … q_n stand in one slice and their velocities in another, so that
//! the loop over the coils runs on several at once.

use crate::cam::Lift;
use engine_laws::Contact;

/// What a valve with its spring is made of.
#[derive(Clone, Copy, Debug)]
pub struct Valve {
    /// m in kg.
    pub mass: f64,
    /// F_0 of the spring in N.
    pub preload: f64,
    /// k of the spring in N/m.
    pub stiffness: f64,
    /// d of the spring in N·s/m.
    pub damping: f64,
    /// m_s of the spring in kg.
    pub spring_mass: f64,
    /// Between cam and valve while it is closed, in m.
    pub gap: f64,
    /// With the cam.
    pub cam: Contact,
    /// With the seat.
    pub seat: Contact,
}

impl Default for Valve {
    fn default() -> Self {
        let contact = Contact { stiffness: 5e7, damping: 0.5, rounding: 5e-6 };
        Self {
            mass: 0.05,
            preload: 150.0,
            stiffness: 2.2e4,
            damping: 0.8,
            spring_mass: 0.03,
            gap: 20e-6,
            cam: contact,
            seat: contact,
        }
    }
}

impl Valve {
    /// Fills in the accelerations; `rate` is the speed of the lift in m/s. Gives the force N_cam, and the power that contacts and spring dissipate.
    #[inline]
    pub fn accelerations(
        &self,
        lift: Lift,
        rate: f64,
        [q, w]: [&[f64]; 2],
        a: &mut [f64],
    ) -> (f64, f64) {
        let (x, v) = (q[0], w[0]);
        let (cam, in_cam) = self.cam.force(lift.height - self.gap - x, rate - v);
        let (seat, in_seat) = self.seat.force(-x, -v);
        let (spring, in_spring) = self.spring([q, w], a);
        a[0] = (cam + seat - self.preload + spring) / self.mass;
        (cam, in_cam + in_seat + in_spring)
    }

    /// The spring: fills in the accelerations of the coils, gives the force f_0 on the valve and the power of its dampers.
    #[inline]
    fn spring(&self, [q, w]: [&[f64]; 2], a: &mut [f64]) -> (f64, f64) {
        let n = q.len() - 1;
        let coils = (n + 1) as f64;
        let (k, d) = (self.stiffness * coils, self.damping * coils);
        // Between the valve and the first coil, and between the last coil and the head.
        let first = [q[1] - q[0], w[1] - w[0]];
        let last = [-q[n], -w[n]];
        let per_mass = n as f64 / self.spring_mass;
        let (k_m, d_m) = (k * per_mass, d * per_mass);
        let power = surge([k_m, d_m], [q, w], &mut a[1..n]);
        a[n] = k_m * (last[0] - (q[n] - q[n - 1])) + d_m * (last[1] - (w[n] - w[n - 1]));
        let ends = last[1] * last[1] + first[1] * first[1];
        (k * first[0] + d * first[1], d * (power + ends))
    }

    /// ½ m v² + F_0 x + ½ m_c Σq̇² + ½ (n + 1) k Σ(q_{j+1} − q_j)² + what the contacts store.
    pub fn energy(&self, lift: Lift, [q, w]: [&[f64]; 2]) -> f64 {
        let n = q.len() - 1;
        let square = |x: f64| x * x;
        let springs: f64 = q.windows(2).map(|pair| square(pair[1] - pair[0])).sum();
        let coils: f64 = w[1..].iter().map(|w| square(*w)).sum();
        let kinetic = 0.5 * (self.mass * square(w[0]) + self.spring_mass / n as f64 * coils);
        let stretched = 0.5 * self.stiffness * (n + 1) as f64 * (springs + square(q[n]));
        let contacts = self.cam.energy(lift.height - self.gap - q[0]) + self.seat.energy(-q[0]);
        kinetic + stretched + contacts + self.preload * q[0]
    }

    /// The start of positions: an open valve is pressed on its cam as if there were no gap, a closed one rests on its
    /// seat, and the coils follow the lift.
    pub fn start_positions(&self, lift: Lift, q: &mut [f64]) {
        spread(lift.height, q);
        let pressed = (self.preload + self.stiffness * lift.height) / self.cam.stiffness;
        let open = lift.height > 0.0;
        q[0] = if open { lift.height - pressed } else { -self.preload / self.seat.stiffness };
    }

    /// The start of velocities: those of the lift, and of the coils in proportion.
    pub fn start_velocities(&self, rate: f64, w: &mut [f64]) {
        spread(rate, w);
    }
}

/// From a value at the valve linearly to zero at the other end of the spring.
fn spread(of_valve: f64, values: &mut [f64]) {
    let parts = values.len() as f64;
    for (j, value) in values.iter_mut().enumerate() {
        *value = of_valve * (1.0 - j as f64 / parts);
    }
}

/// How many coils the loop takes at once.
const LANES: usize = 4;

/// The accelerations k δ²q + d δ²w of all coils but the last, and Σ(w_{j+1} − w_j)² beyond the first pair.
#[inline]
fn surge([k, d]: [f64; 2], [q, w]: [&[f64]; 2], a: &mut [f64]) -> f64 {
    let n = a.len();
    let [q0, q1, q2] = [&q[..n], &q[1..=n], &q[2..n + 2]];
    let [w0, w1, w2] = [&w[..n], &w[1..=n], &w[2..n + 2]];
    let mut squares = [0.0; LANES];
    let whole = n - n % LANES;
    for start in (0..whole).step_by(LANES) {
        let of = |x: &[f64]| -> [f64; LANES] { std::array::from_fn(|i| x[start + i]) };
        let [q0, q1, q2] = [of(q0), of(q1), of(q2)];
        let [w0, w1, w2] = [of(w0), of(w1), of(w2)];
        let a = &mut a[start..start + LANES];
        for i in 0..LANES {
            let ahead = w2[i] - w1[i];
            a[i] = k * ((q2[i] - q1[i]) - (q1[i] - q0[i])) + d * (ahead - (w1[i] - w0[i]));
            squares[i] += ahead * ahead;
        }
    }
    for i in whole..n {
        let ahead = w2[i] - w1[i];
        a[i] = k * ((q2[i] - q1[i]) - (q1[i] - q0[i])) + d * (ahead - (w1[i] - w0[i]));
        squares[0] += ahead * ahead;
    }
    squares.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spring_at_rest_is_as_stiff_as_stated_whatever_its_coils() {
        let (valve, x) = (Valve::default(), 3e-3);
        for n in [1, 2, 5, 8, 121] {
            let q: Vec<f64> = (0..=n).map(|j| x * (1.0 - j as f64 / (n + 1) as f64)).collect();
            let (w, mut a) = (vec![0.0; n + 1], vec![0.0; n + 1]);
            let (force, power) = valve.spring([&q, &w], &mut a);
            assert!((force / (-valve.stiffness * x) - 1.0).abs() < 1e-12, "{n} coils: {force}");
            // A position is rounded three times by half of ε x, and a second difference takes four.
            let per_mass = valve.stiffness * (n * (n + 1)) as f64 / valve.spring_mass;
            let rounding = 4.0 * 1.5 * f64::EPSILON * x * per_mass;
            assert!(a[1..].iter().all(|a| a.abs() <= rounding), "{n} coils: {a:?}");
            assert_eq!(power, 0.0);
        }
    }

    #[test]
    fn the_first_frequency_of_a_spring_held_at_both_ends_is_that_of_a_rod() {
        // q_j = sin(π j/(n + 1)) is a mode of the coils, ω² = 4 (n + 1) k n/m_s sin²(π/2(n + 1)).
        let (valve, n) = (Valve::default(), 40);
        let per_coil = std::f64::consts::PI / (n + 1) as f64;
        let mut q: Vec<f64> = (0..=n).map(|j| 1e-4 * (per_coil * j as f64).sin()).collect();
        q[0] = 0.0;
        let (w, mut a) = (vec![0.0; n + 1], vec![0.0; n + 1]);
        valve.spring([&q, &w], &mut a);
        let coils = (n * (n + 1)) as f64;
        let square =
            4.0 * valve.stiffness * coils / valve.spring_mass * (per_coil / 2.0).sin().powi(2);
        for (a, q) in a.iter().zip(&q).skip(1) {
            assert!((a + square * q).abs() < 1e-9 * square * 1e-4, "{a} at {q}");
        }
    }
}

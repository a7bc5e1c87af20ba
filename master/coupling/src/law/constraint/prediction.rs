//! The motion of the partner at the end of the coming step, from its past.
//!
//! The rule continues each coordinate. A rule that goes on from values and derivatives gives the velocity as the slope of the
//! position, and the acceleration is held: with `two-step-hermite` these are eqs. (33)–(35) of Zhang et al. (2022). Other
//! rules continue position, velocity and acceleration each by itself.
//!
//! A rotation in space is continued as a rotation vector θ from the newest orientation: ω = J(θ) θ̇ with the left Jacobian J of
//! the exponential map.

use nalgebra::{Quaternion, UnitQuaternion, Vector3};

use super::exponential_map::{inverse_left_jacobian, left_jacobian};
use super::motion::{Motion, Turn};
use crate::law::joint::{Orientation, Vector};
use crate::polynomial::Polynomial;
use crate::signals::History;
use crate::signals::extrapolation::{Extrapolation, Past};

/// Coordinates: three translations, three rotations.
const COORDINATES: usize = 6;
/// Position, velocity and acceleration of each, then a quaternion.
const SIGNALS: usize = 3 * COORDINATES + 4;

/// Which coordinates a partner moves in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Space {
    /// Along x.
    Line,
    /// x, y and the angle about z.
    Plane,
    /// Three translations, and rotations by a quaternion.
    Space,
}

impl Space {
    fn coordinates(self) -> &'static [usize] {
        match self {
            Self::Line => &[0],
            Self::Plane => &[0, 1, 5],
            Self::Space => &[0, 1, 2, 3, 4, 5],
        }
    }
}

/// The past of a motion, and the rule that continues it.
pub(super) struct MotionPast {
    rule: Box<dyn Extrapolation>,
    space: Space,
    /// Values, and their time derivatives.
    u: History,
    du: History,
    t: f64,
    /// What the rule continues.
    continued: Vec<usize>,
    ahead: Vec<Polynomial>,
    /// The motion one step before the start, where the user knows it; it counts while one point is known.
    previous: Option<Motion<f64>>,
}

/// What is kept of it in a slot.
#[derive(Clone)]
pub(super) struct KeptPast {
    u: History,
    du: History,
    t: f64,
}

impl MotionPast {
    pub(super) fn new(
        rule: Box<dyn Extrapolation>,
        space: Space,
        previous: Option<Motion<f64>>,
    ) -> Self {
        // Two points, so that the acceleration can be found from velocities.
        let points = rule.points().max(2);
        let levels = if rule.continues_derivatives() { 0..1 } else { 0..3 };
        let all = space.coordinates().iter().flat_map(|k| levels.clone().map(move |n| 3 * k + n));
        // A rule with derivatives has none of an acceleration.
        let continued = all.filter(|i| !(rule.needs_derivatives() && i % 3 == 2)).collect();
        Self {
            u: History::new(SIGNALS, points),
            du: History::new(SIGNALS, points),
            ahead: vec![Polynomial::constant(0.0); SIGNALS],
            t: f64::NAN,
            rule,
            space,
            continued,
            previous,
        }
    }

    pub(super) fn points(&self) -> usize {
        self.rule.points().max(2)
    }

    pub(super) fn forget(&mut self) {
        self.u.clear();
        self.du.clear();
    }

    pub(super) fn kept(&self) -> KeptPast {
        KeptPast { u: self.u.clone(), du: self.du.clone(), t: self.t }
    }

    pub(super) fn save(&self, kept: &mut KeptPast) {
        kept.u.copy_from(&self.u);
        kept.du.copy_from(&self.du);
        kept.t = self.t;
    }

    pub(super) fn restore(&mut self, kept: &KeptPast) {
        self.u.copy_from(&kept.u);
        self.du.copy_from(&kept.du);
        self.t = kept.t;
    }

    /// From the last point to one at `t`, in s; none where that is not later.
    pub(super) fn t_before(&self, t: f64) -> Option<f64> {
        (self.u.known() > 0 && t > self.t).then_some(t - self.t)
    }

    /// Takes note of the motion at a communication point; one that was there before is replaced.
    pub(super) fn tell(&mut self, t: f64, motion: &Motion<f64>) {
        let h = if self.u.known() == 0 {
            0.0
        } else if t > self.t {
            self.length(t - self.t)
        } else {
            let h = self.u.length(0);
            self.u.take_back();
            self.du.take_back();
            h
        };
        self.t = t;
        self.push(h, motion);
    }

    fn push(&mut self, h: f64, motion: &Motion<f64>) {
        let (mut u, mut du) = ([0.0; SIGNALS], [0.0; SIGNALS]);
        for k in 0..COORDINATES {
            let (x, v, a) = coordinate(motion, k);
            (u[3 * k], u[3 * k + 1], u[3 * k + 2]) = (x, v, a);
            (du[3 * k], du[3 * k + 1]) = (v, a);
        }
        if let Turn::Space(Orientation(q)) = motion.turn {
            u[3 * COORDINATES..].copy_from_slice(&q);
        }
        self.u.push(h, &u);
        self.du.push(h, &du);
        if self.space == Space::Space {
            self.turn_from_newest();
        }
    }

    /// Makes the rotations of all points rotation vectors from the newest orientation.
    fn turn_from_newest(&mut self) {
        let newest = orientation(self.u.values(0));
        for back in 0..self.u.known() {
            let u = self.u.values_mut(back);
            let theta = (orientation(u) * newest.inverse()).scaled_axis();
            let omega = Vector3::from_fn(|n, _| u[3 * (3 + n) + 1]);
            let rate = inverse_left_jacobian(theta, omega);
            for n in 0..3 {
                u[3 * (3 + n)] = theta[n];
                self.du.values_mut(back)[3 * (3 + n)] = rate[n];
            }
        }
    }

    /// The motion at the end of a step of length `h`.
    pub(super) fn predict(&mut self, h: f64) -> Motion<f64> {
        if let (1, Some(previous)) = (self.u.known(), self.previous) {
            self.begin_before(h, &previous);
        }
        let past = Past { u: &self.u, du: &self.du };
        let h = self.length(h);
        self.rule.extrapolate(past, h, &self.continued, &mut self.ahead);
        let mut motion = Motion::zero();
        for &k in self.space.coordinates() {
            let newest = self.u.values(0);
            let (x, v) = (self.ahead[3 * k], self.ahead[3 * k + 1]);
            let by_slope = self.rule.continues_derivatives();
            let value = |i: usize| self.ahead[i].end();
            let a = if self.continued.contains(&(3 * k + 2)) {
                value(3 * k + 2)
            } else {
                newest[3 * k + 2]
            };
            let v = if by_slope { x.slope(1.0) / h } else { v.end() };
            set(&mut motion, k, (x.end(), v, a)); // (34), (33), (35)
        }
        self.turn(&mut motion);
        motion
    }

    /// Steps that differ by rounding are equal: the past is told by times, not by lengths.
    fn length(&self, h: f64) -> f64 {
        let last = self.u.length(0);
        if (last - h).abs() <= 1e-9 * h { last } else { h }
    }

    fn begin_before(&mut self, h: f64, previous: &Motion<f64>) {
        let (u, du) = (self.u.values(0).to_vec(), self.du.values(0).to_vec());
        self.u.clear();
        self.du.clear();
        self.push(0.0, previous);
        self.u.push(h, &u);
        self.du.push(h, &du);
    }

    /// Makes an orientation and an angular velocity of a rotation vector and its rate.
    fn turn(&self, motion: &mut Motion<f64>) {
        if self.space != Space::Space {
            return; // In the plane the angle was continued as the third rotation.
        }
        let theta = Vector3::from_fn(|n, _| self.ahead[3 * (3 + n)].end());
        let turned = UnitQuaternion::from_scaled_axis(theta) * orientation(self.u.values(0));
        let q = turned.quaternion();
        motion.turn = Turn::Space(Orientation([q.w, q.i, q.j, q.k]));
        if self.rule.continues_derivatives() {
            let Vector(rate) = motion.angular_velocity;
            let omega = left_jacobian(theta, Vector3::from(rate));
            motion.angular_velocity = Vector([omega.x, omega.y, omega.z]);
        }
    }
}

/// Position, velocity and acceleration of a coordinate; the position of a rotation in space is set elsewhere.
fn coordinate(motion: &Motion<f64>, k: usize) -> (f64, f64, f64) {
    if k < 3 {
        let Motion { position, velocity, acceleration, .. } = motion;
        return (position.0[k], velocity.0[k], acceleration.0[k]);
    }
    let Motion { angular_velocity, angular_acceleration, .. } = motion;
    let angle = match motion.turn {
        Turn::Angle(phi) if k == 5 => phi,
        _ => 0.0,
    };
    (angle, angular_velocity.0[k - 3], angular_acceleration.0[k - 3])
}

fn set(motion: &mut Motion<f64>, k: usize, (x, v, a): (f64, f64, f64)) {
    if k < 3 {
        (motion.position.0[k], motion.velocity.0[k], motion.acceleration.0[k]) = (x, v, a);
        return;
    }
    (motion.angular_velocity.0[k - 3], motion.angular_acceleration.0[k - 3]) = (v, a);
    if k == 5 {
        motion.turn = Turn::Angle(x);
    }
}

fn orientation(signals: &[f64]) -> UnitQuaternion<f64> {
    let q = &signals[3 * COORDINATES..];
    UnitQuaternion::from_quaternion(Quaternion::new(q[0], q[1], q[2], q[3]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::signals::extrapolation::{Hermite, TwoStepHermite};

    #[test]
    fn a_steady_rotation_about_a_fixed_axis_is_continued_exactly() {
        let (omega, h) = (Vector3::new(1.0, 2.0, -0.5), 0.05);
        let rules: [Box<dyn Extrapolation>; 2] =
            [Box::new(TwoStepHermite::new(0.3)), Box::new(Hermite::new(2))];
        for rule in rules {
            let mut past = MotionPast::new(rule, Space::Space, None);
            let at = |t: f64| UnitQuaternion::from_scaled_axis(omega * t);
            for n in 0..3 {
                let t = f64::from(n) * h;
                let q = *at(t).quaternion();
                let turn = Turn::Space(Orientation([q.w, q.i, q.j, q.k]));
                let angular_velocity = Vector([omega.x, omega.y, omega.z]);
                past.tell(t, &Motion { turn, angular_velocity, ..Motion::zero() });
            }
            let motion = past.predict(h);
            let Turn::Space(Orientation(q)) = motion.turn else { panic!("it is in space") };
            let found = UnitQuaternion::from_quaternion(Quaternion::new(q[0], q[1], q[2], q[3]));
            assert!(found.angle_to(&at(3.0 * h)) < 1e-12);
            assert!((Vector3::from(motion.angular_velocity.0) - omega).norm() < 1e-11);
        }
    }
}

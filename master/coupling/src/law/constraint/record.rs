//! What became of a constraint in a run: its gap, and whether the slaves did what the method assumes.

use super::drift::Drift;
use super::gap::Gap;

/// What is seen of a constraint at communication points.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Record {
    /// The gap at position level.
    pub distance: Drift,
    /// The gap at velocity level.
    pub speed: Drift,
    /// The gap of the orientation.
    pub angle: Drift,
    /// The gap of the angular velocity.
    pub angular_speed: Drift,
    /// By how much the velocity of marker B differed at most from the prescribed one of eq. (18), in m/s or rad/s.
    pub not_followed: f64,
    /// The velocity of marker B, in m/s or rad/s.
    pub fastest: Drift,
    /// The largest reaction along axes that are free, in N or N·m.
    pub free_reaction: f64,
    /// The largest reaction, in N or N·m.
    pub reaction: f64,
}

impl Record {
    pub(in crate::law) fn note(&mut self, t: f64, gap: &Gap) {
        self.distance.note(t, gap.distance);
        self.speed.note(t, gap.speed);
        self.angle.note(t, gap.angle);
        self.angular_speed.note(t, gap.angular_speed);
    }
}

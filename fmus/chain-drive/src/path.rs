//! The line that the pins lie on: straight strands and arcs, round the pitch circles of the wheels and over the rail.

use std::f64::consts::TAU;

/// A circle that the path goes round.
#[derive(Clone, Copy, Debug)]
pub struct Circle {
    /// In m.
    pub centre: [f64; 2],
    /// In m.
    pub radius: f64,
    /// o: 1 where the path turns counter-clockwise round it, −1 where clockwise.
    pub turn: f64,
}

/// A point of the path.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    /// In m.
    pub position: [f64; 2],
    /// Unit vector along the path.
    pub direction: [f64; 2],
    /// The circle it lies on, if it lies on one.
    pub circle: Option<usize>,
}

/// One arc and the strand that follows it.
#[derive(Clone, Copy, Debug)]
struct Piece {
    circle: Circle,
    /// Arc length where the arc begins, where it ends, and where the strand ends.
    begin: f64,
    leave: f64,
    end: f64,
    /// Direction of the path where the arc begins and where it ends, in rad.
    entry: f64,
    exit: f64,
}

/// A closed path that begins where it meets its first circle.
#[derive(Clone, Debug)]
pub struct Path {
    pieces: Vec<Piece>,
}

/// The direction θ of the tangent from circle i to circle j, θ = ∠D − asin((o_j r_j − o_i r_i)/|D|) with D from centre to centre,
/// and its length; nothing where the circles overlap.
pub fn tangent(i: &Circle, j: &Circle) -> Option<(f64, f64)> {
    let [x, y] = [j.centre[0] - i.centre[0], j.centre[1] - i.centre[1]];
    let distance = x.hypot(y);
    let step = j.turn * j.radius - i.turn * i.radius;
    let length = (distance * distance - step * step).sqrt();
    (length > 0.0).then(|| (y.atan2(x) - (step / distance).asin(), length))
}

/// Where a path of direction θ touches a circle: C − o r (−sin θ, cos θ).
pub fn touching(circle: &Circle, theta: f64) -> [f64; 2] {
    let ((sin, cos), r) = (theta.sin_cos(), circle.turn * circle.radius);
    [circle.centre[0] + r * sin, circle.centre[1] - r * cos]
}

impl Path {
    /// The path round `circles`, in their order; nothing where two of them are in each other's way.
    pub fn new(circles: &[Circle]) -> Option<Self> {
        let n = circles.len();
        let mut tangents = Vec::with_capacity(n);
        for i in 0..n {
            tangents.push(tangent(&circles[i], &circles[(i + 1) % n])?);
        }
        let mut begin = 0.0;
        let piece = |i: usize| {
            let circle = circles[i];
            let ((entry, _), (exit, strand)) = (tangents[(i + n - 1) % n], tangents[i]);
            let leave = begin + circle.radius * (circle.turn * (exit - entry)).rem_euclid(TAU);
            let piece = Piece { circle, begin, leave, end: leave + strand, entry, exit };
            begin = piece.end;
            piece
        };
        Some(Self { pieces: (0..n).map(piece).collect() })
    }

    /// Its length in m.
    pub fn length(&self) -> f64 {
        self.pieces.last().map_or(0.0, |piece| piece.end)
    }

    /// The angle by which it turns on circle `i`, in rad.
    pub fn angle_on(&self, i: usize) -> f64 {
        (self.pieces[i].leave - self.pieces[i].begin) / self.pieces[i].circle.radius
    }

    /// Both ends of the strand that follows circle `i`.
    pub fn strand(&self, i: usize) -> [[f64; 2]; 2] {
        let next = &self.pieces[(i + 1) % self.pieces.len()];
        [touching(&self.pieces[i].circle, self.pieces[i].exit), touching(&next.circle, next.entry)]
    }

    /// The point at arc length `s`, which goes on where the path has closed.
    pub fn at(&self, s: f64) -> Point {
        let s = s.rem_euclid(self.length());
        let i = self.piece_at(s);
        let Piece { circle, begin, leave, entry, exit, .. } = self.pieces[i];
        let is_on = s < leave;
        let theta = if is_on { entry + circle.turn * (s - begin) / circle.radius } else { exit };
        let (([x, y], (sin, cos)), straight) =
            ((touching(&circle, theta), theta.sin_cos()), (s - leave).max(0.0));
        Point {
            position: [x + straight * cos, y + straight * sin],
            direction: [cos, sin],
            circle: is_on.then_some(i),
        }
    }

    fn piece_at(&self, s: f64) -> usize {
        self.pieces.iter().position(|piece| s < piece.end).unwrap_or(0)
    }

    /// The arc length at the other end of a chord of length `p` that begins at `s`.
    pub fn chord(&self, s: f64, p: f64) -> f64 {
        let turns = s.div_euclid(self.length()) * self.length();
        let piece = &self.pieces[self.piece_at(s - turns)];
        let is_on = s - turns < piece.leave;
        let step = if is_on {
            2.0 * piece.circle.radius * (0.5 * p / piece.circle.radius).asin()
        } else {
            p
        };
        let limit = if is_on { piece.leave } else { piece.end };
        if s - turns + step < limit { s + step } else { self.chord_across(s, p) }
    }

    /// The chord where it passes from an arc to a strand or back: a bisection.
    fn chord_across(&self, s: f64, p: f64) -> f64 {
        let from = self.at(s).position;
        let (mut low, mut high) = (s, s + 2.0 * p);
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            let [x, y] = self.at(middle).position;
            if (x - from[0]).hypot(y - from[1]) < p { low = middle } else { high = middle }
        }
        0.5 * (low + high)
    }
}

//! Where lines run: out of a box into the channel beside its column, up or down on a track of
//! their own, and into the next box; to any other column by a lane below all boxes.
//!
//! Lines from the same output share their tracks and their lane.

use super::layout::Placed;
use super::{Diagram, Wire};

/// Between two tracks or lanes.
const SPACING: f64 = 10.0;
/// Between a box and the first track.
const MARGIN: f64 = 20.0;

/// A vertical piece of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Track {
    channel: usize,
    /// The output that the line begins at.
    net: (usize, usize),
    kind: Kind,
    /// Where the line enters the track, or leaves it for a box.
    y: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// From a box down to a lane.
    ToLane,
    Up,
    Down,
    /// From a lane up to a box.
    FromLane,
}

/// The points between which a line is straight.
pub(super) type Corners = Vec<(f64, f64)>;

/// The corners of every wire; sets the x of the boxes and returns the size of the picture too.
pub(super) fn route(diagram: &Diagram, placed: &mut [Placed]) -> (Vec<Corners>, (f64, f64)) {
    let tracks = tracks(diagram, placed);
    let (starts, width) = channels(placed, &tracks);
    let bottom = placed.iter().map(|p| p.y + p.height).fold(0.0, f64::max);
    let mut lanes: Vec<(usize, usize)> = Vec::new();
    for wire in diagram.wires.iter().filter(|wire| is_long(placed, wire)) {
        if !lanes.contains(&wire.from) {
            lanes.push(wire.from);
        }
    }
    let x_of = |wire: &Wire, entering: bool| {
        let wanted = track(placed, wire, entering);
        let position =
            |t: &Track| (t.channel, t.net, t.kind) == (wanted.channel, wanted.net, wanted.kind);
        let before = tracks.iter().filter(|t| t.channel == wanted.channel);
        let number = before.clone().position(position).expect("every wire has its tracks");
        starts[wanted.channel] + MARGIN + number as f64 * SPACING
    };
    let corners = diagram.wires.iter().map(|wire| {
        let (start, end) =
            (placed[wire.from.0].leave(wire.from.1), placed[wire.to.0].enter(wire.to.1));
        let x = x_of(wire, false);
        if !is_long(placed, wire) {
            return vec![start, (x, start.1), (x, end.1), end];
        }
        let lane = lanes.iter().position(|net| *net == wire.from).expect("collected above");
        let (lane, back) = (bottom + MARGIN + lane as f64 * SPACING, x_of(wire, true));
        vec![start, (x, start.1), (x, lane), (back, lane), (back, end.1), end]
    });
    let corners = corners.collect();
    let below = if lanes.is_empty() { 0.0 } else { MARGIN + lanes.len() as f64 * SPACING };
    (corners, (width, bottom + below))
}

/// Whether a wire must leave the channel that it begins in.
fn is_long(placed: &[Placed], wire: &Wire) -> bool {
    placed[wire.to.0].column != placed[wire.from.0].column + 1
}

/// The track of a wire behind its beginning, or before its end.
fn track(placed: &[Placed], wire: &Wire, entering: bool) -> Track {
    let (from, to) = (&placed[wire.from.0], &placed[wire.to.0]);
    let (start, end) = (from.leave(wire.from.1).1, to.enter(wire.to.1).1);
    let (channel, kind, y) = match (is_long(placed, wire), entering) {
        (true, true) => (to.column, Kind::FromLane, end),
        (true, false) => (from.column + 1, Kind::ToLane, start),
        (false, _) if end < start => (from.column + 1, Kind::Up, start),
        (false, _) => (from.column + 1, Kind::Down, start),
    };
    Track { channel, net: wire.from, kind, y }
}

/// All tracks, from left to right in each channel, such that few lines cross.
fn tracks(diagram: &Diagram, placed: &[Placed]) -> Vec<Track> {
    let mut tracks: Vec<Track> = Vec::new();
    for wire in &diagram.wires {
        for entering in [false, true] {
            let new = track(placed, wire, entering);
            let same =
                |t: &&mut Track| (t.channel, t.net, t.kind) == (new.channel, new.net, new.kind);
            match tracks.iter_mut().find(same) {
                Some(known) => known.y = known.y.min(new.y),
                None => tracks.push(new),
            }
        }
    }
    let outer_first = |t: &Track| match t.kind {
        Kind::ToLane | Kind::Down => -t.y,
        Kind::Up | Kind::FromLane => t.y,
    };
    tracks.sort_by(|a, b| {
        let by_y = outer_first(a).total_cmp(&outer_first(b));
        a.channel.cmp(&b.channel).then(a.kind.cmp(&b.kind)).then(by_y)
    });
    tracks
}

/// Gives every column its x; returns where each channel begins, and the width of all.
fn channels(placed: &mut [Placed], tracks: &[Track]) -> (Vec<f64>, f64) {
    let columns = placed.iter().map(|p| p.column + 1).max().unwrap_or(0);
    let (mut starts, mut x) = (Vec::new(), 0.0);
    for column in 0..=columns {
        starts.push(x);
        let count = tracks.iter().filter(|track| track.channel == column).count();
        if count > 0 {
            x += 2.0 * MARGIN + (count - 1) as f64 * SPACING;
        } else if column > 0 && column < columns {
            x += 2.0 * MARGIN;
        }
        let members = || placed.iter().filter(|p| p.column == column);
        let width = members().map(|p| p.width).fold(0.0, f64::max);
        for member in placed.iter_mut().filter(|p| p.column == column) {
            member.x = x;
            member.width = width;
        }
        x += width;
    }
    (starts, x)
}

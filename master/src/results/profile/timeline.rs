//! A picture of some macro steps: a lane for each slave, a bar while it is busy.

use std::fmt::Write;
use std::io;
use std::path::Path;
use std::time::Instant;

use super::Profile;
use crate::svg::escaped;

/// Macro steps in the picture.
const STEPS: usize = 20;
/// Slaves in the picture.
const LANES: usize = 40;
const LEFT: f64 = 140.0;
const WIDTH: f64 = 900.0;
const LANE: f64 = 22.0;
const TOP: f64 = 40.0;
/// Colours of threads, from the first on.
const COLOURS: [&str; 6] = ["#1f77b4", "#ff7f0e", "#2ca02c", "#d62728", "#9467bd", "#8c564b"];

/// Draws the last macro steps that are kept.
pub fn draw(profile: &Profile, path: &Path) -> io::Result<()> {
    std::fs::write(path, picture(profile))
}

fn picture(profile: &Profile) -> String {
    let points = &profile.points;
    let first = points.len().saturating_sub(STEPS + 1);
    let begin = points.get(first).map_or(profile.begin, |(instant, _)| *instant);
    let end = points.last().map_or(profile.last, |(instant, _)| *instant);
    let length = (end - begin).as_secs_f64().max(1e-9);
    let x = |instant: Instant| {
        LEFT + WIDTH * instant.saturating_duration_since(begin).as_secs_f64() / length
    };
    let lanes = profile.accounts.len().min(LANES);
    let (width, bottom) = (LEFT + WIDTH + 20.0, TOP + lanes as f64 * LANE);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{}\" font-family=\"sans-serif\" \
         font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{LEFT}\" y=\"20\">{} macro steps in {:.1} µs; a colour for each thread, lines at communication \
         points</text>\n",
        bottom + 30.0,
        points.len() - first.min(points.len()) - usize::from(!points.is_empty()),
        1e6 * length
    );
    for (lane, account) in profile.accounts.iter().take(lanes).enumerate() {
        let y = TOP + lane as f64 * LANE + 15.0;
        let name = escaped(&account.name);
        let _ =
            writeln!(svg, "<text x=\"{}\" y=\"{y}\" text-anchor=\"end\">{name}</text>", LEFT - 8.0);
    }
    let shown = |entry: &&super::Entry| {
        entry.slave < lanes && entry.span.begin >= begin && entry.span.end <= end
    };
    for entry in profile.entries.iter().filter(shown) {
        let (from, to) = (x(entry.span.begin), x(entry.span.end));
        let _ = writeln!(
            svg,
            "<rect x=\"{from:.2}\" y=\"{}\" width=\"{:.2}\" height=\"{}\" fill=\"{}\"/>",
            TOP + entry.slave as f64 * LANE + 2.0,
            (to - from).max(0.2),
            LANE - 4.0,
            COLOURS[entry.span.thread % COLOURS.len()]
        );
    }
    for (instant, _) in points.iter().skip(first) {
        let x = x(*instant);
        let _ = writeln!(
            svg,
            "<line x1=\"{x:.2}\" x2=\"{x:.2}\" y1=\"{TOP}\" y2=\"{bottom}\" stroke=\"grey\" stroke-width=\"0.5\"/>"
        );
    }
    svg + "</svg>\n"
}

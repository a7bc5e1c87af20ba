//! Some instants of chain drives side by side.

use super::canvas::{Canvas, begin};
use super::{Drive, Drives, Instant, Moment};
use crate::results::scene::seconds;

/// Width of the picture, and height of an instant, at most.
const LARGEST: [f64; 2] = [1400.0, 480.0];
/// Width of an instant at most.
const PANEL: f64 = 420.0;
/// Narrower, the legend would have no room.
const NARROWEST: f64 = 520.0;
/// Around the whole picture.
const BORDER: f64 = 8.0;

/// Draws the instants.
pub fn draw(drives: &Drives, instants: &[Instant]) -> String {
    let panel = PANEL.min(LARGEST[0] / instants.len().max(1) as f64);
    let canvas = Canvas::new(drives, instants, [panel, LARGEST[1]]);
    let [panel, height] = canvas.size();
    let all = panel * instants.len() as f64;
    let width = all.max(NARROWEST) + 2.0 * BORDER;
    let left = (width - all) / 2.0;
    let title = format!("chain drives at {} instants", instants.len());
    let mut svg = begin([width, BORDER + height + 60.0], &title);
    svg += &format!("<g transform=\"translate({left:.1} {BORDER})\">\n");
    for (k, instant) in instants.iter().enumerate() {
        let from = k as f64 * panel;
        svg += &format!("<g class=\"instant\" transform=\"translate({from:.1} 0)\">\n");
        for (drive, moment) in canvas.drives.iter().zip(&instant.drives) {
            svg += &draw_drive(&canvas, drive, moment);
        }
        let (x, y) = (panel / 2.0, height + 14.0);
        let time = seconds(instant.t);
        svg += &format!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{time}</text>\n</g>\n"
        );
    }
    svg += "</g>\n";
    svg += &canvas.legend([2.0 * BORDER, width - 2.0 * BORDER], BORDER + height + 46.0);
    svg + "</svg>\n"
}

fn draw_drive(canvas: &Canvas, drive: &Drive, moment: &Moment) -> String {
    let mut svg = String::new();
    for (wheel, (centre, phi)) in drive.wheels.iter().zip(&moment.wheels) {
        let [x, y] = canvas.place(*centre);
        svg += &format!(
            "<g class=\"wheel\" transform=\"translate({x:.1} {y:.1}) rotate({:.1})\">{}</g>\n",
            -phi.to_degrees() % 360.0,
            canvas.wheel(wheel)
        );
    }
    for (number, centre) in moment.rails.iter().enumerate() {
        let path = canvas.rail(drive, number, *centre);
        svg += &format!("<path {} d=\"{path}\"/>\n", canvas.rail_style());
    }
    let chain = canvas.chain(moment);
    for (class, links) in chain.links.iter().enumerate().filter(|(_, links)| !links.is_empty()) {
        svg += &format!("<path {} d=\"{links}\"/>\n", canvas.link_style(class));
    }
    if let Some(style) = canvas.pin_style(drive) {
        svg += &format!("<path {style} d=\"{}\"/>\n", chain.pins);
    }
    svg + &canvas.name(drive, moment)
}

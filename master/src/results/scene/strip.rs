//! Some instants side by side.

use super::canvas::{Canvas, begin, seconds};
use super::{Instant, Scene};

/// Width of the picture, and height of an instant, at most.
const LARGEST: [f64; 2] = [1000.0, 420.0];
/// Width of an instant at most.
const PANEL: f64 = 240.0;
/// Narrower, the legend would have no room.
const NARROWEST: f64 = 340.0;
/// Around the whole picture.
const BORDER: f64 = 8.0;

/// Draws the instants.
pub fn draw(scene: &Scene, instants: &[Instant]) -> String {
    let panel = PANEL.min(LARGEST[0] / instants.len().max(1) as f64);
    let canvas = Canvas::new(scene, instants, [panel, LARGEST[1]]);
    let [panel, height] = canvas.size();
    let all = panel * instants.len() as f64;
    let width = all.max(NARROWEST) + 2.0 * BORDER;
    let left = (width - all) / 2.0;
    let title = format!("slave {} at {} instants", scene.slave, instants.len());
    let mut svg = begin([width, BORDER + height + 56.0], &title, canvas.radius());
    svg += &format!("<g transform=\"translate({left:.1} {BORDER})\">\n");
    svg += &canvas.start_line(0.0, all);
    for (k, instant) in instants.iter().enumerate() {
        let from = k as f64 * panel;
        svg += &format!("<g class=\"instant\" transform=\"translate({from:.1} 0)\">\n");
        svg += &draw_instant(&canvas, instant);
        let (x, y) = (panel / 2.0, height + 14.0);
        let time = seconds(instant.t);
        svg += &format!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{time}</text>\n</g>\n"
        );
    }
    svg += "</g>\n";
    svg += &canvas.legend([2.0 * BORDER, width - 2.0 * BORDER], BORDER + height + 44.0);
    svg + "</svg>\n"
}

fn draw_instant(canvas: &Canvas, instant: &Instant) -> String {
    let [x, y] = canvas.floor(instant.lift);
    let radius = canvas.radius();
    let mut svg = format!("<g transform=\"translate({x:.1} {y:.1})\">\n{}", canvas.container());
    for body in canvas.bodies(instant) {
        let ([x, y], fill) = ([body.x, body.y], body.fill);
        svg += &format!(
            "<circle class=\"body\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.2}\" fill=\"{fill}\"/>\
             <use href=\"#shade\" x=\"{x:.1}\" y=\"{y:.1}\"/>\n"
        );
    }
    svg + "</g>\n"
}

//! Chain drives in motion: an SVG that moves by itself in a browser (SMIL), frame by frame.
//!
//! The links of a class of strain are one path, whose shape changes from frame to frame.

use super::canvas::{Canvas, Chain, begin};
use super::strain::CLASSES;
use super::{Drive, Drives, Moment};
use crate::results::scene::film::{Play, draw_time};
use crate::svg::escaped;

/// Largest width and height of what moves.
const LARGEST: [f64; 2] = [900.0, 800.0];
/// Narrower, the legend would have no room.
const NARROWEST: f64 = 520.0;
/// Around the whole picture.
const BORDER: f64 = 8.0;

/// Draws the film.
pub fn draw(drives: &Drives, play: Play) -> String {
    let instants = drives.instants(play.span, play.frames);
    let canvas = Canvas::new(drives, &instants, LARGEST);
    let [seen, height] = canvas.size();
    let width = seen.max(NARROWEST) + 2.0 * BORDER;
    let left = (width - seen) / 2.0;
    let title = format!("chain drives, {}", play.speed());
    let mut svg = begin([width, BORDER + height + 80.0], &title);
    svg += &format!("<g transform=\"translate({left:.1} {BORDER})\">\n");
    for (k, drive) in canvas.drives.iter().enumerate() {
        let moments: Vec<&Moment> = instants.iter().map(|instant| &instant.drives[k]).collect();
        svg += &draw_drive(&canvas, drive, &moments, play);
    }
    svg += "</g>\n";
    let times: Vec<f64> = instants.iter().map(|instant| instant.t).collect();
    let (from, to) = (2.0 * BORDER, width - 2.0 * BORDER);
    svg += &draw_time(&times, [from, to], BORDER + height + 12.0, play);
    svg += &canvas.legend([from, to], BORDER + height + 68.0);
    svg + "</svg>\n"
}

fn draw_drive(canvas: &Canvas, drive: &Drive, moments: &[&Moment], play: Play) -> String {
    let mut svg = draw_wheels(canvas, drive, moments, play);
    for number in 0..drive.rails.len() {
        let path = |moment: &&Moment| canvas.rail(drive, number, moment.rails[number]);
        let shapes: Vec<String> = moments.iter().map(path).collect();
        svg += &shape(&canvas.rail_style(), &shapes, play);
    }
    let chains: Vec<Chain> = moments.iter().map(|moment| canvas.chain(moment)).collect();
    for class in 0..CLASSES {
        // An empty shape would not be one; a point without length is nothing to see.
        let links = |chain: &Chain| match chain.links[class].as_str() {
            "" => "M0 0".to_string(),
            links => links.to_string(),
        };
        let shapes: Vec<String> = chains.iter().map(links).collect();
        if shapes.iter().any(|links| links != "M0 0") {
            svg += &shape(&canvas.link_style(class), &shapes, play);
        }
    }
    if let Some(style) = canvas.pin_style(drive) {
        let pins: Vec<String> = chains.into_iter().map(|chain| chain.pins).collect();
        svg += &shape(&style, &pins, play);
    }
    svg + &canvas.name(drive, moments[0])
}

/// A path that has these shapes one after the other.
fn shape(style: &str, shapes: &[String], play: Play) -> String {
    let animation = play.animate("animate attributeName=\"d\"", shapes);
    format!("<path {style} d=\"{}\">{animation}</path>\n", shapes[0])
}

fn draw_wheels(canvas: &Canvas, drive: &Drive, moments: &[&Moment], play: Play) -> String {
    let draw = |(k, wheel): (usize, &super::Wheel)| {
        let place = |moment: &&Moment| {
            let [x, y] = canvas.place(moment.wheels[k].0);
            format!("{x:.1} {y:.1}")
        };
        let turn = |moment: &&Moment| format!("{:.1}", -moment.wheels[k].1.to_degrees());
        let places: Vec<String> = moments.iter().map(place).collect();
        let turns: Vec<String> = moments.iter().map(turn).collect();
        let turned = "animateTransform attributeName=\"transform\" type=\"rotate\"";
        let below = canvas.scale_of(0.35 * wheel.radius) + 10.0;
        format!(
            "<g class=\"wheel\" transform=\"translate({})\">{}<g transform=\"rotate({})\">{}{}</g>\
             <text y=\"{below:.1}\" font-size=\"11\" text-anchor=\"middle\">{}</text></g>\n",
            places[0],
            play.moved(&places),
            turns[0],
            play.animate(turned, &turns),
            canvas.wheel(wheel),
            escaped(&wheel.name)
        )
    };
    drive.wheels.iter().enumerate().map(draw).collect()
}

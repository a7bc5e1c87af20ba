//! Bodies and container in motion: an SVG that moves by itself in a browser (SMIL), frame by frame.
//!
//! What is drawn first lies behind. So a place in the file is not a body but a rank: the farthest one of each frame, the next one,
//! and so on, each with the position and the colour of the body that has this rank in the frame.

use super::canvas::{Canvas, Drawn, begin, seconds};
use super::{Instant, Scene};

/// Largest width and height of what moves.
const LARGEST: [f64; 2] = [420.0, 460.0];
/// Narrower, the legend would have no room.
const NARROWEST: f64 = 340.0;
/// Around the whole picture.
const BORDER: f64 = 8.0;

/// How a film is played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Play {
    /// Times of its first and its last frame in s.
    pub span: [f64; 2],
    /// At least two.
    pub frames: usize,
    /// How many seconds it takes to show one.
    pub slowed: f64,
}

impl Play {
    /// How long it takes in s, with the last frame shown as long as the others.
    pub fn duration(&self) -> f64 {
        let [from, to] = self.span;
        let frames = self.frames as f64;
        self.slowed * (to - from) * frames / (frames - 1.0)
    }

    /// How fast it is, in words.
    pub fn speed(&self) -> String {
        match self.slowed {
            1.0 => "real time".into(),
            slowed if slowed > 1.0 => format!("1/{slowed} of real time"),
            slowed => format!("{} × real time", 1.0 / slowed),
        }
    }

    /// The animation of an attribute with a value for each frame.
    pub(in crate::results) fn animate(&self, what: &str, values: &[String]) -> String {
        if values.windows(2).all(|pair| pair[0] == pair[1]) {
            return String::new();
        }
        format!(
            "<{what} values=\"{}\" calcMode=\"discrete\" dur=\"{:.3}s\" repeatCount=\"indefinite\"/>",
            values.join(";"),
            self.duration()
        )
    }

    /// The animation of a place.
    pub(in crate::results) fn moved(&self, places: &[String]) -> String {
        self.animate("animateTransform attributeName=\"transform\" type=\"translate\"", places)
    }
}

/// Draws the film.
pub fn draw(scene: &Scene, play: Play) -> String {
    let instants = scene.instants(play.span, play.frames);
    let canvas = Canvas::new(scene, &instants, LARGEST);
    let [seen, height] = canvas.size();
    let width = seen.max(NARROWEST) + 2.0 * BORDER;
    let left = (width - seen) / 2.0;
    let title = format!("slave {}, {}", scene.slave, play.speed());
    let mut svg = begin([width, BORDER + height + 78.0], &title, canvas.radius());
    svg += &format!(
        "<g transform=\"translate({left:.1} {BORDER})\">\n{}",
        canvas.start_line(0.0, seen)
    );
    let floors: Vec<String> = instants
        .iter()
        .map(|instant| {
            let [x, y] = canvas.floor(instant.lift);
            format!("{x:.1} {y:.1}")
        })
        .collect();
    svg += &format!("<g transform=\"translate({})\">{}\n", floors[0], play.moved(&floors));
    svg += &canvas.container();
    svg += &draw_bodies(&canvas, &instants, play);
    svg += "</g>\n</g>\n";
    let times: Vec<f64> = instants.iter().map(|instant| instant.t).collect();
    svg += &draw_time(&times, [2.0 * BORDER, width - 2.0 * BORDER], BORDER + height + 10.0, play);
    svg += &canvas.legend([2.0 * BORDER, width - 2.0 * BORDER], BORDER + height + 66.0);
    svg + "</svg>\n"
}

fn draw_bodies(canvas: &Canvas, instants: &[Instant], play: Play) -> String {
    let frames: Vec<Vec<Drawn>> = instants.iter().map(|instant| canvas.bodies(instant)).collect();
    let radius = canvas.radius();
    let rank = |k: usize| {
        let place = |frame: &Vec<Drawn>| format!("{:.1} {:.1}", frame[k].x, frame[k].y);
        let places: Vec<String> = frames.iter().map(place).collect();
        let fills: Vec<String> = frames.iter().map(|frame| frame[k].fill.clone()).collect();
        format!(
            "<g transform=\"translate({})\">{}<circle class=\"body\" r=\"{radius:.2}\" fill=\"{}\">{}</circle>\
             <use href=\"#shade\"/></g>\n",
            places[0],
            play.moved(&places),
            fills[0],
            play.animate("animate attributeName=\"fill\"", &fills)
        )
    };
    (0..frames[0].len()).map(rank).collect()
}

/// A line with a mark that goes along it, and how fast that is.
pub(in crate::results) fn draw_time(
    times: &[f64],
    [left, right]: [f64; 2],
    y: f64,
    play: Play,
) -> String {
    let [from, to] = play.span;
    let place = |t: f64| left + (right - left) * (t - from) / (to - from);
    let places: Vec<String> = times.iter().map(|t| format!("{:.1}", place(*t))).collect();
    let (below, middle) = (y + 22.0, (left + right) / 2.0);
    format!(
        "<path d=\"M{left:.1} {y:.1}H{right:.1}\" stroke=\"#9aa3ad\" stroke-width=\"2\"/>\n\
         <rect class=\"time\" x=\"{}\" y=\"{:.1}\" width=\"4\" height=\"12\" transform=\"translate(-2 0)\">{}</rect>\n\
         <text x=\"{left:.1}\" y=\"{below:.1}\">{}</text>\n\
         <text x=\"{middle:.1}\" y=\"{below:.1}\" text-anchor=\"middle\">{}</text>\n\
         <text x=\"{right:.1}\" y=\"{below:.1}\" text-anchor=\"end\">{}</text>\n",
        places[0],
        y - 6.0,
        play.animate("animate attributeName=\"x\"", &places),
        seconds(from),
        play.speed(),
        seconds(to)
    )
}

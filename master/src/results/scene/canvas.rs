//! From metres to a picture: the scale, and the pieces that strip and film share. The bodies are seen along −z, with x to the
//! right and y up.

use super::colour::{colour, parts};
use super::{Instant, Scene};

/// Thickness of the container's wall in the picture.
pub(super) const WALL: f64 = 5.0;
/// Around what is seen.
const ROOM: f64 = 12.0;

/// A view of a scene, in which all of some instants can be seen.
pub(super) struct Canvas<'a> {
    scene: &'a Scene,
    /// The least and the greatest x, y and z, in m.
    low: [f64; 3],
    high: [f64; 3],
    /// Points of the picture in a metre.
    scale: f64,
    /// Of each body, its place on the scale of colours.
    parts: Vec<f64>,
}

/// A body in the picture, from the middle of the container's floor, and its colour.
pub(super) struct Drawn {
    pub x: f64,
    pub y: f64,
    pub fill: String,
}

impl<'a> Canvas<'a> {
    /// A view that fits into a width and a height.
    pub fn new(scene: &'a Scene, instants: &[Instant], [width, height]: [f64; 2]) -> Self {
        let start = scene.at(scene.span()[0]);
        let (low, high) = bounds(scene, instants, start.lift);
        let fit = |room: f64, k: usize| (room - 2.0 * ROOM) / (high[k] - low[k]);
        let scale = fit(width, 0).min(fit(height, 1));
        let began: Vec<f64> = start.r.iter().map(|r| scene.colours.coordinate(*r)).collect();
        Self { scene, low, high, scale, parts: parts(&began) }
    }

    /// Width and height of what is seen.
    pub fn size(&self) -> [f64; 2] {
        [0, 1].map(|k| self.scale * (self.high[k] - self.low[k]) + 2.0 * ROOM)
    }

    /// Where the middle of the container's floor lies when it is lifted so far.
    pub fn floor(&self, lift: f64) -> [f64; 2] {
        [ROOM - self.scale * self.low[0], ROOM + self.scale * (self.high[1] - lift)]
    }

    /// The bodies, from back to front.
    pub fn bodies(&self, instant: &Instant) -> Vec<Drawn> {
        let mut order: Vec<usize> = (0..instant.r.len()).collect();
        order.sort_by(|a, b| instant.r[*a][2].total_cmp(&instant.r[*b][2]));
        let depth = |z: f64| match self.high[2] - self.low[2] {
            thickness if thickness > 0.0 => (self.high[2] - z) / thickness,
            _ => 0.0,
        };
        let drawn = |k: usize| {
            let [x, y, z] = instant.r[k];
            let fill = colour(self.parts[k], depth(z));
            Drawn { x: x * self.scale, y: -y * self.scale, fill }
        };
        order.into_iter().map(drawn).collect()
    }

    /// The radius of a body.
    pub fn radius(&self) -> f64 {
        self.scale * self.scene.radius.value
    }

    /// The container, standing at the origin.
    pub fn container(&self) -> String {
        let Some(container) = &self.scene.container else { return String::new() };
        let [radius, height] = container.value.map(|size| size * self.scale);
        format!(
            "<rect class=\"container\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"{WALL}\" \
             fill=\"url(#inside)\" stroke=\"#5b6470\" stroke-width=\"{WALL}\"/>\n",
            -radius - WALL / 2.0,
            -height - WALL / 2.0,
            2.0 * radius + WALL,
            height + WALL
        )
    }

    /// A dashed line where the floor was at the start, if it moves.
    pub fn start_line(&self, from: f64, to: f64) -> String {
        if self.scene.motion.is_none() {
            return String::new();
        }
        let y = self.floor(self.scene.at(self.scene.span()[0]).lift)[1];
        format!(
            "<path d=\"M{from:.1} {y:.1}H{to:.1}\" stroke=\"#9aa3ad\" stroke-dasharray=\"4 4\">\
             <title>the floor at the start</title></path>\n"
        )
    }

    /// A line of a round length, with it written beside, and the scale of colours on the right.
    pub fn legend(&self, [left, right]: [f64; 2], y: f64) -> String {
        let length = round_length(70.0 / self.scale);
        let [from, to] = self.scene.colours.ends();
        let (end, scale_from) = (left + length * self.scale, right - 106.0);
        format!(
            "<path d=\"M{left:.1} {0:.1}v6m0 -3H{end:.1}m0 -3v6\" stroke=\"#333333\" fill=\"none\"/>\n\
             <text x=\"{1:.1}\" y=\"{y:.1}\">{2} mm</text>\n\
             <text x=\"{3:.1}\" y=\"{y:.1}\" text-anchor=\"end\">{from}</text>\n\
             <rect x=\"{scale_from:.1}\" y=\"{4:.1}\" width=\"70\" height=\"10\" fill=\"url(#places)\"/>\n\
             <text x=\"{right:.1}\" y=\"{y:.1}\" text-anchor=\"end\">{to}</text>\n",
            y - 7.0,
            end + 8.0,
            (length * 1e6).round() / 1e3,
            scale_from - 6.0,
            y - 9.0,
        )
    }
}

/// The least and the greatest x, y and z of bodies and container, and of the floor at the start.
fn bounds(scene: &Scene, instants: &[Instant], floor: f64) -> ([f64; 3], [f64; 3]) {
    let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
    let mut include = |point: [f64; 3], around: f64| {
        for k in 0..3 {
            low[k] = low[k].min(point[k] - around);
            high[k] = high[k].max(point[k] + around);
        }
    };
    if scene.motion.is_some() {
        include([0.0, floor, 0.0], 0.0);
    }
    for Instant { lift, r, .. } in instants {
        r.iter().for_each(|[x, y, z]| include([*x, y + lift, *z], scene.radius.value));
        if let Some(container) = &scene.container {
            let [radius, height] = container.value;
            include([-radius, *lift, -radius], 0.0);
            include([radius, lift + height, radius], 0.0);
        }
    }
    (low, high)
}

/// The greatest of 1, 2, 5, 10, 20 … (and of 0.5, 0.2, 0.1 …) that is not greater.
pub(in crate::results) fn round_length(most: f64) -> f64 {
    let power = 10f64.powf(most.log10().floor());
    let factor = [5.0, 2.0].into_iter().find(|factor| factor * power <= most);
    factor.unwrap_or(1.0) * power
}

/// A time with its unit, in few digits.
pub(in crate::results) fn seconds(t: f64) -> String {
    format!("{} s", (t * 1e6).round() / 1e6)
}

/// The beginning of a picture: its size, what it is called, and what its pieces are filled with.
pub(super) fn begin([width, height]: [f64; 2], title: &str, radius: f64) -> String {
    let scale = [0.0, 0.25, 0.5, 0.75, 1.0]
        .map(|part| format!("<stop offset=\"{part}\" stop-color=\"{}\"/>", colour(part, 0.0)));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.0} {height:.0}\" font-family=\"sans-serif\" font-size=\"13\" fill=\"#333333\">\n\
         <title>{}</title>\n<defs>\n\
         <linearGradient id=\"places\">{}</linearGradient>\n\
         <linearGradient id=\"inside\"><stop offset=\"0\" stop-color=\"#dfe4ea\"/><stop offset=\"0.3\" stop-color=\"#f7f9fb\"/>\
         <stop offset=\"0.7\" stop-color=\"#f7f9fb\"/><stop offset=\"1\" stop-color=\"#dfe4ea\"/></linearGradient>\n\
         <radialGradient id=\"light\" cx=\"0.36\" cy=\"0.32\" r=\"0.7\">\
         <stop offset=\"0\" stop-color=\"white\" stop-opacity=\"0.6\"/>\
         <stop offset=\"0.4\" stop-color=\"white\" stop-opacity=\"0.08\"/>\
         <stop offset=\"0.75\" stop-color=\"black\" stop-opacity=\"0.05\"/>\
         <stop offset=\"1\" stop-color=\"black\" stop-opacity=\"0.32\"/></radialGradient>\n\
         <circle id=\"shade\" r=\"{radius:.2}\" fill=\"url(#light)\"/>\n</defs>\n\
         <rect width=\"{width:.0}\" height=\"{height:.0}\" fill=\"white\"/>\n",
        crate::svg::escaped(title),
        scale.concat()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_and_times_are_round() {
        let found = [0.0123, 0.05, 0.0049, 7.0].map(round_length);
        let wanted = [0.01, 0.05, 0.002, 5.0];
        assert!(found.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-12), "{found:?}");
        assert_eq!(seconds(0.1 + 0.2), "0.3 s");
    }
}

//! From metres to a picture: the scale, and the pieces that strip and film share. x is to the right, y up.

use super::strain::{CLASSES, Scale};
use super::{Drive, Drives, Instant, Moment, Wheel};
use crate::results::scene::round_length;
use crate::svg::escaped;

/// Around what is seen.
const ROOM: f64 = 14.0;
/// Pins that are closer to each other in the picture are not drawn.
const CLOSEST: f64 = 5.0;
/// Colours of wheels and rails.
const WHEEL: &str = "#e7ebf0";
const EDGE: &str = "#8a94a0";
const MARK: &str = "#4a5560";
const RAIL: &str = "#3d7a63";

/// A view in which all of some instants can be seen.
pub(super) struct Canvas<'a> {
    pub drives: &'a [Drive],
    pub strains: Scale,
    low: [f64; 2],
    high: [f64; 2],
    /// Points of the picture in a metre.
    scale: f64,
}

/// The shape of a chain at a time: path data of the links of each class, and of the pins.
pub(super) struct Chain {
    pub links: [String; CLASSES],
    pub pins: String,
}

impl<'a> Canvas<'a> {
    /// A view that fits into a width and a height.
    pub fn new(drives: &'a Drives, instants: &[Instant], [width, height]: [f64; 2]) -> Self {
        let (low, high) = bounds(&drives.drives, instants);
        let fit = |room: f64, k: usize| (room - 2.0 * ROOM) / (high[k] - low[k]).max(1e-9);
        let scale = fit(width, 0).min(fit(height, 1));
        let strains = Scale::new(&drives.drives, instants);
        Self { drives: &drives.drives, strains, low, high, scale }
    }

    /// Width and height of what is seen.
    pub fn size(&self) -> [f64; 2] {
        [0, 1].map(|k| self.scale * (self.high[k] - self.low[k]) + 2.0 * ROOM)
    }

    /// Where a point in m lies.
    pub fn place(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        [ROOM + self.scale * (x - self.low[0]), ROOM + self.scale * (self.high[1] - y)]
    }

    /// A length in m, in the picture.
    pub fn scale_of(&self, length: f64) -> f64 {
        self.scale * length
    }

    /// A wheel about the origin of the picture, not turned.
    pub fn wheel(&self, wheel: &Wheel) -> String {
        let r = self.scale * wheel.radius;
        // Teeth are dashes of a wide line; the one at the mark has its middle there.
        let teeth = wheel.teeth.map_or(String::new(), |z| {
            let dash = std::f64::consts::PI * r / z;
            let width = 0.6 * dash;
            format!(
                "<circle r=\"{r:.2}\" fill=\"none\" stroke=\"{EDGE}\" stroke-width=\"{width:.2}\" \
                 stroke-dasharray=\"{dash:.4}\" stroke-dashoffset=\"{:.4}\"/>",
                dash / 2.0
            )
        });
        format!(
            "<circle r=\"{:.2}\" fill=\"{WHEEL}\" stroke=\"{EDGE}\"/>{teeth}\
             <path d=\"M0 0H{:.2}\" stroke=\"{MARK}\" stroke-width=\"{:.2}\" stroke-linecap=\"round\"/>\
             <circle r=\"{:.2}\" fill=\"{MARK}\"/>",
            0.94 * r,
            0.86 * r,
            (0.07 * r).max(1.0),
            0.12 * r
        )
    }

    /// A rail about its centre, as a path.
    pub fn rail(&self, drive: &Drive, number: usize, centre: [f64; 2]) -> String {
        let rail = &drive.rails[number];
        let [[x1, y1], [x2, y2]] = rail.ends(centre).map(|end| self.place(end));
        let r = self.scale * rail.radius;
        // Counter-clockwise as seen, so against the picture's sense of rotation.
        format!("M{x1:.1} {y1:.1}A{r:.1} {r:.1} 0 0 0 {x2:.1} {y2:.1}")
    }

    pub fn rail_style(&self) -> String {
        let width = (4e-3 * self.scale).clamp(2.0, 6.0);
        format!(
            "class=\"rail\" fill=\"none\" stroke=\"{RAIL}\" stroke-width=\"{width:.1}\" stroke-linecap=\"round\""
        )
    }

    /// The chain, link by link.
    pub fn chain(&self, moment: &Moment) -> Chain {
        let place = |k: usize| {
            let [x, y] = self.place(moment.pins[k % moment.pins.len()]);
            format!("{x:.1} {y:.1}")
        };
        let mut links = [const { String::new() }; CLASSES];
        let mut before = None;
        for (k, strain) in moment.strains.iter().enumerate() {
            let class = self.strains.class(*strain);
            if before != Some(class) {
                links[class] += &format!("M{}", place(k));
            }
            links[class] += &format!("L{}", place(k + 1));
            before = Some(class);
        }
        let pin = |k: usize| format!("M{}h0", place(k));
        let pins = (0..moment.pins.len()).map(pin).collect();
        Chain { links, pins }
    }

    /// How links of a class are drawn.
    pub fn link_style(&self, class: usize) -> String {
        let width = (5e-3 * self.scale).clamp(3.0, 7.0);
        format!(
            "class=\"links\" fill=\"none\" stroke=\"{}\" stroke-width=\"{width:.1}\" stroke-linejoin=\"round\"",
            Scale::colour(class)
        )
    }

    /// How pins are drawn: dots, as ends of lines without length; not at all where they would hide the links.
    pub fn pin_style(&self, drive: &Drive) -> Option<String> {
        let pitch = drive.pitch * self.scale;
        let width = (0.3 * pitch).min(5.0);
        (pitch > CLOSEST).then(|| format!(
            "class=\"pins\" fill=\"none\" stroke=\"#20262c\" stroke-width=\"{width:.1}\" stroke-linecap=\"round\""
        ))
    }

    /// The name of a drive in the middle of its chain.
    pub fn name(&self, drive: &Drive, moment: &Moment) -> String {
        let mean =
            |k: usize| moment.pins.iter().map(|pin| pin[k]).sum::<f64>() / moment.pins.len() as f64;
        let [x, y] = self.place([mean(0), mean(1)]);
        let name = escaped(&drive.slave);
        format!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\" stroke=\"white\" stroke-width=\"3\" \
             paint-order=\"stroke\">{name}</text>\n"
        )
    }

    /// A line of a round length, with it written beside, and the scale of colours on the right.
    pub fn legend(&self, [left, right]: [f64; 2], y: f64) -> String {
        let length = round_length(80.0 / self.scale);
        let end = left + length * self.scale;
        let [pushed, pulled] = self.strains.ends();
        let (width, text) = (8.0, 96.0);
        let from = right - text - width * CLASSES as f64;
        let classes = (0..CLASSES).map(|class| {
            let (x, colour) = (from + width * class as f64, Scale::colour(class));
            format!("<rect class=\"class\" x=\"{x:.1}\" y=\"{:.1}\" width=\"{width}\" height=\"10\" fill=\"{colour}\"/>", y - 9.0)
        });
        format!(
            "<path d=\"M{left:.1} {0:.1}v6m0 -3H{end:.1}m0 -3v6\" stroke=\"#333333\" fill=\"none\"/>\n\
             <text x=\"{1:.1}\" y=\"{y:.1}\">{2} mm</text>\n\
             <text x=\"{3:.1}\" y=\"{y:.1}\" text-anchor=\"end\">links {pushed}</text>\n{4}\n\
             <text x=\"{5:.1}\" y=\"{y:.1}\">{pulled}</text>\n",
            y - 7.0,
            end + 8.0,
            (length * 1e6).round() / 1e3,
            from - 6.0,
            classes.collect::<String>(),
            right - text + 6.0,
        )
    }
}

/// The least and the greatest x and y of wheels, rails and pins.
fn bounds(drives: &[Drive], instants: &[Instant]) -> ([f64; 2], [f64; 2]) {
    let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
    let mut include = |point: [f64; 2], around: f64| {
        for k in 0..2 {
            low[k] = low[k].min(point[k] - around);
            high[k] = high[k].max(point[k] + around);
        }
    };
    for instant in instants {
        for (drive, moment) in drives.iter().zip(&instant.drives) {
            moment.pins.iter().for_each(|pin| include(*pin, 0.0));
            let wheels = drive.wheels.iter().zip(&moment.wheels);
            wheels.for_each(|(wheel, (centre, _))| include(*centre, wheel.radius));
            let rails = drive.rails.iter().zip(&moment.rails);
            rails.for_each(|(rail, centre)| {
                rail.ends(*centre).into_iter().for_each(|end| include(end, 0.0));
            });
        }
    }
    (low, high)
}

/// The beginning of a picture: its size and what it is called.
pub(super) fn begin([width, height]: [f64; 2], title: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.0} {height:.0}\" font-family=\"sans-serif\" font-size=\"13\" fill=\"#333333\">\n\
         <title>{}</title>\n<rect width=\"{width:.0}\" height=\"{height:.0}\" fill=\"white\"/>\n",
        escaped(title)
    )
}

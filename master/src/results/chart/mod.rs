//! Charts of studies: curves, maps and bars, as SVG or PNG.

mod bars;
mod curves;
mod heat_map;
mod overlay;

pub use bars::Bars;
pub use curves::{Curves, Line};
pub use heat_map::HeatMap;
pub use overlay::Overlay;

use std::ops::Range;
use std::path::Path;

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::{FontStyle, register_font};

use super::bitmap::save_png;

const SIZE: (u32, u32) = (1000, 560);
/// Text of axes and legends.
const FONT: (&str, i32) = ("sans-serif", 15);

/// What drawing on a backend ends with.
type Drawn<B> = Result<(), DrawingAreaErrorKind<<B as DrawingBackend>::ErrorType>>;

/// Something that can be drawn on any backend.
pub trait Drawing {
    /// Width and height in pixels.
    fn size(&self) -> (u32, u32) {
        SIZE
    }

    /// Draws it to fill the area.
    fn draw<B: DrawingBackend>(&self, area: &DrawingArea<B, Shift>) -> Drawn<B>;
}

/// Writes a drawing to an SVG or PNG file, by its ending.
pub fn save(drawing: &impl Drawing, picture: &Path) -> Result<(), String> {
    let font = dejavu::sans::regular();
    register_font("sans-serif", FontStyle::Normal, font).map_err(|_| "the font is damaged")?;
    let drawn = match picture.extension().and_then(|ending| ending.to_str()) {
        Some("svg") => on(SVGBackend::new(picture, drawing.size()), drawing),
        Some("png") => save_png(picture, drawing.size(), |backend| on(backend, drawing)),
        _ => Err("a picture ends in .svg or .png".into()),
    };
    drawn.map_err(|reason| format!("{}: {reason}", picture.display()))
}

fn on<B: DrawingBackend>(backend: B, drawing: &impl Drawing) -> Result<(), String> {
    let area = backend.into_drawing_area();
    area.fill(&WHITE).map_err(|error| error.to_string())?;
    drawing.draw(&area).map_err(|error| error.to_string())?;
    area.present().map_err(|error| error.to_string())
}

/// An axis with its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    /// What it shows.
    pub label: String,
    /// Whether it is logarithmic; then all values are positive.
    pub log: bool,
}

impl Axis {
    /// Where a value lies on the axis.
    fn place(&self, value: f64) -> f64 {
        if self.log { value.log10() } else { value }
    }

    /// The part of the axis that shows all values, with `room` at both ends.
    fn range(&self, values: impl Iterator<Item = f64>, room: f64) -> Range<f64> {
        let places = values.map(|value| self.place(value)).filter(|place| place.is_finite());
        let (low, high) =
            places.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), p| (l.min(p), h.max(p)));
        match (low.is_finite(), high > low) {
            (false, _) => 0.0..1.0,
            (true, true) => low - room * (high - low)..high + room * (high - low),
            (true, false) => low - 0.5..low + 0.5,
        }
    }

    /// The value at a place, in few digits; on long logarithmic axes powers of ten only.
    fn text(&self, place: f64, range: &Range<f64>) -> String {
        let decades = range.end - range.start;
        if self.log && decades >= 2.0 {
            let whole = place.round();
            return if (place - whole).abs() < 1e-6 { format!("1e{whole}") } else { String::new() };
        }
        let value = if self.log { 10f64.powf(place) } else { place };
        match value.abs() {
            size if size != 0.0 && !(1e-3..1e5).contains(&size) => format!("{value:.2e}"),
            _ => format!("{}", (value * 1e5).round() / 1e5),
        }
    }
}

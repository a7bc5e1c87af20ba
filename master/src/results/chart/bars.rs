//! Named values side by side, the first on top.

use plotters::coord::Shift;
use plotters::prelude::*;

use super::{Axis, Drawing, Drawn, FONT, SIZE};

const NAMES: i32 = 240;
const MARGIN: i32 = 14;
const BELOW: i32 = 40;
/// Room for the number at the end of a bar.
const NUMBER: i32 = 110;

/// Horizontal bars.
pub struct Bars {
    /// What their length means; starts at 0.
    pub label: String,
    /// Name and value of each; an infinite one fills the picture.
    pub bars: Vec<(String, f64)>,
}

impl Drawing for Bars {
    fn size(&self) -> (u32, u32) {
        (SIZE.0, 20 * self.bars.len().max(4) as u32 + (BELOW + MARGIN) as u32)
    }

    fn draw<B: DrawingBackend>(&self, area: &DrawingArea<B, Shift>) -> Drawn<B> {
        let (width, height) = area.dim_in_pixel();
        let (width, height) = (width as i32, height as i32);
        let longest =
            self.bars.iter().map(|bar| bar.1).filter(|v| v.is_finite()).fold(0.0, f64::max);
        let scale = f64::from(width - NAMES - NUMBER - MARGIN) / longest.max(f64::MIN_POSITIVE);
        let pitch = (height - BELOW - MARGIN) as f64 / self.bars.len().max(1) as f64;
        let font = ("sans-serif", (0.7 * pitch).clamp(8.0, 15.0));
        let axis = Axis { label: self.label.clone(), log: false };
        for (k, (name, value)) in self.bars.iter().enumerate() {
            let top = MARGIN + (k as f64 * pitch) as i32;
            let bottom = top + (0.8 * pitch).max(1.0) as i32;
            let end = NAMES + (value.min(longest) * scale) as i32;
            let text = if value.is_finite() {
                axis.text(*value, &(0.0..1.0))
            } else {
                "no limit found".into()
            };
            let colour = RGBColor(60, 120, 190);
            area.draw(&Rectangle::new([(NAMES, top), (end, bottom)], colour.filled()))?;
            area.draw(&Text::new(name.clone(), (MARGIN, top), font))?;
            area.draw(&Text::new(text, (end + 8, top), font))?;
        }
        area.draw(&Text::new(self.label.clone(), (NAMES, height - BELOW + 10), FONT))
    }
}

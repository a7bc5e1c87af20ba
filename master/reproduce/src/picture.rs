//! A chart of what was found, with the points that it is compared with over it; or a map of what is stable.

use std::path::Path;

use macrostep::results::chart::{Axis, Curves, HeatMap, Line, Overlay, save};

/// A chart, and what stands below it.
pub struct Picture {
    /// The name of its file, without ending.
    pub file: String,
    /// What it shows.
    pub caption: String,
    chart: Chart,
}

enum Chart {
    Curves(Overlay),
    Map(HeatMap),
}

impl Picture {
    /// A chart without curves over two linear axes.
    pub fn new(file: impl Into<String>, [x, y]: [&str; 2], caption: &str) -> Self {
        let axis = |label: &str| Axis { label: label.into(), log: false };
        let curves = Curves { x: axis(x), y: axis(y), lines: Vec::new(), level: None };
        let chart = Chart::Curves(Overlay { curves, marks: Vec::new() });
        Self { file: file.into(), caption: caption.into(), chart }
    }

    /// A map of spectral radii.
    pub fn map(file: impl Into<String>, map: HeatMap, caption: &str) -> Self {
        Self { file: file.into(), caption: caption.into(), chart: Chart::Map(map) }
    }

    /// Writes it to an SVG or PNG file, by its ending.
    pub fn save(&self, path: &Path) -> Result<(), String> {
        match &self.chart {
            Chart::Curves(chart) => save(chart, path),
            Chart::Map(map) => save(map, path),
        }
    }

    fn curves(mut self, change: impl FnOnce(&mut Overlay)) -> Self {
        if let Chart::Curves(chart) = &mut self.chart {
            change(chart);
        }
        self
    }

    /// Makes the x axis logarithmic.
    #[must_use]
    pub fn log_x(self) -> Self {
        self.curves(|chart| chart.curves.x.log = true)
    }

    /// Makes the y axis logarithmic.
    #[must_use]
    pub fn log_y(self) -> Self {
        self.curves(|chart| chart.curves.y.log = true)
    }

    /// Marks a level.
    #[must_use]
    pub fn level(self, level: f64, name: &str) -> Self {
        self.curves(|chart| chart.curves.level = Some((level, name.into())))
    }

    /// Adds a curve; of many points some 500 are drawn.
    #[must_use]
    pub fn curve(self, name: impl Into<String>, points: Vec<(f64, f64)>) -> Self {
        let stride = points.len().div_ceil(500).max(1);
        let last = points.last().copied().filter(|_| !(points.len() - 1).is_multiple_of(stride));
        let points = points.into_iter().step_by(stride).chain(last).collect();
        self.curves(|chart| chart.curves.lines.push(Line { name: name.into(), points }))
    }

    /// Adds points to compare with.
    #[must_use]
    pub fn marks(self, name: impl Into<String>, points: Vec<(f64, f64)>) -> Self {
        self.curves(|chart| chart.marks.push(Line { name: name.into(), points }))
    }
}

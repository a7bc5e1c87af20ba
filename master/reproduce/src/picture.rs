//! A chart of what was found, with the points that it is compared with over it.

use macrostep::results::chart::{Axis, Curves, Line, Overlay};

/// A chart, and what stands below it.
pub struct Picture {
    /// The name of its file, without ending.
    pub file: &'static str,
    /// What it shows.
    pub caption: String,
    /// The chart.
    pub chart: Overlay,
}

impl Picture {
    /// A chart without curves over two linear axes.
    pub fn new(file: &'static str, [x, y]: [&str; 2], caption: &str) -> Self {
        let axis = |label: &str| Axis { label: label.into(), log: false };
        let curves = Curves { x: axis(x), y: axis(y), lines: Vec::new(), level: None };
        let chart = Overlay { curves, marks: Vec::new() };
        Self { file, caption: caption.into(), chart }
    }

    /// Makes the x axis logarithmic.
    #[must_use]
    pub fn log_x(mut self) -> Self {
        self.chart.curves.x.log = true;
        self
    }

    /// Makes the y axis logarithmic.
    #[must_use]
    pub fn log_y(mut self) -> Self {
        self.chart.curves.y.log = true;
        self
    }

    /// Adds a curve; of many points some 500 are drawn.
    #[must_use]
    pub fn curve(mut self, name: impl Into<String>, points: Vec<(f64, f64)>) -> Self {
        let stride = points.len().div_ceil(500).max(1);
        let last = points.last().copied().filter(|_| !(points.len() - 1).is_multiple_of(stride));
        let points = points.into_iter().step_by(stride).chain(last).collect();
        self.chart.curves.lines.push(Line { name: name.into(), points });
        self
    }

    /// Adds points to compare with.
    #[must_use]
    pub fn marks(mut self, name: impl Into<String>, points: Vec<(f64, f64)>) -> Self {
        self.chart.marks.push(Line { name: name.into(), points });
        self
    }
}

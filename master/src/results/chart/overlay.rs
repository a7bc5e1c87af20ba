//! Curves with points over them that come from elsewhere.

use plotters::coord::Shift;
use plotters::prelude::*;

use super::{Curves, Drawing, Drawn, Line};

/// Curves, and over them points that they are compared with, drawn in black: the first series as
/// circles, the second as crosses, the third as triangles.
pub struct Overlay {
    /// What was found.
    pub curves: Curves,
    /// What it is compared with.
    pub marks: Vec<Line>,
}

impl Drawing for Overlay {
    fn draw<B: DrawingBackend>(&self, area: &DrawingArea<B, Shift>) -> Drawn<B> {
        self.curves.draw_under(&self.marks, area)
    }
}

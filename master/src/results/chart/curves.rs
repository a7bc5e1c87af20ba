//! Curves over one axis, with a level marked.

use plotters::coord::Shift;
use plotters::prelude::*;

use super::{Axis, Drawing, Drawn, FONT};

const LEGEND: u32 = 220;

/// One curve.
#[derive(Clone, Debug)]
pub struct Line {
    /// Its name in the legend.
    pub name: String,
    /// Its points; what is not finite is left out.
    pub points: Vec<(f64, f64)>,
}

/// Curves over a common axis.
pub struct Curves {
    /// To the right.
    pub x: Axis,
    /// Upwards.
    pub y: Axis,
    /// The curves.
    pub lines: Vec<Line>,
    /// A level with its name, such as the limit of stability.
    pub level: Option<(f64, String)>,
}

impl Curves {
    fn places(&self, line: &Line) -> Vec<(f64, f64)> {
        let place = |&(x, y): &(f64, f64)| (self.x.place(x), self.y.place(y));
        line.points.iter().map(place).filter(|(x, y)| x.is_finite() && y.is_finite()).collect()
    }

    /// Draws the curves, and over them marks in black.
    pub(super) fn draw_under<B: DrawingBackend>(
        &self,
        marks: &[Line],
        area: &DrawingArea<B, Shift>,
    ) -> Drawn<B> {
        let points = || self.lines.iter().chain(marks).flat_map(|line| &line.points);
        let level = self.level.iter().map(|(level, _)| *level);
        let x = self.x.range(points().map(|p| p.0), 0.02);
        let y = self.y.range(points().map(|p| p.1).chain(level), 0.06);
        let mut chart = ChartBuilder::on(area)
            .margin(14)
            .margin_right(LEGEND)
            .x_label_area_size(46)
            .y_label_area_size(90)
            .build_cartesian_2d(x.clone(), y.clone())?;
        chart
            .configure_mesh()
            .light_line_style(WHITE)
            .bold_line_style(BLACK.mix(0.12))
            .x_desc(self.x.label.as_str())
            .y_desc(self.y.label.as_str())
            .label_style(FONT)
            .x_label_formatter(&|place| self.x.text(*place, &x))
            .y_label_formatter(&|place| self.y.text(*place, &y))
            .draw()?;
        let left = area.dim_in_pixel().0 as i32 - LEGEND as i32 + 14;
        let level = self.level.as_ref().map(|(level, name)| {
            let place = self.y.place(*level);
            (name, vec![(x.start, place), (x.end, place)], BLACK.stroke_width(1))
        });
        let lines = self.lines.iter().enumerate().map(|(k, line)| {
            (&line.name, self.places(line), Palette99::pick(k).to_rgba().stroke_width(2))
        });
        let mut rows = (0..).map(|k| 24 + 20 * k);
        for ((name, points, style), y) in lines.chain(level).zip(&mut rows) {
            if points.len() <= 24 && points.len() > 2 {
                let dot = |&point: &(f64, f64)| Circle::new(point, 3, style.color.filled());
                chart.draw_series(points.iter().map(dot))?;
            }
            chart.draw_series(LineSeries::new(points, style))?;
            area.draw(&PathElement::new([(left, y), (left + 18, y)], style))?;
            area.draw(&Text::new(name.clone(), (left + 24, y - 8), FONT))?;
        }
        for ((k, line), y) in marks.iter().enumerate().zip(rows) {
            let (places, at) = (self.places(line), (left + 9, y));
            let style = BLACK.stroke_width(1);
            match k % 3 {
                0 => {
                    chart.draw_series(places.iter().map(|p| Circle::new(*p, 5, style)))?;
                    area.draw(&Circle::new(at, 5, style))?;
                }
                1 => {
                    chart.draw_series(places.iter().map(|p| Cross::new(*p, 5, style)))?;
                    area.draw(&Cross::new(at, 5, style))?;
                }
                _ => {
                    chart.draw_series(places.iter().map(|p| TriangleMarker::new(*p, 6, style)))?;
                    area.draw(&TriangleMarker::new(at, 6, style))?;
                }
            }
            area.draw(&Text::new(line.name.clone(), (left + 24, y - 8), FONT))?;
        }
        Ok(())
    }
}

impl Drawing for Curves {
    fn draw<B: DrawingBackend>(&self, area: &DrawingArea<B, Shift>) -> Drawn<B> {
        self.draw_under(&[], area)
    }
}

//! Spectral radii over two axes: stable and unstable regions with the border between them.

use plotters::coord::Shift;
use plotters::prelude::*;

use super::{Axis, Drawing, Drawn, FONT};

const LEGEND: u32 = 220;

/// A map of spectral radii.
pub struct HeatMap {
    /// To the right.
    pub x: Axis,
    /// Upwards.
    pub y: Axis,
    /// Values of the axes, rising.
    pub xs: Vec<f64>,
    /// Likewise.
    pub ys: Vec<f64>,
    /// Spectral radii, row by row for each of `ys`.
    pub radii: Vec<f64>,
    /// What counts as stable.
    pub limit: f64,
    /// Radii whose colours are explained, with words.
    pub legend: Vec<(f64, &'static str)>,
}

impl HeatMap {
    fn at(&self, i: usize, j: usize) -> f64 {
        self.radii[j * self.xs.len() + i]
    }

    fn is_stable(&self, i: usize, j: usize) -> bool {
        self.at(i, j) <= self.limit
    }

    /// Blue where stable, paler towards the limit; from yellow to red where unstable.
    fn colour(&self, radius: f64) -> RGBColor {
        let mix = |from: [f64; 3], to: [f64; 3], s: f64| {
            let [r, g, b] = [0, 1, 2].map(|k| (from[k] + s * (to[k] - from[k])) as u8);
            RGBColor(r, g, b)
        };
        if radius.is_nan() {
            return RGBColor(190, 190, 190);
        }
        if radius <= self.limit {
            mix(
                [200.0, 224.0, 245.0],
                [60.0, 120.0, 190.0],
                (10.0 * (1.0 - radius)).clamp(0.0, 1.0),
            )
        } else {
            // One colour step per decade of growth, from 1e-6 to 1.
            let decades = ((radius - 1.0).log10() + 6.0) / 6.0;
            mix([255.0, 236.0, 170.0], [200.0, 50.0, 30.0], decades.clamp(0.0, 1.0))
        }
    }

    fn legend<B: DrawingBackend>(&self, area: &DrawingArea<B, Shift>) -> Drawn<B> {
        let left = area.dim_in_pixel().0 as i32 - LEGEND as i32 + 16;
        for (k, &(radius, name)) in self.legend.iter().enumerate() {
            let y = 24 + 24 * k as i32;
            let patch = [(left, y), (left + 20, y + 16)];
            area.draw(&Rectangle::new(patch, self.colour(radius).filled()))?;
            area.draw(&Text::new(name, (left + 28, y), FONT))?;
        }
        Ok(())
    }
}

/// Where the cells of an axis begin and end: half way between its values.
fn borders(axis: &Axis, values: &[f64]) -> Vec<f64> {
    let places: Vec<f64> = values.iter().map(|value| axis.place(*value)).collect();
    let n = places.len();
    let (first, last) = match n {
        0 | 1 => (1.0, 1.0),
        _ => (places[1] - places[0], places[n - 1] - places[n - 2]),
    };
    let inner = places.windows(2).map(|pair| 0.5 * (pair[0] + pair[1]));
    let ends = places.first().zip(places.last());
    let (low, high) = ends.map_or((0.0, 1.0), |(a, b)| (a - 0.5 * first, b + 0.5 * last));
    std::iter::once(low).chain(inner).chain([high]).collect()
}

impl Drawing for HeatMap {
    fn draw<B: DrawingBackend>(&self, area: &DrawingArea<B, Shift>) -> Drawn<B> {
        let (xs, ys) = (borders(&self.x, &self.xs), borders(&self.y, &self.ys));
        let (columns, rows) = (self.xs.len(), self.ys.len());
        let (x, y) = (xs[0]..xs[columns], ys[0]..ys[rows]);
        let mut chart = ChartBuilder::on(area)
            .margin(14)
            .margin_right(LEGEND)
            .x_label_area_size(46)
            .y_label_area_size(90)
            .build_cartesian_2d(x.clone(), y.clone())?;
        chart
            .configure_mesh()
            .disable_mesh()
            .x_desc(self.x.label.as_str())
            .y_desc(self.y.label.as_str())
            .label_style(FONT)
            .x_label_formatter(&|place| self.x.text(*place, &x))
            .y_label_formatter(&|place| self.y.text(*place, &y))
            .draw()?;
        for (j, i) in (0..rows).flat_map(|j| (0..columns).map(move |i| (j, i))) {
            let cell = [(xs[i], ys[j]), (xs[i + 1], ys[j + 1])];
            chart.draw_series([Rectangle::new(cell, self.colour(self.at(i, j)).filled())])?;
        }
        // The border runs between cells of which one is stable and the other is not.
        for (j, i) in (0..rows).flat_map(|j| (0..columns).map(move |i| (j, i))) {
            let mut edges = Vec::new();
            if i + 1 < columns && self.is_stable(i, j) != self.is_stable(i + 1, j) {
                edges.push([(xs[i + 1], ys[j]), (xs[i + 1], ys[j + 1])]);
            }
            if j + 1 < rows && self.is_stable(i, j) != self.is_stable(i, j + 1) {
                edges.push([(xs[i], ys[j + 1]), (xs[i + 1], ys[j + 1])]);
            }
            let edge = |edge| PathElement::new(edge, BLACK.stroke_width(2));
            chart.draw_series(edges.into_iter().map(edge))?;
        }
        self.legend(area)
    }
}

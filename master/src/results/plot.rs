//! A picture of results: one panel per unit, time to the right.

use std::path::Path;

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::{FontStyle, register_font};

use super::bitmap::save_png;
use crate::table::Table;

/// Points per curve: more would not be seen.
const MOST_POINTS: usize = 4000;
const WIDTH: u32 = 1000;
const PANEL_HEIGHT: u32 = 260;
const LEGEND_WIDTH: u32 = 210;
const LEGEND_LETTERS: usize = 26;

/// What a curve is called and measured in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Curve {
    /// The column.
    pub name: String,
    /// Its unit; curves of one unit share a panel.
    pub unit: Option<String>,
}

/// Draws the given columns of a result file to an SVG or PNG file.
pub fn plot(results: &Path, picture: &Path, curves: &[Curve]) -> Result<(), String> {
    let table = Table::open(results).map_err(|error| error.to_string())?;
    let font = dejavu::sans::regular();
    register_font("sans-serif", FontStyle::Normal, font).map_err(|_| "the font is damaged")?;
    let panels = panels(curves);
    let size = (WIDTH, PANEL_HEIGHT * panels.len().max(1) as u32 + 30);
    let drawn = match picture.extension().and_then(|ending| ending.to_str()) {
        Some("svg") => draw(SVGBackend::new(picture, size), &table, &panels),
        Some("png") => save_png(picture, size, |backend| draw(backend, &table, &panels)),
        _ => Err("a picture ends in .svg or .png".into()),
    };
    drawn.map_err(|reason| format!("{}: {reason}", picture.display()))
}

type Panel<'a> = (Option<&'a str>, Vec<&'a str>);

/// Curves grouped by unit, in the order they come.
fn panels(curves: &[Curve]) -> Vec<Panel<'_>> {
    let mut panels: Vec<Panel> = Vec::new();
    for curve in curves {
        let unit = curve.unit.as_deref();
        match panels.iter_mut().find(|(known, _)| *known == unit) {
            Some((_, names)) => names.push(&curve.name),
            None => panels.push((unit, vec![&curve.name])),
        }
    }
    panels
}

fn draw<B: DrawingBackend>(backend: B, table: &Table, panels: &[Panel]) -> Result<(), String> {
    let root = backend.into_drawing_area();
    root.fill(&WHITE).map_err(|e| e.to_string())?;
    let areas = root.split_evenly((panels.len().max(1), 1));
    for (area, panel) in areas.iter().zip(panels) {
        draw_panel(area, table, panel).map_err(|e| e.to_string())?;
    }
    root.present().map_err(|e| e.to_string())
}

fn draw_panel<B: DrawingBackend>(
    area: &DrawingArea<B, Shift>,
    table: &Table,
    (unit, names): &Panel,
) -> Result<(), DrawingAreaErrorKind<B::ErrorType>> {
    let curves: Vec<Vec<(f64, f64)>> = names.iter().map(|name| points(table, name)).collect();
    let (x, y) = ranges(&curves);
    let mut chart = ChartBuilder::on(area)
        .margin(12)
        .margin_right(LEGEND_WIDTH)
        .x_label_area_size(34)
        .y_label_area_size(78)
        .build_cartesian_2d(x, y)?;
    let label = |value: &f64| format!("{}", (value * 1e10).round() / 1e10);
    let scientific = |value: &f64| match value.abs() {
        size if size != 0.0 && !(1e-3..1e6).contains(&size) => format!("{value:.2e}"),
        _ => format!("{}", (value * 1e6).round() / 1e6),
    };
    chart
        .configure_mesh()
        .light_line_style(WHITE)
        .bold_line_style(BLACK.mix(0.12))
        .x_desc("time [s]")
        .y_desc(unit.map_or("–".into(), |unit| format!("[{unit}]")))
        .label_style(("sans-serif", 14))
        .x_label_formatter(&label)
        .y_label_formatter(&scientific)
        .draw()?;
    for (k, (name, curve)) in names.iter().zip(curves).enumerate() {
        let colour = Palette99::pick(k).to_rgba().stroke_width(2);
        chart.draw_series(LineSeries::new(curve, colour))?;
        let (x, y) = ((WIDTH - LEGEND_WIDTH) as i32 + 10, 20 + 18 * k as i32);
        area.draw(&PathElement::new([(x, y), (x + 18, y)], colour))?;
        area.draw(&Text::new(shortened(name), (x + 24, y - 6), ("sans-serif", 13)))?;
    }
    Ok(())
}

/// The name as far as the legend has room for it; its end tells more than its beginning.
fn shortened(name: &str) -> String {
    let excess = name.chars().count().saturating_sub(LEGEND_LETTERS);
    match excess {
        0 => name.into(),
        _ => format!("…{}", name.chars().skip(excess + 1).collect::<String>()),
    }
}

/// A curve's points; of many, the least and the greatest of each stretch, so that no peak is lost.
fn points(table: &Table, name: &str) -> Vec<(f64, f64)> {
    let Some(column) = table.columns().iter().position(|known| known == name) else {
        return Vec::new();
    };
    let rows: Vec<(f64, f64)> = table.rows(column).collect();
    if rows.len() <= MOST_POINTS {
        return rows;
    }
    let stretch = rows.len().div_ceil(MOST_POINTS / 2);
    let extremes = |part: &[(f64, f64)]| {
        let by_value = |a: &&(f64, f64), b: &&(f64, f64)| a.1.total_cmp(&b.1);
        let least = *part.iter().min_by(by_value).expect("a chunk is not empty");
        let greatest = *part.iter().max_by(by_value).expect("a chunk is not empty");
        if least.0 <= greatest.0 { [least, greatest] } else { [greatest, least] }
    };
    rows.chunks(stretch).flat_map(extremes).collect()
}

/// The ranges of both axes, with a little room above and below.
fn ranges(curves: &[Vec<(f64, f64)>]) -> (std::ops::Range<f64>, std::ops::Range<f64>) {
    let span = |values: &mut dyn Iterator<Item = f64>| {
        values
            .filter(|v| v.is_finite())
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), v| (low.min(v), high.max(v)))
    };
    let (left, right) = span(&mut curves.iter().flatten().map(|p| p.0));
    let (low, high) = span(&mut curves.iter().flatten().map(|p| p.1));
    let room = |low: f64, high: f64, part: f64| match (low.is_finite(), high > low) {
        (false, _) => 0.0..1.0,
        (true, true) => low - part * (high - low)..high + part * (high - low),
        (true, false) => low - 0.5 * low.abs().max(1.0)..low + 0.5 * low.abs().max(1.0),
    };
    (room(left, right, 0.0), room(low, high, 0.06))
}

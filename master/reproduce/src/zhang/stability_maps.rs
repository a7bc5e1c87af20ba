//! Figures 5 to 7: where the explicit coupling is stable, over ω₀₁Δt and ρ∞.

use serde::Deserialize;

use super::two_mass::{Inputs, STABLE, TwoMass};
use crate::bench::Bench;
use crate::entry::{Entry, data};
use crate::error::ReproduceError;
use crate::figure::{Figure, Section};
use crate::picture::Picture;
use crate::target::Target;
use macrostep::results::chart::{Axis, HeatMap};

pub const FIGURE_5: Entry = Entry {
    name: "zhang/figure-5",
    title: "Stability over ω₀₁Δt and ρ∞: original, index-3, index-2 and index-1 inputs",
    about: "The figure marks stable points without naming its grid. On one of 12 × 21 points each is stable (1) or not (0) as an independent implementation \
            finds it, by spectral radii of macro steps on the FMUs. With original inputs no point with ω₀₁Δt of 3 or less is stable; index-1 inputs have \
            the largest region, both as printed.",
    fmus: &["marker-oscillator", "driven-mass"],
    run: |bench| figure(bench, is_of_figure_5),
    pictures: Some(|_, found| pictures("figure-5", is_of_figure_5, found)),
};

pub const FIGURE_6: Entry = Entry {
    name: "zhang/figure-6",
    title: "Stability over ω₀₁Δt and ρ∞: other weights",
    about: "As Fig. 5, with α = s/Δt², β = s/Δt, γ = 1 and s = 0.2, 20 and 200. With s = 0.2 all points are stable, as printed; large ones come near the \
            index-2 inputs.",
    fmus: &["marker-oscillator", "driven-mass"],
    run: |bench| figure(bench, is_of_figure_6),
    pictures: Some(|_, found| pictures("figure-6", is_of_figure_6, found)),
};

pub const FIGURE_7: Entry = Entry {
    name: "zhang/figure-7",
    title: "Stability over ω₀₁Δt and ρ∞: other mass ratios",
    about: "As Fig. 5, with original and index-1 inputs and m₂/m₁ = 0.5 and 2. A heavier second mass spoils stability at the shortest steps: the coupling is not \
            zero-stable.",
    fmus: &["marker-oscillator", "driven-mass"],
    run: |bench| figure(bench, is_of_figure_7),
    pictures: Some(|_, found| pictures("figure-7", is_of_figure_7, found)),
};

#[derive(Deserialize)]
struct Data {
    omega_dt: Vec<f64>,
    rho_inf: Vec<f64>,
    maps: Vec<Map>,
}

/// A map: a row of digits for each ω₀₁Δt, 1 where it is stable, one for each ρ∞.
#[derive(Deserialize)]
struct Map {
    inputs: Inputs,
    mass_ratio: f64,
    rows: Vec<String>,
}

impl Map {
    fn name(&self) -> String {
        format!("{}, m2/m1 = {}", self.inputs.name(), self.mass_ratio)
    }

    /// The end of its file's name.
    fn file(&self) -> String {
        let name = self.inputs.name().replace("α = ", "").replace("/Δt²", "");
        if self.mass_ratio == 1.0 { name } else { format!("{name}-{}", self.mass_ratio) }
    }

    fn is_stable(&self, row: usize, column: usize) -> bool {
        self.rows[row].as_bytes()[column] == b'1'
    }
}

fn is_of_figure_5(map: &Map) -> bool {
    map.mass_ratio == 1.0 && !is_of_figure_6(map)
}

fn is_of_figure_6(map: &Map) -> bool {
    map.inputs.name().starts_with('α')
}

fn is_of_figure_7(map: &Map) -> bool {
    map.mass_ratio != 1.0
}

fn read(chosen: fn(&Map) -> bool) -> Data {
    let mut all: Data = data(include_str!("../../data/zhang_maps.json"));
    all.maps.retain(chosen);
    all
}

/// Spectral radii, for each map and each ρ∞ those of all ω₀₁Δt.
fn radii(bench: &Bench, maps: &[Map], at: [&[f64]; 2]) -> Result<Vec<Vec<f64>>, ReproduceError> {
    let [omega_dt, rho_inf] = at;
    let columns: Vec<(&Map, f64)> =
        maps.iter().flat_map(|map| rho_inf.iter().map(move |rho| (map, *rho))).collect();
    bench.each(&columns, |&(map, rho_inf)| {
        let system = TwoMass { rho_inf, mass_ratio: map.mass_ratio, ..TwoMass::with(&map.inputs) };
        system.radii(bench, omega_dt)
    })
}

fn figure(bench: &Bench, chosen: fn(&Map) -> bool) -> Result<Vec<Section>, ReproduceError> {
    let Data { omega_dt, rho_inf, maps } = read(chosen);
    let found = radii(bench, &maps, [&omega_dt, &rho_inf])?;
    let section = |(map, found): (&Map, &[Vec<f64>])| {
        let mut figures = Vec::new();
        for (row, at) in omega_dt.iter().enumerate() {
            for (column, rho) in rho_inf.iter().enumerate() {
                let stable = |so: bool| f64::from(u8::from(so));
                let name = format!("ω01Δt = {at}, ρ∞ = {rho}");
                let figure = Figure::new(name, stable(found[column][row] <= STABLE));
                let target = Target::absolute(stable(map.is_stable(row, column)), 0.0);
                figures.push(figure.recomputed(target));
            }
        }
        Section::new(format!("stable points, {}", map.name()), figures)
    };
    let mut sections: Vec<Section> =
        maps.iter().zip(found.chunks(rho_inf.len())).map(section).collect();
    sections.push(counts(&maps, &sections));
    Ok(sections)
}

/// How many points of each map are stable; where the publication says so, all.
fn counts(maps: &[Map], sections: &[Section]) -> Section {
    let figure = |(map, section): (&Map, &Section)| {
        let stable = section.figures.iter().map(|figure| figure.found).sum();
        let all = section.figures.len() as f64;
        let ones = map.rows.iter().flat_map(|row| row.bytes()).filter(|digit| *digit == b'1');
        let figure = Figure::new(format!("{}, of {all}", map.name()), stable)
            .recomputed(Target::absolute(ones.count() as f64, 0.0));
        match map.inputs == Inputs::named("0.2") {
            true => figure.printed(Target::absolute(all, 0.0)),
            false => figure,
        }
    };
    Section::new("number of stable points", maps.iter().zip(sections).map(figure).collect())
}

/// The points as maps, a file for each.
fn pictures(
    figure: &str,
    chosen: fn(&Map) -> bool,
    found: &[Section],
) -> Result<Vec<Picture>, ReproduceError> {
    let Data { omega_dt, rho_inf, maps } = read(chosen);
    let draw = |(map, section): (&Map, &Section)| {
        let is_stable =
            |row: usize, column: usize| section.figures[row * rho_inf.len() + column].found == 1.0;
        let places = (0..rho_inf.len()).flat_map(|c| (0..omega_dt.len()).map(move |r| (r, c)));
        let shade = |(row, column)| if is_stable(row, column) { SHADES[0].0 } else { SHADES[1].0 };
        let axis = |label: &str, log: bool| Axis { label: label.into(), log };
        let chart = HeatMap {
            x: axis("ω01 Δt", true),
            y: axis("ρ∞", false),
            xs: omega_dt.clone(),
            ys: rho_inf.clone(),
            radii: places.map(shade).collect(),
            limit: STABLE,
            legend: SHADES.into(),
        };
        let caption = format!("Stable points of the two-mass oscillator: {}.", map.name());
        Picture::map(format!("{figure}-{}", map.file()), chart, &caption)
    };
    Ok(maps.iter().zip(found).map(draw).collect())
}

/// Colours of the maps, as those of spectral radii.
const SHADES: [(f64, &str); 2] = [(0.95, "stable"), (1.5, "unstable")];

//! Figures 8 to 14 and 16: energy, motion and force of the linear oscillator.

use serde::Deserialize;

use super::oscillator::{Oscillator, Point, STOP};
use crate::bench::Bench;
use crate::bound::Bound;
use crate::entry::{Entry, data};
use crate::error::ReproduceError;
use crate::figure::{Figure, Section};
use crate::picture::Picture;
use crate::target::{Standing, Target};

const FMUS: &[&str] = &["oscillator", "base-excited-oscillator"];

pub const FIGURE_8: Entry = Entry {
    name: "gonzalez/figure-8",
    title: "Linear oscillator, one rate: energy and motion without damping",
    about: "Figures 8 and 9: both halves with the same macro step. The figures print no numbers and not their step; energies are \
            those of the states, compared with an independent implementation. Deviations of x₂ belong to H₁ = 1 ms, H₂ = 0.1 ms.",
    fmus: FMUS,
    run: figure_8,
    pictures: None,
};

pub const FIGURE_10: Entry = Entry {
    name: "gonzalez/figure-10",
    title: "Linear oscillator, two rates: energy and amplitude with and without damping",
    about: "Figures 10 to 13: H₂ = 0.1 ms, the force held or extrapolated over H₁, all dampers 0, 0.1 and 1 N·s/m. The \
            figures print no numbers: the energy of the states at 10 s, its largest distance from that of the exact solution, and \
            the amplitude of x₂ in the last second over the exact one are compared with an independent implementation. The \
            text says of H₁ = 2 ms and 0.1 N·s/m that x₂ is about 2.4 times too large when extrapolated, and four times when held; \
            these are shown beside what is found over the last second, not compared: single peaks reach them. What a damper takes \
            away in a step is its force at the beginning times the way.",
    fmus: FMUS,
    run: figure_10,
    pictures: Some(energy_over_time),
};

pub const FIGURE_14: Entry = Entry {
    name: "gonzalez/figure-14",
    title: "Linear oscillator: the corrected force is nearer to the exact one",
    about: "H₁ = 2 ms, H₂ = 0.1 ms, all dampers 0.1 N·s/m, extrapolated force. The figure prints no numbers; the text says that the \
            corrected force is closer to the reference during most of the time: as a bound of our own, in more than half of it.",
    fmus: FMUS,
    run: figure_14,
    pictures: Some(force_over_time),
};

pub const FIGURE_16: Entry = Entry {
    name: "gonzalez/figure-16",
    title: "Linear oscillator, m₂ = 10 kg: a lower cap keeps the motion",
    about: "Figures 15 and 16. The text says that without correction errors of the energy add up while the correction keeps them \
            bounded for every m₂, and that for m₂ = 10 kg the correction moves the positions, which a lower cap \
            alleviates. No numbers are printed; that it is so is put into bounds of our own.",
    fmus: FMUS,
    run: figure_16,
    pictures: None,
};

#[derive(Deserialize)]
struct Data {
    single_rate: Vec<Single>,
    multi_rate: Vec<Case>,
    deviation: Deviation,
}

#[derive(Deserialize)]
struct Single {
    h: f64,
    corrected: bool,
    energy: f64,
    largest: f64,
}

#[derive(Deserialize)]
struct Case {
    c: f64,
    h: f64,
    held: bool,
    corrected: bool,
    energy: f64,
    largest: f64,
    amplitude: f64,
}

/// Root of the mean square of x₂ − exact, in m.
#[derive(Deserialize)]
struct Deviation {
    uncorrected: f64,
    corrected: f64,
    fresh: f64,
    fresh_corrected: f64,
}

fn read() -> Data {
    data(include_str!("../../data/gonzalez_oscillator.json"))
}

fn figure_8(bench: &Bench) -> Result<Vec<Section>, ReproduceError> {
    let Data { single_rate, deviation, .. } = read();
    let energies = bench.each(&single_rate, |case| case.run(bench))?;
    let plain = Oscillator::PLAIN;
    let fresh = Oscillator { fresh: true, ..plain };
    let cases = [
        ("uncorrected", plain, deviation.uncorrected),
        ("corrected", plain.corrected(), deviation.corrected),
        ("read fresh, uncorrected", fresh, deviation.fresh),
        ("read fresh, corrected", fresh.corrected(), deviation.fresh_corrected),
    ];
    let deviations = bench.each(&cases, |(name, oscillator, target)| {
        let points = oscillator.run(bench)?;
        let exact = oscillator.exact(oscillator.h[0]);
        let square =
            |(point, exact): (&Point, nalgebra::Vector4<f64>)| (point.state[2] - exact[2]).powi(2);
        let sum: f64 = points.iter().zip(exact).map(square).sum();
        let found = (sum / points.len() as f64).sqrt();
        Ok(Figure::new(*name, found).recomputed(Target::relative(*target, 1e-3)))
    })?;
    Ok(vec![
        Section::new("energy in J", energies.into_iter().flatten().collect()),
        Section::new("root mean square deviation of x₂ from the exact solution in m", deviations),
    ])
}

impl Single {
    fn run(&self, bench: &Bench) -> Result<Vec<Figure>, ReproduceError> {
        let plain = Oscillator { h: [self.h; 2], held: true, ..Oscillator::PLAIN };
        let oscillator = if self.corrected { plain.corrected() } else { plain };
        let (energy, largest) = errors(&oscillator, &oscillator.run(bench)?);
        let word = if self.corrected { "corrected" } else { "uncorrected" };
        let name = format!("H = {} ms, {word}", 1e3 * self.h);
        let tolerance = if self.corrected { 1e-6 } else { 1e-9 };
        let figure = |what: &str, found: f64, target: f64| {
            Figure::new(format!("{name}, {what}"), found)
                .recomputed(Target::relative(target, tolerance))
        };
        Ok(vec![
            figure("E(10 s)", energy, self.energy),
            figure("largest |E − E₀|", largest, self.largest),
        ])
    }
}

/// The energy at the end, and the largest distance from that of the exact solution.
fn errors(oscillator: &Oscillator, points: &[Point]) -> (f64, f64) {
    let energies = points.iter().map(|point| oscillator.energy(&point.state));
    let exact = oscillator.exact(oscillator.h[0]).map(|state| oscillator.energy(&state));
    let largest = energies.zip(exact).map(|(e, exact)| (e - exact).abs());
    let last = points.last().map_or(f64::NAN, |point| oscillator.energy(&point.state));
    (last, largest.fold(0.0, f64::max))
}

fn figure_10(bench: &Bench) -> Result<Vec<Section>, ReproduceError> {
    let cases = read().multi_rate;
    let found = bench.each(&cases, |case| case.run(bench))?;
    let mut sections = [
        Section::new("energy at 10 s in J", Vec::new()),
        Section::new("largest distance from the energy of the exact solution in J", Vec::new()),
        Section::new("amplitude of x₂ in the last second over the exact one", Vec::new()),
    ];
    for row in found {
        sections.iter_mut().zip(row).for_each(|(section, figure)| section.figures.push(figure));
    }
    Ok(sections.into())
}

/// Figure 11: the energy over time with dampers of 0.1 N·s/m.
fn energy_over_time(bench: &Bench, _: &[Section]) -> Result<Vec<Picture>, ReproduceError> {
    let caption = "Figure 11: energy of the states over time, all dampers 0.1 N·s/m, H₁ = 2 ms. Curves: runs and the exact solution; circles: energy \
                   at 10 s by the independent implementation.";
    let mut picture = Picture::new("figure-11", ["time in s", "energy in J"], caption).log_y();
    let mut marks = Vec::new();
    for case in read().multi_rate.into_iter().filter(|case| (case.c, case.h) == (0.1, 2e-3)) {
        let oscillator = case.oscillator();
        let points = oscillator.run(bench)?;
        let energies = points.iter().map(|point| oscillator.energy(&point.state));
        let points = energies.enumerate().map(|(k, energy)| (k as f64 * case.h, energy)).collect();
        let word = if case.corrected { "corrected" } else { "uncorrected" };
        let rule = if case.held { "held" } else { "extrapolated" };
        picture = picture.curve(format!("{rule}, {word}"), points);
        marks.push((STOP, case.energy));
    }
    let damped = Oscillator { c: 0.1, ..Oscillator::PLAIN };
    let exact = damped.exact(0.02).take(501).map(|state| damped.energy(&state));
    let exact = exact.enumerate().map(|(k, energy)| (k as f64 * 0.02, energy)).collect();
    Ok(vec![picture.curve("exact", exact).marks("recomputed", marks)])
}

/// Figure 14: the coupling force for a second.
fn force_over_time(bench: &Bench, _: &[Section]) -> Result<Vec<Picture>, ReproduceError> {
    let caption = "Figure 14: the coupling force from 9.5 to 10 s, without and with correction. Curves: runs; circles: exact solution.";
    let plain = Oscillator { c: 0.1, h: [2e-3, 1e-4], ..Oscillator::PLAIN };
    let mut picture = Picture::new("figure-14", ["time in s", "force in N"], caption);
    let late = |points: &mut dyn Iterator<Item = f64>| -> Vec<(f64, f64)> {
        let points = points.enumerate().map(|(k, force)| (k as f64 * plain.h[0], force));
        points.filter(|(t, _)| *t >= 9.5).collect()
    };
    for (word, oscillator) in [("uncorrected", plain), ("corrected", plain.corrected())] {
        let points = oscillator.run(bench)?;
        picture = picture.curve(word, late(&mut points.iter().map(|point| point.force)));
    }
    let exact = plain.exact(plain.h[0]).take((STOP / plain.h[0]) as usize + 1);
    let exact = late(&mut exact.map(|state| plain.force(&state)));
    Ok(vec![picture.marks("exact", exact.into_iter().step_by(5).collect())])
}

impl Case {
    fn oscillator(&self) -> Oscillator {
        let plain =
            Oscillator { c: self.c, h: [self.h, 1e-4], held: self.held, ..Oscillator::PLAIN };
        if self.corrected { plain.corrected() } else { plain }
    }

    /// Adds the amplitude that the text names for H₁ = 2 ms and 0.1 N·s/m.
    fn with_text(&self, figure: Figure) -> Figure {
        let about = if self.held { 4.0 } else { 2.4 };
        match (self.c, self.h, self.corrected) {
            (0.1, 2e-3, false) => {
                figure.printed(Target::absolute(about, 0.0).standing(Standing::NotCompared, true))
            }
            _ => figure,
        }
    }

    fn run(&self, bench: &Bench) -> Result<[Figure; 3], ReproduceError> {
        let oscillator = self.oscillator();
        let points = oscillator.run(bench)?;
        let (energy, largest) = errors(&oscillator, &points);
        let rule = if self.held { "held" } else { "extrapolated" };
        let word = if self.corrected { "corrected" } else { "uncorrected" };
        let name = format!("c = {}, H₁ = {} ms, {rule}, {word}", self.c, 1e3 * self.h);
        // Without damping and correction nothing but rounding differs.
        let tolerance = if self.corrected || self.c > 0.0 { 1e-6 } else { 1e-9 };
        let figure = |found: f64, target: f64, tolerance: f64| {
            Figure::new(name.clone(), found).recomputed(Target::relative(target, tolerance))
        };
        let last = points.len() - (1.0 / self.h).round() as usize;
        let size =
            |x: &mut dyn Iterator<Item = f64>| x.skip(last).fold(0.0, |a: f64, x| a.max(x.abs()));
        let exact = oscillator.exact(self.h).take(points.len());
        let amplitude = size(&mut points.iter().map(|point| point.state[2]))
            / size(&mut exact.map(|state| state[2]));
        Ok([
            figure(energy, self.energy, tolerance),
            figure(largest, self.largest, tolerance),
            self.with_text(figure(amplitude, self.amplitude, 1e-5)),
        ])
    }
}

fn figure_14(bench: &Bench) -> Result<Vec<Section>, ReproduceError> {
    let plain = Oscillator { c: 0.1, h: [2e-3, 1e-4], ..Oscillator::PLAIN };
    let (uncorrected, corrected) = (plain.run(bench)?, plain.corrected().run(bench)?);
    let exact = plain.exact(plain.h[0]).map(|state| plain.force(&state));
    let nearer = uncorrected
        .iter()
        .zip(&corrected)
        .zip(exact)
        .filter(|((u, c), exact)| (c.force - exact).abs() < (u.force - exact).abs());
    let share = nearer.count() as f64 / corrected.len() as f64;
    let figure = Figure::new("time in which the corrected force is nearer", share);
    Ok(vec![Section::new("as a part of 10 s", vec![figure.bound(Bound::above(0.5))])])
}

fn figure_16(bench: &Bench) -> Result<Vec<Section>, ReproduceError> {
    let masses = [0.1, 1.0, 2.0, 5.0, 10.0, 100.0];
    let errors = bench.each(&masses, |&m2| {
        let plain = Oscillator { m2, ..Oscillator::PLAIN };
        let (uncorrected, corrected) = (plain.run(bench)?, plain.corrected().run(bench)?);
        let largest = |part: &[Point]| part.iter().map(|p| p.error.abs()).fold(0.0, f64::max);
        let (first, second) = uncorrected.split_at(uncorrected.len() / 2);
        let grown = largest(second);
        Ok([largest(first) / grown, largest(&corrected) / grown])
    })?;
    let figures = masses.iter().zip(errors).flat_map(|(m2, [first, corrected])| {
        let figure = |word: &str, found, most: f64| {
            Figure::new(format!("m₂ = {m2} kg, {word}"), found).bound(Bound::below(most))
        };
        [
            figure("uncorrected, 0 to 5 s", first, 0.7),
            figure("corrected, 0 to 10 s", corrected, 0.1),
        ]
    });
    let heavy = Oscillator { m2: 10.0, ..Oscillator::PLAIN };
    let part = deviation(&Oscillator { cap: Some(0.05), ..heavy }, bench)?
        / deviation(&heavy.corrected(), bench)?;
    let lower = Figure::new("cap 1/20 over cap 1/4", part).bound(Bound::below(1.0));
    Ok(vec![
        Section::new("largest error over that without correction in 5 to 10 s", figures.collect()),
        Section::new("m₂ = 10 kg: deviation of the positions", vec![lower]),
    ])
}

/// Root of the mean square distance of both positions from the exact ones.
fn deviation(oscillator: &Oscillator, bench: &Bench) -> Result<f64, ReproduceError> {
    let points = oscillator.run(bench)?;
    let off = points.iter().zip(oscillator.exact(oscillator.h[0])).map(|(point, exact)| {
        (point.state[0] - exact[0]).powi(2) + (point.state[2] - exact[2]).powi(2)
    });
    Ok((off.sum::<f64>() / points.len() as f64).sqrt())
}

//! The numbers to meet, and figures that are compared with them.

use indexmap::IndexMap;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::case::Name;
use super::difference::Difference;
use super::energy::Energies;
use super::signal::Signal;
use super::trace::Trace;
use crate::bound::Bound;
use crate::entry::data;
use crate::figure::Figure;
use crate::target::{Standing, Target};

/// All engines.
#[derive(Deserialize)]
pub struct Reference {
    /// (a).
    pub v6: Known,
    /// (b).
    pub flat: Known,
    /// (c).
    pub bank: Known,
}

impl Reference {
    /// What is known of an engine.
    pub fn of(&self, engine: Name) -> &Known {
        match engine {
            Name::V6 => &self.v6,
            Name::Flat => &self.flat,
            Name::Bank => &self.bank,
        }
    }
}

/// What is known of an engine, each by the name of a run.
#[derive(Deserialize)]
pub struct Known {
    /// By the units of the signals, for runs with the same steps of the same solver.
    tolerances: IndexMap<String, f64>,
    /// Samples of it as one.
    whole: IndexMap<String, Vec<Sample>>,
    /// Differences between a split and it as one.
    split: IndexMap<String, IndexMap<String, Off>>,
    /// Energies at the end.
    energies: IndexMap<String, Energy>,
}

/// Signals at a time.
#[derive(Deserialize)]
struct Sample {
    t: f64,
    values: IndexMap<String, f64>,
}

/// Largest difference and root of the mean square.
#[derive(Deserialize)]
struct Off {
    largest: f64,
    rms: f64,
}

/// In J, after t seconds.
#[derive(Deserialize)]
struct Energy {
    stored: f64,
    dissipated: f64,
    external: f64,
    defect: f64,
    /// Half of its last digit; none where nothing is coupled.
    defect_digit: Option<f64>,
    residual: f64,
}

/// Reads them.
pub fn reference() -> Reference {
    table()
}

/// Reads some of them in a form of its own.
pub fn table<T: DeserializeOwned>() -> T {
    data(include_str!("../../../data/friedrich_chapter_4.json"))
}

/// A bound as tables show it.
fn four_digits(bound: f64) -> f64 {
    format!("{bound:.3e}").parse().unwrap_or(bound)
}

/// A number of another model or another machine, to be shown beside what is found.
pub fn shown(value: f64) -> Target {
    Target::absolute(value, 0.0).standing(Standing::NotCompared, true)
}

impl Known {
    /// How far a signal may differ with the same steps of the same solver.
    pub fn tolerance(&self, signal: &Signal) -> f64 {
        self.tolerances.get(signal.unit()).copied().unwrap_or(0.0)
    }

    /// All samples of a run of that name up to the end of the trace, to the tolerances for the same steps.
    pub fn samples(&self, run: &str, trace: &Trace, signals: &[Signal]) -> Vec<Figure> {
        self.samples_to(run, trace, signals, |signal| self.tolerance(signal))
    }

    /// All samples of a run of that name up to the end of the trace, to tolerances of their own.
    pub fn samples_to(
        &self,
        run: &str,
        trace: &Trace,
        signals: &[Signal],
        tolerance: impl Fn(&Signal) -> f64,
    ) -> Vec<Figure> {
        let stop = trace.t.last().copied().unwrap_or(0.0) + 1e-9;
        let columns: Vec<Vec<f64>> = signals.iter().map(|signal| signal.of(trace)).collect();
        let mut figures = Vec::new();
        for sample in self.whole[run].iter().filter(|sample| sample.t <= stop) {
            let k = trace.at(sample.t);
            for (signal, column) in signals.iter().zip(&columns) {
                let Some(value) = sample.values.get(signal.name) else { continue };
                let target = Target::absolute(*value, tolerance(signal));
                let name = format!("{} at {} ms", signal.name, 1e3 * sample.t);
                figures.push(Figure::new(name, column[k]).recomputed(target));
            }
        }
        figures
    }

    /// The largest difference of a split over its whole run.
    pub fn largest(&self, split: &str, signal: &Signal) -> Option<f64> {
        self.split[split].get(signal.name).map(|off| off.largest)
    }

    /// Differences of a whole run, which are those of the split of that name: known to three digits.
    pub fn differences(
        &self,
        split: &str,
        pair: [&Trace; 2],
        signals: &[Signal],
        from: f64,
    ) -> Vec<Figure> {
        let of = |signal: &Signal| {
            let known = self.split[split].get(signal.name)?;
            let Difference { largest, rms } = Difference::of(signal, pair, from);
            let figure = |what: &str, found: f64, known: f64| {
                Figure::new(format!("{}, {what}", signal.name), found)
                    .recomputed(Target::relative(known, 0.01))
            };
            Some([figure("largest", largest, known.largest), figure("rms", rms, known.rms)])
        };
        signals.iter().filter_map(of).flatten().collect()
    }

    /// Largest differences, at most `factor` times those of the whole run of the split of that name.
    pub fn bounded(
        &self,
        split: &str,
        pair: [&Trace; 2],
        signals: &[Signal],
        factor: f64,
    ) -> Vec<Figure> {
        let of = |signal: &Signal| {
            let known = self.largest(split, signal)?;
            let largest = Difference::of(signal, pair, 0.0).largest;
            let figure = Figure::new(format!("{}, largest", signal.name), largest);
            Some(figure.bound(Bound::at_most(four_digits(factor * known))))
        };
        signals.iter().filter_map(of).collect()
    }

    /// Energies at the end of a whole run. What extrapolation made is known to the last digit of the work of the ports.
    pub fn energies(&self, run: &str, found: &Energies) -> Vec<Figure> {
        let known = &self.energies[run];
        let figure = |name: &str, found: f64, target: Target| {
            Figure::new(format!("{name} in J"), found).recomputed(target)
        };
        let share = |known: f64| Target::relative(known, 1e-4);
        let mut figures = vec![
            figure("E", found.stored, share(known.stored)),
            figure("W_diss", found.dissipated, share(known.dissipated)),
            figure("W_ext", found.external, share(known.external)),
            figure("residual", found.residual(), Target::relative(known.residual, 0.1)),
        ];
        if let Some(digit) = known.defect_digit {
            let target = Target::absolute(known.defect, digit);
            figures.push(figure("made by extrapolation", found.defect(), target));
        }
        figures
    }

    /// Residual and what extrapolation made in a short run, no more than in the whole one.
    pub fn bounded_energies(&self, run: &str, found: &Energies) -> Vec<Figure> {
        let known = &self.energies[run];
        let figure = |name: &str, found: f64, most: f64| {
            let bound = Bound::at_most(four_digits(most));
            Figure::new(format!("{name} in J, absolute"), found.abs()).bound(bound)
        };
        let mut figures = vec![figure("residual", found.residual(), known.residual.abs())];
        if let Some(digit) = known.defect_digit {
            let most = known.defect.abs() + digit;
            figures.push(figure("made by extrapolation", found.defect(), most));
        }
        figures
    }
}

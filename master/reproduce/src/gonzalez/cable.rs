//! Figures 18 and 19: a pendulum on a cable.

use coupling::CouplingError;
use serde::Deserialize;

use crate::bench::{Bench, connection};
use crate::entry::{Entry, data};
use crate::error::ReproduceError;
use crate::figure::{Figure, Section};
use crate::picture::Picture;
use crate::spread::{RUNS, Spread, perturbations};
use crate::target::{Standing, Target};
use macrostep::scenario::build::build;

pub const ENTRY: Entry = Entry {
    name: "gonzalez/figure-18",
    title: "Pendulum and cable: energy without and with correction",
    about: "Figures 18 and 19, section 4.2: held inputs, macro step H of the pendulum, step h of the cable, the correction at most 1/10 \
            of the force, 20 s. The figures print no numbers. Neither the direction of gravity nor the force at the joint is \
            defined: here gravity is −y and the force quasi-static. Changes of the energy are compared with an \
            independent implementation; both move the rod by RATTLE with the macro step. From 10 s on uncorrected runs are \
            chaotic. The text says that with H = 5 ms and h = 1 ms the uncorrected run fails after 17.5 s and the corrected one \
            does not. When an unstable run fails depends on rounding: the time of the independent implementation is compared with the range of 20 \
            runs whose starts are turned by up to 1e-10, to one macro step. The printed 17.5 s belongs to a rod whose integrator is not \
            fully defined, and is not compared.",
    fmus: &["natural-pendulum", "ancf-cable"],
    run,
    pictures: Some(pictures),
};

#[derive(Deserialize)]
struct Data {
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    h: f64,
    cable: f64,
    corrected: bool,
    /// Changes of the energy at 1, 2 and 5 s.
    energy: [f64; 3],
    /// At 10 and 15 s, if the run gets there.
    late: [Option<f64>; 2],
    /// Largest change within 20 s, and within 5 s where the run is corrected.
    largest: f64,
    within_5_s: Option<f64>,
    failed: Option<f64>,
    printed_failure: Option<f64>,
}

const TIMES: [f64; 3] = [1.0, 2.0, 5.0];
const STOP: f64 = 20.0;

/// What a run shows.
struct Run {
    /// Changes of the energy at the communication points, in J.
    energy: Vec<f64>,
    failed: Option<f64>,
}

fn read() -> Vec<Case> {
    let Data { cases } = data(include_str!("../../data/gonzalez_cable.json"));
    cases
}

fn run(bench: &Bench) -> Result<Vec<Section>, ReproduceError> {
    let cases = read();
    let runs = bench.each(&cases, |case| case.run(bench, 0.0))?;
    let mut sections = [
        "change of the energy in J",
        "with correction: largest change of the energy in J",
        "time reached in s",
    ]
    .map(|title| Section::new(title, Vec::new()));
    for (case, run) in cases.iter().zip(runs) {
        let figures = [case.changes(&run), case.largest(&run), vec![case.time(bench, &run)?]];
        sections.iter_mut().zip(figures).for_each(|(section, f)| section.figures.extend(f));
    }
    Ok(sections.into())
}

/// Energies without and with correction.
fn pictures(bench: &Bench, _: &[Section]) -> Result<Vec<Picture>, ReproduceError> {
    let drawn = |corrected: bool, file, word: &str, stop: f64| -> Result<_, ReproduceError> {
        let caption = format!(
            "Figure 18, {word} correction: change of the total energy. Curves: runs; circles: independent implementation."
        );
        let mut picture = Picture::new(file, ["time in s", "change of the energy in J"], &caption);
        let mut marks = Vec::new();
        for case in read().into_iter().filter(|case| case.corrected == corrected) {
            let energy = case.run(bench, 0.0)?.energy;
            let points = energy.iter().enumerate().map(|(k, energy)| (k as f64 * case.h, *energy));
            let points = points.take_while(|(t, _)| *t < stop + 0.5 * case.h).collect();
            let name = format!("H = {} ms, h = {} ms", 1e3 * case.h, 1e3 * case.cable);
            picture = picture.curve(name, points);
            let late = [10.0, 15.0].into_iter().zip(case.late);
            let late = late.filter_map(|(t, energy)| Some((t, energy?)));
            marks.extend(TIMES.into_iter().zip(case.energy).chain(late));
        }
        marks.retain(|(t, _)| *t <= stop);
        Ok(picture.marks("recomputed", marks))
    };
    Ok(vec![
        drawn(false, "figure-18-uncorrected", "without", 5.0)?,
        drawn(true, "figure-18-corrected", "with", 15.0)?,
    ])
}

impl Case {
    fn name(&self) -> String {
        let word = if self.corrected { "corrected" } else { "uncorrected" };
        format!("H = {} ms, h = {} ms, {word}", 1e3 * self.h, 1e3 * self.cable)
    }

    /// The scenario whose start is turned by an angle about the x axis.
    fn scenario(&self, bench: &Bench, turned: f64) -> String {
        let Self { h, cable, .. } = *self;
        let tells = "energy = { stored = ['energy'] }";
        let cable = format!(
            "start = {{ v_x = 0, v_y = 0, v_z = 0, solver = 'semi-implicit-euler', micro_step = {cable:e} }}\n{tells}"
        );
        let pendulum = format!(
            "start = {{ integrator = 'rattle', micro_step = {h:e}, r0_y = {:e} }}\n{tells}",
            2.5 * turned
        );
        let axes = ["x", "y", "z"];
        let joined = axes.map(|axis| {
            connection(&format!("pendulum.r_{axis}"), &format!("cable.r_{axis}"))
                + &connection(&format!("cable.force_{axis}"), &format!("pendulum.force_{axis}"))
        });
        let list = |name: &str| axes.map(|axis| format!("'pendulum.{name}_{axis}'")).join(", ");
        let correction =
            if self.corrected { "correction = 'accumulated-leak'\ncap = 0.1\n" } else { "" };
        [
            format!("[simulation]\nstop = {STOP}\nstep = {h:e}\n[scheme]\nfeedthrough = 'stale'\n"),
            "[inputs]\nextrapolation = 'hold'\n".into(),
            bench.slave("cable", "ancf-cable", &cable),
            bench.slave("pendulum", "natural-pendulum", &pendulum),
            joined.concat(),
            format!(
                "[bonds.joint]\nforce = [{}]\nmotion = [{}]\nvelocity = [{}]\n{correction}",
                list("force"),
                list("r"),
                list("v")
            ),
        ]
        .concat()
    }

    fn run(&self, bench: &Bench, turned: f64) -> Result<Run, ReproduceError> {
        let mut simulation = build(&bench.scenario(self.scenario(bench, turned))?)?;
        simulation.initialize()?;
        let mut run = Run { energy: vec![0.0], failed: None };
        loop {
            match simulation.advance() {
                Ok(true) => {}
                Ok(false) => return Ok(run),
                Err(CouplingError::Slave { t, .. } | CouplingError::NotFinite { t, .. }) => {
                    run.failed = Some(t);
                    return Ok(run);
                }
                Err(error) => return Err(error.into()),
            }
            run.energy.push(simulation.point().energy[5]);
        }
    }

    /// The energy at times up to which runs are not chaotic.
    fn changes(&self, run: &Run) -> Vec<Figure> {
        let index = |t: f64| (t / self.h).round() as usize;
        let figure = |t: f64, value: f64, relative: f64| {
            let found = run.energy.get(index(t)).copied().unwrap_or(f64::NAN);
            Figure::new(format!("{}, {t} s", self.name()), found)
                .recomputed(Target::relative(value, relative))
        };
        let early = TIMES.into_iter().zip(self.energy).map(|(t, value)| figure(t, value, 1e-6));
        // Late ones are given to four digits.
        let compared = if self.corrected { 2 } else { 1 };
        let late = [10.0, 15.0].into_iter().zip(self.late).take(compared);
        let late = late.filter_map(|(t, value)| Some(figure(t, value?, 5e-4)));
        early.chain(late).collect()
    }

    /// The largest change within 5 s, given to three digits, and within 20 s, to four.
    fn largest(&self, run: &Run) -> Vec<Figure> {
        let Some(within_5_s) = self.within_5_s else { return Vec::new() };
        let figure = |t: f64, value: f64, relative: f64| {
            let points = (t / self.h).round() as usize + 1;
            let found = run.energy.iter().take(points).fold(0.0, |a: f64, e| a.max(e.abs()));
            Figure::new(format!("{}, {t} s", self.name()), found)
                .recomputed(Target::relative(value, relative))
        };
        vec![figure(5.0, within_5_s, 5e-3), figure(STOP, self.largest, 5e-4)]
    }

    /// When the run fails, with the range of perturbed starts; or that it does not.
    fn time(&self, bench: &Bench, run: &Run) -> Result<Figure, ReproduceError> {
        let figure = Figure::new(self.name(), run.failed.unwrap_or(STOP));
        let Some(failed) = self.failed else {
            return Ok(figure.recomputed(Target::absolute(STOP, 0.0)));
        };
        let times = bench.each(&perturbations(RUNS), |turned| {
            Ok(self.run(bench, *turned)?.failed.unwrap_or(STOP))
        })?;
        // A failure is known to one macro step, and a time to rounding.
        let target = Target::absolute(failed, 1.000001 * self.h);
        let figure = figure.spread(Spread::of(&times)).recomputed(target);
        Ok(match self.printed_failure {
            Some(printed) => {
                figure.printed(Target::absolute(printed, 0.0).standing(Standing::NotCompared, true))
            }
            None => figure,
        })
    }
}

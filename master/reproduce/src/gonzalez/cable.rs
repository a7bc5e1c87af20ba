//! Figures 18 and 19: a pendulum on a cable.

use coupling::CouplingError;
use serde::Deserialize;

use crate::bench::{Bench, connection};
use crate::entry::{Entry, data};
use crate::error::ReproduceError;
use crate::figure::{Figure, Section, Target};
use macrostep::scenario::build::build;

pub const ENTRY: Entry = Entry {
    name: "gonzalez/figure-18",
    title: "Pendulum and cable: energy without and with correction",
    about: "Figures 18 and 19, section 4.2: held inputs, macro step H of the pendulum, step h of the cable, the correction at most 1/10 \
            of the force, 20 s. The figures print no numbers. Neither the direction of gravity nor the force at the joint is \
            defined: here gravity is −y and the force quasi-static. Changes of the energy up to 5 s are compared with an \
            independent implementation that moves the rod by RATTLE; with Newmark's formula in tenths of H \
            uncorrected runs agree to 1e-4, and the small rest of corrected ones to 1e-3 of its largest; \
            from 10 s on the motion is chaotic. The text says that with H = 5 ms and h = 1 ms the \
            uncorrected run fails after 17.5 s and the corrected one does not; the time of failure depends on rounding.",
    fmus: &["natural-pendulum", "ancf-cable"],
    run,
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
    energy: [f64; 3],
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

fn run(bench: &Bench) -> Result<Vec<Section>, ReproduceError> {
    let Data { cases } = data(include_str!("../../data/gonzalez_cable.json"));
    let runs = bench.each(&cases, |case| case.run(bench))?;
    let mut sections = [
        Section::new("change of the energy in J", Vec::new()),
        Section::new(
            "with correction: largest change of the energy within 5 s, in J, and within 20 s as a part of the recomputed one (at most 1.1)",
            Vec::new(),
        ),
        Section::new("time reached in s", Vec::new()),
    ];
    for (case, run) in cases.iter().zip(runs) {
        let figures = case.figures(&run);
        sections.iter_mut().zip(figures).for_each(|(section, f)| section.figures.extend(f));
    }
    Ok(sections.into())
}

impl Case {
    fn name(&self) -> String {
        let word = if self.corrected { "corrected" } else { "uncorrected" };
        format!("H = {} ms, h = {} ms, {word}", 1e3 * self.h, 1e3 * self.cable)
    }

    fn scenario(&self, bench: &Bench) -> String {
        let Self { h, cable, .. } = *self;
        let tells = "energy = { stored = ['energy'] }";
        let cable = format!(
            "start = {{ v_x = 0, v_y = 0, v_z = 0, solver = 'semi-implicit-euler', micro_step = {cable:e} }}\n{tells}"
        );
        let pendulum = format!("start = {{ micro_step = {:e} }}\n{tells}", h / 10.0);
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

    fn run(&self, bench: &Bench) -> Result<Run, ReproduceError> {
        let mut simulation = build(&bench.scenario(self.scenario(bench))?)?;
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

    fn figures(&self, run: &Run) -> [Vec<Figure>; 3] {
        let index = |t: f64| (t / self.h).round() as usize;
        let at = |t: f64| run.energy.get(index(t)).copied().unwrap_or(f64::NAN);
        let within =
            |t: f64| run.energy.iter().take(index(t) + 1).fold(0.0, |a: f64, e| a.max(e.abs()));
        // Of a corrected run a small rest of what was corrected is seen.
        let absolute = self.within_5_s.map_or(0.0, |largest| 1e-3 * largest);
        let changes = TIMES.into_iter().zip(self.energy).map(|(t, value)| {
            let target = Target { relative: 1e-4, ..Target::absolute(value, absolute) };
            Figure::new(format!("{}, {t} s", self.name()), at(t)).recomputed(target)
        });
        let largest = self.within_5_s.into_iter().flat_map(|target| {
            let name = |t: f64| format!("{}, {t} s", self.name());
            // Beyond 10 s the motion is chaotic: what can be said is that no more energy is made.
            let part = within(STOP) / self.largest;
            [
                Figure::new(name(5.0), within(5.0)).recomputed(Target::relative(target, 5e-3)),
                Figure::new(name(STOP) + ", over the recomputed one", part)
                    .recomputed(Target::absolute(0.55, 0.55)),
            ]
        });
        let time = Figure::new(self.name(), run.failed.unwrap_or(STOP));
        let time = match (self.failed, self.printed_failure) {
            (Some(failed), Some(printed)) => time
                .recomputed(Target::relative(failed, 0.15))
                .printed(Target::relative(printed, 0.15)),
            (Some(failed), None) => time.recomputed(Target::relative(failed, 0.15)),
            (None, _) => time.recomputed(Target::absolute(STOP, 0.0)),
        };
        [changes.collect(), largest.collect(), vec![time]]
    }
}

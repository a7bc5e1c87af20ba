//! Runs of all methods: states and force after 1, 2, 5 and 50 macro steps.

use serde::Deserialize;

use super::system::Method;
use crate::bench::Bench;
use crate::entry::{Entry, data};
use crate::error::ReproduceError;
use crate::figure::{Figure, Section};
use crate::target::Target;
use macrostep::scenario::build::build;

pub const ENTRY: Entry = Entry {
    name: "busch/time-domain",
    title: "Runs of all combinations of coupling, sweep and rule",
    about: "Not in the publication: its methods from a given state, H = 1e-4 s, as `macrostep run` runs them. The first \
            steps take lower degrees, as long as fewer points are known (start_up = \"ramp\"). The tolerance is 1e-9 of \
            the largest value of each variable.",
    fmus: &["oscillator", "base-excited-oscillator"],
    run,
    pictures: None,
};

#[derive(Deserialize)]
struct Data {
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    #[serde(flatten)]
    method: Method,
    points: Vec<Point>,
}

/// x₁, v₁, x₂, v₂ and the force after n steps.
#[derive(Deserialize)]
struct Point {
    n: u64,
    states: [f64; 4],
    force: Option<f64>,
}

/// Variables with their largest values.
const VARIABLES: [(&str, f64); 5] =
    [("left.x", 5e-3), ("left.v", 1.5), ("right.x", 5e-3), ("right.v", 1.5), ("right.f", 5e3)];

fn run(bench: &Bench) -> Result<Vec<Section>, ReproduceError> {
    let Data { cases } = data(include_str!("../../data/busch_time_domain.json"));
    let found = bench.each(&cases, |case| case.run(bench))?;
    Ok(vec![Section::new("states and force", found.into_iter().flatten().collect())])
}

impl Case {
    fn run(&self, bench: &Bench) -> Result<Vec<Figure>, ReproduceError> {
        let text = self.method.scenario(bench, 1e6, 1e2, "stale");
        let text = format!("{text}[results]\nvariables = ['*.x', '*.v', '*.f']\n");
        let mut simulation = build(&bench.recorded(text)?)?;
        let names = simulation.network().output_names();
        simulation.initialize()?;
        let mut figures = Vec::new();
        while simulation.advance()? {
            let n = simulation.progress().taken;
            let Some(point) = self.points.iter().find(|point| point.n == n) else { continue };
            let values = point.states.into_iter().chain(point.force);
            for ((variable, largest), value) in VARIABLES.into_iter().zip(values) {
                let place = names.iter().position(|name| name == variable);
                let found = place.map_or(f64::NAN, |place| simulation.point().y[place]);
                let name = format!("{}, {variable}, step {n}", self.method.name());
                let target = Target::absolute(value, 1e-9 * largest);
                figures.push(Figure::new(name, found).recomputed(target));
            }
        }
        Ok(figures)
    }
}

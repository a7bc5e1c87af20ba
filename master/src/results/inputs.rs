//! What became of the rules of inputs over a run: where they were restricted, and what inputs were given.

use std::fmt;

use coupling::InputId;
use coupling::signals::{Bounds, Restrained};
use coupling::simulation::Simulation;
use serde::Serialize;

/// Time derivatives that are not known at more points than these are worth a warning: some FMUs know them
/// from their first step on.
const AT_THE_START: u64 = 2;

/// An input whose rule was restricted, or that was given a value that it does not allow.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct InputSummary {
    /// Its slave.
    pub slave: String,
    /// Its name there.
    pub input: String,
    /// Steps over which it was kept within the ranges that are declared.
    pub limited: u64,
    /// Steps over which it was held after a jump or a rest.
    pub held: u64,
    /// Points at which its time derivative was not finite, so that it was continued without.
    pub without_derivative: u64,
    /// What it was given beyond its declared range.
    pub outside: Option<Outside>,
}

/// Values beyond a declared range.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Outside {
    /// At how many communication points.
    pub points: u64,
    /// The first of them in s.
    pub t: f64,
    /// The value there.
    pub value: f64,
    /// The least value that is declared, if one is.
    pub min: Option<f64>,
    /// The greatest.
    pub max: Option<f64>,
}

/// The inputs of a run about which there is something to say, in the order of u.
pub fn inputs(simulation: &Simulation) -> Vec<InputSummary> {
    let network = simulation.network();
    let mut all: Vec<InputSummary> = Vec::new();
    for slave in network.slaves() {
        for input in network.input_names_of(slave) {
            let slave = network.name(slave).to_string();
            all.push(InputSummary { slave, input, ..Default::default() });
        }
    }
    for (InputId(i), declared, restrained) in simulation.signals().restrained() {
        all[i].limited = restrained.confined;
        all[i].held = restrained.held;
        all[i].outside = outside(declared, restrained);
    }
    for (InputId(i), count) in simulation.signals().unknown_derivatives() {
        all[i].without_derivative = count;
    }
    let silent = |one: &InputSummary| {
        (one.limited, one.held, one.without_derivative) == (0, 0, 0) && one.outside.is_none()
    };
    all.retain(|one| !silent(one));
    all
}

fn outside(declared: Bounds, restrained: Restrained) -> Option<Outside> {
    let (t, value) = restrained.first?;
    let given = |bound: f64| bound.is_finite().then_some(bound);
    let (min, max) = (given(declared.min), given(declared.max));
    Some(Outside { points: restrained.outside, t, value, min, max })
}

impl InputSummary {
    /// What the user should know of it.
    pub fn warnings(&self) -> Vec<String> {
        let Self { slave, input, without_derivative, .. } = self;
        let mut warnings = Vec::new();
        if let Some(outside) = &self.outside {
            warnings.push(format!(
                "t = {} s: slave \"{slave}\": input \"{input}\" was given {}, {}{}; look at what drives it",
                outside.t,
                outside.value,
                outside.bound(),
                match outside.points {
                    1 => String::new(),
                    points => format!(", and so it was at {points} communication points in all"),
                },
            ));
        }
        if *without_derivative > AT_THE_START {
            warnings.push(format!(
                "slave \"{slave}\": the time derivative of input \"{input}\" was not finite at \
                 {without_derivative} communication points; it was continued without derivatives there"
            ));
        }
        warnings
    }

    /// Whether its rule was restricted.
    pub fn is_restricted(&self) -> bool {
        self.limited + self.held + self.without_derivative > 0
    }
}

impl Outside {
    /// The bound that was not kept.
    fn bound(&self) -> String {
        match (self.min.filter(|min| self.value < *min), self.max) {
            (Some(min), _) => format!("below its declared min {min}"),
            (None, Some(max)) => format!("above its declared max {max}"),
            (None, None) => "outside its declared range".into(),
        }
    }
}

impl fmt::Display for InputSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counted = |count: u64, word: &str, rest: &str| match count {
            0 => None,
            1 => Some(format!("{rest} 1 {word}")),
            count => Some(format!("{rest} {count} {word}s")),
        };
        let parts = [
            counted(self.limited, "step", "kept within its range over"),
            counted(self.held, "step", "held after a jump or a rest over"),
            counted(self.without_derivative, "point", "continued without derivatives at"),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        write!(f, "{}.{}: {}", self.slave, self.input, parts.join(", "))
    }
}

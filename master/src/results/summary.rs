//! What a run did, for the end of the terminal output and the sidecar.

mod bonds;
mod constraints;
mod initialisation;
mod slaves;
mod statistics;
mod threads;

use std::fmt;
use std::time::Duration;

use coupling::simulation::{DefaultDegree, Lowered, Simulation, StartUp};
use serde::Serialize;

pub use self::bonds::BondSummary;
use self::constraints::constraints;
pub use self::constraints::{ConstraintSummary, GapSummary};
pub use self::initialisation::{LoopSummary, StageSummary};
pub use self::slaves::SlaveSummary;
use self::slaves::slaves;
pub use self::statistics::StatisticsSummary;
pub use self::threads::ThreadsSummary;
use super::control_summary::ControlSummary;
use super::inputs::{InputSummary, inputs};
use super::warnings::warnings;
use crate::scenario::Scenario;
use crate::scenario::check::{self, HandedOver, Sweep};
use crate::scenario::deferred_log::DeferredLog;

/// Inputs that the terminal shows.
const SHOWN: usize = 8;

/// Steps, times and choices of a run.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// Macro steps taken.
    pub steps: u64,
    /// Time reached in s.
    pub reached: f64,
    /// Wall time of the run in s, without loading.
    pub wall_time: f64,
    /// Simulated over wall time.
    pub real_time_factor: f64,
    /// The scheme in words.
    pub scheme: String,
    /// What became of steps, where they are controlled.
    pub step_control: Option<ControlSummary>,
    /// What was repeated, for schemes that do.
    pub statistics: Option<StatisticsSummary>,
    /// How much was shared among threads, if there were several.
    pub threads: Option<ThreadsSummary>,
    /// What the user should know of how the run went.
    pub warnings: Vec<String>,
    /// Energy through each bond that is watched.
    pub bonds: Vec<BondSummary>,
    /// The gap of each kinematic constraint.
    pub constraints: Vec<ConstraintSummary>,
    /// Inputs whose rule was restricted, or that were given what they do not allow.
    pub inputs: Vec<InputSummary>,
    /// Per slave.
    pub slaves: Vec<SlaveSummary>,
    /// The inputs in the order in which they were set at the start.
    pub initialisation: Vec<StageSummary>,
}

impl Summary {
    /// Sums up a run that took `wall_time`.
    pub fn new(
        scenario: &Scenario,
        simulation: &Simulation,
        wall_time: Duration,
        deferred_log: &DeferredLog,
    ) -> Self {
        let reached = simulation.t();
        let wall_time = wall_time.as_secs_f64();
        let slaves = slaves(scenario, simulation, wall_time, deferred_log);
        let of_steps = slaves.iter().filter_map(|slave| {
            Some(format!("slave \"{}\": {}", slave.name, slave.step_warnings.as_ref()?))
        });
        let constraints = constraints(scenario, simulation);
        let of_constraints = constraints.iter().flat_map(ConstraintSummary::warnings);
        let warnings = of_steps.chain(warnings(simulation)).chain(of_constraints).collect();
        Self {
            steps: simulation.progress().taken,
            reached,
            wall_time,
            real_time_factor: (reached - scenario.time.start) / wall_time,
            scheme: scheme(scenario, simulation),
            step_control: simulation.controlled_steps().map(ControlSummary::from),
            statistics: simulation
                .statistics()
                .map(|statistics| StatisticsSummary::new(&statistics, simulation.progress().taken)),
            threads: ThreadsSummary::new(scenario, simulation),
            warnings,
            bonds: simulation
                .balances()
                .into_iter()
                .map(|balance| BondSummary::new(balance, scenario))
                .collect(),
            constraints,
            inputs: inputs(simulation),
            slaves,
            initialisation: simulation
                .network()
                .initialisation()
                .stages
                .iter()
                .map(StageSummary::new)
                .collect(),
        }
    }

    /// A line per input whose rule was restricted; the sidecar has them all.
    fn write_inputs(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let restricted = || self.inputs.iter().filter(|input| input.is_restricted());
        restricted().take(SHOWN).try_for_each(|input| writeln!(f, "input     {input}"))?;
        match restricted().count().saturating_sub(SHOWN) {
            0 => Ok(()),
            more => writeln!(f, "input     and {more} more, see the sidecar of the results"),
        }
    }

    /// A line per set of inputs, in the order in which they were set at the start.
    pub fn order(&self) -> String {
        let lines = self.initialisation.iter().enumerate().map(|(k, stage)| {
            let kind = if stage.solution.is_some() { " (algebraic loop)" } else { "" };
            format!("set {:<5} {}{kind}\n", k + 1, stage.inputs.join(", "))
        });
        lines.collect()
    }
}

fn scheme(scenario: &Scenario, simulation: &Simulation) -> String {
    let sweep = match scenario.sweep {
        Sweep::Jacobi => "Jacobi",
        Sweep::GaussSeidel(_) => "Gauss-Seidel",
    };
    let inputs = match simulation.default_degree() {
        Some(DefaultDegree::Two { .. }) => "polynomial inputs of degree 2".into(),
        Some(DefaultDegree::One { because, t }) => {
            let because = match because {
                Lowered::Grows(part) => {
                    format!(
                        "with degree 2 the coupling would grow by {:.2} % per step",
                        100.0 * part
                    )
                }
                Lowered::Unknown => "whether degree 2 is stable cannot be found".into(),
                Lowered::Stiffer => "the coupling has become stiffer".into(),
            };
            let from = match t == scenario.time.start {
                true => String::new(),
                false => format!(" from t = {t} s on"),
            };
            format!("polynomial inputs of degree 1{from}, because {because}")
        }
        Some(DefaultDegree::Wanted) | None => match scenario.default_degree {
            check::DefaultDegree::One(Some(reason)) => {
                format!("{}, because {reason}", scenario.rules_in_words())
            }
            _ => scenario.rules_in_words(),
        },
    };
    let start = match simulation.start_up() {
        Some(StartUp::Wanted(_) | StartUp::Repeated) => ", first steps repeated",
        Some(StartUp::Lower) => {
            ", first steps with lower degree, for repeating them did not converge"
        }
        None if scenario.start_degree() < scenario.method.lowest_repeated() => "",
        None => ", first steps with lower degree",
    };
    let rates = if scenario.has_several_rates() { ", several rates" } else { "" };
    let method = &scenario.method;
    if method.facts.implicit {
        let names: Vec<&str> =
            method.explicit.iter().map(|id| scenario.slaves[id.0].name.as_str()).collect();
        let explicit = match names.as_slice() {
            [] => String::new(),
            names => format!(", {} explicitly", names.join(", ")),
        };
        return format!("{}, {sweep}{rates}, {inputs}{start}{explicit}", method.scheme.label);
    }
    format!("{}, {sweep}{rates}, {inputs}{start}", method.scheme.label)
}

impl fmt::Display for HandedOver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Held => f.write_str("held"),
            Self::Derivatives => f.write_str("as derivatives"),
            Self::Parts(1) => f.write_str("as mean value"),
            Self::Parts(parts) => write!(f, "in {parts} sub-steps"),
        }
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "scheme    {}", self.scheme)?;
        let control = self.step_control.as_ref().map_or(String::new(), |c| format!(", {c}"));
        writeln!(f, "steps     {} to t = {} s{control}", self.steps, self.reached)?;
        if let Some(statistics) = &self.statistics {
            writeln!(f, "runs      {statistics}")?;
        }
        if let Some(threads) = &self.threads {
            writeln!(f, "threads   {threads}")?;
        }
        writeln!(
            f,
            "wall time {:.3} s, {:.3} µs per step, real-time factor {:.3}",
            self.wall_time,
            1e6 * self.wall_time / self.steps.max(1) as f64,
            self.real_time_factor
        )?;
        for bond in &self.bonds {
            writeln!(f, "bond      {bond}")?;
        }
        for constraint in &self.constraints {
            writeln!(f, "gap       {constraint}")?;
        }
        self.write_inputs(f)?;
        let width = self.slaves.iter().map(|slave| slave.name.chars().count()).max().unwrap_or(0);
        for slave in &self.slaves {
            writeln!(f, "slave     {:width$}  {slave}", slave.name)?;
        }
        for stage in &self.initialisation {
            stage.write_loop(f)?;
        }
        Ok(())
    }
}

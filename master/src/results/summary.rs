//! What a run did, for the end of the terminal output and the sidecar.

mod slaves;

use std::fmt;
use std::time::Duration;

use coupling::energy::{Balance, Exchange};
use coupling::network::{Solution, Stage};
use coupling::simulation::Simulation;
use serde::Serialize;

pub use self::slaves::SlaveSummary;
use self::slaves::slaves;
use super::control_summary::ControlSummary;
use super::inputs::{InputSummary, inputs};
use super::warnings::warnings;
use crate::scenario::Scenario;
use crate::scenario::check::{HandedOver, Sweep};
use crate::scenario::deferred_log::DeferredLog;

/// Inputs of a loop that the terminal shows.
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
    pub statistics: Option<EffortSummary>,
    /// How much was shared among threads, if there were several.
    pub threads: Option<ThreadsSummary>,
    /// What the user should know of how the run went.
    pub warnings: Vec<String>,
    /// Energy through each bond that is watched.
    pub bonds: Vec<BondSummary>,
    /// Inputs whose rule was restricted, or that were given what they do not allow.
    pub inputs: Vec<InputSummary>,
    /// Per slave.
    pub slaves: Vec<SlaveSummary>,
    /// The inputs in the order in which they were set at the start.
    pub initialisation: Vec<StageSummary>,
}

/// What a scheme repeated.
#[derive(Clone, Debug, Serialize)]
pub struct EffortSummary {
    /// Runs over a macro step for each that counts, perturbed ones not counted.
    pub runs_per_step: f64,
    /// How many times the interface Jacobian was found.
    pub jacobians: u64,
    /// Macro steps whose iteration did not converge.
    pub not_converged: u64,
    /// The largest residual of the coupling conditions that a step left, relative to the inputs, and the end
    /// of that step in s.
    pub residual: (f64, f64),
    /// Macro steps in which the corrector left more than half of the predictor's residual.
    pub not_corrected: u64,
}

/// What was shared among threads.
#[derive(Clone, Debug, Serialize)]
pub struct ThreadsSummary {
    /// How many there were.
    pub count: usize,
    /// The part of the macro steps that they shared, because that was faster.
    pub shared: f64,
}

/// What became of the energy of a bond.
#[derive(Clone, Debug, Serialize)]
pub struct BondSummary {
    /// Its name.
    pub name: String,
    /// Work on the driven slave, in J.
    pub exchanged: f64,
    /// The same as the other side has it.
    pub given: f64,
    /// Energy made (positive) or lost by the coupling, in J.
    pub leak: f64,
    /// The same at its largest.
    pub largest: f64,
    /// Leak per cycle earlier and at the end, if it grows.
    pub growth: Option<(f64, f64)>,
    /// Slaves that do not tell their energy.
    pub silent: Vec<String>,
}

/// Inputs that were set together at the start.
#[derive(Clone, Debug, Serialize)]
pub struct StageSummary {
    /// `slave.input`.
    pub inputs: Vec<String>,
    /// How they were found, where they form an algebraic loop.
    #[serde(rename = "loop")]
    pub solution: Option<LoopSummary>,
}

/// How the inputs on an algebraic loop were found.
#[derive(Clone, Debug, Serialize)]
pub struct LoopSummary {
    /// Newton iterations, and rounds in which discrete inputs changed.
    pub iterations: usize,
    /// What remained, relative to the inputs.
    pub residual: f64,
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
        let warnings = of_steps.chain(warnings(simulation)).collect();
        Self {
            steps: simulation.progress().taken,
            reached,
            wall_time,
            real_time_factor: (reached - scenario.time.start) / wall_time,
            scheme: scheme(scenario),
            step_control: simulation.controlled_steps().map(ControlSummary::from),
            statistics: simulation.statistics().map(|statistics| EffortSummary {
                runs_per_step: statistics.runs as f64 / simulation.progress().taken.max(1) as f64,
                jacobians: statistics.jacobians,
                not_converged: statistics.not_converged.accepted,
                residual: statistics.residuals.largest,
                not_corrected: statistics.residuals.useless,
            }),
            threads: simulation.network().sharing().map(|sharing| ThreadsSummary {
                count: sharing.threads,
                shared: sharing.shared as f64 / sharing.steps.max(1) as f64,
            }),
            warnings,
            bonds: simulation.balances().into_iter().map(|b| bond(b, scenario)).collect(),
            inputs: inputs(simulation),
            slaves,
            initialisation: simulation
                .network()
                .initialisation()
                .stages
                .iter()
                .map(stage)
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

fn bond(balance: Balance, scenario: &Scenario) -> BondSummary {
    let Balance { name, exchange, leak, largest, growth, silent } = balance;
    let silent = silent.iter().map(|id| scenario.slaves[id.0].name.clone()).collect();
    let Exchange { passed: exchanged, given } = exchange;
    BondSummary { name, exchanged, given, leak, largest, growth, silent }
}

fn stage(stage: &Stage) -> StageSummary {
    let solution = stage
        .solution
        .map(|Solution { iterations, residual }| LoopSummary { iterations, residual });
    StageSummary { inputs: stage.inputs.clone(), solution }
}

/// Names for one line; the sidecar has them all.
fn shortened(names: &[String]) -> String {
    match names.get(..SHOWN) {
        Some(first) if names.len() > SHOWN => {
            format!("{} and {} more", first.join(", "), names.len() - SHOWN)
        }
        _ => names.join(", "),
    }
}

fn scheme(scenario: &Scenario) -> String {
    let sweep = match scenario.sweep {
        Sweep::Jacobi => "Jacobi",
        Sweep::GaussSeidel(_) => "Gauss-Seidel",
    };
    let inputs = scenario.rules_in_words();
    let rates = if scenario.has_several_rates() { ", several rates" } else { "" };
    let method = &scenario.method;
    if method.facts.implicit {
        let names: Vec<&str> =
            method.explicit.iter().map(|id| scenario.slaves[id.0].name.as_str()).collect();
        let explicit = match names.as_slice() {
            [] => String::new(),
            names => format!(", {} explicitly", names.join(", ")),
        };
        return format!("{}, {sweep}, {inputs}{explicit}", method.scheme.label);
    }
    let start = match (scenario.start_degree(), scenario.repeat_start) {
        (0 | 1, _) => "",
        (_, true) => ", first steps repeated",
        (_, false) => ", first steps with lower degree",
    };
    format!("{}, {sweep}{rates}, {inputs}{start}", method.scheme.label)
}

impl fmt::Display for EffortSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.2} per step", self.runs_per_step)?;
        match self.jacobians {
            0 => {}
            1 => f.write_str(", Jacobian found once")?,
            n => write!(f, ", Jacobian found {n} times")?,
        }
        match self.not_converged {
            0 => {}
            n => write!(f, ", not converged in {n} steps")?,
        }
        match self.residual {
            (0.0, _) => Ok(()),
            (residual, t) => write!(f, ", residual at most {residual:.1e} at t = {t} s"),
        }
    }
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

impl fmt::Display for BondSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, exchanged, given, leak, largest, silent, .. } = self;
        write!(f, "{name}: {exchanged:.4e} J exchanged")?;
        match silent.as_slice() {
            [] => write!(f, ", leak {leak:.3e} J, at most {largest:.3e} J"),
            silent => write!(
                f,
                ", {given:.4e} J by the other side, leak about {leak:.3e} J; what happens inside {} is not \
                 known, for no energy outputs are named",
                silent.join(" and ")
            ),
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
        if let Some(ThreadsSummary { count, shared }) = &self.threads {
            writeln!(f, "threads   {count}, {:.0} % of the steps shared", 100.0 * shared)?;
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
        self.write_inputs(f)?;
        let width = self.slaves.iter().map(|slave| slave.name.chars().count()).max().unwrap_or(0);
        for slave in &self.slaves {
            writeln!(f, "slave     {:width$}  {slave}", slave.name)?;
        }
        for stage in &self.initialisation {
            let Some(LoopSummary { iterations, residual }) = stage.solution else { continue };
            let inputs = shortened(&stage.inputs);
            let plural = if iterations == 1 { "" } else { "s" };
            writeln!(
                f,
                "loop      through {inputs}: {iterations} iteration{plural} at the start, \
                 residual {residual:.1e}"
            )?;
        }
        Ok(())
    }
}

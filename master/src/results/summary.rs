//! What a run did, for the end of the terminal output and the sidecar.

use std::fmt;
use std::time::Duration;

use coupling::simulation::Simulation;
use serde::Serialize;

use crate::scenario::Scenario;
use crate::scenario::check::{HandedOver, Sweep};

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
    /// Per slave.
    pub slaves: Vec<SlaveSummary>,
}

/// What a slave did.
#[derive(Clone, Debug, Serialize)]
pub struct SlaveSummary {
    /// Its name.
    pub name: String,
    /// Time in its steps in s, estimated from a sample of them.
    pub time: f64,
    /// How inputs reached it.
    pub inputs: String,
}

impl Summary {
    /// Sums up a run that took `wall_time`.
    pub fn new(scenario: &Scenario, simulation: &Simulation, wall_time: Duration) -> Self {
        let reached = simulation.t();
        let wall_time = wall_time.as_secs_f64();
        let slaves = simulation.times().into_iter().zip(&scenario.slaves);
        let slaves = slaves.map(|((name, time), slave)| SlaveSummary {
            name,
            time: time.as_secs_f64(),
            inputs: if slave.inputs.is_empty() {
                "none".into()
            } else {
                slave.handed_over.to_string()
            },
        });
        Self {
            steps: simulation.progress().taken,
            reached,
            wall_time,
            real_time_factor: (reached - scenario.time.start) / wall_time,
            scheme: scheme(scenario),
            slaves: slaves.collect(),
        }
    }
}

fn scheme(scenario: &Scenario) -> String {
    let sweep = match scenario.sweep {
        Sweep::Jacobi => "Jacobi",
        Sweep::GaussSeidel(_) => "Gauss-Seidel",
    };
    let inputs = match scenario.degree {
        0 => "held inputs".into(),
        degree => format!("polynomial inputs of degree {degree}"),
    };
    let start = match (scenario.degree, scenario.repeat_start) {
        (0 | 1, _) => "",
        (_, true) => ", first steps repeated",
        (_, false) => ", first steps with lower degree",
    };
    format!("explicit, {sweep}, {inputs}{start}")
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
        writeln!(f, "steps     {} to t = {} s", self.steps, self.reached)?;
        writeln!(
            f,
            "wall time {:.3} s, {:.3} µs per step, real-time factor {:.3}",
            self.wall_time,
            1e6 * self.wall_time / self.steps.max(1) as f64,
            self.real_time_factor
        )?;
        let width = self.slaves.iter().map(|slave| slave.name.chars().count()).max().unwrap_or(0);
        for slave in &self.slaves {
            let share = 100.0 * slave.time / self.wall_time;
            writeln!(
                f,
                "slave     {:width$}  {:.3} s ({share:.0} %), inputs {}",
                slave.name, slave.time, slave.inputs
            )?;
        }
        Ok(())
    }
}

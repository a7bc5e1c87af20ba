//! What threads shared, and who had which slaves.

use std::fmt;

use coupling::simulation::Simulation;
use serde::Serialize;

use crate::scenario::Scenario;

/// Slaves that the terminal names with their threads.
const SHOWN: usize = 16;

/// What was shared among threads.
#[derive(Clone, Debug, Serialize)]
pub struct ThreadsSummary {
    /// How many there were.
    pub count: usize,
    /// The part of the macro steps that they shared, because that was faster.
    pub shared: f64,
    /// The slaves of each thread at the end, where each slave has a thread of its own.
    pub slaves: Option<Vec<Vec<String>>>,
}

impl ThreadsSummary {
    /// What was shared in a run, if there were several threads.
    pub(super) fn new(scenario: &Scenario, simulation: &Simulation) -> Option<Self> {
        let sharing = simulation.network().sharing()?;
        let slaves = simulation.network().thread_of().map(|thread_of| {
            let of = |thread: usize| {
                let slaves = scenario.slaves.iter().zip(thread_of);
                let own = slaves.filter(|(_, of)| **of == thread);
                own.map(|(slave, _)| slave.name.clone()).collect()
            };
            (0..sharing.threads).map(of).collect()
        });
        let shared = sharing.shared as f64 / sharing.steps.max(1) as f64;
        Some(Self { count: sharing.threads, shared, slaves })
    }
}

impl fmt::Display for ThreadsSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {:.0} % of the steps shared", self.count, 100.0 * self.shared)?;
        let Some(slaves) = self.slaves.as_ref().filter(|_| self.shared > 0.0) else {
            return Ok(());
        };
        if slaves.iter().map(Vec::len).sum::<usize>() > SHOWN {
            return Ok(());
        }
        for (thread, slaves) in slaves.iter().enumerate().filter(|(_, slaves)| !slaves.is_empty()) {
            write!(f, "; on thread {thread} {}", slaves.join(", "))?;
        }
        Ok(())
    }
}

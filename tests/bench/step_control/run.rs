//! A run of a system: what its coupled variables were, and what it cost.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use coupling::execution::{Span, Watch};
use coupling::simulation::{Observer, Progress};
use coupling::{CommunicationPoint, SlaveId};
use macrostep::scenario::build::build;
use macrostep::scenario::check::{Options, check};
use macrostep::scenario::error::Source;
use macrostep::scenario::read::parse;

/// The coupled variables of a run.
pub struct Run {
    pub names: Vec<String>,
    pub times: Vec<f64>,
    /// For each time, the values in the order of the names.
    pub rows: Vec<Vec<f64>>,
    /// `fmi2DoStep` calls of all slaves.
    pub do_steps: u64,
}

/// Counts steps of slaves.
struct Count(Arc<AtomicU64>);

impl Watch for Count {
    fn busy(&mut self, _slave: SlaveId, _span: Span) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    fn point(&mut self, _t: f64) {}
}

struct Record {
    outputs: Vec<usize>,
    times: Vec<f64>,
    rows: Vec<Vec<f64>>,
}

impl Observer for Record {
    fn accept(&mut self, t: f64, point: &CommunicationPoint, _: Progress) -> Result<(), String> {
        let outputs = self.outputs.iter().map(|&i| point.y[i]);
        self.rows.push(outputs.chain(point.u.iter().copied()).collect());
        self.times.push(t);
        Ok(())
    }
}

/// Runs a scenario; an error where it does not reach its end.
pub fn run(text: String) -> Result<Run, String> {
    let source = Source { file: "system.toml".into(), text };
    let (source, file) = parse(source, &[]).map_err(|error| error.to_string())?;
    let options = Options { no_results: true, trust_fmu: true, ..Options::default() };
    let scenario =
        check(source, &file, Path::new(""), options).map_err(|error| error.to_string())?;
    let mut simulation = build(&scenario).map_err(|error| error.to_string())?;
    let calls = Arc::new(AtomicU64::new(0));
    simulation.watch(Box::new(Count(calls.clone())));
    let network = simulation.network();
    let outputs = network.coupled_outputs();
    let names = network.output_names();
    let names = outputs.iter().map(|&i| names[i].clone()).chain(network.input_names()).collect();
    let mut record = Record { outputs, times: Vec::new(), rows: Vec::new() };
    simulation.run(&mut record).map_err(|error| error.to_string())?;
    let Record { times, rows, .. } = record;
    Ok(Run { names, times, rows, do_steps: calls.load(Ordering::Relaxed) })
}

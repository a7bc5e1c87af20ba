//! An engine split in one way: its scenario, a timed run, and a run that counts.

use std::time::Instant;

use coupling::CommunicationPoint;
use coupling::simulation::{Observer, Progress};
use macrostep::scenario::Scenario;
use macrostep::scenario::build::build;
use macrostep::scenario::check::{Options, check};
use macrostep::scenario::error::Source;
use macrostep::scenario::read::parse;
use macrostep_tests::root;
use toml::{Table, Value};

/// One way to run an engine.
#[derive(Clone)]
pub struct Variant {
    pub name: &'static str,
    file: &'static str,
    step: f64,
    stop: f64,
    tolerance: f64,
    threads: i64,
    is_claimed: bool,
    /// Start values for all slaves.
    start: Vec<(&'static str, Value)>,
}

/// What a run needed, and where it led.
pub struct Counted {
    /// Right-hand sides of each slave.
    evaluations: Vec<(String, f64)>,
    /// The angle of a cam shaft at the end.
    pub angle: f64,
}

impl Counted {
    pub fn total(&self) -> f64 {
        self.evaluations.iter().map(|(_, count)| count).sum()
    }

    pub fn by_slave(&self) -> String {
        let of = |(name, count): &(String, f64)| format!("{name} {:.0}", count / 1e3);
        self.evaluations.iter().map(of).collect::<Vec<_>>().join(", ")
    }
}

struct Nothing;

impl Observer for Nothing {
    fn accept(&mut self, _: f64, _: &CommunicationPoint, _: Progress) -> Result<(), String> {
        Ok(())
    }
}

impl Variant {
    /// A scenario of `scenarios/engine`, on one thread.
    pub fn new(file: &'static str, name: &'static str) -> Self {
        let (step, stop, tolerance) = (1e-4, 0.03, 0.01);
        Self { name, file, step, stop, tolerance, threads: 1, is_claimed: false, start: Vec::new() }
    }

    pub fn name(self, name: &'static str) -> Self {
        Self { name, ..self }
    }

    pub fn step(self, step: f64) -> Self {
        Self { step, ..self }
    }

    pub fn stop(self, stop: f64) -> Self {
        Self { stop, ..self }
    }

    pub fn tolerance(self, tolerance: f64) -> Self {
        Self { tolerance, ..self }
    }

    pub fn threads(self, threads: i64) -> Self {
        Self { threads, ..self }
    }

    pub fn has_threads(&self) -> bool {
        self.threads > 1
    }

    /// Threads claim slaves one by one instead of having slaves of their own.
    pub fn claimed(self) -> Self {
        Self { is_claimed: true, ..self }
    }

    pub fn start(mut self, name: &'static str, value: impl Into<Value>) -> Self {
        self.start.push((name, value.into()));
        self
    }

    /// Seconds of a run without results.
    pub fn time(&self) -> f64 {
        let mut simulation = build(&self.scenario(None)).expect("the FMUs start");
        let begin = Instant::now();
        simulation.run(&mut Nothing).expect("the run succeeds");
        begin.elapsed().as_secs_f64()
    }

    /// Right-hand sides of a run.
    pub fn count(&self) -> Counted {
        let angle = if self.file.starts_with("bank") { "exhaust.phi" } else { "cam1.phi" };
        let recorded = ["*evaluations".to_string(), format!("*{angle}")];
        let mut simulation = build(&self.scenario(Some(&recorded))).expect("the FMUs start");
        simulation.run(&mut Nothing).expect("the run succeeds");
        let names = simulation.network().output_names();
        let y = &simulation.point().y;
        let all = names.iter().zip(y.iter());
        let counts = all.clone().filter_map(|(name, count)| {
            Some((name.strip_suffix(".evaluations")?.to_string(), *count))
        });
        let angle =
            { all }.find(|(name, _)| name.ends_with(angle)).map_or(f64::NAN, |(_, phi)| *phi);
        Counted { evaluations: counts.collect(), angle }
    }

    /// The scenario with its own results, or without any.
    fn scenario(&self, variables: Option<&[String]>) -> Scenario {
        let folder = root().join("scenarios/engine");
        let text = std::fs::read_to_string(folder.join(format!("{}.toml", self.file)))
            .expect("the scenario is there");
        let mut table: Table = text.parse().expect("it is TOML");
        let simulation = table["simulation"].as_table_mut().expect("a table");
        simulation.insert("step".into(), self.step.into());
        simulation.insert("stop".into(), self.stop.into());
        simulation.insert("threads".into(), self.threads.into());
        if self.is_claimed {
            simulation.insert("assignment".into(), "claimed".into());
        }
        table.remove("results");
        if let Some(variables) = variables {
            let variables: Vec<Value> = variables.iter().map(|v| Value::from(v.as_str())).collect();
            let results = Table::from_iter([("variables".to_string(), Value::from(variables))]);
            table.insert("results".into(), results.into());
        }
        for (_, slave) in table["slaves"].as_table_mut().expect("a table") {
            let slave = slave.as_table_mut().expect("a table");
            let start = slave.entry("start").or_insert_with(|| Table::new().into());
            let start = start.as_table_mut().expect("a table");
            start.insert("relative_tolerance".into(), self.tolerance.into());
            start.extend(self.start.iter().map(|(name, value)| ((*name).into(), value.clone())));
        }
        let text = table.to_string();
        let source = Source { file: self.file.into(), text };
        let (source, file) = parse(source, &[]).expect("the scenario is valid");
        let options = Options { no_results: variables.is_none(), ..Options::default() };
        check(source, &file, &folder, options).expect("the scenario is valid")
    }
}

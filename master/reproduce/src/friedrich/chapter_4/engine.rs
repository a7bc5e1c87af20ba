//! The engines of chapter 4: one FMU or several, which rule and solver they use, and a run of them.

use std::time::Instant;

use super::port::{Part, Port};
use super::trace::Trace;
use crate::bench::Bench;
use crate::error::ReproduceError;
use macrostep::scenario::build::build;

/// An engine, cut in one way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Engine {
    /// Its scenario in `scenarios/engine`.
    text: &'static str,
    /// Slaves that consist of several parts; the other parts are slaves of their own.
    groups: &'static [(&'static str, &'static [Part])],
}

macro_rules! engine {
    ($file:literal, $groups:expr) => {
        Engine {
            text: include_str!(concat!("../../../../../scenarios/engine/", $file)),
            groups: $groups,
        }
    };
}

/// (a) as one FMU.
pub const V6_ONE: Engine = engine!("v6-one.toml", &[("engine", &["drive1", "drive2", "drive3"])]);
/// (a) with a slave for each chain.
pub const V6_THREE: Engine = engine!("v6-three.toml", &[]);

const DRIVES: &[Part] = &["left", "right"];
const TENSIONERS: &[Part] = &["tensioner_left", "tensioner_right"];

/// (b) as one FMU.
pub const FLAT_ONE: Engine =
    engine!("flat-one.toml", &[("engine", DRIVES), ("engine", TENSIONERS)]);
/// (b) with a slave for the chains and one for the tensioners.
pub const FLAT_TWO: Engine =
    engine!("flat-two.toml", &[("drives", DRIVES), ("tensioners", TENSIONERS)]);
/// (b) with a slave for each part.
pub const FLAT_FOUR: Engine = engine!("flat-four.toml", &[]);

const INTAKE: &[Part] = &["intake_phaser", "supply", "intake_valves"];
const EXHAUST: &[Part] = &["exhaust_phaser", "exhaust_valves"];
const TENSION: &[Part] = &["tensioner", "lubrication"];
const PHASER_IN: &[Part] = &["intake_phaser", "supply"];

/// (c) with its controller as one FMU.
pub const BANK_ONE: Engine = engine!(
    "bank-one.toml",
    &[("bank", &["chain", "controller"]), ("bank", INTAKE), ("bank", EXHAUST), ("bank", TENSION)]
);
/// (c) without controller as one FMU.
pub const BANK_UNCONTROLLED: Engine = engine!(
    "bank-one-uncontrolled.toml",
    &[("bank", &["chain"]), ("bank", INTAKE), ("bank", EXHAUST), ("bank", TENSION)]
);
/// (c) with a slave for the chain and one for all else, without controller.
pub const BANK_TWO: Engine =
    engine!("bank-two.toml", &[("rest", INTAKE), ("rest", EXHAUST), ("rest", TENSION)]);
/// (c) with chain, intake and exhaust, without controller.
pub const BANK_THREE: Engine =
    engine!("bank-three.toml", &[("intake", INTAKE), ("exhaust", EXHAUST), ("exhaust", TENSION)]);
/// (c) with a slave for the tensioner besides, without controller.
pub const BANK_FOUR: Engine =
    engine!("bank-four.toml", &[("intake", INTAKE), ("exhaust", EXHAUST), ("tension", TENSION)]);
/// (c) with slaves for the phasers besides, without controller.
pub const BANK_SIX: Engine =
    engine!("bank-six.toml", &[("phaser_in", PHASER_IN), ("tension", TENSION)]);
/// (c) with its controller as a seventh slave.
pub const BANK_SEVEN: Engine =
    engine!("bank-seven.toml", &[("phaser_in", PHASER_IN), ("tension", TENSION)]);

/// The FMUs of all cuts.
pub const FMUS: &[&str] = &[
    "cam-phaser",
    "chain-bank-1",
    "chain-drive-1",
    "chain-drive-2",
    "chain-drive-3",
    "chain-flat-left",
    "chain-flat-right",
    "flat-engine",
    "flat-engine-drives",
    "flat-engine-tensioners",
    "hydraulic-tensioner",
    "phase-controller",
    "v6-bank",
    "v6-bank-exhaust",
    "v6-bank-exhaust-tensioner",
    "v6-bank-intake",
    "v6-bank-intake-phaser",
    "v6-bank-rest",
    "v6-bank-tensioner",
    "v6-bank-uncontrolled",
    "v6-engine",
    "v6-engine-rigid",
    "valve-train",
];

impl Engine {
    /// The name of a variable of a part in a run.
    pub fn variable(&self, part: Part, name: &str) -> String {
        match self.groups.iter().find(|(_, parts)| parts.contains(&part)) {
            Some((slave, _)) => format!("{slave}.{part}.{name}"),
            None => format!("{part}.{name}"),
        }
    }

    /// Slaves and couplings, as the composition of the engine gives them.
    fn body(&self) -> &'static str {
        let mark = "# From here on: what the composition says.\n";
        self.text.split_once(mark).map_or("", |(_, body)| body)
    }

    /// Its slaves.
    pub fn slaves(&self) -> impl Iterator<Item = &'static str> {
        self.body().lines().filter_map(|line| line.strip_prefix("[slaves.")?.strip_suffix(']'))
    }
}

/// The solver within the FMUs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Solver {
    /// Runge-Kutta of order 4 with this step in s.
    Rk4(f64),
    /// Bogacki-Shampine with this share of the absolute tolerances of the models.
    Bs23(f64),
}

impl Solver {
    fn start(self) -> String {
        match self {
            Self::Rk4(step) => format!("solver = 'rk4', micro_step = {step:e}"),
            Self::Bs23(tolerance) => {
                format!("solver = 'bs23', relative_tolerance = {tolerance:e}")
            }
        }
    }
}

/// A way to run an engine.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The engine.
    pub engine: Engine,
    /// The solver of all slaves.
    pub solver: Solver,
    /// H in s.
    pub step: f64,
    /// The rule of the inputs.
    pub rule: String,
    /// How many threads.
    pub threads: usize,
    /// `simulation.assignment`.
    pub assignment: &'static str,
    /// What is written otherwise in the slaves and couplings.
    pub edits: Vec<[&'static str; 2]>,
}

impl Setup {
    /// By one thread with Lin 2,3,Opt.
    pub fn new(engine: Engine, solver: Solver, step: f64) -> Self {
        let (rule, assignment) = ("lin-2-3-opt".into(), "measured");
        Self { engine, solver, step, rule, threads: 1, assignment, edits: Vec::new() }
    }

    /// With another rule for forces and pressures.
    #[must_use]
    pub fn rule(self, rule: &str) -> Self {
        Self { rule: rule.into(), ..self }
    }

    /// With something written otherwise.
    #[must_use]
    pub fn edit(mut self, from: &'static str, to: &'static str) -> Self {
        self.edits.push([from, to]);
        self
    }

    /// The scenario up to `stop`, which records `variables`.
    fn scenario(&self, bench: &Bench, stop: f64, variables: &[String]) -> String {
        let Self { engine, solver, step, rule, threads, assignment, edits } = self;
        let mut body = engine.body().to_string();
        for [from, to] in edits {
            body = body.replace(from, to);
        }
        let folder = bench.fmu("").with_file_name("");
        let body = body.replace("../../target/fmus/", &format!("{}", folder.display()));
        let body = body.replace("start = { ", &format!("start = {{ {}, ", solver.start()));
        let variables: Vec<String> = variables.iter().map(|name| format!("'{name}'")).collect();
        format!(
            "[simulation]\nstop = {stop:e}\nstep = {step:e}\nthreads = {threads}\nassignment = '{assignment}'\n\
             on_divergence = 'ignore'\n[inputs]\nextrapolation = '{rule}'\n[results]\nvariables = [{}]\n{body}",
            variables.join(", ")
        )
    }

    /// Runs it up to `stop` and keeps what `ports` give, every `interval`.
    pub fn run(
        &self,
        bench: &Bench,
        stop: f64,
        interval: f64,
        ports: &[Port],
    ) -> Result<Trace, ReproduceError> {
        let Self { engine, step, .. } = self;
        let counted: Vec<&str> = engine.slaves().filter(|slave| *slave != "controller").collect();
        let mut variables: Vec<String> =
            counted.iter().map(|slave| format!("{slave}.evaluations")).collect();
        variables.extend(ports.iter().map(|(part, name)| engine.variable(part, name)));
        let text = self.scenario(bench, stop, &variables);
        let mut simulation = build(&bench.recorded(text)?)?;
        let names = simulation.network().output_names();
        let place = |name: &String| {
            names.iter().position(|known| known == name).expect("all variables are recorded")
        };
        let places: Vec<usize> = variables.iter().map(place).collect();
        let every = (interval / step).round().max(1.0) as usize;
        let (mut t, mut columns) = (Vec::new(), vec![Vec::new(); places.len()]);
        let begin = Instant::now();
        simulation.initialize()?;
        for k in 0.. {
            if k % every == 0 {
                t.push(simulation.t());
                let y = &simulation.point().y;
                columns.iter_mut().zip(&places).for_each(|(all, place)| all.push(y[*place]));
            }
            if !simulation.advance()? {
                break;
            }
        }
        let seconds = begin.elapsed().as_secs_f64();
        let values = columns.split_off(counted.len());
        let evaluations = counted.into_iter().zip(columns).collect();
        Ok(Trace { t, columns: ports.iter().copied().zip(values).collect(), evaluations, seconds })
    }

    /// The shortest time of three runs up to `stop` in s, with nothing kept: what other work of the machine adds is left out.
    pub fn seconds(&self, bench: &Bench, stop: f64) -> Result<f64, ReproduceError> {
        let mut shortest = f64::INFINITY;
        for _ in 0..3 {
            shortest = shortest.min(self.run(bench, stop, stop, &[])?.seconds);
        }
        Ok(shortest)
    }

    /// Whether it runs up to `stop` with every input that `kind` ends the name of below `limit`.
    pub fn holds(
        &self,
        bench: &Bench,
        stop: f64,
        (kind, limit): (&str, f64),
    ) -> Result<bool, ReproduceError> {
        let mut simulation = build(&bench.scenario(self.scenario(bench, stop, &[]))?)?;
        let names = simulation.network().input_names();
        let places: Vec<usize> = (0..names.len()).filter(|k| names[*k].ends_with(kind)).collect();
        simulation.initialize()?;
        loop {
            match simulation.advance() {
                Ok(true) => {}
                Ok(false) => return Ok(true),
                // An FMU that can no longer be integrated is as unstable as one whose force is too large.
                Err(_) => return Ok(false),
            }
            let u = &simulation.point().u;
            if !places.iter().all(|place| u[*place].abs() < limit) {
                return Ok(false);
            }
        }
    }
}

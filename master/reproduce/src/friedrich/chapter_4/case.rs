//! Runs that the entries of this chapter share: which engine, how long, what is kept of it.

use super::energy::{self, Energies, Stores};
use super::engine::{self, Engine, Setup, Solver};
use super::port::Port;
use super::signal::{self, Signal};
use super::trace::Trace;
use crate::bench::Bench;
use crate::error::ReproduceError;

/// How often signals are sampled in s.
pub const SAMPLE: f64 = 1e-4;

/// An engine of the chapter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Name {
    /// (a), section 4.2.
    V6,
    /// (b), section 4.3.
    Flat,
    /// (c), section 4.4.
    Bank,
}

/// A run, by the name of what it is compared with.
pub struct Case {
    /// The engine.
    pub name: Name,
    /// The run that it is compared with.
    pub run: &'static str,
    /// How it is run.
    pub setup: Setup,
    /// The end in s.
    pub stop: f64,
}

impl Case {
    /// Up to a time.
    pub fn new(name: Name, run: &'static str, setup: Setup, stop: f64) -> Self {
        Self { name, run, setup, stop }
    }

    /// What is compared of it.
    pub fn signals(&self) -> Vec<Signal> {
        let controller = match self.setup.engine {
            engine::BANK_ONE | engine::BANK_SEVEN => signal::CONTROLLER,
            _ => &[],
        };
        match self.name {
            Name::V6 => signal::V6.to_vec(),
            Name::Flat => signal::FLAT.to_vec(),
            Name::Bank => [signal::BANK, controller].concat(),
        }
    }

    fn stores(&self) -> &'static Stores {
        match self.name {
            Name::V6 if self.run == "rigid" => &energy::V6_RIGID,
            Name::V6 => &energy::V6,
            Name::Flat => &energy::FLAT,
            Name::Bank => &energy::BANK,
        }
    }

    /// The energies at the end.
    pub fn energies(&self, trace: &Trace) -> Energies {
        self.stores().at(trace, trace.t.len() - 1)
    }

    /// Runs it with all its signals and energies.
    pub fn trace(&self, bench: &Bench) -> Result<Trace, ReproduceError> {
        let mut ports: Vec<Port> = signal::ports(&self.signals());
        ports.extend(self.stores().ports());
        self.setup.run(bench, self.stop, SAMPLE, &ports)
    }
}

/// Runs all, on all processors.
pub fn traces(bench: &Bench, cases: &[Case]) -> Result<Vec<Trace>, ReproduceError> {
    bench.each(cases, |case| case.trace(bench))
}

/// (a) as one with elastic shafts.
pub fn v6_elastic(stop: f64) -> Case {
    let setup = Setup::new(engine::V6_ONE, Solver::Rk4(2.5e-7), 1e-4);
    Case::new(Name::V6, "elastic", setup, stop)
}

/// (a) as one with rigid shafts.
pub fn v6_rigid(stop: f64) -> Case {
    let setup = Setup::new(engine::V6_ONE, Solver::Rk4(5e-7), 1e-4);
    let setup = setup.edit("v6-engine.fmu", "v6-engine-rigid.fmu");
    Case::new(Name::V6, "rigid", setup, stop)
}

/// (a) cut into three.
pub fn v6_three(run: &'static str, rule: &'static str, step: f64, stop: f64) -> Case {
    let setup = Setup::new(engine::V6_THREE, Solver::Rk4(5e-7), step).rule(rule);
    Case::new(Name::V6, run, setup, stop)
}

/// (b) as one, with this step of its solver.
pub fn flat_one(micro_step: f64, stop: f64) -> Case {
    Case::new(Name::Flat, "one", Setup::new(engine::FLAT_ONE, Solver::Rk4(micro_step), 1e-4), stop)
}

/// (b) cut into two or four.
pub fn flat_cut(run: &'static str, engine: Engine, rule: &'static str, stop: f64) -> Case {
    let setup = Setup::new(engine, Solver::Rk4(1e-7), 5e-6).rule(rule);
    Case::new(Name::Flat, run, setup, stop)
}

/// (c) as one or cut, with this step of its solver.
pub fn bank(run: &'static str, engine: Engine, micro_step: f64, stop: f64) -> Case {
    Case::new(Name::Bank, run, bank_setup(engine, Solver::Rk4(micro_step)), stop)
}

/// (c), H = 10 µs. The controller samples at the end of a step, from inputs that are extrapolated to it by cubics, where the
/// independent implementation reads the outputs at that point.
pub fn bank_setup(engine: Engine, solver: Solver) -> Setup {
    Setup::new(engine, solver, 1e-5)
}

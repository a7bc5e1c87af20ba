//! [`Scenario`] to [`Simulation`]: the one place where names become objects.

use coupling::clock::Clock;
use coupling::law::{CouplingLaw, Signal};
use coupling::network::{Network, Reading, SlaveId};
use coupling::scheme::sweep::{GaussSeidel, Jacobi};
use coupling::scheme::{Explicit, Scheme, StartUp};
use coupling::signals::Signals;
use coupling::signals::extrapolation::PolynomialRule;
use coupling::simulation::Simulation;
use coupling::slave::{Slave, Substeps};

use super::check::{CheckedSlave, HandedOver, Law, Origin, Scenario, Sweep, Time};
use super::complaints::Complaints;
use super::file::FeedthroughKind;
use super::tables::{build_table, tables};
use crate::fmi::{Fmu, FmuError, FmuSlave, LogSink, StandardError};

/// Instantiates and initialises every slave, and joins them as the scenario says.
pub fn build(scenario: &Scenario) -> Result<Simulation, FmuError> {
    build_with(scenario, &Complaints::default())
}

/// As [`build`]; what FMUs complain about goes to `complaints`.
pub fn build_with(scenario: &Scenario, complaints: &Complaints) -> Result<Simulation, FmuError> {
    let mut slaves = Vec::new();
    for (k, slave) in scenario.slaves.iter().enumerate() {
        let built: Box<dyn Slave> = match &slave.origin {
            Origin::Fmu(fmu) => build_fmu(fmu, slave, &scenario.time, complaints)?,
            Origin::Table(table) => Box::new(build_table(scenario, SlaveId(k), table)),
        };
        slaves.push((slave.name.clone(), built));
    }
    let laws = scenario.laws.iter().map(build_law).collect();
    let reading = match scenario.feedthrough {
        FeedthroughKind::Fresh => Reading::Fresh,
        FeedthroughKind::Stale => Reading::Stale,
    };
    let known = tables(scenario).map(|(id, _)| id).collect();
    let network = Network::new(slaves, laws, reading).with_known(known);
    let signals = Signals::new(
        Box::new(PolynomialRule::new(scenario.degree)),
        scenario.degree,
        network.discrete_inputs(),
        network.output_count(),
    );
    let scheme = build_scheme(scenario, &network);
    let Time { start, stop, step, .. } = scenario.time;
    let clock = Clock::new(start, stop, step).with_points(scenario.events.clone());
    Ok(Simulation::new(network, signals, scheme, clock))
}

fn build_fmu(
    fmu: &Fmu,
    slave: &CheckedSlave,
    time: &Time,
    complaints: &Complaints,
) -> Result<Box<dyn Slave>, FmuError> {
    let sink: Box<dyn LogSink> = match slave.logging {
        true => Box::new(StandardError::new(true)),
        false => Box::new(complaints.clone()),
    };
    let mut instance = fmu.instantiate(&slave.name, slave.logging, sink)?;
    for (name, value) in &slave.start {
        instance.set_start(name, value)?;
    }
    let stop = time.announce_stop.then_some(time.stop);
    let instance = instance.initialize(time.start, stop, time.tolerance)?;
    let inputs: Vec<&str> = slave.inputs.iter().map(String::as_str).collect();
    let outputs: Vec<&str> = slave.outputs.iter().map(String::as_str).collect();
    let coupled: Box<dyn Slave> = Box::new(FmuSlave::new(instance, &inputs, &outputs)?);
    Ok(match slave.handed_over {
        HandedOver::Held | HandedOver::Derivatives => coupled,
        HandedOver::Parts(parts) => Box::new(Substeps::new(coupled, parts)),
    })
}

fn build_law(law: &Law) -> Box<dyn CouplingLaw> {
    match law {
        Law::Signal(links) => Box::new(Signal::new(links.clone())),
        Law::SpringDamper(law) => Box::new(law.clone()),
    }
}

fn build_scheme(scenario: &Scenario, network: &Network) -> Box<dyn Scheme> {
    let explicit = Box::new(match &scenario.sweep {
        Sweep::Jacobi => Explicit::new(Box::new(Jacobi)),
        Sweep::GaussSeidel(order) => {
            Explicit::new(Box::new(GaussSeidel::new(network, order.clone())))
        }
    });
    match scenario.repeat_start {
        true => Box::new(StartUp::new(explicit, scenario.degree)),
        false => explicit,
    }
}

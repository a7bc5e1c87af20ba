//! [`Scenario`] to [`Simulation`]: the one place where names become objects.

use coupling::clock::Clock;
use coupling::law::{CouplingLaw, Signal};
use coupling::network::{Network, Reading, SlaveId};
use coupling::scheme::sweep::{GaussSeidel, Jacobi};
use coupling::scheme::{Explicit, Scheme, StartUp};
use coupling::signals::Signals;
use coupling::simulation::Simulation;
use coupling::slave::Slave;

use super::check::{CheckedSlave, HandedOver, Law, Origin, Scenario, Sweep, Time};
use super::complaints::Complaints;
use super::file::FeedthroughKind;
use super::places::{Place, places};
use super::tables::{build_table, tables};
use crate::fmi::{Fmu, FmuError, LogLevel, LogSink, StandardError};
use crate::remote::{Exact, Opening, isolate};

/// Instantiates and initialises every slave, and joins them as the scenario says.
pub fn build(scenario: &Scenario) -> Result<Simulation, FmuError> {
    build_with(scenario, &Complaints::default())
}

/// As [`build`]; what FMUs complain about goes to `complaints`.
pub fn build_with(scenario: &Scenario, complaints: &Complaints) -> Result<Simulation, FmuError> {
    let mut slaves = Vec::new();
    let places = places(&scenario.slaves);
    for (k, (slave, place)) in scenario.slaves.iter().zip(places).enumerate() {
        let built: Box<dyn Slave> = match &slave.origin {
            Origin::Fmu(fmu) => build_fmu(fmu, slave, &scenario.time, place, complaints)?,
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
    let network = Network::new(slaves, laws, reading)
        .with_known(known)
        .with_rates(scenario.derivatives.clone());
    let signals = Signals::new(
        scenario.rule.build(),
        scenario.rule.interpolation_degree(),
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
    place: Place,
    complaints: &Complaints,
) -> Result<Box<dyn Slave>, FmuError> {
    let sink: Box<dyn LogSink> = match slave.logging {
        LogLevel::Error => Box::new(complaints.clone()),
        level => Box::new(StandardError::new(level)),
    };
    let opening = opening(fmu, slave, time);
    match place {
        Place::Here => opening.open(fmu, sink, None),
        Place::OwnProcess | Place::OnlyOnceHere => isolate(&opening, slave.timeout, sink),
    }
}

fn opening(fmu: &Fmu, slave: &CheckedSlave, time: &Time) -> Opening {
    let start = slave.start.iter().map(|(name, value)| (name.clone(), value.clone().into()));
    Opening {
        name: slave.name.clone(),
        source: fmu.path().into(),
        folder: fmu.folder().into(),
        start: start.collect(),
        inputs: slave.inputs.iter().cloned().collect(),
        outputs: slave.outputs.iter().cloned().collect(),
        start_time: Exact(time.start),
        stop_time: time.announce_stop.then_some(Exact(time.stop)),
        tolerance: time.tolerance.map(Exact),
        logging: slave.logging == LogLevel::All,
        log_calls: slave.log_calls,
        retry: slave.retry,
        parts: match slave.handed_over {
            HandedOver::Held | HandedOver::Derivatives => None,
            HandedOver::Parts(parts) => Some(parts),
        },
    }
}

/// A law of its own.
pub(crate) fn build_law(law: &Law) -> Box<dyn CouplingLaw> {
    match law {
        Law::Signal(links) => Box::new(Signal::new(links.clone())),
        Law::SpringDamper(law) => Box::new(law.clone()),
        Law::HydraulicNode(law) => Box::new(law.clone()),
        Law::ThermalConductance(law) => Box::new(law.clone()),
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
        true => Box::new(StartUp::new(explicit, scenario.rule.start_degree())),
        false => explicit,
    }
}

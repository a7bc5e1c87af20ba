//! [`Scenario`] to [`Simulation`]: the one place where names become objects.

use coupling::SlaveId;
use coupling::clock::Clock;
use coupling::energy::{self, Monitor};
use coupling::network::{Network, Reading};
use coupling::scheme::Scheme;
use coupling::signals::{InputGroup, Signals};
use coupling::simulation::Simulation;
use coupling::slave::Slave;
use coupling::step_control::{ByEnergy, ByError, Limits, StepControl, Variable};

use super::check::{
    self, CheckedSlave, Control, DefaultDegree, Energy, HandedOver, Law, Origin, Scenario, Sweep,
    Time,
};
use super::deferred_log::DeferredLog;
use super::file::{EstimateKind, FeedthroughKind, Reaction};
use super::places::Place;
use super::rule::Rule;
use super::scheme::Parts;
use super::tables::{build_table, tables};
use super::workers::workers;
use crate::fmi::{Fmu, FmuError, LogLevel};
use crate::remote::{Exact, SlaveSpec, isolate};

/// Instantiates and initialises every slave, and joins them as the scenario says.
pub fn build(scenario: &Scenario) -> Result<Simulation, FmuError> {
    build_with(scenario, &DeferredLog::default())
}

/// As [`build`]; what FMUs complain about goes to `deferred_log`.
pub fn build_with(scenario: &Scenario, deferred_log: &DeferredLog) -> Result<Simulation, FmuError> {
    let network = build_network(scenario, deferred_log)?;
    let signals = build_signals(scenario, &network);
    let scheme = build_scheme(scenario, &network);
    let Time { start, stop, step, ticks, .. } = scenario.time;
    let longest = step * signals.cycle() as f64 / ticks as f64;
    let simulation = match scenario.step_control {
        Some(Control { limits, estimate }) => {
            let control = build_control(scenario, limits, estimate, &network);
            let clock = Clock::free(start, stop, longest.clamp(limits.shortest, limits.longest));
            let simulation = Simulation::new(network, signals, scheme, clock).controlled(control);
            match estimate {
                EstimateKind::Doubling => simulation.doubling(),
                EstimateKind::Predictor | EstimateKind::Energy => simulation,
            }
        }
        None => {
            let clock = Clock::new(start, stop, step / ticks as f64);
            let clock = clock.with_points(scenario.events.clone());
            let simulation = Simulation::new(network, signals, scheme, clock).showing_every(ticks);
            let simulation = match scenario.repeat_start {
                true => simulation.repeating_start(scenario.start_degree()),
                false => simulation,
            };
            match scenario.default_degree {
                DefaultDegree::Two => simulation.choosing_degree(),
                DefaultDegree::One(_) | DefaultDegree::Given => simulation,
            }
        }
    };
    let simulation = match scenario.on_divergence {
        Reaction::Stop => simulation.watching_divergence(true),
        Reaction::Warn => simulation.watching_divergence(false),
        Reaction::Ignore => simulation,
    };
    let simulation = simulation.restricted(scenario.restrictions.clone());
    let simulation = if scenario.columns.iter().any(|c| matches!(c.place, check::Place::Applied(_)))
    {
        simulation.showing_applied(scenario.slaves.iter().map(parts).collect())
    } else {
        simulation
    };
    Ok(match &scenario.energy {
        Some(energy) => simulation.monitored(build_monitor(energy)),
        None => simulation,
    })
}

/// The slaves, instantiated and initialised, and the laws between them.
fn build_network(scenario: &Scenario, deferred_log: &DeferredLog) -> Result<Network, FmuError> {
    let (mut slaves, mut clones) = (Vec::new(), Vec::new());
    for (k, slave) in scenario.slaves.iter().enumerate() {
        let built: Box<dyn Slave> = match &slave.origin {
            Origin::Fmu(fmu) => {
                build_fmu(slave.name.clone(), fmu, slave, &scenario.time, deferred_log)?
            }
            Origin::Table(table) => Box::new(build_table(scenario, SlaveId(k), table)),
        };
        slaves.push((slave.name.clone(), built));
        let further = build_clones(slave, &scenario.time, deferred_log)?;
        clones.extend(further.into_iter().map(|clone| (SlaveId(k), clone)));
    }
    let laws = scenario.laws.iter().map(Law::build).collect();
    let reading = match scenario.feedthrough {
        FeedthroughKind::Fresh => Reading::Fresh,
        FeedthroughKind::Stale => Reading::Stale,
    };
    let known = tables(scenario).map(|(id, _)| id).collect();
    let network = Network::new(slaves, laws, reading)
        .with_prescribed(known)
        .with_derivatives(scenario.derivatives.clone())
        .with_nominals(scenario.slaves.iter().flat_map(nominals).collect())
        .with_clones(clones);
    let network = match scenario.loop_tolerance {
        Some(tolerance) => network.with_loop_tolerance(tolerance),
        None => network,
    };
    Ok(match workers(scenario) {
        Some(workers) => network.with_workers(&workers),
        None => network,
    })
}

fn build_monitor(energy: &Energy) -> Monitor {
    let bond = |bond: &super::check::Bond| energy::Bond {
        name: bond.name.clone(),
        driven: bond.driven,
        driver: bond.giver,
        motion: bond.motion,
        ports: bond.ports.clone(),
        correction: bond.correction.map(|correction| correction.build()),
        pauses: bond.correction.is_some_and(|correction| correction.pauses),
    };
    Monitor::new(energy.accounts.clone(), energy.bonds.iter().map(bond).collect())
}

/// Steps are controlled by the variables that are coupled, whatever else is recorded, or by the bonds.
fn build_control(
    scenario: &Scenario,
    limits: Limits,
    estimate: EstimateKind,
    network: &Network,
) -> Box<dyn StepControl> {
    let (order, can_reject) = (scenario.order(), network.can_rewind());
    let span = scenario.time.stop - scenario.time.start;
    let bonds = scenario.energy.as_ref().map_or(0, |energy| energy.bonds.len());
    match estimate {
        EstimateKind::Energy => Box::new(ByEnergy::new(limits, order, can_reject, bonds)),
        EstimateKind::Predictor | EstimateKind::Doubling => {
            let variables = controlled(scenario, network);
            Box::new(ByError::new(limits, order, can_reject, span, variables))
        }
    }
}

/// The usual magnitude of a variable, if its FMU says it.
fn nominal(slave: &CheckedSlave, name: &str) -> Option<f64> {
    slave.origin.fmu()?.description().variable(name)?.nominal
}

/// The usual magnitude of each coupled input of a slave; 0 where its FMU does not say.
fn nominals(slave: &CheckedSlave) -> impl Iterator<Item = f64> {
    slave.inputs.iter().map(|input| nominal(slave, input).map_or(0.0, f64::abs))
}

/// The outputs that are coupled, and the inputs that follow from them continuously, with their nominal values.
fn controlled(scenario: &Scenario, network: &Network) -> Vec<Variable> {
    let (mut of_inputs, mut of_outputs) = (Vec::new(), Vec::new());
    for slave in &scenario.slaves {
        of_inputs.extend(slave.inputs.iter().map(|name| nominal(slave, name)));
        of_outputs.extend(slave.outputs.iter().map(|name| nominal(slave, name)));
    }
    let output = |i: usize| Variable { nominal: of_outputs[i], ..Variable::output(i) };
    let input = |i: usize| Variable { nominal: of_inputs[i], ..Variable::input(i) };
    let discrete = network.discrete_inputs();
    let follows = |i: &usize| !discrete[*i] && !network.is_prescribed(*i);
    let inputs = (0..discrete.len()).filter(follows).map(input);
    network.coupled_outputs().into_iter().map(output).chain(inputs).collect()
}

/// In how many parts of a step the inputs of a slave are held, if they are handed over so.
fn parts(slave: &CheckedSlave) -> Option<usize> {
    match slave.handed_over {
        HandedOver::Parts(parts) => Some(parts),
        HandedOver::Held | HandedOver::Derivatives => None,
    }
}

/// Inputs with the same rules and step form a group.
fn build_signals(scenario: &Scenario, network: &Network) -> Signals {
    let mut groups: Vec<([&Rule; 2], u64, Vec<usize>)> = Vec::new();
    fn rules(s: &CheckedSlave) -> impl Iterator<Item = (&Rule, &Rule)> {
        s.rules.iter().zip(&s.without_derivatives)
    }
    let inputs = scenario.slaves.iter().flat_map(|s| rules(s).map(|rules| (rules, s.every)));
    for (i, ((rule, without_derivatives), every)) in inputs.enumerate() {
        // What would stand in for a rule that always can does not part groups.
        let rules = if rule.needs_derivatives() { [rule, without_derivatives] } else { [rule; 2] };
        match groups.iter_mut().find(|group| (group.0, group.1) == (rules, every)) {
            Some((_, _, members)) => members.push(i),
            None => groups.push((rules, every, vec![i])),
        }
    }
    let groups = groups.into_iter().map(|([rule, without_derivatives], every, members)| {
        let group = InputGroup::new(rule.build(), rule.interpolation_degree(), members)
            .every(every)
            .within(longer_steps(scenario, every));
        if rule.needs_derivatives() {
            group.without_derivatives(without_derivatives.build())
        } else {
            group
        }
    });
    let of = |slave: &CheckedSlave| vec![slave.every; slave.outputs.len()];
    let every: Vec<u64> = scenario.slaves.iter().flat_map(of).collect();
    let degree = |rule: &Rule| {
        if scenario.has_several_rates() && !scenario.method.facts.implicit {
            rule.continuation_degree()
        } else {
            rule.interpolation_degree()
        }
    };
    let degree = scenario.rules().into_iter().map(degree).max().unwrap_or(0);
    let signals = Signals::of_groups(groups.collect(), network.discrete_inputs(), &every, degree);
    match scenario.sweep == Sweep::Jacobi && !scenario.has_several_rates() {
        true if !scenario.method.facts.implicit => signals.of_inputs_only().without_interpolation(),
        true => signals.of_inputs_only(),
        false => signals,
    }
}

/// The steps of slower slaves in which an implicit scheme carries those along that step `every` so many ticks.
fn longer_steps(scenario: &Scenario, every: u64) -> Vec<u64> {
    if !scenario.method.facts.implicit {
        return Vec::new();
    }
    let slower = scenario.slaves.iter().map(|slave| slave.every).filter(|other| *other > every);
    let mut lengths: Vec<u64> = slower.collect();
    lengths.sort_unstable();
    lengths.dedup();
    lengths
}

/// Further instances of a slave, with names of their own.
fn build_clones(
    slave: &CheckedSlave,
    time: &Time,
    deferred_log: &DeferredLog,
) -> Result<Vec<Box<dyn Slave>>, FmuError> {
    let Origin::Fmu(fmu) = &slave.origin else { return Ok(Vec::new()) };
    let name = |number| format!("{} (clone {number})", slave.name);
    let names = (1..=slave.clones).map(name);
    names.map(|name| build_fmu(name, fmu, slave, time, deferred_log)).collect()
}

/// An instance of this name, in the master's process or in one of its own.
fn build_fmu(
    name: String,
    fmu: &Fmu,
    slave: &CheckedSlave,
    time: &Time,
    deferred_log: &DeferredLog,
) -> Result<Box<dyn Slave>, FmuError> {
    let sink = deferred_log.sink(&slave.name, slave.logging);
    let spec = SlaveSpec { name, ..spec(fmu, slave, time) };
    match slave.place {
        Place::Here => spec.open(fmu, sink),
        _ => isolate(&spec, slave.timeout, sink),
    }
}

fn spec(fmu: &Fmu, slave: &CheckedSlave, time: &Time) -> SlaveSpec {
    let start = slave.start.iter().map(|(name, value)| (name.clone(), value.clone().into()));
    SlaveSpec {
        name: slave.name.clone(),
        source: fmu.path().into(),
        // A sandboxed process has another working directory.
        folder: std::path::absolute(fmu.folder()).unwrap_or(fmu.folder().into()),
        start: start.collect(),
        inputs: slave.inputs.iter().cloned().collect(),
        outputs: slave.outputs.iter().cloned().collect(),
        start_time: Exact(time.start),
        stop_time: time.announce_stop.then_some(Exact(time.stop)),
        tolerance: time.tolerance.map(Exact),
        logging: slave.logging == LogLevel::All,
        log_calls: slave.log_calls,
        retry: slave.retry,
        rates: slave.rates,
        slopes: slave.takes_slopes,
        parts: parts(slave),
        resets: slave.resets,
        feedthrough: slave.feedthrough.clone(),
        compares_restored: slave.compares_restored,
        sandbox: slave.sandbox.clone(),
    }
}

fn build_scheme(scenario: &Scenario, network: &Network) -> Box<dyn Scheme> {
    let every = || scenario.slaves.iter().map(|slave| slave.every).collect();
    scenario.method.scheme.build(&Parts {
        network,
        order: match &scenario.sweep {
            Sweep::Jacobi => None,
            Sweep::GaussSeidel(order) => Some(order),
        },
        explicit: &scenario.method.explicit,
        inertias: &scenario.inertias,
        rates: scenario.has_several_rates().then(|| (every(), scenario.time.stop)),
    })
}

//! [`ScenarioFile`] and model descriptions to [`Scenario`]: every name resolved, every input driven
//! once, every requirement met. Nothing after it checks again.

mod clones;
mod energy;
mod hand_over;
mod inertias;
mod method;
mod rates;
mod results;
mod rules;
mod slaves;
mod start_up;
mod start_values;
mod step_control;
mod steps;
mod sweep;
mod threads;
mod units;
mod variables;
mod wiring;

use std::path::Path;

use coupling::law::{HydraulicNode, Joint, Link, PinInSlot, SpringDamper, ThermalConductance};
use coupling::network::OutputId;
use coupling::scheme::Inertia;

pub use self::energy::{Bond, CorrectionChoice, Energy};
pub use self::hand_over::HandedOver;
pub use self::method::{Implicit, Method, Solver};
use self::rates::Rates;
pub use self::results::{Column, ColumnKind, Place};
pub use self::slaves::{CheckedSlave, Origin};
pub use self::step_control::Control;
pub use self::sweep::Sweep;
pub use self::threads::Threads;
use self::wiring::Wiring;
use super::error::{ScenarioError, Source};
use super::file::{FeedthroughKind, ScenarioFile};
use super::rule::Rule;

/// How strictly to check, and what to record.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Warnings become errors.
    pub strict: bool,
    /// Nothing is recorded: only coupled outputs are read.
    pub no_results: bool,
    /// Energies are not watched where nothing depends on them: they are not linear in the states.
    pub unwatched: bool,
    /// The slave stands alone: nobody expects its inputs to be connected.
    pub alone: bool,
    /// Every FMU runs in a process of its own.
    pub isolate: bool,
    /// FMUs are taken to be able to do what they declare.
    pub trust_fmu: bool,
    /// Every call of an FMI function is shown.
    pub log_calls: bool,
}

/// A complete, checked description of a run.
#[derive(Clone)]
pub struct Scenario {
    /// The text it came from.
    pub source: Source,
    /// When.
    pub time: Time,
    /// Who runs the slaves.
    pub threads: Threads,
    /// The slaves, in order.
    pub slaves: Vec<CheckedSlave>,
    /// What determines the inputs.
    pub laws: Vec<Law>,
    /// How slaves are carried over a macro step.
    pub method: Method,
    /// How the macro step follows what is found in it, if it does.
    pub step_control: Option<Control>,
    /// Where energy passes between slaves, if that is watched.
    pub energy: Option<Energy>,
    /// How far apart rows of the results lie in s, if not at communication points.
    pub interval: Option<f64>,
    /// Who steps when.
    pub sweep: Sweep,
    /// Which value of an output with direct feedthrough counts.
    pub feedthrough: FeedthroughKind,
    /// Outputs that are the time derivative of another: (of which, which).
    pub derivatives: Vec<(OutputId, OutputId)>,
    /// Masses that inputs accelerate.
    pub inertias: Vec<Inertia>,
    /// Whether the first steps are repeated for full order.
    pub repeat_start: bool,
    /// Communication points besides start + k·step, in any order.
    pub events: Vec<f64>,
    /// What is recorded.
    pub columns: Vec<Column>,
    /// What the user should know but need not change.
    pub warnings: Vec<String>,
    /// What was chosen for the user and could be chosen better.
    pub notes: Vec<String>,
}

impl Scenario {
    /// The rules that continue inputs, each once, in the order of the inputs.
    pub fn rules(&self) -> Vec<&Rule> {
        let mut rules: Vec<&Rule> = Vec::new();
        for rule in self.slaves.iter().flat_map(|slave| &slave.rules) {
            if !rules.contains(&rule) {
                rules.push(rule);
            }
        }
        rules
    }

    /// The same in words.
    pub fn rules_in_words(&self) -> String {
        match self.rules().as_slice() {
            [] => "no inputs".into(),
            rules => rules.iter().map(|rule| rule.to_string()).collect::<Vec<_>>().join(" and "),
        }
    }

    /// The degree with which the first steps must be found so that the run keeps its order.
    pub fn start_degree(&self) -> usize {
        self.rules().iter().map(|rule| rule.start_degree()).max().unwrap_or(0)
    }

    /// The order of the errors at communication points.
    pub fn order(&self) -> usize {
        let order = |rule: &&Rule| match self.method {
            Method::Explicit => rule.order(),
            Method::Implicit(_) => rule.interpolation_degree() + 1,
        };
        self.rules().iter().map(order).max().unwrap_or(1)
    }

    /// Whether slaves have steps of different length.
    pub fn has_several_rates(&self) -> bool {
        self.time.ticks > 1 || self.slaves.iter().any(|slave| slave.every > 1)
    }
}

/// When a run starts and stops, and its macro step.
#[derive(Clone, Copy, Debug)]
pub struct Time {
    /// Start time in s.
    pub start: f64,
    /// Stop time in s.
    pub stop: f64,
    /// Macro step in s.
    pub step: f64,
    /// How many ticks make a macro step; a tick is the time of which all steps are multiples.
    pub ticks: u64,
    /// Relative tolerance for the slaves' solvers.
    pub tolerance: Option<f64>,
    /// Whether slaves are told the stop time.
    pub announce_stop: bool,
}

/// When a connection is sampled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sampling {
    /// The first time in s.
    pub start: f64,
    /// From one to the next, in s.
    pub period: f64,
}

impl Law {
    /// The plain connections, if it is made of them.
    pub fn links(&self) -> Option<&[Link]> {
        match self {
            Self::Signal(links) => Some(links),
            Self::Sampled(link, _) => Some(std::slice::from_ref(link)),
            _ => None,
        }
    }
}

/// A law with its variables resolved.
#[derive(Clone, Debug)]
pub enum Law {
    /// Plain connections into one slave.
    Signal(Vec<Link>),
    /// A connection that is sampled from a time on, with a period.
    Sampled(Link, Sampling),
    /// A spring and damper.
    SpringDamper(SpringDamper),
    /// A hydraulic node.
    HydraulicNode(HydraulicNode),
    /// A flexible joint.
    Joint(Box<Joint>),
    /// A pin in a slot.
    PinInSlot(PinInSlot),
    /// A thermal conductance.
    ThermalConductance(ThermalConductance),
}

/// Checks what the user wrote against the FMUs it names; paths are relative to `folder`.
pub fn check(
    source: Source,
    file: &ScenarioFile,
    folder: &Path,
    options: Options,
) -> Result<Scenario, ScenarioError> {
    let mut time = check_time(&source, file)?;
    let mut slaves = slaves::load(&source, file, folder, options)?;
    let threads = threads::check(&source, file)?;
    let sweep = sweep::check(&source, file)?;
    let steps = steps::divide(&source, file, &sweep, &mut time)?;
    slaves.iter_mut().zip(steps).for_each(|(slave, every)| slave.every = every);
    let mut wiring = Wiring::new(&source, &mut slaves);
    wiring.connect(file, &time)?;
    wiring.couple(file)?;
    wiring.differentiate(file)?;
    if !options.unwatched || file.depends_on_energy() {
        wiring.bond(file)?;
    }
    let wired = wiring.finish();
    let mut warnings = slaves::warnings(&source, &slaves, file, options.alone);
    let monitored = energy::columns(&wired.bond_columns());
    let columns = results::choose(&source, file, &mut slaves, monitored, options.no_results)?;
    let (laws, derivatives, energy) = wired.number(&slaves);
    let inertias = inertias::check(&source, file, &slaves)?;
    let rates = Rates::new(&slaves, &laws, &derivatives, options);
    let chosen = rules::choose(&source, file, &mut slaves, wired.rules(), &rates, options)?;
    hand_over::decide(&source, file, &mut slaves, options)?;
    warnings.extend(check_last_step(&source, file, &slaves, &time));
    let several = time.ticks > 1 || slaves.iter().any(|slave| slave.every > 1);
    let mut notes = chosen.notes;
    let method = method::check(&source, file, &mut slaves, (&sweep, several), options, &mut notes)?;
    clones::check(&source, file, &slaves, (&method, threads), options, &mut notes)?;
    let repeat_start = match several {
        _ if method != Method::Explicit => false,
        // Controlled steps begin as short as the lower degrees need.
        _ if file.step_control.is_some() => start_up::none(&source, file)?,
        true => start_up::ramp(&source, file, chosen.start_degree, &mut warnings)?,
        false => {
            let given = chosen.start_degree;
            start_up::check(&source, file, &mut slaves, given, options, &mut warnings)?
        }
    };
    let followed = (&method, several);
    let step_control = step_control::check(&source, file, &mut slaves, followed, &time, options)?;
    let interval = step_control::interval(&source, file)?;
    if let (Some(first), true) = (warnings.first(), options.strict) {
        let message = format!("{} (an error by --strict)", first.message);
        return Err(ScenarioError { message, ..first.clone() });
    }
    Ok(Scenario {
        feedthrough: file.scheme.feedthrough,
        source,
        time,
        threads,
        slaves,
        laws,
        method,
        step_control,
        energy,
        interval,
        sweep,
        derivatives,
        inertias,
        repeat_start,
        events: Vec::new(),
        columns,
        warnings: warnings.iter().map(ScenarioError::to_string).collect(),
        notes,
    })
}

fn check_time(source: &Source, file: &ScenarioFile) -> Result<Time, ScenarioError> {
    let section = &file.simulation;
    let (start, stop, step) = (section.start, *section.stop.get_ref(), *section.step.get_ref());
    if !(step.is_finite() && step > 0.0) {
        let message = format!("simulation.step is {step} s; it must be greater than zero");
        return Err(source.error_at(section.step.span(), message));
    }
    if !(start.is_finite() && stop.is_finite() && stop > start) {
        let message =
            format!("simulation.stop is {stop} s; it must lie after the start, {start} s");
        return Err(source.error_at(section.stop.span(), message));
    }
    let last = start.abs().max(stop.abs());
    if last + step == last {
        let message = format!(
            "simulation.step is {step:e} s, which vanishes in the rounding of times near {last} s; \
             make it larger"
        );
        return Err(source.error_at(section.step.span(), message));
    }
    let tolerance = section.tolerance.as_ref().map(|tolerance| *tolerance.get_ref());
    let is_wrong = |tolerance: f64| !(tolerance.is_finite() && tolerance > 0.0);
    if let (Some(given), Some(true)) = (&section.tolerance, tolerance.map(is_wrong)) {
        let value = given.get_ref();
        let message = format!("simulation.tolerance is {value}; it must be greater than zero");
        return Err(source.error_at(given.span(), message));
    }
    Ok(Time { start, stop, step, ticks: 1, tolerance, announce_stop: section.announce_stop })
}

/// A last step shorter than the others, which a slave may not be able to take.
fn check_last_step(
    source: &Source,
    file: &ScenarioFile,
    slaves: &[CheckedSlave],
    time: &Time,
) -> Option<ScenarioError> {
    let steps = (time.stop - time.start) / time.step;
    let divides = (steps - steps.round()).abs() <= 1e-9 * steps;
    let rigid = |slave: &&CheckedSlave| match &slave.origin {
        Origin::Fmu(fmu) => !fmu.can_divide_steps(),
        Origin::Table(_) => false,
    };
    let slave = slaves.iter().find(rigid).filter(|_| !divides)?;
    let message = format!(
        "the last step is {} s long instead of {} s, and the FMU of slave \"{}\" does not vary its \
         step; choose simulation.stop at a multiple of simulation.step",
        steps.fract() * time.step,
        time.step,
        slave.name
    );
    Some(source.error_at(file.simulation.stop.span(), message))
}

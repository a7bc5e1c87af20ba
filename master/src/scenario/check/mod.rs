//! [`ScenarioFile`] and model descriptions to [`Scenario`]: every name resolved, every input driven
//! once, every requirement met. Nothing after it checks again.

mod checked_slave;
mod clones;
mod derivatives;
mod energy;
mod feedthrough;
mod hand_over;
mod inertias;
mod laws;
mod method;
mod places;
mod probed;
mod ranges;
mod restored;
mod results;
mod rewinding;
mod rules;
mod sandbox;
mod second_order;
mod slaves;
mod start_up;
mod start_values;
mod step_control;
mod steps;
mod sweep;
mod threads;
mod time;
mod told;
mod units;
mod variables;
pub mod warnings;
mod wiring;

use std::path::Path;

use coupling::OutputId;
use coupling::scheme::Inertia;
use coupling::signals::Restriction;

pub use self::checked_slave::{CheckedSlave, HandedOver, Origin};
use self::derivatives::DerivativeSources;
pub use self::energy::{Bond, Energy};
pub use self::laws::{Coupling, Law, Sampling};
pub use self::method::Method;
pub use self::places::bears_parallel_instances;
pub use self::results::{Column, ColumnKind, Place};
pub use self::rules::DefaultDegree;
use self::rules::{Implicit, Known};
pub use self::sandbox::Demand;
pub use self::step_control::Control;
pub use self::sweep::Sweep;
pub use self::threads::Threads;
pub use self::time::Time;
use self::warnings::Warning;
use self::wiring::{Wired, Wiring};
use super::catalogue::{Catalogue, ReadKind};
use super::error::{ScenarioError, Source};
use super::file::{FeedthroughKind, Reaction, ScenarioFile};
use super::law::LawSection;
use super::rule::Rule;

/// How strictly to check, and what to record.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Warnings become errors.
    pub strict: bool,
    /// Nothing is recorded: only coupled outputs are read.
    pub no_results: bool,
    /// Energies are not watched where nothing depends on them, and inputs are not restricted: neither is
    /// linear in the states.
    pub unwatched: bool,
    /// FMUs are started anew again and again, as analysis does.
    pub resets: bool,
    /// The slave stands alone: nobody expects its inputs to be connected.
    pub alone: bool,
    /// Every FMU runs in a process of its own.
    pub isolate: bool,
    /// Every FMU runs in a sandbox, if it is asked for so.
    pub sandbox: Option<Demand>,
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
    /// What rules must not make of inputs.
    pub restrictions: Vec<Restriction>,
    /// How slaves are carried over a macro step.
    pub method: Method,
    /// How the macro step follows what is found in it, if it does.
    pub step_control: Option<Control>,
    /// Where energy passes between slaves, if that is watched.
    pub energy: Option<Energy>,
    /// What happens when the coupling diverges.
    pub on_divergence: Reaction,
    /// How far apart rows of the results lie in s, if not at communication points.
    pub interval: Option<f64>,
    /// Who steps when.
    pub sweep: Sweep,
    /// Which value of an output with direct feedthrough counts.
    pub feedthrough: FeedthroughKind,
    /// What may be left of algebraic loops, relative to their inputs, if the user says so.
    pub loop_tolerance: Option<f64>,
    /// Outputs that are the time derivative of another: (of which, which).
    pub derivatives: Vec<(OutputId, OutputId)>,
    /// Masses that inputs accelerate.
    pub inertias: Vec<Inertia>,
    /// Whether the first steps are repeated for full order.
    pub repeat_start: bool,
    /// Which degree inputs of an implicit scheme have, where the user gives none.
    pub default_degree: DefaultDegree,
    /// Communication points besides start + k·step, in any order.
    pub events: Vec<f64>,
    /// What is recorded.
    pub columns: Vec<Column>,
    /// What the user should know but need not change.
    pub warnings: Vec<Warning>,
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

    /// The rules that extrapolate inputs, in words.
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
        let facts = self.method.facts;
        let order = |rule: &&Rule| facts.order(rule.order(), rule.interpolation_degree());
        self.rules().iter().map(order).max().unwrap_or(1)
    }

    /// After how many macro steps all slaves have ended a step.
    pub fn common_points(&self) -> usize {
        let ticks = self.slaves.iter().map(|slave| slave.every).fold(self.time.ticks, steps::lcm);
        (ticks / self.time.ticks) as usize
    }

    /// Whether slaves have steps of different length.
    pub fn has_several_rates(&self) -> bool {
        self.time.ticks > 1 || self.slaves.iter().any(|slave| slave.every > 1)
    }
}

/// Finds all that connections, laws and bonds name.
fn wire(
    source: &Source,
    (file, laws): (&ScenarioFile, &[Box<dyn LawSection>]),
    implicit: bool,
    slaves: &mut Vec<CheckedSlave>,
    time: &Time,
    options: Options,
) -> Result<Wired, ScenarioError> {
    let mut wiring = Wiring::new(source, slaves);
    wiring.connect(file, implicit, time)?;
    wiring.couple(file, laws)?;
    wiring.differentiate(file)?;
    if !options.unwatched || file.depends_on_energy() {
        wiring.bond(file)?;
    }
    Ok(wiring.finish())
}

/// What is known of the inputs before a rule is chosen.
fn known(
    file: &ScenarioFile,
    slaves: &mut [CheckedSlave],
    (laws, derivatives): (&[Law], &[(OutputId, OutputId)]),
    (kind, method, several): (&str, &Method, bool),
    options: Options,
) -> Known {
    hand_over::find_slopes(file, slaves, options);
    Known {
        rates: DerivativeSources::new(slaves, laws, derivatives, options),
        second_order: second_order::inputs(slaves, laws),
        implicit: implicit(kind, method, (file.step_control.is_some(), several), laws),
    }
}

/// What an implicit scheme asks of the rules; none of another one.
fn implicit(
    kind: &str,
    method: &Method,
    (controlled, several): (bool, bool),
    laws: &[Law],
) -> Option<Implicit> {
    if !method.facts.implicit {
        return None;
    }
    let only_lines = match () {
        () if !method.explicit.is_empty() => Some("slaves take part explicitly"),
        () if controlled => Some("steps are controlled"),
        () if several => Some("slaves have steps of different length"),
        () if laws.iter().any(|law| law.build().equations().is_some()) => {
            Some("the coupling is rigid")
        }
        () => None,
    };
    let (kind, explicit) = (kind.to_string(), method.explicit.clone());
    Some(Implicit { kind, explicit, only_lines })
}

/// The sections of all couplings; laws that are equations are refused where the scheme solves none.
fn sections(
    source: &Source,
    file: &ScenarioFile,
    scheme: &ReadKind,
    catalogue: &Catalogue,
) -> Result<Vec<Box<dyn LawSection>>, ScenarioError> {
    let sections = catalogue.laws(source, file)?;
    let solves = scheme.section.facts().equations;
    let mut laws = file.couplings.iter().zip(&sections).enumerate();
    let Some((k, (section, _))) = laws.find(|(_, (_, law))| law.is_equation() && !solves) else {
        return Ok(sections);
    };
    let (law, kind) = (section.get_ref().law.get_ref(), &scheme.kind);
    Err(source.error_at(
        section.span(),
        format!(
            "coupling {}: law = \"{law}\" is an equation and gives no formula for its force; scheme.kind = \"{kind}\" does not solve \
             for it: write \"semi-implicit\" or \"newton\"",
            k + 1
        ),
    ))
}

/// Warnings are errors to those who want it so.
fn refuse_warnings(warnings: &[Warning], strict: bool) -> Result<(), ScenarioError> {
    let Some(Warning { error, .. }) = warnings.first().filter(|_| strict) else { return Ok(()) };
    let message = format!("{} (an error by --strict)", error.message);
    Err(ScenarioError { message, ..error.clone() })
}

/// Checks what the user wrote against the FMUs it names; paths are relative to `folder`.
pub fn check(
    source: Source,
    file: &ScenarioFile,
    folder: &Path,
    options: Options,
) -> Result<Scenario, ScenarioError> {
    check_with(source, file, folder, options, &Catalogue::standard())
}

/// Checks a scenario that may use whatever is in `catalogue`.
pub fn check_with(
    source: Source,
    file: &ScenarioFile,
    folder: &Path,
    options: Options,
    catalogue: &Catalogue,
) -> Result<Scenario, ScenarioError> {
    let scheme = catalogue.scheme(&source, file)?;
    let implicit = scheme.section.facts().implicit;
    let sections = sections(&source, file, &scheme, catalogue)?;
    let mut time = time::check(&source, file)?;
    let mut slaves = slaves::load(&source, file, folder, options)?;
    let (threads, sweep) = (threads::check(&source, file)?, sweep::check(&source, file)?);
    let steps = steps::divide(&source, file, implicit, &mut time)?;
    slaves.iter_mut().zip(steps).for_each(|(slave, every)| slave.every = every);
    let wired = wire(&source, (file, &sections), implicit, &mut slaves, &time, options)?;
    let mut warnings = warnings::of_slaves(&source, &slaves, file, options.alone);
    let monitored = [energy::columns(&wired.bond_columns()), wired.told_columns()].concat();
    warnings.extend(sandbox::warning(&source, &slaves).map(Warning::from));
    let mut columns = results::choose(&source, file, &mut slaves, monitored, options.no_results)?;
    let (laws, derivatives, energy) = wired.number(&slaves);
    results::hold_sampled(&mut columns, &laws);
    let inertias = inertias::check(&source, file, scheme.section.needs_inertia(), &slaves)?;
    let several = time.ticks > 1 || slaves.iter().any(|slave| slave.every > 1);
    let (mut notes, swept) = ([&scheme.notes, wired.notes()].concat(), (&sweep, several));
    let method = method::check(&source, &scheme, &mut slaves, swept, options, &mut notes)?;
    let (by, between) = ((scheme.kind.as_str(), &method, several), (&*laws, &*derivatives));
    let known = known(file, &mut slaves, between, by, options);
    let chosen = rules::choose(&source, file, &mut slaves, wired.rules(), &known, &mut notes)?;
    let restrictions = ranges::restrictions(file, &slaves, &laws, &chosen.held_at_jumps, options);
    hand_over::decide(&source, file, &mut slaves, options)?;
    warnings.extend(time::last_step(&source, file, &slaves, &time).map(Warning::from));
    clones::check(&source, file, &slaves, (&method, threads), options, &mut notes)?;
    let (followed, asked) = ((&method, several), (file, scheme.section.start_up()));
    let (given, told) = (chosen.start_degree, &mut warnings);
    let repeat_start =
        start_up::decide(&source, asked, &mut slaves, followed, given, options, told)?;
    let coupled = (slaves.as_mut_slice(), laws.as_slice());
    let step_control = step_control::check(&source, file, coupled, followed, &time, options)?;
    let run = probed::Run::of(&method, repeat_start, step_control.is_some(), threads);
    probed::heed(&source, file, &mut slaves, run, options, (&mut warnings, &mut notes));
    refuse_warnings(&warnings, options.strict)?;
    // Of the machine rather than of the scenario, so --strict does not count them.
    warnings.extend(slaves::notices(&slaves));
    Ok(Scenario {
        feedthrough: file.scheme.feedthrough,
        on_divergence: file.simulation.on_divergence,
        loop_tolerance: method::loop_tolerance(&source, &file.scheme)?,
        interval: step_control::interval(&source, file)?,
        source,
        time,
        threads,
        slaves,
        laws,
        restrictions,
        method,
        step_control,
        energy,
        sweep,
        derivatives,
        inertias,
        repeat_start,
        default_degree: chosen.default_degree,
        events: Vec::new(),
        columns,
        warnings,
        notes,
    })
}

//! Which rule continues each input: that of its connection, its slave, the scenario, or the default.

use std::ops::Range;

use coupling::{OutputId, SlaveId};
use indexmap::IndexMap;
use toml::Spanned;

use super::derivatives::DerivativeSources;
use super::variables::variable;
use super::{CheckedSlave, Origin};
use crate::fmu::{Variability, VariableType};
use crate::scenario::error::{ScenarioError, Source};
use crate::scenario::file::{RuleSection, ScenarioFile};
use crate::scenario::law::Port;
use crate::scenario::rule::{self, CONSTANT, Rule, SMOOTH, WITHOUT_RATES};

/// A rule that the user gave, and where.
#[derive(Clone, Debug)]
pub(super) struct Given {
    rule: Rule,
    place: Range<usize>,
}

impl Given {
    /// The rule of a section, if it gives one.
    pub(super) fn read(
        source: &Source,
        prefix: &str,
        section: &RuleSection,
    ) -> Result<Option<Self>, ScenarioError> {
        let place = section.extrapolation.as_ref().map_or(0..0, Spanned::span);
        Ok(rule::read(source, prefix, section)?.map(|rule| Self { rule, place }))
    }

    /// An input that is held whatever others say.
    pub(super) fn held() -> Self {
        Self { rule: Rule::hold(), place: 0..0 }
    }

    pub(super) fn rule(&self) -> &Rule {
        &self.rule
    }
}

/// What is known of the inputs before a rule is chosen.
pub(super) struct Known {
    pub(super) rates: DerivativeSources,
    /// Which inputs belong to couplings of second order.
    pub(super) second_order: Vec<bool>,
    /// The scheme, if it finds the inputs at the end of a step.
    pub(super) implicit: Option<Implicit>,
}

/// A scheme that finds inputs at the end of a step, and interpolates them through it.
pub(super) struct Implicit {
    /// What the user calls it.
    pub(super) kind: String,
    /// Slaves that take part explicitly.
    pub(super) explicit: Vec<SlaveId>,
    /// Why inputs have degree 1 if no rule is given, where degree 2 is not to be tried.
    pub(super) only_lines: Option<String>,
}

/// What came of the choice.
#[derive(Default)]
pub(super) struct Chosen {
    /// What the user should know of it.
    pub(super) notes: Vec<String>,
    /// Of the rules that the user gave, the highest degree with which first steps must be found.
    pub(super) start_degree: usize,
    /// Whether inputs have degree 2 unless the coupling turns out to be stiff.
    pub(super) chooses_degree: bool,
    /// For each input, whether it is held where its past is not of one piece: where the user gave no rule.
    pub(super) held_at_jumps: Vec<bool>,
}

/// Chooses the rule of every input.
pub(super) fn choose(
    source: &Source,
    file: &ScenarioFile,
    slaves: &mut [CheckedSlave],
    of_ports: &IndexMap<Port, Given>,
    known: &Known,
) -> Result<Chosen, ScenarioError> {
    let of_all = Given::read(source, "inputs", &file.inputs.rule())?;
    let default = known.implicit.as_ref().map(|implicit| implicit.default_rule(file, of_ports));
    let mut chosen = Chosen::default();
    let mut first = 0;
    for (k, (name, section)) in file.slaves.iter().enumerate() {
        let prefix = format!("slaves.{}.inputs", name.get_ref());
        let of_slave = Given::read(source, &prefix, &section.inputs)?;
        let takes_slopes = slaves[k].takes_slopes;
        let (mut rules, mut without_derivatives, mut told) = (Vec::new(), Vec::new(), Vec::new());
        for j in 0..slaves[k].inputs.len() {
            let given = of_ports.get(&(k, j)).or(of_slave.as_ref()).or(of_all.as_ref());
            let start_degree = given.map_or(0, |given| given.rule.start_degree());
            chosen.start_degree = chosen.start_degree.max(start_degree);
            let input = Input { port: (k, j), number: first + j, takes_slopes };
            let (rule, missing) = match (given, &default) {
                (Some(given), _) => (input.given(source, slaves, known, given)?, None),
                (None, Some(default)) => {
                    chosen.chooses_degree |= default.degree() > 1;
                    (default.clone(), None)
                }
                (None, None) => input.by_default(slaves, known),
            };
            if rule.needs_derivatives()
                && let Some(stale) = known.rates.stale(slaves, input.number)
            {
                let note = stale_note(&slaves[k], j, &rule, &stale);
                if !chosen.notes.contains(&note) {
                    chosen.notes.push(note);
                }
            }
            let held = rule == Rule::hold();
            if let Some(missing) = missing.filter(|_| !told.contains(&held)) {
                chosen.notes.push(note(&slaves[k], j, &rule, &missing));
                told.push(held);
            }
            chosen.held_at_jumps.push(given.is_none() && default.is_none() && !held);
            without_derivatives.push(input.without_derivatives(known, rule.degree() > 0));
            rules.push(rule);
        }
        first += rules.len();
        (slaves[k].rules, slaves[k].without_derivatives) = (rules, without_derivatives);
    }
    for (k, slave) in slaves.iter_mut().enumerate() {
        slave.rates = known.rates.can_be_trusted(k);
    }
    Ok(chosen)
}

impl Implicit {
    /// The rule of inputs where the user gave none: degree 2, where it can be lowered if need be, else a line.
    fn default_rule(&self, file: &ScenarioFile, of_ports: &IndexMap<Port, Given>) -> Rule {
        let of_slaves = file.slaves.values().any(|slave| slave.inputs.extrapolation.is_some());
        let of_ports = of_ports.values().any(|given| given.rule != Rule::hold());
        let lines = self.only_lines.is_some() || of_slaves || of_ports;
        Rule::polynomial(if lines { 1 } else { 2 })
    }

    /// Why a rule cannot serve inputs of a slave, if so.
    fn refusal(&self, slave: usize, rule: &Rule) -> Option<String> {
        if rule.is_polynomial() || self.explicit.contains(&SlaveId(slave)) {
            return None;
        }
        let (kind, name) = (&self.kind, rule.name());
        Some(format!(
            "scheme.kind = \"{kind}\" interpolates inputs through their values at the end of the step, and \"{name}\" \
             only extrapolates; write extrapolation = \"polynomial\" with a degree of 0 to 3, or leave it out"
        ))
    }
}

/// An input for which a rule is chosen.
struct Input {
    port: Port,
    /// Its position in u.
    number: usize,
    /// Whether its slave follows slopes without sub-steps.
    takes_slopes: bool,
}

impl Input {
    /// The rule that the user gave.
    fn given(
        &self,
        source: &Source,
        slaves: &[CheckedSlave],
        known: &Known,
        given: &Given,
    ) -> Result<Rule, ScenarioError> {
        let rates = &known.rates;
        let implicit = known.implicit.as_ref();
        let refusal = implicit.and_then(|implicit| implicit.refusal(self.port.0, &given.rule));
        if refusal.is_none() && !given.rule.needs_derivatives() {
            return Ok(given.rule.clone());
        }
        if is_held(slaves, rates, self.port, self.number) {
            return Ok(Rule::hold());
        }
        if let Some(refusal) = refusal {
            return Err(source.error_at(given.place.clone(), refusal));
        }
        match rates.missing(slaves, self.number) {
            None => Ok(given.rule.clone()),
            Some(missing) => {
                let message = lacking(&slaves[self.port.0], self.port.1, &missing);
                Err(source.error_at(given.place.clone(), message))
            }
        }
    }

    /// The rule where the user gave none, and the output whose derivative would have allowed a better one.
    fn by_default(&self, slaves: &[CheckedSlave], known: &Known) -> (Rule, Option<Missing>) {
        let rates = &known.rates;
        if is_held(slaves, rates, self.port, self.number) {
            return (Rule::hold(), None);
        }
        if is_prescribed(slaves, rates, self.number) {
            return (Rule::polynomial(usize::from(self.takes_slopes)), None);
        }
        match (rates.missing(slaves, self.number), self.takes_slopes) {
            (None, true) => (rule::known(SMOOTH), None),
            (None, false) => (rule::known(CONSTANT), None),
            (missing, slopes) => (self.without_derivatives(known, slopes), missing),
        }
    }

    /// The rule where derivatives are not known.
    fn without_derivatives(&self, known: &Known, slopes: bool) -> Rule {
        if known.second_order[self.number] {
            rule::known(WITHOUT_RATES[usize::from(!(slopes && self.takes_slopes))])
        } else {
            Rule::hold()
        }
    }
}

/// A slave and the output of it whose derivative is not known.
type Missing = (String, String);

/// What was chosen without derivatives, and by which measure.
fn note(slave: &CheckedSlave, j: usize, rule: &Rule, (other, output): &Missing) -> String {
    let (name, input) = (&slave.name, &slave.inputs[j]);
    if *rule == Rule::hold() {
        format!(
            "slave \"{name}\": input \"{input}\" is held over each step, for the derivative of {other}.{output} \
             is not known and nothing shows a coupling of second order (no mechanical law, no units of \
             motion against force); naming one by slaves.{other}.derivatives gives a higher order"
        )
    } else {
        format!(
            "slave \"{name}\": input \"{input}\" is continued by {}, for the derivative of {other}.{output} is \
             not known and the coupling is of second order (a mechanical law, or motion against force); \
             naming one by slaves.{other}.derivatives allows larger steps",
            rule.name()
        )
    }
}

/// That a derivative contains the slopes of the last step, and what that costs.
fn stale_note(slave: &CheckedSlave, j: usize, rule: &Rule, (other, output): &Missing) -> String {
    let (name, input) = (&slave.name, &slave.inputs[j]);
    format!(
        "slave \"{name}\": input \"{input}\" is continued by {} with the derivative of {other}.{output}, which depends on \
         inputs at once and whose FMU takes their slopes from its last step (found by a probe): the run has order 2 at \
         most; naming it by slaves.{other}.derivatives, or a rule without derivatives such as \"lin-3-3-b0\", has \
         order 3",
        rule.name()
    )
}

/// Why a rule cannot be had.
fn lacking(slave: &CheckedSlave, j: usize, (other, output): &Missing) -> String {
    format!(
        "this rule needs the time derivative of {}.{}, and for that the one of {other}.{output}, \
         which its FMU does not give; name an output that is it by slaves.{other}.derivatives = {{ \
         {output} = \"…\" }}, or choose a rule without derivatives, such as \"lin-3-3-b0\"",
        slave.name, slave.inputs[j]
    )
}

/// Whether an input cannot change between communication points: it is discrete, or all that it
/// depends on is.
fn is_held(slaves: &[CheckedSlave], rates: &DerivativeSources, (k, j): Port, input: usize) -> bool {
    let slave = &slaves[k];
    let discrete = variable(slave, &slave.inputs[j])
        .is_some_and(|v| v.kind != VariableType::Real || v.variability == Variability::Discrete);
    let jumps = |output: &OutputId| {
        let (source, output) = rates.place(*output);
        variable(&slaves[source], &slaves[source].outputs[output])
            .is_some_and(|v| v.variability != Variability::Continuous)
    };
    discrete || rates.is_constant(input) || rates.needs(input).iter().all(jumps)
}

/// Whether an input is known ahead: all that it depends on are tables.
fn is_prescribed(slaves: &[CheckedSlave], rates: &DerivativeSources, input: usize) -> bool {
    let mut outputs = rates.needs(input).iter();
    outputs.all(|output| matches!(slaves[rates.place(*output).0].origin, Origin::Table(_)))
}

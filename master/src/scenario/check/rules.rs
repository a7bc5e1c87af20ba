//! Which rule continues each input: that of its connection, its slave, the scenario, or the default.

use std::ops::Range;

use coupling::network::OutputId;
use fmi2_description::{Variability, VariableType};
use indexmap::IndexMap;
use toml::Spanned;

use super::hand_over::takes_slopes;
use super::rates::Rates;
use super::variables::variable;
use super::wiring::Port;
use super::{CheckedSlave, Options, Origin};
use crate::scenario::error::{ScenarioError, Source};
use crate::scenario::file::{RuleSection, ScenarioFile, SchemeKind};
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
        Self { rule: Rule::Polynomial(0), place: 0..0 }
    }

    pub(super) fn rule(&self) -> &Rule {
        &self.rule
    }
}

/// What came of the choice.
pub(super) struct Chosen {
    /// What the user should know of it.
    pub(super) notes: Vec<String>,
    /// Of the rules that the user gave, the highest degree with which first steps must be found.
    pub(super) start_degree: usize,
}

/// Chooses the rule of every input.
pub(super) fn choose(
    source: &Source,
    file: &ScenarioFile,
    slaves: &mut [CheckedSlave],
    of_ports: &IndexMap<Port, Given>,
    rates: &Rates,
    options: Options,
) -> Result<Chosen, ScenarioError> {
    let mut of_all = Given::read(source, "inputs", &file.inputs.rule())?;
    if of_all.is_none() && file.scheme.kind != SchemeKind::Explicit {
        // An implicit scheme finds the end of the step; a line through it has order 2.
        of_all = Some(Given { rule: Rule::Polynomial(1), place: 0..0 });
    }
    let mut chosen = Chosen { notes: Vec::new(), start_degree: 0 };
    let mut first = 0;
    for (k, (name, section)) in file.slaves.iter().enumerate() {
        let prefix = format!("slaves.{}.inputs", name.get_ref());
        let of_slave = Given::read(source, &prefix, &section.inputs)?;
        let takes_slopes = takes_slopes(file, section, &slaves[k].origin, options);
        let mut rules = Vec::new();
        let mut without = None;
        for j in 0..slaves[k].inputs.len() {
            let given = of_ports.get(&(k, j)).or(of_slave.as_ref()).or(of_all.as_ref());
            let missing = || rates.missing(slaves, first + j);
            let start_degree = given.map_or(0, |given| given.rule.start_degree());
            chosen.start_degree = chosen.start_degree.max(start_degree);
            rules.push(match given {
                Some(given) if !given.rule.needs_rates() => given.rule.clone(),
                _ if is_held(slaves, rates, (k, j), first + j) => Rule::Polynomial(0),
                Some(given) => match missing() {
                    None => given.rule.clone(),
                    Some(missing) => {
                        let message = lacking(&slaves[k], j, &missing);
                        return Err(source.error_at(given.place.clone(), message));
                    }
                },
                None if is_foreseen(slaves, rates, first + j) => {
                    Rule::Polynomial(usize::from(takes_slopes))
                }
                None => match (missing(), takes_slopes) {
                    (None, true) => rule::known(SMOOTH),
                    (None, false) => rule::known(CONSTANT),
                    (Some(missing), slopes) => {
                        let rule = WITHOUT_RATES[usize::from(!slopes)];
                        without.get_or_insert((j, rule, missing));
                        rule::known(rule)
                    }
                },
            });
        }
        if let Some((j, rule, (other, output))) = without {
            chosen.notes.push(format!(
                "slave \"{}\": input \"{}\" is continued by {rule}, for the derivative of \
                 {other}.{output} is not known; naming one by slaves.{other}.derivatives allows \
                 larger steps",
                name.get_ref(),
                slaves[k].inputs[j]
            ));
        }
        first += rules.len();
        slaves[k].rules = rules;
    }
    for (k, slave) in slaves.iter_mut().enumerate() {
        slave.rates = rates.can_be_trusted(k);
    }
    Ok(chosen)
}

/// Why a rule cannot be had.
fn lacking(slave: &CheckedSlave, j: usize, (other, output): &(String, String)) -> String {
    format!(
        "this rule needs the time derivative of {}.{}, and for that the one of {other}.{output}, \
         which its FMU does not give; name an output that is it by slaves.{other}.derivatives = {{ \
         {output} = \"…\" }}, or choose a rule without derivatives, such as \"lin-3-3-b0\"",
        slave.name, slave.inputs[j]
    )
}

/// Whether an input cannot change between communication points: it is discrete, or all that it
/// depends on is.
fn is_held(slaves: &[CheckedSlave], rates: &Rates, (k, j): Port, input: usize) -> bool {
    let slave = &slaves[k];
    let discrete = variable(slave, &slave.inputs[j]).is_some_and(|(_, v)| {
        v.kind() != VariableType::Real || v.variability() == Variability::Discrete
    });
    let jumps = |output: &OutputId| {
        let (source, output) = rates.place(*output);
        variable(&slaves[source], &slaves[source].outputs[output])
            .is_some_and(|(_, v)| v.variability() != Variability::Continuous)
    };
    discrete || rates.is_constant(input) || rates.needs(input).iter().all(jumps)
}

/// Whether an input is known ahead: all that it depends on are tables.
fn is_foreseen(slaves: &[CheckedSlave], rates: &Rates, input: usize) -> bool {
    let mut outputs = rates.needs(input).iter();
    outputs.all(|output| matches!(slaves[rates.place(*output).0].origin, Origin::Table(_)))
}

//! Coupling laws: each finds its variables; its inputs get the rule that the coupling gives.

use std::sync::Arc;

use super::super::rules::Given;
use super::super::variables::variable;
use super::connections::Treatment;
use super::vectors::{component_names, same_length};
use super::{Connected, Driver, Port, Wiring};
use crate::fmu::{Causality, VariableType};
use crate::scenario::check::{Coupling, Law};
use crate::scenario::error::ScenarioError;
use crate::scenario::file::ScenarioFile;
use crate::scenario::law::{BuildLaw, LawSection, Term, Variables, WiredLaw};
use crate::scenario::rule::Rule;

impl Wiring<'_> {
    /// All coupling laws: `laws` are the sections of the file's couplings, read.
    pub(in crate::scenario::check) fn couple(
        &mut self,
        file: &ScenarioFile,
        laws: &[Box<dyn LawSection>],
    ) -> Result<(), ScenarioError> {
        for (k, (section, law)) in file.couplings.iter().zip(laws).enumerate() {
            let coupling = section.get_ref();
            let rule =
                Given::read(self.source, &format!("couplings.{k}.inputs"), &coupling.inputs)?;
            self.rule = rule.as_ref().map(|given| given.rule().clone());
            let wired = law.wire(self);
            let rule = if law.predicts() { Some(Given::held()) } else { rule };
            let wired = wired.and_then(|wired| self.govern(rule).map(|()| wired));
            let wired = wired.map_err(|message| {
                self.source.error_at(section.span(), format!("coupling {}: {message}", k + 1))
            })?;
            let tells = law.tells(self);
            let columns =
                tells.iter().map(|(name, unit)| (format!("{}.{name}", coupling.name(k)), *unit));
            self.wired.tells.extend(columns);
            if let WiredLaw::Law(build) = wired {
                let names = [coupling.law.get_ref().clone(), coupling.name(k)];
                let units = tells.into_iter().map(|(_, unit)| unit).collect();
                self.add_law(names, units, law.as_ref(), build.into());
            }
        }
        Ok(())
    }

    /// Adds a law that is built once the ports have numbers.
    fn add_law(
        &mut self,
        names: [String; 2],
        units: Vec<&'static str>,
        section: &dyn LawSection,
        build: Arc<BuildLaw>,
    ) {
        let (label, remedies) = (section.label(), section.remedies());
        let second_order = section.is_of_second_order();
        self.wired.laws.push(Box::new(move |numbers| {
            let (build, numbers) = (build.clone(), numbers.clone());
            let build = Arc::new(move || build(&numbers));
            let ([name, called], label) = (names.clone(), label.clone());
            let (remedies, units) = (remedies.clone(), units.clone());
            Law::Coupling(Coupling { name, called, units, label, second_order, remedies, build })
        }));
    }

    /// Gives the inputs of the present coupling its rule.
    fn govern(&mut self, rule: Option<Given>) -> Result<(), String> {
        for input in std::mem::take(&mut self.driven) {
            let Some(rule) = rule.clone() else { continue };
            match self.wired.rules.insert(input, rule.clone()) {
                Some(other) if other.rule() != rule.rule() => {
                    let slave = &self.slaves[input.0];
                    return Err(format!(
                        "another coupling asks for another rule for input \"{}\" of slave \"{}\"; \
                         give both the same",
                        slave.inputs[input.1], slave.name
                    ));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Takes note that a sum drives an input, which must be Real.
    fn takes_a_sum(&mut self, to: Port) -> Result<(), String> {
        let target = &self.slaves[to.0];
        let name = &target.inputs[to.1];
        if variable(target, name).is_some_and(|v| v.kind != VariableType::Real) {
            return Err(format!("\"{}.{name}\" is not Real, and a sum is", target.name));
        }
        self.claim(to, Driver::Laws)
    }
}

impl Variables for Wiring<'_> {
    fn slave(&self, name: &str) -> Result<usize, String> {
        self.find_slave(name)
    }

    fn measure(&mut self, slave: usize, name: &str, hint: &str) -> Result<Port, String> {
        let port = self.output(slave, name).map_err(|error| format!("{error}; {hint}"))?;
        self.counts_in_si(slave, name).map(|()| port)
    }

    fn drive(&mut self, slave: usize, name: &str, hint: &str) -> Result<Port, String> {
        let port = self.input(slave, name).map_err(|error| format!("{error}; {hint}"))?;
        self.counts_in_si(slave, name)?;
        self.claim(port, Driver::Laws).map(|()| port)
    }

    fn slave_name(&self, slave: usize) -> String {
        self.slaves[slave].name.clone()
    }

    fn has_output(&self, slave: usize, name: &str) -> bool {
        variable(&self.slaves[slave], name)
            .is_some_and(|v| matches!(v.causality, Causality::Output | Causality::Local))
    }

    fn has_input(&self, slave: usize, name: &str) -> bool {
        variable(&self.slaves[slave], name).is_some_and(|v| v.causality == Causality::Input)
    }

    fn is_angle(&self, slave: usize, name: &str) -> bool {
        let unit = variable(&self.slaves[slave], name).and_then(|v| v.unit.as_ref());
        unit.is_some_and(|unit| unit.name == "rad")
    }

    fn step_together(&self, slaves: &[usize]) -> bool {
        slaves.iter().all(|slave| self.slaves[*slave].every == 1)
    }

    fn rule(&self) -> Option<Rule> {
        self.rule.clone()
    }

    fn note(&mut self, note: String) {
        self.wired.notes.push(note);
    }

    fn component_names(&self, slave: usize, stem: &str, n: usize) -> Vec<String> {
        component_names(&self.slaves[slave], stem, n)
    }

    fn inputs_of_sum(&mut self, to: &str) -> Result<Vec<Port>, String> {
        let inputs = self.ports(to, Self::input)?;
        inputs.iter().try_for_each(|to| self.takes_a_sum(*to))?;
        Ok(inputs)
    }

    fn add_term(
        &mut self,
        from: &str,
        (to, inputs): (&str, &[Port]),
        Term { gain, offset, units }: Term,
    ) -> Result<(), String> {
        let outputs = self.ports(from, Self::output)?;
        same_length((from, &outputs), (to, inputs))?;
        let treatment = Treatment { gain, offset, convert: None, units };
        for (from, to) in outputs.into_iter().zip(inputs.iter().copied()) {
            let link = self.link(&treatment, from, to)?;
            self.wired.links.push(Connected { from, to, link });
        }
        Ok(())
    }
}

//! Plain connections: both ends found, types and units made to fit.

use std::ops::Range;

use coupling::law::Link;
use coupling::{InputId, OutputId};

use super::super::rules::Given;
use super::super::steps::whole;
use super::super::variables::{convert, variable};
use super::super::{Law, Sampling, Time, units};
use super::vectors::same_length;
use super::{Connected, Driver, Port, Wiring};
use crate::fmu::{Variability, VariableType};
use crate::scenario::error::ScenarioError;
use crate::scenario::file::{ConnectionSection, ConvertKind, ScenarioFile};

/// What happens to a value on its way.
pub(super) struct Treatment {
    pub(super) gain: f64,
    pub(super) offset: f64,
    pub(super) convert: Option<ConvertKind>,
    /// Whether units are compared and converted.
    pub(super) units: bool,
}

impl From<&ConnectionSection> for Treatment {
    fn from(section: &ConnectionSection) -> Self {
        let ConnectionSection { gain, offset, convert, units, .. } = *section;
        Self { gain, offset, convert, units }
    }
}

impl Wiring<'_> {
    /// All plain connections.
    pub(in crate::scenario::check) fn connect(
        &mut self,
        file: &ScenarioFile,
        implicit: bool,
        time: &Time,
    ) -> Result<(), ScenarioError> {
        // Implicit schemes ask what an input is at the end of a step; one that jumps there is held until then.
        let implicit = implicit && file.step_control.is_none();
        let (start, period) = (time.start, time.step / time.ticks as f64);
        let jumping = implicit.then_some(Sampling { start, period });
        for (k, section) in file.connections.iter().enumerate() {
            self.connection(k, section.get_ref(), time, jumping)?;
        }
        self.driven.clear();
        Ok(())
    }

    /// One connection, of two variables or of the components of two vectors.
    fn connection(
        &mut self,
        k: usize,
        section: &ConnectionSection,
        time: &Time,
        jumping: Option<Sampling>,
    ) -> Result<(), ScenarioError> {
        let source = self.source;
        let fail = |place: Range<usize>, message: String| {
            source.error_at(place, format!("connection {}: {message}", k + 1))
        };
        let at_from = |message| fail(section.from.span(), message);
        let at_to = |message| fail(section.to.span(), message);
        let (from, to) = (section.from.get_ref(), section.to.get_ref());
        let outputs = self.ports(from, Self::output).map_err(at_from)?;
        let inputs = self.ports(to, Self::input).map_err(at_to)?;
        same_length((from, &outputs), (to, &inputs)).map_err(at_from)?;
        for (from, to) in outputs.into_iter().zip(inputs) {
            let link = self.link(&section.into(), from, to).map_err(at_from)?;
            self.claim(to, Driver::Connection(k + 1)).map_err(at_to)?;
            let rule = Given::read(source, &format!("connections.{k}.inputs"), &section.inputs)?;
            let sampling = self.sampling(section, time, rule.is_some());
            let sampling = sampling.map_err(|(place, message)| fail(place, message))?;
            let jumps = rule.is_none() && self.jumps(from);
            match sampling.or(jumping.filter(|_| jumps)) {
                Some(sampling) => self.sample(Connected { from, to, link }, sampling),
                None => self.wired.links.push(Connected { from, to, link }),
            }
            if jumps {
                self.wired.rules.insert(to, Given::held());
            }
            rule.and_then(|rule| self.wired.rules.insert(to, rule));
        }
        Ok(())
    }

    /// Whether an output changes at communication points only.
    fn jumps(&self, (slave, output): Port) -> bool {
        let slave = &self.slaves[slave];
        variable(slave, &slave.outputs[output])
            .is_some_and(|v| v.variability != Variability::Continuous)
    }

    /// A connection that is read at its own rate; its input is held in between.
    fn sample(&mut self, Connected { from, to, link }: Connected, sampling: Sampling) {
        self.wired.rules.insert(to, Given::held());
        self.wired.laws.push(Box::new(move |numbers| {
            let (from, to) = (numbers.output(from), numbers.input(to));
            Law::Sampled(Link { from, to, ..link.clone() }, sampling)
        }));
    }

    /// When a connection is sampled, if it is.
    fn sampling(
        &self,
        section: &ConnectionSection,
        time: &Time,
        has_rule: bool,
    ) -> Result<Option<Sampling>, (Range<usize>, String)> {
        let Some(sample) = &section.sample else { return Ok(None) };
        let (period, tick) = (*sample.get_ref(), time.step / time.ticks as f64);
        if has_rule {
            let message = "a sampled input is held; leave out either sample or inputs";
            return Err((sample.span(), message.into()));
        }
        match whole(period / tick) {
            Some(_) => Ok(Some(Sampling { start: time.start, period })),
            None => {
                let message = format!(
                    "sample is {period} s; it must be a whole multiple of the shortest step, {tick} s"
                );
                Err((sample.span(), message))
            }
        }
    }

    /// How an output becomes an input.
    pub(super) fn link(&self, treatment: &Treatment, from: Port, to: Port) -> Result<Link, String> {
        for (name, value) in [("gain", treatment.gain), ("offset", treatment.offset)] {
            if !value.is_finite() {
                return Err(format!("{name} is {value}; it must be finite"));
            }
        }
        let (source, target) = (&self.slaves[from.0], &self.slaves[to.0]);
        let (output, input) = (&source.outputs[from.1], &target.inputs[to.1]);
        let to_variable = variable(target, input).expect("inputs belong to FMUs");
        let (gain, offset) = match variable(source, output) {
            Some(from_variable) if treatment.units => units::conversion(from_variable, to_variable)
                .map_err(|problem| {
                    format!(
                        "{}.{output} to {}.{input}: {problem}; connect another variable, or set \
                         units = false to pass the number as it is",
                        source.name, target.name
                    )
                })?,
            _ => (1.0, 0.0),
        };
        let kind = variable(source, output).map_or(VariableType::Real, |v| v.kind);
        let convert = convert(kind, to_variable.kind, treatment.convert).map_err(|problem| {
            format!("{}.{output} to {}.{input}: {problem}", source.name, target.name)
        })?;
        Ok(Link {
            from: OutputId(0),
            to: InputId(0),
            gain: treatment.gain * gain,
            offset: treatment.gain * offset + treatment.offset,
            convert,
        })
    }
}

//! Sums: an input as a weighted sum of outputs, which is several connections into it.

use super::super::variables::variable;
use super::connections::Treatment;
use super::vectors::same_length;
use super::{Connected, Driver, Port, Wiring};
use crate::fmu::VariableType;
use crate::scenario::file::SumSection;

impl Wiring<'_> {
    pub(super) fn sum(&mut self, section: &SumSection) -> Result<(), String> {
        let terms = section.from.len();
        if terms == 0 {
            return Err("from names no output; name at least one".into());
        }
        let gains = section.gain.as_ref().map_or(terms, Vec::len);
        if gains != terms {
            return Err(format!(
                "gain has {gains} values and from names {terms} outputs; give one for each"
            ));
        }
        let inputs = self.ports(&section.to, Self::input)?;
        inputs.iter().try_for_each(|to| self.takes_a_sum(*to))?;
        for (k, from) in section.from.iter().enumerate() {
            let outputs = self.ports(from, Self::output)?;
            same_length((from, &outputs), (&section.to, &inputs))?;
            let term = Treatment {
                gain: section.gain.as_ref().map_or(1.0, |gain| gain[k]),
                offset: if k == 0 { section.offset } else { 0.0 },
                convert: None,
                units: section.units,
            };
            for (from, to) in outputs.into_iter().zip(inputs.iter().copied()) {
                let link = self.link(&term, from, to)?;
                self.wired.links.push(Connected { from, to, link });
            }
        }
        Ok(())
    }

    /// Notes that laws drive an input, which must be Real.
    fn takes_a_sum(&mut self, to: Port) -> Result<(), String> {
        let target = &self.slaves[to.0];
        let name = &target.inputs[to.1];
        if variable(target, name).is_some_and(|v| v.kind != VariableType::Real) {
            return Err(format!("\"{}.{name}\" is not Real, and a sum is", target.name));
        }
        self.drive(to, Driver::Laws)
    }
}

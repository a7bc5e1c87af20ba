//! Sums: an input as a weighted sum of outputs, which is several connections into it.

use fmi2_description::VariableType;

use super::super::variables::variable;
use super::connections::Treatment;
use super::{Connected, Driver, Wiring};
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
        let (slave, name) = self.split(&section.to)?;
        let to = self.input(slave, &name)?;
        let target = &self.slaves[slave];
        if variable(target, &name).is_some_and(|(_, v)| v.kind() != VariableType::Real) {
            return Err(format!("\"{}.{name}\" is not Real, and a sum is", target.name));
        }
        self.drive(to, Driver::Laws)?;
        for (k, output) in section.from.iter().enumerate() {
            let (slave, name) = self.split(output)?;
            let from = self.output(slave, &name)?;
            let term = Treatment {
                gain: section.gain.as_ref().map_or(1.0, |gain| gain[k]),
                offset: if k == 0 { section.offset } else { 0.0 },
                convert: None,
                units: section.units,
            };
            let link = self.link(&term, from, to)?;
            self.wired.links.push(Connected { from, to, link });
        }
        Ok(())
    }
}

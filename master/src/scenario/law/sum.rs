//! `law = "sum"`: an input as a weighted sum of outputs, which is several connections into it.

use serde::Deserialize;

use super::{LawSection, Term, Variables, WiredLaw};

/// An input as a weighted sum of outputs.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SumSection {
    /// `slave.input`
    to: String,
    /// `slave.output`, for each term.
    from: Vec<String>,
    /// Factors, for each term; 1 if not given.
    gain: Option<Vec<f64>>,
    /// Summand.
    #[serde(default)]
    offset: f64,
    /// Whether units are compared and converted.
    #[serde(default = "yes")]
    units: bool,
}

fn yes() -> bool {
    true
}

impl LawSection for SumSection {
    fn wire(&self, variables: &mut dyn Variables) -> Result<WiredLaw, String> {
        let terms = self.from.len();
        if terms == 0 {
            return Err("from names no output; name at least one".into());
        }
        let gains = self.gain.as_ref().map_or(terms, Vec::len);
        if gains != terms {
            return Err(format!(
                "gain has {gains} values and from names {terms} outputs; give one for each"
            ));
        }
        let inputs = variables.inputs_of_sum(&self.to)?;
        for (k, from) in self.from.iter().enumerate() {
            let term = Term {
                gain: self.gain.as_ref().map_or(1.0, |gain| gain[k]),
                offset: if k == 0 { self.offset } else { 0.0 },
                units: self.units,
            };
            variables.add_term(from, (&self.to, &inputs), term)?;
        }
        Ok(WiredLaw::Connections)
    }
}

//! The schemes that are compared.

use serde::Deserialize;

/// A scheme with polynomials of degree k.
#[derive(Clone, Debug, Deserialize)]
pub struct Method {
    /// `semi-implicit` or `explicit`.
    pub scheme: String,
    /// Degree k.
    pub degree: usize,
}

impl Method {
    /// Its name in tables.
    pub fn name(&self) -> String {
        format!("{}, k = {}", self.scheme, self.degree)
    }

    /// The sections of a scenario that say how it is run. Sensitivities are found in every step, as in
    /// the publication, and runs begin with lower degrees.
    pub fn sections(&self, stop: f64, h: f64) -> String {
        let Self { scheme, degree } = self;
        let more = match scheme.as_str() {
            "explicit" => "start_up = 'ramp'",
            _ => "start_up = 'ramp'\njacobian = 'every-step'",
        };
        format!(
            "[simulation]\nstop = {stop:e}\nstep = {h:e}\n[scheme]\nkind = '{scheme}'\n{more}\n\
             [inputs]\nextrapolation = 'polynomial'\ndegree = {degree}\n"
        )
    }
}

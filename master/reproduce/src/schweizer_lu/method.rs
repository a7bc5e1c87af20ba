//! The schemes that are compared.

use serde::Deserialize;

/// A scheme with polynomials of degree k.
#[derive(Clone, Debug, Deserialize)]
pub struct Method {
    /// `semi-implicit` or `explicit`.
    pub scheme: String,
    /// Degree k.
    pub degree: usize,
    /// Whether the semi-implicit scheme keeps its Jacobian as long as it serves, which is the default here, instead of finding it in
    /// every step as in the publication.
    #[serde(skip)]
    pub reused: bool,
}

impl Method {
    /// Its name in tables.
    pub fn name(&self) -> String {
        let jacobian = if self.reused { ", reused Jacobian" } else { "" };
        format!("{}, k = {}{jacobian}", self.scheme, self.degree)
    }

    /// The same scheme with the default Jacobian, if it has one.
    pub fn with_reused_jacobian(&self) -> Option<Self> {
        (self.scheme == "semi-implicit").then(|| Self { reused: true, ..self.clone() })
    }

    /// The sections of a scenario that say how it is run. Runs begin with lower degrees.
    pub fn sections(&self, stop: f64, h: f64) -> String {
        let Self { scheme, degree, reused } = self;
        let more = match (scheme.as_str(), reused) {
            ("explicit", _) => "start_up = 'ramp'",
            (_, false) => "start_up = 'ramp'\njacobian = 'every-step'",
            (_, true) => "start_up = 'ramp'",
        };
        format!(
            "[simulation]\nstop = {stop:e}\nstep = {h:e}\n[scheme]\nkind = '{scheme}'\n{more}\n\
             [inputs]\nextrapolation = 'polynomial'\ndegree = {degree}\n"
        )
    }
}

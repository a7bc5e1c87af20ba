//! The errors of inputs that follow from those of outputs, through the laws.
//!
//! ```text
//! e_u = law(y + e_y) − law(y),    ė_u = ∂law/∂y · ė_y
//! ```
//!
//! Errors of outputs may cancel in a law, or weigh more: a pressure is the small sum of large volumes. ė_y is the error
//! of the outputs that are the derivatives of others ([`Network::derivative_pairs`]): the error of a
//! velocity moves the position long after the step. Laws in the form of equations say nothing of inputs here.

use nalgebra::DVector;

use crate::network::Network;

/// Errors, and room to find them.
#[derive(Debug, Default)]
pub(super) struct LawErrors {
    y: DVector<f64>,
    law: DVector<f64>,
    /// ė_y, zero where it is not known.
    pub(super) dy: DVector<f64>,
    /// e_u and ė_u.
    pub(super) u: DVector<f64>,
    pub(super) du: DVector<f64>,
    /// Σ |∂law/∂y · y|, the size of the terms that make up each input.
    pub(super) terms: DVector<f64>,
}

impl LawErrors {
    /// Room for the inputs and outputs of a network.
    pub(super) fn new(network: &Network) -> Self {
        let u = DVector::zeros(network.input_count());
        let y = DVector::zeros(network.output_count());
        Self { y: y.clone(), law: u.clone(), dy: y, u: u.clone(), du: u.clone(), terms: u }
    }

    /// Finds the errors where outputs `y` have made the errors `e`.
    pub(super) fn of(&mut self, network: &Network, y: &DVector<f64>, e: &DVector<f64>) -> &Self {
        self.y.copy_from(y);
        self.y += e;
        network.inputs(&self.y, &mut self.u);
        network.inputs(y, &mut self.law);
        self.u -= &self.law;
        for (of, derivative) in network.derivative_pairs() {
            self.dy[of.0] = e[derivative.0];
        }
        network.rates(y, &self.dy, &mut self.du);
        self.terms.fill(0.0);
        let terms = &mut self.terms;
        network.partials(y, &mut |input, output, partial| {
            terms[input.0] += (partial * y[output.0]).abs();
        });
        self
    }
}

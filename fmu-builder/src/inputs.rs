//! The inputs over one step: u(τ) = Σ dₙ τⁿ/n! with τ = 0 at the start of the step.

/// The highest order of a derivative that an input can be given.
pub const MAX_ORDER: usize = 3;

/// One polynomial per input; its coefficients are the derivatives at the start of the step.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Inputs {
    derivatives: Vec<[f64; MAX_ORDER + 1]>,
    degree: usize,
}

impl Inputs {
    pub fn new(count: usize) -> Self {
        Self { derivatives: vec![[0.0; MAX_ORDER + 1]; count], degree: 0 }
    }

    /// The highest order that has been set for any input.
    #[inline]
    pub fn degree(&self) -> usize {
        self.degree
    }

    /// dₙ of one input.
    #[inline]
    pub fn derivative(&self, input: usize, order: usize) -> f64 {
        self.derivatives[input][order]
    }

    #[inline]
    pub fn set_derivative(&mut self, input: usize, order: usize, value: f64) {
        self.derivatives[input][order] = value;
        self.degree = self.degree.max(order);
    }

    /// Sets the values at the start of the step.
    #[inline]
    pub fn set_values(&mut self, u: &[f64]) {
        for (d, u) in self.derivatives.iter_mut().zip(u) {
            d[0] = *u;
        }
    }

    /// Holds the inputs again at whatever value they are given.
    pub fn hold(&mut self) {
        for d in &mut self.derivatives {
            d[1..].fill(0.0);
        }
        self.degree = 0;
    }

    /// u(τ).
    #[inline]
    pub fn at(&self, tau: f64, u: &mut [f64]) {
        if self.degree == 0 {
            for (u, d) in u.iter_mut().zip(&self.derivatives) {
                *u = d[0];
            }
            return;
        }
        for (u, d) in u.iter_mut().zip(&self.derivatives) {
            *u = d[0] + tau * (d[1] + tau / 2.0 * (d[2] + tau / 3.0 * d[3]));
        }
    }

    /// u̇(τ).
    pub fn derivatives_at(&self, tau: f64, du: &mut [f64]) {
        for (du, d) in du.iter_mut().zip(&self.derivatives) {
            *du = d[1] + tau * (d[2] + tau / 2.0 * d[3]);
        }
    }

    /// Writes the polynomials as seen from τ, with the coefficients dₙ(τ).
    pub fn shifted(&self, tau: f64, to: &mut Self) {
        to.degree = self.degree;
        for (d, s) in self.derivatives.iter().zip(&mut to.derivatives) {
            s[0] = d[0] + tau * (d[1] + tau / 2.0 * (d[2] + tau / 3.0 * d[3]));
            s[1] = d[1] + tau * (d[2] + tau / 2.0 * d[3]);
            s[2] = d[2] + tau * d[3];
            s[3] = d[3];
        }
    }

    /// All coefficients of order ≥ 1, for saving.
    pub fn coefficients(&self) -> impl Iterator<Item = f64> + '_ {
        self.derivatives.iter().flat_map(|d| d[1..].iter().copied())
    }

    /// Takes back what [`coefficients`](Self::coefficients) gave.
    pub fn set_coefficients(&mut self, coefficients: &[f64]) {
        self.degree = 0;
        for (i, value) in coefficients.iter().enumerate() {
            let (input, order) = (i / MAX_ORDER, i % MAX_ORDER + 1);
            self.derivatives[input][order] = *value;
            if *value != 0.0 {
                self.degree = self.degree.max(order);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifting_and_derivatives_agree_with_the_polynomial() {
        let mut inputs = Inputs::new(1);
        for (order, value) in [1.0, 2.0, -3.0, 4.0].into_iter().enumerate() {
            inputs.set_derivative(0, order, value);
        }
        let u = |tau: f64| 1.0 + 2.0 * tau - 1.5 * tau * tau + 4.0 / 6.0 * tau.powi(3);
        let (mut value, mut du, mut moved) = ([0.0], [0.0], Inputs::new(1));
        inputs.shifted(0.5, &mut moved);
        moved.at(0.25, &mut value);
        assert!((value[0] - u(0.75)).abs() < 1e-15);
        inputs.derivatives_at(0.75, &mut du);
        assert!((du[0] - (2.0 - 3.0 * 0.75 + 2.0 * 0.75 * 0.75)).abs() < 1e-15);
    }
}

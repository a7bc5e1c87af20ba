//! The next guess of an iteration, from what the laws ask for: one struct for each way.

use nalgebra::DVector;

/// A way to correct inputs `u` by their residual r = u − law(y(u)).
pub trait Relaxation: Send {
    /// A macro step begins.
    fn begin(&mut self);

    /// How much of the residual of the last run is taken away.
    fn factor(&mut self, unknowns: &[usize], u: &DVector<f64>, residual: &DVector<f64>) -> f64;

    /// Makes `u` the next guess.
    fn correct(&mut self, unknowns: &[usize], u: &mut DVector<f64>, residual: &DVector<f64>) {
        let factor = self.factor(unknowns, u, residual);
        unknowns.iter().for_each(|&i| u[i] -= factor * residual[i]);
    }
}

/// A constant factor; 1 is the plain fixed point.
#[derive(Clone, Copy, Debug)]
pub struct Constant(pub f64);

impl Relaxation for Constant {
    fn begin(&mut self) {}

    fn factor(&mut self, _: &[usize], _: &DVector<f64>, _: &DVector<f64>) -> f64 {
        self.0
    }
}

/// Aitken's Δ² factor: ωₙ₊₁ = −ωₙ (rₙ · Δr)/(Δr · Δr) with Δr = rₙ₊₁ − rₙ (Irons and Tuck 1969).
///
/// A macro step begins with the last factor of the one before, but with no more than `first`.
#[derive(Clone, Debug)]
pub struct Aitken {
    first: f64,
    factor: f64,
    /// The residual of the run before, in this macro step.
    before: Option<DVector<f64>>,
    kept: DVector<f64>,
}

impl Aitken {
    /// Begins with the factor `first` for `inputs` inputs.
    pub fn new(first: f64, inputs: usize) -> Self {
        Self { first, factor: first, before: None, kept: DVector::zeros(inputs) }
    }
}

impl Relaxation for Aitken {
    fn begin(&mut self) {
        if let Some(before) = self.before.take() {
            self.kept = before;
        }
        self.factor = self.factor.abs().min(self.first);
    }

    fn factor(&mut self, unknowns: &[usize], _u: &DVector<f64>, residual: &DVector<f64>) -> f64 {
        let mut before = match self.before.take() {
            None => std::mem::replace(&mut self.kept, DVector::zeros(0)),
            Some(before) => {
                let change = |i: usize| residual[i] - before[i];
                let along: f64 = unknowns.iter().map(|&i| before[i] * change(i)).sum();
                let square: f64 = unknowns.iter().map(|&i| change(i).powi(2)).sum();
                if square > 0.0 {
                    self.factor *= -along / square;
                }
                before
            }
        };
        before.copy_from(residual);
        self.before = Some(before);
        self.factor
    }
}

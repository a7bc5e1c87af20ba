//! The past of inputs and outputs, and what it says of the coming step.

pub mod extrapolation;
mod history;
mod interpolation;
mod polynomial;

use nalgebra::DVector;

use self::extrapolation::{Extrapolation, Past};
pub use self::history::History;
pub use self::interpolation::Lagrange;
pub use self::polynomial::Polynomial;
use crate::scheme::Outcome;
use crate::slave::Step;

/// Remembers u and y at the communication points, predicts the next step, and interpolates inputs
/// whose end value is known.
///
/// Both are remembered: inputs are what the slaves need over the step; a Gauss–Seidel sweep also
/// needs the outputs of slaves that have not stepped yet.
pub struct Signals {
    u: History,
    rates: History,
    y: History,
    rule: Box<dyn Extrapolation>,
    /// The inputs that the rule continues: all that are not discrete.
    continued: Vec<usize>,
    /// Degree of the interpolation through a known end value, and of the prediction of outputs.
    degree: usize,
    interpolation: Lagrange,
    continuation: Lagrange,
    /// Discrete inputs are held.
    discrete: Vec<bool>,
    inputs: Vec<Polynomial>,
}

impl Signals {
    /// An empty past for inputs of which some are `discrete`, and `outputs` outputs.
    ///
    /// `rule` continues the inputs; interpolation and the prediction of outputs have `degree`.
    pub fn new(
        rule: Box<dyn Extrapolation>,
        degree: usize,
        discrete: Vec<bool>,
        outputs: usize,
    ) -> Self {
        let inputs = discrete.len();
        let depth = rule.points().max(degree + 1);
        Self {
            u: History::new(inputs, depth),
            rates: History::new(inputs, if rule.needs_rates() { rule.points() } else { 0 }),
            continued: (0..inputs).filter(|&i| !discrete[i]).collect(),
            y: History::new(outputs, degree + 1),
            rule,
            degree,
            interpolation: Lagrange::through(&[1.0]),
            continuation: Lagrange::through(&[0.0]),
            discrete,
            inputs: vec![Polynomial::constant(0.0); inputs],
        }
    }

    /// Predicts the coming step from the past.
    pub fn predict(&mut self, step: Step) {
        let past = Past { u: &self.u, rates: &self.rates };
        self.rule.extrapolate(past, step.h, &self.continued, &mut self.inputs);
        for (i, _) in self.discrete.iter().enumerate().filter(|(_, discrete)| **discrete) {
            self.inputs[i] = Polynomial::constant(self.u.values(0)[i]);
        }
        let past = self.u.known().min(self.degree);
        self.interpolation.renew(std::iter::once(1.0).chain(self.u.nodes(step.h, past)));
        self.continuation.renew(self.y.nodes(step.h, self.y.known()));
    }

    /// Makes input `i` of the predicted step linear from its newest value to `u_end`, which is known
    /// ahead; a discrete one, and any input of degree 0, is held.
    pub fn know(&mut self, i: usize, u_end: f64) {
        let start = self.u.values(0)[i];
        let held = self.discrete[i] || self.degree == 0 || u_end == start;
        self.inputs[i] = match held {
            true => Polynomial::constant(start),
            false => Polynomial::new(&[start, u_end - start]),
        };
    }

    /// The predicted inputs over the step.
    pub fn inputs(&self) -> &[Polynomial] {
        &self.inputs
    }

    /// Fills in the outputs expected at the end of the predicted step.
    pub fn expect_outputs(&self, y_end: &mut DVector<f64>) {
        for (i, y) in y_end.iter_mut().enumerate() {
            *y = self.continuation.combine(|k| self.y.values(k)[i]).end();
        }
    }

    /// Input `i` over the step, through its newest past and the known end value: degree 0 is the
    /// end value held, degree k the polynomial through the end and k past points.
    pub fn interpolate(&self, i: usize, u_end: f64) -> Polynomial {
        if self.discrete[i] {
            return Polynomial::constant(u_end);
        }
        self.interpolation.combine(|j| if j == 0 { u_end } else { self.u.values(j - 1)[i] })
    }

    /// Makes the values reached by a step of length `h` the newest point of the past.
    pub fn commit(&mut self, h: f64, end: &Outcome) {
        self.u.push(h, &end.u);
        self.y.push(h, &end.y);
        if self.needs_rates() {
            self.rates.push(h, &end.rates);
        }
        self.rule.accept();
    }

    /// Empties the past, so that another one can be told point by point: [`commit`](Self::commit)
    /// for the oldest, then [`predict`](Self::predict) and commit for each that follows.
    pub fn forget(&mut self) {
        self.u.clear();
        self.rates.clear();
        self.y.clear();
        self.rule.forget();
    }

    /// How many steps back what is predicted may reach: the points looked at, and one more where
    /// the rule goes on from what it predicted before.
    pub fn reach(&self) -> usize {
        self.rule.points().max(self.degree + 1) + 1
    }

    /// Whether time derivatives of the inputs are asked for.
    pub fn needs_rates(&self) -> bool {
        self.rule.needs_rates()
    }

    /// Number of communication points known, at most as many as are used.
    pub fn known(&self) -> usize {
        self.u.known()
    }

    /// Inputs at the newest communication point.
    pub fn u(&self) -> &DVector<f64> {
        self.u.values(0)
    }

    /// Outputs at the newest communication point.
    pub fn y(&self) -> &DVector<f64> {
        self.y.values(0)
    }

    /// Which inputs are held.
    pub fn discrete(&self) -> &[bool] {
        &self.discrete
    }
}

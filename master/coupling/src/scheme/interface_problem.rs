//! Repeated runs over one macro step with different inputs: what implicit schemes are made of.

use nalgebra::DVector;

use super::macro_step::MacroStep;
use crate::CouplingError;
use crate::execution::{Begin, Task};
use crate::id::SlaveId;
use crate::network::Network;
use crate::polynomial::Polynomial;
use crate::signals::Signals;
use crate::slave::Slot;

/// The slaves that are run again and again from the start of the macro step, and the inputs that are
/// wanted: u with u = law(y(u)) at its end.
///
/// Slaves that cannot be rewound, and those without an input to solve for, step once, with
/// extrapolated inputs.
pub(super) struct InterfaceProblem {
    repeated: Vec<SlaveId>,
    once: Vec<SlaveId>,
    /// Positions in u of the inputs that are solved for.
    pub(super) unknowns: Vec<usize>,
    /// Positions in u of all others.
    others: Vec<usize>,
    /// The inputs over the step in the last run.
    pub(super) inputs: Vec<Polynomial>,
    /// What the unknowns reach at the end of the step, and what that leaves of u − law(y).
    pub(super) u: DVector<f64>,
    pub(super) residual: DVector<f64>,
    /// What the laws gave after the last run.
    law: DVector<f64>,
    /// The largest residual of it, relative to what its input counts as.
    missed: f64,
    runs: u64,
    /// The largest |u| at communication points so far.
    pub(super) size: DVector<f64>,
}

impl InterfaceProblem {
    /// Solves for the inputs of all slaves but those that are `explicit` or cannot be rewound.
    pub(super) fn new(network: &Network, explicit: &[SlaveId]) -> Self {
        let discrete = network.discrete_inputs();
        let wanted = |i: &usize| !discrete[*i] && !network.is_prescribed(*i);
        let repeats = |slave: &SlaveId| {
            network.can_be_rewound(*slave)
                && !explicit.contains(slave)
                && network.inputs_of(*slave).any(|i| wanted(&i))
        };
        let (repeated, once): (Vec<_>, Vec<_>) = network.slaves().partition(repeats);
        let unknowns = repeated.iter().flat_map(|slave| network.inputs_of(*slave)).filter(wanted);
        let unknowns: Vec<usize> = unknowns.collect();
        Self {
            others: (0..network.input_count()).filter(|i| !unknowns.contains(i)).collect(),
            unknowns,
            repeated,
            once,
            inputs: vec![Polynomial::constant(0.0); network.input_count()],
            u: DVector::zeros(network.input_count()),
            residual: DVector::zeros(network.input_count()),
            law: DVector::zeros(network.input_count()),
            missed: 0.0,
            runs: 0,
            size: DVector::zeros(network.input_count()),
        }
    }

    /// The slaves that are run again.
    pub(super) fn repeated(&self) -> &[SlaveId] {
        &self.repeated
    }

    /// What the laws gave after the last run.
    pub(super) fn law(&self) -> &DVector<f64> {
        &self.law
    }

    /// The largest residual of the last run, relative to what its input counts as.
    #[inline]
    pub(super) fn missed(&self) -> f64 {
        self.missed
    }

    /// Runs so far.
    pub(super) fn runs(&self) -> u64 {
        self.runs
    }

    /// The first run of a macro step: slaves that step once do so; the others keep their state and run with the
    /// inputs as predicted.
    pub(super) fn predict(
        &mut self,
        over: &mut MacroStep,
        y: &mut DVector<f64>,
    ) -> Result<(), CouplingError> {
        let MacroStep { network, signals, step } = over;
        self.others.iter().for_each(|&i| self.inputs[i] = signals.inputs()[i]);
        if !self.once.is_empty() {
            let once = self.once.iter().copied();
            network.step_each(once, |_| Task::here(*step), &self.inputs, y)?;
        }
        let (u, size) = (self.u.as_mut_slice(), self.size.as_mut_slice());
        for &i in &self.unknowns {
            u[i] = signals.predicted_end(i);
            size[i] = raised(size[i], signals.newest(i).abs());
        }
        self.run(over, Begin::Saved(Slot::MacroStart), y)
    }

    /// A further run, from the kept state with the unknowns reaching `u` at the end of the step.
    pub(super) fn correct(
        &mut self,
        over: &mut MacroStep,
        y: &mut DVector<f64>,
    ) -> Result<(), CouplingError> {
        self.run(over, Begin::Restored(Slot::MacroStart), y)
    }

    fn run(
        &mut self,
        over: &mut MacroStep,
        begin: Begin,
        y: &mut DVector<f64>,
    ) -> Result<(), CouplingError> {
        let MacroStep { network, signals, step } = over;
        for &i in &self.unknowns {
            self.inputs[i] = signals.interpolate_within(i, self.u.as_slice()[i], false);
        }
        let repeated = self.repeated.iter().copied();
        network.step_each(repeated, |_| Task { begin, step: *step }, &self.inputs, y)?;
        self.compare(network, y);
        Ok(())
    }

    /// Finds what the laws give after a run, and the residuals u − law(y) of the unknowns.
    #[inline]
    fn compare(&mut self, network: &Network, y: &DVector<f64>) {
        self.runs += 1;
        network.inputs(y, &mut self.law);
        // Vectors of unknown shape are slower to index than slices.
        let (u, law, size) = (self.u.as_slice(), self.law.as_slice(), self.size.as_slice());
        let residual = self.residual.as_mut_slice();
        self.missed = 0.0;
        for &i in &self.unknowns {
            residual[i] = u[i] - law[i];
            let size = raised(raised(f64::MIN_POSITIVE, size[i]), u[i].abs());
            self.missed = raised(self.missed, residual[i].abs() / size);
        }
    }

    /// A further run from the kept states, one slave after the other in `order`: each moves its inputs by `factor`
    /// towards what the laws ask for with all that has been found.
    pub(super) fn sweep(
        &mut self,
        over: &mut MacroStep,
        order: &[SlaveId],
        factor: f64,
        y: &mut DVector<f64>,
    ) -> Result<(), CouplingError> {
        let MacroStep { network, signals, step } = over;
        for &slave in order.iter().filter(|slave| self.repeated.contains(slave)) {
            network.inputs_from(slave, y, &mut self.law);
            let own = network.inputs_of(slave);
            for &i in self.unknowns.iter().filter(|i| own.contains(i)) {
                self.u[i] += factor * (self.law[i] - self.u[i]);
                self.inputs[i] = signals.interpolate_within(i, self.u[i], false);
            }
            let begin = Begin::Restored(Slot::MacroStart);
            network.step(slave, Task { begin, step: *step }, &self.inputs, y)?;
        }
        self.compare(network, y);
        Ok(())
    }

    /// What counts as the size of an unknown where it is moved to see its effect; 1 where nothing is known of it.
    pub(super) fn size_of(&self, i: usize) -> f64 {
        let size = self.size[i].max(self.u[i].abs()).max(self.residual[i].abs());
        if size > 0.0 { size } else { 1.0 }
    }

    /// Makes the solution the inputs at the end of the step.
    pub(super) fn write_solution(&self, u: &mut DVector<f64>) {
        let (solution, u) = (self.u.as_slice(), u.as_mut_slice());
        self.unknowns.iter().for_each(|&i| u[i] = solution[i]);
    }
}

/// A number, or another one that is larger; one that is NaN never is.
#[inline]
fn raised(number: f64, other: f64) -> f64 {
    if other > number { other } else { number }
}

/// Milne's device: the error of the corrector as a part of its distance from the predictor.
///
/// Both follow polynomials of degree k; of u⁽ᵏ⁺¹⁾/(k+1)! the predictor's misses ∫ s (s+1) … (s+k), the
/// corrector's ∫ (s−1) s … (s+k−1), over the step.
pub(super) fn milne(signals: &Signals) -> f64 {
    match signals.influences().map(|influence| influence.degree()).max() {
        None | Some(0) => 1.0 / 2.0,
        Some(1) => 1.0 / 6.0,
        Some(2) => 1.0 / 10.0,
        Some(_) => 19.0 / 270.0,
    }
}

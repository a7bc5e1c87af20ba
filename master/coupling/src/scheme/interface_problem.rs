//! Repeated runs over one macro step with different inputs: what implicit schemes are made of.

use nalgebra::DVector;

use crate::CouplingError;
use crate::execution::{Begin, Task};
use crate::id::SlaveId;
use crate::network::Network;
use crate::polynomial::Polynomial;
use crate::signals::Signals;
use crate::slave::{Slot, Step};

/// The slaves that are run again and again from the start of the macro step, and the inputs that are
/// wanted: u with u = law(y(u)) at its end.
///
/// Slaves that cannot be rewound, and those without an input to solve for, step once, with
/// extrapolated inputs.
pub(super) struct InterfaceProblem {
    repeated: Vec<SlaveId>,
    once: Vec<SlaveId>,
    /// Positions in u of the inputs that are solved for.
    unknowns: Vec<usize>,
    /// Positions in u of all others.
    others: Vec<usize>,
    /// The inputs over the step in the last run.
    pub(super) inputs: Vec<Polynomial>,
    /// What the laws gave after it.
    law: DVector<f64>,
    /// The largest residual of it, relative to what its input counts as.
    missed: f64,
    /// Whether slaves have left the start of the step.
    moved: bool,
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
            law: DVector::zeros(network.input_count()),
            missed: 0.0,
            moved: false,
            runs: 0,
            size: DVector::zeros(network.input_count()),
        }
    }

    /// The inputs that are solved for.
    pub(super) fn unknowns(&self) -> &[usize] {
        &self.unknowns
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

    /// Begins a macro step: slaves that step once do so; the others will keep their state when they
    /// first run. The unknowns begin at what is predicted.
    pub(super) fn begin(
        &mut self,
        network: &mut Network,
        signals: &Signals,
        step: &Step,
        (u, y): (&mut DVector<f64>, &mut DVector<f64>),
    ) -> Result<(), CouplingError> {
        self.others.iter().for_each(|&i| self.inputs[i] = signals.inputs()[i]);
        if !self.once.is_empty() {
            let once = self.once.iter().copied();
            network.step_each(once, |_| Task::here(step), &self.inputs, y)?;
        }
        let (u, size) = (u.as_mut_slice(), self.size.as_mut_slice());
        for &i in &self.unknowns {
            u[i] = signals.predicted_end(i);
            size[i] = raised(size[i], signals.newest(i).abs());
        }
        self.moved = false;
        Ok(())
    }

    /// Runs over the step with the unknowns reaching `u` at its end, and gives u − law(y) for them.
    pub(super) fn run(
        &mut self,
        network: &mut Network,
        signals: &Signals,
        step: &Step,
        (u, y): (&DVector<f64>, &mut DVector<f64>),
        residual: &mut DVector<f64>,
    ) -> Result<(), CouplingError> {
        for &i in &self.unknowns {
            self.inputs[i] = signals.interpolate_within(i, u.as_slice()[i], false);
        }
        let begin = match std::mem::replace(&mut self.moved, true) {
            true => Begin::Restored(Slot::MacroStart),
            false => Begin::Saved(Slot::MacroStart),
        };
        let repeated = self.repeated.iter().copied();
        network.step_each(repeated, |_| Task { begin, step }, &self.inputs, y)?;
        self.compare(network, (u, y), residual);
        Ok(())
    }

    /// Finds what the laws give after a run, and the residuals u − law(y) of the unknowns.
    #[inline]
    fn compare(
        &mut self,
        network: &Network,
        (u, y): (&DVector<f64>, &DVector<f64>),
        residual: &mut DVector<f64>,
    ) {
        self.runs += 1;
        network.inputs(y, &mut self.law);
        // Vectors of unknown shape are slower to index than slices.
        let (u, law, size) = (u.as_slice(), self.law.as_slice(), self.size.as_slice());
        let residual = residual.as_mut_slice();
        self.missed = 0.0;
        for &i in &self.unknowns {
            residual[i] = u[i] - law[i];
            let size = raised(raised(f64::MIN_POSITIVE, size[i]), u[i].abs());
            self.missed = raised(self.missed, residual[i].abs() / size);
        }
    }

    /// As [`run`](Self::run), one slave after the other in `order`: each moves its inputs by `factor`
    /// towards what the laws ask for with all that has been found.
    pub(super) fn sweep(
        &mut self,
        network: &mut Network,
        signals: &Signals,
        step: &Step,
        (order, factor): (&[SlaveId], f64),
        (u, y): (&mut DVector<f64>, &mut DVector<f64>),
        residual: &mut DVector<f64>,
    ) -> Result<(), CouplingError> {
        for &slave in order.iter().filter(|slave| self.repeated.contains(slave)) {
            network.inputs_from(slave, y, &mut self.law);
            let own = network.inputs_of(slave);
            for &i in self.unknowns.iter().filter(|i| own.contains(i)) {
                u[i] += factor * (self.law[i] - u[i]);
                self.inputs[i] = signals.interpolate_within(i, u[i], false);
            }
            let begin = Begin::Restored(Slot::MacroStart);
            network.step(slave, Task { begin, step }, &self.inputs, y)?;
        }
        self.compare(network, (u, y), residual);
        Ok(())
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

//! Repeated runs over one macro step with different inputs: what implicit schemes are made of.

use nalgebra::DVector;

use super::level::Level;
use super::macro_step::MacroStep;
use super::sizes::Sizes;
use crate::CouplingError;
use crate::execution::{Begin, Task};
use crate::id::{InputId, SlaveId};
use crate::network::Network;
use crate::polynomial::Polynomial;
use crate::signals::Signals;
use crate::slave::Slot;

/// The slaves that are run again and again from the start of the macro step, and the inputs that are
/// wanted: u with r(y(u), u) = 0 at its end, which for laws in explicit form is u − law(y(u)) = 0.
///
/// Slaves that cannot be rewound, and those without an input to solve for, step once, with
/// extrapolated inputs.
pub struct InterfaceProblem {
    repeated: Vec<SlaveId>,
    once: Vec<SlaveId>,
    /// Slaves that are faster and cannot be carried along: their outputs are those expected.
    expected: Vec<SlaveId>,
    /// Where slaves have steps of different length, that of the step and who takes part in it.
    level: Option<Level>,
    /// Positions in u of the inputs that are solved for.
    pub(super) unknowns: Vec<usize>,
    /// Those of them that laws in explicit form determine, and those that equations do.
    explicit: Vec<usize>,
    equations: Vec<EquationRow>,
    /// u without the shares of laws in explicit form, of which equations speak.
    pub(super) own_share: DVector<f64>,
    /// Positions in u of all others.
    others: Vec<usize>,
    /// The inputs over the step in the last run.
    pub(super) inputs: Vec<Polynomial>,
    /// What the unknowns reach at the end of the step, and the residual r(y, u) to which that leads.
    pub(super) u: DVector<f64>,
    pub(super) residual: DVector<f64>,
    /// What the laws gave after the last run.
    law: DVector<f64>,
    /// The largest residual of it, relative to what its input counts as.
    missed: f64,
    runs: u64,
    /// What the inputs count in relation to.
    pub(super) sizes: Sizes,
}

/// A row of the residual that an equation determines.
struct EquationRow {
    /// The position in u of the input that it stands for.
    input: usize,
    /// The size of its terms in the last run, and the largest at communication points so far.
    size: f64,
    largest: f64,
}

impl EquationRow {
    fn new(input: usize) -> Self {
        Self { input, size: 0.0, largest: 0.0 }
    }
}

impl InterfaceProblem {
    /// Solves for the inputs of all slaves but those that are `explicit` or cannot be rewound.
    /// Where there are levels, those of one alone count.
    pub(super) fn new(network: &Network, explicit: &[SlaveId], level: Option<Level>) -> Self {
        let discrete = network.discrete_inputs();
        let wanted = |i: &usize| !discrete[*i] && !network.is_prescribed(*i);
        let repeats = |slave: &SlaveId| {
            network.can_be_rewound(*slave)
                && !explicit.contains(slave)
                && network.inputs_of(*slave).any(|i| wanted(&i))
        };
        let takes_part = |slave: &SlaveId| level.as_ref().is_none_or(|level| level.has(*slave));
        let steps_now = |slave: &SlaveId| level.as_ref().is_none_or(|level| level.owns(*slave));
        let taking_part = network.slaves().filter(takes_part);
        let (repeated, others): (Vec<_>, Vec<_>) = taking_part.partition(repeats);
        let (once, expected): (Vec<_>, Vec<_>) = others.into_iter().partition(steps_now);
        let unknowns = repeated.iter().flat_map(|slave| network.inputs_of(*slave)).filter(wanted);
        let unknowns: Vec<usize> = unknowns.collect();
        let sizes = Sizes::new(network, &unknowns);
        let equations = network.equation_inputs().iter().map(|input| input.0);
        let equations: Vec<_> = equations.filter(|i| unknowns.contains(i)).collect();
        Self {
            explicit: unknowns.iter().copied().filter(|i| !equations.contains(i)).collect(),
            equations: equations.into_iter().map(EquationRow::new).collect(),
            own_share: DVector::zeros(network.input_count()),
            others: (0..network.input_count()).filter(|i| !unknowns.contains(i)).collect(),
            unknowns,
            repeated,
            once,
            expected,
            level,
            inputs: vec![Polynomial::constant(0.0); network.input_count()],
            u: DVector::zeros(network.input_count()),
            residual: DVector::zeros(network.input_count()),
            law: DVector::zeros(network.input_count()),
            missed: 0.0,
            runs: 0,
            sizes,
        }
    }

    /// The level at which it is solved, where there are several.
    pub(super) fn level(&self) -> Option<&Level> {
        self.level.as_ref()
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

    /// The first run of a macro step: slaves that step once do so; the others keep their state, unless it was kept
    /// before, and run with the inputs as predicted.
    pub(super) fn predict(
        &mut self,
        begin: Begin,
        over: &mut MacroStep,
        y: &mut DVector<f64>,
    ) -> Result<(), CouplingError> {
        let MacroStep { network, signals, step } = over;
        self.others.iter().for_each(|&i| self.inputs[i] = signals.inputs()[i]);
        self.look_ahead(network, signals, y);
        if !self.once.is_empty() {
            let once = self.once.iter().copied();
            network.step_each(once, |_| Task::here(*step), &self.inputs, y)?;
        }
        if self.sizes.blank {
            self.sizes.forget_guesses();
        }
        let (u, size) = (self.u.as_mut_slice(), self.sizes.own.as_mut_slice());
        let mut grown = false;
        for &i in &self.unknowns {
            u[i] = match &self.level {
                None => signals.predicted_end(i),
                Some(level) => signals.predicted_after(i, level.steps_of_input(i) as f64),
            };
            let newest = signals.newest(i).abs();
            if newest > size[i] {
                (size[i], grown) = (newest, true);
            }
        }
        if grown {
            self.sizes.spread();
        }
        self.equations.iter_mut().for_each(|row| row.largest = raised(row.largest, row.size));
        self.run(over, begin, y)
    }

    /// Over the step of a level: the inputs that are not solved for of faster slaves, and the outputs of those that
    /// cannot be carried along.
    #[inline]
    fn look_ahead(&mut self, network: &Network, signals: &Signals, y: &mut DVector<f64>) {
        let Some(level) = &self.level else { return };
        for &i in self.others.iter().filter(|i| level.steps_of_input(**i) > 1) {
            self.inputs[i] = signals.inputs()[i].part(0.0, level.steps_of_input(i) as f64);
        }
        for &slave in &self.expected {
            for i in network.outputs_of(slave) {
                y[i] = signals.expected(i, level.steps_of(slave) as f64).value;
            }
        }
    }

    /// Input `i` over the step if it reaches `u_end`, within its bounds.
    #[inline(always)]
    pub(super) fn within(&self, signals: &Signals, i: usize, u_end: f64) -> Polynomial {
        match &self.level {
            None => signals.interpolate_within(i, u_end, false),
            Some(_) => signals.within(i, signals.newest(i), self.over(signals, i, u_end)),
        }
    }

    /// Input `i` over the step if it reaches `u_end`.
    #[inline(always)]
    pub(super) fn over(&self, signals: &Signals, i: usize, u_end: f64) -> Polynomial {
        match &self.level {
            None => signals.interpolate(i, u_end),
            Some(level) => signals.interpolate_over(level.length, i, u_end),
        }
    }

    /// How much of the end value of input `i` is felt over the step.
    pub(super) fn influence(&self, signals: &Signals, i: usize) -> Polynomial {
        match &self.level {
            None => signals.influence(i),
            Some(level) => signals.influence_over(level.length, i),
        }
    }

    /// A further run, from the kept state with the unknowns reaching `u` at the end of the step.
    pub(super) fn correct(
        &mut self,
        over: &mut MacroStep,
        y: &mut DVector<f64>,
    ) -> Result<(), CouplingError> {
        self.run(over, Begin::Restored(Slot::MacroStart), y)
    }

    /// Stands at inputs `u` again, which have led to `residual`, as if they had been run last; the slaves do not.
    pub(super) fn return_to(
        &mut self,
        signals: &Signals,
        u: &DVector<f64>,
        residual: &DVector<f64>,
    ) {
        self.u.copy_from(u);
        self.residual.copy_from(residual);
        self.shape_inputs(signals);
    }

    /// Lets the unknowns reach `u` at the end of the step.
    #[inline]
    fn shape_inputs(&mut self, signals: &Signals) {
        for k in 0..self.unknowns.len() {
            let i = self.unknowns[k];
            self.inputs[i] = self.within(signals, i, self.u.as_slice()[i]);
        }
    }

    fn run(
        &mut self,
        over: &mut MacroStep,
        begin: Begin,
        y: &mut DVector<f64>,
    ) -> Result<(), CouplingError> {
        let MacroStep { network, signals, step } = over;
        self.shape_inputs(signals);
        let (repeated, task) = (self.repeated.iter().copied(), Task { begin, step: *step });
        match &mut self.level {
            None => network.step_each(repeated, |_| task, &self.inputs, y)?,
            Some(level) => level.carry(network, repeated, task, &self.inputs, y)?,
        }
        self.compare(network, y);
        Ok(())
    }

    /// Finds what the laws give after a run, and the residuals u − law(y) of the unknowns.
    #[inline]
    fn compare(&mut self, network: &Network, y: &DVector<f64>) {
        self.runs += 1;
        network.inputs(y, &mut self.law);
        if self.sizes.blank {
            self.sizes.guess(self.u.as_slice(), self.law.as_slice());
        }
        // Vectors of unknown shape are slower to index than slices.
        let (u, law, size) = (self.u.as_slice(), self.law.as_slice(), self.sizes.own.as_slice());
        let residual = self.residual.as_mut_slice();
        self.missed = 0.0;
        for &i in &self.explicit {
            residual[i] = u[i] - law[i];
            let size = raised(raised(f64::MIN_POSITIVE, size[i]), u[i].abs());
            self.missed = raised(self.missed, residual[i].abs() / size);
        }
        if !self.equations.is_empty() {
            self.evaluate_equations(network, y);
        }
    }

    /// Finds the residuals r(y, u − law(y)) of equations after a run.
    #[inline(never)]
    fn evaluate_equations(&mut self, network: &Network, y: &DVector<f64>) {
        let Self { equations, own_share, residual, missed, .. } = self;
        self.u.sub_to(&self.law, own_share);
        for law in network.equations() {
            law.residual(y.as_slice(), own_share.as_slice(), &mut |InputId(i), row| {
                residual[i] = row.value;
                let Some(known) = equations.iter_mut().find(|known| known.input == i) else {
                    return;
                };
                known.size = row.size.abs();
                let scale = raised(raised(f64::MIN_POSITIVE, known.largest), known.size);
                *missed = raised(*missed, row.value.abs() / scale);
            });
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

    /// What counts as the size of an unknown where it is moved to see its effect, which has to stand out from rounding; 1
    /// where nothing is known of it.
    pub(super) fn size_of(&self, i: usize) -> f64 {
        let size = self.sizes.own[i].max(self.u[i].abs());
        // What a law in explicit form asks for says something of the size too.
        let size = if self.row(i).is_none() { size.max(self.residual[i].abs()) } else { size };
        if size > 0.0 { size } else { 1.0 }
    }

    /// What the residual of an unknown counts in relation to: the unknown, or the terms of its equation.
    pub(super) fn scale(&self, i: usize) -> f64 {
        match self.row(i) {
            None => self.sizes.own[i].max(self.u[i].abs()),
            Some(row) => row.largest.max(row.size),
        }
    }

    fn row(&self, i: usize) -> Option<&EquationRow> {
        self.equations.iter().find(|row| row.input == i)
    }

    /// Makes the solution of equations the inputs at the end of the step, and leaves all others.
    pub(super) fn write_solution_of_equations(&self, u: &mut DVector<f64>) {
        self.equations.iter().for_each(|row| u[row.input] = self.u[row.input]);
    }

    /// Makes the solution of equations the inputs of slaves whose own steps end, and leaves all others.
    pub(super) fn write_own_solution_of_equations(&self, u: &mut DVector<f64>) {
        let own = |i: usize| self.level.as_ref().is_none_or(|level| level.steps_of_input(i) == 1);
        let rows = self.equations.iter().map(|row| row.input).filter(|i| own(*i));
        rows.for_each(|i| u[i] = self.u[i]);
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

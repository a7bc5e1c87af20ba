//! The past of inputs and outputs, and what it says of the coming step.

mod bounds;
mod correction;
pub mod extrapolation;
mod history;
mod input_group;
mod interpolation;
pub mod jump;
mod longer_steps;
mod output_predictor;
mod outputs;
mod past;
mod restriction;
mod unknown_derivatives;

pub use self::bounds::Bounds;
pub use self::correction::{BondState, Correction};
use self::extrapolation::Extrapolation;
pub use self::history::History;
use self::input_group::GroupPast;
pub use self::input_group::InputGroup;
pub use self::interpolation::Lagrange;
pub use self::output_predictor::Expected;
use self::output_predictor::OutputPredictor;
use self::outputs::predictors;
pub(crate) use self::past::lcm;
use self::restriction::Restricted;
pub use self::restriction::{Restrained, Restriction};
use crate::id::InputId;
use crate::polynomial::Polynomial;
use crate::slave::Step;

/// Remembers u and y at the communication points, predicts the next step, and interpolates inputs
/// whose end value is known.
///
/// Both are remembered: inputs are what the slaves need over the step; a Gauss–Seidel sweep also
/// needs the outputs of slaves that have not stepped yet, and a fast slave those of slower ones
/// between their points.
pub struct Signals {
    groups: Vec<GroupPast>,
    /// For each input, its group.
    group_of: Vec<usize>,
    predictors: Vec<OutputPredictor>,
    /// For each output, its predictor.
    predictor_of: Vec<usize>,
    /// Discrete inputs are held.
    discrete: Vec<bool>,
    /// Inputs whose time derivative a rule asks for, if any.
    wanted: Option<Vec<bool>>,
    inputs: Vec<Polynomial>,
    /// What is added to each input over the step, beside its past; and whether that is ever anything.
    shifts: Vec<f64>,
    shifted: bool,
    /// What rules must not make of inputs; and for each input, which of these holds for it, unless there
    /// are none at all.
    restrictions: Vec<Restricted>,
    restriction_of: Vec<Option<usize>>,
    /// Points told so far.
    points: u64,
    /// Whether end values are ever known, and how often their influence has changed.
    interpolates: bool,
    changes: u64,
}

impl Signals {
    /// An empty past for inputs of which some are `discrete`, and `outputs` outputs.
    ///
    /// `rule` continues all inputs; interpolation and the predictor of outputs have `degree`.
    pub fn new(
        rule: Box<dyn Extrapolation>,
        degree: usize,
        discrete: Vec<bool>,
        outputs: usize,
    ) -> Self {
        let all = InputGroup::new(rule, degree, (0..discrete.len()).collect());
        Self::of_groups(vec![all], discrete, &vec![1; outputs], degree)
    }

    /// An empty past for inputs in `groups`, of which some are `discrete`, and for outputs of slaves
    /// that step every so many steps of the clock, continued by polynomials of `degree`.
    ///
    /// # Panics
    /// If an input belongs to no group.
    pub fn of_groups(
        groups: Vec<InputGroup>,
        discrete: Vec<bool>,
        outputs_every: &[u64],
        degree: usize,
    ) -> Self {
        let groups: Vec<GroupPast> =
            groups.into_iter().map(|group| GroupPast::new(group, &discrete)).collect();
        let mut wanted = vec![false; discrete.len()];
        groups.iter().flat_map(GroupPast::wants_derivatives).for_each(|&i| wanted[i] = true);
        let group = |i: usize| groups.iter().position(|group| group.members().contains(&i));
        let group_of =
            (0..discrete.len()).map(|i| group(i).expect("every input is in a group")).collect();
        let (predictors, predictor_of) = predictors(outputs_every, degree);
        Self {
            groups,
            group_of,
            predictors,
            predictor_of,
            wanted: wanted.contains(&true).then_some(wanted),
            inputs: vec![Polynomial::constant(0.0); discrete.len()],
            shifts: vec![0.0; discrete.len()],
            shifted: false,
            restrictions: Vec::new(),
            restriction_of: Vec::new(),
            discrete,
            points: 0,
            interpolates: true,
            changes: 0,
        }
    }

    /// Without predictors of outputs, for schemes that ask for none.
    #[must_use]
    pub fn of_inputs_only(mut self) -> Self {
        self.predictors.clear();
        self
    }

    /// Without interpolation, for schemes that know no end values.
    #[must_use]
    pub fn without_interpolation(mut self) -> Self {
        self.interpolates = false;
        self
    }

    /// Lets no input have a higher degree from now on.
    pub fn lower(&mut self, degree: usize) {
        self.groups.iter_mut().for_each(|group| group.lower(degree));
    }

    /// Predicts the coming step of the clock from the past; inputs of slaves in the middle of a
    /// longer step stay as predicted for it.
    #[inline(always)]
    pub fn predict(&mut self, step: &Step) {
        let taken = self.points.saturating_sub(1);
        for group in &mut self.groups {
            if group.is_due(taken) {
                group.predict(step.h, &mut self.inputs);
                if self.interpolates {
                    self.changes += u64::from(group.renew(step.h));
                    if !group.longer.is_empty() {
                        self.changes += u64::from(group.renew_longer(step.h, taken));
                    }
                }
                if self.shifted {
                    group.shift(&self.shifts, &mut self.inputs);
                }
                for &number in &group.restricted {
                    let restricted = &self.restrictions[number];
                    restricted.predict(group, &mut self.inputs[restricted.input()]);
                }
            }
        }
        if !self.predictors.is_empty() {
            self.predict_outputs(step.h, taken);
        }
    }

    /// Makes input `i` of the predicted step linear from its newest value to `u_end`, which is
    /// prescribed; a discrete one, and any input of degree 0, is held.
    pub fn prescribe(&mut self, i: usize, u_end: f64) {
        let start = self.newest(i);
        let held = self.is_held(i) || u_end == start;
        self.inputs[i] = if held {
            Polynomial::constant(start)
        } else {
            Polynomial::new(&[start, u_end - start])
        };
    }

    /// Holds input `i` of the predicted step at a value that its law predicts.
    pub fn impose(&mut self, i: usize, value: f64) {
        self.inputs[i] = Polynomial::constant(value + self.shifts[i]);
    }

    /// Adds a constant to an input over the steps to come, until another one is given; it belongs to
    /// the steps, not to the past from which inputs are continued.
    pub fn shift(&mut self, input: InputId, by: f64) {
        self.shifts[input.0] = by;
        self.shifted = true;
    }

    /// What input `i` is predicted to be at the end of the step, without what is added to it.
    pub fn predicted_end(&self, i: usize) -> f64 {
        self.inputs[i].end() - self.shifts[i]
    }

    /// What it is predicted to be after `s` such steps.
    pub fn predicted_after(&self, i: usize, s: f64) -> f64 {
        self.inputs[i].value(s) - self.shifts[i]
    }

    /// The predicted inputs over the step.
    pub fn inputs(&self) -> &[Polynomial] {
        &self.inputs
    }

    /// Input `i` over the step, through its newest past and the known end value: degree 0 is the
    /// end value held, degree k the polynomial through the end and k past points.
    #[inline(always)]
    pub fn interpolate(&self, i: usize, u_end: f64) -> Polynomial {
        debug_assert!(self.interpolates, "end values are known after all");
        if self.discrete[i] {
            return Polynomial::constant(u_end);
        }
        let input = self.group(i).interpolate(i, u_end);
        if self.shifted { input.shifted(self.shifts[i]) } else { input }
    }

    /// [Interpolates](Self::interpolate) input `i` over a step of `length` steps of the clock, longer than those of
    /// its slave or just as long.
    pub fn interpolate_over(&self, length: u64, i: usize, u_end: f64) -> Polynomial {
        if self.group(i).every == length || self.discrete[i] {
            return self.interpolate(i, u_end);
        }
        self.group(i).interpolate_over(length, i, u_end).shifted(self.shifts[i])
    }

    /// How often [influences](Self::influences) have changed.
    #[inline]
    pub fn changes(&self) -> u64 {
        self.changes
    }

    /// What [`interpolate`](Self::interpolate) gives in a group for an end value of 1 after a past of
    /// zeros: as long as these stay the same, so does the effect of end values on a linear slave.
    pub fn influences(&self) -> impl Iterator<Item = Polynomial> {
        let longer = self.groups.iter().flat_map(|group| group.longer.influences());
        self.groups.iter().map(GroupPast::influence).chain(longer)
    }

    /// What [`interpolate`](Self::interpolate) gives for input `i`, an end value of 1 and a past of zeros.
    pub fn influence(&self, i: usize) -> Polynomial {
        self.group(i).influence()
    }

    /// What [`interpolate_over`](Self::interpolate_over) gives for an end value of 1 and a past of zeros.
    pub fn influence_over(&self, length: u64, i: usize) -> Polynomial {
        let group = self.group(i);
        if group.every == length { group.influence() } else { group.longer.influence(length) }
    }

    /// Which inputs' time derivatives are asked for, if any.
    pub fn wanted_derivatives(&self) -> Option<&[bool]> {
        self.wanted.as_deref()
    }

    /// Whether outputs are predicted too, from their own derivatives.
    pub fn predicts_outputs(&self) -> bool {
        !self.predictors.is_empty()
    }

    /// Input `i` at the newest communication point of its slave.
    #[inline]
    pub fn newest(&self, i: usize) -> f64 {
        self.group(i).newest(i)
    }

    /// Whether an input is constant between communication points: it is discrete, or its rule has degree 0.
    pub fn is_held(&self, i: usize) -> bool {
        self.discrete[i] || self.group(i).degree == 0
    }

    /// Which inputs are held.
    pub fn discrete(&self) -> &[bool] {
        &self.discrete
    }

    /// An input whose rule needs its time derivative, which is not known, and that nothing else continues.
    #[inline]
    pub(crate) fn stuck(&self) -> Option<usize> {
        self.groups.iter().find_map(GroupPast::stuck)
    }

    /// For each input that is continued by a rule with time derivatives, at how many points these were not
    /// known.
    pub fn unknown_derivatives(&self) -> impl Iterator<Item = (InputId, u64)> {
        let counted = self.groups.iter().flat_map(GroupPast::unknown);
        counted.map(|(i, count)| (InputId(i), count))
    }

    #[inline]
    fn group(&self, i: usize) -> &GroupPast {
        &self.groups[self.group_of[i]]
    }
}

#[cfg(test)]
mod tests {
    use super::extrapolation::PolynomialRule;
    use super::*;
    use crate::point::CommunicationPoint;
    use nalgebra::{DVector, dvector};

    #[test]
    fn a_shift_belongs_to_the_steps_and_not_to_the_past() {
        let signals = || Signals::new(Box::new(PolynomialRule::new(1)), 1, vec![false], 0);
        let (mut plain, mut shifted) = (signals(), signals());
        shifted.shift(InputId(0), 5.0);
        for (k, u) in [1.0, 2.0, 4.0].into_iter().enumerate() {
            let empty = DVector::zeros(0);
            let end = CommunicationPoint {
                u: dvector![u],
                y: empty.clone(),
                du: dvector![0.0],
                dy: empty.clone(),
                energy: empty.clone(),
                applied: empty.clone(),
                told: empty,
            };
            let t = k as f64;
            for signals in [&mut plain, &mut shifted] {
                signals.commit(if k > 0 { 1.0 } else { 0.0 }, &end);
                signals.predict(&Step { t, end: t + 1.0, h: 1.0 });
            }
            assert_eq!(shifted.inputs()[0], plain.inputs()[0].shifted(5.0));
            assert_eq!(shifted.interpolate(0, 7.0), plain.interpolate(0, 7.0).shifted(5.0));
            assert_eq!(shifted.predicted_end(0), plain.inputs()[0].end());
        }
    }
}

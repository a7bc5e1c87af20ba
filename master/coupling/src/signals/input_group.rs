//! Inputs that are continued alike: one rule, and the past that it looks at.

use super::extrapolation::{Extrapolation, Past};
use super::longer_steps::LongerSteps;
use super::unknown_derivatives::UnknownDerivatives;
use super::{History, Lagrange, jump};
use crate::polynomial::Polynomial;

/// Inputs that share a rule and the length of their slaves' steps.
pub struct InputGroup {
    rule: Box<dyn Extrapolation>,
    /// The rule while time derivatives are not known, if that may be.
    without_derivatives: Option<Box<dyn Extrapolation>>,
    /// Degree of the interpolation through a known end value.
    degree: usize,
    /// Positions in u.
    members: Vec<usize>,
    /// How many steps of the clock make one of these slaves.
    every: u64,
    /// The steps of slower slaves in which these are solved for too, in steps of the clock.
    longer: Vec<u64>,
}

impl InputGroup {
    /// The inputs `members`, continued by `rule`; interpolations through a known end have `degree`.
    pub fn new(rule: Box<dyn Extrapolation>, degree: usize, members: Vec<usize>) -> Self {
        Self { rule, without_derivatives: None, degree, members, every: 1, longer: Vec::new() }
    }

    /// Continues an input by another rule, which needs none, while its time derivatives are not known.
    #[must_use]
    pub fn without_derivatives(mut self, rule: Box<dyn Extrapolation>) -> Self {
        self.without_derivatives = Some(rule);
        self
    }

    /// For slaves that step once while the clock takes `every` steps.
    #[must_use]
    pub fn every(mut self, every: u64) -> Self {
        self.every = every;
        self
    }

    /// Also interpolates over the longer steps of slower slaves, each so many steps of the clock.
    #[must_use]
    pub fn within(mut self, longer: Vec<u64>) -> Self {
        self.longer = longer;
        self
    }
}

/// A group with its past, at the points where its slaves' steps begin.
pub(super) struct GroupPast {
    rule: Box<dyn Extrapolation>,
    pub(super) degree: usize,
    pub(super) every: u64,
    members: Vec<usize>,
    /// The members that the rule continues: all that are not discrete.
    continued: Vec<usize>,
    u: History,
    /// The past of the time derivatives, where the rule asks for them.
    du: History,
    needs_derivatives: bool,
    /// The members whose time derivatives are not known, and how they are continued.
    unknown: UnknownDerivatives,
    /// Those of the members that are restricted, by their restriction.
    pub(super) restricted: Vec<usize>,
    interpolation: Lagrange,
    /// How much of the end value of an input is felt over the step.
    influence: Polynomial,
    /// The same over longer steps.
    pub(super) longer: LongerSteps,
}

impl GroupPast {
    pub(super) fn new(group: InputGroup, discrete: &[bool]) -> Self {
        let InputGroup { rule, without_derivatives, degree, members, every, longer } = group;
        let points = rule.points();
        let others = without_derivatives.as_ref().map_or(0, |rule| rule.points());
        let continued: Vec<usize> = members.iter().copied().filter(|&i| !discrete[i]).collect();
        Self {
            u: History::new(discrete.len(), points.max(others).max(degree + 1)),
            du: History::new(discrete.len(), if rule.needs_derivatives() { points } else { 0 }),
            needs_derivatives: rule.needs_derivatives(),
            unknown: UnknownDerivatives::new(without_derivatives, &continued),
            restricted: Vec::new(),
            continued,
            rule,
            degree,
            every,
            members,
            interpolation: Lagrange::through(&[1.0]),
            influence: Polynomial::constant(1.0),
            longer: LongerSteps::new(longer),
        }
    }

    /// Lets its members have no higher degree.
    pub(super) fn lower(&mut self, degree: usize) {
        self.degree = self.degree.min(degree);
        self.rule.lower(degree);
    }

    /// Whether a step of these slaves begins after so many steps of the clock.
    #[inline(always)]
    pub(super) fn is_due(&self, taken: u64) -> bool {
        self.every == 1 || taken.is_multiple_of(self.every)
    }

    /// The length of their steps while the clock's have length `h`.
    #[inline]
    fn length(&self, h: f64) -> f64 {
        if self.every == 1 { h } else { h * self.every as f64 }
    }

    /// Continues the members over their coming step, while the clock's have length `h`.
    #[inline(always)]
    pub(super) fn predict(&mut self, h: f64, inputs: &mut [Polynomial]) {
        let h = self.length(h);
        if self.continued.len() < self.members.len() {
            self.hold(inputs);
        }
        let past = Past { u: &self.u, du: &self.du };
        if self.unknown.is_any() {
            return self.unknown.extrapolate(self.rule.as_mut(), past, h, inputs);
        }
        self.rule.extrapolate(past, h, &self.continued, inputs);
    }

    /// Adds a restriction of a member, by its number.
    pub(super) fn restrict(&mut self, number: usize, held_at_jumps: bool) {
        self.restricted.push(number);
        if held_at_jumps {
            self.u.deepen(jump::POINTS);
        }
    }

    /// Whether the values of input `i` that the rule looks at are not of one piece: a jump lies between two
    /// of them, or it rested there and moves now.
    pub(super) fn is_broken(&self, i: usize) -> bool {
        let changes = self.rule.points().min(self.u.known()).saturating_sub(1);
        let change = |back: usize| self.u.values(back)[i] - self.u.values(back + 1)[i];
        if !self.needs_derivatives {
            return (0..changes).any(|back| change(back) == 0.0)
                || self.u.changes(i).and_then(jump::jump).is_some_and(|back| back < changes);
        }
        (0..changes).any(|back| {
            let du = [back, back + 1].map(|back| self.du.values(back)[i]);
            let rested = change(back) == 0.0 && du == [0.0; 2];
            rested || jump::is_jump(change(back), self.u.length(back), du)
        })
    }

    /// Prepares the interpolation over that step; says whether the influence of end values has changed.
    #[inline(always)]
    pub(super) fn renew(&mut self, h: f64) -> bool {
        let (h, past) = (self.length(h), self.u.known().min(self.degree));
        let renewed = self.interpolation.renew(&self.u, h, past, true);
        if renewed {
            self.influence = self.interpolation.first();
        }
        renewed
    }

    /// Prepares the interpolation over longer steps that begin after `taken` steps of the clock of length `h`; says
    /// whether the influence of end values over one of them has changed.
    pub(super) fn renew_longer(&mut self, h: f64, taken: u64) -> bool {
        let past = self.u.known().min(self.degree);
        self.longer.renew(&self.u, past, h, taken)
    }

    /// Input `i` over a longer step, through its newest past and a known end value.
    pub(super) fn interpolate_over(&self, length: u64, i: usize, u_end: f64) -> Polynomial {
        let basis = self.longer.basis(length);
        basis.combine(|j| if j == 0 { u_end } else { self.u.values(j - 1)[i] })
    }

    /// Holds all members.
    #[inline(never)]
    fn hold(&self, inputs: &mut [Polynomial]) {
        for &i in &self.members {
            inputs[i] = Polynomial::constant(self.newest(i));
        }
    }

    /// Adds what the steps of its members have beside their past.
    #[inline(never)]
    pub(super) fn shift(&self, by: &[f64], inputs: &mut [Polynomial]) {
        for &i in self.members.iter().filter(|i| by[**i] != 0.0) {
            inputs[i] = inputs[i].shifted(by[i]);
        }
    }

    /// Input `i` through its newest past and a known end value.
    #[inline(always)]
    pub(super) fn interpolate(&self, i: usize, u_end: f64) -> Polynomial {
        self.interpolation.combine(|j| if j == 0 { u_end } else { self.u.values(j - 1)[i] })
    }

    /// How much of the end value of an input is felt over the step.
    #[inline]
    pub(super) fn influence(&self) -> Polynomial {
        self.influence
    }

    /// Makes the present values the newest point of the past.
    #[inline(always)]
    pub(super) fn commit(&mut self, h: f64, u: &[f64], du: &[f64]) {
        let h = self.length(h);
        self.u.push_some(h, self.members.iter().copied(), u);
        if self.needs_derivatives {
            self.du.push_some(h, self.members.iter().copied(), du);
            self.unknown.renew(&self.du, &self.continued);
        }
        self.rule.accept();
    }

    /// Takes the newest point of the past back.
    pub(super) fn take_back(&mut self) {
        self.u.take_back();
        if self.needs_derivatives {
            self.du.take_back();
            self.unknown.sort(&self.du, &self.continued);
        }
        self.rule.take_back();
    }

    /// Input `i` at the newest point of the past.
    #[inline]
    pub(super) fn newest(&self, i: usize) -> f64 {
        self.u.values(0)[i]
    }

    pub(super) fn forget(&mut self) {
        self.u.clear();
        self.du.clear();
        self.unknown.forget();
        self.rule.forget();
    }

    /// The members whose time derivative the rule asks for.
    pub(super) fn wants_derivatives(&self) -> &[usize] {
        if self.needs_derivatives { &self.continued } else { &[] }
    }

    /// A member that cannot be continued, for its time derivative is not known, if there is one.
    #[inline]
    pub(super) fn stuck(&self) -> Option<usize> {
        self.unknown.stuck()
    }

    /// For each member that is continued, at how many points its time derivative was not known.
    pub(super) fn unknown(&self) -> impl Iterator<Item = (usize, u64)> {
        self.unknown.counts(&self.continued)
    }

    pub(super) fn members(&self) -> &[usize] {
        &self.members
    }

    /// How many of its points what is predicted may reach back, counting one for a rule that goes
    /// on from what it predicted before.
    pub(super) fn reach(&self) -> u64 {
        let points = self.rule.points().max(self.degree + 1);
        // Where jumps are looked for, they may lie further back.
        let points = if self.restricted.is_empty() { points } else { points.max(self.u.depth()) };
        self.every * points as u64
    }
}

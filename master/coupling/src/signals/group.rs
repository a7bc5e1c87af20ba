//! Inputs that are continued alike: one rule, and the past that it looks at.

use super::extrapolation::{Extrapolation, Past};
use super::{History, Lagrange, Polynomial};

/// Inputs that share a rule and the length of their slaves' steps.
pub struct Group {
    rule: Box<dyn Extrapolation>,
    /// Degree of the interpolation through a known end value.
    degree: usize,
    /// Positions in u.
    members: Vec<usize>,
    /// How many steps of the clock make one of these slaves.
    every: u64,
}

impl Group {
    /// The inputs `members`, continued by `rule`; interpolations through a known end have `degree`.
    pub fn new(rule: Box<dyn Extrapolation>, degree: usize, members: Vec<usize>) -> Self {
        Self { rule, degree, members, every: 1 }
    }

    /// For slaves that step once while the clock takes `every` steps.
    #[must_use]
    pub fn every(mut self, every: u64) -> Self {
        self.every = every;
        self
    }
}

/// A group with its past, at the points where its slaves' steps begin.
pub(super) struct Course {
    rule: Box<dyn Extrapolation>,
    pub(super) degree: usize,
    pub(super) every: u64,
    members: Vec<usize>,
    /// The members that the rule continues: all that are not discrete.
    continued: Vec<usize>,
    u: History,
    /// The past of the time derivatives, where the rule asks for them.
    rates: History,
    needs_rates: bool,
    interpolation: Lagrange,
    /// How much of the end value of an input is felt over the step.
    influence: Polynomial,
}

impl Course {
    pub(super) fn new(group: Group, discrete: &[bool]) -> Self {
        let Group { rule, degree, members, every } = group;
        let points = rule.points();
        Self {
            u: History::new(discrete.len(), points.max(degree + 1)),
            rates: History::new(discrete.len(), if rule.needs_rates() { points } else { 0 }),
            needs_rates: rule.needs_rates(),
            continued: members.iter().copied().filter(|&i| !discrete[i]).collect(),
            rule,
            degree,
            every,
            members,
            interpolation: Lagrange::through(&[1.0]),
            influence: Polynomial::constant(1.0),
        }
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
        let past = Past { u: &self.u, rates: &self.rates };
        self.rule.extrapolate(past, h, &self.continued, inputs);
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
    pub(super) fn commit(&mut self, h: f64, u: &[f64], rates: &[f64]) {
        let h = self.length(h);
        self.u.push_some(h, self.members.iter().copied(), u);
        if self.needs_rates {
            self.rates.push_some(h, self.members.iter().copied(), rates);
        }
        self.rule.accept();
    }

    /// Takes the newest point of the past back.
    pub(super) fn take_back(&mut self) {
        self.u.take_back();
        if self.needs_rates {
            self.rates.take_back();
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
        self.rates.clear();
        self.rule.forget();
    }

    /// The members whose time derivative the rule asks for.
    pub(super) fn wants_rates(&self) -> &[usize] {
        if self.needs_rates { &self.continued } else { &[] }
    }

    pub(super) fn members(&self) -> &[usize] {
        &self.members
    }

    /// How many of its points what is predicted may reach back, counting one for a rule that goes
    /// on from what it predicted before.
    pub(super) fn reach(&self) -> u64 {
        self.every * self.rule.points().max(self.degree + 1) as u64
    }
}

//! The past of inputs and outputs: told point by point, taken back, forgotten, and how far it reaches.

use super::Signals;
use super::input_group::GroupPast;
use super::output_predictor::OutputPredictor;
use crate::point::CommunicationPoint;

impl Signals {
    /// Makes the values reached by a step of length `h` the newest point of the past.
    #[inline(always)]
    pub fn commit(&mut self, h: f64, end: &CommunicationPoint) {
        let taken = self.points;
        for group in &mut self.groups {
            if group.is_due(taken) {
                group.commit(h, end.u.as_slice(), end.du.as_slice());
            }
        }
        if !self.predictors.is_empty() {
            self.commit_outputs(h, end);
        }
        self.points += 1;
    }

    /// Takes the newest point back, once after it was told, where all slaves have the same step.
    pub fn take_back(&mut self) {
        self.groups.iter_mut().for_each(GroupPast::take_back);
        self.predictors.iter_mut().for_each(OutputPredictor::take_back);
        self.points -= 1;
    }

    /// Empties the past, so that another one can be told point by point: [`commit`](Self::commit)
    /// for the oldest, then [`predict`](Self::predict) and commit for each that follows.
    pub fn forget(&mut self) {
        self.groups.iter_mut().for_each(GroupPast::forget);
        self.predictors.iter_mut().for_each(OutputPredictor::forget);
        self.points = 0;
    }

    /// Does something for which all slaves have the same step.
    pub(crate) fn at_one_rate<R>(&mut self, action: impl FnOnce(&mut Self) -> R) -> R {
        let every =
            |signals: &mut Self| -> Vec<u64> { signals.each_every().map(|every| *every).collect() };
        let before = every(self);
        self.each_every().for_each(|every| *every = 1);
        let done = action(self);
        self.each_every().zip(before).for_each(|(every, before)| *every = before);
        done
    }

    fn each_every(&mut self) -> impl Iterator<Item = &mut u64> {
        let groups = self.groups.iter_mut().map(|group| &mut group.every);
        groups.chain(self.predictors.iter_mut().map(|predictor| &mut predictor.every))
    }

    /// How many points of the past a prediction may depend on: those that rules look at, and one
    /// more where a rule goes on from what it predicted before. The oldest and the newest of so many
    /// points are both the start of a [cycle](Self::cycle).
    pub fn reach(&self) -> usize {
        let groups = self.groups.iter().map(GroupPast::reach);
        let steps = groups.chain(self.predictors.iter().map(OutputPredictor::reach));
        let steps = steps.max().unwrap_or(1);
        (steps.next_multiple_of(self.cycle()) + 1) as usize
    }

    /// After how many steps of the clock all slaves begin a step together.
    pub fn cycle(&self) -> u64 {
        let every = self.groups.iter().map(|c| c.every);
        every.chain(self.predictors.iter().map(|e| e.every)).fold(1, lcm)
    }

    /// How many steps of the clock the slave of input `i` moves now, if it begins a step.
    pub fn begins(&self, i: usize) -> Option<u64> {
        let group = self.group(i);
        group.is_due(self.points.saturating_sub(1)).then_some(group.every)
    }
}

/// The least number that both divide.
pub(crate) fn lcm(a: u64, b: u64) -> u64 {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    a / x * b
}

//! What rules must not make of an input, and how often they would have.
//!
//! A rule continues what it knows; it does not know that a valve cannot give less than nothing, or that a
//! signal has just jumped. An input with bounds stays within them over the whole step, as far as its own
//! newest value does. An input that is held at jumps is held while the values that its rule looks at have
//! [jumped](super::jump) or rested: they belong to different groups then.

#[cfg(test)]
mod tests;

use std::cell::Cell;

use super::input_group::GroupPast;
use super::{Bounds, Signals};
use crate::id::InputId;
use crate::polynomial::Polynomial;

/// What is left out of account when it is counted how often bounds were needed: rounding.
const ROUNDING: f64 = 1e-9;

/// What an input may be continued to.
#[derive(Clone, Debug, PartialEq)]
pub struct Restriction {
    /// Which one.
    pub input: InputId,
    /// What it can be, by all that is known of it and its source.
    pub bounds: Bounds,
    /// What it says itself that it may be given.
    pub declared: Bounds,
    /// Whether it is held where its past is not of one piece.
    pub held_at_jumps: bool,
}

/// How often an input was restricted.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Restrained {
    /// Steps over which it was kept within its bounds.
    pub confined: u64,
    /// Steps over which it was held after a jump or a rest.
    pub held: u64,
    /// Points at which it was given a value that it does not allow.
    pub outside: u64,
    /// The first of these: time and value.
    pub first: Option<(f64, f64)>,
}

/// What happened to an input over the present step.
#[derive(Clone, Copy, PartialEq)]
enum Fate {
    Free,
    Confined,
    Held,
}

/// A restriction and what came of it.
pub(super) struct Restricted {
    what: Restriction,
    /// The largest |u| so far.
    size: f64,
    fate: Cell<Fate>,
    count: Restrained,
}

impl Restricted {
    pub(super) fn new(what: Restriction) -> Self {
        Self { what, size: 0.0, fate: Cell::new(Fate::Free), count: Restrained::default() }
    }

    pub(super) fn input(&self) -> usize {
        self.what.input.0
    }

    pub(super) fn report(&self) -> (InputId, Bounds, Restrained) {
        (self.what.input, self.what.declared, self.count)
    }

    /// What a rule has made of the input, made possible.
    pub(super) fn predict(&self, group: &GroupPast, over: &mut Polynomial) {
        self.fate.set(Fate::Free);
        let newest = group.newest(self.input());
        if self.what.held_at_jumps && group.is_broken(self.input()) {
            let missed = (over.start() - newest).abs().max((over.end() - newest).abs());
            if missed > ROUNDING * self.size {
                self.fate.set(Fate::Held);
            }
            *over = Polynomial::constant(newest);
            return;
        }
        *over = self.within([newest; 2], over);
    }

    /// The input over the step, within its bounds and what values it has.
    pub(super) fn within(&self, values: [f64; 2], over: &Polynomial) -> Polynomial {
        let bounds = values.into_iter().fold(self.what.bounds, Bounds::including);
        if bounds.contain_all(over) {
            self.fate.set(Fate::Free);
            return *over;
        }
        let curved = over.degree() > 1;
        let excess = bounds.excess(over.start()).max(bounds.excess(over.end()));
        if curved || excess > ROUNDING * self.size {
            self.fate.set(Fate::Confined);
        }
        bounds.confine(over)
    }

    /// Takes note of the value at a communication point, and of what led there.
    pub(super) fn note(&mut self, t: f64, u: &[f64]) {
        let value = u[self.input()];
        self.size = self.size.max(value.abs());
        match self.fate.replace(Fate::Free) {
            Fate::Free => {}
            Fate::Confined => self.count.confined += 1,
            Fate::Held => self.count.held += 1,
        }
        if self.what.declared.excess(value) > ROUNDING * self.size {
            self.count.outside += 1;
            self.count.first.get_or_insert((t, value));
        }
    }
}

impl Signals {
    /// Restricts what becomes of inputs, each at most once; to be called before the first point is told.
    pub(crate) fn restrict(&mut self, restrictions: Vec<Restriction>) {
        self.restriction_of = vec![None; self.discrete.len()];
        for (number, restriction) in restrictions.iter().enumerate() {
            let Restriction { input: InputId(i), held_at_jumps, .. } = *restriction;
            self.restriction_of[i] = Some(number);
            if !self.discrete[i] {
                self.groups[self.group_of[i]].restrict(number, held_at_jumps);
            }
        }
        self.restrictions = restrictions.into_iter().map(Restricted::new).collect();
    }

    /// [Interpolates](Self::interpolate) input `i` within its bounds; an end value that was `found` there is not
    /// questioned.
    #[inline(always)]
    pub fn interpolate_within(&self, i: usize, u_end: f64, found: bool) -> Polynomial {
        let over = self.interpolate(i, u_end);
        if self.restrictions.is_empty() {
            return over;
        }
        self.within(i, if found { u_end } else { self.newest(i) }, over)
    }

    /// A polynomial for input `i` over the step, within its bounds, which take in its newest value and a value
    /// that it has.
    #[inline(never)]
    pub(crate) fn within(&self, i: usize, value: f64, over: Polynomial) -> Polynomial {
        let number = self.restriction_of.get(i).copied().flatten();
        match number.filter(|_| !self.discrete[i]) {
            Some(number) => self.restrictions[number].within([self.newest(i), value], &over),
            None => over,
        }
    }

    /// Takes note of the inputs at an accepted point, where some are restricted.
    #[inline]
    pub(crate) fn note(&mut self, t: f64, u: &[f64]) {
        if !self.restrictions.is_empty() {
            self.restrictions.iter_mut().for_each(|restricted| restricted.note(t, u));
        }
    }

    /// What the restrictions of inputs have done, with what each declares.
    pub fn restrained(&self) -> impl Iterator<Item = (InputId, Bounds, Restrained)> {
        self.restrictions.iter().map(Restricted::report)
    }
}

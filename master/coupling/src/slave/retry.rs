//! Retry: a refused step is taken again in shorter parts.
//!
//! FMI lets a slave refuse a step (`fmi2Discard`) and be asked for a shorter one, but only from a
//! state saved before. Saving before every step would cost more than a small slave's step, so the
//! state is saved once in a while and the steps since then are written down: on a refusal the slave
//! returns to that state, repeats those steps, and takes the refused one in two parts, up to where
//! it came before and from there on, or in halves; each may be divided again.

use super::{ContinuousStates, Ports, Slave, SlaveError, Slot, Step};
use crate::polynomial::Polynomial;

/// Steps between two saved states.
const JOURNAL: usize = 64;
/// A refused step is divided at most this often: parts of a thousandth.
const DEPTH: u32 = 10;
/// No part is shorter than this part of the step.
const SHORTEST: f64 = 1e-6;

/// A slave whose refusals are answered by shorter steps.
pub struct Retry<S> {
    slave: S,
    /// The slot whose state the journal goes on from; none before the start.
    from: Option<Slot>,
    journal: Journal,
    scratch: Vec<Polynomial>,
}

/// Steps that follow each other and are alike, of one length and with inputs of the same degrees: written
/// as densely as the journals of many slaves must be to stay in the caches.
struct Journal {
    taken: usize,
    begin: f64,
    h: f64,
    /// The degree of all inputs, if they have the same; and that of each.
    degree: Option<usize>,
    degrees: Vec<usize>,
    /// For each step its end, then the coefficients of every input.
    rows: Vec<f64>,
}

impl Journal {
    fn new(inputs: usize) -> Self {
        let row = 1 + inputs * (Polynomial::MAX_DEGREE + 1);
        let (degrees, rows) = (vec![0; inputs], Vec::with_capacity(JOURNAL * row));
        Self { taken: 0, begin: f64::NAN, h: f64::NAN, degree: None, degrees, rows }
    }

    /// Whether a step fits behind those that it holds.
    #[inline(always)]
    fn fits(&self, step: &Step, u: &[Polynomial]) -> bool {
        self.taken < JOURNAL
            && step.h.to_bits() == self.h.to_bits()
            && match self.degree {
                Some(degree) => u.iter().all(|u| u.degree() == degree),
                None => self.degrees.iter().zip(u).all(|(degree, u)| *degree == u.degree()),
            }
    }

    /// Empties it for steps like this one.
    fn begin(&mut self, step: &Step, u: &[Polynomial]) {
        self.clear();
        self.h = step.h;
        self.degrees.iter_mut().zip(u).for_each(|(degree, u)| *degree = u.degree());
        let first = self.degrees.first().copied();
        self.degree = first.filter(|first| self.degrees.iter().all(|degree| degree == first));
    }

    #[inline]
    fn clear(&mut self) {
        self.taken = 0;
        self.rows.clear();
    }

    #[inline(always)]
    fn write(&mut self, step: &Step, u: &[Polynomial]) {
        if self.taken == 0 {
            self.begin = step.t;
        }
        self.taken += 1;
        match u {
            [u] if u.degree() == 0 => self.rows.extend_from_slice(&[step.end, u.start()]),
            _ => self.write_all(step.end, u),
        }
    }

    #[inline(never)]
    fn write_all(&mut self, end: f64, u: &[Polynomial]) {
        self.rows.push(end);
        u.iter().for_each(|u| self.rows.extend_from_slice(u.coefficients()));
    }
}

impl<S: Slave> Retry<S> {
    /// Answers refusals of `slave`, which must be able to rewind.
    pub fn new(slave: S) -> Self {
        let width = slave.ports().inputs.len();
        Self {
            slave,
            from: None,
            journal: Journal::new(width),
            scratch: Vec::with_capacity((DEPTH as usize + 2) * width),
        }
    }

    /// Begins a new journal for steps like this one, from a state that is saved unless it is already.
    #[cold]
    fn begin_journal(&mut self, step: &Step, u: &[Polynomial]) -> Result<(), SlaveError> {
        if self.from.is_none() || self.journal.taken > 0 {
            self.save_here()?;
        }
        self.journal.begin(step, u);
        Ok(())
    }

    fn inner_states(&mut self) -> Result<&mut dyn ContinuousStates, SlaveError> {
        let gone = || SlaveError::Failed { reason: "its states can no longer be set".into() };
        self.slave.continuous_states().ok_or_else(gone)
    }

    /// Saves the state, which the slave can return to from now on.
    fn save_here(&mut self) -> Result<(), SlaveError> {
        self.slave.save(Slot::Retry)?;
        self.stands_at(Slot::Retry);
        Ok(())
    }

    /// The slave is where it was when `slot` was saved.
    #[inline]
    fn stands_at(&mut self, slot: Slot) {
        self.from = Some(slot);
        self.journal.clear();
    }

    /// Returns to the start of the step that follows the journal.
    fn replay(&mut self, y: &mut [f64]) -> Result<(), SlaveError> {
        if let Some(slot) = self.from {
            self.slave.restore(slot)?;
        }
        let Self { slave, journal: Journal { taken, begin, h, degrees, rows, .. }, .. } = self;
        let first = self.scratch.len();
        let (mut t, mut rest) = (*begin, rows.as_slice());
        for _ in 0..*taken {
            let (&end, inputs) = rest.split_first().expect("the journal holds whole steps");
            rest = inputs;
            for degree in &*degrees {
                let (own, others) = rest.split_at(degree + 1);
                self.scratch.push(Polynomial::new(own));
                rest = others;
            }
            let answer = slave.step(&Step { t, end, h: *h }, &self.scratch[first..], y);
            self.scratch.truncate(first);
            answer?;
            t = end;
        }
        Ok(())
    }

    /// Takes the part of `step` between two times, in shorter parts where it is refused.
    #[cold]
    fn take(
        &mut self,
        step: &Step,
        u: &[Polynomial],
        (t, end): (f64, f64),
        depth: u32,
        y: &mut [f64],
    ) -> Result<(), SlaveError> {
        let s = |t: f64| (t - step.t) / (step.end - step.t);
        let part = Step { t, end, h: step.h * (s(end) - s(t)) };
        let first = self.scratch.len();
        self.scratch.extend(u.iter().map(|u| u.part(s(t), s(end))));
        let answer = self.slave.step(&part, &self.scratch[first..], y);
        self.scratch.truncate(first);
        match answer {
            Ok(()) => self.save_here(),
            Err(SlaveError::Refused { reached, .. }) if depth < DEPTH => {
                self.divide(step, u, (t, end), reached, depth + 1, y)
            }
            answer => answer,
        }
    }

    /// Takes a refused part again in two: up to where the slave came, or in halves.
    #[cold]
    fn divide(
        &mut self,
        step: &Step,
        u: &[Polynomial],
        (t, end): (f64, f64),
        reached: f64,
        depth: u32,
        y: &mut [f64],
    ) -> Result<(), SlaveError> {
        // The part before this one has ended where the state was saved.
        self.replay(y)?;
        let inside = reached > t + SHORTEST * step.h && reached < end - SHORTEST * step.h;
        let middle = if inside { reached } else { t + 0.5 * (end - t) };
        self.take(step, u, (t, middle), depth, y)?;
        self.take(step, u, (middle, end), depth, y)
    }
}

impl<S: Slave> Slave for Retry<S> {
    fn ports(&self) -> &Ports {
        self.slave.ports()
    }

    fn outputs(&mut self, u: &[f64], y: &mut [f64]) -> Result<(), SlaveError> {
        self.slave.outputs(u, y)
    }

    fn step(&mut self, step: &Step, u: &[Polynomial], y: &mut [f64]) -> Result<(), SlaveError> {
        if !self.journal.fits(step, u) {
            self.begin_journal(step, u)?;
        }
        match self.slave.step(step, u, y) {
            Ok(()) => {
                self.journal.write(step, u);
                Ok(())
            }
            Err(SlaveError::Refused { reached, .. }) => {
                self.divide(step, u, (step.t, step.end), reached, 1, y)
            }
            Err(failure) => Err(failure),
        }
    }

    fn save(&mut self, slot: Slot) -> Result<(), SlaveError> {
        self.slave.save(slot)?;
        self.stands_at(slot);
        Ok(())
    }

    fn restore(&mut self, slot: Slot) -> Result<(), SlaveError> {
        self.slave.restore(slot)?;
        self.stands_at(slot);
        Ok(())
    }

    fn output_derivatives(
        &mut self,
        u: &[f64],
        du: &[f64],
        dy: &mut [f64],
    ) -> Result<(), SlaveError> {
        self.slave.output_derivatives(u, du, dy)
    }

    fn continuous_states(&mut self) -> Option<&mut dyn ContinuousStates> {
        self.slave.continuous_states().is_some().then_some(self as &mut dyn ContinuousStates)
    }

    fn start_inputs(&self, u: &mut [f64]) {
        self.slave.start_inputs(u);
    }

    fn start(&mut self) -> Result<(), SlaveError> {
        self.slave.start()?;
        self.save_here()
    }

    fn finish(&mut self) -> Result<(), SlaveError> {
        self.slave.finish()
    }
}

impl<S: Slave> ContinuousStates for Retry<S> {
    fn names(&mut self) -> Result<Vec<String>, SlaveError> {
        self.inner_states()?.names()
    }

    fn read(&mut self, x: &mut [f64]) -> Result<(), SlaveError> {
        self.inner_states()?.read(x)
    }

    fn set(&mut self, t: f64, x: &[f64]) -> Result<(), SlaveError> {
        self.inner_states()?.set(t, x)?;
        self.save_here()
    }
}

#[cfg(test)]
mod tests;

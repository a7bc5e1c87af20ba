//! Retry: a refused step is taken again in shorter parts.
//!
//! FMI lets a slave refuse a step (`fmi2Discard`) and be asked for a shorter one, but only from a
//! state saved before. Saving before every step would cost more than a small slave's step, so the
//! state is saved once in a while and the steps since then are written down: on a refusal the slave
//! returns to that state, repeats those steps, and takes the refused one in two parts, up to where
//! it came before and from there on, or in halves; each may be divided again.

use super::{Ports, Slave, SlaveError, Slot, Step};
use crate::signals::Polynomial;

/// Steps between two saved states.
const JOURNAL: usize = 64;
/// A refused step is divided at most this often: parts of a thousandth.
const DEPTH: u32 = 10;
/// No part is shorter than this part of the step.
const SHORTEST: f64 = 1e-6;

/// A slave whose refusals are answered by shorter steps.
pub struct Retry<S> {
    slave: S,
    /// The slot whose state the journal goes on from.
    from: Slot,
    /// Whether it does so no more.
    stale: bool,
    /// The journal: the steps taken since then, and for each the degree and coefficients of every input, as
    /// densely as the journals of many slaves need to stay in the caches.
    steps: Vec<Step>,
    inputs: Vec<f64>,
    scratch: Vec<Polynomial>,
}

impl<S: Slave> Retry<S> {
    /// Answers refusals of `slave`, which must be able to rewind.
    pub fn new(slave: S) -> Self {
        let width = slave.ports().inputs.len();
        Self {
            slave,
            from: Slot::Retry,
            stale: true,
            steps: Vec::with_capacity(JOURNAL),
            inputs: Vec::with_capacity(JOURNAL * width * (Polynomial::MAX_DEGREE + 2)),
            scratch: Vec::with_capacity((DEPTH as usize + 2) * width),
        }
    }

    /// Saves the state and begins a new journal there.
    #[cold]
    fn begin_journal(&mut self) -> Result<(), SlaveError> {
        self.slave.save(Slot::Retry)?;
        self.stands_at(Slot::Retry);
        Ok(())
    }

    /// The slave is where it was when `slot` was saved: the journal begins there.
    #[inline]
    fn stands_at(&mut self, slot: Slot) {
        self.from = slot;
        self.stale = false;
        self.steps.clear();
        self.inputs.clear();
    }

    /// Writes down a step that was taken.
    #[inline(always)]
    fn note(&mut self, step: &Step, u: &[Polynomial]) {
        self.steps.push(*step);
        for u in u {
            match u.degree() {
                0 => self.inputs.extend_from_slice(&[0.0, u.start()]),
                degree => {
                    self.inputs.push(degree as f64);
                    self.inputs.extend_from_slice(u.coefficients());
                }
            }
        }
    }

    /// Returns to the start of the step that follows the journal.
    fn replay(&mut self, y: &mut [f64]) -> Result<(), SlaveError> {
        self.slave.restore(self.from)?;
        let first = self.scratch.len();
        let mut rest = self.inputs.iter().copied();
        let mut next = || rest.next().expect("the journal holds all inputs of a step");
        for step in &self.steps {
            for _ in &self.slave.ports().inputs {
                let mut coefficients = [0.0; Polynomial::MAX_DEGREE + 1];
                let own = &mut coefficients[..=next() as usize];
                own.fill_with(&mut next);
                self.scratch.push(Polynomial::new(own));
            }
            let answer = self.slave.step(step, &self.scratch[first..], y);
            self.scratch.truncate(first);
            answer?;
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
        if answer.is_ok() {
            let parts = std::mem::take(&mut self.scratch);
            self.note(&part, &parts[first..]);
            self.scratch = parts;
        }
        self.scratch.truncate(first);
        match answer {
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
        // The parts before this one are in the journal, so that its start is reached again.
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
        if self.stale || self.steps.len() >= JOURNAL {
            self.begin_journal()?;
        }
        match self.slave.step(step, u, y) {
            Ok(()) => {
                self.note(step, u);
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

    fn serialise(&mut self, slot: Slot, bytes: &mut Vec<u8>) -> Result<(), SlaveError> {
        self.slave.serialise(slot, bytes)
    }

    fn deserialise(&mut self, slot: Slot, bytes: &[u8]) -> Result<(), SlaveError> {
        if slot == self.from {
            self.stale = true;
        }
        self.slave.deserialise(slot, bytes)
    }

    fn output_rates(&mut self, u: &[f64], rates: &mut [f64]) -> Result<(), SlaveError> {
        self.slave.output_rates(u, rates)
    }

    fn state_names(&mut self) -> Option<Vec<String>> {
        self.slave.state_names()
    }

    fn states(&mut self, x: &mut [f64]) -> Result<(), SlaveError> {
        self.slave.states(x)
    }

    fn set_states(&mut self, t: f64, x: &[f64]) -> Result<(), SlaveError> {
        self.slave.set_states(t, x)?;
        self.begin_journal()
    }

    fn start_inputs(&self, u: &mut [f64]) {
        self.slave.start_inputs(u);
    }

    fn start(&mut self) -> Result<(), SlaveError> {
        self.slave.start()?;
        self.begin_journal()
    }

    fn finish(&mut self) -> Result<(), SlaveError> {
        self.slave.finish()
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::{dmatrix, dvector};

    use super::*;
    use crate::slave::{LinearSlave, StateSpace};

    /// ẋ = u; refuses steps across t = 0.5 and steps longer than `longest`.
    struct Fussy {
        slave: LinearSlave,
        longest: f64,
        /// Whether it says where it stopped, or only that it did.
        tells: bool,
    }

    impl Slave for Fussy {
        fn ports(&self) -> &Ports {
            self.slave.ports()
        }
        fn outputs(&mut self, u: &[f64], y: &mut [f64]) -> Result<(), SlaveError> {
            self.slave.outputs(u, y)
        }
        fn step(&mut self, step: &Step, u: &[Polynomial], y: &mut [f64]) -> Result<(), SlaveError> {
            if step.h > self.longest && step.t < 0.5 && step.end > 0.5 {
                // What a refused step leaves behind is of no use to anybody.
                self.slave.step(&Step { h: 77.0, ..*step }, u, y)?;
                let reached = if self.tells { 0.5 } else { step.t };
                return Err(SlaveError::Refused { reached, reason: "test".into() });
            }
            self.slave.step(step, u, y)
        }
        fn save(&mut self, slot: Slot) -> Result<(), SlaveError> {
            self.slave.save(slot)
        }
        fn restore(&mut self, slot: Slot) -> Result<(), SlaveError> {
            self.slave.restore(slot)
        }
    }

    fn fussy(longest: f64, tells: bool) -> Retry<Fussy> {
        let system =
            StateSpace { a: dmatrix![0.0], b: dmatrix![1.0], c: dmatrix![1.0], d: dmatrix![0.0] };
        let slave = LinearSlave::new(system, dvector![0.0], &["u"], &["x"]);
        let mut retry = Retry::new(Fussy { slave, longest, tells });
        retry.start().unwrap();
        retry
    }

    /// Steps of 0.03 with u = t², whose integral is t³/3; they pass 0.5 inside a step.
    fn run(slave: &mut Retry<Fussy>, steps: usize) -> Result<f64, SlaveError> {
        let mut y = [0.0];
        for k in 0..steps {
            let (t, h) = (k as f64 * 0.03, 0.03);
            let u = Polynomial::new(&[t * t, 2.0 * t * h, h * h]);
            slave.step(&Step { t, end: (k + 1) as f64 * 0.03, h }, &[u], &mut y)?;
        }
        Ok(y[0])
    }

    #[test]
    fn a_refused_step_is_taken_in_parts_with_the_same_input() {
        for (steps, longest, tells) in [(20, 0.002, false), (200, 0.002, false), (200, 0.0, true)] {
            let x = run(&mut fussy(longest, tells), steps).unwrap();
            let exact = (steps as f64 * 0.03).powi(3) / 3.0;
            assert!((x - exact).abs() < 1e-13 * exact.max(1.0), "{steps}: {x} for {exact}");
        }
    }

    #[test]
    fn a_step_refused_at_every_length_is_an_error() {
        let error = run(&mut fussy(0.0, false), 20).unwrap_err();
        assert!(matches!(error, SlaveError::Refused { .. }));
    }

    #[test]
    fn a_rewound_slave_still_finds_the_start_of_a_refused_step() {
        let mut slave = fussy(0.002, false);
        run(&mut slave, 10).unwrap();
        slave.save(Slot::MacroStart).unwrap();
        let mut y = [0.0];
        let h = 0.03;
        let mut go = |slave: &mut Retry<Fussy>, k: usize| {
            let step = Step { t: k as f64 * h, end: (k + 1) as f64 * h, h };
            slave.step(&step, &[Polynomial::constant(1.0)], &mut y).unwrap();
            y[0]
        };
        let first: Vec<f64> = (10..100).map(|k| go(&mut slave, k)).collect();
        slave.restore(Slot::MacroStart).unwrap();
        let second: Vec<f64> = (10..100).map(|k| go(&mut slave, k)).collect();
        assert_eq!(first, second);
    }
}

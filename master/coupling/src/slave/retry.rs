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
pub struct Retry {
    slave: Box<dyn Slave>,
    /// Steps since the state in the slave's own slot was saved.
    steps: Vec<Step>,
    /// The degrees of their inputs, one row per step, and the coefficients one after the other: small, so
    /// that the journals of many slaves stay in the caches.
    degrees: Vec<u8>,
    coefficients: Vec<f64>,
    /// Where the journal stood when a slot was saved, in steps and coefficients; none if it has been
    /// started anew since.
    marks: [Option<(usize, usize)>; Slot::COUNT],
    scratch: Vec<Polynomial>,
}

impl Retry {
    /// Answers refusals of `slave`, which must be able to rewind.
    pub fn new(slave: Box<dyn Slave>) -> Self {
        let width = slave.ports().inputs.len();
        Self {
            slave,
            steps: Vec::with_capacity(JOURNAL),
            degrees: Vec::with_capacity(JOURNAL * width),
            coefficients: Vec::with_capacity((Polynomial::MAX_DEGREE + 1) * JOURNAL * width),
            marks: [None; Slot::COUNT],
            scratch: Vec::with_capacity((DEPTH as usize + 2) * width),
        }
    }

    /// Saves the state and begins a new journal.
    fn begin_journal(&mut self) -> Result<(), SlaveError> {
        self.slave.save(Slot::Retry)?;
        self.truncate((0, 0));
        self.marks = [None; Slot::COUNT];
        Ok(())
    }

    /// Writes an input of the step that was written down last.
    #[inline]
    fn note(&mut self, u: Polynomial) {
        self.degrees.push(u.degree() as u8);
        u.coefficients().iter().for_each(|c| self.coefficients.push(*c));
    }

    /// Forgets what was written down after so many steps and coefficients.
    fn truncate(&mut self, (steps, coefficients): (usize, usize)) {
        self.steps.truncate(steps);
        self.degrees.truncate(steps * self.slave.ports().inputs.len());
        self.coefficients.truncate(coefficients);
    }

    /// Returns to the start of the step that follows the journal.
    fn replay(&mut self, y: &mut [f64]) -> Result<(), SlaveError> {
        self.slave.restore(Slot::Retry)?;
        let width = self.slave.ports().inputs.len();
        let first = self.scratch.len();
        let mut rest = self.coefficients.as_slice();
        for (k, step) in self.steps.iter().enumerate() {
            for &degree in &self.degrees[k * width..(k + 1) * width] {
                let (own, others) = rest.split_at(usize::from(degree) + 1);
                self.scratch.push(Polynomial::new(own));
                rest = others;
            }
            let answer = self.slave.step(*step, &self.scratch[first..], y);
            self.scratch.truncate(first);
            answer?;
        }
        Ok(())
    }

    /// Takes the part of `step` between two times, in shorter parts where it is refused.
    fn take(
        &mut self,
        step: Step,
        u: &[Polynomial],
        (t, end): (f64, f64),
        depth: u32,
        y: &mut [f64],
    ) -> Result<(), SlaveError> {
        let s = |t: f64| (t - step.t) / (step.end - step.t);
        let part = Step { t, end, h: step.h * (s(end) - s(t)) };
        let first = self.scratch.len();
        self.scratch.extend(u.iter().map(|u| u.part(s(t), s(end))));
        let answer = self.slave.step(part, &self.scratch[first..], y);
        if answer.is_ok() {
            self.steps.push(part);
            (first..self.scratch.len()).for_each(|k| self.note(self.scratch[k]));
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
    fn divide(
        &mut self,
        step: Step,
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

impl Slave for Retry {
    fn ports(&self) -> &Ports {
        self.slave.ports()
    }

    fn outputs(&mut self, u: &[f64], y: &mut [f64]) -> Result<(), SlaveError> {
        self.slave.outputs(u, y)
    }

    fn step(&mut self, step: Step, u: &[Polynomial], y: &mut [f64]) -> Result<(), SlaveError> {
        if self.steps.len() >= JOURNAL {
            self.begin_journal()?;
        }
        let answer = self.slave.step(step, u, y);
        if answer.is_ok() {
            self.steps.push(step);
            u.iter().for_each(|u| self.note(*u));
            return answer;
        }
        match answer {
            Err(SlaveError::Refused { reached, .. }) => {
                self.divide(step, u, (step.t, step.end), reached, 1, y)
            }
            answer => answer,
        }
    }

    fn save(&mut self, slot: Slot) -> Result<(), SlaveError> {
        self.marks[slot as usize] = Some((self.steps.len(), self.coefficients.len()));
        self.slave.save(slot)
    }

    fn restore(&mut self, slot: Slot) -> Result<(), SlaveError> {
        self.slave.restore(slot)?;
        match self.marks[slot as usize] {
            Some(mark) => {
                self.truncate(mark);
                Ok(())
            }
            // The journal began after that state: begin it again from there.
            None => {
                self.begin_journal()?;
                self.marks[slot as usize] = Some((0, 0));
                Ok(())
            }
        }
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
        fn step(&mut self, step: Step, u: &[Polynomial], y: &mut [f64]) -> Result<(), SlaveError> {
            if step.h > self.longest && step.t < 0.5 && step.end > 0.5 {
                // What a refused step leaves behind is of no use to anybody.
                self.slave.step(Step { h: 77.0, ..step }, u, y)?;
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

    fn fussy(longest: f64, tells: bool) -> Retry {
        let system =
            StateSpace { a: dmatrix![0.0], b: dmatrix![1.0], c: dmatrix![1.0], d: dmatrix![0.0] };
        let slave = LinearSlave::new(system, dvector![0.0], &["u"], &["x"]);
        let mut retry = Retry::new(Box::new(Fussy { slave, longest, tells }));
        retry.start().unwrap();
        retry
    }

    /// Steps of 0.03 with u = t², whose integral is t³/3; they pass 0.5 inside a step.
    fn run(slave: &mut Retry, steps: usize) -> Result<f64, SlaveError> {
        let mut y = [0.0];
        for k in 0..steps {
            let (t, h) = (k as f64 * 0.03, 0.03);
            let u = Polynomial::new(&[t * t, 2.0 * t * h, h * h]);
            slave.step(Step { t, end: (k + 1) as f64 * 0.03, h }, &[u], &mut y)?;
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
        let mut go = |slave: &mut Retry, k: usize| {
            let step = Step { t: k as f64 * h, end: (k + 1) as f64 * h, h };
            slave.step(step, &[Polynomial::constant(1.0)], &mut y).unwrap();
            y[0]
        };
        let first: Vec<f64> = (10..100).map(|k| go(&mut slave, k)).collect();
        slave.restore(Slot::MacroStart).unwrap();
        let second: Vec<f64> = (10..100).map(|k| go(&mut slave, k)).collect();
        assert_eq!(first, second);
    }
}

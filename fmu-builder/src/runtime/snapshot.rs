//! Everything an instance is, kept aside: saved, restored, turned into bytes and back.

use super::{Failure, Instance, Phase};
use crate::layout::Layout;
use crate::model::Model;
use crate::solver_kind::SolverKind;

/// A saved state; a run restored from it repeats bit for bit.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot {
    phase: Phase,
    kind: SolverKind,
    /// What is known, what events remember, input derivatives, u̇ at the end of the last step, last step, memory of the
    /// solver, and behind these what an own method remembers.
    numbers: Vec<f64>,
}

/// Phase and solver.
const HEADER: usize = 2;

impl Snapshot {
    /// The number of bytes of its serialised form.
    pub fn size(&self) -> usize {
        HEADER + 8 * self.numbers.len()
    }

    /// Writes it as bytes, the same on every platform.
    pub fn serialize(&self, bytes: &mut [u8]) -> Result<(), Failure> {
        if bytes.len() < self.size() {
            let reason = format!("{} bytes are needed, {} were given", self.size(), bytes.len());
            return Err(Failure::BadArgument { function: "fmi2SerializeFMUstate", reason });
        }
        bytes[0] = self.phase.number();
        bytes[1] = self.kind.item() as u8;
        for (place, number) in bytes[HEADER..].chunks_exact_mut(8).zip(&self.numbers) {
            place.copy_from_slice(&number.to_le_bytes());
        }
        Ok(())
    }
}

impl<M: Model> Instance<M> {
    /// `fmi2GetFMUstate` for the first time.
    pub fn snapshot(&self) -> Snapshot {
        let mut snapshot = self.empty_snapshot();
        self.save(&mut snapshot);
        snapshot
    }

    /// `fmi2GetFMUstate` into a snapshot of this model that exists already.
    pub fn save(&self, snapshot: &mut Snapshot) {
        snapshot.phase = self.phase;
        snapshot.kind = self.kind;
        let (l, numbers) = (&self.layout, &mut snapshot.numbers);
        numbers.clear();
        numbers.extend_from_slice(&self.values[..l.y]);
        numbers.extend_from_slice(&self.values[l.end..]);
        numbers.extend(self.inputs.coefficients());
        numbers.extend_from_slice(&self.du);
        numbers.extend([self.last_h, self.solver.as_ref().map_or(0.0, |solver| solver.memory())]);
        if let Some(own) = self.own.as_ref().filter(|_| !self.own_stale) {
            own.save(numbers);
        }
    }

    /// `fmi2SetFMUstate`; the solver is built anew only if parameters or solver differ.
    pub fn restore(&mut self, snapshot: &Snapshot) -> Result<(), Failure> {
        let l = self.layout;
        let (known, rest) = snapshot.numbers.split_at(l.y);
        let (hidden, rest) = rest.split_at(l.size - l.end);
        let (coefficients, rest) = rest.split_at(3 * self.du.len());
        let (du, rest) = rest.split_at(self.du.len());

        let fixed = l.fixed();
        let same = self.values[fixed.clone()] == known[fixed];
        self.restore_own(known, &rest[2..], same)?;
        let same = same && self.kind == snapshot.kind;
        self.values[..l.y].copy_from_slice(known);
        self.values[l.end..].copy_from_slice(hidden);
        self.inputs.set_coefficients(coefficients);
        self.du.copy_from_slice(du);
        self.last_h = rest[0];
        (self.phase, self.kind) = (snapshot.phase, snapshot.kind);
        self.mark_changed();
        if self.phase == Phase::Stepping && !(same && self.solver.is_some()) {
            self.make_solver()?;
        }
        if let Some(solver) = &mut self.solver {
            solver.set_memory(rest[1]);
        }
        Ok(())
    }

    /// Gives the own method what it remembered. One for other parameters is made anew; so is one that had not been made.
    fn restore_own(&mut self, known: &[f64], memory: &[f64], same: bool) -> Result<(), Failure> {
        if !M::OWN_METHOD {
            return Ok(());
        }
        let is_kept = same && !self.own_stale && !memory.is_empty();
        let mut made = None;
        if !is_kept {
            made = self.layout.own_method(&self.model, known);
        }
        let own = if is_kept { &mut self.own } else { &mut made };
        if !(memory.is_empty() || own.as_mut().is_some_and(|own| own.restore(memory))) {
            let reason = "the state belongs to another FMU, or was changed".into();
            return Err(Failure::BadArgument { function: "fmi2SetFMUstate", reason });
        }
        if !is_kept {
            self.set_own(made);
        }
        Ok(())
    }

    /// `fmi2DeSerializeFMUstate`.
    pub fn deserialize(&self, bytes: &[u8]) -> Result<Snapshot, Failure> {
        let mut snapshot = self.empty_snapshot();
        self.deserialize_into(bytes, &mut snapshot)?;
        Ok(snapshot)
    }

    /// `fmi2DeSerializeFMUstate` into a snapshot of this model that exists already.
    pub fn deserialize_into(&self, bytes: &[u8], snapshot: &mut Snapshot) -> Result<(), Failure> {
        let wrong =
            |reason: String| Failure::BadArgument { function: "fmi2DeSerializeFMUstate", reason };
        let least = HEADER + 8 * self.least_numbers();
        let more = bytes.len().checked_sub(least);
        if !more.is_some_and(|more| more == 0 || M::OWN_METHOD && more.is_multiple_of(8)) {
            return Err(wrong(format!(
                "the state has {} bytes where this FMU's have {least}{}; it belongs to another FMU",
                bytes.len(),
                if M::OWN_METHOD { " and eight for each number remembered" } else { "" }
            )));
        }
        let damaged = || wrong("the bytes are not a state of this FMU".into());
        snapshot.phase = Phase::from_number(bytes[0]).ok_or_else(damaged)?;
        snapshot.kind = SolverKind::from_item::<M>(i32::from(bytes[1])).ok_or_else(damaged)?;
        snapshot.numbers.clear();
        snapshot.numbers.extend(
            bytes[HEADER..]
                .chunks_exact(8)
                .map(|bytes| f64::from_le_bytes(bytes.try_into().expect("chunks of eight bytes"))),
        );
        Ok(())
    }

    fn empty_snapshot(&self) -> Snapshot {
        let numbers = Vec::with_capacity(self.least_numbers());
        Snapshot { phase: self.phase, kind: self.kind, numbers }
    }

    /// How many numbers a snapshot has besides those that an own method remembers.
    fn least_numbers(&self) -> usize {
        let Layout { y, end, size, .. } = self.layout;
        y + (size - end) + 4 * self.du.len() + 2
    }
}

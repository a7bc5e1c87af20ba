//! Everything an instance is, kept aside: saved, restored, turned into bytes and back.

use super::{Failure, Instance, Phase};
use crate::model::Model;
use crate::solver::SolverKind;

/// A saved state; a run restored from it repeats bit for bit.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot {
    phase: Phase,
    kind: SolverKind,
    /// Values by value reference, input derivatives, u̇ at the end of the last step, last step, solver memory.
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
        let memory = self.solver.as_ref().map_or(0.0, |solver| solver.memory());
        let numbers = self.values.iter().copied().chain(self.inputs.coefficients());
        let numbers = numbers.chain(self.du.iter().copied()).chain([self.last_h, memory]);
        for (place, number) in snapshot.numbers.iter_mut().zip(numbers) {
            *place = number;
        }
    }

    /// `fmi2SetFMUstate`; the solver is built anew only if parameters or solver differ.
    pub fn restore(&mut self, snapshot: &Snapshot) -> Result<(), Failure> {
        let values = &snapshot.numbers[..self.values.len()];
        let rest = &snapshot.numbers[self.values.len()..];
        let (coefficients, rest) = rest.split_at(3 * self.du.len());
        let (du, rest) = rest.split_at(self.du.len());

        let fixed = self.layout.fixed();
        let same = self.kind == snapshot.kind && self.values[fixed.clone()] == values[fixed];
        self.values.copy_from_slice(values);
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
        if bytes.len() != snapshot.size() {
            return Err(wrong(format!(
                "the state has {} bytes where this FMU's have {}; it belongs to another FMU",
                bytes.len(),
                snapshot.size()
            )));
        }
        let damaged = || wrong("the bytes are not a state of this FMU".into());
        snapshot.phase = Phase::from_number(bytes[0]).ok_or_else(damaged)?;
        snapshot.kind = SolverKind::from_item::<M>(i32::from(bytes[1])).ok_or_else(damaged)?;
        for (number, bytes) in snapshot.numbers.iter_mut().zip(bytes[HEADER..].chunks_exact(8)) {
            *number = f64::from_le_bytes(bytes.try_into().expect("chunks of eight bytes"));
        }
        Ok(())
    }

    fn empty_snapshot(&self) -> Snapshot {
        let count = self.values.len() + 4 * self.du.len() + 2;
        Snapshot { phase: self.phase, kind: self.kind, numbers: vec![0.0; count] }
    }
}

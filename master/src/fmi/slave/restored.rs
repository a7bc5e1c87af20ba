//! Whether a restored state is the one that was saved, as far as outputs tell.
//!
//! An FMU may return fmi2OK from fmi2SetFMUstate and do something else, at some times only. Then every
//! run from the saved state is wrong, and nothing else shows it.

use super::{FmuSlave, failed};
use crate::fmi::library::Component;
use crate::fmi::slave::outputs::Outputs;
use coupling::slave::{SlaveError, Slot};

/// How far an output may be from its value when the state was saved, as a part of its largest value so
/// far: what is left where it is found by iteration.
const SAME: f64 = 1e-9;

/// The outputs that belong to saved states.
pub(super) struct Restored {
    /// For each slot; empty where they are not known.
    saved: [Vec<f64>; Slot::COUNT],
    largest: Vec<f64>,
    now: Vec<f64>,
}

impl Restored {
    /// Room for so many outputs.
    pub(super) fn new(outputs: usize) -> Self {
        let zeros = || vec![0.0; outputs];
        let saved = std::array::from_fn(|_| Vec::with_capacity(outputs));
        Self { saved, largest: zeros(), now: zeros() }
    }

    /// Reads the outputs, which belong to the state saved in `slot`.
    #[inline]
    fn keep(&mut self, slot: Slot) {
        for (largest, y) in self.largest.iter_mut().zip(&self.now) {
            *largest = largest.max(y.abs());
        }
        let saved = &mut self.saved[slot as usize];
        saved.clear();
        saved.extend_from_slice(&self.now);
    }

    /// The first output that is not what it was when the state in `slot` was saved.
    #[inline]
    fn changed(&self, slot: Slot) -> Option<usize> {
        let rows = self.saved[slot as usize].iter().zip(&self.now).zip(&self.largest);
        let same = |saved: f64, now: f64, largest: f64| {
            now == saved
                || (now - saved).abs() <= SAME * largest
                || (now.is_nan() && saved.is_nan())
        };
        let mut rows = rows.map(|((saved, now), largest)| same(*saved, *now, *largest));
        rows.position(|same| !same)
    }
}

impl FmuSlave {
    /// Compares the outputs right after every restored state with those at its save.
    #[must_use]
    pub fn comparing_restored_states(mut self) -> Self {
        self.restored = Some(Box::new(Restored::new(self.ports.outputs.len())));
        self
    }

    /// Takes note of the outputs of a state that has just been saved in `slot`.
    #[inline]
    pub(super) fn note_saved(&mut self, slot: Slot) -> Result<(), SlaveError> {
        let Some(restored) = &mut self.restored else { return Ok(()) };
        read(self.stage.component()?, &mut self.outputs, &mut restored.now)?;
        restored.keep(slot);
        Ok(())
    }

    /// An error if the outputs are not those of the state in `slot`, which has just been restored.
    #[inline]
    pub(super) fn verify_restored(&mut self, slot: Slot) -> Result<(), SlaveError> {
        let Some(restored) = &mut self.restored else { return Ok(()) };
        read(self.stage.component()?, &mut self.outputs, &mut restored.now)?;
        match restored.changed(slot) {
            None => Ok(()),
            Some(i) => Err(self.not_restored(slot, i)),
        }
    }

    /// The outputs of the state in `slot` are not known any more.
    pub(super) fn forget_saved(&mut self, slot: Slot) {
        if let Some(restored) = &mut self.restored {
            restored.saved[slot as usize].clear();
        }
    }

    #[cold]
    fn not_restored(&self, slot: Slot, i: usize) -> SlaveError {
        let Some(restored) = &self.restored else { return failed("its state was not restored") };
        failed(format!(
            "its FMU does not restore its state: output \"{}\" was {} when the state was saved and is {} right \
             after fmi2SetFMUstate, so results from here on would be wrong; let no scheme rewind it \
             (scheme.explicit, on_discard = \"stop\"), or skip this comparison with --trust-fmu",
            self.ports.outputs[i].name, restored.saved[slot as usize][i], restored.now[i]
        ))
    }
}

#[inline]
fn read(component: &mut Component, outputs: &mut Outputs, y: &mut [f64]) -> Result<(), SlaveError> {
    match component.unobserved() {
        Some(component) => outputs.get(component, y),
        None => outputs.get(component, y),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outputs_may_differ_by_rounding_of_their_largest_value_and_no_more() {
        let mut restored = Restored::new(2);
        restored.now = vec![1e3, 0.0];
        restored.keep(Slot::Trial);
        restored.now = vec![1.0, f64::NAN];
        restored.keep(Slot::MacroStart);
        assert_eq!(restored.changed(Slot::MacroStart), None);
        restored.now = vec![1.0 + 1e-7, f64::NAN];
        assert_eq!(restored.changed(Slot::MacroStart), None);
        restored.now = vec![1.0 + 1e-5, f64::NAN];
        assert_eq!(restored.changed(Slot::MacroStart), Some(0));
        restored.now = vec![1.0, 0.0];
        assert_eq!(restored.changed(Slot::MacroStart), Some(1));
        assert_eq!(restored.changed(Slot::Retry), None, "nothing is known of it");
    }
}

//! Saved states; they belong to their instance and are freed before it.

use super::Component;
use super::observer::Observation;
use crate::fmi::FmuError;
use fmi2_sys::*;
use std::ptr::null_mut;

/// A saved state of a [`Component`], which owns it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StateId(pub(super) usize);

impl<O: Observation> Component<O> {
    /// Saves the present state, over an earlier one if given.
    #[inline(always)]
    pub fn save_state(&mut self, reuse: Option<StateId>) -> Result<StateId, FmuError> {
        let symbol = "fmi2GetFMUstate";
        let save = self.library.optional(self.library.functions.get_state, symbol)?;
        let mut state = reuse.map_or(Ok(null_mut()), |id| self.state(id))?;
        // SAFETY: the state is null or one that this instance gave before.
        let saved = self.call(symbol, |_, c| unsafe { save(c, &mut state) });
        let id = reuse.unwrap_or(StateId(self.states.len()));
        self.keep(id, state);
        saved.map(|()| id)
    }

    /// Returns to a saved state.
    #[inline(always)]
    pub fn restore_state(&mut self, id: StateId) -> Result<(), FmuError> {
        let symbol = "fmi2SetFMUstate";
        let restore = self.library.optional(self.library.functions.set_state, symbol)?;
        let state = self.state(id)?;
        // SAFETY: the state is one that this instance gave and has not freed.
        self.call(symbol, |_, c| unsafe { restore(c, state) })
    }

    /// Writes a saved state over `bytes`, which are valid for other instances of the same FMU.
    pub fn serialize_state(&mut self, id: StateId, bytes: &mut Vec<u8>) -> Result<(), FmuError> {
        let (size_of, write) = ("fmi2SerializedFMUstateSize", "fmi2SerializeFMUstate");
        let get_size = self.library.optional(self.library.functions.state_size, size_of)?;
        let serialize = self.library.optional(self.library.functions.serialize, write)?;
        let state = self.state(id)?;
        let mut size = 0;
        // SAFETY: the state is one that this instance gave and has not freed.
        self.call(size_of, |_, c| unsafe { get_size(c, state, &mut size) })?;
        bytes.resize(size, 0);
        // SAFETY: the buffer has the size that the FMU asked for.
        self.call(write, |_, c| unsafe { serialize(c, state, bytes.as_mut_ptr().cast(), size) })
    }

    /// The saved state that bytes stand for, in place of an earlier one if given.
    ///
    /// The earlier one is freed: the standard does not say that an FMU may be given it to write over.
    pub fn deserialize_state(
        &mut self,
        bytes: &[u8],
        replaced: Option<StateId>,
    ) -> Result<StateId, FmuError> {
        let symbol = "fmi2DeSerializeFMUstate";
        let read = self.library.optional(self.library.functions.deserialize, symbol)?;
        replaced.map_or(Ok(()), |id| self.free_state(id))?;
        let mut state = null_mut();
        // SAFETY: the buffer has the given length; a null state asks for a new one.
        self.call(symbol, |_, c| unsafe {
            read(c, bytes.as_ptr().cast(), bytes.len(), &mut state)
        })?;
        let id = replaced.unwrap_or(StateId(self.states.len()));
        self.keep(id, state);
        Ok(id)
    }

    /// Frees a saved state; its handle is void afterwards.
    pub fn free_state(&mut self, id: StateId) -> Result<(), FmuError> {
        let symbol = "fmi2FreeFMUstate";
        let free = self.library.optional(self.library.functions.free_state, symbol)?;
        let mut state = self.state(id)?;
        self.states[id.0] = null_mut();
        // SAFETY: the state is one that this instance gave and is forgotten here.
        self.call(symbol, |_, c| unsafe { free(c, &mut state) })
    }

    #[inline(always)]
    fn state(&self, id: StateId) -> Result<fmi2FMUstate, FmuError> {
        let found = self.states.get(id.0).copied().filter(|state| !state.is_null());
        found.ok_or_else(|| FmuError::NoState { instance: self.name().into(), number: id.0 })
    }

    #[inline(always)]
    fn keep(&mut self, id: StateId, state: fmi2FMUstate) {
        if id.0 == self.states.len() {
            self.states.push(null_mut());
        }
        self.states[id.0] = state;
    }

    /// Frees all saved states, before the instance itself is freed.
    pub(super) fn free_states(&mut self) {
        for number in 0..self.states.len() {
            // One that was freed before, or cannot be, is no reason not to free the rest.
            let _ = self.free_state(StateId(number));
        }
    }
}

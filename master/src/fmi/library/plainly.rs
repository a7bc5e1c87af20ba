//! The calls of a macro step where none [needs care](Component::needs_care): that is asked once a step, so
//! that each is little more than a call.

use super::Component;
use super::Functions;
use super::component::DO_STEP;
use super::state::StateId;
use super::values::raw;
use crate::fmi::FmuError;
use crate::fmu::ValueReference;
use fmi2_sys::*;

impl Component {
    /// Sets Real variables, if there are any.
    #[inline(always)]
    pub fn set_real_plainly(
        &mut self,
        vrs: &[ValueReference],
        values: &[f64],
    ) -> Result<(), FmuError> {
        assert!(vrs.len() == values.len(), "one value per variable");
        if vrs.is_empty() {
            return Ok(());
        }
        let (c, set) = (self.handle.as_ptr(), self.library.functions.set_real);
        let in_call = self.slot.note.enter("fmi2SetReal");
        // SAFETY: both slices have the given length.
        let status = unsafe { set(c, raw(vrs), vrs.len(), values.as_ptr()) };
        in_call.leave();
        if status == fmi2OK { Ok(()) } else { self.judge("fmi2SetReal", status) }
    }

    /// Reads Real variables, if there are any.
    #[inline(always)]
    pub fn get_real_plainly(
        &mut self,
        vrs: &[ValueReference],
        values: &mut [f64],
    ) -> Result<(), FmuError> {
        assert!(vrs.len() == values.len(), "one value per variable");
        if vrs.is_empty() {
            return Ok(());
        }
        let (c, get) = (self.handle.as_ptr(), self.library.functions.get_real);
        let in_call = self.slot.note.enter("fmi2GetReal");
        // SAFETY: both slices have the given length.
        let status = unsafe { get(c, raw(vrs), vrs.len(), values.as_mut_ptr()) };
        in_call.leave();
        if status == fmi2OK { Ok(()) } else { self.judge("fmi2GetReal", status) }
    }

    /// Sets time derivatives of Real inputs, if there are any.
    #[inline(always)]
    pub fn set_derivatives_plainly(
        &mut self,
        vrs: &[ValueReference],
        orders: &[i32],
        values: &[f64],
    ) -> Result<(), FmuError> {
        assert!(vrs.len() == orders.len() && vrs.len() == values.len(), "one each per variable");
        if vrs.is_empty() {
            return Ok(());
        }
        let Some(set) = self.library.functions.set_derivatives else {
            return self.set_real_input_derivatives(vrs, orders, values);
        };
        let c = self.handle.as_ptr();
        let in_call = self.slot.note.enter("fmi2SetRealInputDerivatives");
        // SAFETY: all slices have the given length.
        let status = unsafe { set(c, raw(vrs), vrs.len(), orders.as_ptr(), values.as_ptr()) };
        in_call.leave();
        if status == fmi2OK { Ok(()) } else { self.judge("fmi2SetRealInputDerivatives", status) }
    }

    /// Saves the present state over an earlier one and restores it at once.
    #[inline(always)]
    pub fn save_state_plainly(&mut self, id: StateId) -> Result<(), FmuError> {
        let Functions { get_state: Some(save), .. } = self.library.functions else {
            return self.save_state(Some(id)).and_then(|id| self.restore_state(id));
        };
        let c = self.handle.as_ptr();
        let in_call = self.slot.note.enter("fmi2GetFMUstate");
        // SAFETY: the state is one that this instance gave before.
        let status = unsafe { save(c, &mut self.states[id.0]) };
        in_call.leave();
        if status != fmi2OK {
            self.judge("fmi2GetFMUstate", status)?;
        }
        self.restore_state_plainly(id)
    }

    /// Returns to a saved state.
    #[inline(always)]
    pub fn restore_state_plainly(&mut self, id: StateId) -> Result<(), FmuError> {
        let (c, state) = (self.handle.as_ptr(), self.states[id.0]);
        let Some(restore) = self.library.functions.set_state.filter(|_| !state.is_null()) else {
            return self.restore_state(id);
        };
        let in_call = self.slot.note.enter("fmi2SetFMUstate");
        // SAFETY: the state is one that this instance gave and has not freed.
        let status = unsafe { restore(c, state) };
        in_call.leave();
        if status == fmi2OK { Ok(()) } else { self.judge("fmi2SetFMUstate", status) }
    }

    /// As [`do_step`](Self::do_step).
    #[inline(always)]
    pub fn do_step_plainly(&mut self, t: f64, h: f64, no_rewind: bool) -> Result<(), FmuError> {
        let (c, step) = (self.handle.as_ptr(), self.library.functions.do_step);
        let in_call = self.slot.note.enter(DO_STEP);
        // SAFETY: plain numbers.
        let status = unsafe { step(c, t, h, no_rewind.into()) };
        in_call.leave();
        if status == fmi2OK { Ok(()) } else { self.judge_step(t, status) }
    }
}

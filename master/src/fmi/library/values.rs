//! Reading and setting variables and their derivatives; nothing is called where there are none.

use super::Component;
use super::observer::{Observation, Read, Set};
use super::text::{c_string, text};
use crate::fmi::FmuError;
use crate::fmu::ValueReference;
use fmi2_sys::*;

/// The numbers of variables as C takes them.
#[inline(always)]
fn raw(vrs: &[ValueReference]) -> *const fmi2ValueReference {
    vrs.as_ptr().cast()
}

impl<O: Observation> Component<O> {
    /// Reads Real variables.
    #[inline(always)]
    pub fn get_real(&mut self, vrs: &[ValueReference], values: &mut [f64]) -> Result<(), FmuError> {
        assert!(vrs.len() == values.len(), "one value per variable");
        if vrs.is_empty() {
            return Ok(());
        }
        // SAFETY: both slices have the given length.
        self.call_with("fmi2GetReal", Read(vrs, values), |f, c, Read(vrs, values)| unsafe {
            (f.get_real)(c, raw(vrs), vrs.len(), values.as_mut_ptr())
        })
    }

    /// Sets Real variables.
    #[inline(always)]
    pub fn set_real(&mut self, vrs: &[ValueReference], values: &[f64]) -> Result<(), FmuError> {
        assert!(vrs.len() == values.len(), "one value per variable");
        if vrs.is_empty() {
            return Ok(());
        }
        // SAFETY: both slices have the given length.
        self.call_with("fmi2SetReal", Set(vrs, values), |f, c, _| unsafe {
            (f.set_real)(c, raw(vrs), vrs.len(), values.as_ptr())
        })
    }

    /// Reads Integer variables.
    pub fn get_integer(
        &mut self,
        vrs: &[ValueReference],
        values: &mut [i32],
    ) -> Result<(), FmuError> {
        assert!(vrs.len() == values.len(), "one value per variable");
        if vrs.is_empty() {
            return Ok(());
        }
        // SAFETY: both slices have the given length.
        self.call_with("fmi2GetInteger", Read(vrs, values), |f, c, Read(vrs, values)| unsafe {
            (f.get_integer)(c, raw(vrs), vrs.len(), values.as_mut_ptr())
        })
    }

    /// Sets Integer variables.
    pub fn set_integer(&mut self, vrs: &[ValueReference], values: &[i32]) -> Result<(), FmuError> {
        assert!(vrs.len() == values.len(), "one value per variable");
        if vrs.is_empty() {
            return Ok(());
        }
        // SAFETY: both slices have the given length.
        self.call_with("fmi2SetInteger", Set(vrs, values), |f, c, _| unsafe {
            (f.set_integer)(c, raw(vrs), vrs.len(), values.as_ptr())
        })
    }

    /// Reads Boolean variables (0 or 1).
    pub fn get_boolean(
        &mut self,
        vrs: &[ValueReference],
        values: &mut [fmi2Boolean],
    ) -> Result<(), FmuError> {
        assert!(vrs.len() == values.len(), "one value per variable");
        if vrs.is_empty() {
            return Ok(());
        }
        // SAFETY: both slices have the given length.
        self.call_with("fmi2GetBoolean", Read(vrs, values), |f, c, Read(vrs, values)| unsafe {
            (f.get_boolean)(c, raw(vrs), vrs.len(), values.as_mut_ptr())
        })
    }

    /// Sets Boolean variables (0 or 1).
    pub fn set_boolean(
        &mut self,
        vrs: &[ValueReference],
        values: &[fmi2Boolean],
    ) -> Result<(), FmuError> {
        assert!(vrs.len() == values.len(), "one value per variable");
        if vrs.is_empty() {
            return Ok(());
        }
        // SAFETY: both slices have the given length.
        self.call_with("fmi2SetBoolean", Set(vrs, values), |f, c, _| unsafe {
            (f.set_boolean)(c, raw(vrs), vrs.len(), values.as_ptr())
        })
    }

    /// Reads a String variable.
    pub fn get_string(&mut self, vr: ValueReference) -> Result<String, FmuError> {
        let mut value: fmi2String = std::ptr::null();
        let shown = format_args!("#{vr}");
        // SAFETY: one reference and one place for a string.
        self.call_with("fmi2GetString", shown, |f, c, _| unsafe {
            (f.get_string)(c, raw(&[vr]), 1, &mut value)
        })?;
        // SAFETY: the string stays valid until the next call; it is copied at once.
        Ok(unsafe { text(value) })
    }

    /// Sets a String variable.
    pub fn set_string(&mut self, vr: ValueReference, value: &str) -> Result<(), FmuError> {
        let value = c_string(self.name(), value)?;
        // SAFETY: one reference and one string; the FMU copies it.
        self.call_with("fmi2SetString", Set(&[vr], &[&value]), |f, c, _| unsafe {
            (f.set_string)(c, raw(&[vr]), 1, &value.as_ptr())
        })
    }

    /// Sets time derivatives of Real inputs, one order per entry, for the next step.
    #[inline(always)]
    pub fn set_real_input_derivatives(
        &mut self,
        vrs: &[ValueReference],
        orders: &[i32],
        values: &[f64],
    ) -> Result<(), FmuError> {
        assert!(vrs.len() == orders.len() && vrs.len() == values.len(), "one each per variable");
        if vrs.is_empty() {
            return Ok(());
        }
        let symbol = "fmi2SetRealInputDerivatives";
        let set = self.library.optional(self.library.functions.set_derivatives, symbol)?;
        // SAFETY: all slices have the given length.
        self.call_with(symbol, Set(vrs, values), |_, c, _| unsafe {
            set(c, raw(vrs), vrs.len(), orders.as_ptr(), values.as_ptr())
        })
    }

    /// Reads time derivatives of Real outputs, one order per entry.
    pub fn get_real_output_derivatives(
        &mut self,
        vrs: &[ValueReference],
        orders: &[i32],
        values: &mut [f64],
    ) -> Result<(), FmuError> {
        assert!(vrs.len() == orders.len() && vrs.len() == values.len(), "one each per variable");
        if vrs.is_empty() {
            return Ok(());
        }
        let symbol = "fmi2GetRealOutputDerivatives";
        let get = self.library.optional(self.library.functions.get_derivatives, symbol)?;
        // SAFETY: all slices have the given length.
        self.call_with(symbol, Read(vrs, values), |_, c, Read(vrs, values)| unsafe {
            get(c, raw(vrs), vrs.len(), orders.as_ptr(), values.as_mut_ptr())
        })
    }

    /// The change of `unknowns` for a change `seed` of `knowns`.
    pub fn directional_derivative(
        &mut self,
        unknowns: &[ValueReference],
        knowns: &[ValueReference],
        seed: &[f64],
        change: &mut [f64],
    ) -> Result<(), FmuError> {
        assert!(unknowns.len() == change.len() && knowns.len() == seed.len(), "sizes agree");
        let symbol = "fmi2GetDirectionalDerivative";
        let get = self.library.optional(self.library.functions.directional, symbol)?;
        let (z, v) = (raw(unknowns), raw(knowns));
        // SAFETY: the slices have the given lengths.
        self.call_with(symbol, Read(unknowns, change), |_, c, Read(_, change)| unsafe {
            get(c, z, unknowns.len(), v, knowns.len(), seed.as_ptr(), change.as_mut_ptr())
        })
    }
}

//! Strings between Rust and C.

use crate::fmi::FmuError;
use std::ffi::{CStr, CString, c_char};

/// The text of a C string that may be null.
///
/// # Safety
/// The pointer is null or points to a string that ends with a zero byte.
pub unsafe fn text(pointer: *const c_char) -> String {
    if pointer.is_null() {
        return String::new();
    }
    // SAFETY: as required from the caller.
    unsafe { CStr::from_ptr(pointer) }.to_string_lossy().into_owned()
}

/// A text as C wants it.
pub fn c_string(instance: &str, text: &str) -> Result<CString, FmuError> {
    CString::new(text)
        .map_err(|_| FmuError::ZeroByte { instance: instance.into(), text: text.into() })
}

//! What an FMU shares with the master and with other FMUs, and must find and leave as it was: how numbers are
//! rounded, the working directory, the decimal point.

use std::path::PathBuf;

/// Puts the arithmetic of this thread back, if an FMU has changed it: rounding, subnormal numbers, traps.
///
/// To look costs about a nanosecond.
#[inline(always)]
pub fn put_arithmetic_back() {
    if arithmetic::is_changed() {
        arithmetic::put_back();
    }
}

/// What [`put_arithmetic_back`] does not look after, as it was; put back when this is dropped.
pub struct Surroundings {
    folder: Option<PathBuf>,
    #[cfg(unix)]
    locale: std::ffi::CString,
}

impl Surroundings {
    /// Keeps in mind how things are.
    pub fn keep() -> Self {
        Self {
            folder: std::env::current_dir().ok(),
            #[cfg(unix)]
            locale: locale::of_numbers(),
        }
    }
}

impl Drop for Surroundings {
    fn drop(&mut self) {
        arithmetic::put_back();
        #[cfg(unix)]
        if locale::of_numbers() != self.locale {
            locale::set_of_numbers(&self.locale);
        }
        let folder = self
            .folder
            .take()
            .filter(|folder| std::env::current_dir().ok().as_ref() != Some(folder));
        // A folder that has been removed meanwhile cannot be returned to.
        let _ = folder.map(std::env::set_current_dir);
    }
}

#[cfg(unix)]
mod locale {
    use std::ffi::{CStr, CString};
    use std::ptr::null;

    /// The locale by which C reads and writes numbers.
    pub fn of_numbers() -> CString {
        // SAFETY: null asks for the present one; the text is copied before anybody can change it.
        let name = unsafe { libc::setlocale(libc::LC_NUMERIC, null()) };
        if name.is_null() {
            return CString::default();
        }
        // SAFETY: a text of the C library, which ends with a zero byte.
        unsafe { CStr::from_ptr(name) }.to_owned()
    }

    pub fn set_of_numbers(name: &CStr) {
        // SAFETY: the text outlives the call.
        unsafe { libc::setlocale(libc::LC_NUMERIC, name.as_ptr()) };
    }
}

#[cfg(target_arch = "x86_64")]
mod arithmetic {
    use std::arch::asm;

    /// Every exception masked, to nearest, subnormal numbers kept; the lowest bits are flags and may be set.
    const CONTROL: u32 = 0x1f80;
    const FLAGS: u32 = 0x3f;
    /// Every exception masked, to nearest, with all digits: the control word of the old (x87) unit.
    const OLD_UNIT: u16 = 0x037f;

    #[inline(always)]
    pub fn is_changed() -> bool {
        let mut control = 0_u32;
        // SAFETY: stores four bytes.
        unsafe {
            asm!("stmxcsr [{}]", in(reg) &mut control, options(nostack, preserves_flags));
        }
        control & !FLAGS != CONTROL
    }

    #[cold]
    pub fn put_back() {
        // SAFETY: both are the values with which every thread begins, and which compiled code expects.
        unsafe {
            asm!("ldmxcsr [{}]", in(reg) &CONTROL, options(nostack, preserves_flags));
            asm!("fldcw [{}]", in(reg) &OLD_UNIT, options(nostack, preserves_flags));
        }
    }
}

#[cfg(target_arch = "aarch64")]
mod arithmetic {
    use std::arch::asm;

    #[inline(always)]
    pub fn is_changed() -> bool {
        let control: u64;
        // SAFETY: reads a register.
        unsafe { asm!("mrs {}, fpcr", out(reg) control, options(nomem, nostack, preserves_flags)) };
        control != 0
    }

    #[cold]
    pub fn put_back() {
        // SAFETY: the value with which every thread begins, and which compiled code expects.
        unsafe { asm!("msr fpcr, {}", in(reg) 0_u64, options(nomem, nostack, preserves_flags)) };
    }
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
mod arithmetic {
    pub fn is_changed() -> bool {
        false
    }

    pub fn put_back() {}
}

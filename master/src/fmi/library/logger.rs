//! The callbacks that an FMU is given.

use super::text::text;
use crate::fmi::log::Journal;
use fmi2_sys::*;
use std::ffi::{c_char, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

unsafe extern "C" {
    fn macrostep_fmi2_logger(
        environment: fmi2ComponentEnvironment,
        instance: fmi2String,
        status: fmi2Status,
        category: fmi2String,
        message: fmi2String,
        ...
    );
    fn calloc(count: usize, size: usize) -> *mut c_void;
    fn free(memory: *mut c_void);
}

/// What `componentEnvironment` points to; the C logger calls its first member.
#[repr(C)]
pub struct Environment {
    sink: unsafe extern "C" fn(*mut c_void, fmi2Status, *const c_char, *const c_char),
    /// Where the messages of the instance go.
    pub journal: Journal,
}

unsafe extern "C" fn sink(
    environment: *mut c_void,
    status: fmi2Status,
    category: *const c_char,
    message: *const c_char,
) {
    // A panic must not cross into C; a message lost to one is the smaller harm.
    let _ = catch_unwind(AssertUnwindSafe(|| {
        // SAFETY: the logger passes the environment it was given, which lives as long as the
        // instance, and two strings of its own.
        let (environment, category, message) =
            unsafe { (&*environment.cast::<Environment>(), text(category), text(message)) };
        environment.journal.log(status.into(), category, message);
    }));
}

impl Environment {
    /// An environment that reports to a journal.
    pub fn new(journal: Journal) -> Arc<Self> {
        Arc::new(Self { sink, journal })
    }

    /// The callbacks for an FMU; the environment must outlive their use.
    pub fn callbacks(self: &Arc<Self>) -> fmi2CallbackFunctions {
        fmi2CallbackFunctions {
            logger: Some(macrostep_fmi2_logger),
            allocateMemory: Some(calloc),
            freeMemory: Some(free),
            stepFinished: None,
            componentEnvironment: Arc::as_ptr(self).cast_mut().cast(),
        }
    }
}

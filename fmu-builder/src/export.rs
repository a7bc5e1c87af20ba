//! The C functions of FMI 2.0 over any [`Model`].
//!
//! Each is thin: pointers become slices, results become a status and a log message, and a panic of
//! the model becomes an error. What an FMU does is in [`runtime`](crate::runtime). The macro
//! [`export_fmu!`](crate::export_fmu) holds the table of the functions, in the standard's order.
//!
//! Who guarantees what: the importer passes component pointers it got from `fmi2Instantiate` and
//! has not freed, uses an instance from one thread at a time, and passes arrays of the lengths it
//! states (FMI 2.0.4, section 2.1). Everything below relies on that and on nothing else.
#![allow(unsafe_code)]
#![allow(clippy::missing_safety_doc)]

use std::ffi::{CStr, CString};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::slice::{from_raw_parts, from_raw_parts_mut};

use fmi2_sys::*;

use crate::check::check_as;
use crate::description::{LOG_DISCARD, LOG_ERROR, describe_as, fingerprint};
use crate::model::Model;
use crate::panics;
use crate::runtime::{Failure, Instance, Interface, Snapshot};
use crate::structural::{Structural, folder};

/// The types of FMI, for the expansion of the macro.
pub use fmi2_sys;

/// The name of the symbol that returns the model description.
pub const DESCRIPTION_SYMBOL: &str = "fmu_builder_model_description";

/// The name of the symbol that returns what is wrong with the model, a line each.
pub const PROBLEMS_SYMBOL: &str = "fmu_builder_model_problems";

/// An instance with the way to report messages.
struct Component<M> {
    instance: Instance<M>,
    reporter: Reporter,
}

/// The importer's logger for one instance.
struct Reporter {
    name: CString,
    functions: fmi2CallbackFunctions,
}

impl Reporter {
    fn report(&self, status: fmi2Status, message: &str) {
        let category = if status == fmi2Discard { LOG_DISCARD } else { LOG_ERROR };
        let (category, message) = (c_string(category), c_string(message));
        if let Some(log) = self.functions.logger {
            let environment = self.functions.componentEnvironment;
            let (name, format) = (self.name.as_ptr(), c"%s".as_ptr());
            // SAFETY: the importer's function; all strings live until it returns, and the format
            // takes the one string that follows.
            unsafe { log(environment, name, status, category.as_ptr(), format, message.as_ptr()) };
        }
    }
}

/// A string for C; a zero byte within ends it early.
pub fn c_string(text: &str) -> CString {
    let end = text.find('\0').unwrap_or(text.len());
    CString::new(&text[..end]).expect("cut before the first zero byte")
}

/// Runs `act` on the instance; failures and panics are reported and become a status.
pub unsafe fn call<M: Model>(
    function: &'static str,
    c: fmi2Component,
    act: impl FnOnce(&mut Instance<M>) -> Result<(), Failure>,
) -> fmi2Status {
    // SAFETY: a component made by `instantiate::<M>`, used by one thread at a time, or null.
    let Some(component) = (unsafe { c.cast::<Component<M>>().as_mut() }) else { return fmi2Error };
    let failure = match catch_unwind(AssertUnwindSafe(|| act(&mut component.instance))) {
        Ok(Ok(())) => return fmi2OK,
        Ok(Err(failure)) => failure,
        Err(panic) => {
            component.instance.fail();
            Failure::Panicked { function, message: panics::message(&*panic) }
        }
    };
    let status = if matches!(failure, Failure::Refused { .. }) { fmi2Discard } else { fmi2Error };
    component.reporter.report(status, &failure.to_string());
    status
}

/// Describes a model with the structural parameters in a folder of resources; panics while it is tried, which are caught,
/// write nothing.
pub unsafe fn description<M: Model>(resources: fmi2String) -> CString {
    // SAFETY: a string that ends with a zero byte, or null.
    let structural = structural(unsafe { text(resources) }).unwrap_or_default();
    c_string(&panics::quietly(|| describe_as::<M>(&structural).xml))
}

/// What is wrong with such a model, a line each; nothing if it can be exported.
pub unsafe fn problems<M: Model>(resources: fmi2String) -> CString {
    // SAFETY: as above.
    match structural(unsafe { text(resources) }) {
        Ok(structural) => c_string(&panics::quietly(|| check_as::<M>(&structural)).join("\n")),
        Err(reason) => c_string(&reason),
    }
}

/// A string of the importer, which ends with a zero byte; null stands for an empty one.
unsafe fn text<'a>(text: fmi2String) -> &'a CStr {
    // SAFETY: as said.
    if text.is_null() { c"" } else { unsafe { CStr::from_ptr(text) } }
}

/// The structural parameters that an FMU keeps in its resources.
fn structural(resources: &CStr) -> Result<Structural, String> {
    let Some(folder) = resources.to_str().ok().and_then(folder) else {
        return Ok(Structural::default());
    };
    let unread = |error| {
        format!("the structural parameters in {} cannot be read: {error}", folder.display())
    };
    Structural::read(&folder).map_err(unread)
}

/// An array of the importer; the pointer may be null only if the array is empty.
pub unsafe fn array<'a, T>(start: *const T, count: usize) -> &'a [T] {
    if count == 0 {
        return &[];
    }
    assert!(!start.is_null(), "the importer passed a null pointer for {count} values");
    // SAFETY: the importer guarantees `count` values at `start` for the duration of the call.
    unsafe { from_raw_parts(start, count) }
}

/// An array of the importer to write to; the pointer may be null only if the array is empty.
pub unsafe fn array_mut<'a, T>(start: *mut T, count: usize) -> &'a mut [T] {
    if count == 0 {
        return &mut [];
    }
    assert!(!start.is_null(), "the importer passed a null pointer for {count} values");
    // SAFETY: the importer guarantees room for `count` values at `start`, used by nobody else
    // during the call.
    unsafe { from_raw_parts_mut(start, count) }
}

/// A place of the importer for one result.
pub unsafe fn place<'a, T>(pointer: *mut T) -> &'a mut T {
    // SAFETY: as for `array_mut` with one value.
    unsafe { &mut array_mut(pointer, 1)[0] }
}

/// `fmi2Instantiate`; null if the GUID is not that of the description.
pub unsafe fn instantiate<M: Model>(
    name: fmi2String,
    fmu_type: fmi2Type,
    guid: fmi2String,
    resources: fmi2String,
    functions: *const fmi2CallbackFunctions,
) -> fmi2Component {
    // SAFETY: strings of the importer end with a zero byte; null is allowed for here.
    let text = |s: fmi2String| unsafe { text(s) };
    // SAFETY: the importer's callbacks, or null.
    let Some(functions) = (unsafe { functions.as_ref() }) else { return std::ptr::null_mut() };
    let reporter = Reporter { name: text(name).into(), functions: *functions };
    let made = catch_unwind(AssertUnwindSafe(|| {
        let structural = structural(text(resources))?;
        let own = fingerprint::<M>(&structural);
        if text(guid).to_bytes() != own.as_bytes() {
            let given = text(guid).to_string_lossy().into_owned();
            return Err(format!(
                "fmi2Instantiate: the GUID {given:?} is not {own:?}; modelDescription.xml and library do not belong together, export the FMU again"
            ));
        }
        let exchange = fmu_type == fmi2ModelExchange;
        let kind = if exchange { Interface::ModelExchange } else { Interface::CoSimulation };
        let instance = Instance::<M>::structured(kind, &structural);
        if !instance.is_offered() {
            return Err("fmi2Instantiate: a model with events is for co-simulation only".into());
        }
        Ok(instance)
    }));
    match made.unwrap_or_else(|panic| Err(panics::message(&*panic))) {
        Ok(instance) => Box::into_raw(Box::new(Component { instance, reporter })).cast(),
        Err(message) => {
            reporter.report(fmi2Error, &message);
            std::ptr::null_mut()
        }
    }
}

/// `fmi2FreeInstance`; null is allowed.
pub unsafe fn free_instance<M: Model>(c: fmi2Component) {
    if !c.is_null() {
        // SAFETY: made by `instantiate::<M>` with `Box::into_raw`, and not freed before.
        drop(unsafe { Box::from_raw(c.cast::<Component<M>>()) });
    }
}

/// `fmi2GetFMUstate`: into the state that is there, or a new one.
pub unsafe fn save<M: Model>(instance: &Instance<M>, state: *mut fmi2FMUstate) {
    // SAFETY: a place of the importer that holds null or a state made here and not freed.
    let state = unsafe { place(state) };
    match unsafe { state.cast::<Snapshot>().as_mut() } {
        Some(snapshot) => instance.save(snapshot),
        None => *state = Box::into_raw(Box::new(instance.snapshot())).cast(),
    }
}

/// A state made by [`save`] or [`keep`] and not freed.
pub unsafe fn snapshot<'a>(state: fmi2FMUstate) -> &'a Snapshot {
    // SAFETY: the importer passes a state it got from this instance, or null.
    unsafe { state.cast::<Snapshot>().as_ref() }.expect("the importer passed a null state")
}

/// `fmi2DeSerializeFMUstate`: hands a state to the importer, in place of one that is there.
pub unsafe fn keep(snapshot: Snapshot, state: *mut fmi2FMUstate) {
    // SAFETY: as in `free_state`.
    unsafe { free_state(state) };
    // SAFETY: a place of the importer.
    *unsafe { place(state) } = Box::into_raw(Box::new(snapshot)).cast();
}

/// `fmi2FreeFMUstate`; null is allowed.
pub unsafe fn free_state(state: *mut fmi2FMUstate) {
    // SAFETY: a place of the importer that holds null or a state made here and not freed.
    let state = unsafe { place(state) };
    if !state.is_null() {
        drop(unsafe { Box::from_raw(state.cast::<Snapshot>()) });
        *state = std::ptr::null_mut();
    }
}

/// `fmi2GetBoolean`.
pub fn get_boolean<M: Model>(
    instance: &mut Instance<M>,
    references: &[fmi2ValueReference],
    values: &mut [fmi2Boolean],
) -> Result<(), Failure> {
    for (reference, value) in references.iter().zip(values) {
        let mut found = [false];
        instance.get_boolean(&[*reference], &mut found)?;
        *value = if found[0] { fmi2True } else { fmi2False };
    }
    Ok(())
}

/// `fmi2SetBoolean`.
pub fn set_boolean<M: Model>(
    instance: &mut Instance<M>,
    references: &[fmi2ValueReference],
    values: &[fmi2Boolean],
) -> Result<(), Failure> {
    let mut pairs = references.iter().zip(values);
    pairs.try_for_each(|(at, value)| instance.set_boolean(&[*at], &[*value != fmi2False]))
}

/// No variables of this type: only an empty list can be set or read.
pub fn no_variables(
    function: &'static str,
    kind: &'static str,
    references: &[fmi2ValueReference],
) -> Result<(), Failure> {
    let unknown = |reference| Err(Failure::UnknownReference { function, kind, reference });
    references.first().map_or(Ok(()), |reference| unknown(*reference))
}

/// The answer to questions about steps in the background, which there are none of.
pub fn never_pending(function: &'static str) -> Result<(), Failure> {
    let reason = "steps are never computed in the background".into();
    Err(Failure::BadArgument { function, reason })
}

/// Asks a built library for its model description, or for what is wrong with its model, with the structural parameters in a
/// folder of resources.
#[cfg(feature = "cli")]
pub fn ask(
    library: &std::path::Path,
    symbol: &str,
    resources: &std::path::Path,
) -> Result<String, libloading::Error> {
    let resources = c_string(&format!("file://{}", resources.display()));
    // SAFETY: the library was just built from a model; loading it runs no code of its own, and both
    // symbols are functions of this type that `export_fmu!` defines.
    unsafe {
        let library = libloading::Library::new(library)?;
        let ask: libloading::Symbol<unsafe extern "C" fn(fmi2String) -> fmi2String> =
            library.get(symbol.as_bytes())?;
        Ok(CStr::from_ptr(ask(resources.as_ptr())).to_string_lossy().into_owned())
    }
}

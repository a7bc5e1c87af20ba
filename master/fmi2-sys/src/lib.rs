//! The C types and function signatures of FMI 2.0, in the names and the order of its three header
//! files (`fmi2TypesPlatform.h`, `fmi2FunctionTypes.h`, `fmi2Functions.h`); no logic.
//!
//! Enumerations are integers with constants: a C library may return any number, and a Rust enum
//! with an unlisted value would be undefined behaviour.
#![allow(non_camel_case_types, non_upper_case_globals, non_snake_case)]

use std::ffi::{c_char, c_double, c_int, c_uint, c_void};

// fmi2TypesPlatform.h

/// The name of this set of types, as `fmi2GetTypesPlatform` returns it.
pub const fmi2TypesPlatform: &str = "default";

/// An instance of an FMU; owned by the FMU.
pub type fmi2Component = *mut c_void;
/// The importer's own data, handed back in callbacks.
pub type fmi2ComponentEnvironment = *mut c_void;
/// A saved state; owned by the FMU.
pub type fmi2FMUstate = *mut c_void;
/// The handle of a variable.
pub type fmi2ValueReference = c_uint;
/// A real number.
pub type fmi2Real = c_double;
/// An integer.
pub type fmi2Integer = c_int;
/// A truth value: [`fmi2True`] or [`fmi2False`].
pub type fmi2Boolean = c_int;
/// A character of a UTF-8 string.
pub type fmi2Char = c_char;
/// A zero-terminated UTF-8 string.
pub type fmi2String = *const fmi2Char;
/// A byte of a serialised state.
pub type fmi2Byte = c_char;

/// True.
pub const fmi2True: fmi2Boolean = 1;
/// False.
pub const fmi2False: fmi2Boolean = 0;

// fmi2FunctionTypes.h: type definitions

/// What a function call came to.
pub type fmi2Status = c_int;
/// All well.
pub const fmi2OK: fmi2Status = 0;
/// Not quite right, but the computation can go on.
pub const fmi2Warning: fmi2Status = 1;
/// Refused; for a step, a shorter one may succeed.
pub const fmi2Discard: fmi2Status = 2;
/// This instance cannot go on.
pub const fmi2Error: fmi2Status = 3;
/// No instance of this FMU can go on, and no function may be called any more.
pub const fmi2Fatal: fmi2Status = 4;
/// The step is computed in the background.
pub const fmi2Pending: fmi2Status = 5;

/// Which interface an instance is made for.
pub type fmi2Type = c_int;
/// Model exchange: the importer integrates.
pub const fmi2ModelExchange: fmi2Type = 0;
/// Co-simulation: the FMU integrates itself.
pub const fmi2CoSimulation: fmi2Type = 1;

/// Which status the functions `fmi2Get…Status` ask for.
pub type fmi2StatusKind = c_int;
/// The status of the step computed in the background.
pub const fmi2DoStepStatus: fmi2StatusKind = 0;
/// What the pending step is doing, in words.
pub const fmi2PendingStatus: fmi2StatusKind = 1;
/// The time up to which the last step succeeded.
pub const fmi2LastSuccessfulTime: fmi2StatusKind = 2;
/// Whether the FMU wants to end the simulation.
pub const fmi2Terminated: fmi2StatusKind = 3;

/// Reports a message; `message` is a printf format for the arguments after it.
pub type fmi2CallbackLogger = Option<
    unsafe extern "C" fn(
        componentEnvironment: fmi2ComponentEnvironment,
        instanceName: fmi2String,
        status: fmi2Status,
        category: fmi2String,
        message: fmi2String,
        ...
    ),
>;
/// Allocates `nobj` objects of `size` bytes, all zero.
pub type fmi2CallbackAllocateMemory =
    Option<unsafe extern "C" fn(nobj: usize, size: usize) -> *mut c_void>;
/// Frees what [`fmi2CallbackAllocateMemory`] gave.
pub type fmi2CallbackFreeMemory = Option<unsafe extern "C" fn(obj: *mut c_void)>;
/// Reports the end of a step computed in the background.
pub type fmi2StepFinished = Option<
    unsafe extern "C" fn(componentEnvironment: fmi2ComponentEnvironment, status: fmi2Status),
>;

/// The functions of the importer that an FMU may call.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct fmi2CallbackFunctions {
    /// Reports messages.
    pub logger: fmi2CallbackLogger,
    /// Allocates memory.
    pub allocateMemory: fmi2CallbackAllocateMemory,
    /// Frees memory.
    pub freeMemory: fmi2CallbackFreeMemory,
    /// Reports the end of an asynchronous step; null for synchronous ones.
    pub stepFinished: fmi2StepFinished,
    /// Handed back to `logger` and `stepFinished`.
    pub componentEnvironment: fmi2ComponentEnvironment,
}

/// What `fmi2NewDiscreteStates` reports (model exchange).
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct fmi2EventInfo {
    /// Another event iteration is needed.
    pub newDiscreteStatesNeeded: fmi2Boolean,
    /// The FMU wants to end the simulation.
    pub terminateSimulation: fmi2Boolean,
    /// The nominal values of the states have changed.
    pub nominalsOfContinuousStatesChanged: fmi2Boolean,
    /// The states have changed.
    pub valuesOfContinuousStatesChanged: fmi2Boolean,
    /// `nextEventTime` holds.
    pub nextEventTimeDefined: fmi2Boolean,
    /// When the next time event happens.
    pub nextEventTime: fmi2Real,
}

// fmi2FunctionTypes.h: common functions

/// `fmi2GetTypesPlatform`.
pub type fmi2GetTypesPlatformTYPE = unsafe extern "C-unwind" fn() -> fmi2String;
/// `fmi2GetVersion`.
pub type fmi2GetVersionTYPE = unsafe extern "C-unwind" fn() -> fmi2String;
/// `fmi2SetDebugLogging`.
pub type fmi2SetDebugLoggingTYPE = unsafe extern "C-unwind" fn(
    c: fmi2Component,
    loggingOn: fmi2Boolean,
    nCategories: usize,
    categories: *const fmi2String,
) -> fmi2Status;
/// `fmi2Instantiate`.
pub type fmi2InstantiateTYPE = unsafe extern "C-unwind" fn(
    instanceName: fmi2String,
    fmuType: fmi2Type,
    fmuGUID: fmi2String,
    fmuResourceLocation: fmi2String,
    functions: *const fmi2CallbackFunctions,
    visible: fmi2Boolean,
    loggingOn: fmi2Boolean,
) -> fmi2Component;
/// `fmi2FreeInstance`.
pub type fmi2FreeInstanceTYPE = unsafe extern "C-unwind" fn(c: fmi2Component);
/// `fmi2SetupExperiment`.
pub type fmi2SetupExperimentTYPE = unsafe extern "C-unwind" fn(
    c: fmi2Component,
    toleranceDefined: fmi2Boolean,
    tolerance: fmi2Real,
    startTime: fmi2Real,
    stopTimeDefined: fmi2Boolean,
    stopTime: fmi2Real,
) -> fmi2Status;
/// `fmi2EnterInitializationMode`.
pub type fmi2EnterInitializationModeTYPE =
    unsafe extern "C-unwind" fn(c: fmi2Component) -> fmi2Status;
/// `fmi2ExitInitializationMode`.
pub type fmi2ExitInitializationModeTYPE =
    unsafe extern "C-unwind" fn(c: fmi2Component) -> fmi2Status;
/// `fmi2Terminate`.
pub type fmi2TerminateTYPE = unsafe extern "C-unwind" fn(c: fmi2Component) -> fmi2Status;
/// `fmi2Reset`.
pub type fmi2ResetTYPE = unsafe extern "C-unwind" fn(c: fmi2Component) -> fmi2Status;
/// `fmi2GetReal`.
pub type fmi2GetRealTYPE = unsafe extern "C-unwind" fn(
    c: fmi2Component,
    vr: *const fmi2ValueReference,
    nvr: usize,
    value: *mut fmi2Real,
) -> fmi2Status;
/// `fmi2GetInteger`.
pub type fmi2GetIntegerTYPE = unsafe extern "C-unwind" fn(
    c: fmi2Component,
    vr: *const fmi2ValueReference,
    nvr: usize,
    value: *mut fmi2Integer,
) -> fmi2Status;
/// `fmi2GetBoolean`.
pub type fmi2GetBooleanTYPE = unsafe extern "C-unwind" fn(
    c: fmi2Component,
    vr: *const fmi2ValueReference,
    nvr: usize,
    value: *mut fmi2Boolean,
) -> fmi2Status;
/// `fmi2GetString`.
pub type fmi2GetStringTYPE = unsafe extern "C-unwind" fn(
    c: fmi2Component,
    vr: *const fmi2ValueReference,
    nvr: usize,
    value: *mut fmi2String,
) -> fmi2Status;
/// `fmi2SetReal`.
pub type fmi2SetRealTYPE = unsafe extern "C-unwind" fn(
    c: fmi2Component,
    vr: *const fmi2ValueReference,
    nvr: usize,
    value: *const fmi2Real,
) -> fmi2Status;
/// `fmi2SetInteger`.
pub type fmi2SetIntegerTYPE = unsafe extern "C-unwind" fn(
    c: fmi2Component,
    vr: *const fmi2ValueReference,
    nvr: usize,
    value: *const fmi2Integer,
) -> fmi2Status;
/// `fmi2SetBoolean`.
pub type fmi2SetBooleanTYPE = unsafe extern "C-unwind" fn(
    c: fmi2Component,
    vr: *const fmi2ValueReference,
    nvr: usize,
    value: *const fmi2Boolean,
) -> fmi2Status;
/// `fmi2SetString`.
pub type fmi2SetStringTYPE = unsafe extern "C-unwind" fn(
    c: fmi2Component,
    vr: *const fmi2ValueReference,
    nvr: usize,
    value: *const fmi2String,
) -> fmi2Status;
/// `fmi2GetFMUstate`.
pub type fmi2GetFMUstateTYPE =
    unsafe extern "C-unwind" fn(c: fmi2Component, FMUstate: *mut fmi2FMUstate) -> fmi2Status;
/// `fmi2SetFMUstate`.
pub type fmi2SetFMUstateTYPE =
    unsafe extern "C-unwind" fn(c: fmi2Component, FMUstate: fmi2FMUstate) -> fmi2Status;
/// `fmi2FreeFMUstate`.
pub type fmi2FreeFMUstateTYPE =
    unsafe extern "C-unwind" fn(c: fmi2Component, FMUstate: *mut fmi2FMUstate) -> fmi2Status;
/// `fmi2SerializedFMUstateSize`.
pub type fmi2SerializedFMUstateSizeTYPE = unsafe extern "C-unwind" fn(
    c: fmi2Component,
    FMUstate: fmi2FMUstate,
    size: *mut usize,
) -> fmi2Status;
/// `fmi2SerializeFMUstate`.
pub type fmi2SerializeFMUstateTYPE = unsafe extern "C-unwind" fn(
    c: fmi2Component,
    FMUstate: fmi2FMUstate,
    serializedState: *mut fmi2Byte,
    size: usize,
) -> fmi2Status;
/// `fmi2DeSerializeFMUstate`.
pub type fmi2DeSerializeFMUstateTYPE = unsafe extern "C-unwind" fn(
    c: fmi2Component,
    serializedState: *const fmi2Byte,
    size: usize,
    FMUstate: *mut fmi2FMUstate,
) -> fmi2Status;
/// `fmi2GetDirectionalDerivative`.
pub type fmi2GetDirectionalDerivativeTYPE = unsafe extern "C-unwind" fn(
    c: fmi2Component,
    vUnknown_ref: *const fmi2ValueReference,
    nUnknown: usize,
    vKnown_ref: *const fmi2ValueReference,
    nKnown: usize,
    dvKnown: *const fmi2Real,
    dvUnknown: *mut fmi2Real,
) -> fmi2Status;

// fmi2FunctionTypes.h: functions for model exchange

/// `fmi2EnterEventMode`.
pub type fmi2EnterEventModeTYPE = unsafe extern "C-unwind" fn(c: fmi2Component) -> fmi2Status;
/// `fmi2NewDiscreteStates`.
pub type fmi2NewDiscreteStatesTYPE =
    unsafe extern "C-unwind" fn(c: fmi2Component, fmi2eventInfo: *mut fmi2EventInfo) -> fmi2Status;
/// `fmi2EnterContinuousTimeMode`.
pub type fmi2EnterContinuousTimeModeTYPE =
    unsafe extern "C-unwind" fn(c: fmi2Component) -> fmi2Status;
/// `fmi2CompletedIntegratorStep`.
pub type fmi2CompletedIntegratorStepTYPE = unsafe extern "C-unwind" fn(
    c: fmi2Component,
    noSetFMUStatePriorToCurrentPoint: fmi2Boolean,
    enterEventMode: *mut fmi2Boolean,
    terminateSimulation: *mut fmi2Boolean,
) -> fmi2Status;
/// `fmi2SetTime`.
pub type fmi2SetTimeTYPE =
    unsafe extern "C-unwind" fn(c: fmi2Component, time: fmi2Real) -> fmi2Status;
/// `fmi2SetContinuousStates`.
pub type fmi2SetContinuousStatesTYPE =
    unsafe extern "C-unwind" fn(c: fmi2Component, x: *const fmi2Real, nx: usize) -> fmi2Status;
/// `fmi2GetDerivatives`.
pub type fmi2GetDerivativesTYPE = unsafe extern "C-unwind" fn(
    c: fmi2Component,
    derivatives: *mut fmi2Real,
    nx: usize,
) -> fmi2Status;
/// `fmi2GetEventIndicators`.
pub type fmi2GetEventIndicatorsTYPE = unsafe extern "C-unwind" fn(
    c: fmi2Component,
    eventIndicators: *mut fmi2Real,
    ni: usize,
) -> fmi2Status;
/// `fmi2GetContinuousStates`.
pub type fmi2GetContinuousStatesTYPE =
    unsafe extern "C-unwind" fn(c: fmi2Component, x: *mut fmi2Real, nx: usize) -> fmi2Status;
/// `fmi2GetNominalsOfContinuousStates`.
pub type fmi2GetNominalsOfContinuousStatesTYPE = unsafe extern "C-unwind" fn(
    c: fmi2Component,
    x_nominal: *mut fmi2Real,
    nx: usize,
) -> fmi2Status;

// fmi2FunctionTypes.h: functions for co-simulation

/// `fmi2SetRealInputDerivatives`.
pub type fmi2SetRealInputDerivativesTYPE = unsafe extern "C-unwind" fn(
    c: fmi2Component,
    vr: *const fmi2ValueReference,
    nvr: usize,
    order: *const fmi2Integer,
    value: *const fmi2Real,
) -> fmi2Status;
/// `fmi2GetRealOutputDerivatives`.
pub type fmi2GetRealOutputDerivativesTYPE = unsafe extern "C-unwind" fn(
    c: fmi2Component,
    vr: *const fmi2ValueReference,
    nvr: usize,
    order: *const fmi2Integer,
    value: *mut fmi2Real,
) -> fmi2Status;
/// `fmi2DoStep`.
pub type fmi2DoStepTYPE = unsafe extern "C-unwind" fn(
    c: fmi2Component,
    currentCommunicationPoint: fmi2Real,
    communicationStepSize: fmi2Real,
    noSetFMUStatePriorToCurrentPoint: fmi2Boolean,
) -> fmi2Status;
/// `fmi2CancelStep`.
pub type fmi2CancelStepTYPE = unsafe extern "C-unwind" fn(c: fmi2Component) -> fmi2Status;
/// `fmi2GetStatus`.
pub type fmi2GetStatusTYPE = unsafe extern "C-unwind" fn(
    c: fmi2Component,
    s: fmi2StatusKind,
    value: *mut fmi2Status,
) -> fmi2Status;
/// `fmi2GetRealStatus`.
pub type fmi2GetRealStatusTYPE = unsafe extern "C-unwind" fn(
    c: fmi2Component,
    s: fmi2StatusKind,
    value: *mut fmi2Real,
) -> fmi2Status;
/// `fmi2GetIntegerStatus`.
pub type fmi2GetIntegerStatusTYPE = unsafe extern "C-unwind" fn(
    c: fmi2Component,
    s: fmi2StatusKind,
    value: *mut fmi2Integer,
) -> fmi2Status;
/// `fmi2GetBooleanStatus`.
pub type fmi2GetBooleanStatusTYPE = unsafe extern "C-unwind" fn(
    c: fmi2Component,
    s: fmi2StatusKind,
    value: *mut fmi2Boolean,
) -> fmi2Status;
/// `fmi2GetStringStatus`.
pub type fmi2GetStringStatusTYPE = unsafe extern "C-unwind" fn(
    c: fmi2Component,
    s: fmi2StatusKind,
    value: *mut fmi2String,
) -> fmi2Status;

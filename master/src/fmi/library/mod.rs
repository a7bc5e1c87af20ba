//! The loaded shared library of an FMU and calls into it: the only unsafe code here.
//!
//! Pointers, strings and status codes become slices, `&str` and `Result`, and nothing else happens.
//! What is trusted throughout: the library implements the signatures of the FMI 2.0 headers, reads
//! and writes only within the lengths it is given, and its strings end with a zero byte.
#![allow(unsafe_code)]

mod component;
mod logger;
mod observer;
#[cfg(unix)]
mod python;
mod state;
mod surroundings;
mod text;
mod values;

pub use component::Component;
pub use observer::{CallObserver, Observation, Unobserved};
pub use state::StateId;
pub use surroundings::put_arithmetic_back;

use super::archive::Archive;
use super::error::FmuError;
#[cfg(unix)]
use super::python::Lack;
use crate::process::{LOADING, Slot, UNLOADING};
use fmi2_sys::*;
use std::error::Error as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use surroundings::Surroundings;
use text::text;

/// Defines the table of functions and how it is filled.
macro_rules! functions {
    (required $($name:ident: $type:ty = $symbol:literal),+;
     optional $($optional:ident: $optional_type:ty = $optional_symbol:literal),+;) => {
        /// The functions of the library; optional ones may be missing.
        struct Functions { $($name: $type,)+ $($optional: Option<$optional_type>,)+ }

        impl Functions {
            fn find(library: &libloading::Library, path: &Path) -> Result<Self, FmuError> {
                // SAFETY: the types are those that the standard gives to these symbols.
                unsafe {
                    Ok(Self {
                        $($name: *library.get::<$type>($symbol).map_err(|_| missing(path, $symbol))?,)+
                        $($optional: library.get::<$optional_type>($optional_symbol).ok().map(|f| *f),)+
                    })
                }
            }
        }
    };
}

functions! {
    required
        get_types_platform: fmi2GetTypesPlatformTYPE = "fmi2GetTypesPlatform",
        get_version: fmi2GetVersionTYPE = "fmi2GetVersion",
        set_debug_logging: fmi2SetDebugLoggingTYPE = "fmi2SetDebugLogging",
        instantiate: fmi2InstantiateTYPE = "fmi2Instantiate",
        free_instance: fmi2FreeInstanceTYPE = "fmi2FreeInstance",
        setup_experiment: fmi2SetupExperimentTYPE = "fmi2SetupExperiment",
        enter_initialization_mode: fmi2EnterInitializationModeTYPE = "fmi2EnterInitializationMode",
        exit_initialization_mode: fmi2ExitInitializationModeTYPE = "fmi2ExitInitializationMode",
        terminate: fmi2TerminateTYPE = "fmi2Terminate",
        reset: fmi2ResetTYPE = "fmi2Reset",
        get_real: fmi2GetRealTYPE = "fmi2GetReal",
        get_integer: fmi2GetIntegerTYPE = "fmi2GetInteger",
        get_boolean: fmi2GetBooleanTYPE = "fmi2GetBoolean",
        get_string: fmi2GetStringTYPE = "fmi2GetString",
        set_real: fmi2SetRealTYPE = "fmi2SetReal",
        set_integer: fmi2SetIntegerTYPE = "fmi2SetInteger",
        set_boolean: fmi2SetBooleanTYPE = "fmi2SetBoolean",
        set_string: fmi2SetStringTYPE = "fmi2SetString",
        do_step: fmi2DoStepTYPE = "fmi2DoStep";
    optional
        get_state: fmi2GetFMUstateTYPE = "fmi2GetFMUstate",
        set_state: fmi2SetFMUstateTYPE = "fmi2SetFMUstate",
        free_state: fmi2FreeFMUstateTYPE = "fmi2FreeFMUstate",
        state_size: fmi2SerializedFMUstateSizeTYPE = "fmi2SerializedFMUstateSize",
        serialize: fmi2SerializeFMUstateTYPE = "fmi2SerializeFMUstate",
        deserialize: fmi2DeSerializeFMUstateTYPE = "fmi2DeSerializeFMUstate",
        directional: fmi2GetDirectionalDerivativeTYPE = "fmi2GetDirectionalDerivative",
        set_derivatives: fmi2SetRealInputDerivativesTYPE = "fmi2SetRealInputDerivatives",
        get_derivatives: fmi2GetRealOutputDerivativesTYPE = "fmi2GetRealOutputDerivatives",
        real_status: fmi2GetRealStatusTYPE = "fmi2GetRealStatus",
        boolean_status: fmi2GetBooleanStatusTYPE = "fmi2GetBooleanStatus";
}

fn missing(library: &Path, symbol: &'static str) -> FmuError {
    FmuError::MissingFunction { library: library.into(), symbol }
}

/// The shared library of an FMU with its functions.
pub struct Library {
    functions: Functions,
    /// Where it is, for messages.
    shown: PathBuf,
    /// Set by fmi2Fatal: nothing of this FMU may be called any more.
    dead: AtomicBool,
    instances: AtomicUsize,
    /// Where it is noted when it is loaded or unloaded.
    slot: Slot,
    loaded: Vec<libloading::Library>,
    // Dropped last: the libraries lie in its folder.
    archive: Arc<Archive>,
}

impl Library {
    /// Loads the binary of this platform and finds its functions.
    pub fn load(archive: Arc<Archive>, model_identifier: &str) -> Result<Self, FmuError> {
        let path = archive.library(model_identifier)?;
        let shown = archive.shown(&path);
        let _kept = Surroundings::keep();
        let slot = Slot::take(&shown.display().to_string());
        let loading = slot.note.enter(LOADING);
        let loaded = load_all(&path, &shown);
        loading.leave();
        let loaded = loaded?;
        let last = loaded.last().expect("open adds the library itself");
        let functions = Functions::find(last, &shown)?;
        let (dead, instances) = (AtomicBool::new(false), AtomicUsize::new(0));
        let library = Self { functions, shown, dead, instances, slot, loaded, archive };
        library.check_interface()?;
        Ok(library)
    }

    fn check_interface(&self) -> Result<(), FmuError> {
        // SAFETY: both take nothing and return static strings or null.
        let (version, platform) = unsafe {
            (text((self.functions.get_version)()), text((self.functions.get_types_platform)()))
        };
        if platform != fmi2TypesPlatform || !version.starts_with("2.") {
            let library = self.shown.clone();
            return Err(FmuError::Interface { library, version, platform });
        }
        Ok(())
    }

    /// How many instances are alive.
    pub fn instances(&self) -> usize {
        self.instances.load(Ordering::Relaxed)
    }

    /// Whether it has a function of this name.
    pub fn has(&self, symbol: &str) -> bool {
        let library = self.loaded.last().expect("a library is loaded");
        // SAFETY: the address is not used.
        unsafe { library.get::<*const ()>(symbol).is_ok() }
    }

    /// Whether states can be saved and restored.
    pub fn has_state(&self) -> bool {
        let f = &self.functions;
        f.get_state.is_some() && f.set_state.is_some() && f.free_state.is_some()
    }

    /// Whether saved states can be turned into bytes and back.
    pub fn has_serialisation(&self) -> bool {
        let f = &self.functions;
        f.state_size.is_some() && f.serialize.is_some() && f.deserialize.is_some()
    }

    /// Whether input derivatives can be set.
    pub fn has_input_derivatives(&self) -> bool {
        self.functions.set_derivatives.is_some()
    }

    /// Whether derivatives of outputs can be asked for.
    pub fn has_output_derivatives(&self) -> bool {
        self.functions.get_derivatives.is_some()
    }

    #[inline]
    fn is_dead(&self) -> bool {
        self.dead.load(Ordering::Relaxed)
    }

    fn check_alive(&self, instance: &str, function: &'static str) -> Result<(), FmuError> {
        if self.is_dead() {
            return Err(FmuError::Dead { instance: instance.into(), function });
        }
        Ok(())
    }

    #[inline(always)]
    fn optional<T>(&self, function: Option<T>, symbol: &'static str) -> Result<T, FmuError> {
        function.ok_or_else(|| missing(&self.shown, symbol))
    }
}

impl Drop for Library {
    fn drop(&mut self) {
        if self.dead.load(Ordering::Relaxed) {
            // Its destructors must not run either.
            self.loaded.drain(..).for_each(std::mem::forget);
        }
        let unloading = self.slot.note.enter(UNLOADING);
        self.loaded.clear();
        unloading.leave();
    }
}

/// Loads a library with what it needs, and Python before it where it expects that in the process.
fn load_all(path: &Path, shown: &Path) -> Result<Vec<libloading::Library>, FmuError> {
    let all = || {
        let mut loaded = Vec::new();
        open(path, &mut Vec::new(), &mut loaded).map(|()| loaded)
    };
    let failed = |reason| FmuError::Load { library: shown.into(), reason };
    let first = all();
    #[cfg(unix)]
    if let Some(lack) = first.as_ref().err().and_then(|reason| Lack::by_message(reason)) {
        let missing = |reason| FmuError::Python { library: shown.into(), reason };
        python::provide(&lack).map_err(missing)?;
        return all().map_err(failed);
    }
    first.map_err(failed)
}

/// Loads a library and, where the system does not find them, the libraries beside it that it needs.
fn open(
    path: &Path,
    tried: &mut Vec<PathBuf>,
    loaded: &mut Vec<libloading::Library>,
) -> Result<(), String> {
    tried.push(path.into());
    loop {
        let reason = match load(path) {
            Ok(library) => {
                loaded.push(library);
                return Ok(());
            }
            Err(reason) => reason,
        };
        // The loader's message begins with the name of the library that is missing.
        let name = reason.split(':').next().unwrap_or_default();
        let neighbour = path.with_file_name(name);
        if name.contains('/') || tried.contains(&neighbour) || !neighbour.is_file() {
            return Err(reason);
        }
        open(&neighbour, tried, loaded)?;
    }
}

/// Resolves every symbol now and shows none to others, so that FMUs cannot collide.
fn load(path: &Path) -> Result<libloading::Library, String> {
    #[cfg(unix)]
    // SAFETY: running the initialisers of the FMU is what the user asked for.
    let library = unsafe {
        use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW};
        Library::open(Some(path), RTLD_NOW | RTLD_LOCAL)
    };
    #[cfg(windows)]
    // SAFETY: as above.
    let library = unsafe {
        use libloading::os::windows::{LOAD_WITH_ALTERED_SEARCH_PATH, Library};
        Library::load_with_flags(path, LOAD_WITH_ALTERED_SEARCH_PATH)
    };
    library.map(Into::into).map_err(|error| words(&error))
}

/// What the system's loader says.
fn words(error: &libloading::Error) -> String {
    error.source().map_or_else(|| error.to_string(), ToString::to_string)
}

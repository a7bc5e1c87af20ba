//! An instance: its life and its steps.

use super::logger::Environment;
use super::observer::{CallObserver, Observation, Observed, Unobserved};
use super::surroundings::{Surroundings, put_arithmetic_back};
use super::text::c_string;
use super::{Functions, Library};
use crate::fmi::log::{Journal, LogSink};
use crate::fmi::{FmuError, Status};
use crate::process::Slot;
use fmi2_sys::*;
use std::ffi::c_void;
use std::fmt::Display;
use std::marker::PhantomData;
use std::ptr::NonNull;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};

/// Many FMUs keep global data, so instances are made and freed one at a time.
static LIFE: Mutex<()> = Mutex::new(());

const INSTANTIATE: &str = "fmi2Instantiate";
const FREE_INSTANCE: &str = "fmi2FreeInstance";
const DO_STEP: &str = "fmi2DoStep";

/// An instance in the library; freed, with its saved states, when it is dropped.
///
/// Its calls are observed unless [`unobserved`](Self::unobserved) says that there is nothing to observe.
// Laid out as written, so that it is the same in memory whatever `O` is; what every call needs comes first.
#[repr(C)]
pub struct Component<O: Observation = Observed> {
    pub(super) handle: NonNull<c_void>,
    pub(super) library: Arc<Library>,
    environment: Arc<Environment>,
    observer: Option<Arc<dyn CallObserver>>,
    /// Where it is noted in which function it is.
    slot: Slot,
    pub(super) states: Vec<fmi2FMUstate>,
    warnings: usize,
    _callbacks: Arc<fmi2CallbackFunctions>,
    observation: PhantomData<O>,
}

// SAFETY: the standard lets any thread call an instance, one at a time; `&mut self` ensures that.
// The environment is shared data, the callbacks are never changed.
unsafe impl<O: Observation> Send for Component<O> {}

impl Component {
    /// Makes an instance for co-simulation; every call is shown to the observer, if there is one.
    #[allow(clippy::arc_with_non_send_sync)]
    pub fn instantiate(
        library: &Arc<Library>,
        name: &str,
        guid: &str,
        logging: bool,
        log: Box<dyn LogSink>,
        observer: Option<Arc<dyn CallObserver>>,
    ) -> Result<Self, FmuError> {
        library.check_alive(name, INSTANTIATE)?;
        let environment = Environment::new(Journal::new(name, log));
        let callbacks = Arc::new(environment.callbacks());
        let c_name = c_string(name, name)?;
        let c_guid = c_string(name, guid)?;
        let resources = c_string(name, &library.archive.resource_location())?;
        let slot = Slot::take(name);
        let _kept = Surroundings::keep();
        let handle = {
            let _alone = LIFE.lock().unwrap_or_else(PoisonError::into_inner);
            observer.iter().for_each(|observer| observer.before(INSTANTIATE));
            let in_call = slot.note.enter(INSTANTIATE);
            // SAFETY: all strings outlive the call; callbacks and environment outlive the instance.
            let handle = unsafe {
                (library.functions.instantiate)(
                    c_name.as_ptr(),
                    fmi2CoSimulation,
                    c_guid.as_ptr(),
                    resources.as_ptr(),
                    Arc::as_ptr(&callbacks),
                    fmi2False,
                    fmi2Boolean::from(logging),
                )
            };
            in_call.leave();
            handle
        };
        let status = if handle.is_null() { Status::Error } else { Status::Ok };
        observer.iter().for_each(|observer| observer.after(INSTANTIATE, status, &name));
        let handle = NonNull::new(handle).ok_or_else(|| FmuError::Instantiate {
            instance: name.into(),
            message: environment.journal.take_complaint(),
        })?;
        library.instances.fetch_add(1, Ordering::Relaxed);
        let (states, library, _callbacks) = (Vec::new(), library.clone(), callbacks);
        Ok(Self {
            handle,
            states,
            warnings: 0,
            library,
            environment,
            _callbacks,
            observer,
            slot,
            observation: PhantomData,
        })
    }

    /// The instance for calls that need no observation: nobody watches them, nothing forbids them and no earlier
    /// one has left a complaint. Asked once before several calls, so that each is little more than a call. Whoever
    /// makes them puts the arithmetic of the thread back afterwards.
    #[inline(always)]
    pub fn unobserved(&mut self) -> Option<&mut Component<Unobserved>> {
        let complained = self.environment.journal.has_complaint();
        if self.observer.is_some() || complained || self.library.is_dead() {
            return None;
        }
        // SAFETY: the two types differ in a marker without a size, and are laid out as written.
        Some(unsafe { &mut *std::ptr::from_mut(self).cast() })
    }
}

impl Component<Unobserved> {
    /// The instance for calls that are observed.
    #[inline]
    pub fn observed(&mut self) -> &mut Component {
        // SAFETY: the two types differ in a marker without a size, and are laid out as written.
        unsafe { &mut *std::ptr::from_mut(self).cast() }
    }
}

impl<O: Observation> Component<O> {
    /// Its name.
    pub fn name(&self) -> &str {
        self.environment.journal.instance()
    }

    /// Keeps messages of the FMU to itself, or passes them on again; errors still have them.
    pub fn silence(&self, silent: bool) {
        self.environment.journal.silence(silent);
    }

    /// The library it belongs to.
    pub fn library(&self) -> &Library {
        &self.library
    }

    /// How many calls returned fmi2Warning.
    pub fn warnings(&self) -> usize {
        self.warnings
    }

    /// Calls a function that has no arguments worth showing.
    #[inline(always)]
    pub(super) fn call(
        &mut self,
        function: &'static str,
        call: impl FnOnce(&Functions, fmi2Component) -> fmi2Status,
    ) -> Result<(), FmuError> {
        self.call_with(function, "", |functions, handle, _| call(functions, handle))
    }

    /// Calls a function and judges its status.
    #[inline(always)]
    pub(super) fn call_with<A: Display>(
        &mut self,
        function: &'static str,
        arguments: A,
        call: impl FnOnce(&Functions, fmi2Component, &mut A) -> fmi2Status,
    ) -> Result<(), FmuError> {
        let status = self.status_of(function, arguments, call)?;
        if status == fmi2OK { Ok(()) } else { self.judge(function, status) }
    }

    /// Calls a function; where calls are observed, not after a fatal error, and the observer is shown `arguments`
    /// as they are afterwards.
    #[inline(always)]
    fn status_of<A: Display>(
        &mut self,
        function: &'static str,
        mut arguments: A,
        call: impl FnOnce(&Functions, fmi2Component, &mut A) -> fmi2Status,
    ) -> Result<fmi2Status, FmuError> {
        if O::OBSERVED {
            self.before(function)?;
        }
        let in_call = self.slot.note.enter(function);
        let status = call(&self.library.functions, self.handle.as_ptr(), &mut arguments);
        in_call.leave();
        if O::OBSERVED {
            self.after(function, status, &arguments);
        }
        Ok(status)
    }

    fn before(&self, function: &'static str) -> Result<(), FmuError> {
        self.library.check_alive(self.name(), function)?;
        self.environment.journal.begin_call();
        self.observer.iter().for_each(|observer| observer.before(function));
        Ok(())
    }

    fn after(&self, function: &'static str, status: fmi2Status, arguments: &dyn Display) {
        put_arithmetic_back();
        self.observer
            .iter()
            .for_each(|observer| observer.after(function, status.into(), arguments));
    }

    /// What a status other than fmi2OK means.
    #[cold]
    fn judge(&mut self, function: &'static str, status: fmi2Status) -> Result<(), FmuError> {
        if status == fmi2Warning {
            self.warnings += 1;
            return Ok(());
        }
        self.library.dead.fetch_or(status == fmi2Fatal, Ordering::Relaxed);
        let mut message = self.environment.journal.take_complaint();
        if status == fmi2Pending {
            message = "it computes in the background, which is not supported".into();
        }
        let (instance, status) = (self.name().into(), Status::from(status));
        Err(FmuError::Call { instance, function, status, message })
    }

    /// Switches logging on or off for the given categories, or for all if there are none.
    pub fn set_debug_logging(&mut self, on: bool, categories: &[&str]) -> Result<(), FmuError> {
        let owned: Result<Vec<_>, _> =
            categories.iter().map(|c| c_string(self.name(), c)).collect();
        let owned = owned?;
        let pointers: Vec<_> = owned.iter().map(|category| category.as_ptr()).collect();
        let shown = format_args!("on = {on}, categories = {categories:?}");
        // SAFETY: the pointers and their strings outlive the call.
        self.call_with("fmi2SetDebugLogging", shown, |f, c, _| unsafe {
            (f.set_debug_logging)(c, on.into(), pointers.len(), pointers.as_ptr())
        })
    }

    /// Announces start time, stop time and tolerance.
    pub fn setup_experiment(
        &mut self,
        start: f64,
        stop: Option<f64>,
        tolerance: Option<f64>,
    ) -> Result<(), FmuError> {
        let (has_tolerance, relative) = (tolerance.is_some().into(), tolerance.unwrap_or(0.0));
        let (has_stop, end) = (stop.is_some().into(), stop.unwrap_or(0.0));
        let shown = format_args!("start = {start:?}, stop = {stop:?}, tolerance = {tolerance:?}");
        // SAFETY: plain numbers.
        self.call_with("fmi2SetupExperiment", shown, |f, c, _| unsafe {
            (f.setup_experiment)(c, has_tolerance, relative, start, has_stop, end)
        })
    }

    /// Begins the initialisation.
    pub fn enter_initialization_mode(&mut self) -> Result<(), FmuError> {
        let _kept = Surroundings::keep();
        // SAFETY: only the instance is passed.
        self.call("fmi2EnterInitializationMode", |f, c| unsafe { (f.enter_initialization_mode)(c) })
    }

    /// Ends the initialisation.
    pub fn exit_initialization_mode(&mut self) -> Result<(), FmuError> {
        let _kept = Surroundings::keep();
        // SAFETY: only the instance is passed.
        self.call("fmi2ExitInitializationMode", |f, c| unsafe { (f.exit_initialization_mode)(c) })
    }

    /// Ends the simulation.
    pub fn terminate(&mut self) -> Result<(), FmuError> {
        // SAFETY: only the instance is passed.
        self.call("fmi2Terminate", |f, c| unsafe { (f.terminate)(c) })
    }

    /// Returns to the state after instantiation.
    pub fn reset(&mut self) -> Result<(), FmuError> {
        // SAFETY: only the instance is passed.
        self.call("fmi2Reset", |f, c| unsafe { (f.reset)(c) })
    }

    /// Computes a step of length `h` from `t`; `no_rewind` promises that no earlier state returns.
    #[inline(always)]
    pub fn do_step(&mut self, t: f64, h: f64, no_rewind: bool) -> Result<(), FmuError> {
        let shown = format_args!("t = {t:?}, h = {h:?}, no rewind = {no_rewind}");
        // SAFETY: plain numbers.
        let status = self.status_of(DO_STEP, shown, |f, c, _| unsafe {
            (f.do_step)(c, t, h, no_rewind.into())
        })?;
        if status == fmi2OK { Ok(()) } else { self.judge_step(t, status) }
    }

    /// What a status other than fmi2OK means for the step from `t`.
    #[cold]
    fn judge_step(&mut self, t: f64, status: fmi2Status) -> Result<(), FmuError> {
        self.judge(DO_STEP, status)?;
        self.environment.journal.step_warned(t);
        Ok(())
    }

    /// The time up to which a refused step came, if the FMU says.
    pub fn last_successful_time(&mut self) -> Option<f64> {
        let mut time = f64::NAN;
        let ask = self.library.functions.real_status?;
        // SAFETY: one place for a number.
        let asked = self
            .call("fmi2GetRealStatus", |_, c| unsafe { ask(c, fmi2LastSuccessfulTime, &mut time) });
        asked.ok().map(|()| time).filter(|time| time.is_finite())
    }

    /// Whether the FMU refused a step because it wants to end the simulation.
    pub fn wants_to_end(&mut self) -> bool {
        let mut ends = fmi2False;
        let Some(ask) = self.library.functions.boolean_status else { return false };
        // SAFETY: one place for a Boolean.
        let asked =
            self.call("fmi2GetBooleanStatus", |_, c| unsafe { ask(c, fmi2Terminated, &mut ends) });
        asked.is_ok() && ends != fmi2False
    }
}

impl<O: Observation> Drop for Component<O> {
    fn drop(&mut self) {
        self.library.instances.fetch_sub(1, Ordering::Relaxed);
        if self.library.dead.load(Ordering::Relaxed) {
            // It may not be freed, so what it points to must stay.
            std::mem::forget((self.environment.clone(), self._callbacks.clone()));
            return;
        }
        self.free_states();
        let _alone = LIFE.lock().unwrap_or_else(PoisonError::into_inner);
        self.observer.iter().for_each(|observer| observer.before(FREE_INSTANCE));
        let in_call = self.slot.note.enter(FREE_INSTANCE);
        // SAFETY: the handle came from fmi2Instantiate and is not used again.
        unsafe { (self.library.functions.free_instance)(self.handle.as_ptr()) }
        in_call.leave();
        self.observer.iter().for_each(|observer| observer.after(FREE_INSTANCE, Status::Ok, &""));
    }
}

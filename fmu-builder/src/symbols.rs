//! The table of the C functions of FMI 2.0, in the order of the standard.
//!
//! Each line gives the C name with its arguments, and what is done with the instance `i`.

/// Defines the C functions of an FMU for a model.
///
/// Use it once per library, under the feature `fmu` if the model is also linked into other
/// programs: two models in one program would define the same C symbols. The guide
/// `docs/exporting-a-model.md` shows a whole crate.
#[macro_export]
macro_rules! export_fmu {
    ($model:ty) => {
        const _: () = {
            #[allow(unused_imports)]
            use $crate::export::{self, fmi2_sys::*, *};

            $crate::export_entry_points!($model);
            $crate::export_functions! { $model;
                // Common functions
                fmi2SetDebugLogging(_on: fmi2Boolean, _n: usize, _categories: *const fmi2String) => |_| Ok(());
                fmi2SetupExperiment(tolerance_defined: fmi2Boolean, tolerance: fmi2Real, start: fmi2Real, _stop_defined: fmi2Boolean, _stop: fmi2Real)
                    => |i| i.setup_experiment(start, (tolerance_defined != fmi2False).then_some(tolerance));
                fmi2EnterInitializationMode() => |i| i.enter_initialization();
                fmi2ExitInitializationMode() => |i| i.exit_initialization();
                fmi2Terminate() => |i| i.terminate();
                fmi2Reset() => |i| { i.reset(); Ok(()) };
                fmi2GetReal(vr: *const fmi2ValueReference, n: usize, value: *mut fmi2Real) => |i| i.get_real(array(vr, n), array_mut(value, n));
                fmi2GetInteger(vr: *const fmi2ValueReference, n: usize, value: *mut fmi2Integer) => |i| i.get_integer(array(vr, n), array_mut(value, n));
                fmi2GetBoolean(vr: *const fmi2ValueReference, n: usize, value: *mut fmi2Boolean) => |i| get_boolean(i, array(vr, n), array_mut(value, n));
                fmi2GetString(vr: *const fmi2ValueReference, n: usize, _value: *mut fmi2String) => |_| no_variables("fmi2GetString", "String", array(vr, n));
                fmi2SetReal(vr: *const fmi2ValueReference, n: usize, value: *const fmi2Real) => |i| i.set_real(array(vr, n), array(value, n));
                fmi2SetInteger(vr: *const fmi2ValueReference, n: usize, value: *const fmi2Integer) => |i| i.set_integer(array(vr, n), array(value, n));
                fmi2SetBoolean(vr: *const fmi2ValueReference, n: usize, value: *const fmi2Boolean) => |i| set_boolean(i, array(vr, n), array(value, n));
                fmi2SetString(vr: *const fmi2ValueReference, n: usize, _value: *const fmi2String) => |_| no_variables("fmi2SetString", "String", array(vr, n));
                fmi2GetFMUstate(state: *mut fmi2FMUstate) => |i| { save(i, state); Ok(()) };
                fmi2SetFMUstate(state: fmi2FMUstate) => |i| i.restore(snapshot(state));
                fmi2FreeFMUstate(state: *mut fmi2FMUstate) => |_| { free_state(state); Ok(()) };
                fmi2SerializedFMUstateSize(state: fmi2FMUstate, size: *mut usize) => |_| { *place(size) = snapshot(state).size(); Ok(()) };
                fmi2SerializeFMUstate(state: fmi2FMUstate, bytes: *mut fmi2Byte, n: usize) => |_| snapshot(state).serialize(array_mut(bytes.cast(), n));
                fmi2DeSerializeFMUstate(bytes: *const fmi2Byte, n: usize, state: *mut fmi2FMUstate)
                    => |i| { keep(i.deserialize(array(bytes.cast(), n))?, state); Ok(()) };
                fmi2GetDirectionalDerivative(unknown: *const fmi2ValueReference, n: usize, known: *const fmi2ValueReference, m: usize, seed: *const fmi2Real, slope: *mut fmi2Real)
                    => |i| i.directional_derivative(array(unknown, n), array(known, m), array(seed, m), array_mut(slope, n));

                // Model exchange
                fmi2EnterEventMode() => |i| i.enter_event_mode();
                fmi2NewDiscreteStates(info: *mut fmi2EventInfo) => |i| { *place(info) = fmi2EventInfo::default(); i.new_discrete_states() };
                fmi2EnterContinuousTimeMode() => |i| i.enter_continuous_time_mode();
                fmi2CompletedIntegratorStep(_no_set_state: fmi2Boolean, event: *mut fmi2Boolean, terminate: *mut fmi2Boolean)
                    => |i| { (*place(event), *place(terminate)) = (fmi2False, fmi2False); i.completed_integrator_step() };
                fmi2SetTime(t: fmi2Real) => |i| i.set_time(t);
                fmi2SetContinuousStates(x: *const fmi2Real, n: usize) => |i| i.set_continuous_states(array(x, n));
                fmi2GetDerivatives(dx: *mut fmi2Real, n: usize) => |i| i.derivatives(array_mut(dx, n));
                fmi2GetEventIndicators(_indicators: *mut fmi2Real, n: usize) => |i| i.event_indicators(n);
                fmi2GetContinuousStates(x: *mut fmi2Real, n: usize) => |i| i.continuous_states(array_mut(x, n));
                fmi2GetNominalsOfContinuousStates(nominals: *mut fmi2Real, n: usize) => |i| i.nominals(array_mut(nominals, n));

                // Co-simulation
                fmi2SetRealInputDerivatives(vr: *const fmi2ValueReference, n: usize, order: *const fmi2Integer, value: *const fmi2Real)
                    => |i| i.set_input_derivatives(array(vr, n), array(order, n), array(value, n));
                fmi2GetRealOutputDerivatives(vr: *const fmi2ValueReference, n: usize, order: *const fmi2Integer, value: *mut fmi2Real)
                    => |i| i.output_derivatives(array(vr, n), array(order, n), array_mut(value, n));
                fmi2DoStep(t: fmi2Real, h: fmi2Real, _no_set_state: fmi2Boolean) => |i| i.do_step(t, h);
                fmi2CancelStep() => |_| never_pending("fmi2CancelStep");
                fmi2GetStatus(_kind: fmi2StatusKind, _value: *mut fmi2Status) => |_| never_pending("fmi2GetStatus");
                fmi2GetRealStatus(kind: fmi2StatusKind, value: *mut fmi2Real)
                    => |i| if kind == fmi2LastSuccessfulTime { *place(value) = i.time(); Ok(()) } else { never_pending("fmi2GetRealStatus") };
                fmi2GetIntegerStatus(_kind: fmi2StatusKind, _value: *mut fmi2Integer) => |_| never_pending("fmi2GetIntegerStatus");
                fmi2GetBooleanStatus(kind: fmi2StatusKind, value: *mut fmi2Boolean)
                    => |_| if kind == fmi2Terminated { *place(value) = fmi2False; Ok(()) } else { never_pending("fmi2GetBooleanStatus") };
                fmi2GetStringStatus(_kind: fmi2StatusKind, _value: *mut fmi2String) => |_| never_pending("fmi2GetStringStatus");
            }
        };
    };
}

/// The functions that work on an instance, one per line of the table.
#[doc(hidden)]
#[macro_export]
macro_rules! export_functions {
    ($model:ty; $($symbol:ident($($arg:ident: $type:ty),*) => |$i:pat_param| $act:expr;)*) => {$(
        #[unsafe(no_mangle)]
        unsafe extern "C" fn $symbol(c: fmi2Component, $($arg: $type),*) -> fmi2Status {
            // SAFETY: the importer keeps the contract stated in `fmu_builder::export`.
            unsafe { export::call::<$model>(stringify!($symbol), c, |$i| $act) }
        }
    )*};
}

/// The functions that work without an instance, and those that make and free one.
#[doc(hidden)]
#[macro_export]
macro_rules! export_entry_points {
    ($model:ty) => {
        #[unsafe(no_mangle)]
        unsafe extern "C" fn fmu_builder_model_problems(resources: fmi2String) -> fmi2String {
            // SAFETY: the exporter passes a string; what it gets lives as long as the program.
            unsafe { export::problems::<$model>(resources) }.into_raw()
        }

        #[unsafe(no_mangle)]
        unsafe extern "C" fn fmu_builder_model_description(resources: fmi2String) -> fmi2String {
            // SAFETY: as above.
            unsafe { export::description::<$model>(resources) }.into_raw()
        }

        #[unsafe(no_mangle)]
        extern "C" fn fmi2GetTypesPlatform() -> fmi2String {
            c"default".as_ptr()
        }

        #[unsafe(no_mangle)]
        extern "C" fn fmi2GetVersion() -> fmi2String {
            c"2.0".as_ptr()
        }

        #[unsafe(no_mangle)]
        unsafe extern "C" fn fmi2Instantiate(
            name: fmi2String,
            kind: fmi2Type,
            guid: fmi2String,
            resources: fmi2String,
            functions: *const fmi2CallbackFunctions,
            _visible: fmi2Boolean,
            _logging: fmi2Boolean,
        ) -> fmi2Component {
            // SAFETY: the importer keeps the contract stated in `fmu_builder::export`.
            unsafe { export::instantiate::<$model>(name, kind, guid, resources, functions) }
        }

        #[unsafe(no_mangle)]
        unsafe extern "C" fn fmi2FreeInstance(c: fmi2Component) {
            // SAFETY: as above.
            unsafe { export::free_instance::<$model>(c) }
        }
    };
}

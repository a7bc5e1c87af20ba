//! The C interface of an exported library, called as an importer calls it.
#![allow(unsafe_code)]

use std::ffi::{CStr, CString, c_char};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::ptr::{null, null_mut};
use std::sync::{Mutex, OnceLock};
use std::time::Instant;

use fmi2_sys::*;
use fmu_builder::*;
use libloading::Library;

static MESSAGES: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Keeps what an FMU reports; the format is always "%s", so the text is the sixth argument.
unsafe extern "C" fn keep_message(
    _: fmi2ComponentEnvironment,
    name: fmi2String,
    status: fmi2Status,
    category: fmi2String,
    format: fmi2String,
    text: *const c_char,
) {
    // SAFETY: the FMU passes strings that end with a zero byte.
    let read = |s: *const c_char| unsafe { CStr::from_ptr(s) }.to_str().unwrap().to_string();
    assert_eq!(read(format), "%s");
    let message = format!("{} {status} {}: {}", read(name), read(category), read(text));
    MESSAGES.lock().unwrap().push(message);
}

fn callbacks() -> fmi2CallbackFunctions {
    type Fixed = unsafe extern "C" fn(
        fmi2ComponentEnvironment,
        fmi2String,
        fmi2Status,
        fmi2String,
        fmi2String,
        *const c_char,
    );
    // SAFETY: on the platforms of these tests pointers are passed alike to variadic functions and
    // to others; the FMU passes exactly these six arguments.
    let logger = unsafe {
        std::mem::transmute::<Fixed, Option<_>>(keep_message as Fixed) as fmi2CallbackLogger
    };
    fmi2CallbackFunctions {
        logger,
        allocateMemory: None,
        freeMemory: None,
        stepFinished: None,
        componentEnvironment: null_mut(),
    }
}

/// The messages of one instance so far.
fn messages_of(instance: &str) -> Vec<String> {
    let all = MESSAGES.lock().unwrap();
    all.iter().filter(|message| message.starts_with(instance)).cloned().collect()
}

/// The exported library of the oscillator, built once.
fn oscillator() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("c_interface");
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let status = Command::new(env!("CARGO_BIN_EXE_fmu-builder"))
            .args(["export", "oscillator", "-o"])
            .arg(&directory)
            .current_dir(root)
            .status();
        assert!(status.unwrap().success());
        let file = std::fs::File::open(directory.join("oscillator.fmu")).unwrap();
        zip::ZipArchive::new(file).unwrap().extract(&directory).unwrap();
        let folder = std::fs::read_dir(directory.join("binaries")).unwrap().next().unwrap();
        let name = format!("oscillator.{}", std::env::consts::DLL_EXTENSION);
        // SAFETY: our own library; loading it runs no code.
        unsafe { Library::new(folder.unwrap().path().join(name)).unwrap() }
    })
}

/// Calls a function of the library by its C name.
macro_rules! fmi {
    ($name:ident: $type:ty, $($argument:expr),*) => {{
        // SAFETY: the symbol has the type that FMI gives it, and the arguments fit.
        unsafe {
            let function = oscillator().get::<$type>(stringify!($name).as_bytes()).unwrap();
            function($($argument),*)
        }
    }};
}

/// Value references of m, x0, force, x and energy as the model description gives them.
const X0: u32 = 4;
const FORCE: u32 = 9;
const X: u32 = 10;
const ENERGY: u32 = 15;

/// An instance; freed by hand, since the order matters here.
#[derive(Clone, Copy)]
struct Fmu(fmi2Component);

impl Fmu {
    fn new(name: &str, solver: i32) -> Self {
        let name = CString::new(name).unwrap();
        let guid = CString::new(describe::<oscillator::Oscillator>().guid).unwrap();
        let functions = callbacks();
        let c = fmi!(fmi2Instantiate: fmi2InstantiateTYPE, name.as_ptr(), fmi2CoSimulation, guid.as_ptr(), null(), &functions, 0, 0);
        assert!(!c.is_null());
        let fmu = Self(c);
        fmu.start(solver);
        fmu
    }

    fn start(self, solver: i32) {
        let c = self.0;
        assert_eq!(fmi!(fmi2SetInteger: fmi2SetIntegerTYPE, c, &0, 1, &solver), fmi2OK);
        assert_eq!(fmi!(fmi2SetReal: fmi2SetRealTYPE, c, &X0, 1, &0.1), fmi2OK);
        assert_eq!(
            fmi!(fmi2SetupExperiment: fmi2SetupExperimentTYPE, c, 0, 0.0, 0.0, 0, 0.0),
            fmi2OK
        );
        assert_eq!(fmi!(fmi2EnterInitializationMode: fmi2EnterInitializationModeTYPE, c), fmi2OK);
        assert_eq!(fmi!(fmi2ExitInitializationMode: fmi2ExitInitializationModeTYPE, c), fmi2OK);
    }

    fn set(self, force: f64, slope: f64) {
        assert_eq!(fmi!(fmi2SetReal: fmi2SetRealTYPE, self.0, &FORCE, 1, &force), fmi2OK);
        let set = fmi!(fmi2SetRealInputDerivatives: fmi2SetRealInputDerivativesTYPE, self.0, &FORCE, 1, &1, &slope);
        assert_eq!(set, fmi2OK);
    }

    fn step(self, k: usize) -> fmi2Status {
        fmi!(fmi2DoStep: fmi2DoStepTYPE, self.0, k as f64 * 0.01, 0.01, 0)
    }

    fn get(self) -> [u64; 2] {
        let mut values = [0.0; 2];
        let references = [X, ENERGY];
        let read =
            fmi!(fmi2GetReal: fmi2GetRealTYPE, self.0, references.as_ptr(), 2, values.as_mut_ptr());
        assert_eq!(read, fmi2OK);
        values.map(f64::to_bits)
    }

    /// Steps from `from` to `to` with a ramp as input.
    fn run(self, from: usize, to: usize) -> [u64; 2] {
        for k in from..to {
            self.set(k as f64, 100.0);
            assert_eq!(self.step(k), fmi2OK);
        }
        self.get()
    }

    fn free(self) {
        fmi!(fmi2FreeInstance: fmi2FreeInstanceTYPE, self.0);
    }
}

#[test]
fn two_instances_do_not_know_each_other_and_are_freed_in_any_order() {
    let alone = Fmu::new("alone", 4);
    let expected = alone.run(0, 20);
    alone.free();
    for first_freed in [0, 1] {
        let pair = [Fmu::new("first", 4), Fmu::new("second", 4)];
        pair[0].run(0, 10);
        assert_eq!(pair[1].run(0, 20), expected);
        pair[first_freed].free();
        let left = 1 - first_freed;
        pair[left].run(if left == 0 { 10 } else { 20 }, 25);
        pair[left].free();
    }
}

#[test]
fn a_reset_instance_repeats_its_run() {
    for solver in 1..=5 {
        let fmu = Fmu::new("again", solver);
        let first = fmu.run(0, 15);
        assert_eq!(fmi!(fmi2Terminate: fmi2TerminateTYPE, fmu.0), fmi2OK);
        assert_eq!(fmi!(fmi2Reset: fmi2ResetTYPE, fmu.0), fmi2OK);
        fmu.start(solver);
        assert_eq!(fmu.run(0, 15), first, "solver {solver}");
        fmu.free();
    }
}

#[test]
fn saved_and_serialised_states_repeat_the_run_bit_for_bit() {
    for solver in 1..=5 {
        let fmu = Fmu::new("saved", solver);
        fmu.run(0, 7);
        let mut state: fmi2FMUstate = null_mut();
        assert_eq!(fmi!(fmi2GetFMUstate: fmi2GetFMUstateTYPE, fmu.0, &mut state), fmi2OK);
        let first = fmu.run(7, 20);
        assert_eq!(fmi!(fmi2SetFMUstate: fmi2SetFMUstateTYPE, fmu.0, state), fmi2OK);
        assert_eq!(fmu.run(7, 20), first, "solver {solver}, restored");

        let mut size = 0;
        fmi!(fmi2SerializedFMUstateSize: fmi2SerializedFMUstateSizeTYPE, fmu.0, state, &mut size);
        let mut bytes = vec![0; size];
        let written = fmi!(fmi2SerializeFMUstate: fmi2SerializeFMUstateTYPE, fmu.0, state, bytes.as_mut_ptr(), size);
        assert_eq!(written, fmi2OK);
        assert_eq!(fmi!(fmi2FreeFMUstate: fmi2FreeFMUstateTYPE, fmu.0, &mut state), fmi2OK);
        assert!(state.is_null());
        fmu.free();

        let other = Fmu::new("other", 1);
        let mut copy: fmi2FMUstate = null_mut();
        let read = fmi!(fmi2DeSerializeFMUstate: fmi2DeSerializeFMUstateTYPE, other.0, bytes.as_ptr(), size, &mut copy);
        assert_eq!(read, fmi2OK);
        assert_eq!(fmi!(fmi2SetFMUstate: fmi2SetFMUstateTYPE, other.0, copy), fmi2OK);
        assert_eq!(other.run(7, 20), first, "solver {solver}, serialised");
        fmi!(fmi2FreeFMUstate: fmi2FreeFMUstateTYPE, other.0, &mut copy);
        other.free();
    }
}

#[test]
fn the_library_runs_as_the_model_in_this_program_does() {
    use fmu_builder::runtime::{Instance, Interface};
    for kind in SolverKind::ALL {
        let mut here = Instance::<oscillator::Oscillator>::new(Interface::CoSimulation);
        here.set_solver(kind).unwrap();
        here.set_real(&[X0], &[0.1]).unwrap();
        here.enter_initialization().unwrap();
        here.exit_initialization().unwrap();
        for k in 0..20 {
            here.set_real(&[FORCE], &[k as f64]).unwrap();
            here.set_input_derivatives(&[FORCE], &[1], &[100.0]).unwrap();
            here.do_step(k as f64 * 0.01, 0.01).unwrap();
        }
        let mut values = [0.0; 2];
        here.get_real(&[X, ENERGY], &mut values).unwrap();
        let fmu = Fmu::new("there", kind.item());
        assert_eq!(fmu.run(0, 20), values.map(f64::to_bits), "{}", kind.name());
        fmu.free();
    }
}

#[test]
fn failures_reach_the_logger_in_words() {
    let fmu = Fmu::new("wrong", 1);
    assert_eq!(fmu.step(5), fmi2Error);
    assert_eq!(fmi!(fmi2SetTime: fmi2SetTimeTYPE, fmu.0, 1.0), fmi2Error);
    fmu.set(f64::NAN, 0.0);
    assert_eq!(fmu.step(0), fmi2Discard);
    let mut reached = 1.0;
    fmi!(fmi2GetRealStatus: fmi2GetRealStatusTYPE, fmu.0, fmi2LastSuccessfulTime, &mut reached);
    assert_eq!(reached, 0.0);
    fmu.free();
    let messages = messages_of("wrong");
    assert_eq!(messages.len(), 3, "{messages:?}");
    assert!(messages[0].starts_with("wrong 3 logStatusError: fmi2DoStep: the step begins at"));
    assert!(messages[1].contains("fmi2SetTime is not allowed between co-simulation steps"));
    assert!(messages[2].starts_with("wrong 2 logStatusDiscard: the step from t = 0 s of 0.01 s"));
}

#[test]
fn a_description_of_another_model_is_refused() {
    let functions = callbacks();
    let c = fmi!(fmi2Instantiate: fmi2InstantiateTYPE, c"stranger".as_ptr(), fmi2CoSimulation, c"{0}".as_ptr(), null(), &functions, 0, 0);
    assert!(c.is_null());
    assert!(messages_of("stranger")[0].contains("the GUID \"{0}\" is not"));
}

/// A model with a mistake: it panics when its input is 1.
struct Panicking(Input, Output);

impl Model for Panicking {
    const NAME: &'static str = "panicking";
    const DESCRIPTION: &'static str = "for tests";
    const LINEAR: Option<bool> = Some(true);

    fn declare(v: &mut Variables) -> Self {
        Self(v.input("u", 0.0, "", ""), v.output("y", "", ""))
    }

    fn outputs(&self, s: &Sample, y: &mut Outputs) {
        assert!(s[self.0] != 1.0, "one is not allowed");
        y[self.1] = s[self.0];
    }
}

#[test]
fn a_panic_of_the_model_becomes_an_error_with_its_message() {
    let guid = CString::new(describe::<Panicking>().guid).unwrap();
    let (functions, name) = (callbacks(), c"panicking".as_ptr());
    // SAFETY: arguments as an importer passes them.
    let c = unsafe {
        export::instantiate::<Panicking>(name, fmi2CoSimulation, guid.as_ptr(), null(), &functions)
    };
    let call = |act: &dyn Fn(&mut runtime::Instance<Panicking>) -> Result<(), runtime::Failure>| {
        // SAFETY: the component made above.
        unsafe { export::call::<Panicking>("fmi2Test", c, act) }
    };
    assert_eq!(call(&|i| i.enter_initialization()), fmi2OK);
    assert_eq!(call(&|i| i.exit_initialization()), fmi2OK);
    let u = 4;
    assert_eq!(call(&|i| i.set_real(&[u], &[1.0])), fmi2OK);
    assert_eq!(call(&|i| i.get_real(&[u + 1], &mut [0.0])), fmi2Error);
    assert_eq!(call(&|i| i.do_step(0.0, 1.0)), fmi2Error);
    let messages = messages_of("panicking");
    assert!(
        messages[0].ends_with("fmi2Test: the model panicked: one is not allowed"),
        "{messages:?}"
    );
    assert!(messages[1].contains("not allowed after an error"), "{messages:?}");
    // SAFETY: freed once.
    unsafe { export::free_instance::<Panicking>(c) };
}

#[test]
#[ignore = "a measurement: cargo test -p fmu-builder --release --test c_interface -- --ignored --nocapture"]
fn cost_of_a_step() {
    let c = Fmu::new("cost", 1).0;
    // SAFETY: the symbols have the types that FMI gives them.
    let (set, step, get) = unsafe {
        let library = oscillator();
        (
            *library.get::<fmi2SetRealTYPE>(b"fmi2SetReal").unwrap(),
            *library.get::<fmi2DoStepTYPE>(b"fmi2DoStep").unwrap(),
            *library.get::<fmi2GetRealTYPE>(b"fmi2GetReal").unwrap(),
        )
    };
    let mut y = 0.0;
    // SAFETY: the instance made above.
    measure("set", |k| unsafe { set(c, &FORCE, 1, &(k as f64 * 1e-6)) });
    // A force that varies keeps the oscillator from coming to rest, where numbers are denormal.
    measure("set and step", |k| {
        let (t, end) = (k as f64 * 1e-3, (k + 1) as f64 * 1e-3);
        // SAFETY: as above.
        unsafe {
            set(c, &FORCE, 1, &((k % 100) as f64));
            step(c, t, end - t, 0)
        }
    });
    // SAFETY: as above.
    measure("get a state", |_| unsafe { get(c, &X, 1, &mut y) });
    Fmu(c).free();
}

/// Prints the mean time of a call.
fn measure(what: &str, mut call: impl FnMut(usize) -> fmi2Status) {
    const CALLS: usize = 2_000_000;
    let begin = Instant::now();
    let all_well = (0..CALLS).all(|k| call(k) == fmi2OK);
    assert!(all_well);
    println!("{what}: {:.1} ns", begin.elapsed().as_nanos() as f64 / CALLS as f64);
}

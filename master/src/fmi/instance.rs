//! An FMU and the stages of its instances as types, so that a wrong order of calls does not compile.
//!
//! [`Fmu`] → [`Instantiated`] (start values) → [`Initializing`] (consistent values at the start
//! time) → [`Stepping`].

use super::archive::Archive;
use super::description::{self, Described};
use super::error::FmuError;
use super::library::{CallObserver, Component, Library};
use super::log::LogSink;
use super::variable;
use crate::fmu::{CoSimulation, Description, Problem, Value, ValueReference, Variable};
use indexmap::IndexMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// A co-simulation FMU that is unpacked and described, and loaded where it is used.
pub struct Fmu {
    described: Arc<Described>,
    library: OnceLock<Arc<Library>>,
    archive: Arc<Archive>,
}

impl Fmu {
    /// Opens an `.fmu` file or a folder with an unpacked one, and loads its library.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, FmuError> {
        let archive = Archive::open(path)?;
        let described = description::read(&archive)?;
        Self::load(archive, described)
    }

    /// Opens an `.fmu` file or a folder with an unpacked one, without running anything of it in this process.
    pub fn open_unloaded(path: impl AsRef<Path>) -> Result<Self, FmuError> {
        let archive = Archive::open(path)?;
        let described = description::read(&archive)?;
        Self::new(archive, described)
    }

    /// Loads the library of an FMU whose description was read before.
    pub fn load(archive: Archive, described: Described) -> Result<Self, FmuError> {
        let fmu = Self::new(archive, described)?;
        fmu.library()?;
        Ok(fmu)
    }

    fn new(archive: Archive, described: Described) -> Result<Self, FmuError> {
        let interface = description::co_simulation(&archive, &described.model)?;
        description::require_readable(&archive, &described.problems)?;
        archive.library(interface.model_identifier.trim())?;
        let (described, archive) = (Arc::new(described), Arc::new(archive));
        Ok(Self { described, library: OnceLock::new(), archive })
    }

    /// Its library, loaded at the first call.
    pub fn library(&self) -> Result<&Arc<Library>, FmuError> {
        if let Some(library) = self.library.get() {
            return Ok(library);
        }
        let identifier = self.co_simulation().model_identifier.trim();
        let library = Arc::new(Library::load(self.archive.clone(), identifier)?);
        Ok(self.library.get_or_init(|| library))
    }

    /// The variables by which a sandboxed process finds the Python that the FMU expects, if it does.
    pub fn python_variables(&self) -> Vec<(String, PathBuf)> {
        #[cfg(unix)]
        if let Ok(library) = self.archive.library(self.co_simulation().model_identifier.trim()) {
            return super::python::variables(&library);
        }
        Vec::new()
    }

    /// The file or folder it came from.
    pub fn path(&self) -> &Path {
        self.archive.source()
    }

    /// The hash of the file's bytes; none for a folder.
    pub fn content_hash(&self) -> Option<&str> {
        self.archive.content_hash()
    }

    /// What the user should know about how it was unpacked.
    pub fn notice(&self) -> Option<&str> {
        self.archive.notice()
    }

    /// Whether both have one library in a process, and with it all data that instances may share.
    pub fn shares_library_with(&self, other: &Self) -> bool {
        std::ptr::eq(self, other) || self.folder() == other.folder()
    }

    /// The folder with its unpacked content, which exists as long as this value.
    pub fn folder(&self) -> &Path {
        self.archive.folder()
    }

    /// Its model description.
    pub fn description(&self) -> &Description {
        &self.described.model
    }

    /// What deviates from the standard in its description.
    pub fn warnings(&self) -> &[Problem] {
        &self.described.problems
    }

    /// Whether its states can be saved and restored: declared, and the functions exist, as far as
    /// is known without loading it.
    pub fn can_rewind(&self) -> bool {
        let library = self.library.get();
        let declared = self.co_simulation().can_get_and_set_fmu_state;
        declared && library.is_none_or(|library| library.has_state())
    }

    /// Whether its saved states can be turned into bytes and back: declared, and the functions exist, as far
    /// as is known without loading it.
    pub fn can_serialise(&self) -> bool {
        let library = self.library.get();
        let declared = self.co_simulation().can_serialize_fmu_state;
        declared && library.is_none_or(|library| library.has_serialisation())
    }

    /// Whether it follows input derivatives within a step: declared, and the function exists, as
    /// far as is known without loading it.
    pub fn takes_input_derivatives(&self) -> bool {
        let library = self.library.get();
        let declared = self.co_simulation().can_interpolate_inputs;
        declared && library.is_none_or(|library| library.has_input_derivatives())
    }

    /// Whether it gives first derivatives of its outputs: declared, and the function exists, as far
    /// as is known without loading it.
    pub fn gives_output_derivatives(&self) -> bool {
        let library = self.library.get();
        let declared = self.co_simulation().max_output_derivative_order > 0;
        declared && library.is_none_or(|library| library.has_output_derivatives())
    }

    /// Whether its communication step may change.
    pub fn can_divide_steps(&self) -> bool {
        self.co_simulation().can_handle_variable_communication_step_size
    }

    /// Its co-simulation interface.
    pub fn co_simulation(&self) -> &CoSimulation {
        interface(&self.described)
    }

    /// Makes an instance whose messages go to `sink`, such as
    /// [`StandardError`](super::StandardError).
    pub fn instantiate(
        &self,
        name: &str,
        logging: bool,
        sink: Box<dyn LogSink>,
    ) -> Result<Instantiated, FmuError> {
        self.instantiate_observed(name, logging, sink, None)
    }

    /// Makes an instance whose messages go to `sink` and whose every call is shown to the observer.
    pub fn instantiate_observed(
        &self,
        name: &str,
        logging: bool,
        sink: Box<dyn LogSink>,
        observer: Option<Arc<dyn CallObserver>>,
    ) -> Result<Instantiated, FmuError> {
        let library = self.library()?;
        let once = self.co_simulation().can_be_instantiated_only_once_per_process;
        if once && library.instances() > 0 {
            return Err(FmuError::OnlyOnce { instance: name.into() });
        }
        let token = &self.described.model.instantiation_token;
        let component = Component::instantiate(library, name, token, logging, sink, observer)?;
        let (described, experiment) = (self.described.clone(), Experiment::default());
        Ok(Instantiated(Instance { component, described, given: IndexMap::new(), experiment }))
    }
}

fn interface(described: &Described) -> &CoSimulation {
    described.model.co_simulation.as_ref().expect("an Fmu is loaded only with this interface")
}

/// When a run begins and ends, and how exact the FMU's solver shall be.
#[derive(Clone, Copy, Debug, Default)]
struct Experiment {
    start: f64,
    stop: Option<f64>,
    tolerance: Option<f64>,
}

/// What all stages share.
pub(super) struct Instance {
    pub component: Component,
    pub described: Arc<Described>,
    /// Start values that were set, by name, in their order.
    given: IndexMap<String, Value>,
    /// What was announced last.
    experiment: Experiment,
}

impl Instance {
    pub fn can_rewind(&self) -> bool {
        let declared = interface(&self.described).can_get_and_set_fmu_state;
        declared && self.component.library().has_state()
    }

    pub fn can_serialise(&self) -> bool {
        let declared = interface(&self.described).can_serialize_fmu_state;
        declared && self.component.library().has_serialisation()
    }

    pub fn takes_input_derivatives(&self) -> bool {
        let declared = interface(&self.described).can_interpolate_inputs;
        declared && self.component.library().has_input_derivatives()
    }

    /// Whether it gives first derivatives of its outputs: declared, and the function exists.
    pub fn gives_output_derivatives(&self) -> bool {
        let declared = interface(&self.described).max_output_derivative_order > 0;
        declared && self.component.library().has_output_derivatives()
    }

    /// The value that a variable starts with: as set, else as declared, else 0.
    pub fn start_of(&self, variable: &Variable) -> f64 {
        let given = self.given.get(&variable.name).and_then(Value::number);
        given.or(variable.numeric_start()).unwrap_or(0.0)
    }

    /// The start time that was announced.
    pub fn start_time(&self) -> f64 {
        self.experiment.start
    }

    /// Starts the run anew at `t`, with the same start values but for the `changed` and `switched` ones, given
    /// by value reference.
    pub fn start_again(
        &mut self,
        t: f64,
        changed: &[(ValueReference, f64)],
        switched: Option<(ValueReference, bool)>,
    ) -> Result<(), FmuError> {
        let Self { component, described, given, experiment } = self;
        component.reset()?;
        for (name, value) in given {
            let variable = variable::find(&described.model, component.name(), name)?;
            variable::set(component, variable, value)?;
        }
        for (reference, value) in changed {
            component.set_real(&[*reference], &[*value])?;
        }
        if let Some((reference, value)) = switched {
            component.set_boolean(&[reference], &[value.into()])?;
        }
        component.setup_experiment(t, experiment.stop, experiment.tolerance)?;
        component.enter_initialization_mode()?;
        component.exit_initialization_mode()
    }

    fn get(&mut self, name: &str) -> Result<Value, FmuError> {
        let variable = variable::find(&self.described.model, self.component.name(), name)?;
        variable::get(&mut self.component, variable)
    }

    fn set(
        &mut self,
        name: &str,
        value: &Value,
        settable: fn(&Variable) -> Result<(), String>,
    ) -> Result<Value, FmuError> {
        let Self { component, described, .. } = self;
        let variable = variable::find(&described.model, component.name(), name)?;
        settable(variable).map_err(|reason| variable::wrong(component.name(), name, reason))?;
        variable::set(component, variable, value)
    }
}

/// An instance that takes start values and parameters.
pub struct Instantiated(Instance);

impl Instantiated {
    /// Its name.
    pub fn name(&self) -> &str {
        self.0.component.name()
    }

    /// Its model description.
    pub fn description(&self) -> &Description {
        &self.0.described.model
    }

    /// Sets a parameter, an input or a start value; an enumeration by item name or number.
    pub fn set_start(&mut self, name: &str, value: &Value) -> Result<(), FmuError> {
        let set = self.0.set(name, value, variable::settable_before_initialisation)?;
        self.0.given.insert(name.into(), set);
        Ok(())
    }

    /// Switches the logging of the FMU on or off, for some of its categories or (none given) all.
    pub fn set_debug_logging(&mut self, on: bool, categories: &[&str]) -> Result<(), FmuError> {
        self.0.component.set_debug_logging(on, categories)
    }

    /// Announces the experiment and enters the initialisation.
    pub fn initialize(
        mut self,
        start: f64,
        stop: Option<f64>,
        tolerance: Option<f64>,
    ) -> Result<Initializing, FmuError> {
        self.0.experiment = Experiment { start, stop, tolerance };
        self.0.component.setup_experiment(start, stop, tolerance)?;
        self.0.component.enter_initialization_mode()?;
        Ok(Initializing(self.0))
    }
}

/// An instance whose inputs and outputs are being made consistent at the start time.
pub struct Initializing(pub(super) Instance);

impl Initializing {
    /// Its name.
    pub fn name(&self) -> &str {
        self.0.component.name()
    }

    /// Its model description.
    pub fn description(&self) -> &Description {
        &self.0.described.model
    }

    /// Reads a variable.
    pub fn get(&mut self, name: &str) -> Result<Value, FmuError> {
        self.0.get(name)
    }

    /// The calls that are possible at this stage, by value references.
    pub fn component(&mut self) -> &mut Component {
        &mut self.0.component
    }

    /// Ends the initialisation.
    pub fn start(mut self) -> Result<Stepping, FmuError> {
        self.0.component.exit_initialization_mode()?;
        Ok(Stepping(self.0))
    }
}

/// An instance that simulates.
pub struct Stepping(pub(super) Instance);

impl Stepping {
    /// Its name.
    pub fn name(&self) -> &str {
        self.0.component.name()
    }

    /// Its model description.
    pub fn description(&self) -> &Description {
        &self.0.described.model
    }

    /// Reads a variable.
    pub fn get(&mut self, name: &str) -> Result<Value, FmuError> {
        self.0.get(name)
    }

    /// Sets an input or a tunable parameter.
    pub fn set(&mut self, name: &str, value: &Value) -> Result<(), FmuError> {
        self.0.set(name, value, variable::settable_between_steps).map(drop)
    }

    /// Computes a step of length `h` from `t`; `no_rewind` promises that no earlier state returns.
    pub fn do_step(&mut self, t: f64, h: f64, no_rewind: bool) -> Result<(), FmuError> {
        self.0.component.do_step(t, h, no_rewind)
    }

    /// The calls that are possible at this stage, by value references.
    pub fn component(&mut self) -> &mut Component {
        &mut self.0.component
    }

    /// Ends the simulation; the instance is freed.
    pub fn terminate(mut self) -> Result<(), FmuError> {
        self.0.component.terminate()
    }
}

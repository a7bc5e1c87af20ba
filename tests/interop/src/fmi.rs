//! FMUs opened by the crate `fmi`.

use std::path::Path;

use fmi::fmi2::import::Fmi2Import;
use fmi::fmi2::instance::{CoSimulation, Common, FmuState, InstanceCS};
use fmi::fmi2::schema::{Causality, ScalarVariable, ScalarVariableElement};
use fmi::traits::{FmiImport, FmiStatus};

use crate::Slave;

struct Instance {
    instance: InstanceCS,
    saved: Option<FmuState>,
    /// Holds the unpacked FMU.
    import: Fmi2Import,
}

/// Opens an FMU for co-simulation.
pub fn open(path: &Path) -> Box<dyn Slave> {
    let import: Fmi2Import = fmi::import::from_path(path).expect("`fmi` reads the FMU");
    let instance = import.instantiate_cs("slave", false, true).expect("`fmi` instantiates it");
    Box::new(Instance { instance, saved: None, import })
}

impl Instance {
    fn variables(&self) -> &[ScalarVariable] {
        &self.import.model_description().model_variables.variables
    }

    fn reference(&self, name: &str) -> u32 {
        let found = self.variables().iter().find(|variable| variable.name == name);
        found.unwrap_or_else(|| panic!("no variable {name}")).value_reference
    }
}

impl Slave for Instance {
    fn set(&mut self, name: &str, value: f64) {
        let reference = self.reference(name);
        self.instance.set_real(&[reference], &[value]).expect("a real is set");
    }

    fn choose(&mut self, name: &str, value: i32) {
        let reference = self.reference(name);
        self.instance.set_integer(&[reference], &[value]).expect("an integer is set");
    }

    fn initialize(&mut self) {
        self.instance.setup_experiment(None, 0.0, None).expect("an experiment");
        Common::enter_initialization_mode(&mut self.instance).expect("initialisation begins");
        Common::exit_initialization_mode(&mut self.instance).expect("initialisation ends");
    }

    fn step(&mut self, t: f64, h: f64) {
        self.instance.do_step(t, h, false).expect("a step");
    }

    fn get(&mut self, name: &str) -> f64 {
        let (reference, mut value) = (self.reference(name), [f64::NAN]);
        self.instance.get_real(&[reference], &mut value).expect("a real is read");
        value[0]
    }

    fn partial(&mut self, unknown: &str, known: &str) -> f64 {
        let (unknown, known) = ([self.reference(unknown)], [self.reference(known)]);
        let mut found = [f64::NAN];
        let done = self.instance.get_directional_derivative(&unknown, &known, &[1.0], &mut found);
        done.expect("a directional derivative");
        found[0]
    }

    fn save(&mut self) {
        match &self.saved {
            Some(saved) => drop(self.instance.update_fmu_state(saved).ok().expect("a state")),
            None => self.saved = Some(self.instance.get_fmu_state().expect("a state")),
        }
    }

    fn restore(&mut self) {
        let saved = self.saved.as_ref().expect("a saved state");
        self.instance.set_fmu_state(saved).ok().expect("the state is restored");
    }

    fn outputs(&self) -> Vec<String> {
        let is_real = |variable: &&ScalarVariable| {
            variable.causality == Causality::Output
                && matches!(variable.elem, ScalarVariableElement::Real(_))
        };
        self.variables().iter().filter(is_real).map(|variable| variable.name.clone()).collect()
    }
}

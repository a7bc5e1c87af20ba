//! FMUs opened by the crate `fmi-rs`.

use std::path::Path;
use std::ptr::null_mut;
use std::sync::Arc;

use fmi_rs::fmi2::builder::FMU2Builder;
use fmi_rs::fmi2::types::{fmi2FMUstate, fmi2Status};
use fmi_rs::fmi2::{CS, FMU2};
use fmi_rs::model_description::fmi2::{Causality, ScalarVariable, VariableType};

use crate::Slave;

struct Instance {
    fmu: Arc<FMU2<CS>>,
    saved: fmi2FMUstate,
    /// Holds the unpacked FMU.
    builder: FMU2Builder,
}

/// Opens an FMU for co-simulation.
pub fn open(path: &Path) -> Box<dyn Slave> {
    let builder = FMU2Builder::new(&path).expect("`fmi-rs` reads the FMU");
    let fmu = builder.instantiate_cs("slave").expect("`fmi-rs` instantiates it");
    Box::new(Instance { fmu, saved: null_mut(), builder })
}

impl Instance {
    fn reference(&self, name: &str) -> u32 {
        let mut variables = self.builder.model_description.modelVariables.iter();
        let found = variables.find(|variable| variable.name == name);
        found.unwrap_or_else(|| panic!("no variable {name}")).valueReference
    }
}

fn ok(status: fmi2Status) {
    assert_eq!(status, fmi2Status::Ok);
}

impl Slave for Instance {
    fn set(&mut self, name: &str, value: f64) {
        ok(self.fmu.setReal(&[self.reference(name)], &[value]));
    }

    fn choose(&mut self, name: &str, value: i32) {
        ok(self.fmu.setInteger(&[self.reference(name)], &[value]));
    }

    fn initialize(&mut self) {
        ok(self.fmu.setupExperiment(None, 0.0, None));
        ok(self.fmu.enterInitializationMode());
        ok(self.fmu.exitInitializationMode());
    }

    fn step(&mut self, t: f64, h: f64) {
        ok(self.fmu.doStep(t, h, 0));
    }

    fn get(&mut self, name: &str) -> f64 {
        let mut value = [f64::NAN];
        ok(self.fmu.getReal(&[self.reference(name)], &mut value));
        value[0]
    }

    fn partial(&mut self, unknown: &str, known: &str) -> f64 {
        let (unknown, known) = ([self.reference(unknown)], [self.reference(known)]);
        let mut found = [f64::NAN];
        ok(self.fmu.getDirectionalDerivative(&unknown, &known, &[1.0], &mut found));
        found[0]
    }

    fn save(&mut self) {
        ok(self.fmu.getFMUstate(&raw mut self.saved));
    }

    fn restore(&mut self) {
        ok(self.fmu.setFMUstate(self.saved));
    }

    fn outputs(&self) -> Vec<String> {
        let is_real = |variable: &&ScalarVariable| {
            variable.causality == Causality::Output
                && matches!(variable.variableType, VariableType::Real { .. })
        };
        let variables = &self.builder.model_description.modelVariables;
        variables.iter().filter(is_real).map(|variable| variable.name.clone()).collect()
    }
}

impl Drop for Instance {
    fn drop(&mut self) {
        if !self.saved.is_null() {
            ok(self.fmu.freeFMUstate(&raw mut self.saved));
        }
    }
}

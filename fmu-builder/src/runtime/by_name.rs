//! An instance used by the names of its variables: for tests of a model and for small programs.

use super::{Failure, Instance, Interface};
use crate::model::Model;
use crate::solver_kind::SolverKind;

impl<M: Model> Instance<M> {
    /// An instance for co-simulation with these values, choices by their number, ready for its first step.
    pub fn started(solver: SolverKind, values: &[(&str, f64)]) -> Result<Self, Failure> {
        let mut instance = Self::new(Interface::CoSimulation);
        instance.set_solver(solver)?;
        for (name, value) in values {
            let reference = instance.known_reference(name)?;
            instance.set_number(reference, *value)?;
        }
        instance.enter_initialization()?;
        instance.exit_initialization()?;
        Ok(instance)
    }

    /// The value of a Real variable.
    pub fn real(&mut self, name: &str) -> Result<f64, Failure> {
        self.reals([name]).map(|[value]| value)
    }

    /// The values of Real variables.
    pub fn reals<const N: usize>(&mut self, names: [&str; N]) -> Result<[f64; N], Failure> {
        let mut values = [0.0; N];
        for (name, value) in names.into_iter().zip(&mut values) {
            let reference = self.known_reference(name)?;
            self.get_real(&[reference], std::slice::from_mut(value))?;
        }
        Ok(values)
    }

    fn known_reference(&self, name: &str) -> Result<u32, Failure> {
        self.reference(name).ok_or_else(|| Failure::UnknownName { name: name.into() })
    }
}

//! Inputs that equations determine, which only some schemes solve.

use super::Network;
use crate::CouplingError;
use crate::id::{InputId, OutputId, SlaveId};
use crate::law::{CouplingLaw, Equations};

/// Which laws are equations, and the inputs on which they act.
#[derive(Default)]
pub(super) struct EquationLaws {
    laws: Vec<usize>,
    inputs: Vec<InputId>,
}

impl EquationLaws {
    /// # Panics
    /// If two laws with equations act on one input.
    pub(super) fn of(laws: &[Box<dyn CouplingLaw>]) -> Self {
        let own: Vec<usize> = (0..laws.len()).filter(|&k| laws[k].equations().is_some()).collect();
        let acts_on = own.iter().flat_map(|&k| laws[k].dependencies());
        let mut inputs: Vec<InputId> = acts_on.map(|(input, _)| input).collect();
        inputs.sort_unstable();
        let unique = inputs.windows(2).all(|pair| pair[0] != pair[1]);
        assert!(unique, "equations of two laws act on one input");
        Self { laws: own, inputs }
    }
}

impl Network {
    /// The inputs that are determined by equations.
    pub fn equation_inputs(&self) -> &[InputId] {
        &self.equations.inputs
    }

    /// The slaves whose outputs the equations of an input read.
    pub(crate) fn equation_sources(&self, input: InputId) -> Vec<SlaveId> {
        let laws = self.equations.laws.iter().flat_map(|&law| self.laws[law].dependencies());
        let reads = laws.filter(|(acts_on, _)| *acts_on == input).flat_map(|(_, reads)| reads);
        let of = |output: OutputId| self.slaves().find(|s| self.outputs_of(*s).contains(&output.0));
        reads.filter_map(of).collect()
    }

    /// The laws that are equations.
    pub(crate) fn equations(&self) -> impl Iterator<Item = &dyn Equations> {
        self.equations.laws.iter().filter_map(|&law| self.laws[law].equations())
    }

    /// An error where equations determine inputs that are not `solved` for.
    pub(crate) fn check_equations(
        &self,
        solved: impl Fn(InputId) -> bool,
    ) -> Result<(), CouplingError> {
        let open = self.equations.inputs.iter().filter(|&&input| !solved(input));
        let open: Vec<usize> = open.map(|InputId(i)| *i).collect();
        if open.is_empty() {
            return Ok(());
        }
        let names = self.input_names();
        let inputs = open.into_iter().map(|i| names[i].clone()).collect();
        Err(CouplingError::Unsolved { inputs })
    }
}

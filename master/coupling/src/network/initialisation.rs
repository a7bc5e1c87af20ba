//! Consistent values at the start time, and how they were found.

use nalgebra::DVector;

use crate::CouplingError;
use crate::network::feedthrough::{Assume, Feedthroughs};
use crate::network::{Member, Network, apply};

/// Inputs that differ by more than this part from what the outputs ask for show that an output depends on
/// more inputs than its slave states …
const CONSISTENT: f64 = 1e-9;
/// … unless it is rounding beside the largest input.
const ROUNDING: f64 = 1e-14;

/// The order in which inputs were set, and the algebraic loops among them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Initialisation {
    /// Each depends on earlier ones only.
    pub stages: Vec<Stage>,
}

/// Inputs that were set together.
#[derive(Clone, Debug, PartialEq)]
pub struct Stage {
    /// `slave.input`.
    pub inputs: Vec<String>,
    /// How they were found where they depend on each other; none where they are simply set.
    pub solution: Option<Solution>,
}

/// How the inputs on an algebraic loop were found.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Solution {
    /// Newton iterations, and rounds in which discrete inputs changed.
    pub iterations: usize,
    /// Largest |input − law(outputs)| that remained, relative to the input.
    pub residual: f64,
}

impl Initialisation {
    /// The algebraic loops: their inputs and how they were found.
    pub fn loops(&self) -> impl Iterator<Item = (&[String], Solution)> {
        self.stages.iter().filter_map(|stage| Some((stage.inputs.as_slice(), stage.solution?)))
    }
}

impl Network {
    /// Consistent outputs and inputs at the start time, then the end of the initialisation.
    ///
    /// The inputs begin at the slaves' own start values. Some slaves compute their outputs only
    /// when the initialisation ends; therefore all is made consistent once more after it.
    pub fn initialize(
        &mut self,
        t: f64,
        y: &mut DVector<f64>,
        u: &mut DVector<f64>,
    ) -> Result<(), CouplingError> {
        for member in &mut self.members {
            member.slave.start_inputs(&mut u.as_mut_slice()[member.inputs.clone()]);
        }
        self.read_all(t, y, u)?;
        let mut order = Feedthroughs::new(self, Assume::Dependent);
        self.make_consistent(&mut order, t, y, u)?;
        if !self.is_consistent(y, u) {
            order = Feedthroughs::new(self, Assume::Everything);
            self.make_consistent(&mut order, t, y, u)?;
        }
        let stated = Feedthroughs::new(self, Assume::Independent);
        let coupled = (self.members.as_mut_slice(), self.laws.as_slice());
        order.examine(&stated, coupled, t, y.as_mut_slice(), u.as_mut_slice())?;

        self.each(t, |slave| slave.start())?;
        self.start_clones(t, u)?;
        self.read_all(t, y, u)?;
        self.make_consistent(&mut order, t, y, u)?;
        self.exchange(t, y, u)?;
        self.initialisation = order.report();
        self.steps = 0;
        Ok(())
    }

    fn read_all(
        &mut self,
        t: f64,
        y: &mut DVector<f64>,
        u: &DVector<f64>,
    ) -> Result<(), CouplingError> {
        let read = |member: &mut Member| member.read(t, u.as_slice(), y.as_mut_slice());
        self.members.iter_mut().try_for_each(read)
    }

    fn make_consistent(
        &mut self,
        order: &mut Feedthroughs,
        t: f64,
        y: &mut DVector<f64>,
        u: &mut DVector<f64>,
    ) -> Result<(), CouplingError> {
        let coupled = (self.members.as_mut_slice(), self.laws.as_slice());
        order.resolve(coupled, t, y.as_mut_slice(), u.as_mut_slice())?;
        apply(&self.laws, y.as_slice(), u.as_mut_slice());
        self.read_all(t, y, u)
    }

    /// Whether the outputs, read for the inputs `u`, ask for these inputs.
    fn is_consistent(&self, y: &DVector<f64>, u: &DVector<f64>) -> bool {
        let mut asked = u.clone();
        apply(&self.laws, y.as_slice(), asked.as_mut_slice());
        let rounding = ROUNDING * u.amax();
        let allowed = |u: f64, asked: f64| CONSISTENT * u.abs().max(asked.abs()) + rounding;
        u.iter().zip(&asked).all(|(u, asked)| (u - asked).abs() <= allowed(*u, *asked))
    }
}

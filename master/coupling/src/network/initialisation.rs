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

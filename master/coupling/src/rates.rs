//! Time derivatives of the inputs at a communication point, by the chain rule through the laws.
//!
//! u̇ = ∂law/∂y · ẏ (Friedrich 2011, eq. (2.9)). The derivative of an output comes from the slave, or
//! is another output that the user names, such as the velocity of a position.

use nalgebra::DVector;

use crate::CouplingError;
use crate::network::{Network, OutputId};

/// Where the derivatives of outputs come from, and room for them.
#[derive(Clone, Debug, Default)]
pub(crate) struct OutputRates {
    /// Outputs that are the derivative of another: (of which, which).
    named: Vec<(OutputId, OutputId)>,
    dy: Vec<f64>,
}

impl Network {
    /// Names outputs whose time derivative is another output: (position, velocity).
    #[must_use]
    pub fn with_rates(mut self, named: Vec<(OutputId, OutputId)>) -> Self {
        self.output_rates.named = named;
        self
    }

    /// The time derivatives of all inputs, at outputs `y` and inputs `u`.
    pub fn rates(
        &mut self,
        t: f64,
        y: &DVector<f64>,
        u: &DVector<f64>,
        rates: &mut DVector<f64>,
    ) -> Result<(), CouplingError> {
        let OutputRates { named, dy } = &mut self.output_rates;
        dy.resize(y.len(), f64::NAN);
        dy.fill(f64::NAN);
        for member in &mut self.members {
            let own = &mut dy[member.outputs.clone()];
            let u = &u.as_slice()[member.inputs.clone()];
            member.slave.output_rates(u, own).map_err(|source| CouplingError::Slave {
                slave: member.name.clone(),
                t,
                source,
            })?;
        }
        for (of, rate) in named {
            dy[of.0] = y[rate.0];
        }
        rates.fill(0.0);
        for law in &self.laws {
            law.add_rates(y.as_slice(), dy, rates.as_mut_slice());
        }
        match rates.iter().position(|rate| !rate.is_finite()) {
            None => Ok(()),
            Some(i) => Err(CouplingError::NoRate { input: self.input_names().swap_remove(i), t }),
        }
    }
}

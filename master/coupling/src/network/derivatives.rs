//! Time derivatives of the inputs at a communication point, by the chain rule through the laws.
//!
//! u̇ = ∂law/∂y · ẏ (Friedrich 2011, eq. (2.9)). The derivative of an output is another output that
//! the user names, such as the velocity of a position, or comes from the slave, or is the output
//! that a law takes for it.

use crate::CouplingError;
use crate::id::{OutputId, SlaveId};
use crate::law::CouplingLaw;
use crate::network::Network;
use crate::point::CommunicationPoint;

/// Where the derivatives of outputs come from, and room for them.
#[derive(Clone, Debug, Default)]
pub(crate) struct OutputDerivatives {
    /// Outputs that are the derivative of another: (of which, which).
    named: Vec<(OutputId, OutputId)>,
    /// Outputs that laws take for the derivative of another: (of which, which).
    implied: Vec<(OutputId, OutputId)>,
    /// Slopes of the outputs of slaves that are in the middle of a step, NaN for all others.
    between: Vec<f64>,
}

impl OutputDerivatives {
    /// What the laws know of derivatives.
    pub(crate) fn of(laws: &[Box<dyn CouplingLaw>]) -> Self {
        let implied = laws.iter().flat_map(|law| law.derivatives()).collect();
        Self { implied, ..Self::default() }
    }
}

impl Network {
    /// Names outputs whose time derivative is another output: (position, velocity).
    #[must_use]
    pub fn with_derivatives(mut self, named: Vec<(OutputId, OutputId)>) -> Self {
        self.output_derivatives.named = named;
        self
    }

    /// Says that a slave is in the middle of a step, so that it cannot be asked: until
    /// [`arrive`](Self::arrive) its outputs are what others expect them to be, with these slopes.
    pub fn depart(&mut self, slave: SlaveId, slopes: &[f64]) {
        let member = &mut self.members[slave.0];
        member.between = true;
        self.output_derivatives.between.resize(self.outputs, f64::NAN);
        self.output_derivatives.between[member.outputs.clone()].copy_from_slice(slopes);
    }

    /// Says that a slave has reached a communication point.
    pub fn arrive(&mut self, slave: SlaveId) {
        let member = &mut self.members[slave.0];
        if std::mem::take(&mut member.between) {
            self.output_derivatives.between[member.outputs.clone()].fill(f64::NAN);
        }
    }

    /// Fills in the time derivatives at a communication point: of the outputs as far as they are
    /// known, and of the inputs that are `wanted` and not prescribed; the others count as constant. What
    /// is not known is not finite.
    pub fn du(
        &mut self,
        t: f64,
        wanted: &[bool],
        point: &mut CommunicationPoint,
    ) -> Result<(), CouplingError> {
        let CommunicationPoint { u, y, du, dy, .. } = point;
        let OutputDerivatives { named, implied, between } = &self.output_derivatives;
        dy.fill(f64::NAN);
        dy.as_mut_slice()[..between.len()].copy_from_slice(between);
        for (of, derivative) in implied {
            dy[of.0] = y[derivative.0];
        }
        for member in self.members.iter_mut().filter(|member| !member.between) {
            let own = &mut dy.as_mut_slice()[member.outputs.clone()];
            let u = &u.as_slice()[member.inputs.clone()];
            member.slave.output_derivatives(u, own).map_err(|source| CouplingError::Slave {
                slave: member.name.clone(),
                t,
                source,
            })?;
        }
        for (of, derivative) in named {
            dy[of.0] = y[derivative.0];
        }
        du.fill(0.0);
        for law in &self.laws {
            law.add_derivatives(y.as_slice(), dy.as_slice(), du.as_mut_slice());
        }
        // What equations determine, no formula gives.
        self.equation_inputs().iter().for_each(|input| du[input.0] = f64::NAN);
        for (i, du) in du.iter_mut().enumerate() {
            if !wanted[i] || self.prescribed[i] {
                *du = 0.0;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::{DMatrix, DVector, dmatrix, dvector};

    use super::*;
    use crate::id::InputId;
    use crate::law::{Convert, Link, Side, Signal, SpringDamper};
    use crate::network::Reading;
    use crate::slave::{LinearSlave, Slave, StateSpace};

    /// A source y = x with ẋ = 3 x, x = 2, whose derivative is known unless it `hides` behind a
    /// feedthrough, and a sink.
    fn network(hides: bool) -> Network {
        let source = StateSpace {
            a: dmatrix![3.0],
            b: dmatrix![0.0],
            c: dmatrix![1.0; 3.0],
            d: dmatrix![if hides { 1e-9 } else { 0.0 }; 0.0],
        };
        let sink = StateSpace {
            a: dmatrix![0.0],
            b: dmatrix![1.0],
            c: dmatrix![1.0],
            d: DMatrix::zeros(1, 1),
        };
        let slaves: Vec<(String, Box<dyn Slave>)> = vec![
            ("a".into(), Box::new(LinearSlave::new(source, dvector![2.0], &["w"], &["y", "dy"]))),
            ("b".into(), Box::new(LinearSlave::new(sink, dvector![0.0], &["u"], &["x"]))),
        ];
        let link = |from: usize, to: usize| Link {
            from: OutputId(from),
            to: InputId(to),
            gain: 10.0,
            offset: 1.0,
            convert: Convert::Lossless,
        };
        let laws: Vec<Box<dyn CouplingLaw>> =
            vec![Box::new(Signal::new(vec![link(2, 0), link(0, 1)]))];
        Network::new(slaves, laws, Reading::Fresh)
    }

    fn du(mut network: Network) -> Result<DVector<f64>, CouplingError> {
        let mut point = CommunicationPoint::new(network.input_count(), network.output_count());
        (point.y, point.u) = (dvector![2.0, 6.0, 0.0], dvector![1.0, 21.0]);
        network.du(0.0, &[true; 2], &mut point).map(|()| point.du)
    }

    #[test]
    fn derivatives_follow_the_chain_rule_through_the_laws() {
        assert_eq!(du(network(false)).unwrap(), dvector![210.0, 60.0]);
    }

    #[test]
    fn a_named_output_stands_in_for_a_derivative_that_is_not_known() {
        assert!(!du(network(true)).unwrap()[1].is_finite());
        let named = network(true).with_derivatives(vec![(OutputId(0), OutputId(1))]);
        assert_eq!(du(named).unwrap()[1], 60.0);
    }

    #[test]
    fn inputs_that_are_not_continued_need_no_derivative() {
        let known = network(true).with_prescribed(vec![SlaveId(0)]);
        assert_eq!(du(known).unwrap()[1], 0.0);
    }

    #[test]
    fn the_velocity_that_a_spring_reads_stands_in_for_the_derivative_of_its_position() {
        // x and v of a mass that drifts, v hidden behind a feedthrough so that neither has a derivative.
        let mass = |v: f64| -> Box<dyn Slave> {
            let system = StateSpace {
                a: dmatrix![0.0, 1.0; 0.0, 0.0],
                b: dmatrix![0.0; 1.0],
                c: DMatrix::identity(2, 2),
                d: dmatrix![1e-12; 1e-12],
            };
            Box::new(LinearSlave::new(system, dvector![0.0, v], &["force"], &["x", "v"]))
        };
        let slaves = vec![("a".into(), mass(1.0)), ("b".into(), mass(3.0))];
        let side = |k: usize| Side {
            position: OutputId(2 * k),
            velocity: OutputId(2 * k + 1),
            force: InputId(k),
        };
        let spring = SpringDamper {
            a: side(0),
            b: side(1),
            stiffness: 5.0.into(),
            damping: 0.0.into(),
            rest_length: 0.0,
        };
        let mut network = Network::new(slaves, vec![Box::new(spring)], Reading::Fresh);
        let mut point = CommunicationPoint::new(network.input_count(), network.output_count());
        point.y = dvector![0.0, 1.0, 0.0, 3.0];
        network.du(0.0, &[true; 2], &mut point).unwrap();
        assert_eq!(point.du, dvector![10.0, -10.0]);
    }
}

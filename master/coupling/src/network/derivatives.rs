//! Time derivatives of the inputs at a communication point, by the chain rule through the laws.
//!
//! u̇ = ∂law/∂y · ẏ (Friedrich 2011, eq. (2.9)). The derivative of an output is another output that
//! the user names, such as the velocity of a position, or the output that a law takes for it; where these do not
//! suffice, slaves are asked, which may cost as much as a step, and what a slave knows comes before what a law takes
//! for it. Where an output depends on inputs without delay, ẏ = ∂y/∂x ẋ + ∂y/∂u u̇ needs the
//! slopes of these inputs: it is read again, level by level as its value is
//! ([`Slopes`](crate::network::feedthrough::Slopes)).

use nalgebra::DVector;

use crate::CouplingError;
use crate::id::{OutputId, SlaveId};
use crate::law::CouplingLaw;
use crate::network::Network;
use crate::network::feedthrough::{Slopes, inputs_slopes};
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

    /// Outputs whose time derivative is another output: (position, velocity). What the user names comes last.
    pub fn derivative_pairs(&self) -> impl Iterator<Item = (OutputId, OutputId)> {
        let OutputDerivatives { named, implied, .. } = &self.output_derivatives;
        implied.iter().chain(named).copied()
    }

    /// What the laws make of rates of the outputs: ∂law/∂y · ẏ.
    pub fn rates(&self, y: &DVector<f64>, dy: &DVector<f64>, du: &mut DVector<f64>) {
        du.fill(0.0);
        for law in &self.laws {
            law.add_derivatives(y.as_slice(), dy.as_slice(), du.as_mut_slice());
        }
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
    /// is not known is not finite. With `outputs` all slaves are asked, otherwise only if inputs need it.
    pub fn du(
        &mut self,
        t: f64,
        (wanted, outputs): (&[bool], bool),
        point: &mut CommunicationPoint,
    ) -> Result<(), CouplingError> {
        let CommunicationPoint { u, y, du, dy, .. } = point;
        let OutputDerivatives { named, implied, between } = &self.output_derivatives;
        dy.fill(f64::NAN);
        dy.as_mut_slice()[..between.len()].copy_from_slice(between);
        for (of, derivative) in implied {
            dy[of.0] = y[derivative.0];
        }
        let (u, y) = (u.as_slice(), y.as_slice());
        if self.fresh.is_empty() && !outputs {
            named.iter().for_each(|(of, derivative)| dy[of.0] = y[derivative.0]);
            inputs_slopes(&self.laws, y, dy.as_slice(), du.as_mut_slice());
            let known = |i: usize| du[i].is_finite() || !wanted[i] || self.prescribed[i];
            if (0..du.len()).all(known) && self.equation_inputs().is_empty() {
                self.leave_out(wanted, du.as_mut_slice());
                return Ok(());
            }
        }
        du.fill(f64::NAN);
        let mut slopes = Slopes { t, u, y, du: du.as_mut_slice(), dy: dy.as_mut_slice(), named };
        self.members.iter_mut().try_for_each(|member| slopes.read(member))?;
        if !self.fresh.is_empty() {
            self.fresh.resolve_slopes((&mut self.members, &self.laws), &mut slopes)?;
        }
        let Slopes { du, dy, .. } = slopes;
        inputs_slopes(&self.laws, y, dy, du);
        // What equations determine, no formula gives.
        self.equation_inputs().iter().for_each(|input| du[input.0] = f64::NAN);
        self.leave_out(wanted, point.du.as_mut_slice());
        Ok(())
    }

    /// Inputs that are not wanted, or prescribed, count as constant.
    fn leave_out(&self, wanted: &[bool], du: &mut [f64]) {
        for (i, du) in du.iter_mut().enumerate() {
            if !wanted[i] || self.prescribed[i] {
                *du = 0.0;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::{DMatrix, DVector, dmatrix, dvector};

    use super::*;
    use crate::id::InputId;
    use crate::law::{Convert, Link, Side, Signal, SpringDamper};
    use crate::network::Reading;
    use crate::polynomial::Polynomial;
    use crate::slave::{LinearSlave, Ports, Slave, SlaveError, Slot, StateSpace, Step};

    /// A slave that gives no derivatives, or may not even be asked for them.
    struct Silent {
        slave: LinearSlave,
        may_be_asked: bool,
    }

    impl Slave for Silent {
        fn ports(&self) -> &Ports {
            self.slave.ports()
        }
        fn outputs(&mut self, u: &[f64], y: &mut [f64]) -> Result<(), SlaveError> {
            self.slave.outputs(u, y)
        }
        fn step(&mut self, step: &Step, u: &[Polynomial], y: &mut [f64]) -> Result<(), SlaveError> {
            self.slave.step(step, u, y)
        }
        fn save(&mut self, slot: Slot) -> Result<(), SlaveError> {
            self.slave.save(slot)
        }
        fn restore(&mut self, slot: Slot) -> Result<(), SlaveError> {
            self.slave.restore(slot)
        }
        fn output_derivatives(
            &mut self,
            _u: &[f64],
            _du: &[f64],
            _dy: &mut [f64],
        ) -> Result<(), SlaveError> {
            let reason = "it was asked".into();
            if self.may_be_asked { Ok(()) } else { Err(SlaveError::Failed { reason }) }
        }
    }

    /// A source y = x with ẋ = 3 x, x = 2, whose derivative is known unless it `hides` it, and a sink.
    fn network(hides: bool) -> Network {
        let source = StateSpace {
            a: dmatrix![3.0],
            b: dmatrix![0.0],
            c: dmatrix![1.0; 3.0],
            d: dmatrix![0.0; 0.0],
        };
        let sink = StateSpace {
            a: dmatrix![0.0],
            b: dmatrix![1.0],
            c: dmatrix![1.0],
            d: DMatrix::zeros(1, 1),
        };
        let source = LinearSlave::new(source, dvector![2.0], &["w"], &["y", "dy"]);
        let source: Box<dyn Slave> = if hides {
            Box::new(Silent { slave: source, may_be_asked: true })
        } else {
            Box::new(source)
        };
        let slaves: Vec<(String, Box<dyn Slave>)> = vec![
            ("a".into(), source),
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
        network.du(0.0, (&[true; 2], false), &mut point).map(|()| point.du)
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
        // x and v of a mass that drifts.
        let mass = |v: f64| -> Box<dyn Slave> {
            let system = StateSpace {
                a: dmatrix![0.0, 1.0; 0.0, 0.0],
                b: dmatrix![0.0; 1.0],
                c: DMatrix::identity(2, 2),
                d: dmatrix![0.0; 0.0],
            };
            let slave = LinearSlave::new(system, dvector![0.0, v], &["force"], &["x", "v"]);
            Box::new(Silent { slave, may_be_asked: false })
        };
        let side = |k: usize| Side {
            position: OutputId(2 * k),
            velocity: OutputId(2 * k + 1),
            force: InputId(k),
        };
        let slopes = |damping: f64| {
            let slaves = vec![("a".into(), mass(1.0)), ("b".into(), mass(3.0))];
            let spring = SpringDamper {
                a: side(0),
                b: side(1),
                stiffness: 5.0.into(),
                damping: damping.into(),
                rest_length: 0.0,
            };
            let mut network = Network::new(slaves, vec![Box::new(spring)], Reading::Fresh);
            let mut point = CommunicationPoint::new(network.input_count(), network.output_count());
            point.y = dvector![0.0, 1.0, 0.0, 3.0];
            network.du(0.0, (&[true; 2], false), &mut point).map(|()| point.du)
        };
        assert_eq!(slopes(0.0).unwrap(), dvector![10.0, -10.0]);
        // A damper needs accelerations, for which slaves are asked.
        assert!(slopes(1.0).unwrap_err().to_string().contains("it was asked"));
    }

    /// y₁ = x₁ + d₁ u₁ with ẋ₁ = a₁ x₁ and y₂ likewise, each the input of the other: u₁ = y₂, u₂ = g y₁.
    fn pair(d: [f64; 2], gain: f64) -> Network {
        let slave = |a: f64, d: f64| -> Box<dyn Slave> {
            let system =
                StateSpace { a: dmatrix![a], b: dmatrix![0.0], c: dmatrix![1.0], d: dmatrix![d] };
            Box::new(LinearSlave::new(system, dvector![1.0], &["u"], &["y"]))
        };
        let slaves = vec![("a".into(), slave(2.0, d[0])), ("b".into(), slave(5.0, d[1]))];
        let link = |from: usize, to: usize, gain: f64| Link {
            from: OutputId(from),
            to: InputId(to),
            gain,
            offset: 0.0,
            convert: Convert::Lossless,
        };
        let signal = Signal::new(vec![link(1, 0, 1.0), link(0, 1, gain)]);
        Network::new(slaves, vec![Box::new(signal)], Reading::Fresh)
    }

    fn slopes(mut network: Network) -> (DVector<f64>, DVector<f64>) {
        let mut point = CommunicationPoint::new(2, 2);
        let CommunicationPoint { u, y, .. } = &mut point;
        network.initialize(0.0, y, u).unwrap();
        network.du(0.0, (&[true; 2], false), &mut point).unwrap();
        (point.du, point.dy)
    }

    #[test]
    fn the_slope_of_an_output_with_feedthrough_follows_that_of_its_input() {
        // ẏ₂ = 5, so u̇₁ = 5, ẏ₁ = 2 + 3 · 5 and u̇₂ = 10 ẏ₁.
        let (du, dy) = slopes(pair([3.0, 0.0], 10.0));
        assert_eq!((du, dy), (dvector![5.0, 170.0], dvector![17.0, 5.0]));
    }

    #[test]
    fn slopes_in_an_algebraic_loop_agree_with_the_laws() {
        // u̇₁ = 5 + 4 u̇₂ and u̇₂ = g (2 + 3 u̇₁): far from a contraction.
        let gain = 10.0;
        let (du, dy) = slopes(pair([3.0, 4.0], gain));
        let du_1 = (5.0 + 8.0 * gain) / (1.0 - 12.0 * gain);
        let expected = dvector![du_1, gain * (2.0 + 3.0 * du_1)];
        assert!((&du - &expected).amax() < 1e-9 * expected.amax(), "{du} for {expected}");
        assert!((dy[0] - du[1] / gain).abs() < 1e-9 && (dy[1] - du[0]).abs() < 1e-9, "{dy}");
    }
}

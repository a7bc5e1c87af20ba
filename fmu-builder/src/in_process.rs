//! The model as a slave of the master's core, without an FMU.
//!
//! It makes the same calls, in the same order, as the master makes on an FMU through the C
//! interface, so both give the same bits.

mod ports;

use coupling::Polynomial;
use coupling::slave::{
    ContinuousStates, InputPort, Ports, Slave, SlaveError, Slot, StateTransfer, Step,
};
use thiserror::Error;

use crate::inputs::MAX_ORDER;
use crate::layout::Layout;
use crate::model::Model;
use crate::runtime::{Failure, Instance, Interface, Snapshot, default_solver};
use crate::solver_kind::SolverKind;
use crate::structural::Structural;
use ports::{find, ports};

/// A model that runs in the program itself.
pub struct ModelSlave<M> {
    instance: Instance<M>,
    ports: Ports,
    inputs: Vec<u32>,
    outputs: Vec<u32>,
    /// Whether all inputs, and all outputs, are Real.
    only_reals: [bool; 2],
    /// The start values of the inputs.
    start: Vec<f64>,
    /// The order of the derivatives of the outputs.
    first_order: Vec<i32>,
    /// What one call sets: values, then derivatives with their references and orders.
    values: Vec<f64>,
    references: Vec<u32>,
    orders: Vec<i32>,
    derivatives: Vec<f64>,
    /// The order of derivatives that a step sets at least: slopes that were set at a point count no more.
    least_order: usize,
    saved: [Snapshot; Slot::COUNT],
}

/// Why a model cannot be made into a slave.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum ModelSlaveError {
    /// A name that is not declared in that role.
    #[error("model \"{model}\" has no {role} \"{name}\"; it has: {known}")]
    UnknownName {
        /// The model.
        model: &'static str,
        /// Input, output or parameter.
        role: &'static str,
        /// The name asked for.
        name: String,
        /// The names there are.
        known: String,
    },
    /// The model refused a start value or its solver.
    #[error("model \"{model}\": {failure}")]
    Refused {
        /// The model.
        model: &'static str,
        /// What it said.
        failure: Failure,
    },
}

impl<M: Model> ModelSlave<M> {
    /// A model with some parameters, settings and inputs at other than their default values (of a
    /// choice the number of its item), ready to step from t = 0; `inputs` and `outputs` are its ports, in that order.
    pub fn new(
        start: &[(&str, f64)],
        inputs: &[&str],
        outputs: &[&str],
    ) -> Result<Self, ModelSlaveError> {
        Self::with_solver(default_solver::<M>(&Structural::default()), start, inputs, outputs)
    }

    /// A model as by [`new`](Self::new), with a solver of one's choice.
    pub fn with_solver(
        solver: SolverKind,
        start: &[(&str, f64)],
        inputs: &[&str],
        outputs: &[&str],
    ) -> Result<Self, ModelSlaveError> {
        Self::structured(&Structural::default(), solver, start, inputs, outputs)
    }

    /// A model as by [`with_solver`](Self::with_solver), with structural parameters.
    pub fn structured(
        structural: &Structural,
        solver: SolverKind,
        start: &[(&str, f64)],
        inputs: &[&str],
        outputs: &[&str],
    ) -> Result<Self, ModelSlaveError> {
        let mut instance = Instance::<M>::structured(Interface::CoSimulation, structural);
        let (names, values): (Vec<_>, Vec<_>) = start.iter().copied().unzip();
        let settable = find(&instance, "parameter or input", &names, Layout::is_settable)?;
        initialize(&mut instance, solver, &settable, &values)
            .map_err(|failure| ModelSlaveError::Refused { model: M::NAME, failure })?;

        let input_references = find(&instance, "input", inputs, |l, at| l.inputs().contains(&at))?;
        let output_references = find(&instance, "output", outputs, |l, at| at >= l.d)?;
        let only_reals = [&input_references, &output_references]
            .map(|list| list.iter().all(|reference| instance.is_real(*reference)));
        let ports =
            ports(&instance, structural, [&input_references, &output_references], inputs, outputs);
        let count = inputs.len();
        let start = input_references.iter().map(|input| instance.get_number(*input));
        let start = start.collect::<Result<_, _>>();
        let start =
            start.map_err(|failure| ModelSlaveError::Refused { model: M::NAME, failure })?;
        Ok(Self {
            start,
            only_reals,
            first_order: vec![1; outputs.len()],
            saved: std::array::from_fn(|_| instance.snapshot()),
            instance,
            ports,
            inputs: input_references,
            outputs: output_references,
            values: vec![0.0; count],
            references: Vec::with_capacity(MAX_ORDER * count),
            orders: Vec::with_capacity(MAX_ORDER * count),
            derivatives: Vec::with_capacity(MAX_ORDER * count),
            least_order: 0,
        })
    }

    /// Lets the first step begin at another time than 0.
    pub fn starting_at(mut self, t: f64) -> Self {
        self.instance.set_start_time(t);
        self
    }

    /// The running model itself.
    pub fn instance(&mut self) -> &mut Instance<M> {
        &mut self.instance
    }

    /// One step as the master does it with an FMU.
    ///
    /// After a curved input the end value is set once more, computed as the master computes it.
    fn advance(&mut self, step: &Step, u: &[Polynomial], y: &mut [f64]) -> Result<(), Failure> {
        self.set_values(u, Polynomial::start)?;
        self.set_derivatives(step.h, u)?;
        self.instance.do_step(step.t, step.end - step.t)?;
        if !self.references.is_empty() {
            self.set_values(u, Polynomial::end)?;
        }
        self.get_outputs(y)
    }

    fn set_inputs(&mut self, u: &[f64]) -> Result<(), Failure> {
        if self.only_reals[0] {
            return self.instance.set_real(&self.inputs, u);
        }
        let mut pairs = self.inputs.iter().zip(u);
        pairs.try_for_each(|(input, u)| self.instance.set_number(*input, *u))
    }

    /// The time derivatives of the outputs; whatever is not Real only jumps.
    fn get_derivatives(&mut self, rates: &mut [f64]) -> Result<(), Failure> {
        if self.only_reals[1] {
            return self.instance.output_derivatives(&self.outputs, &self.first_order, rates);
        }
        for (output, rate) in self.outputs.iter().zip(rates) {
            *rate = 0.0;
            if self.instance.is_real(*output) {
                let rate = std::slice::from_mut(rate);
                self.instance.output_derivatives(&[*output], &[1], rate)?;
            }
        }
        Ok(())
    }

    fn get_outputs(&mut self, y: &mut [f64]) -> Result<(), Failure> {
        if self.only_reals[1] {
            return self.instance.get_real(&self.outputs, y);
        }
        for (output, y) in self.outputs.iter().zip(y) {
            *y = self.instance.get_number(*output)?;
        }
        Ok(())
    }

    fn set_values(
        &mut self,
        u: &[Polynomial],
        value_of: impl Fn(&Polynomial) -> f64,
    ) -> Result<(), Failure> {
        let mut values = std::mem::take(&mut self.values);
        for (value, u) in values.iter_mut().zip(u) {
            *value = value_of(u);
        }
        let set = self.set_inputs(&values);
        self.values = values;
        set
    }

    /// Sets the slopes of inputs at a communication point, as far as they are known.
    fn set_slopes(&mut self, du: &[f64]) -> Result<(), Failure> {
        let continuous = self.inputs.iter().zip(&self.ports.inputs).zip(du);
        for ((input, port), du) in continuous.filter(|(_, du)| du.is_finite()) {
            if !port.discrete {
                self.instance.set_input_derivatives(&[*input], &[1], &[*du])?;
                self.least_order = 1;
            }
        }
        Ok(())
    }

    fn set_derivatives(&mut self, h: f64, u: &[Polynomial]) -> Result<(), Failure> {
        self.references.clear();
        self.orders.clear();
        self.derivatives.clear();
        let least = |port: &InputPort| if port.discrete { 0 } else { self.least_order };
        for ((reference, port), u) in self.inputs.iter().zip(&self.ports.inputs).zip(u) {
            for order in 1..=u.degree().max(least(port)).min(MAX_ORDER) {
                self.references.push(*reference);
                self.orders.push(order as i32);
                self.derivatives.push(u.derivative_at_start(order, h));
            }
        }
        self.instance.set_input_derivatives(&self.references, &self.orders, &self.derivatives)
    }
}

/// From made to stepping, as an importer does it.
fn initialize<M: Model>(
    instance: &mut Instance<M>,
    solver: SolverKind,
    references: &[u32],
    values: &[f64],
) -> Result<(), Failure> {
    instance.set_solver(solver)?;
    for (reference, value) in references.iter().zip(values) {
        instance.set_number(*reference, *value)?;
    }
    instance.setup_experiment(0.0, None)?;
    instance.enter_initialization()?;
    instance.exit_initialization()
}

impl<M: Model> Slave for ModelSlave<M> {
    fn ports(&self) -> &Ports {
        &self.ports
    }

    fn outputs(&mut self, u: &[f64], y: &mut [f64]) -> Result<(), SlaveError> {
        self.set_inputs(u).and_then(|()| self.get_outputs(y)).map_err(slave_error)
    }

    fn step(&mut self, step: &Step, u: &[Polynomial], y: &mut [f64]) -> Result<(), SlaveError> {
        self.advance(step, u, y).map_err(slave_error)
    }

    fn save(&mut self, slot: Slot) -> Result<(), SlaveError> {
        self.instance.save(&mut self.saved[slot as usize]);
        self.restore(slot)
    }

    fn restore(&mut self, slot: Slot) -> Result<(), SlaveError> {
        self.instance.restore(&self.saved[slot as usize]).map_err(slave_error)
    }

    fn output_derivatives(
        &mut self,
        u: &[f64],
        du: &[f64],
        rates: &mut [f64],
    ) -> Result<(), SlaveError> {
        let done = self.set_inputs(u).and_then(|()| self.set_slopes(du));
        done.and_then(|()| self.get_derivatives(rates)).map_err(slave_error)
    }

    fn state_transfer(&mut self) -> Option<&mut dyn StateTransfer> {
        Some(self)
    }

    fn continuous_states(&mut self) -> Option<&mut dyn ContinuousStates> {
        self.instance.state_names().is_some().then_some(self as &mut dyn ContinuousStates)
    }

    fn start_inputs(&self, u: &mut [f64]) {
        u.copy_from_slice(&self.start);
    }

    fn finish(&mut self) -> Result<(), SlaveError> {
        self.instance.terminate().map_err(slave_error)
    }
}

impl<M: Model> StateTransfer for ModelSlave<M> {
    fn serialise(&mut self, slot: Slot, bytes: &mut Vec<u8>) -> Result<(), SlaveError> {
        let saved = &self.saved[slot as usize];
        bytes.resize(saved.size(), 0);
        saved.serialize(bytes).map_err(slave_error)
    }

    fn deserialise(&mut self, slot: Slot, bytes: &[u8]) -> Result<(), SlaveError> {
        let saved = &mut self.saved[slot as usize];
        self.instance.deserialize_into(bytes, saved).map_err(slave_error)
    }
}

impl<M: Model> ContinuousStates for ModelSlave<M> {
    fn names(&mut self) -> Result<Vec<String>, SlaveError> {
        Ok(self.instance.state_names().unwrap_or_default())
    }

    fn read(&mut self, x: &mut [f64]) -> Result<(), SlaveError> {
        x.copy_from_slice(self.instance.states());
        Ok(())
    }

    fn set(&mut self, t: f64, x: &[f64]) -> Result<(), SlaveError> {
        self.instance.begin_at(t, x).map_err(slave_error)
    }
}

fn slave_error(failure: Failure) -> SlaveError {
    match failure {
        Failure::Refused { t, reason, .. } => SlaveError::Refused { reached: t, reason },
        other => SlaveError::Failed { reason: other.to_string() },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use coupling::slave::Feedthrough;

    use crate::sample::{Derivatives, Outputs, Sample};
    use crate::variables::{Input, Output, Parameter, State, Variables};

    /// ẋ = a (u − x), y = x + w.
    struct Lag {
        a: Parameter,
        u: Input,
        w: Input,
        x: State,
        y: Output,
    }

    impl Model for Lag {
        const NAME: &'static str = "lag";
        const DESCRIPTION: &'static str = "for tests";
        const LINEAR: Option<bool> = Some(true);

        fn declare(v: &mut Variables) -> Self {
            let x0 = v.parameter("x0", 0.0, "", "");
            Self {
                a: v.parameter("a", 2.0, "1/s", ""),
                u: v.input("u", 0.0, "", ""),
                w: v.input("w", 0.0, "", ""),
                x: v.state("x", x0, "", ""),
                y: v.output("y", "", ""),
            }
        }

        fn derivatives(&self, s: &Sample, dx: &mut Derivatives) {
            dx[self.x] = s[self.a] * (s[self.u] - s[self.x]);
        }

        fn outputs(&self, s: &Sample, y: &mut Outputs) {
            y[self.y] = s[self.x] + s[self.w];
        }
    }

    #[test]
    fn a_step_follows_the_input_polynomial() {
        let mut slave = ModelSlave::<Lag>::new(&[("x0", 1.0)], &["w", "u"], &["y", "x"])
            .unwrap()
            .starting_at(3.0);
        let feedthrough: Vec<_> =
            slave.ports().outputs.iter().map(|port| port.feedthrough.clone()).collect();
        assert_eq!(feedthrough, [Feedthrough::Declared(vec![0]), Feedthrough::Declared(vec![])]);

        // u = 2 s = 4 τ: x = 4 τ − 2 + 3 e^(−2τ).
        let u = [Polynomial::constant(5.0), Polynomial::new(&[0.0, 2.0])];
        let mut y = [0.0; 2];
        slave.save(Slot::MacroStart).unwrap();
        for _ in 0..2 {
            slave.restore(Slot::MacroStart).unwrap();
            slave.step(&Step { t: 3.0, end: 3.5, h: 0.5 }, &u, &mut y).unwrap();
            let x = 3.0 * (-1.0_f64).exp();
            assert!((y[1] - x).abs() < 1e-14 && (y[0] - x - 5.0).abs() < 1e-14, "{y:?}");
        }
    }

    #[test]
    fn set_states_are_those_of_a_start_with_them() {
        let step = |slave: &mut ModelSlave<Lag>, t: f64| {
            let mut y = [0.0];
            let step = Step { t, end: t + 0.5, h: 0.5 };
            slave.step(&step, &[Polynomial::new(&[1.0, 2.0])], &mut y).unwrap();
            y[0]
        };
        let new = |x0: f64| ModelSlave::<Lag>::new(&[("x0", x0)], &["u"], &["x"]).unwrap();
        let (mut fresh, mut used) = (new(0.7).starting_at(3.0), new(-5.0));
        step(&mut used, 0.0);
        let states = used.continuous_states().unwrap();
        assert_eq!(states.names().unwrap(), ["x"]);
        states.set(3.0, &[0.7]).unwrap();
        let end = step(&mut used, 3.0);
        assert_eq!(end, step(&mut fresh, 3.0));
        let mut x = [0.0];
        used.continuous_states().unwrap().read(&mut x).unwrap();
        assert_eq!(x[0], end);
    }

    #[test]
    fn a_state_is_taken_over_by_another_instance_and_no_other_model() {
        let new = |x0: f64| ModelSlave::<Lag>::new(&[("x0", x0)], &["u"], &["x"]).unwrap();
        let step = Step { t: 0.0, end: 0.5, h: 0.5 };
        let u = [Polynomial::new(&[1.0, 2.0])];
        let ([mut expected, mut y], mut bytes) = ([[0.0]; 2], vec![7; 3]);
        let (mut one, mut other) = (new(0.7), new(-5.0));
        one.save(Slot::MacroStart).unwrap();
        one.serialise(Slot::MacroStart, &mut bytes).unwrap();
        one.step(&step, &u, &mut expected).unwrap();
        other.deserialise(Slot::MacroStart, &bytes).unwrap();
        other.restore(Slot::MacroStart).unwrap();
        other.step(&step, &u, &mut y).unwrap();
        assert_eq!(y, expected);
        let error = other.deserialise(Slot::MacroStart, &bytes[1..]).unwrap_err();
        assert!(error.to_string().contains("belongs to another FMU"), "{error}");
    }

    #[test]
    fn a_wrong_name_is_answered_with_those_there_are() {
        let error = ModelSlave::<Lag>::new(&[], &["x"], &[]).err().unwrap();
        assert_eq!(error.to_string(), "model \"lag\" has no input \"x\"; it has: u, w");
        let error = ModelSlave::<Lag>::new(&[("x", 1.0)], &[], &[]).err().unwrap();
        assert!(error.to_string().contains("no parameter or input \"x\""), "{error}");
    }
}

//! Sub-steps: a slave that can only hold its inputs follows a polynomial in stairs.
//!
//! The macro step is split into n equal parts; over each, every input is held at its mean over that
//! part, so that the integral of the input is right. One part is the mean over the whole step.

use super::{ContinuousStates, Ports, Slave, SlaveError, Slot, StateTransfer, Step};
use crate::polynomial::Polynomial;

/// A slave stepped in n parts with held mean inputs.
pub struct Substeps {
    slave: Box<dyn Slave>,
    parts: usize,
    ports: Ports,
    held: Vec<Polynomial>,
}

impl Substeps {
    /// Splits every macro step of `slave` into `parts`.
    ///
    /// # Panics
    /// If `parts` is zero.
    pub fn new(slave: Box<dyn Slave>, parts: usize) -> Self {
        assert!(parts > 0, "a step has at least one part");
        let ports = Ports { input_degree: Polynomial::MAX_DEGREE, ..slave.ports().clone() };
        let held = vec![Polynomial::constant(0.0); ports.inputs.len()];
        Self { slave, parts, ports, held }
    }
}

impl Slave for Substeps {
    fn ports(&self) -> &Ports {
        &self.ports
    }

    fn outputs(&mut self, u: &[f64], y: &mut [f64]) -> Result<(), SlaveError> {
        self.slave.outputs(u, y)
    }

    fn step(&mut self, step: &Step, u: &[Polynomial], y: &mut [f64]) -> Result<(), SlaveError> {
        let at = |k: usize| k as f64 / self.parts as f64;
        let time = |k: usize| if k == self.parts { step.end } else { step.t + at(k) * step.h };
        for k in 0..self.parts {
            for (held, u) in self.held.iter_mut().zip(u) {
                *held = match u.degree() {
                    0 => *u,
                    _ => Polynomial::constant(u.mean(at(k), at(k + 1))),
                };
            }
            let part = Step { t: time(k), end: time(k + 1), h: step.h / self.parts as f64 };
            self.slave.step(&part, &self.held, y)?;
        }
        Ok(())
    }

    fn save(&mut self, slot: Slot) -> Result<(), SlaveError> {
        self.slave.save(slot)
    }

    fn restore(&mut self, slot: Slot) -> Result<(), SlaveError> {
        self.slave.restore(slot)
    }

    fn output_derivatives(
        &mut self,
        u: &[f64],
        du: &[f64],
        dy: &mut [f64],
    ) -> Result<(), SlaveError> {
        self.slave.output_derivatives(u, du, dy)
    }

    fn state_transfer(&mut self) -> Option<&mut dyn StateTransfer> {
        self.slave.state_transfer()
    }

    fn continuous_states(&mut self) -> Option<&mut dyn ContinuousStates> {
        self.slave.continuous_states()
    }

    fn start_inputs(&self, u: &mut [f64]) {
        self.slave.start_inputs(u);
    }

    fn start(&mut self) -> Result<(), SlaveError> {
        self.slave.start()
    }

    fn finish(&mut self) -> Result<(), SlaveError> {
        self.slave.finish()
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::{dmatrix, dvector};

    use super::*;
    use crate::slave::{LinearSlave, StateSpace};

    /// x₁' = x₂, x₂' = u, u = 2 s over a step of 1: x₂ = 1, x₁ = 1/3 exactly.
    fn double_integrator() -> Box<dyn Slave> {
        let system = StateSpace {
            a: dmatrix![0.0, 1.0; 0.0, 0.0],
            b: dmatrix![0.0; 1.0],
            c: dmatrix![1.0, 0.0; 0.0, 1.0],
            d: dmatrix![0.0; 0.0],
        };
        Box::new(LinearSlave::new(system, dvector![0.0, 0.0], &["u"], &["x1", "x2"]))
    }

    #[test]
    fn the_integral_of_the_input_is_exact_and_the_rest_converges_quadratically() {
        let error = |parts| {
            let mut slave = Substeps::new(double_integrator(), parts);
            let mut y = [0.0; 2];
            let step = Step { t: 0.0, end: 1.0, h: 1.0 };
            slave.step(&step, &[Polynomial::new(&[0.0, 2.0])], &mut y).unwrap();
            assert!((y[1] - 1.0).abs() < 1e-14);
            (y[0] - 1.0 / 3.0).abs()
        };
        assert!((error(1) / error(2) - 4.0).abs() < 1e-10);
        assert!((error(2) / error(4) - 4.0).abs() < 1e-10);
    }
}

//! A linear subsystem with an exact step: ẋ = A x + B u, y = C x + D u.
//!
//! With u(s) = Σ cₙ sⁿ, the derivatives wⱼ = dʲu/dsʲ form a chain wⱼ' = wⱼ₊₁, so that
//!
//! ```text
//! d/ds [x; w₀; w₁; …] = [h A  h B  0 …; 0  0  I …; …] [x; w₀; w₁; …]
//! ```
//!
//! has the matrix exponential as its exact solution over the step.

use nalgebra::{DMatrix, DVector};

use super::{
    ContinuousStates, Feedthrough, InputPort, OutputPort, Ports, Slave, SlaveError, Slot,
    StateTransfer, Step,
};
use crate::polynomial::Polynomial;

/// A linear subsystem, stepped exactly whatever the step and the input polynomials are.
pub struct LinearSlave {
    a: DMatrix<f64>,
    b: DMatrix<f64>,
    c: DMatrix<f64>,
    d: DMatrix<f64>,
    x: DVector<f64>,
    saved: [DVector<f64>; Slot::COUNT],
    ports: Ports,
    /// Step length and the matrix [Φ Γ₀ Γ₁ …] for it.
    propagator: (f64, DMatrix<f64>),
}

/// The matrices of a linear subsystem.
pub struct StateSpace {
    /// A, n × n.
    pub a: DMatrix<f64>,
    /// B, n × inputs.
    pub b: DMatrix<f64>,
    /// C, outputs × n.
    pub c: DMatrix<f64>,
    /// D, outputs × inputs.
    pub d: DMatrix<f64>,
}

impl LinearSlave {
    /// The subsystem at the state `x`, with inputs and outputs of the given names.
    pub fn new(system: StateSpace, x: DVector<f64>, inputs: &[&str], outputs: &[&str]) -> Self {
        let StateSpace { a, b, c, d } = system;
        let through = |row: usize| {
            Feedthrough::Declared((0..inputs.len()).filter(|&i| d[(row, i)] != 0.0).collect())
        };
        let ports = Ports {
            inputs: inputs
                .iter()
                .map(|&name| InputPort { name: name.into(), discrete: false })
                .collect(),
            outputs: outputs
                .iter()
                .enumerate()
                .map(|(k, &name)| OutputPort { name: name.into(), feedthrough: through(k) })
                .collect(),
            input_degree: Polynomial::MAX_DEGREE,
            can_rewind: true,
        };
        let saved = std::array::from_fn(|_| x.clone());
        Self { a, b, c, d, x, saved, ports, propagator: (f64::NAN, DMatrix::zeros(0, 0)) }
    }

    fn prepare(&mut self, h: f64) {
        if self.propagator.0 == h {
            return;
        }
        let (n, m) = (self.a.nrows(), self.b.ncols());
        let size = n + (Polynomial::MAX_DEGREE + 1) * m;
        let mut chain = DMatrix::zeros(size, size);
        chain.view_mut((0, 0), (n, n)).copy_from(&(&self.a * h));
        chain.view_mut((0, n), (n, m)).copy_from(&(&self.b * h));
        for j in 0..Polynomial::MAX_DEGREE * m {
            chain[(n + j, n + m + j)] = 1.0;
        }
        self.propagator = (h, chain.exp().rows(0, n).into_owned());
    }

    /// ẋⱼ for the inputs u.
    fn slope(&self, j: usize, u: &[f64]) -> f64 {
        let own: f64 = (0..self.x.len()).map(|i| self.a[(j, i)] * self.x[i]).sum();
        own + u.iter().enumerate().map(|(i, u)| self.b[(j, i)] * u).sum::<f64>()
    }

    fn write_outputs(&self, u: impl Fn(usize) -> f64, y: &mut [f64]) {
        for (k, y) in y.iter_mut().enumerate() {
            let from_state: f64 = (0..self.x.len()).map(|j| self.c[(k, j)] * self.x[j]).sum();
            let from_inputs: f64 = (0..self.b.ncols()).map(|i| self.d[(k, i)] * u(i)).sum();
            *y = from_state + from_inputs;
        }
    }
}

impl Slave for LinearSlave {
    fn ports(&self) -> &Ports {
        &self.ports
    }

    fn outputs(&mut self, u: &[f64], y: &mut [f64]) -> Result<(), SlaveError> {
        self.write_outputs(|i| u[i], y);
        Ok(())
    }

    fn step(&mut self, step: &Step, u: &[Polynomial], y: &mut [f64]) -> Result<(), SlaveError> {
        self.prepare(step.h);
        let (n, m) = (self.x.len(), u.len());
        let phi = &self.propagator.1;
        let mut x = phi.columns(0, n) * &self.x;
        for (i, u) in u.iter().enumerate() {
            for j in 0..=u.degree() {
                x += phi.column(n + j * m + i) * u.derivative_at_start(j, 1.0);
            }
        }
        self.x = x;
        self.write_outputs(|i| u[i].end(), y);
        Ok(())
    }

    /// ẏ = C (A x + B u) + D u̇, as far as u̇ is known.
    fn output_derivatives(
        &mut self,
        u: &[f64],
        du: &[f64],
        dy: &mut [f64],
    ) -> Result<(), SlaveError> {
        for (k, dy) in dy.iter_mut().enumerate() {
            let from_state: f64 =
                (0..self.x.len()).map(|j| self.c[(k, j)] * self.slope(j, u)).sum();
            let through = (0..du.len()).filter(|&i| self.d[(k, i)] != 0.0);
            let slope = from_state + through.map(|i| self.d[(k, i)] * du[i]).sum::<f64>();
            if slope.is_finite() {
                *dy = slope;
            }
        }
        Ok(())
    }

    fn save(&mut self, slot: Slot) -> Result<(), SlaveError> {
        self.saved[slot as usize].copy_from(&self.x);
        Ok(())
    }

    fn restore(&mut self, slot: Slot) -> Result<(), SlaveError> {
        self.x.copy_from(&self.saved[slot as usize]);
        Ok(())
    }

    fn state_transfer(&mut self) -> Option<&mut dyn StateTransfer> {
        Some(self)
    }

    fn continuous_states(&mut self) -> Option<&mut dyn ContinuousStates> {
        Some(self)
    }
}

impl StateTransfer for LinearSlave {
    fn serialise(&mut self, slot: Slot, bytes: &mut Vec<u8>) -> Result<(), SlaveError> {
        bytes.clear();
        bytes.extend(self.saved[slot as usize].iter().flat_map(|x| x.to_le_bytes()));
        Ok(())
    }

    fn deserialise(&mut self, slot: Slot, bytes: &[u8]) -> Result<(), SlaveError> {
        let (numbers, rest) = bytes.as_chunks();
        if numbers.len() != self.x.len() || !rest.is_empty() {
            let reason = format!("{} bytes are no state of this slave", bytes.len());
            return Err(SlaveError::Failed { reason });
        }
        let saved = &mut self.saved[slot as usize];
        saved.iter_mut().zip(numbers).for_each(|(x, bytes)| *x = f64::from_le_bytes(*bytes));
        Ok(())
    }
}

impl ContinuousStates for LinearSlave {
    fn names(&mut self) -> Result<Vec<String>, SlaveError> {
        Ok((1..=self.x.len()).map(|k| format!("x{k}")).collect())
    }

    fn read(&mut self, x: &mut [f64]) -> Result<(), SlaveError> {
        x.copy_from_slice(self.x.as_slice());
        Ok(())
    }

    fn set(&mut self, _t: f64, x: &[f64]) -> Result<(), SlaveError> {
        self.x.copy_from_slice(x);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::{dmatrix, dvector};

    use super::*;

    #[test]
    fn is_exact_for_polynomial_inputs() {
        // ẋ = u with u = 1 + 2 s − 3 s² on a step of 0.5: x grows by 0.5 (1 + 1 − 1).
        let system =
            StateSpace { a: dmatrix![0.0], b: dmatrix![1.0], c: dmatrix![1.0], d: dmatrix![0.0] };
        let mut slave = LinearSlave::new(system, dvector![0.0], &["u"], &["x"]);
        let mut y = [0.0];
        let step = Step { t: 0.0, end: 0.5, h: 0.5 };
        slave.step(&step, &[Polynomial::new(&[1.0, 2.0, -3.0])], &mut y).unwrap();
        assert!((y[0] - 0.5).abs() < 1e-15);
    }
}

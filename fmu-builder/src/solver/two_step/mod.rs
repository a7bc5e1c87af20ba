//! The implicit linear two-step scheme with a given spectral radius at infinity.

mod coefficients;
mod newton;

use super::fixed_step::FixedStepMethod;
use super::{MicroStep, SolverError, System};
use crate::inputs::Inputs;
use crate::motion::EquationsOfMotion;
use crate::variables::State;
use coefficients::Coefficients;
use newton::Newton;

/// Steps whose lengths differ by less than this, relative, count as equal.
const EQUAL: f64 = 1e-6;

/// Zhang et al. (2022), equations (5)–(10), for models stated as [`EquationsOfMotion`].
///
/// ```text
/// q_{n+1} = Σ_{j=1,2} a_j q_{n+1−j} + Δt Σ_{j=0,1,2} b_j v_{n+1−j},   v_{n+1} likewise of a          (6)
/// M(q) a + g_qᵀ λ = f(q, v, t, u),   g(q, t) = 0                          at t_{n+1}              (5a), (5b)
/// ```
///
/// a_{n+1} and λ_{n+1} follow by Newton's method (10) from the last a and λ; the inputs are those of the end of the
/// step. a_n and a_{n−1} are remembered, not computed anew, so that a force that jumps counts only once.
///
/// The first step is the trapezoidal rule with a_n from the equations, unless the parameter `history` says
/// that the states one step back are given. A step of another length than the last takes the
/// coefficients of that ratio. Order 2; A-stable for equal steps. The integrals follow by the trapezoidal rule.
pub(crate) struct TwoStep {
    /// The length of the last step; 0 before the first.
    last: f64,
    newton: Newton,
    lambda: Vec<f64>,
    u: Vec<f64>,
    u_end: Vec<f64>,
    start: Vec<f64>,
    rates: [Vec<f64>; 2],
    end: Vec<f64>,
}

impl TwoStep {
    pub fn new(system: &dyn System) -> Self {
        let sizes = |equations: &dyn EquationsOfMotion| {
            let c = equations.coordinates();
            (c.now[0].len(), c.lambda.len())
        };
        let (n, m) = system.equations_of_motion().map_or((0, 0), sizes);
        let rates = || vec![0.0; system.size()];
        Self {
            last: 0.0,
            newton: Newton::new(n, m, system.givens()),
            lambda: vec![0.0; m],
            u: vec![0.0; system.givens()],
            u_end: vec![0.0; system.givens()],
            start: vec![0.0; 6 * n],
            rates: [rates(), rates()],
            end: rates(),
        }
    }

    /// Takes q, v, a and those one step back out of the states.
    fn gather(&mut self, equations: &dyn EquationsOfMotion, z: &[f64]) {
        let c = equations.coordinates();
        let states = c.now.iter().chain(&c.before).flatten();
        for (place, State(at)) in self.start.iter_mut().zip(states) {
            *place = z[*at];
        }
    }

    /// Writes the end of the step and, one step back, its start.
    fn scatter(&self, equations: &dyn EquationsOfMotion, z: &mut [f64]) {
        let c = equations.coordinates();
        let now = c.now.iter().flatten().chain(&c.lambda).zip(&self.newton.point.x);
        let before = c.before.iter().flatten().zip(&self.start);
        now.chain(before).for_each(|(State(at), value)| z[*at] = *value);
    }

    /// (6) with the last accelerations as those of the end: what Newton's method begins with.
    fn predict(&mut self, Coefficients { a, b }: Coefficients, h: f64) {
        let n = self.start.len() / 6;
        let level = |k: usize| &self.start[k * n..(k + 1) * n];
        let ([q, v, r], [q1, v1, r1]) =
            ([level(0), level(1), level(2)], [level(3), level(4), level(5)]);
        let x = &mut self.newton.point.x;
        for i in 0..n {
            let v_end = a[0] * v[i] + a[1] * v1[i] + h * ((b[0] + b[1]) * r[i] + b[2] * r1[i]);
            x[i] = a[0] * q[i] + a[1] * q1[i] + h * (b[0] * v_end + b[1] * v[i] + b[2] * v1[i]);
            x[n + i] = v_end;
            x[2 * n + i] = r[i];
        }
    }

    /// The coefficients of a step; before the first without a history, the accelerations too.
    fn coefficients(
        &mut self,
        system: &dyn System,
        equations: &dyn EquationsOfMotion,
        MicroStep { t, h, .. }: MicroStep,
        z: &[f64],
    ) -> Coefficients {
        let s = system.sample(t, &self.u, z);
        let c = equations.coordinates();
        if self.last == 0.0 && !c.has_history(&s) {
            let n = self.start.len() / 6;
            let (q, rest) = self.start.split_at_mut(n);
            let (v, rest) = rest.split_at_mut(n);
            equations.accelerations(&s, [q, v], &mut rest[..n], &mut self.lambda);
            return Coefficients::trapezoidal();
        }
        let last = if self.last == 0.0 { h } else { self.last };
        let alpha = if (h / last - 1.0).abs() < EQUAL { 1.0 } else { h / last };
        Coefficients::two_step(s[c.rho_inf], alpha)
    }

    /// Moves the integrals by the trapezoidal rule.
    fn integrate(&mut self, system: &dyn System, MicroStep { t, h, .. }: MicroStep, z: &mut [f64]) {
        if system.integrals() == 0 {
            return;
        }
        self.end.copy_from_slice(z);
        system.derivatives(t + h, &self.u_end, &self.end, &mut self.rates[1]);
        let rates = self.rates[0].iter().zip(&self.rates[1]);
        for (z, (start, end)) in z.iter_mut().zip(rates).skip(system.states()) {
            *z += 0.5 * h * (start + end);
        }
    }
}

impl FixedStepMethod for TwoStep {
    fn micro_step(
        &mut self,
        system: &dyn System,
        step: MicroStep,
        inputs: &Inputs,
        z: &mut [f64],
    ) -> Result<(), SolverError> {
        let MicroStep { t, tau, h } = step;
        let failed = |reason| SolverError::TwoStepFailed { t, h, reason };
        let equations = system.equations_of_motion();
        let equations = equations.ok_or_else(|| failed("the model states no such equations"))?;
        inputs.at(tau, &mut self.u);
        inputs.at(tau + h, &mut self.u_end);
        if system.integrals() > 0 {
            system.derivatives(t, &self.u, z, &mut self.rates[0]);
        }
        self.gather(equations, z);
        for (place, State(at)) in self.lambda.iter_mut().zip(&equations.coordinates().lambda) {
            *place = z[*at];
        }
        let coefficients = self.coefficients(system, equations, step, z);
        self.predict(coefficients, h);
        let n = self.start.len() / 6;
        self.newton.point.x[3 * n..].copy_from_slice(&self.lambda);
        let s_end = system.sample(t + h, &self.u_end, z);
        self.newton.correct(equations, &s_end, coefficients.b[0] * h).map_err(failed)?;
        self.scatter(equations, z);
        self.last = h;
        self.integrate(system, step, z);
        Ok(())
    }

    fn memory(&self) -> f64 {
        self.last
    }

    fn set_memory(&mut self, memory: f64) {
        self.last = memory;
    }
}

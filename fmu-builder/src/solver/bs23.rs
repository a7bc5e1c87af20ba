//! Bogacki–Shampine 2(3) with error control, the cheapest for models that are rough or ring at high frequencies.

use super::adaptive::EmbeddedMethod;
use super::step_size::{Control, Norm};
use super::{MicroStep, Span, System};
use crate::inputs::Inputs;

/// Four stages, of which the last is the first of the next micro step; the solution is of order 3.
///
/// ```text
/// k₁ = f(t, z)             k₂ = f(t + h/2, z + h k₁/2)     k₃ = f(t + 3h/4, z + 3h k₂/4)
/// z⁺ = z + h (2 k₁ + 3 k₂ + 4 k₃)/9                        k₄ = f(t + h, z⁺)
/// error = h (−5 k₁ + 6 k₂ + 8 k₃ − 9 k₄)/72
/// ```
///
/// Source: Bogacki and Shampine (1989); the integrator RK 2/3 of Friedrich (2011), chapter 4. The error is judged by its
/// largest entry, so that one state is followed as well among a thousand as alone. Integrals are not judged.
pub(crate) struct Bs23 {
    u: Vec<f64>,
    error: Vec<f64>,
    /// z at a stage.
    at: Vec<f64>,
    k: [Vec<f64>; 4],
    /// How many entries of z are judged.
    states: usize,
}

impl Bs23 {
    pub fn new(system: &dyn System) -> Self {
        let zeros = || vec![0.0; system.size()];
        let (states, u) = (system.states(), vec![0.0; system.givens()]);
        let k = std::array::from_fn(|_| zeros());
        Self { u, error: vec![0.0; states], at: zeros(), k, states }
    }
}

impl EmbeddedMethod for Bs23 {
    const NAME: &'static str = "bs23";
    const ADVICE: &'static str = "choose rodas4 if the model is stiff, or a larger tolerance";
    const CONTROL: Control = Control { order: 3.0, least: 0.3, most: 3.0, norm: Norm::Largest };

    /// k₁, which after an accepted step is its k₄.
    fn prepare(
        &mut self,
        system: &dyn System,
        span: Span,
        tau: f64,
        inputs: &Inputs,
        z: &mut [f64],
    ) {
        if tau > 0.0 {
            self.k.swap(0, 3);
        } else {
            inputs.at(tau, &mut self.u);
            system.derivatives(span.t, &self.u, z, &mut self.k[0]);
        }
    }

    fn stages(
        &mut self,
        system: &dyn System,
        MicroStep { t, tau, h }: MicroStep,
        inputs: &Inputs,
        z: &[f64],
        z_end: &mut [f64],
    ) {
        let [k1, k2, k3, k4] = &mut self.k;
        let (n, at, u) = (z.len(), &mut self.at, &mut self.u);
        let mut evaluate = |c: f64, z: &[f64], k: &mut [f64]| {
            inputs.at(tau + c * h, u);
            system.derivatives(t + c * h, u, z, k);
        };
        let (k1, h1) = (&k1[..n], 0.5 * h);
        at[..n].iter_mut().zip(z).zip(k1).for_each(|((at, z), k)| *at = z + h1 * k);
        evaluate(0.5, at, k2);
        let (k2, h2) = (&k2[..n], 0.75 * h);
        at[..n].iter_mut().zip(z).zip(k2).for_each(|((at, z), k)| *at = z + h2 * k);
        evaluate(0.75, at, k3);
        let (k3, h3) = (&k3[..n], h / 9.0);
        for (i, end) in z_end[..n].iter_mut().enumerate() {
            *end = z[i] + h3 * (2.0 * k1[i] + 3.0 * k2[i] + 4.0 * k3[i]);
        }
        evaluate(1.0, z_end, k4);
        let (k4, h4) = (&k4[..n], h / 72.0);
        for (i, error) in self.error[..self.states].iter_mut().enumerate() {
            *error = h4 * (6.0 * k2[i] + 8.0 * k3[i] - 5.0 * k1[i] - 9.0 * k4[i]);
        }
    }

    fn error(&self) -> &[f64] {
        &self.error
    }
}

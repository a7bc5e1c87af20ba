//! The exact solution of an affine model with polynomial inputs.

use super::affine::{check_affine, coefficients};
use super::phi::{COUNT, PhiFunctions};
use super::{Solver, SolverError, Span, System};
use crate::inputs::{Inputs, MAX_ORDER};

/// x⁺ = Φ x + ψ + Γ₀ d₀ + Γ₁ d₁ + Γ₂ d₂ + Γ₃ d₃ with dₙ the derivatives of the inputs.
///
/// For ẋ = A x + B u + b: Φ = φ₀(hA), ψ = h φ₁(hA) b, Γₙ = hⁿ⁺¹ φₙ₊₁(hA) B. A, B and b are found by
/// evaluating the model on unit vectors once its parameters are fixed.
///
/// The matrices are kept for a few step lengths. The lengths a master passes, tₖ₊₁ − tₖ, differ in
/// their last bits, so the matrices belong to h rounded to 40 bits, and (h − h_rounded) ẋ is
/// added at the end; what that neglects is of the size of 1e-25.
///
/// Integrals, which may be nonlinear in x, are summed by Gauss quadrature with four points along
/// the exact solution, in panels so short that ρ(A) · panel ≤ 1/4: an integrand quadratic in x is
/// then integrated to about 1e-12 relative.
pub(crate) struct Exact {
    n: usize,
    m: usize,
    b: Vec<f64>,
    offset: Vec<f64>,
    phi: PhiFunctions,
    radius: f64,
    integrates: bool,
    cache: Vec<Propagators>,
    oldest: usize,
    /// Inputs seen from the start of a panel.
    panel_inputs: Inputs,
    x: Vec<f64>,
    z: Vec<f64>,
    dz: Vec<f64>,
    u: Vec<f64>,
}

/// Everything that belongs to one step length.
struct Propagators {
    h: f64,
    panels: usize,
    /// Over a panel.
    panel: Vec<f64>,
    /// To the Gauss points of a panel; empty without integrals.
    nodes: Vec<Vec<f64>>,
}

const CACHE: usize = 4;
/// Points of the four-point Gauss rule on [0, 1].
const GAUSS_POINTS: [f64; 4] =
    [0.06943184420297371, 0.33000947820757187, 0.6699905217924281, 0.9305681557970263];
const GAUSS_WEIGHTS: [f64; 4] =
    [0.17392742256872693, 0.32607257743127307, 0.32607257743127307, 0.17392742256872693];

impl Exact {
    pub fn new(system: &dyn System) -> Result<Self, SolverError> {
        if !system.linear() {
            return Err(SolverError::NotLinear);
        }
        let (n, m) = (system.states(), system.inputs());
        let (a, b, offset) = coefficients(system);
        check_affine(system, &a, &b, &offset)?;
        let mut phi = PhiFunctions::new(n, &a);
        let radius = phi.spectral_radius();
        let integrates = system.integrals() > 0;
        let width = n * (n + 1 + m * (MAX_ORDER + 1));
        let propagators = || Propagators {
            h: f64::NAN,
            panels: 1,
            panel: vec![0.0; width],
            nodes: if integrates { vec![vec![0.0; width]; 4] } else { Vec::new() },
        };
        Ok(Self {
            n,
            m,
            b,
            offset,
            phi,
            radius,
            integrates,
            cache: (0..CACHE).map(|_| propagators()).collect(),
            oldest: 0,
            panel_inputs: Inputs::new(m),
            x: vec![0.0; n],
            z: vec![0.0; system.size()],
            dz: vec![0.0; system.size()],
            u: vec![0.0; m],
        })
    }

    /// The place in the cache of the matrices for `h`, computed if they are not there.
    fn propagators(&mut self, h: f64) -> usize {
        if let Some(found) = self.cache.iter().position(|p| p.h == h) {
            return found;
        }
        let place = self.oldest;
        self.oldest = (place + 1) % CACHE;
        let panels = if self.integrates { (4.0 * self.radius * h).ceil().max(1.0) } else { 1.0 };
        let mut entry = std::mem::replace(&mut self.cache[place], Propagators::empty());
        entry.h = h;
        entry.panels = panels as usize;
        self.fill(h / panels, &mut entry.panel);
        for (node, c) in entry.nodes.iter_mut().zip(GAUSS_POINTS) {
            self.fill(c * h / panels, node);
        }
        self.cache[place] = entry;
        place
    }

    /// Writes [Φ | ψ | Γ₀ | Γ₁ | Γ₂ | Γ₃] by rows.
    fn fill(&mut self, h: f64, rows: &mut [f64]) {
        let (n, m) = (self.n, self.m);
        self.phi.evaluate(h);
        for (i, row) in rows.chunks_exact_mut(n + 1 + m * (MAX_ORDER + 1)).enumerate() {
            for (j, entry) in row[..n].iter_mut().enumerate() {
                *entry = self.phi.entry(0, i, j);
            }
            let phi = |k: usize, l: usize| h.powi(k as i32) * self.phi.entry(k, i, l);
            row[n] = (0..n).map(|l| phi(1, l) * self.offset[l]).sum();
            for k in 1..COUNT {
                for j in 0..m {
                    row[n + 1 + (k - 1) * m + j] =
                        (0..n).map(|l| phi(k, l) * self.b[l * m + j]).sum();
                }
            }
        }
    }

    /// Moves the integrals over one panel that starts at `t` in the state `z`.
    fn quadrature(
        &mut self,
        system: &dyn System,
        place: usize,
        panel: Span,
        inputs: &Inputs,
        z: &mut [f64],
    ) {
        let n = self.n;
        self.z[n..].copy_from_slice(&z[n..]);
        for (i, (c, weight)) in GAUSS_POINTS.into_iter().zip(GAUSS_WEIGHTS).enumerate() {
            apply(&self.cache[place].nodes[i], n, self.m, &z[..n], inputs, &mut self.z[..n]);
            inputs.at(c * panel.h, &mut self.u);
            system.derivatives(panel.t + c * panel.h, &self.u, &self.z, &mut self.dz);
            for (q, dq) in z[n..].iter_mut().zip(&self.dz[n..]) {
                *q += weight * panel.h * dq;
            }
        }
    }
}

impl Propagators {
    /// Stands in the cache while an entry is being filled; allocates nothing.
    fn empty() -> Self {
        Self { h: f64::NAN, panels: 1, panel: Vec::new(), nodes: Vec::new() }
    }
}

impl Solver for Exact {
    fn step(
        &mut self,
        system: &dyn System,
        span: Span,
        inputs: &Inputs,
        z: &mut [f64],
    ) -> Result<(), SolverError> {
        let n = self.n;
        if z.is_empty() {
            return Ok(());
        }
        let h = rounded(span.h);
        let place = self.propagators(h);
        let panels = self.cache[place].panels;
        let panel_h = h / panels as f64;
        let mut panel_inputs = std::mem::take(&mut self.panel_inputs);
        for i in 0..panels {
            let tau = i as f64 * panel_h;
            let inputs = if i == 0 {
                inputs
            } else {
                inputs.shifted(tau, &mut panel_inputs);
                &panel_inputs
            };
            if self.integrates {
                let panel = Span { t: span.t + tau, h: panel_h };
                self.quadrature(system, place, panel, inputs, z);
            }
            apply(&self.cache[place].panel, n, self.m, &z[..n], inputs, &mut self.x);
            z[..n].copy_from_slice(&self.x);
        }
        self.panel_inputs = panel_inputs;

        inputs.at(span.h, &mut self.u);
        system.derivatives(span.t + span.h, &self.u, z, &mut self.dz);
        for (z, dz) in z.iter_mut().zip(&self.dz) {
            *z += (span.h - h) * dz;
        }
        Ok(())
    }
}

/// `h` with 40 bits of mantissa.
fn rounded(h: f64) -> f64 {
    const DROPPED: u64 = 12;
    f64::from_bits((h.to_bits() + (1 << (DROPPED - 1))) & !((1 << DROPPED) - 1))
}

/// x⁺ from the rows [Φ | ψ | Γ₀ …]; only as many Γ as the inputs have derivatives.
#[inline]
fn apply(rows: &[f64], n: usize, m: usize, x: &[f64], inputs: &Inputs, x_end: &mut [f64]) {
    let width = n + 1 + m * (MAX_ORDER + 1);
    for (x_end, row) in x_end.iter_mut().zip(rows.chunks_exact(width)) {
        let mut sum = row[n];
        for (phi, x) in row[..n].iter().zip(x) {
            sum += phi * x;
        }
        for order in 0..=inputs.degree() {
            let gamma = &row[n + 1 + order * m..][..m];
            for (j, gamma) in gamma.iter().enumerate() {
                sum += gamma * inputs.derivative(j, order);
            }
        }
        *x_end = sum;
    }
}

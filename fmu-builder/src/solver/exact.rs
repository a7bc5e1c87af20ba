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
/// The matrices are kept for a few step lengths. The lengths a master passes, tₖ₊₁ − tₖ, differ by
/// the rounding of t, which after 1e6 steps is 1e-10 of h. So the matrices belong to h rounded to
/// 28 bits, and (h − h_rounded) ẋ is added at the end; that neglects (ρ(A) h · 2e-9)²/2 of x.
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
    /// The states are computed at the end of a panel and before it at its Gauss points, if any.
    places: usize,
    cache: Vec<Propagator>,
    oldest: usize,
    /// Inputs seen from the start of a panel.
    panel_inputs: Inputs,
    /// What the columns after the first are multiplied by: x, d₀, d₁, d₂, d₃.
    known: Vec<f64>,
    /// States and integrals at all places of a panel; the integrals stay zero, nothing reads them.
    z: Vec<f64>,
    dz: Vec<f64>,
    u: Vec<f64>,
}

/// The matrix [ψ | Φ | Γ₀ | Γ₁ | Γ₂ | Γ₃] for all places of a panel one below the other, by columns.
struct Propagator {
    h: f64,
    panels: usize,
    columns: Vec<f64>,
}

/// How many step lengths are remembered.
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
        let places = if system.integrals() > 0 { GAUSS_POINTS.len() + 1 } else { 1 };
        let (size, width) = (system.size(), n + m * (MAX_ORDER + 1));
        let columns = vec![0.0; places * size * (1 + width)];
        let empty = || Propagator { h: f64::NAN, panels: 1, columns: columns.clone() };
        Ok(Self {
            n,
            m,
            b,
            offset,
            phi,
            radius,
            places,
            cache: (0..CACHE).map(|_| empty()).collect(),
            oldest: 0,
            panel_inputs: Inputs::new(m),
            known: vec![0.0; width],
            z: vec![0.0; places * size],
            dz: vec![0.0; size],
            u: vec![0.0; m],
        })
    }

    /// The position in the cache of the propagator for `h`, computed if it is not there.
    fn propagator(&mut self, h: f64) -> usize {
        if let Some(found) = self.cache.iter().position(|p| p.h == h) {
            return found;
        }
        let position = self.oldest;
        self.oldest = (position + 1) % CACHE;
        let panels = if self.places > 1 { (4.0 * self.radius * h).ceil().max(1.0) } else { 1.0 };
        self.cache[position].h = h;
        self.cache[position].panels = panels as usize;
        for place in 0..self.places {
            let share = if place + 1 == self.places { 1.0 } else { GAUSS_POINTS[place] };
            self.fill(position, place, share * h / panels);
        }
        position
    }

    /// Writes the rows of one place, which lies `h` after the start of the panel.
    fn fill(&mut self, position: usize, place: usize, h: f64) {
        let (n, m, size) = (self.n, self.m, self.dz.len());
        self.phi.evaluate(h);
        let columns = &mut self.cache[position].columns;
        for i in 0..n {
            let mut set = |column: usize, value| {
                columns[(column * self.places + place) * size + i] = value;
            };
            let phi = |k: usize, l: usize| h.powi(k as i32) * self.phi.entry(k, i, l);
            set(0, (0..n).map(|l| phi(1, l) * self.offset[l]).sum());
            for j in 0..n {
                set(1 + j, self.phi.entry(0, i, j));
            }
            for k in 1..COUNT {
                for j in 0..m {
                    let gamma = (0..n).map(|l| phi(k, l) * self.b[l * m + j]).sum();
                    set(n + 1 + (k - 1) * m + j, gamma);
                }
            }
        }
    }

    /// Computes the states at all places of a panel; only as many Γ are used as the inputs have
    /// derivatives.
    fn propagate(&mut self, position: usize, x: &[f64], inputs: &Inputs) {
        let (n, m) = (self.n, self.m);
        self.known[..n].copy_from_slice(x);
        for order in 0..=inputs.degree() {
            for j in 0..m {
                self.known[n + order * m + j] = inputs.derivative(j, order);
            }
        }
        let used = n + (inputs.degree() + 1) * m;
        let (first, others) = self.cache[position].columns.split_at(self.z.len());
        self.z.copy_from_slice(first);
        for (known, column) in self.known[..used].iter().zip(others.chunks_exact(self.z.len())) {
            for (z, entry) in self.z.iter_mut().zip(column) {
                *z += known * entry;
            }
        }
    }

    /// Moves the integrals `q` over a panel whose states have been computed.
    fn quadrature(&mut self, system: &dyn System, panel: Span, inputs: &Inputs, q: &mut [f64]) {
        let points = GAUSS_POINTS.into_iter().zip(GAUSS_WEIGHTS);
        inputs.at(0.0, &mut self.u);
        for ((c, weight), z) in points.zip(self.z.chunks_exact(self.dz.len())) {
            if inputs.degree() > 0 {
                inputs.at(c * panel.h, &mut self.u);
            }
            system.derivatives(panel.t + c * panel.h, &self.u, z, &mut self.dz);
            for (q, dq) in q.iter_mut().zip(&self.dz[self.n..]) {
                *q += weight * panel.h * dq;
            }
        }
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
        if z.is_empty() {
            return Ok(());
        }
        let h = rounded(span.h);
        let position = self.propagator(h);
        let panels = self.cache[position].panels;
        let panel_h = h / panels as f64;
        let mut panel_inputs = std::mem::take(&mut self.panel_inputs);
        let (x, q) = z.split_at_mut(self.n);
        for i in 0..panels {
            let tau = i as f64 * panel_h;
            let inputs = if i == 0 {
                inputs
            } else {
                inputs.shifted(tau, &mut panel_inputs);
                &panel_inputs
            };
            self.propagate(position, x, inputs);
            if self.places > 1 {
                let panel = Span { t: span.t + tau, h: panel_h };
                self.quadrature(system, panel, inputs, q);
            }
            let end = (self.places - 1) * self.dz.len();
            x.copy_from_slice(&self.z[end..][..self.n]);
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

/// `h` with 28 bits of mantissa.
fn rounded(h: f64) -> f64 {
    const DROPPED: u64 = 24;
    f64::from_bits((h.to_bits() + (1 << (DROPPED - 1))) & !((1 << DROPPED) - 1))
}

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
        let size = system.size();
        let columns = vec![0.0; places * size * (1 + n + m * (MAX_ORDER + 1))];
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
        let points = &GAUSS_POINTS[..self.places - 1];
        for (place, share) in points.iter().chain(&[1.0]).enumerate() {
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
        let (first, others) = self.cache[position].columns.split_at(self.z.len());
        self.z.copy_from_slice(first);
        let derivatives = (0..=inputs.degree())
            .flat_map(|order| (0..self.m).map(move |j| inputs.derivative(j, order)));
        let knowns = x.iter().copied().chain(derivatives);
        for (known, column) in knowns.zip(others.chunks_exact(self.z.len())) {
            for (z, entry) in self.z.iter_mut().zip(column) {
                *z += known * entry;
            }
        }
    }

    /// Moves the integrals `q` over a panel whose states have been computed.
    fn quadrature(&mut self, system: &dyn System, panel: Span, inputs: &Inputs, q: &mut [f64]) {
        if q.is_empty() {
            return;
        }
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
        z: &[f64],
        z_end: &mut [f64],
    ) -> Result<(), SolverError> {
        if z.is_empty() {
            return Ok(());
        }
        let h = rounded(span.h);
        let position = self.propagator(h);
        let panels = self.cache[position].panels;
        let panel_h = h / panels as f64;
        let end = (self.places - 1) * z.len();
        let (x_end, q) = z_end.split_at_mut(self.n);
        q.copy_from_slice(&z[self.n..]);

        self.propagate(position, &z[..self.n], inputs);
        self.quadrature(system, Span { t: span.t, h: panel_h }, inputs, q);
        let mut panel_inputs = std::mem::take(&mut self.panel_inputs);
        for i in 1..panels {
            let tau = i as f64 * panel_h;
            inputs.shifted(tau, &mut panel_inputs);
            x_end.copy_from_slice(&self.z[end..][..self.n]);
            self.propagate(position, x_end, &panel_inputs);
            self.quadrature(system, Span { t: span.t + tau, h: panel_h }, &panel_inputs, q);
        }
        self.panel_inputs = panel_inputs;

        let last = &self.z[end..];
        inputs.at(span.h, &mut self.u);
        system.derivatives(span.t + span.h, &self.u, last, &mut self.dz);
        let (dx, dq) = self.dz.split_at(self.n);
        for ((x_end, x), dx) in x_end.iter_mut().zip(last).zip(dx) {
            *x_end = x + (span.h - h) * dx;
        }
        for (q, dq) in q.iter_mut().zip(dq) {
            *q += (span.h - h) * dq;
        }
        Ok(())
    }
}

/// `h` with 28 bits of mantissa.
fn rounded(h: f64) -> f64 {
    const DROPPED: u64 = 24;
    f64::from_bits((h.to_bits() + (1 << (DROPPED - 1))) & !((1 << DROPPED) - 1))
}

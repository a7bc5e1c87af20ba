//! The exact solution of an affine model with polynomial inputs.

use super::affine::Affine;
use super::gauss;
use super::quadratic::QuadraticIntegrals;
use super::{Solver, SolverError, Span, System};
use crate::inputs::Inputs;

/// x⁺ = ψ + Φ x + Γ₀ d₀ + Γ₁ d₁ + Γ₂ d₂ + Γ₃ d₃ with dₙ the derivatives of the inputs, see [`Affine`].
///
/// The matrices are kept for a few step lengths. The lengths a master passes, tₖ₊₁ − tₖ, differ by
/// the rounding of t, which after 1e6 steps is 1e-10 of h. So the matrices belong to h rounded to
/// 28 bits, and (h − h_rounded) ẋ is added at the end; that neglects (ρ(A) h · 2e-9)²/2 of x.
///
/// Integrals that are quadratic in states and inputs, as energies are, have a closed form, see
/// [`QuadraticIntegrals`]. Others are summed by Gauss quadrature along the exact solution, in
/// panels so short that ρ(A) · panel ≤ 1/4: for an integrand of degree 4 in x to about 1e-9.
pub(crate) struct Exact {
    affine: Affine,
    /// Whether the model only seemed linear when it was tried, so that steps look again.
    suspicious: bool,
    quadratic: Option<QuadraticIntegrals>,
    /// The states are computed at the end of a panel and before it at its Gauss points, if any.
    places: usize,
    cache: Vec<Propagator>,
    oldest: usize,
    /// Inputs seen from the start of a panel.
    panel_inputs: Inputs,
    /// κ = (1, x, d₀, d₁, d₂, d₃).
    kappa: Vec<f64>,
    /// States and integrals at all places of a panel; the integrals stay zero, nothing reads them.
    z: Vec<f64>,
    dz: Vec<f64>,
    u: Vec<f64>,
}

/// What belongs to one step length.
struct Propagator {
    h: f64,
    panels: usize,
    /// [ψ | Φ | Γ₀ | Γ₁ | Γ₂ | Γ₃] for all places of a panel one below the other, by columns.
    columns: Vec<f64>,
    /// The matrices of the quadratic integrals.
    s: Vec<f64>,
}

/// How many step lengths are remembered.
const CACHE: usize = 4;

impl Exact {
    pub fn new(system: &dyn System) -> Result<Self, SolverError> {
        if system.linear() == Some(false) {
            return Err(SolverError::NotLinear);
        }
        let affine = Affine::new(system)?;
        let quadratic = QuadraticIntegrals::find(system, &affine);
        let places = if quadratic.is_some() { 1 } else { gauss::COUNT + 1 };
        let (size, width) = (system.size(), affine.width());
        let empty = || Propagator {
            h: f64::NAN,
            panels: 1,
            columns: vec![0.0; places * size * width],
            s: vec![0.0; quadratic.as_ref().map_or(0, QuadraticIntegrals::size)],
        };
        Ok(Self {
            cache: (0..CACHE).map(|_| empty()).collect(),
            oldest: 0,
            panel_inputs: Inputs::new(affine.m),
            kappa: vec![0.0; width],
            z: vec![0.0; places * size],
            dz: vec![0.0; size],
            u: vec![0.0; affine.m],
            affine,
            suspicious: system.linear().is_none(),
            quadratic,
            places,
        })
    }

    /// The position in the cache of the propagator for `h`, computed if it is not there.
    #[inline]
    fn propagator(&mut self, h: f64) -> usize {
        match self.cache.iter().position(|p| p.h == h) {
            Some(found) => found,
            None => self.make_propagator(h),
        }
    }

    #[cold]
    fn make_propagator(&mut self, h: f64) -> usize {
        let (position, places, size) = (self.oldest, self.places, self.dz.len());
        self.oldest = (position + 1) % CACHE;
        let entry = &mut self.cache[position];
        let panels = if places > 1 { (4.0 * self.affine.radius * h).ceil().max(1.0) } else { 1.0 };
        (entry.h, entry.panels) = (h, panels as usize);
        for (place, share) in gauss::POINTS[..places - 1].iter().chain(&[1.0]).enumerate() {
            self.affine.propagator(share * h / panels, |row, column, value| {
                entry.columns[(column * places + place) * size + row] = value;
            });
        }
        if let Some(quadratic) = &mut self.quadratic {
            quadratic.integrate(&mut self.affine, h, &mut entry.s);
        }
        position
    }

    /// Computes the states at all places of a panel; κ has only as many dₙ as the inputs have.
    fn propagate(&mut self, position: usize, x: &[f64], inputs: &Inputs) -> usize {
        let (n, m) = (self.affine.n, self.affine.m);
        self.kappa[0] = 1.0;
        self.kappa[1..=n].copy_from_slice(x);
        for order in 0..=inputs.degree() {
            for j in 0..m {
                self.kappa[1 + n + order * m + j] = inputs.derivative(j, order);
            }
        }
        let used = 1 + n + (inputs.degree() + 1) * m;
        let columns = self.cache[position].columns.chunks_exact(self.z.len());
        self.z.fill(0.0);
        for (known, column) in self.kappa[..used].iter().zip(columns) {
            for (z, entry) in self.z.iter_mut().zip(column) {
                *z += known * entry;
            }
        }
        used
    }

    /// Moves the integrals `q` over a panel by quadrature; its states have been computed.
    fn quadrature(&mut self, system: &dyn System, panel: Span, inputs: &Inputs, q: &mut [f64]) {
        for ((c, weight), z) in gauss::points().zip(self.z.chunks_exact(self.dz.len())) {
            inputs.at(c * panel.h, &mut self.u);
            system.derivatives(panel.t + c * panel.h, &self.u, z, &mut self.dz);
            for (q, dq) in q.iter_mut().zip(&self.dz[self.affine.n..]) {
                *q += weight * panel.h * dq;
            }
        }
    }

    /// Moves states and integrals over the step in closed form.
    fn in_one_go(&mut self, position: usize, inputs: &Inputs, z_end: &mut [f64]) {
        let (x, q) = z_end.split_at_mut(self.affine.n);
        let used = self.propagate(position, x, inputs);
        if let Some(quadratic) = &self.quadratic {
            quadratic.add(&self.cache[position].s, &self.kappa[..used], q);
        }
    }

    /// Moves states and integrals over the step panel by panel.
    fn in_panels(
        &mut self,
        system: &dyn System,
        span: Span,
        inputs: &Inputs,
        position: usize,
        z_end: &mut [f64],
    ) {
        let (x, q) = z_end.split_at_mut(self.affine.n);
        let panels = self.cache[position].panels;
        let h = span.h / panels as f64;
        let mut panel_inputs = std::mem::take(&mut self.panel_inputs);
        for i in 0..panels {
            let tau = i as f64 * h;
            inputs.shifted(tau, &mut panel_inputs);
            self.propagate(position, x, &panel_inputs);
            self.quadrature(system, Span { t: span.t + tau, h }, &panel_inputs, q);
            x.copy_from_slice(&self.z[gauss::COUNT * self.dz.len()..][..x.len()]);
        }
        self.panel_inputs = panel_inputs;
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
        z_end.copy_from_slice(z);
        if self.quadratic.is_some() {
            self.in_one_go(position, inputs, z_end);
        } else {
            self.in_panels(system, Span { t: span.t, h }, inputs, position, z_end);
        }

        let last = &self.z[(self.places - 1) * z.len()..];
        inputs.at(span.h, &mut self.u);
        system.derivatives(span.t + span.h, &self.u, last, &mut self.dz);
        if self.suspicious
            && let Some(state) = self.affine.disagrees(last, &self.u, &self.dz)
        {
            return Err(SolverError::NotAffineThere { state, t: span.t + span.h });
        }
        let (x_end, q_end) = z_end.split_at_mut(self.affine.n);
        let (dx, dq) = self.dz.split_at(self.affine.n);
        for ((x_end, x), dx) in x_end.iter_mut().zip(last).zip(dx) {
            *x_end = x + (span.h - h) * dx;
        }
        for (q, dq) in q_end.iter_mut().zip(dq) {
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

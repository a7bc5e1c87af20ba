//! Aitken's Δ² factor for vectors.
//!
//! ```text
//! ωₙ₊₁ = −ωₙ (rₙ · Δr)/(Δr · Δr) = (Δu · Δr)/(Δr · Δr),    Δr = rₙ₊₁ − rₙ,  Δu = uₙ₊₁ − uₙ
//! ```
//!
//! Irons and Tuck (1969); the second form, which is the same for uₙ₊₁ = uₙ − ωₙ rₙ and holds for sweeps as well, is the
//! step length of Barzilai and Borwein (1988). It converges on symmetric couplings however stiff they are, though not
//! from one run to the next; stiffness takes it more of them. In the products each residual is divided by the largest
//! input of its kind: forces and displacements must not be added, and a symmetric coupling must stay so.

use nalgebra::DVector;

use super::relaxation::{Iterate, Relaxation};

/// The largest size of a factor.
const LARGEST: f64 = 100.0;

/// Aitken's factor. A macro step begins with the last factor of the one before, but with no more than `first`.
#[derive(Clone, Debug)]
pub struct Aitken {
    first: f64,
    factor: f64,
    /// Inputs and residual of the run before, in this macro step.
    last: [DVector<f64>; 2],
    has_last: bool,
}

impl Aitken {
    /// Begins with the factor `first` for `inputs` inputs.
    pub fn new(first: f64, inputs: usize) -> Self {
        let zero = DVector::zeros(inputs);
        Self { first, factor: first, last: [zero.clone(), zero], has_last: false }
    }
}

impl Relaxation for Aitken {
    fn begin(&mut self) {
        self.has_last = false;
        self.factor = self.factor.abs().min(self.first);
    }

    fn factor(&mut self, run: &Iterate) -> f64 {
        let [u, residual] = &mut self.last;
        if self.has_last {
            let (mut along, mut square) = (0.0, 0.0);
            for &i in run.unknowns {
                let unit = run.unit(i);
                let (du, dr) = ((run.u[i] - u[i]) / unit, (run.residual[i] - residual[i]) / unit);
                along += du * dr;
                square += dr * dr;
            }
            if square > 0.0 && along != 0.0 {
                self.factor = (along / square).clamp(-LARGEST, LARGEST);
            }
        }
        u.copy_from(run.u);
        residual.copy_from(run.residual);
        self.has_last = true;
        self.factor
    }
}

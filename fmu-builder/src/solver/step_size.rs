//! The step size of an adaptive solver: from an error estimate to the next step.

use super::{Settings, SolverError, System};

/// The standard control h⁺ = h · clamp(0.9 ε^(−1/p)), no growth right after a rejection.
///
/// The step to try next is all it remembers; it survives from one macro step to the next.
#[derive(Clone, Debug)]
pub(crate) struct StepSize {
    solver: &'static str,
    advice: &'static str,
    /// 1/p with p the order of the error estimate plus one.
    exponent: f64,
    relative: f64,
    /// The absolute tolerance times the nominal value, per state.
    absolute: Vec<f64>,
    /// 0 as long as no step has been taken.
    pub next: f64,
}

impl StepSize {
    pub fn new(
        solver: &'static str,
        advice: &'static str,
        order: f64,
        system: &dyn System,
        settings: Settings,
    ) -> Self {
        let absolute =
            system.nominals().iter().map(|n| settings.absolute_tolerance * n.abs()).collect();
        let (relative, exponent) = (settings.relative_tolerance, 1.0 / order);
        Self { solver, advice, exponent, relative, absolute, next: 0.0 }
    }

    /// The first step to try when `left` remains of the span.
    pub fn first(&self, left: f64) -> f64 {
        if self.next > 0.0 { self.fit(self.next, left) } else { left }
    }

    /// A step that neither passes the end nor leaves a sliver before it.
    fn fit(&self, h: f64, left: f64) -> f64 {
        if h >= left {
            left
        } else if 2.0 * h > left {
            0.5 * left
        } else {
            h
        }
    }

    /// The weighted root mean square of an error; 1 is the limit, not finite counts as infinite.
    pub fn norm(&self, error: &[f64], z: &[f64], z_end: &[f64]) -> f64 {
        let mut sum = 0.0;
        for (i, error) in error.iter().enumerate() {
            let scale = self.absolute[i] + self.relative * z[i].abs().max(z_end[i].abs());
            sum += (error / scale).powi(2);
        }
        let norm = (sum / error.len().max(1) as f64).sqrt();
        if norm.is_finite() { norm } else { f64::INFINITY }
    }

    /// The next step after one of length `h` with that error, `left` of the span being ahead.
    ///
    /// A step that was cut to end with the span does not shrink the memory.
    pub fn after(&mut self, h: f64, norm: f64, left: f64, rejected: bool) -> f64 {
        let factor = (0.9 * norm.powf(-self.exponent)).clamp(0.2, if rejected { 1.0 } else { 5.0 });
        let wanted = h * factor;
        let was_cut = h < self.next && norm <= 1.0;
        self.next = if was_cut { wanted.max(self.next) } else { wanted };
        self.fit(wanted, left)
    }

    /// Stops when the step no longer changes the time.
    pub fn check(&self, t: f64, h: f64, span_h: f64) -> Result<(), SolverError> {
        if h < 1e-12 * span_h || t + h == t {
            return Err(SolverError::StepTooSmall {
                solver: self.solver,
                t,
                h,
                advice: self.advice,
            });
        }
        Ok(())
    }
}

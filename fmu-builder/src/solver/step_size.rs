//! The step size of an adaptive solver: from an error estimate to the next step.

use super::{Settings, SolverError, System};

/// How a method's step size follows from its error.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Control {
    /// p: the order of the error estimate plus one.
    pub order: f64,
    /// The step shrinks at most to this part of itself, and grows at most to so many times itself.
    pub least: f64,
    pub most: f64,
    pub norm: Norm,
}

/// One number for the errors of all states.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Norm {
    /// The root of their mean square.
    MeanSquare,
    /// The largest.
    Largest,
}

/// The standard control h⁺ = h · clamp(0.9 ε^(−1/p)), no growth right after a rejection.
///
/// The step to try next is all it remembers; it survives from one macro step to the next.
#[derive(Clone, Debug)]
pub(crate) struct StepSize {
    solver: &'static str,
    advice: &'static str,
    control: Control,
    /// For each state: what its error may be at zero, and how much of its magnitude it may be on top. Both are as usual the
    /// absolute tolerance times the nominal value and the relative tolerance, or else from the scale of its error.
    absolute: Vec<f64>,
    magnitude: Vec<f64>,
    /// Whether every state has a scale of its error.
    is_scaled: bool,
    /// 0 as long as no step has been taken.
    pub next: f64,
}

impl StepSize {
    pub fn new(
        solver: &'static str,
        advice: &'static str,
        control: Control,
        system: &dyn System,
        settings: Settings,
    ) -> Self {
        let relative = settings.relative_tolerance;
        let weights = system.nominals().into_iter().zip(system.error_scales());
        let weight = |(nominal, scale): (f64, Option<f64>)| match scale {
            Some(scale) => (relative * scale, 0.0),
            None => (settings.absolute_tolerance * nominal.abs(), relative),
        };
        let (absolute, magnitude): (Vec<f64>, Vec<f64>) = weights.map(weight).unzip();
        let is_scaled = magnitude[..system.states()].iter().all(|part| *part == 0.0);
        Self { solver, advice, control, absolute, magnitude, is_scaled, next: 0.0 }
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

    /// The weighted norm of an error; 1 is the limit, not finite counts as infinite.
    pub fn norm(&self, error: &[f64], z: &[f64], z_end: &[f64]) -> f64 {
        let norm = match self.control.norm {
            Norm::MeanSquare => {
                let sum: f64 = self.weighted(error, z, z_end).map(|e| e * e).sum();
                (sum / error.len().max(1) as f64).sqrt()
            }
            Norm::Largest if self.is_scaled => self.largest_scaled(error),
            Norm::Largest => largest(self.weighted(error, z, z_end)),
        };
        if norm.is_finite() { norm } else { f64::INFINITY }
    }

    fn weighted<'a>(
        &'a self,
        error: &'a [f64],
        z: &'a [f64],
        z_end: &'a [f64],
    ) -> impl Iterator<Item = f64> + 'a {
        error.iter().enumerate().map(move |(i, error)| {
            error / (self.absolute[i] + self.magnitude[i] * z[i].abs().max(z_end[i].abs()))
        })
    }

    /// The largest error where every state has a scale: four at a time, since models with many states are in a hurry.
    fn largest_scaled(&self, error: &[f64]) -> f64 {
        let (mut most, mut sum) = ([0.0_f64; 4], [0.0_f64; 4]);
        let scales = &self.absolute[..error.len()];
        let chunks = error.chunks_exact(4).zip(scales.chunks_exact(4));
        for (errors, scales) in chunks {
            for j in 0..4 {
                let weighted = (errors[j] / scales[j]).abs();
                most[j] = if weighted > most[j] { weighted } else { most[j] };
                // Not a number is greater than nothing, but stays in a sum.
                sum[j] += weighted;
            }
        }
        let rest = error.len() - error.len() % 4;
        let last = error[rest..].iter().zip(&scales[rest..]).map(|(e, scale)| e / scale);
        let found = most.into_iter().fold(largest(last), f64::max);
        if sum.iter().sum::<f64>().is_nan() { f64::NAN } else { found }
    }

    /// The next step after one of length `h` with that error, `left` of the span being ahead.
    ///
    /// A step that was cut to end with the span does not shrink the memory.
    pub fn after(&mut self, h: f64, norm: f64, left: f64, rejected: bool) -> f64 {
        let Control { order, least, most, .. } = self.control;
        let most = if rejected { 1.0 } else { most };
        let factor = (0.9 * norm.powf(-1.0 / order)).clamp(least, most);
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

/// The largest magnitude; not a number if one of them is none.
fn largest(errors: impl Iterator<Item = f64>) -> f64 {
    errors.fold(
        0.0,
        |most: f64, error| {
            if error.is_nan() || most.is_nan() { f64::NAN } else { most.max(error.abs()) }
        },
    )
}

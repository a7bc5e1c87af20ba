//! The next guess of an iteration, from what the laws ask for: one struct for each way.

use nalgebra::DVector;

/// The last run of an iteration.
pub struct Iterate<'a> {
    /// Positions in u of the inputs that are solved for.
    pub unknowns: &'a [usize],
    /// The inputs at the end of the step.
    pub u: &'a mut DVector<f64>,
    /// The residual r = u − law(y(u)) to which they led.
    pub residual: &'a DVector<f64>,
    /// What residuals count in relation to where several are summed: the largest input of each kind.
    pub kind: &'a DVector<f64>,
    /// The size of a change of residuals, summed up so, that is noise.
    pub noise: f64,
}

impl Iterate<'_> {
    /// What a residual is divided by before it is summed with others.
    pub fn unit(&self, i: usize) -> f64 {
        if self.kind[i] > 0.0 { self.kind[i] } else { 1.0 }
    }
}

/// A way to correct inputs `u` by their residual r = u − law(y(u)).
pub trait Relaxation: Send {
    /// A macro step begins.
    fn begin(&mut self);

    /// What helps where the iteration does not converge.
    fn advice(&self) -> &'static str {
        "scheme.kind = \"newton\" or \"quasi-newton\", which a stiff coupling needs, a smaller step, or more \
         scheme.iterations"
    }

    /// How much of the residual of the last run is taken away.
    fn factor(&mut self, run: &Iterate) -> f64;

    /// Makes `u` the next guess.
    fn correct(&mut self, run: &mut Iterate) {
        let factor = self.factor(run);
        run.unknowns.iter().for_each(|&i| run.u[i] -= factor * run.residual[i]);
    }
}

/// A constant factor; 1 is the plain fixed point.
#[derive(Clone, Copy, Debug)]
pub struct Constant(pub f64);

impl Relaxation for Constant {
    fn begin(&mut self) {}

    fn factor(&mut self, _: &Iterate) -> f64 {
        self.0
    }
}

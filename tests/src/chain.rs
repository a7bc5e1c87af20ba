//! Scenarios of chains of masses, for tests and benchmarks of iterations.

use crate::fmu;

/// What of a chain is nonlinear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nonlinear {
    /// Nothing.
    Nowhere,
    /// The springs to the ground inside the FMUs: 1e3 N/m · x + 1e7 N/m³ · x³.
    Masses,
    /// The springs between the masses, which are four times as stiff beyond 10 mm.
    Springs,
}

/// Masses of 1 kg in a row with springs and dampers between them, of which the first is set in motion.
#[derive(Clone, Debug)]
pub struct Chain {
    /// How many.
    pub masses: usize,
    /// Of the springs between them, in N/m.
    pub stiffness: f64,
    /// What of it is nonlinear.
    pub nonlinear: Nonlinear,
    /// The fields of `[scheme]`.
    pub scheme: String,
    /// Of the inputs.
    pub degree: usize,
    /// In macro steps of 1 ms.
    pub steps: usize,
}

impl Chain {
    /// The scenario.
    pub fn text(&self) -> String {
        let Self { masses, scheme, degree, .. } = self;
        let mut text = format!(
            "[simulation]\nstop = {}\nstep = 1e-3\nthreads = 1\nparallel_instances = true\n[scheme]\n{scheme}\n\
             [inputs]\nextrapolation = 'polynomial'\ndegree = {degree}\n",
            self.steps as f64 * 1e-3
        );
        for k in 0..*masses {
            text += &self.mass(k);
        }
        for k in 1..*masses {
            text += &format!(
                "[[couplings]]\nlaw = 'spring-damper'\nbetween = ['m{}', 'm{k}']\ndamping = 10.0\n{}\n",
                k - 1,
                self.spring()
            );
        }
        text
    }

    fn mass(&self, k: usize) -> String {
        let (model, start) = match self.nonlinear {
            Nonlinear::Masses => {
                let x0 = if k == 0 { 0.05 } else { 0.0 };
                let start = format!("c3 = 1e7, d3 = 0.0, amplitude = 0.0, x0 = {x0}");
                ("nonlinear-oscillator", start)
            }
            Nonlinear::Nowhere | Nonlinear::Springs => {
                ("oscillator", format!("v0 = {:?}", if k == 0 { 10.0 } else { 0.0 }))
            }
        };
        let path = fmu(model);
        let path = path.display();
        format!("[slaves.m{k}]\nfmu = '{path}'\nstart = {{ m = 1.0, c = 1e3, d = 1.0, {start} }}\n")
    }

    fn spring(&self) -> String {
        let c = self.stiffness;
        match self.nonlinear {
            Nonlinear::Nowhere | Nonlinear::Masses => format!("stiffness = {c:?}"),
            Nonlinear::Springs => {
                let (near, far) = (0.01 * c, 0.05 * c);
                format!(
                    "stiffness_table = [[-0.02, {:?}], [-0.01, {:?}], [0.01, {near:?}], [0.02, {far:?}]]\n\
                     smooth = true",
                    -far, -near
                )
            }
        }
    }
}

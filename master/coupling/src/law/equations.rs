//! Couplings that are equations r(y, u) = 0 and give no formula for their inputs.
//!
//! A law in explicit form, u = law(y), is the equation r = u − law(y) = 0, and schemes use it so; its author
//! writes `add` and `partials` and is done. A rigid link between two bodies is of the other kind: its force is
//! whatever keeps their velocities equal,
//!
//! ```text
//! r_a = v_b − v_a = 0        stands for the force on a
//! r_b = F_a + F_b = 0        stands for the force on b
//! ```
//!
//! Each input on which such a law acts has one row of r. Where laws in explicit form act on the same input, the
//! equations speak of what is left for this law: w = u − Σ law(y). With S = ∂y/∂u over a macro step, schemes that
//! solve equations use
//!
//! ```text
//! G = ∂r/∂u + ∂r/∂y · S
//! ```
//!
//! At the start time, before the first macro step, the share of such a law is zero.

use crate::id::{InputId, OutputId};

/// A row of r.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Residual {
    /// Its value; zero where the equation holds.
    pub value: f64,
    /// The largest of the terms that cancel each other in it: the value counts in relation to this.
    pub size: f64,
}

/// The equations of a law, one for each input that it acts on. At most one law with equations acts on an input.
pub trait Equations {
    /// Gives r(y, w) row by row.
    fn residual(&self, y: &[f64], w: &[f64], row: &mut dyn FnMut(InputId, Residual));

    /// Gives ∂r/∂y for each row and output where it can be other than zero.
    fn by_outputs(&self, y: &[f64], w: &[f64], each: &mut dyn FnMut(InputId, OutputId, f64));

    /// Gives ∂r/∂w for each row and input where it can be other than zero.
    fn by_inputs(&self, y: &[f64], w: &[f64], each: &mut dyn FnMut(InputId, InputId, f64));
}

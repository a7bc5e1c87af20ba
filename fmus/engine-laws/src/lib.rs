//! What the models of an engine share: the motion of its crank, regularised contacts, orifices, and the oil.
//!
//! Everything is in SI units with absolute pressures, and smooth enough for a solver with error control.

mod contact;
mod crank;
mod oil;
mod orifice;
mod regularise;

pub use contact::Contact;
pub use crank::{Crank, OMEGA, START_UP};
pub use oil::{AMBIENT, Oil};
pub use orifice::{Orifice, pump};
pub use regularise::{ramp, ramp_potential, smooth, smooth_curvature, smooth_slope};

//! The hook by which a force is added to inputs beside what is extrapolated.

/// What a correction knows at a communication point that all slaves have reached.
#[derive(Clone, Copy, Debug)]
pub struct BondState<'a> {
    /// The accumulated leak L of the bond, in J.
    pub leak: f64,
    /// The part of it that arose before the driven slave: in the driver and on the way.
    pub before: f64,
    /// The displacement of the driven slave over the last macro step.
    pub dx: &'a [f64],
    /// Its velocity at the end.
    pub v: &'a [f64],
    /// The force, without correction, at the beginning of that step.
    pub f: &'a [f64],
}

/// A force that takes a leak back, constant over the next macro step of the slowest slave.
///
/// It is added to what the driven slave is given, after extrapolation or interpolation, and never
/// enters the past from which these are made. With an implicit scheme it acts beside the coupling
/// force that is solved for: u = law(y(u + correction)).
pub trait Correction: Send {
    /// Fills in the force for each direction, and says whether more would be needed than its cap allows.
    fn force(&self, seen: &BondState, force: &mut [f64]) -> bool;
}

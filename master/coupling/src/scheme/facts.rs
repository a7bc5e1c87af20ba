//! What a scheme needs and gives, for those who choose one: a fact each that tests measure.

/// What is known of a scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// Whether it finds the inputs at the end of the step, for which it runs slaves again from saved states.
    pub implicit: bool,
    /// Whether it runs slaves with perturbed inputs, which clones can do at the same time.
    pub perturbs: bool,
    /// Whether its slaves may step one after the other.
    pub sweeps: bool,
    /// Whether it solves couplings that are [equations](crate::law::Equations).
    pub equations: bool,
}

impl Facts {
    /// Of [`Explicit`](super::Explicit).
    pub const EXPLICIT: Self =
        Self { implicit: false, perturbs: false, sweeps: true, equations: false };
    /// Of [`SemiImplicit`](super::SemiImplicit).
    pub const SEMI_IMPLICIT: Self =
        Self { implicit: true, perturbs: true, sweeps: false, equations: true };
    /// Of [`SemiImplicit`](super::SemiImplicit) until it converges.
    pub const NEWTON: Self =
        Self { implicit: true, perturbs: true, sweeps: false, equations: true };
    /// Of [`Iterated`](super::Iterated) with a constant factor or [`Aitken`](super::Aitken)'s.
    pub const FIXED_POINT: Self =
        Self { implicit: true, perturbs: false, sweeps: true, equations: false };
    /// Of [`Iterated`](super::Iterated) with [`QuasiNewton`](super::QuasiNewton).
    pub const QUASI_NEWTON: Self =
        Self { implicit: true, perturbs: false, sweeps: false, equations: false };

    /// The order of the errors at communication points, with a rule of order `extrapolation` whose interpolations
    /// have the degree `interpolation`: an implicit scheme interpolates through the end of the step.
    pub fn order(self, extrapolation: usize, interpolation: usize) -> usize {
        if self.implicit { interpolation + 1 } else { extrapolation }
    }
}

//! An answer about stability, and what it rests on.

/// What an answer rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// The system is linear, and its amplification matrix says it all.
    Exact,
    /// The amplification matrix of small disturbances about the point at which runs end, and these runs.
    Linearised,
    /// Runs beside one at a much shorter step.
    Observed,
}

impl std::fmt::Display for Basis {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.pad(match self {
            Basis::Exact => "exact",
            Basis::Linearised => "linearised",
            Basis::Observed => "observed",
        })
    }
}

/// An answer with its reasons.
#[derive(Clone, Debug)]
pub struct Answer<T> {
    /// What was asked for.
    pub value: T,
    /// What it rests on.
    pub basis: Basis,
    /// The same in words.
    pub evidence: String,
}

/// What becomes of a coupling at a macro step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Disturbances do not grow.
    Stable,
    /// They do.
    Growing,
    /// They grow to a swing that stays.
    LimitCycle,
}

/// A spectral radius, and how exact it is.
#[derive(Clone, Copy, Debug)]
pub struct Radius {
    /// The largest absolute eigenvalue, per macro step.
    pub value: f64,
    /// By how much it may be wrong, beyond rounding.
    pub uncertainty: f64,
}

impl Radius {
    /// Whether disturbances do not grow by more than `tolerance`, or than can be told.
    pub fn is_stable(self, tolerance: f64) -> bool {
        self.value <= 1.0 + tolerance.max(self.uncertainty)
    }
}

/// What was found at one macro step.
#[derive(Clone, Copy, Debug)]
pub struct Assessment {
    /// What becomes of the coupling.
    pub verdict: Verdict,
    /// The spectral radius, where there is a matrix.
    pub radius: Option<Radius>,
}

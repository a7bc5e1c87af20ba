//! An inequality that a found number fulfils.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A bound of our own: what a publication says in words, or what can be said of a chaotic run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bound {
    /// Which side found numbers lie on.
    pub relation: Relation,
    /// The bound, a positive number.
    pub value: f64,
}

/// How a found number lies to a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Relation {
    /// Below it.
    #[serde(rename = "<")]
    Below,
    /// Not above it.
    #[serde(rename = "≤")]
    AtMost,
    /// Above it.
    #[serde(rename = ">")]
    Above,
}

impl Bound {
    /// A number below `value`.
    pub fn below(value: f64) -> Self {
        Self { relation: Relation::Below, value }
    }

    /// A number of at most `value`.
    pub fn at_most(value: f64) -> Self {
        Self { relation: Relation::AtMost, value }
    }

    /// A number above `value`.
    pub fn above(value: f64) -> Self {
        Self { relation: Relation::Above, value }
    }

    /// Whether a number fulfils it; NaN does not.
    pub fn holds(&self, found: f64) -> bool {
        match self.relation {
            Relation::Below => found < self.value,
            Relation::AtMost => found <= self.value,
            Relation::Above => found > self.value,
        }
    }

    /// How near a number comes to it: at most 1 where it holds, more where not.
    pub fn miss(&self, found: f64) -> f64 {
        let part = match self.relation {
            Relation::Below | Relation::AtMost => found / self.value,
            Relation::Above => self.value / found,
        };
        match (self.holds(found), part.is_nan()) {
            (true, _) => part.clamp(0.0, 1.0),
            (false, true) => f64::INFINITY,
            (false, false) => part.abs().max(1.0 + f64::EPSILON),
        }
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = match self.relation {
            Relation::Below => "<",
            Relation::AtMost => "≤",
            Relation::Above => ">",
        };
        write!(f, "{sign} {}", self.value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_is_an_inequality() {
        assert!(Bound::below(0.5).holds(0.4999) && !Bound::below(0.5).holds(0.5));
        assert!(Bound::at_most(1.1).holds(1.1) && !Bound::at_most(1.1).holds(f64::NAN));
        assert!(Bound::above(0.5).miss(0.6) <= 1.0 && Bound::above(0.5).miss(0.5) > 1.0);
        assert!(Bound::below(0.5).miss(f64::NAN).is_infinite());
        assert_eq!(Bound::below(0.5).to_string(), "< 0.5");
    }
}

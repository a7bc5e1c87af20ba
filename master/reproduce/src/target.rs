//! A number to be met, and how far what is found may differ.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::json_number;

/// A number to be met: |found − value| ≤ relative · |value| + absolute.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Target {
    /// The number.
    #[serde(with = "json_number")]
    pub value: f64,
    /// Tolerance as a share of the number.
    #[serde(default)]
    pub relative: f64,
    /// Tolerance in the number's own unit.
    #[serde(default)]
    pub absolute: f64,
    /// Whether it is to be met.
    #[serde(default, skip_serializing_if = "Standing::is_compared")]
    pub standing: Standing,
}

/// Whether a number is compared with what is found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// It is.
    #[default]
    Compared,
    /// It is known to be wrong: shown beside what is found.
    NotSo,
    /// It belongs to another model, definition, clock or measure: shown beside what is found.
    NotCompared,
}

impl Standing {
    /// Whether it is to be met.
    pub fn is_compared(&self) -> bool {
        *self == Self::Compared
    }
}

impl Target {
    /// To be met up to a share of it.
    pub fn relative(value: f64, relative: f64) -> Self {
        Self { value, relative, absolute: 0.0, standing: Standing::Compared }
    }

    /// To be met up to a difference.
    pub fn absolute(value: f64, absolute: f64) -> Self {
        Self { value, relative: 0.0, absolute, standing: Standing::Compared }
    }

    /// The same number with another standing where `so` holds.
    #[must_use]
    pub fn standing(self, standing: Standing, so: bool) -> Self {
        if so { Self { standing, ..self } } else { self }
    }

    /// How far what is found may differ.
    pub fn allowed(&self) -> f64 {
        self.relative * self.value.abs() + self.absolute
    }

    /// The deviation as a share of what is allowed: at most 1 if it is met; 0 if it is not compared.
    pub fn miss(&self, found: f64) -> f64 {
        let (off, allowed) = ((found - self.value).abs(), self.allowed());
        if !self.standing.is_compared() || found == self.value {
            0.0
        } else if off.is_nan() {
            f64::INFINITY
        } else {
            off / allowed
        }
    }
}

/// How the tolerance is written in tables.
impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (relative, absolute) = (short(self.relative), short(self.absolute));
        match (self.standing, self.relative > 0.0, self.absolute > 0.0) {
            (Standing::NotSo, ..) => f.write_str("not so"),
            (Standing::NotCompared, ..) => f.write_str("not compared"),
            (_, true, true) => write!(f, "{relative}, ±{absolute}"),
            (_, true, false) => write!(f, "{relative}"),
            (_, false, true) => write!(f, "±{absolute}"),
            (_, false, false) => f.write_str("exact"),
        }
    }
}

/// A tolerance to two digits.
fn short(x: f64) -> String {
    let rounded: f64 = format!("{x:.1e}").parse().unwrap_or(x);
    if rounded <= 1e-3 {
        format!("{rounded:.1e}").replace(".0e", "e")
    } else {
        format!("{rounded}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn infinities_survive_json() {
        for value in [f64::INFINITY, f64::NEG_INFINITY, 0.1] {
            let target = Target::relative(value, 1e-6);
            let text = serde_json::to_string(&target).unwrap();
            assert_eq!(serde_json::from_str::<Target>(&text).unwrap(), target, "{text}");
        }
        let text = serde_json::to_string(&Target::absolute(f64::NAN, 0.0)).unwrap();
        assert!(serde_json::from_str::<Target>(&text).unwrap().value.is_nan(), "{text}");
    }

    #[test]
    fn tolerances_have_two_digits() {
        let written = [Target::relative(1.0, 1e-6), Target::absolute(1.0, 0.05001)];
        assert_eq!(written.map(|target| target.to_string()), ["1e-6", "±0.05"]);
        assert_eq!(Target::absolute(1.0, 0.0).to_string(), "exact");
    }
}

//! Units as exponents of the SI base units, read from strings such as `N.s/m`.

use thiserror::Error;

/// A unit without factor or offset: kg^a m^b s^c A^d K^e mol^f cd^g rad^h.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unit {
    /// The unit as the model writes it; empty for a pure number.
    pub name: String,
    /// Exponents of kg, m, s, A, K, mol, cd, rad.
    pub exponents: [i32; 8],
}

/// A unit string that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "unit {unit:?}: {symbol:?} is not a known symbol; write SI symbols joined by '.' and '/', such as N.s/m or m3/s"
)]
pub(crate) struct UnknownUnit {
    unit: String,
    symbol: String,
}

/// Symbols and their exponents of kg, m, s, A, K, mol, cd, rad.
const SYMBOLS: [(&str, [i32; 8]); 20] = [
    ("1", [0, 0, 0, 0, 0, 0, 0, 0]),
    ("kg", [1, 0, 0, 0, 0, 0, 0, 0]),
    ("m", [0, 1, 0, 0, 0, 0, 0, 0]),
    ("s", [0, 0, 1, 0, 0, 0, 0, 0]),
    ("A", [0, 0, 0, 1, 0, 0, 0, 0]),
    ("K", [0, 0, 0, 0, 1, 0, 0, 0]),
    ("mol", [0, 0, 0, 0, 0, 1, 0, 0]),
    ("cd", [0, 0, 0, 0, 0, 0, 1, 0]),
    ("rad", [0, 0, 0, 0, 0, 0, 0, 1]),
    ("Hz", [0, 0, -1, 0, 0, 0, 0, 0]),
    ("N", [1, 1, -2, 0, 0, 0, 0, 0]),
    ("Pa", [1, -1, -2, 0, 0, 0, 0, 0]),
    ("J", [1, 2, -2, 0, 0, 0, 0, 0]),
    ("W", [1, 2, -3, 0, 0, 0, 0, 0]),
    ("C", [0, 0, 1, 1, 0, 0, 0, 0]),
    ("V", [1, 2, -3, -1, 0, 0, 0, 0]),
    ("Ohm", [1, 2, -3, -2, 0, 0, 0, 0]),
    ("F", [-1, -2, 4, 2, 0, 0, 0, 0]),
    ("H", [1, 2, -2, -2, 0, 0, 0, 0]),
    ("Wb", [1, 2, -2, -1, 0, 0, 0, 0]),
];

impl Unit {
    /// That of a pure number.
    pub fn none() -> Self {
        Self { name: String::new(), exponents: [0; 8] }
    }

    /// Reads symbols with optional exponents; a '/' holds for the one symbol after it.
    pub fn parse(text: &str) -> Result<Self, UnknownUnit> {
        let mut exponents = [0; 8];
        let written = if text.is_empty() { "1" } else { text };
        for (term, sign) in terms(written) {
            let digits = term.trim_start_matches(|c: char| c.is_ascii_alphabetic());
            let unknown = || UnknownUnit { unit: text.into(), symbol: term.into() };
            let symbol = if term == "1" { term } else { &term[..term.len() - digits.len()] };
            let power: i32 = match digits {
                "" => 1,
                digits => digits.parse().map_err(|_| unknown())?,
            };
            let (_, base) = SYMBOLS.iter().find(|(s, _)| *s == symbol).ok_or_else(unknown)?;
            for (sum, exponent) in exponents.iter_mut().zip(base) {
                *sum += sign * power * exponent;
            }
        }
        let name = if text == "1" { String::new() } else { text.into() };
        Ok(Self { name, exponents })
    }

    /// The unit of the time derivative.
    pub fn per_second(&self) -> Self {
        let mut exponents = self.exponents;
        exponents[2] -= 1;
        let name = match self.name.strip_suffix("/s") {
            Some(stem) => format!("{stem}/s2"),
            None if self.name.is_empty() => "1/s".into(),
            None => format!("{}/s", self.name),
        };
        Self { name, exponents }
    }
}

/// The factors of a unit with the sign of their exponent.
fn terms(text: &str) -> impl Iterator<Item = (&str, i32)> {
    text.split('.').flat_map(|product| {
        product.split('/').enumerate().map(|(i, term)| (term, if i == 0 { 1 } else { -1 }))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exponents(text: &str) -> [i32; 8] {
        Unit::parse(text).unwrap().exponents
    }

    #[test]
    fn compound_units_multiply_out() {
        assert_eq!(exponents("N.s/m"), [1, 0, -1, 0, 0, 0, 0, 0]);
        assert_eq!(exponents("m3/s"), [0, 3, -1, 0, 0, 0, 0, 0]);
        assert_eq!(exponents("N.m"), exponents("J"));
        assert_eq!(exponents("W"), exponents("V.A"));
        assert_eq!(exponents("kg.m-1.s-2"), exponents("Pa"));
        assert_eq!(exponents("1/s"), exponents("Hz"));
        assert_eq!(exponents(""), [0; 8]);
    }

    #[test]
    fn the_derivative_of_a_position_is_a_velocity() {
        let m = Unit::parse("m").unwrap();
        assert_eq!(m.per_second(), Unit::parse("m/s").unwrap());
        assert_eq!(m.per_second().per_second(), Unit::parse("m/s2").unwrap());
    }

    #[test]
    fn the_symbol_that_is_unknown_is_named() {
        let error = Unit::parse("N.furlong/s").unwrap_err().to_string();
        assert!(error.contains("\"N.furlong/s\": \"furlong\""), "{error}");
    }
}

//! Units and their conversion to SI.

/// A unit by name and, where the FMU defines it, in SI base units.
#[derive(Clone, Debug, PartialEq)]
pub struct Unit {
    /// Its name, for example `N.m`.
    pub name: String,
    /// What it is in SI base units.
    pub base: Option<BaseUnit>,
}

/// A unit as a product of SI base units: base value = factor · value + offset.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BaseUnit {
    /// The exponents of kg, m, s, A, K, mol, cd and rad.
    pub dimension: [i32; 8],
    /// The factor.
    pub factor: f64,
    /// The offset.
    pub offset: f64,
}

//! `[bonds.NAME]` and `[slaves.NAME.energy]`: where energy passes and who tells of it. `docs/energy.md`
//! describes what is made of them.

use serde::Deserialize;
use toml::Spanned;

use crate::scenario::correction::CorrectionName;

/// `[bonds.NAME]`
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BondSection {
    /// The input that takes the force, `slave.input`; in space one for each direction.
    pub force: Spanned<Directions>,
    /// The output of the same slave with the motion.
    pub motion: Spanned<Directions>,
    /// The output with the velocity, where the motion is a displacement.
    pub velocity: Option<Spanned<Directions>>,
    /// What the motion is; by the units if not given.
    pub kind: Option<MotionKind>,
    /// What is done about a leak.
    #[serde(default)]
    pub correction: CorrectionName,
    /// The largest correction as a part of the force.
    pub cap: Option<Spanned<f64>>,
    /// Whether the correction pauses while the motion turns too often to be followed.
    pub pause: Option<bool>,
}

/// One variable, or one for each direction.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum Directions {
    /// `"slave.variable"`
    One(String),
    /// A list of them.
    Several(Vec<String>),
}

impl Directions {
    /// All of them.
    pub fn all(&self) -> &[String] {
        match self {
            Self::One(name) => std::slice::from_ref(name),
            Self::Several(names) => names,
        }
    }
}

/// What the motion of a bond is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MotionKind {
    /// A displacement, an angle or a volume.
    Displacement,
    /// A velocity, an angular velocity or a volume flow.
    Velocity,
}

/// `[slaves.NAME.energy]`
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct EnergySection {
    /// Outputs whose sum is the energy in the slave.
    pub stored: Vec<Spanned<String>>,
    /// Outputs whose sum is the energy that it has dissipated.
    pub dissipated: Vec<Spanned<String>>,
    /// Outputs whose sum is the work that others than bonds have done on it.
    pub supplied: Vec<Spanned<String>>,
}

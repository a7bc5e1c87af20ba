//! `scheme.start_up`: how the first steps are taken while the past is too short.

use serde::Deserialize;

/// How the first steps are taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StartUpKind {
    /// Repeat them where all slaves can be rewound, else ramp up.
    #[default]
    Auto,
    /// Repeat them until their inputs have full order.
    Repeat,
    /// Begin with lower degrees and raise them step by step.
    Ramp,
}

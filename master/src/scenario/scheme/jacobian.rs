//! Where an interface Jacobian comes from.

use std::ops::Range;

use coupling::scheme::Jacobian;
use serde::Deserialize;
use toml::Spanned;

/// Where the interface Jacobian comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum JacobianKind {
    /// Perturbed runs when the last ones do not serve any more.
    #[default]
    Reused,
    /// Perturbed runs in every step.
    EveryStep,
    /// As reused, with an update after every step.
    Broyden,
    /// As reused, but approximated where the scenario states a mass.
    Analytic,
}

/// What the user chose, and in words.
pub(super) fn chosen(given: &Option<Spanned<JacobianKind>>) -> (Jacobian, &'static str) {
    match given.as_ref().map(|kind| *kind.get_ref()).unwrap_or_default() {
        JacobianKind::EveryStep => (Jacobian::EveryStep, "Jacobian in every step"),
        JacobianKind::Reused => (Jacobian::Reused, "Jacobian reused"),
        JacobianKind::Broyden => (Jacobian::Broyden, "Jacobian updated"),
        JacobianKind::Analytic => (Jacobian::Analytic, "Jacobian from masses"),
    }
}

/// Where masses are asked for.
pub(super) fn needs_inertia(given: &Option<Spanned<JacobianKind>>) -> Option<Range<usize>> {
    let given = given.as_ref()?;
    (*given.get_ref() == JacobianKind::Analytic).then(|| given.span())
}

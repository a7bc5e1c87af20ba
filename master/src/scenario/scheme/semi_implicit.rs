//! `scheme.kind = "semi-implicit"`: one Newton step on the coupling conditions.

use std::ops::Range;

use coupling::scheme::{Facts, SemiImplicit};
use serde::Deserialize;
use toml::Spanned;

use super::jacobian::{self, JacobianKind};
use super::{Chosen, Misplaced, SchemeSection, StartUpKind};

/// One Newton step on the coupling conditions.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SemiImplicitSection {
    /// Where the interface Jacobian comes from.
    jacobian: Option<Spanned<JacobianKind>>,
    /// Whether later steps go on from what the coupling laws give instead of the solution.
    #[serde(default)]
    final_evaluation: bool,
    /// Slaves that take part explicitly; those that cannot be rewound if not given.
    explicit: Option<Spanned<Vec<Spanned<String>>>>,
    /// How the first steps are taken while the past is too short.
    start_up: Option<Spanned<StartUpKind>>,
}

impl SchemeSection for SemiImplicitSection {
    fn facts(&self) -> Facts {
        Facts::SEMI_IMPLICIT
    }

    fn check(&self, _inputs: &[String]) -> Result<Chosen, Misplaced> {
        let (jacobian, words) = jacobian::chosen(&self.jacobian);
        let final_evaluation = self.final_evaluation;
        Ok(Chosen::implicit(format!("semi-implicit, {words}"), move |parts, level| {
            let scheme = SemiImplicit::of_level(parts.network, parts.explicit, jacobian, level)
                .with_inertias(parts.inertias.to_vec());
            if final_evaluation { scheme.with_final_evaluation() } else { scheme }
        }))
    }

    fn start_up(&self) -> Option<&Spanned<StartUpKind>> {
        self.start_up.as_ref()
    }

    fn explicit(&self) -> Option<&Spanned<Vec<Spanned<String>>>> {
        self.explicit.as_ref()
    }

    fn needs_inertia(&self) -> Option<Range<usize>> {
        jacobian::needs_inertia(&self.jacobian)
    }
}

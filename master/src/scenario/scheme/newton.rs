//! `scheme.kind = "newton"`: repeated until the inputs are what the coupling asks for, by Newton's method.

use std::ops::Range;

use coupling::scheme::{Facts, SemiImplicit};
use indexmap::IndexMap;
use serde::Deserialize;
use toml::Spanned;

use super::iteration::{Iteration, OnDivergence};
use super::jacobian::{self, JacobianKind};
use super::{Chosen, Misplaced, SchemeSection, StartUpKind};

/// Newton's method on the coupling conditions.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewtonSection {
    /// Where the interface Jacobian comes from.
    jacobian: Option<Spanned<JacobianKind>>,
    /// Slaves that take part explicitly; those that cannot be rewound if not given.
    explicit: Option<Spanned<Vec<Spanned<String>>>>,
    /// How the first steps are taken while the past is too short.
    start_up: Option<Spanned<StartUpKind>>,
    /// Iterations at most.
    iterations: Option<Spanned<usize>>,
    /// What may be left of a residual, relative to its input.
    relative: Option<Spanned<f64>>,
    /// What may be left of it for single inputs, by `slave.input`.
    #[serde(default)]
    absolute: IndexMap<Spanned<String>, f64>,
    /// What happens where the iterations are not enough.
    #[serde(default)]
    on_divergence: OnDivergence,
}

impl SchemeSection for NewtonSection {
    fn facts(&self) -> Facts {
        Facts::NEWTON
    }

    fn check(&self, inputs: &[String]) -> Result<Chosen, Misplaced> {
        let (jacobian, words) = jacobian::chosen(&self.jacobian);
        let Self { iterations, relative, absolute, on_divergence, .. } = self;
        let iteration = Iteration { iterations, relative, absolute, on_divergence };
        let convergence = iteration.check(inputs)?;
        Ok(Chosen::implicit(format!("Newton, {words}"), move |parts, level| {
            SemiImplicit::of_level(parts.network, parts.explicit, jacobian, level)
                .with_inertias(parts.inertias.to_vec())
                .until(convergence.clone())
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

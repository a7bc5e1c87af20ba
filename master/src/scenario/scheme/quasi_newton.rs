//! `scheme.kind = "quasi-newton"`: repeated until the inputs are what the coupling asks for, by a Jacobian that is
//! learnt from the iterations.

use coupling::scheme::{Facts, Iterated, QuasiNewton};
use indexmap::IndexMap;
use serde::Deserialize;
use toml::Spanned;

use super::iteration::{FIRST, Iteration, OnDivergence, RelaxationValue, factor};
use super::{Chosen, Misplaced, SchemeSection, StartUpKind};

/// How many changes the iteration remembers at most.
const COLUMNS: usize = 300;

/// Interface quasi-Newton.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct QuasiNewtonSection {
    /// The part of a residual that the first correction takes away.
    relaxation: Option<Spanned<RelaxationValue>>,
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

impl SchemeSection for QuasiNewtonSection {
    fn facts(&self) -> Facts {
        Facts::QUASI_NEWTON
    }

    fn check(&self, inputs: &[String]) -> Result<Chosen, Misplaced> {
        let first = match (&self.relaxation, factor(&self.relaxation)?) {
            (Some(given), None) => {
                let message = "scheme.relaxation = \"aitken\" belongs to scheme.kind = \"fixed-point\"; here it is \
                               a number, the factor of the first correction";
                return Err((given.span(), message.into()));
            }
            (_, factor) => factor.unwrap_or(FIRST),
        };
        let Self { iterations, relative, absolute, on_divergence, .. } = self;
        let iteration = Iteration { iterations, relative, absolute, on_divergence };
        let convergence = iteration.check(inputs)?;
        Ok(Chosen::implicit("quasi-Newton", move |parts, level| {
            let inputs = parts.network.input_count();
            let unknowns = Iterated::unknowns(parts.network, parts.explicit, level.clone());
            let relaxation =
                Box::new(QuasiNewton::new(first, inputs, unknowns, COLUMNS.min(unknowns)));
            let convergence = convergence.clone();
            Iterated::of_level(parts.network, parts.explicit, relaxation, convergence, level)
        }))
    }

    fn start_up(&self) -> Option<&Spanned<StartUpKind>> {
        self.start_up.as_ref()
    }

    fn explicit(&self) -> Option<&Spanned<Vec<Spanned<String>>>> {
        self.explicit.as_ref()
    }
}

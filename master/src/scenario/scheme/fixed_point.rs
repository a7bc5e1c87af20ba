//! `scheme.kind = "fixed-point"`: repeated until the inputs are what the coupling asks for, by relaxed fixed-point
//! iteration.

use coupling::scheme::{Aitken, Constant, Facts, Iterated, Relaxation};
use indexmap::IndexMap;
use serde::Deserialize;
use toml::Spanned;

use super::iteration::{FIRST, Iteration, OnDivergence, RelaxationValue, factor};
use super::{Chosen, Misplaced, SchemeSection, StartUpKind};

/// Relaxed fixed-point iteration.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FixedPointSection {
    /// The part of a residual that is taken away; Aitken's if not given.
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

impl SchemeSection for FixedPointSection {
    fn facts(&self) -> Facts {
        Facts::FIXED_POINT
    }

    fn check(&self, inputs: &[String]) -> Result<Chosen, Misplaced> {
        let factor = factor(&self.relaxation)?;
        let Self { iterations, relative, absolute, on_divergence, .. } = self;
        let iteration = Iteration { iterations, relative, absolute, on_divergence };
        let convergence = iteration.check(inputs)?;
        let label = match factor {
            Some(factor) => format!("fixed point with factor {factor}"),
            None => "fixed point with Aitken's factor".into(),
        };
        Ok(Chosen::implicit(label, move |parts, level| {
            let relaxation: Box<dyn Relaxation> = match factor {
                Some(factor) => Box::new(Constant(factor)),
                None => Box::new(Aitken::new(FIRST, parts.network.input_count())),
            };
            let convergence = convergence.clone();
            let scheme =
                Iterated::of_level(parts.network, parts.explicit, relaxation, convergence, level);
            match parts.order {
                Some(order) => scheme.in_order(order.to_vec()),
                None => scheme,
            }
        }))
    }

    fn start_up(&self) -> Option<&Spanned<StartUpKind>> {
        self.start_up.as_ref()
    }

    fn explicit(&self) -> Option<&Spanned<Vec<Spanned<String>>>> {
        self.explicit.as_ref()
    }
}

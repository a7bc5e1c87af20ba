//! `scheme.kind = "explicit"`: every slave steps once.

use coupling::scheme::sweep::{GaussSeidel, Jacobi};
use coupling::scheme::{Explicit, Facts, MultiRate, Scheme, StartUp};
use serde::Deserialize;
use toml::Spanned;

use super::{Chosen, Misplaced, Parts, SchemeSection};

/// Every slave steps once.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExplicitSection {
    /// How the first steps are taken while the past is too short; [`StartUpKind::Auto`] if not given.
    start_up: Option<Spanned<StartUpKind>>,
}

/// How the first steps are taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StartUpKind {
    /// Repeat them where all slaves can be rewound, else ramp up.
    #[default]
    Auto,
    /// Repeat them until their inputs have full order.
    Repeat,
    /// Begin with degree 0 and raise it step by step.
    Ramp,
}

impl SchemeSection for ExplicitSection {
    fn facts(&self) -> Facts {
        Facts::EXPLICIT
    }

    fn check(&self, _inputs: &[String]) -> Result<Chosen, Misplaced> {
        Ok(Chosen::boxed("explicit", build))
    }

    fn start_up(&self) -> Option<&Spanned<StartUpKind>> {
        self.start_up.as_ref()
    }
}

fn build(parts: &Parts) -> Box<dyn Scheme> {
    if let Some((every, stop)) = &parts.rates {
        let scheme = MultiRate::new(parts.network, every.clone(), *stop);
        return match parts.order {
            None => Box::new(scheme),
            Some(order) => Box::new(scheme.in_order(parts.network, order.to_vec())),
        };
    }
    let explicit: Box<dyn Scheme> = match parts.order {
        None => Box::new(Explicit::new(Jacobi)),
        Some(order) => Box::new(Explicit::new(GaussSeidel::new(parts.network, order.to_vec()))),
    };
    match parts.repeat_start {
        Some(degree) => Box::new(StartUp::new(explicit, degree)),
        None => explicit,
    }
}

//! `scheme.kind = "explicit"`: every slave steps once.

use coupling::scheme::sweep::{GaussSeidel, Jacobi};
use coupling::scheme::{Explicit, Facts, MultiRate, Scheme};
use serde::Deserialize;
use toml::Spanned;

use super::{Chosen, Misplaced, Parts, SchemeSection, StartUpKind};

/// Every slave steps once.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExplicitSection {
    /// How the first steps are taken while the past is too short; [`StartUpKind::Auto`] if not given.
    start_up: Option<Spanned<StartUpKind>>,
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
    match parts.order {
        None => Box::new(Explicit::new(Jacobi)),
        Some(order) => Box::new(Explicit::new(GaussSeidel::new(parts.network, order.to_vec()))),
    }
}

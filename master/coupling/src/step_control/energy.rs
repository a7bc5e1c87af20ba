//! Steps by the power residual of the bonds.
//!
//! ```text
//! ratio = max over bonds of |passed − given| / (tolerance · P h)
//! P     = largest mean power that has passed through the bond in a step so far
//! ```
//!
//! Sadjina, Kyllingstad, Skjong and Pedersen (2017): the difference between the energy that one side gives
//! and the one that the other receives measures the coupling error, whatever happens inside the slaves,
//! and costs nothing beyond what is exchanged anyway. With inputs of degree k it is of order k + 1 per
//! time. Needs bonds, and slaves whose steps may vary; those that cannot be rewound only make the
//! next step shorter.

use super::{Controller, LEAST, Limits, StepControl, StepReport, Verdict, larger};
use crate::energy::Exchange;
use crate::slave::Step;

/// Judges steps by what is lost or made between slaves.
#[derive(Clone, Debug)]
pub struct ByEnergy {
    tolerance: f64,
    controller: Controller,
    /// The largest power of each bond so far.
    powers: Vec<f64>,
}

impl ByEnergy {
    /// Controls steps by `bonds` bonds, whose residual has the given order.
    pub fn new(limits: Limits, order: usize, can_reject: bool, bonds: usize) -> Self {
        let controller = Controller::new(&limits, order, can_reject);
        Self { tolerance: limits.tolerance, controller, powers: vec![0.0; bonds] }
    }
}

impl StepControl for ByEnergy {
    fn judge(&mut self, step: &Step, tried: StepReport) -> Verdict {
        let power = |exchange: &Exchange| exchange.passed.abs().max(exchange.given.abs()) / step.h;
        let part = |(exchange, most): (&Exchange, &f64)| match (exchange.passed - exchange.given)
            .abs()
            / step.h
        {
            0.0 => 0.0,
            residual => residual / (self.tolerance * most.max(power(exchange))),
        };
        let bonds = tried.exchanges.iter().zip(&self.powers);
        let ratio = bonds.map(part).fold(LEAST, larger);
        let verdict = self.controller.judge(step, ratio);
        if matches!(verdict, Verdict::Accept(_)) {
            for (most, exchange) in self.powers.iter_mut().zip(tried.exchanges) {
                *most = most.max(power(exchange));
            }
        }
        verdict
    }

    fn controller(&self) -> &Controller {
        &self.controller
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::point::CommunicationPoint;

    #[test]
    fn a_large_residual_shortens_the_step_and_a_small_one_lengthens_it() {
        let limits = Limits { tolerance: 0.1, shortest: 1e-6, longest: 1.0, time_scale: None };
        let judge = |passed: f64, given: f64, can_reject: bool| {
            let mut control = ByEnergy::new(limits, 1, can_reject, 1);
            let step = Step { t: 0.0, end: 0.01, h: 0.01 };
            let exchanges = [Exchange { passed, given }];
            let end = &CommunicationPoint::new(0, 0);
            control.judge(&step, StepReport { end, error: None, exchanges: &exchanges })
        };
        assert_eq!(judge(1.0, 0.6, true), Verdict::Reject(0.01 * 0.9 / 4.0));
        assert!(matches!(judge(1.0, 0.6, false), Verdict::Accept(h) if h < 0.007));
        assert_eq!(judge(1.0, 0.999, true), Verdict::Accept(0.02));
        assert_eq!(judge(0.0, 0.0, true), Verdict::Accept(0.02));
    }
}

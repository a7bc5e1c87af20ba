//! The explicit scheme for slaves that have steps of their own.
//!
//! The clock ticks with the shortest step. A slave whose step lasts p ticks moves when it begins:
//!
//! ```text
//! tick n, p divides n:    the slave steps from tₙ to tₙ₊ₚ with its inputs extrapolated over it
//! tick n + 1 … n + p − 1: the others see its outputs continued by a polynomial through its past
//! tick n + p:             its outputs arrive
//! ```
//!
//! Fast slaves thus see what slow ones do by extrapolation, slow ones the fast ones' latest values.
//! No slave knows what another finds in the same step, as with Jacobi.

use nalgebra::DVector;

use super::{MacroStep, Scheme};
use crate::CouplingError;
use crate::execution::Task;
use crate::id::SlaveId;
use crate::network::Network;
use crate::point::CommunicationPoint;
use crate::slave::Step;

/// A step shorter than this part of a tick is none.
const ROUNDING: f64 = 1e-6;

/// Every slave at its own rate.
pub struct MultiRate {
    /// For each slave, the ticks in one of its steps.
    every: Vec<u64>,
    ticks: Ticks,
    /// Outputs that have not arrived yet.
    y: DVector<f64>,
    slopes: Vec<f64>,
}

/// Where the run is.
struct Ticks {
    stop: f64,
    /// When the run began, and the ticks since then.
    start: f64,
    tick: u64,
    now: f64,
}

impl MultiRate {
    /// Slave k of the network steps once in `every[k]` ticks, and none beyond `stop`.
    pub fn new(network: &Network, every: Vec<u64>, stop: f64) -> Self {
        let y = DVector::zeros(network.output_count());
        let ticks = Ticks { stop, start: f64::NAN, tick: 0, now: f64::NAN };
        Self { every, ticks, slopes: vec![0.0; y.len()], y }
    }

    /// The outputs of a slave after this tick: its own if it arrives, else what is expected.
    fn pass_on(&mut self, slave: SlaveId, over: &mut MacroStep, y: &mut DVector<f64>) {
        let MacroStep { network, signals, step: tick } = over;
        let every = self.every[slave.0];
        let outputs = network.outputs_of(slave);
        let passed = (self.ticks.tick + 1) % every;
        if passed == 0 || tick.end >= self.ticks.stop {
            network.arrive(slave);
            y.as_mut_slice()[outputs.clone()].copy_from_slice(&self.y.as_slice()[outputs]);
            return;
        }
        let s = passed as f64 / every as f64;
        for i in outputs.clone() {
            let expected = signals.expected(i, s);
            y[i] = expected.value;
            self.slopes[i] = expected.slope / (every as f64 * tick.h);
        }
        network.depart(slave, &self.slopes[outputs]);
    }
}

impl Ticks {
    /// The step of a slave that begins now; times are counted from the start of the run.
    fn own(&self, tick: &Step, every: u64) -> Step {
        if every == 1 {
            return *tick;
        }
        let end = self.start + (self.tick + every) as f64 * tick.h;
        let end = if end < self.stop - ROUNDING * tick.h { end } else { self.stop };
        Step { t: tick.t, end, h: every as f64 * tick.h }
    }
}

impl Scheme for MultiRate {
    fn macro_step(
        &mut self,
        over: &mut MacroStep,
        end: &mut CommunicationPoint,
    ) -> Result<(), CouplingError> {
        let MacroStep { network, signals, step } = over;
        // A tick that does not follow the last one begins another run.
        if step.t != self.ticks.now {
            (self.ticks.start, self.ticks.tick) = (step.t, 0);
        }
        let Self { every, ticks, y, .. } = self;
        let begins = network.slaves().filter(|slave| ticks.tick.is_multiple_of(every[slave.0]));
        let task = |slave: SlaveId| Task::here(ticks.own(step, every[slave.0]));
        network.step_each(begins, task, signals.inputs(), y)?;
        for slave in over.network.slaves() {
            self.pass_on(slave, over, &mut end.y);
        }
        (self.ticks.tick, self.ticks.now) = (self.ticks.tick + 1, over.step.end);
        over.network.exchange(over.step.end, &mut end.y, &mut end.u)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Clock;
    use crate::scheme::Explicit;
    use crate::scheme::sweep::Jacobi;
    use crate::signals::extrapolation::{Extrapolation, MeanValue, PolynomialRule};
    use crate::signals::{InputGroup, Signals};
    use crate::simulation::Simulation;
    use crate::test_models::TwoMass;

    type Rule<'a> = &'a dyn Fn() -> Box<dyn Extrapolation>;

    /// The two-mass oscillator whose right half steps once in `every` ticks.
    fn simulation(rule: Rule, degree: usize, every: u64, clock: Clock) -> Simulation {
        let network = TwoMass::schweizer_lu().network();
        let groups = vec![
            InputGroup::new(rule(), degree, vec![0]),
            InputGroup::new(rule(), degree, vec![1]).every(every),
        ];
        let signals = Signals::of_groups(groups, vec![false; 2], &[1, 1, every, every], degree);
        let scheme = MultiRate::new(&network, vec![1, every], clock.stop());
        Simulation::new(network, signals, Box::new(scheme), clock)
    }

    /// Largest error of both positions at the points of the slow half.
    fn error(rule: Rule, degree: usize, every: u64, h: f64) -> f64 {
        let mut simulation = simulation(rule, degree, every, Clock::new(0.0, 0.2, h));
        simulation.initialize().unwrap();
        let mut worst: f64 = 0.0;
        while simulation.advance().unwrap() {
            let exact = TwoMass::schweizer_lu().exact(simulation.t());
            let y = &simulation.point().y;
            if simulation.progress().taken.is_multiple_of(every) {
                worst = worst.max((y[0] - exact[0]).abs()).max((y[2] - exact[2]).abs());
            }
        }
        worst
    }

    #[test]
    fn two_rates_keep_the_order_of_the_rule() {
        let polynomial =
            |degree| move || -> Box<dyn Extrapolation> { Box::new(PolynomialRule::new(degree)) };
        let optimised =
            || -> Box<dyn Extrapolation> { Box::new(MeanValue::named("lin-2-3-opt").unwrap()) };
        let rules: [(Rule, usize, f64); 3] =
            [(&polynomial(0), 0, 1.0), (&polynomial(1), 1, 2.0), (&optimised, 2, 3.0)];
        for (rule, degree, expected) in rules {
            for every in [2, 5] {
                let h = 2e-4 / every as f64;
                let (coarse, fine) =
                    (error(rule, degree, every, 2.0 * h), error(rule, degree, every, h));
                let observed = (coarse / fine).log2();
                assert!((observed - expected).abs() < 0.2, "{every}: {observed} for {expected}");
            }
        }
    }

    #[test]
    fn equal_rates_are_plain_jacobi() {
        let rule: Rule = &|| Box::new(MeanValue::named("lin-2-3-opt").unwrap());
        let clock = Clock::new(0.0, 0.0505, 1e-3);
        let mut several = simulation(rule, 1, 1, clock.clone());
        let network = TwoMass::schweizer_lu().network();
        let signals = Signals::new(rule(), 1, vec![false; 2], 4);
        let scheme = Box::new(Explicit::new(Jacobi));
        let mut plain = Simulation::new(network, signals, scheme, clock);
        several.initialize().unwrap();
        plain.initialize().unwrap();
        while plain.advance().unwrap() {
            assert!(several.advance().unwrap());
            assert_eq!(several.point().y, plain.point().y);
        }
    }

    #[test]
    fn a_slow_slave_shows_its_own_values_where_it_arrives_and_at_the_stop_time() {
        let rule: Rule = &|| Box::new(PolynomialRule::new(0));
        let mut run = simulation(rule, 0, 4, Clock::new(0.0, 0.006, 1e-3));
        run.initialize().unwrap();
        let mut shown = Vec::new();
        while run.advance().unwrap() {
            shown.push(run.point().y[2]);
        }
        // Held between its points at ticks 4 and 6, the last of which is cut short.
        assert_eq!(shown[..3], [0.0; 3]);
        assert!(shown[3] < -0.3 && shown[4] == shown[3] && shown[5] < shown[4], "{shown:?}");
    }
}

//! Controlled macro steps of slaves that have steps of their own.
//!
//! The step that is controlled is the longest, in which all slaves end together: a cycle of so many ticks. Shorter steps
//! remain the same parts of it. A cycle stands or is taken back as a whole; to take it back, the past is told anew
//! from points that are kept for that.

use super::Simulation;
use crate::CouplingError;
use crate::point::CommunicationPoint;
use crate::signals::Signals;
use crate::slave::Step;

/// A cycle of ticks, and the points that may be needed again.
pub(super) struct Cycle {
    ticks: u64,
    /// How many points the past must have.
    reach: usize,
    /// The newest points and the lengths of the ticks that led to them, in a ring.
    points: Vec<(f64, CommunicationPoint)>,
    /// How many have been told, the last of them in a step that may be taken back.
    told: usize,
    tentative: usize,
}

impl Cycle {
    /// For slaves that begin a step together after so many ticks, if these are several.
    pub(super) fn of(signals: &Signals, point: &CommunicationPoint) -> Option<Self> {
        let (ticks, reach) = (signals.cycle(), signals.reach());
        // A step that is taken in two halves adds two cycles at most.
        let points = vec![(0.0, point.clone()); reach + 2 * ticks as usize];
        (ticks > 1).then_some(Self { ticks, reach, points, told: 0, tentative: 0 })
    }

    fn tell(&mut self, h: f64, point: &CommunicationPoint) {
        let place = self.told % self.points.len();
        let (length, kept) = &mut self.points[place];
        *length = h;
        kept.u.copy_from(&point.u);
        kept.y.copy_from(&point.y);
        kept.du.copy_from(&point.du);
        kept.dy.copy_from(&point.dy);
        self.told += 1;
        self.tentative += 1;
    }

    /// Returns to the last point that stands.
    fn take_back(&mut self, signals: &mut Signals) {
        self.told -= std::mem::take(&mut self.tentative);
        signals.forget();
        let first = self.told - self.told.min(self.reach);
        for k in first..self.told {
            let (h, point) = &self.points[k % self.points.len()];
            if k > first {
                signals.predict(&Step { t: 0.0, end: *h, h: *h });
            }
            signals.commit(*h, point);
        }
    }
}

impl Simulation {
    /// Carries the slaves over a controlled step, tick by tick if they have steps of their own; its last tick is not
    /// committed.
    #[inline]
    pub(super) fn carry_cycle(&mut self, step: &Step) -> Result<(), CouplingError> {
        let Some(Cycle { ticks, told, .. }) = self.cycle else { return self.carry(step) };
        if told == 0 {
            self.begin_cycles();
        }
        for k in 0..ticks {
            let tick = step.part(k, ticks);
            self.carry(&tick)?;
            if k + 1 < ticks {
                self.commit_tick(&tick)?;
            }
        }
        Ok(())
    }

    /// Commits the end of a step that was carried so.
    #[inline]
    pub(super) fn commit_cycle(&mut self, step: &Step) -> Result<(), CouplingError> {
        match self.cycle {
            None => self.commit(step),
            Some(Cycle { ticks, .. }) => self.commit_tick(&step.part(ticks - 1, ticks)),
        }
    }

    /// What was committed so far stands.
    pub(super) fn accept_cycle(&mut self) {
        self.cycle.iter_mut().for_each(|cycle| cycle.tentative = 0);
    }

    /// Returns the past to the last point that stands.
    pub(super) fn take_back_cycle(&mut self) {
        if let Some(cycle) = &mut self.cycle {
            cycle.take_back(&mut self.signals);
        }
    }

    fn begin_cycles(&mut self) {
        if let Some(cycle) = &mut self.cycle {
            cycle.tell(0.0, &self.end);
            cycle.tentative = 0;
        }
    }

    fn commit_tick(&mut self, tick: &Step) -> Result<(), CouplingError> {
        self.commit(tick)?;
        if let Some(cycle) = &mut self.cycle {
            cycle.tell(tick.h, &self.end);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Clock;
    use crate::scheme::{Jacobian, MultiRate, MultiRateImplicit, SemiImplicit};
    use crate::signals::InputGroup;
    use crate::signals::extrapolation::PolynomialRule;
    use crate::step_control::{ByError, Limits, TakesBackLongSteps, Variable};
    use crate::test_models::TwoMass;

    /// The two-mass oscillator whose left half takes `every` steps where the right one takes one.
    fn controlled(implicit: bool, degree: usize, every: u64, tolerance: f64, h: f64) -> Simulation {
        let network = TwoMass::schweizer_lu().network();
        let group = |i| InputGroup::new(Box::new(PolynomialRule::new(degree)), degree, vec![i]);
        let groups = vec![group(0).within(vec![every]), group(1).every(every)];
        let outputs = [1, 1, every, every];
        let signals = Signals::of_groups(groups, vec![false; 2], &outputs, degree.max(1));
        let limits = Limits { tolerance, shortest: 1e-9, longest: 1.0, time_scale: None };
        let control =
            Box::new(ByError::new(limits, degree + 1, true, 1.0, (0..4).map(Variable::output)));
        let clock = Clock::free(0.0, 1.0, h);
        let rates = vec![1, every];
        if implicit {
            let scheme = MultiRateImplicit::new(&network, rates, 1.0, |level| {
                SemiImplicit::of_level(&network, &[], Jacobian::Reused, Some(level))
            });
            Simulation::new(network, signals, Box::new(scheme), clock).controlled(control)
        } else {
            let scheme = Box::new(MultiRate::new(&network, rates, 1.0));
            Simulation::new(network, signals, scheme, clock).controlled(control).doubling()
        }
    }

    /// What is reached may be so many times the tolerance, or that part of it: what step control aims at.
    const FACTOR: f64 = 5.0;
    /// The predictor does not see what fast slaves miss of slow ones between their points, at degree 1 above all.
    const BY_PREDICTOR: f64 = 8.0;

    #[test]
    fn the_error_follows_the_tolerance_with_two_rates() {
        let mut missed = Vec::new();
        for (implicit, doubles) in [(false, false), (true, false), (true, true)] {
            for degree in [1, 2] {
                for every in [2, 5] {
                    for tolerance in [1e-3, 1e-5] {
                        let mut run = controlled(implicit, degree, every, tolerance, 1e-4);
                        if doubles {
                            run = run.doubling();
                        }
                        run.initialize().unwrap();
                        let mut worst: f64 = 0.0;
                        while run.advance().unwrap() {
                            let exact = TwoMass::schweizer_lu().exact(run.t());
                            let y = &run.point().y;
                            worst = worst.max((y[0] - exact[0]).abs()).max((y[2] - exact[2]).abs());
                        }
                        let (ratio, steps) = (worst / tolerance, run.progress().taken);
                        let case = (implicit, doubles, degree, every, tolerance, ratio, steps);
                        let factor = if implicit && !doubles { BY_PREDICTOR } else { FACTOR };
                        if !(1.0 / factor..factor).contains(&ratio) {
                            missed.push(case);
                        }
                    }
                }
            }
        }
        assert!(missed.is_empty(), "{missed:?}");
    }

    #[test]
    fn a_rejected_cycle_leaves_no_trace() {
        for implicit in [false, true] {
            let begin = |h: f64| {
                let control = Box::new(TakesBackLongSteps::default());
                let mut run = controlled(implicit, 2, 5, 1e-4, h).controlled(control);
                run.initialize().unwrap();
                run
            };
            let (mut late, mut early) = (begin(0.02), begin(4e-3));
            while late.advance().unwrap() {
                assert!(early.advance().unwrap());
                assert_eq!(late.t(), early.t());
                if implicit {
                    // Perturbations of the interface Jacobian know the largest inputs, those of rejected steps too.
                    let (a, b) = (&late.point().y, &early.point().y);
                    assert!((a - b).amax() <= 1e-11 * b.amax(), "{} s: {a} {b}", late.t());
                } else {
                    assert_eq!(late.point().y, early.point().y);
                }
            }
            assert!(early.progress().taken > 100);
        }
    }
}

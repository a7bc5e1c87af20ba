//! The books of one bond: what passed into the driven slave and what the other side gave.
//!
//! Over a step of the driven slave, and over one of the driver:
//!
//! ```text
//! passed = Σ mean(ũ) Δx        ũ the force as it was applied, correction included
//! given  = Σ ½ (f + f_end) Δx̃  x̃ the motion as the driver was given it
//! ```
//!
//! González and others (2018), eqs. (10) and (11), with the mean of the applied force where a step does
//! not hold it. What is passed and not given is the power residual of Sadjina, Kyllingstad, Skjong and
//! Pedersen (2017): it needs no knowledge of energies. A law in the master, and a force that is read
//! fresh, belong to the motion at the points themselves: there Δx̃ = Δx.

use super::reversals::Reversals;
use super::{Bond, Motion};
use crate::id::SlaveId;
use crate::network::Network;
use crate::point::CommunicationPoint;
use crate::signals::BondState;

/// Energy over a step, or since the start.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Exchange {
    /// Work of the force on the driven slave, in J.
    pub passed: f64,
    /// That work as the other side has it, in J.
    pub given: f64,
}

/// What has become of the correction of a bond, in macro steps of all slaves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Corrections {
    /// All of them.
    pub steps: u64,
    /// Those before which it was cut off at its cap.
    pub capped: u64,
    /// Those in which it paused, because the motion turned too often.
    pub paused: u64,
}

/// The running account of a bond.
pub(super) struct Ledger {
    pub(super) bond: Bond,
    /// The last points of the driven slave and of the one that gives the force.
    t: (f64, f64),
    /// The motion of the driven slave there.
    x: Vec<f64>,
    /// The motion that the driver had at the end of its last step.
    had: Vec<f64>,
    /// The force that the laws gave there.
    u: Vec<f64>,
    /// Since the start.
    pub(super) sum: Exchange,
    /// At the last point that all slaves had reached, and when that was.
    closed: Exchange,
    closed_at: f64,
    /// Mean powers of the macro step before it, in W.
    pub(super) power: Exchange,
    /// The force there, and displacements since then.
    f: Vec<f64>,
    dx: Vec<f64>,
    v: Vec<f64>,
    reversals: Reversals,
    /// The correction over the coming steps, and what became of those before.
    pub(super) force: Vec<f64>,
    pub(super) corrections: Corrections,
}

impl Ledger {
    pub(super) fn new(bond: Bond) -> Self {
        let none = vec![0.0; bond.ports.len()];
        Self {
            t: (0.0, 0.0),
            x: none.clone(),
            had: none.clone(),
            u: none.clone(),
            sum: Exchange::default(),
            closed: Exchange::default(),
            closed_at: 0.0,
            power: Exchange::default(),
            f: none.clone(),
            dx: none.clone(),
            v: none.clone(),
            reversals: Reversals::new(none.len()),
            force: none,
            corrections: Corrections::default(),
            bond,
        }
    }

    /// Begins at a point where nothing has passed yet.
    pub(super) fn begin(&mut self, t: f64, point: &CommunicationPoint) {
        (self.t, self.closed_at) = ((t, t), t);
        (self.sum, self.closed) = Default::default();
        for (k, port) in self.bond.ports.iter().enumerate() {
            self.x[k] = point.y[port.motion.0];
            self.had[k] = self.x[k];
            self.u[k] = point.u[port.force.0];
        }
        self.f.copy_from_slice(&self.u);
        self.dx.fill(0.0);
        self.force.fill(0.0);
        self.corrections = Corrections::default();
        self.reversals.forget();
    }

    /// The slave at whose points the force is new.
    fn driver(&self) -> SlaveId {
        let returns = self.bond.ports.iter().all(|port| port.returned.is_some());
        self.bond.driver.filter(|_| returns).unwrap_or(self.bond.driven)
    }

    /// Displacement of the driven slave since its last point.
    fn moved(&self, k: usize, t: f64, end: &CommunicationPoint) -> f64 {
        let x = end.y[self.bond.ports[k].motion.0];
        match self.bond.motion {
            Motion::Displacement => x - self.x[k],
            Motion::Velocity => 0.5 * (x + self.x[k]) * (t - self.t.0),
        }
    }

    /// The motion that the driver has reached, and how far it has been moved since its last point.
    fn seen(&self, k: usize, t: f64, network: &Network, end: &CommunicationPoint) -> (f64, f64) {
        let (Some(driver), Some(back)) = (self.bond.driver, self.bond.ports[k].returned) else {
            return (f64::NAN, self.moved(k, t, end));
        };
        let input = network.applied(driver, back.input);
        match self.bond.motion {
            Motion::Displacement => {
                let x = (input.end() - back.offset) / back.gain;
                (x, x - self.had[k])
            }
            Motion::Velocity => {
                let v = (input.mean(0.0, 1.0) - back.offset) / back.gain;
                (v, v * (t - self.t.1))
            }
        }
    }

    /// What has passed and what was given in the steps that end at `t`.
    pub(super) fn exchange(&self, t: f64, network: &Network, end: &CommunicationPoint) -> Exchange {
        let mut exchange = Exchange::default();
        for (k, port) in self.bond.ports.iter().enumerate() {
            if !network.is_between(self.bond.driven) {
                let force = network.applied(self.bond.driven, port.force).mean(0.0, 1.0);
                exchange.passed += force * self.moved(k, t, end);
            }
            if !network.is_between(self.driver()) {
                let force = 0.5 * (self.u[k] + end.u[port.force.0]);
                exchange.given += force * self.seen(k, t, network, end).1;
            }
        }
        exchange
    }

    /// What has passed over a step, without the work of the correction, which is no error of the coupling.
    pub(super) fn uncorrected(
        &self,
        t: f64,
        network: &Network,
        end: &CommunicationPoint,
    ) -> Exchange {
        let Exchange { passed, given } = self.exchange(t, network, end);
        let work = self.force.iter().enumerate().map(|(k, f)| f * self.moved(k, t, end));
        Exchange { passed: passed - work.sum::<f64>(), given }
    }

    /// Takes note of an accepted point.
    pub(super) fn arrive(&mut self, t: f64, network: &Network, end: &CommunicationPoint) {
        let Exchange { passed, given } = self.exchange(t, network, end);
        self.sum.passed += passed;
        self.sum.given += given;
        let (driven, driver) =
            (!network.is_between(self.bond.driven), !network.is_between(self.driver()));
        for k in 0..self.bond.ports.len() {
            let (moved, seen) = (self.moved(k, t, end), self.seen(k, t, network, end).0);
            if driven {
                self.dx[k] += moved;
                self.x[k] = end.y[self.bond.ports[k].motion.0];
            }
            if driver {
                self.had[k] = seen;
                self.u[k] = end.u[self.bond.ports[k].force.0];
            }
        }
        self.t = (if driven { t } else { self.t.0 }, if driver { t } else { self.t.1 });
    }

    /// What has passed since the last point that all slaves had reached.
    pub(super) fn since_closed(&self) -> Exchange {
        Exchange {
            passed: self.sum.passed - self.closed.passed,
            given: self.sum.given - self.closed.given,
        }
    }

    /// Closes a macro step of all slaves with the leaks found for it: the correction for the next.
    pub(super) fn close(&mut self, t: f64, end: &CommunicationPoint, (leak, before): (f64, f64)) {
        for (k, port) in self.bond.ports.iter().enumerate() {
            self.v[k] = match (self.bond.motion, port.velocity) {
                (Motion::Velocity, _) => end.y[port.motion.0],
                (Motion::Displacement, Some(velocity)) => end.y[velocity.0],
                (Motion::Displacement, None) => self.dx[k] / (t - self.closed_at),
            };
        }
        let followed = self.reversals.note(&self.v);
        if let Some(correction) = &self.bond.correction {
            let seen = BondState { leak, before, dx: &self.dx, v: &self.v, f: &self.f };
            let capped = correction.force(&seen, &mut self.force);
            let pauses = self.bond.pauses && !followed;
            if pauses {
                self.force.fill(0.0);
            }
            self.corrections.steps += 1;
            self.corrections.paused += u64::from(pauses);
            self.corrections.capped += u64::from(capped && !pauses);
        }
        for (k, port) in self.bond.ports.iter().enumerate() {
            self.f[k] = end.u[port.force.0];
        }
        self.dx.fill(0.0);
        let Exchange { passed, given } = self.since_closed();
        let h = t - self.closed_at;
        self.power = Exchange { passed: passed / h, given: given / h };
        (self.closed, self.closed_at) = (self.sum, t);
    }
}

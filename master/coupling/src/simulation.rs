//! The loop: predict, carry over one macro step, commit, show, advance.

mod applied;
mod controlled;
mod cycle;
mod default_degree;
mod doubling;
mod law_errors;
mod observer;
mod options;
mod start_up;

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use nalgebra::DVector;

use self::cycle::Cycle;
pub use self::default_degree::{DefaultDegree, Lowered};
use self::doubling::Doubling;
use self::law_errors::LawErrors;
pub use self::observer::{Observer, Progress};
pub use self::start_up::StartUp;
use crate::CouplingError;
use crate::clock::Clock;
use crate::divergence::Divergence;
use crate::energy::{Balance, Monitor};
use crate::id::InputId;
use crate::network::Network;
use crate::point::CommunicationPoint;
use crate::scheme::{MacroStep, Scheme, Statistics};
use crate::signals::Signals;
use crate::slave::{SlaveError, Step};
use crate::step_control::{Stall, StepControl};

/// A coupled system on its way from the start to the stop time.
pub struct Simulation {
    network: Network,
    signals: Signals,
    scheme: Box<dyn Scheme>,
    clock: Clock,
    end: CommunicationPoint,
    /// Every how many steps of the clock a point is shown.
    shown: u64,
    control: Option<Box<dyn StepControl>>,
    doubling: Option<Doubling>,
    /// Where steps are controlled and slaves have steps of their own.
    cycle: Option<Cycle>,
    /// Where steps are controlled: the errors of inputs that follow from those of outputs, and what the corrector changes
    /// of the integral of each input.
    law_errors: LawErrors,
    impulse: DVector<f64>,
    stall: Stall,
    /// How the first steps are taken, if they are to be repeated.
    start_up: Option<StartUp>,
    /// The degree of inputs, where it is not the user who chose it.
    default_degree: Option<DefaultDegree>,
    monitor: Option<Monitor>,
    divergence: Option<Divergence>,
    /// For each slave, in how many parts of a step its inputs are held, if they are; where they are shown.
    applied: Option<Vec<Option<usize>>>,
    /// Not zero once the run shall end early.
    stop: Option<&'static AtomicU64>,
}

impl Simulation {
    /// A run of `network` by `scheme`, at the communication points of `clock`.
    pub fn new(network: Network, signals: Signals, scheme: Box<dyn Scheme>, clock: Clock) -> Self {
        let mut end = CommunicationPoint::new(network.input_count(), network.output_count());
        end.told = DVector::zeros(network.told_count());
        Self {
            network,
            signals,
            scheme,
            clock,
            end,
            shown: 1,
            control: None,
            doubling: None,
            cycle: None,
            law_errors: LawErrors::default(),
            impulse: DVector::default(),
            stall: Stall::default(),
            start_up: None,
            default_degree: None,
            monitor: None,
            divergence: None,
            applied: None,
            stop: None,
        }
    }

    #[inline]
    fn shall_stop(&self) -> bool {
        self.stop.is_some_and(|request| request.load(Ordering::Relaxed) != 0)
    }

    /// Runs to the stop time; the observer has seen every point that was reached, also when an
    /// error ends the run, or a slave that wants it to end ([`SlaveError::Ended`]).
    pub fn run(&mut self, observer: &mut dyn Observer) -> Result<(), CouplingError> {
        let done = self.run_to_end(observer);
        if let Err(CouplingError::Slave { source: SlaveError::Ended { .. }, .. }) = &done {
            // The others end as after any run; what one of them says to that is not the reason.
            let _ = self.network.finish(self.clock.t());
        }
        done
    }

    fn run_to_end(&mut self, observer: &mut dyn Observer) -> Result<(), CouplingError> {
        self.initialize()?;
        self.show(observer)?;
        if let Some(divergence) = &mut self.divergence {
            divergence.begin(self.clock.t(), self.end.u.as_slice());
        }
        while self.advance()? {
            self.watch_gain();
            let Progress { taken, steps } = self.progress();
            if self.shown == 1 || taken.is_multiple_of(self.shown) || taken == steps {
                self.fill_in_applied();
                self.show(observer)?;
                if taken < steps && self.shall_stop() {
                    let t = self.clock.t();
                    self.network.finish(t)?;
                    return Err(CouplingError::Stopped { t });
                }
            }
            if let Some(divergence) = &mut self.divergence {
                let (t, u) = (self.clock.t(), self.end.u.as_slice());
                divergence.look(t, u, &self.signals, &self.network)?;
            }
        }
        self.network.finish(self.clock.t())
    }

    /// Finds consistent values at the start time, and the past before it where the first steps are repeated.
    pub fn initialize(&mut self) -> Result<(), CouplingError> {
        self.network.check_equations(|input| self.scheme.solves_for(input))?;
        let CommunicationPoint { u, y, .. } = &mut self.end;
        self.network.initialize(self.clock.t(), y, u)?;
        let t = self.clock.t();
        self.commit(&Step { t, end: t, h: 0.0 })?;
        // Before the first step inputs are what they are at its start.
        let CommunicationPoint { u, applied, .. } = &mut self.end;
        applied.iter_mut().enumerate().for_each(|(k, value)| *value = u[k / 2]);
        self.begin_monitor();
        if let Some(control) = &mut self.control {
            control.begin(&self.end);
        }
        self.choose_degree()?;
        self.find_past()
    }

    /// Takes one macro step; false when the stop time has been reached before.
    #[inline]
    pub fn advance(&mut self) -> Result<bool, CouplingError> {
        if self.control.is_some() {
            return self.advance_controlled();
        }
        let Some(step) = self.clock.next() else { return Ok(false) };
        self.carry(&step)?;
        self.clock.advance(&step);
        self.commit(&step)?;
        self.monitor();
        Ok(true)
    }

    /// Carries the slaves over a step; nothing else takes note of it yet.
    #[inline(always)]
    fn carry(&mut self, step: &Step) -> Result<(), CouplingError> {
        self.signals.predict(step);
        if self.network.has_prescribed() {
            self.prescribe(step)?;
        }
        let Self { network, signals, .. } = self;
        if network.has_predictions() {
            network.predict(step, &mut |InputId(i), value| signals.impose(i, value));
        }
        self.scheme.macro_step(&mut MacroStep { network, signals, step }, &mut self.end)
    }

    /// Makes what was reached by a step the newest point of the past.
    #[inline(always)]
    fn commit(&mut self, step: &Step) -> Result<(), CouplingError> {
        self.remember(step)?;
        self.signals.note(step.end, self.end.u.as_slice());
        match self.signals.stuck() {
            None => Ok(()),
            Some(i) => Err(self.no_derivative(i, step.end)),
        }
    }

    /// Tells rules what was reached by a step.
    #[inline(always)]
    fn remember(&mut self, step: &Step) -> Result<(), CouplingError> {
        if let Some(wanted) = self.signals.wanted_derivatives() {
            let outputs = self.signals.predicts_outputs();
            self.network.du(step.end, (wanted, outputs), &mut self.end)?;
        }
        self.signals.commit(step.h, &self.end);
        if !self.end.told.is_empty() {
            self.network.report(&mut self.end);
        }
        Ok(())
    }

    #[cold]
    fn no_derivative(&self, i: usize, t: f64) -> CouplingError {
        CouplingError::NoDerivative { input: self.network.input_names().swap_remove(i), t }
    }

    /// The energy counts from the present point.
    fn begin_monitor(&mut self) {
        if let Some(monitor) = &mut self.monitor {
            monitor.begin(self.clock.t(), &mut self.end, &mut self.signals);
        }
    }

    /// Balances the energy at an accepted point.
    #[inline]
    fn monitor(&mut self) {
        if let Some(monitor) = &mut self.monitor {
            monitor.observe(self.clock.t(), &self.network, &mut self.end, &mut self.signals);
        }
    }

    /// Goes on along another clock from another past, whose points lie `h` apart, oldest first.
    pub(crate) fn resume(&mut self, clock: Clock, h: f64, past: &[CommunicationPoint]) {
        self.clock = clock;
        self.signals.forget();
        self.network.forget_predictions();
        for (k, point) in past.iter().enumerate() {
            let t = self.clock.t() - (past.len() - 1 - k) as f64 * h;
            self.network.tell_predictions(t, point);
            if k > 0 {
                let end = self.clock.t() - (past.len() - 1 - k) as f64 * h;
                self.signals.predict(&Step { t: end - h, end, h });
            }
            self.signals.commit(if k > 0 { h } else { 0.0 }, point);
            self.end.clone_from(point);
        }
        self.begin_monitor();
    }

    /// Replaces the prediction of inputs that are prescribed by what they will be.
    fn prescribe(&mut self, step: &Step) -> Result<(), CouplingError> {
        let CommunicationPoint { u, y, .. } = &mut self.end;
        let mut asked = 0;
        for i in 0..u.len() {
            let Some(every) = self.signals.begins(i).filter(|_| self.network.is_prescribed(i))
            else {
                continue;
            };
            if every != asked {
                let own = match every {
                    1 => *step,
                    _ if self.cycle.is_some() => step.times(every),
                    _ => self.clock.ahead(every),
                };
                self.network.prescribe(&own, self.signals.inputs(), y, u)?;
                asked = every;
            }
            self.signals.prescribe(i, u[i]);
        }
        Ok(())
    }

    /// The present communication point's time.
    pub fn t(&self) -> f64 {
        self.clock.t()
    }

    /// The values at the present communication point.
    pub fn point(&self) -> &CommunicationPoint {
        &self.end
    }

    /// How far the run has come.
    #[inline]
    pub fn progress(&self) -> Progress {
        Progress { taken: self.clock.taken(), steps: self.clock.steps() }
    }

    /// The coupled system.
    pub fn network(&self) -> &Network {
        &self.network
    }

    pub(crate) fn network_mut(&mut self) -> &mut Network {
        &mut self.network
    }

    /// The past of the inputs, and what became of their rules.
    pub fn signals(&self) -> &Signals {
        &self.signals
    }

    /// What became of the energy that passed between slaves, for each bond that is watched.
    pub fn balances(&self) -> Vec<Balance> {
        self.monitor.iter().flat_map(Monitor::balances).collect()
    }

    /// What the scheme has done beyond one step of every slave, if it repeats steps.
    pub fn statistics(&self) -> Option<Statistics> {
        self.scheme.statistics()
    }

    /// Each slave's time in its steps, and whether that is an estimate.
    pub fn times(&self) -> Vec<(Duration, bool)> {
        self.network.times()
    }

    #[inline]
    fn show(&self, observer: &mut dyn Observer) -> Result<(), CouplingError> {
        let t = self.clock.t();
        observer
            .accept(t, &self.end, self.progress())
            .map_err(|reason| CouplingError::Observer { t, reason })
    }
}

//! What a run may do beyond taking its steps: control, monitoring, restrictions, and what is shown.

use std::sync::atomic::AtomicU64;

use nalgebra::DVector;

use super::Simulation;
use super::cycle::Cycle;
use super::doubling::Doubling;
use crate::divergence::Divergence;
use crate::energy::Monitor;
use crate::execution::Watch;
use crate::signals::Restriction;
use crate::step_control::StepControl;

impl Simulation {
    /// Shows the observer only every so many steps of the clock, and the last one.
    #[must_use]
    pub fn showing_every(mut self, steps: u64) -> Self {
        self.shown = steps;
        self
    }

    /// Lets the macro step follow what is found in it; the clock must be free.
    #[must_use]
    pub fn controlled(mut self, control: Box<dyn StepControl>) -> Self {
        self.control = Some(control);
        self.cycle = Cycle::of(&self.signals, &self.end);
        self
    }

    /// Estimates the error of [controlled](Self::controlled) steps by taking each in two halves too; all
    /// slaves must be rewindable.
    #[must_use]
    pub fn doubling(mut self) -> Self {
        let implicit = self.scheme.statistics().is_some();
        let end = &self.end;
        let doubling = self.signals.at_one_rate(|signals| Doubling::new(signals, end, implicit));
        self.doubling = Some(doubling);
        self
    }

    /// Watches the energy that passes between the slaves, and corrects it where that is asked for.
    #[must_use]
    pub fn monitored(mut self, monitor: Monitor) -> Self {
        self.network.keep_inputs();
        self.end.energy = DVector::zeros(monitor.size());
        self.monitor = Some(monitor);
        self
    }

    /// Watches whether the coupling diverges while it [runs](Self::run), and stops it then where `stops`.
    /// Single steps, as analysis takes them, may grow as they like.
    #[must_use]
    pub fn watching_divergence(mut self, stops: bool) -> Self {
        self.divergence = Divergence::of(&self.network, stops);
        self
    }

    /// What was found of divergence, if it is watched.
    pub fn divergence(&self) -> Option<&Divergence> {
        self.divergence.as_ref()
    }

    /// Restricts what rules may make of inputs.
    #[must_use]
    pub fn restricted(mut self, restrictions: Vec<Restriction>) -> Self {
        self.signals.restrict(restrictions);
        if self.cycle.is_some() {
            self.cycle = Cycle::of(&self.signals, &self.end);
        }
        self
    }

    /// Shows what inputs were at the start and at the end of steps; for each slave it is given in how many parts
    /// of a step it holds them, if it does.
    #[must_use]
    pub fn showing_applied(mut self, parts: Vec<Option<usize>>) -> Self {
        self.network.keep_inputs();
        self.end.applied = DVector::zeros(2 * self.network.input_count());
        self.applied = Some(parts);
        self
    }

    /// Tells someone when slaves are busy.
    pub fn watch(&mut self, watch: Box<dyn Watch>) {
        self.network.set_watch(watch);
    }

    /// Ends the run at the next point that is shown, once this is not zero.
    pub fn stop_on(&mut self, request: &'static AtomicU64) {
        self.stop = Some(request);
    }
}

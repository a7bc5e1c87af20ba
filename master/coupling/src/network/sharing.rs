//! Rounds that are shared among threads.

use std::borrow::Borrow;

use super::Network;
use super::clones::member;
use crate::CouplingError;
use crate::execution::Task;
use crate::id::SlaveId;
use crate::polynomial::Polynomial;
use crate::slave::Step;

/// Slaves are placed anew after 1, 2, 4, … steps as far as these are timed, then every so many: what they cost changes
/// slowly.
const REVISED: u32 = 2048;

/// The failure of the first slave in order that failed.
#[derive(Default)]
struct Failure(Option<(usize, CouplingError)>);

impl Failure {
    #[inline]
    fn note(&mut self, slave: usize, answer: Result<(), CouplingError>) {
        let Err(error) = answer else { return };
        if self.0.as_ref().is_none_or(|(first, _)| slave < *first) {
            self.0 = Some((slave, error));
        }
    }

    fn answer(self) -> Result<(), CouplingError> {
        self.0.map_or(Ok(()), |(_, error)| Err(error))
    }
}

impl Network {
    /// Steps all slaves, each on its thread.
    pub(super) fn step_in_batches<S: Borrow<Step>>(
        &mut self,
        task: impl Fn(SlaveId) -> Task<S>,
        u: &[Polynomial],
        y: &mut [f64],
    ) -> Result<(), CouplingError> {
        let (timed, stands_for) = (self.is_timed(), self.stands_for());
        let Self { members, threads, watch, .. } = self;
        let (batches, costs) = threads.as_mut().expect("the round is shared").batches();
        // The helpers begin.
        for thread in batches.helpers() {
            let mut batch = batches.of(thread);
            for (k, loan, own) in batch.lend() {
                let member = &mut members[k];
                own.copy_from_slice(&u[member.inputs.clone()]);
                member.keep(own);
                loan.take(&mut member.slave, (task(SlaveId(k)).owned(), timed));
            }
            batches.hand_over(thread, batch);
        }
        // The slaves of this thread stay where they are.
        let mut failure = Failure::default();
        for k in batches.own() {
            let member = &mut members[*k];
            if !timed {
                failure.note(*k, member.step(task(SlaveId(*k)), u, y));
                continue;
            }
            let (answer, span) = member.timed_step(task(SlaveId(*k)), u, y);
            member.was_busy(SlaveId(*k), span, stands_for, watch);
            costs.measure(*k, span.end - span.begin);
            failure.note(*k, answer);
        }
        // Those of the helpers come back.
        for thread in batches.helpers() {
            batches.wait(thread);
            for (k, loan, own) in batches.of(thread).take_back() {
                let member = &mut members[k];
                let Task { step, .. } = task(SlaveId(k)).owned();
                let answer = loan.give_back(&mut member.slave);
                let answer = answer.map_err(|source| member.failed(step.t, source));
                failure.note(
                    k,
                    answer.and_then(|span| {
                        y[member.outputs.clone()].copy_from_slice(own);
                        if let Some(span) = span {
                            member.was_busy(SlaveId(k), span, stands_for, watch);
                            costs.measure(k, span.end - span.begin);
                        }
                        member.check(&step, own)
                    }),
                );
            }
        }
        if timed {
            self.learn();
        }
        failure.answer()
    }

    /// Steps slaves that threads claim one by one.
    pub(super) fn step_claimed<S: Borrow<Step>>(
        &mut self,
        slaves: impl Iterator<Item = SlaveId> + Clone,
        task: impl Fn(SlaveId) -> Task<S>,
        u: &[Polynomial],
        y: &mut [f64],
    ) -> Result<(), CouplingError> {
        let (timed, stands_for) = (self.is_timed(), self.stands_for());
        let Self { members, clones, threads, watch, .. } = self;
        let threads = threads.as_mut().expect("the round is shared");
        for slave in slaves.clone() {
            let member = member(members, clones, slave);
            let u = &u[member.inputs.clone()];
            member.keep(u);
            threads.lend(slave.0, &mut member.slave, (task(slave).owned(), timed), u);
        }
        threads.run();
        let mut failure = Failure::default();
        for slave in slaves {
            let member = member(members, clones, slave);
            let own = &mut y[member.outputs.clone()];
            let Task { step, .. } = task(slave).owned();
            let answer = threads.take_back(slave.0, &mut member.slave, own);
            let answer = answer.map_err(|source| member.failed(step.t, source));
            failure.note(
                slave.0,
                answer.and_then(|span| {
                    if let Some(span) = span {
                        member.was_busy(slave, span, stands_for, watch);
                        threads.measure(slave.0, &span);
                    }
                    member.check(&step, own)
                }),
            );
        }
        if timed {
            self.learn();
        }
        failure.answer()
    }

    /// Takes what has been timed into account.
    pub(super) fn learn(&mut self) {
        let Some(threads) = &mut self.threads else { return };
        threads.order();
        if self.steps.is_power_of_two() || self.steps.is_multiple_of(REVISED) {
            threads.place();
        }
    }
}

//! Implicit schemes for slaves that have steps of their own: slow ones first, fast ones refined.
//!
//! Lengths of steps form levels, each a multiple of the next shorter one. Where steps of several levels begin, the
//! slowest is solved first:
//!
//! ```text
//! compound   all slaves of the level and faster ones over the long step H, the faster ones in steps of their own
//!            with inputs that are one polynomial over H; u = law(y) at its end, solved by the scheme
//! slow       the outputs of the level's own slaves stand; between, they lie on the polynomial of degree
//!            max(k, 1) through their past and the end
//! refined    the faster slaves return to the start and are solved again level by level, with the slow outputs
//!            known
//! ```
//!
//! The compound-fast method of multirate integration (Verhoeven, Tasić, Beelen, ter Maten and Mattheij 2008) with slaves
//! for the parts of the system. Laws among fast slaves thus hold at every short step, those between fast and slow
//! ones at every end of a long one, and the inputs of slow slaves are what the laws give with the refined outputs. Of
//! order k + 1. With k = 0 it is as stable as with equal steps: the compound step does not depend on what the
//! refinement makes of it, and the refinement follows a slow slave that is where the coupling wants it.
//!
//! A slave of the fastest of two levels takes four short steps for each that counts: two in compound steps, a predictor
//! and a corrector in refined ones.
//!
//! Slaves that cannot be rewound step once and explicitly, each at its own rate. Where they are faster than the level
//! that is solved, their expected outputs stand in for them.

use nalgebra::DVector;

use super::implicit::Implicit;
use super::level::Level;
use super::own_steps::{Between, OwnSteps};
use super::{MacroStep, Scheme, Statistics};
use crate::CouplingError;
use crate::execution::Begin;
use crate::id::{InputId, SlaveId};
use crate::network::Network;
use crate::point::CommunicationPoint;
use crate::signals::Signals;
use crate::slave::Slot;

/// An implicit scheme at every rate.
pub struct MultiRateImplicit<S> {
    /// The lengths of steps in ticks with their schemes, longest first.
    levels: Vec<(u64, S)>,
    own: OwnSteps,
    /// What the laws give at the end of a tick.
    law: DVector<f64>,
    /// The error of each output, as far as schemes can tell, since all slaves began a step together.
    error: DVector<f64>,
    tells_error: bool,
    /// Which inputs are solved for with all that equations for them read.
    solved: Vec<bool>,
}

impl<S: Implicit> MultiRateImplicit<S> {
    /// Slave k of the network steps once in `every[k]` ticks, and none beyond `stop`; `scheme` makes that of a level.
    ///
    /// # Panics
    /// If a length of steps is no multiple of a shorter one.
    pub fn new(network: &Network, every: Vec<u64>, stop: f64, scheme: impl Fn(Level) -> S) -> Self {
        let mut lengths = every.clone();
        lengths.sort_unstable_by(|a, b| b.cmp(a));
        lengths.dedup();
        let whole = lengths.windows(2).all(|pair| pair[0].is_multiple_of(pair[1]));
        assert!(whole, "steps are multiples of shorter ones");
        let level = |length: u64| (length, scheme(Level::new(network, &every, length)));
        let levels: Vec<(u64, S)> = lengths.into_iter().map(level).collect();
        let mut solved = vec![false; network.input_count()];
        for slave in network.slaves() {
            let same = |source: &SlaveId| every[source.0] == every[slave.0];
            let own = levels.iter().find(|(length, _)| *length == every[slave.0]);
            let scheme = own.map(|(_, scheme)| scheme).expect("every length has a level");
            for i in network.inputs_of(slave) {
                let sources = network.equation_sources(InputId(i));
                solved[i] = scheme.solves_for(InputId(i)) && sources.iter().all(same);
            }
        }
        Self {
            levels,
            own: OwnSteps::new(network, every, stop, Between::Interpolated),
            law: DVector::zeros(network.input_count()),
            error: DVector::zeros(network.output_count()),
            tells_error: false,
            solved,
        }
    }

    /// Solves all levels whose steps begin now, the slowest first.
    fn solve(&mut self, over: &mut MacroStep, y: &mut DVector<f64>) -> Result<(), CouplingError> {
        let MacroStep { network, signals, step: tick } = over;
        let mut begin = Begin::Saved(Slot::MacroStart);
        let Self { levels, own, error, tells_error, .. } = self;
        for (length, scheme) in levels {
            if !own.begins(*length) {
                continue;
            }
            let step = own.step(tick, *length);
            for slave in network.slaves().filter(|slave| own.every(*slave) > *length) {
                for i in network.outputs_of(slave) {
                    y[i] = own.known(signals, slave, i, *length);
                }
            }
            scheme.solve(begin, &mut MacroStep { network, signals, step: &step }, y)?;
            // Whoever is solved for again begins where it was.
            begin = Begin::Restored(Slot::MacroStart);
            let made = scheme.error(signals, y);
            *tells_error = made.is_some();
            for slave in network.slaves() {
                if own.every(slave) == *length {
                    let outputs = network.outputs_of(slave);
                    own.lead_to(outputs.clone(), y);
                    outputs.for_each(|i| error[i] += made.map_or(0.0, |made| made[i]));
                }
            }
        }
        Ok(())
    }

    /// Makes what was solved for the inputs where steps end: the solution of the fastest level; of the others that of
    /// equations, while for laws in explicit form the refined outputs count.
    fn write_solutions(&self, over: &MacroStep, u: &mut DVector<f64>) {
        let fastest = self.levels.len() - 1;
        for (k, (length, scheme)) in self.levels.iter().enumerate() {
            if !self.own.ends(over.step, *length) {
                continue;
            }
            if k == fastest {
                scheme.write_inputs(u);
            } else {
                scheme.problem().write_own_solution_of_equations(u);
            }
        }
    }
}

impl<S: Implicit> Scheme for MultiRateImplicit<S> {
    fn macro_step(
        &mut self,
        over: &mut MacroStep,
        end: &mut CommunicationPoint,
    ) -> Result<(), CouplingError> {
        self.own.begin(over.step);
        if self.own.all_begin() {
            self.error.fill(0.0);
        }
        self.solve(over, &mut end.y)?;
        for slave in over.network.slaves() {
            self.own.pass_on(slave, over, &mut end.y);
        }
        over.network.inputs(&end.y, &mut self.law);
        over.network.settle(over.step.end, &self.law, end)?;
        self.write_solutions(over, &mut end.u);
        self.own.end(over.step);
        Ok(())
    }

    fn solves_for(&self, input: InputId) -> bool {
        self.solved[input.0]
    }

    fn error(&mut self, _signals: &Signals, _y: &DVector<f64>) -> Option<&DVector<f64>> {
        self.tells_error.then_some(&self.error)
    }

    fn statistics(&self) -> Option<Statistics> {
        let all = self.levels.iter().filter_map(|(_, scheme)| scheme.statistics());
        all.reduce(Statistics::and)
    }
}

#[cfg(test)]
mod tests;

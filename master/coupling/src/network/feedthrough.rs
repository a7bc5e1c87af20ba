//! Consistent inputs and outputs at a communication point, where outputs depend on inputs without
//! delay.
//!
//! Inputs are sorted into levels: an input of level n depends, through laws and feedthrough, on
//! inputs of lower levels only, or on inputs of its own algebraic loop. Level by level the inputs
//! are set and the outputs behind them read again; the inputs of a loop, u = law(y(u)), are found
//! by iteration.

mod algebraic_loop;
mod graph;
mod residual;
mod slopes;
#[cfg(test)]
mod tests;

use self::algebraic_loop::{Loop, Problem, Size};
use self::graph::Graph;
pub(crate) use self::graph::components;
pub(crate) use self::slopes::{Slopes, inputs_slopes};
use crate::CouplingError;
use crate::law::CouplingLaw;
use crate::network::initial_order::{Initialisation, Stage};
use crate::network::{Member, Network, apply};

/// What to make of the dependencies that slaves state, or do not state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Assume {
    /// Outputs without a statement depend on no input: they are read as the step left them.
    Independent,
    /// They may depend on every input: right, but dear. Used once, at the start.
    Dependent,
    /// Every output may depend on every input of its slave, whatever is stated. In initialisation
    /// mode an output may also depend on inputs that later reach it through states only.
    Everything,
}

/// The order in which inputs are set and outputs read again.
pub(crate) struct Feedthroughs {
    levels: Vec<Level>,
    graph: Graph,
    /// All inputs by the laws, of which a level takes its own.
    scratch: Vec<f64>,
    /// `slave.input` names, for messages.
    names: Vec<String>,
    /// What may be left of loops where it stops falling, relative to their inputs.
    accepted: f64,
}

struct Level {
    inputs: Vec<usize>,
    /// Slaves with outputs that depend on these inputs.
    slaves: Vec<usize>,
    loops: Vec<Loop>,
}

impl Feedthroughs {
    /// No output depends on an input.
    pub(crate) fn none(inputs: usize) -> Self {
        let graph = Graph::none(inputs);
        let (levels, names) = (Vec::new(), Vec::new());
        Self { levels, graph, scratch: vec![0.0; inputs], names, accepted: 0.0 }
    }

    /// Sorts the inputs of the network.
    pub(crate) fn new(network: &Network, assume: Assume) -> Self {
        let graph = Graph::new(network, assume);
        let names = network.input_names();
        let (scratch, accepted) = (vec![0.0; names.len()], network.loop_tolerance);
        if !graph.feeds_through.contains(&true) {
            return Self { levels: Vec::new(), graph, scratch, names, accepted };
        }
        let slave_of = |input: usize| {
            let has = |m: &Member| m.inputs.contains(&input);
            network.members.iter().position(has).expect("every input belongs to a slave")
        };
        let read_again = |inputs: &[usize]| {
            let feeding = inputs.iter().filter(|&&i| graph.feeds_through[i]);
            let mut slaves: Vec<usize> = feeding.map(|&i| slave_of(i)).collect();
            slaves.sort_unstable();
            slaves.dedup();
            slaves
        };
        let discrete = network.discrete_inputs();
        let levels = graph.levels().into_iter().map(|components| {
            let (loops, plain): (Vec<_>, Vec<_>) =
                components.into_iter().partition(|component| graph.is_loop(component));
            let inputs: Vec<usize> = plain.into_iter().flatten().collect();
            let loops = loops
                .into_iter()
                .map(|inputs| Loop::new(&inputs, &discrete, read_again(&inputs), slave_of));
            Level { slaves: read_again(&inputs), inputs, loops: loops.collect() }
        });
        Self { levels: levels.collect(), graph, scratch, names, accepted }
    }

    /// What may be left of loops where it stops falling, relative to their inputs.
    pub(crate) fn accept(&mut self, tolerance: f64) {
        self.accepted = tolerance;
    }

    /// How often loops were left with noise, and how large it was at most, relative to their inputs.
    pub(crate) fn noise(&self) -> (u64, f64) {
        let loops = self.levels.iter().flat_map(|level| &level.loops);
        loops.fold((0, 0.0), |(n, worst), l| (n + l.noise.0, f64::max(worst, l.noise.1)))
    }

    /// Whether no output has to be read again.
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.levels.is_empty()
    }

    /// Makes `u` and `y` consistent with each other and with the laws.
    pub(crate) fn resolve(
        &mut self,
        (members, laws): Coupled,
        t: f64,
        y: &mut [f64],
        u: &mut [f64],
    ) -> Result<(), CouplingError> {
        let scratch = &mut self.scratch;
        for level in &mut self.levels {
            apply(laws, y, scratch);
            for &i in &level.inputs {
                u[i] = scratch[i];
            }
            for &slave in &level.slaves {
                members[slave].read(t, u, y)?;
            }
            for algebraic in &mut level.loops {
                let mut problem = Problem { members: &mut *members, laws, scratch, t, y, u };
                algebraic.solve(&mut problem, self.accepted, &self.names)?;
            }
        }
        Ok(())
    }

    /// Replaces, inside what may be loops, the dependencies that were assumed by those that
    /// difference quotients show; of discrete inputs, which cannot be moved a little, only those
    /// `stated` by the slaves remain.
    pub(crate) fn examine(
        &mut self,
        stated: &Self,
        (members, laws): Coupled,
        t: f64,
        y: &mut [f64],
        u: &mut [f64],
    ) -> Result<(), CouplingError> {
        let scratch = &mut self.scratch;
        for algebraic in self.levels.iter_mut().flat_map(|level| &mut level.loops) {
            let mut problem = Problem { members: &mut *members, laws, scratch, t, y, u };
            let gains = algebraic.gains(&mut problem, Size::AtLeastOne)?;
            let stated = &stated.graph.behind;
            algebraic.dependencies(&gains, stated, &mut self.graph.behind);
        }
        Ok(())
    }

    /// In which order the inputs were set and how the loops among them were solved.
    pub(crate) fn report(&self) -> Initialisation {
        let mut stages = Vec::new();
        let names = |inputs: &[usize]| {
            let mut inputs = inputs.to_vec();
            inputs.sort_unstable();
            inputs.iter().map(|&i| self.names[i].clone()).collect()
        };
        let candidates = || self.levels.iter().flat_map(|level| &level.loops);
        for components in self.graph.levels() {
            let (loops, plain): (Vec<_>, Vec<_>) =
                components.into_iter().partition(|component| self.graph.is_loop(component));
            if !plain.is_empty() {
                stages.push(Stage { inputs: names(&plain.concat()), solution: None });
            }
            for component in loops {
                let solved = candidates().find(|candidate| candidate.contains(component[0]));
                let solution = solved.map(|candidate| candidate.solution);
                stages.push(Stage { inputs: names(&component), solution });
            }
        }
        Initialisation { stages }
    }
}

/// The slaves and the laws between them.
type Coupled<'a> = (&'a mut [Member], &'a [Box<dyn CouplingLaw>]);

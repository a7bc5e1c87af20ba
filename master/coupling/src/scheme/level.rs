//! Slaves with steps of one length, solved for together with all faster ones, which are carried along.

use nalgebra::DVector;

use crate::CouplingError;
use crate::execution::{Begin, Task};
use crate::id::SlaveId;
use crate::network::Network;
use crate::polynomial::Polynomial;
use crate::slave::Step;

/// One of the lengths of steps in a network, and who moves in a step of this length: the level's own slaves once,
/// faster ones in several steps of their own, slower ones not at all.
#[derive(Clone)]
pub struct Level {
    /// The length, in steps of the clock.
    pub(super) length: u64,
    /// For each slave, then for each clone, its steps; 0 if it is slower.
    steps: Vec<u64>,
    /// The most of them.
    most: u64,
    /// For each input of slaves and clones, the steps of its slave.
    steps_of_input: Vec<u64>,
    /// Inputs over steps of the slaves' own.
    inputs: Vec<Polynomial>,
}

impl Level {
    /// The level of this length in a network whose slave k steps once in `every[k]` steps of the clock.
    pub(super) fn new(network: &Network, every: &[u64], length: u64) -> Self {
        let count = |slave: SlaveId| {
            if every[slave.0] <= length { length / every[slave.0] } else { 0 }
        };
        let (inputs, _) = network.sizes();
        let runners = network.slaves().flat_map(|slave| network.with_its_clones(slave)).count();
        let (mut steps, mut steps_of_input) = (vec![0; runners], vec![1; inputs]);
        for slave in network.slaves() {
            for (runner, member) in network.with_its_clones(slave) {
                steps[runner.0] = count(slave);
                steps_of_input[member.inputs.clone()].fill(count(slave));
            }
        }
        let most = steps.iter().copied().max().unwrap_or(1);
        let inputs = vec![Polynomial::constant(0.0); inputs];
        Self { length, steps, most, steps_of_input, inputs }
    }

    /// Whether a slave moves in a step of this length.
    pub(super) fn has(&self, slave: SlaveId) -> bool {
        self.steps[slave.0] > 0
    }

    /// Whether its own steps have this length.
    pub(super) fn owns(&self, slave: SlaveId) -> bool {
        self.steps[slave.0] == 1
    }

    /// How many steps of its own a slave takes in one of this length.
    pub(super) fn steps_of(&self, slave: SlaveId) -> u64 {
        self.steps[slave.0]
    }

    /// How many the slave of an input takes.
    pub(super) fn steps_of_input(&self, i: usize) -> u64 {
        self.steps_of_input[i]
    }

    /// Carries slaves or clones over a step with the inputs `u`, each in steps of its own.
    pub(super) fn carry(
        &mut self,
        network: &mut Network,
        slaves: impl Iterator<Item = SlaveId> + Clone,
        task: Task<&Step>,
        u: &[Polynomial],
        y: &mut DVector<f64>,
    ) -> Result<(), CouplingError> {
        let Self { steps, most, steps_of_input, inputs, .. } = self;
        for round in 0..*most {
            for ((own, over), steps) in inputs.iter_mut().zip(u).zip(&*steps_of_input) {
                if round < *steps {
                    *own = own_part(over, round, *steps);
                }
            }
            let begin = if round == 0 { task.begin } else { Begin::Here };
            let moving = slaves.clone().filter(|slave| round < steps[slave.0]);
            let own = |slave: SlaveId| Task { begin, step: task.step.part(round, steps[slave.0]) };
            network.step_each(moving, own, inputs, y)?;
        }
        Ok(())
    }
}

/// An input over one of so many equal parts of a step.
fn own_part(over: &Polynomial, part: u64, parts: u64) -> Polynomial {
    match parts {
        1 => *over,
        _ => over.part(part as f64 / parts as f64, (part + 1) as f64 / parts as f64),
    }
}

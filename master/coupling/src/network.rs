//! The network: slaves and laws, and the only place where slaves are moved and their answers
//! checked.

mod clones;
mod derivatives;
mod equations;
mod exchange;
pub(crate) mod feedthrough;
mod initial_order;
mod initialisation;
mod rewind;
mod stepping;
mod stopwatch;

use std::ops::Range;

use self::clones::Clones;
use self::derivatives::OutputDerivatives;
use self::equations::EquationLaws;
use self::feedthrough::{Assume, Feedthroughs};
pub use self::initial_order::{Initialisation, Solution, Stage};
use self::stopwatch::Stopwatch;
use crate::CouplingError;
use crate::execution::{Threads, Watch};
use crate::id::{InputId, OutputId, SlaveId};
use crate::law::{CouplingLaw, Memory};
use crate::polynomial::Polynomial;
use crate::slave::{Slave, SlaveError};

/// Which value of an output with direct feedthrough counts at a communication point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Reading {
    /// The one for the new inputs: they are set and the output is read again.
    #[default]
    Fresh,
    /// The one read straight after the step, with the inputs used in it.
    Stale,
}

/// What to look at when an output is not finite at a communication point itself.
const ADVICE: &str = "look at its start values and at the inputs that it is given there";

/// What may be left of an algebraic loop where it stops falling, if nobody says otherwise.
const LOOP_TOLERANCE: f64 = 1e-6;

/// A slave in its place.
pub(crate) struct Member {
    pub(crate) name: String,
    pub(crate) slave: Box<dyn Slave>,
    pub(crate) inputs: Range<usize>,
    pub(crate) outputs: Range<usize>,
    /// It is in the middle of a step that is longer than those of the clock.
    pub(crate) between: bool,
    /// Where its states lie among all that can be set.
    pub(crate) states: Range<usize>,
    /// The inputs over its last step; empty where nobody asks for them.
    applied: Vec<Polynomial>,
    time: Stopwatch,
    /// The slave that it is a clone of.
    clone_of: Option<SlaveId>,
}

impl Member {
    /// Reads the outputs for the given inputs, unless it is in the middle of a step.
    pub(crate) fn read(&mut self, t: f64, u: &[f64], y: &mut [f64]) -> Result<(), CouplingError> {
        if self.between {
            return Ok(());
        }
        let y = &mut y[self.outputs.clone()];
        let answer = self.slave.outputs(&u[self.inputs.clone()], y);
        answer.map_err(|source| self.failed(t, source))?;
        check_finite(y).map_err(|i| self.not_finite(i, y[i], t, ADVICE.into()))
    }

    #[cold]
    pub(crate) fn failed(&self, t: f64, source: SlaveError) -> CouplingError {
        CouplingError::Slave { slave: self.name.clone(), t, source }
    }

    fn not_finite(&self, i: usize, value: f64, t: f64, advice: String) -> CouplingError {
        let variable = self.slave.ports().outputs[i].name.clone();
        CouplingError::NotFinite { slave: self.name.clone(), variable, value, t, advice }
    }
}

/// Slaves joined by laws.
pub struct Network {
    pub(crate) members: Vec<Member>,
    clones: Clones,
    pub(crate) laws: Vec<Box<dyn CouplingLaw>>,
    /// The laws that remember something.
    remembering: Vec<usize>,
    /// For each slave, the laws that act on its inputs.
    laws_on: Vec<Vec<usize>>,
    /// For each input, the slaves whose outputs determine it.
    sources: Vec<Vec<SlaveId>>,
    fresh: Feedthroughs,
    /// Slaves that are prescribed functions of time, and the inputs that they determine.
    prescribed_slaves: Vec<SlaveId>,
    pub(crate) prescribed: Vec<bool>,
    pub(crate) outputs: usize,
    /// Communication points so far; only their remainder counts.
    pub(crate) steps: u32,
    pub(crate) initialisation: Initialisation,
    pub(crate) output_derivatives: OutputDerivatives,
    equations: EquationLaws,
    /// What may be left of algebraic loops where it stops falling, relative to their inputs.
    pub(crate) loop_tolerance: f64,
    /// Who helps to run slaves, if anybody.
    threads: Option<Box<Threads>>,
    /// Who is told when slaves are busy, if anybody.
    watch: Option<Box<dyn Watch>>,
}

impl Network {
    /// Joins named slaves by laws; inputs and outputs are numbered slave by slave in their order.
    ///
    /// # Panics
    /// If no law acts on an input: leave inputs that keep their start value out of the ports. If two laws with
    /// [equations](CouplingLaw::equations) act on the same one.
    pub fn new(
        slaves: Vec<(String, Box<dyn Slave>)>,
        mut laws: Vec<Box<dyn CouplingLaw>>,
        reading: Reading,
    ) -> Self {
        let (mut inputs, mut outputs) = (0, 0);
        let mut members = Vec::with_capacity(slaves.len());
        for (name, slave) in slaves {
            let ports = slave.ports();
            let (first_in, first_out) = (inputs, outputs);
            inputs += ports.inputs.len();
            outputs += ports.outputs.len();
            let (inputs, outputs) = (first_in..inputs, first_out..outputs);
            members.push(Member {
                name,
                slave,
                inputs,
                outputs,
                between: false,
                states: 0..0,
                applied: Vec::new(),
                time: Stopwatch::default(),
                clone_of: None,
            });
        }
        let mut network = Self {
            laws_on: vec![Vec::new(); members.len()],
            sources: vec![Vec::new(); inputs],
            output_derivatives: OutputDerivatives::of(&laws),
            equations: EquationLaws::of(&laws),
            remembering: (0..laws.len()).filter(|&law| laws[law].memory().is_some()).collect(),
            members,
            clones: Clones::default(),
            laws,
            fresh: Feedthroughs::none(inputs),
            prescribed_slaves: Vec::new(),
            prescribed: vec![false; inputs],
            outputs,
            steps: 0,
            initialisation: Initialisation::default(),
            loop_tolerance: LOOP_TOLERANCE,
            threads: None,
            watch: None,
        };
        network.index_laws();
        if reading == Reading::Fresh {
            network.fresh = Feedthroughs::new(&network, Assume::Independent);
        }
        network
    }

    /// Names slaves without inputs that are functions of time alone, such as a table.
    ///
    /// They are asked ahead for the inputs that they determine ([`prescribe`](Self::prescribe)), and
    /// may jump at a communication point: their step gives the values before it, and the exchange
    /// reads those after it. Stepping them twice must do no harm.
    #[must_use]
    pub fn with_prescribed(mut self, slaves: Vec<SlaveId>) -> Self {
        let by_them = |sources: &Vec<SlaveId>| {
            !sources.is_empty() && sources.iter().all(|source| slaves.contains(source))
        };
        self.prescribed = self.sources.iter().map(by_them).collect();
        self.prescribed_slaves = slaves;
        self
    }

    /// Accepts noise in algebraic loops up to this part of their inputs.
    #[must_use]
    pub fn with_loop_tolerance(mut self, tolerance: f64) -> Self {
        self.loop_tolerance = tolerance;
        self.fresh.accept(tolerance);
        self
    }

    /// At how many communication points algebraic loops were left with noise, and how large it was at most,
    /// relative to their inputs.
    pub fn loop_noise(&self) -> (u64, f64) {
        self.fresh.noise()
    }

    /// Lets every law that remembers something do so.
    #[inline]
    fn each_memory(&mut self, mut action: impl FnMut(&mut dyn Memory)) {
        for &law in &self.remembering {
            if let Some(memory) = self.laws[law].memory() {
                action(memory);
            }
        }
    }

    fn index_laws(&mut self) {
        let mut driven = vec![false; self.sources.len()];
        for (law, dependencies) in self.laws.iter().map(|law| law.dependencies()).enumerate() {
            for (input, reads) in dependencies {
                driven[input.0] = true;
                let target = slave_with(&self.members, |m| m.inputs.contains(&input.0));
                if !self.laws_on[target.0].contains(&law) {
                    self.laws_on[target.0].push(law);
                }
                for output in reads {
                    let source = slave_with(&self.members, |m| m.outputs.contains(&output.0));
                    if !self.sources[input.0].contains(&source) {
                        self.sources[input.0].push(source);
                    }
                }
            }
        }
        assert!(driven.iter().all(|driven| *driven), "every input has a law that acts on it");
    }

    /// Number of coupling inputs.
    pub fn input_count(&self) -> usize {
        self.sources.len()
    }

    /// Number of outputs.
    pub fn output_count(&self) -> usize {
        self.outputs
    }

    /// All slaves, in order.
    pub fn slaves(&self) -> impl Iterator<Item = SlaveId> + Clone + use<> {
        (0..self.members.len()).map(SlaveId)
    }

    /// The slave's name.
    pub fn name(&self, slave: SlaveId) -> &str {
        &self.members[slave.0].name
    }

    /// Where the slave's inputs lie in u.
    pub fn inputs_of(&self, slave: SlaveId) -> Range<usize> {
        self.members[slave.0].inputs.clone()
    }

    /// Where the slave's outputs lie in y.
    pub fn outputs_of(&self, slave: SlaveId) -> Range<usize> {
        self.members[slave.0].outputs.clone()
    }

    /// The slaves whose outputs determine an input.
    pub fn sources_of(&self, input: usize) -> &[SlaveId] {
        &self.sources[input]
    }

    /// `slave.input` for every input, in the order of u.
    pub fn input_names(&self) -> Vec<String> {
        let names = |m: &Member| -> Vec<String> {
            m.slave.ports().inputs.iter().map(|p| format!("{}.{}", m.name, p.name)).collect()
        };
        self.members.iter().flat_map(names).collect()
    }

    /// `slave.output` for every output, in the order of y.
    pub fn output_names(&self) -> Vec<String> {
        let names = |m: &Member| -> Vec<String> {
            m.slave.ports().outputs.iter().map(|p| format!("{}.{}", m.name, p.name)).collect()
        };
        self.members.iter().flat_map(names).collect()
    }

    /// The outputs that determine an input, in the order of y.
    pub fn coupled_outputs(&self) -> Vec<usize> {
        let reads =
            self.laws.iter().flat_map(|law| law.dependencies()).flat_map(|(_, reads)| reads);
        let mut outputs: Vec<usize> = reads.map(|OutputId(output)| output).collect();
        outputs.sort_unstable();
        outputs.dedup();
        outputs
    }

    /// How consistent values at the start time were found.
    pub fn initialisation(&self) -> &Initialisation {
        &self.initialisation
    }

    /// Which inputs are discrete, in the order of u.
    pub fn discrete_inputs(&self) -> Vec<bool> {
        self.members
            .iter()
            .flat_map(|m| m.slave.ports().inputs.iter().map(|p| p.discrete))
            .collect()
    }

    /// Whether there are slaves that are prescribed.
    pub fn has_prescribed(&self) -> bool {
        !self.prescribed_slaves.is_empty()
    }

    /// Keeps the inputs over the last step of every slave.
    pub(crate) fn keep_inputs(&mut self) {
        for member in &mut self.members {
            member.applied = vec![Polynomial::constant(0.0); member.inputs.len()];
        }
    }

    /// The names of the inputs of a slave.
    pub fn input_names_of(&self, slave: SlaveId) -> impl Iterator<Item = String> {
        self.members[slave.0].slave.ports().inputs.iter().map(|port| port.name.clone())
    }

    /// Each slave's inputs over its last step, if inputs are kept.
    pub(crate) fn each_applied(&self) -> impl Iterator<Item = &[Polynomial]> {
        self.members.iter().map(|member| member.applied.as_slice())
    }

    /// An input of a slave over its last step, if inputs are kept.
    pub(crate) fn applied(&self, slave: SlaveId, input: InputId) -> &Polynomial {
        let member = &self.members[slave.0];
        &member.applied[input.0 - member.inputs.start]
    }

    /// Whether a slave is in the middle of a step that is longer than those of the clock.
    pub(crate) fn is_between(&self, slave: SlaveId) -> bool {
        self.members[slave.0].between
    }

    /// Whether an input is determined by slaves that are prescribed.
    pub fn is_prescribed(&self, input: usize) -> bool {
        self.prescribed[input]
    }
}

/// The position of the first value that is NaN or infinite, as an error.
#[inline]
fn check_finite(y: &[f64]) -> Result<(), usize> {
    if y.iter().all(|y| y.is_finite()) {
        return Ok(());
    }
    Err(y.iter().position(|y| !y.is_finite()).unwrap_or_default())
}

/// All inputs from the outputs.
#[inline]
pub(crate) fn apply(laws: &[Box<dyn CouplingLaw>], y: &[f64], u: &mut [f64]) {
    u.fill(0.0);
    for law in laws {
        law.add(y, u);
    }
}

fn slave_with(members: &[Member], has: impl Fn(&Member) -> bool) -> SlaveId {
    SlaveId(members.iter().position(has).expect("ids of inputs and outputs belong to a slave"))
}

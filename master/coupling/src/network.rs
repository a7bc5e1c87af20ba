//! The network: slaves and laws, and the only place where slaves are moved and their answers
//! checked.

mod clones;
mod derivatives;
mod equations;
mod exchange;
pub(crate) mod feedthrough;
mod initial_order;
mod initialisation;
mod lookup;
mod member;
mod predictions;
mod reports;
mod rewind;
mod sharing;
mod stepping;
mod stopwatch;

use self::clones::Clones;
use self::derivatives::OutputDerivatives;
use self::equations::EquationLaws;
use self::feedthrough::{Assume, Feedthroughs};
pub use self::initial_order::{Initialisation, Solution, Stage};
pub(crate) use self::member::Member;
use self::stopwatch::Stopwatch;
use crate::execution::{Threads, Watch};
use crate::id::SlaveId;
use crate::law::{CouplingLaw, Memory};
use crate::slave::Slave;

/// Which value of an output with direct feedthrough counts at a communication point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Reading {
    /// The one for the new inputs: they are set and the output is read again.
    #[default]
    Fresh,
    /// The one read straight after the step, with the inputs used in it.
    Stale,
}

/// What may be left of an algebraic loop where it stops falling, if nobody says otherwise.
const LOOP_TOLERANCE: f64 = 1e-6;

/// Slaves joined by laws.
pub struct Network {
    pub(crate) members: Vec<Member>,
    clones: Clones,
    pub(crate) laws: Vec<Box<dyn CouplingLaw>>,
    /// The laws that remember something.
    remembering: Vec<usize>,
    /// The laws that predict inputs themselves.
    predicting: Vec<usize>,
    /// The laws that tell something of each communication point.
    reporting: Vec<usize>,
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
    /// The usual magnitude of each input; 0 where nothing is known of it.
    pub(crate) nominals: Vec<f64>,
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
            predicting: (0..laws.len()).filter(|&k| laws[k].prediction().is_some()).collect(),
            reporting: (0..laws.len()).filter(|&law| laws[law].report().is_some()).collect(),
            members,
            clones: Clones::default(),
            laws,
            fresh: Feedthroughs::none(inputs),
            prescribed_slaves: Vec::new(),
            prescribed: vec![false; inputs],
            outputs,
            steps: 0,
            initialisation: Initialisation::default(),
            nominals: vec![0.0; inputs],
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

    /// Tells the usual magnitude of each input, in the order of u; 0 where nothing is known of it.
    #[must_use]
    pub fn with_nominals(mut self, nominals: Vec<f64>) -> Self {
        self.nominals = nominals;
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

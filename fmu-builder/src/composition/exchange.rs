//! From the states of all parts to their inputs: outputs and laws in an order in which each finds what it needs.

use coupling::law::CouplingLaw;
use coupling::{InputId, OutputId};

use super::assembly::Specification;
use super::coupling::{Coupling, Numbers};
use super::part::Part;
use super::port::Port;
use super::variables::{Declared, Place};
use crate::dependencies::Dependencies;
use crate::layout::Layout;
use crate::sample::{Outputs, Sample};

/// Room for one evaluation.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    /// The inputs of all parts.
    pub u: Vec<f64>,
    /// What laws read.
    y: Vec<f64>,
    /// The outputs of all parts.
    pub outputs: Vec<f64>,
}

/// One thing to do.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Operation {
    /// Computes the outputs of a part.
    Outputs(usize),
    /// Adds the share of a law to the inputs.
    Law(usize),
}

/// What for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Purpose {
    /// Derivatives: inputs of parts that only act at events are left out.
    Derivatives,
    /// Everything.
    All,
}

/// The couplings inside a composition.
#[derive(Default)]
pub(super) struct Exchange {
    laws: Vec<Box<dyn CouplingLaw>>,
    /// What laws read, by their own numbers.
    reads: Vec<Place>,
    /// Inputs of parts that are inputs of the composition: positions among both.
    external: Vec<(usize, usize)>,
    derivatives: Vec<Operation>,
    all: Vec<Operation>,
}

impl Exchange {
    /// Joins parts by the couplings among them; what is wrong is told in words.
    pub fn new(
        system: &Specification,
        declared: &Declared,
        inside: &[&Coupling],
    ) -> Result<(Self, Scratch), Vec<String>> {
        let mut numbering = Numbering { declared, system, reads: Vec::new(), wrong: Vec::new() };
        let laws: Vec<_> = inside.iter().map(|coupling| coupling.law(&mut numbering)).collect();
        let Numbering { reads, wrong, .. } = numbering;
        if !wrong.is_empty() {
            return Err(wrong);
        }
        let order = Order::new(declared, &laws, &reads);
        let all = order.find().map_err(|law| {
            let ports = inside[law].ports().into_iter().map(|port| system.name(port));
            vec![format!(
                "the couplings form an algebraic loop through {}; let one of the outputs be a state",
                ports.collect::<Vec<_>>().join(", ")
            )]
        })?;
        let derivatives = order.needed(&all);
        let external = declared.external.iter().enumerate();
        let external = external.filter_map(|(own, at)| at.map(|at| (own, at))).collect();
        let scratch = Scratch {
            u: vec![0.0; declared.external.len()],
            y: vec![0.0; reads.len()],
            outputs: vec![0.0; declared.parts.last().map_or(0, |part| part.y.end)],
        };
        Ok((Self { laws, reads, external, derivatives, all }, scratch))
    }

    /// Fills in the inputs of all parts.
    pub fn run(&self, purpose: Purpose, parts: &[Part], s: &Sample, scratch: &mut Scratch) {
        let Scratch { u, y, outputs } = scratch;
        u.fill(0.0);
        self.external.iter().for_each(|(own, at)| u[*own] = s.u[*at]);
        for (y, place) in y.iter_mut().zip(&self.reads) {
            *y = match place {
                Place::State(at) => s.x[*at],
                Place::Integral(at) => s.q[*at],
                Place::Discrete(at) => s.d[*at],
                Place::Output(_) => 0.0,
            };
        }
        let operations = match purpose {
            Purpose::Derivatives => &self.derivatives,
            Purpose::All => &self.all,
        };
        for operation in operations {
            match operation {
                Operation::Law(law) => self.laws[*law].add(y, u),
                Operation::Outputs(at) => {
                    let part = &parts[*at];
                    let own = &mut outputs[part.y.clone()];
                    part.model.outputs(&part.sample(s, u), &mut Outputs { y: own });
                    for (y, place) in y.iter_mut().zip(&self.reads) {
                        if let Place::Output(at) = place
                            && part.y.contains(at)
                        {
                            *y = outputs[*at];
                        }
                    }
                }
            }
        }
    }
}

/// Gives numbers to what laws read, and finds the inputs that they drive.
struct Numbering<'a> {
    declared: &'a Declared,
    system: &'a Specification,
    reads: Vec<Place>,
    wrong: Vec<String>,
}

impl Numbers for Numbering<'_> {
    fn output(&mut self, port: &Port) -> OutputId {
        let Some(place) = self.declared.place(port) else {
            self.wrong.push(self.declared.unknown(self.system, port, "output"));
            return OutputId(0);
        };
        let known = self.reads.iter().position(|known| *known == place);
        OutputId(known.unwrap_or_else(|| {
            self.reads.push(place);
            self.reads.len() - 1
        }))
    }

    fn input(&mut self, port: &Port) -> InputId {
        let Some(at) = self.declared.input(port) else {
            self.wrong.push(self.declared.unknown(self.system, port, "input"));
            return InputId(0);
        };
        InputId(at)
    }
}

/// What can be computed when.
struct Order<'a> {
    declared: &'a Declared,
    laws: &'a [Box<dyn CouplingLaw>],
    reads: &'a [Place],
    /// On what the outputs of each part depend, where a law reads one.
    dependencies: Vec<Option<Dependencies>>,
}

impl<'a> Order<'a> {
    fn new(declared: &'a Declared, laws: &'a [Box<dyn CouplingLaw>], reads: &'a [Place]) -> Self {
        let mut order = Self { declared, laws, reads, dependencies: Vec::new() };
        for (at, part) in declared.parts.iter().enumerate() {
            let is_read = order.outputs_of(at).next().is_some();
            let found = is_read.then(|| part.model.dependencies(&declared.own[at]));
            order.dependencies.push(found);
        }
        order
    }

    /// All outputs and laws in an order that works, or a law in an algebraic loop.
    fn find(&self) -> Result<Vec<Operation>, usize> {
        let mut known: Vec<bool> =
            self.reads.iter().map(|place| !matches!(place, Place::Output(_))).collect();
        let mut waiting: Vec<usize> = (0..self.laws.len()).collect();
        let mut order = Vec::new();
        while let Some(&first) = waiting.first() {
            let before = (waiting.len(), order.len());
            waiting.retain(|&law| {
                let ready = self.read_by(law).all(|y| known[y]);
                if ready {
                    order.push(Operation::Law(law));
                }
                !ready
            });
            let open: Vec<usize> = waiting.iter().flat_map(|law| self.driven_by(*law)).collect();
            for at in 0..self.declared.parts.len() {
                let computable: Vec<usize> = self
                    .outputs_of(at)
                    .filter(|(y, output)| {
                        !known[*y] && self.inputs_of(at, *output).all(|u| !open.contains(&u))
                    })
                    .map(|(y, _)| y)
                    .collect();
                if !computable.is_empty() {
                    order.push(Operation::Outputs(at));
                    computable.into_iter().for_each(|y| known[y] = true);
                }
            }
            if (waiting.len(), order.len()) == before {
                return Err(first);
            }
        }
        Ok(order)
    }

    /// Those that derivatives depend on.
    fn needed(&self, all: &[Operation]) -> Vec<Operation> {
        let parts = &self.declared.parts;
        let mut matters: Vec<bool> = parts.iter().map(Part::is_continuous).collect();
        let mut is_read = vec![false; self.reads.len()];
        let mut kept = Vec::new();
        for operation in all.iter().rev() {
            let keep = match operation {
                Operation::Law(law) => self
                    .driven_by(*law)
                    .any(|u| parts.iter().zip(&matters).any(|(part, m)| *m && part.u.contains(&u))),
                Operation::Outputs(part) => self.outputs_of(*part).any(|(y, _)| is_read[y]),
            };
            if !keep {
                continue;
            }
            kept.push(*operation);
            match operation {
                Operation::Law(law) => self.read_by(*law).for_each(|y| is_read[y] = true),
                Operation::Outputs(part) => matters[*part] = true,
            }
        }
        kept.reverse();
        kept
    }

    fn read_by(&self, law: usize) -> impl Iterator<Item = usize> {
        self.laws[law].dependencies().into_iter().flat_map(|(_, reads)| reads).map(|y| y.0)
    }

    fn driven_by(&self, law: usize) -> impl Iterator<Item = usize> {
        self.laws[law].dependencies().into_iter().map(|(input, _)| input.0)
    }

    /// The outputs of a part that laws read: by number, and among its own.
    fn outputs_of(&self, at: usize) -> impl Iterator<Item = (usize, usize)> + '_ {
        let range = self.declared.parts[at].y.clone();
        self.reads.iter().enumerate().filter_map(move |(y, place)| match place {
            Place::Output(output) if range.contains(output) => Some((y, output - range.start)),
            _ => None,
        })
    }

    /// The inputs, among those of all parts, that an output of a part depends on without delay.
    fn inputs_of(&self, at: usize, output: usize) -> impl Iterator<Item = usize> + '_ {
        let (first, l) = (self.declared.parts[at].u.start, Layout::new(&self.declared.own[at]));
        let knowns = self.dependencies[at].iter().flat_map(move |found| found.of(l.y + output));
        knowns.filter(move |known| l.inputs().contains(known)).map(move |known| first + known - l.u)
    }
}

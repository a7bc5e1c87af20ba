//! The interface Jacobian: how what the laws ask for depends on the inputs at the end of a step.
//!
//! ```text
//! S = ∂y/∂u     by difference quotients: one more run for each input of a slave
//! G = 1 − ∂law/∂y · S
//! ```
//!
//! Schweizer and Lu (2014), eqs. (80)–(85). S has a block for each slave, so slaves are perturbed
//! together, and with clones several columns of a block; G is as sparse as the coupling.

mod block;

use nalgebra::{DMatrix, DVector};

use self::block::Block;
use super::banded_lu::BandedLu;
use super::inertia::Inertia;
use super::interface_problem::InterfaceProblem;
use crate::CouplingError;
use crate::execution::{Begin, Task};
use crate::network::Network;
use crate::polynomial::Polynomial;
use crate::signals::Signals;
use crate::slave::{Slot, Step};

/// Inputs are moved by this part of their size.
const PERTURBATION: f64 = 1e-4;

/// Where the sensitivities S come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Jacobian {
    /// Perturbed runs in every step.
    EveryStep,
    /// Perturbed runs when the last ones do not serve any more.
    #[default]
    Reused,
    /// As reused, with an update by Broyden's formula after every step.
    Broyden,
    /// As reused, but forces on known masses begin with an approximation instead of perturbed runs.
    Analytic,
}

/// S and G with its factors.
pub(super) struct InterfaceJacobian {
    blocks: Vec<Block>,
    /// For each output, its block.
    block_of: Vec<Option<usize>>,
    /// For each input, its number among the unknowns.
    number: Vec<Option<usize>>,
    g: DMatrix<f64>,
    lu: BandedLu,
    /// The step length that it was found for, and how end values were felt over the step.
    found_for: (f64, Vec<Polynomial>),
    /// As often as this they had changed when that was last seen to hold.
    changes: u64,
    /// The inputs of perturbed runs and what they led to, of slaves and clones.
    moved: Vec<Polynomial>,
    y: DVector<f64>,
    solution: Vec<f64>,
    evaluations: u64,
    /// For each input, the mass that it accelerates, if that is known.
    inertias: Vec<Option<Inertia>>,
    /// Whether S was approximated for those.
    approximated: bool,
}

impl InterfaceJacobian {
    pub(super) fn new(network: &Network, problem: &InterfaceProblem) -> Self {
        let mut number = vec![None; network.input_count()];
        problem.unknowns().iter().enumerate().for_each(|(k, &i)| number[i] = Some(k));
        let mut block_of = vec![None; network.output_count()];
        let mut blocks = Vec::new();
        for &slave in problem.repeated() {
            let block = Block::new(network, slave, &number);
            block.outputs.clone().for_each(|output| block_of[output] = Some(blocks.len()));
            blocks.push(block);
        }
        let n = problem.unknowns().len();
        let (inputs, outputs) = network.sizes();
        Self {
            blocks,
            block_of,
            g: DMatrix::zeros(n, n),
            lu: BandedLu::new(n),
            found_for: (f64::NAN, Vec::new()),
            changes: 0,
            number,
            moved: vec![Polynomial::constant(0.0); inputs],
            y: DVector::zeros(outputs),
            solution: vec![0.0; n],
            evaluations: 0,
            inertias: vec![None; network.input_count()],
            approximated: false,
        }
    }

    /// Tells the masses that inputs accelerate.
    pub(super) fn know(&mut self, inertias: Vec<Inertia>) {
        inertias.into_iter().for_each(|known| self.inertias[known.input.0] = Some(known));
    }

    /// How many times it was found by perturbed runs.
    pub(super) fn evaluations(&self) -> u64 {
        self.evaluations
    }

    /// Whether runs would find it better than it is.
    pub(super) fn is_approximated(&self) -> bool {
        self.approximated
    }

    /// Whether it was found for steps like this one.
    #[inline]
    pub(super) fn is_for(&mut self, step: &Step, signals: &Signals) -> bool {
        let (h, influences) = &self.found_for;
        if *h != step.h {
            return false;
        }
        if self.changes == signals.changes() {
            return true;
        }
        let same = signals.influences().eq(influences.iter().copied());
        if same {
            self.changes = signals.changes();
        }
        same
    }

    /// Finds S about the last run of the problem, which led from `u` to `y`, and factors G. Where masses
    /// are known it may be `approximated` instead.
    pub(super) fn find(
        &mut self,
        network: &mut Network,
        signals: &Signals,
        problem: &InterfaceProblem,
        step: &Step,
        about: (&DVector<f64>, &DVector<f64>, &DVector<f64>),
        approximated: bool,
    ) -> Result<(), CouplingError> {
        self.approximated = approximated;
        if approximated {
            self.approximate(signals, step.h);
        }
        self.blocks.iter_mut().for_each(Block::begin);
        let mut dealt = self.deal();
        self.evaluations += u64::from(dealt);
        self.hand_over(network, step.t)?;
        while dealt {
            self.perturb(network, signals, problem, step, about)?;
            dealt = self.deal();
        }
        self.found_for.0 = step.h;
        self.found_for.1.clear();
        self.found_for.1.extend(signals.influences());
        self.changes = signals.changes();
        self.factor(network, step.end, about.1)
    }

    /// Fills in the columns of inputs that accelerate known masses.
    fn approximate(&mut self, signals: &Signals, h: f64) {
        for Block { outputs, inputs, s, .. } in &mut self.blocks {
            for (column, (i, _)) in inputs.iter().enumerate() {
                let Some(inertia) = self.inertias[*i] else { continue };
                s.column_mut(column).fill(0.0);
                for (output, sensitivity) in inertia.sensitivities(&signals.influence(*i), h) {
                    s[(output.0 - outputs.start, column)] = sensitivity;
                }
            }
        }
    }

    /// Deals columns that runs have to find to slaves and clones; false if there is none left.
    fn deal(&mut self) -> bool {
        let known = |i: usize| self.approximated && self.inertias[i].is_some();
        let mut any = false;
        self.blocks.iter_mut().for_each(|block| any |= block.deal(known));
        any
    }

    /// Brings clones that have something to run to the start of the step.
    fn hand_over(&self, network: &mut Network, t: f64) -> Result<(), CouplingError> {
        let mut shared = self.blocks.iter().filter(|block| block.dealt().nth(1).is_some());
        shared.try_for_each(|block| network.hand_to_clones(t, block.slave, Slot::MacroStart))
    }

    /// Finds the columns that were dealt, each by a run in which its input is moved.
    fn perturb(
        &mut self,
        network: &mut Network,
        signals: &Signals,
        problem: &InterfaceProblem,
        step: &Step,
        (u, y, residual): (&DVector<f64>, &DVector<f64>, &DVector<f64>),
    ) -> Result<(), CouplingError> {
        let moved = |i: usize| {
            let size = problem.size[i].max(u[i].abs()).max(residual[i].abs());
            u[i] + PERTURBATION * if size > 0.0 { size } else { 1.0 }
        };
        for block in &self.blocks {
            let own = &block.lanes[0].inputs;
            for (lane, _, i) in block.dealt() {
                let inputs = &mut self.moved[lane.inputs.clone()];
                inputs.copy_from_slice(&problem.inputs[own.clone()]);
                // A perturbation may leave the bounds that the input itself keeps.
                inputs[i - own.start] = match problem.inputs[i] == signals.interpolate(i, u[i]) {
                    true => signals.interpolate(i, moved(i)),
                    false => signals.interpolate_within(i, moved(i), false),
                };
            }
        }
        let task = Task { begin: Begin::Restored(Slot::MacroStart), step };
        let lanes = self.blocks.iter().flat_map(Block::dealt).map(|(lane, ..)| lane.id);
        network.step_each(lanes, |_| task, &self.moved, &mut self.y)?;
        let du = |i: usize| moved(i) - u[i];
        self.blocks.iter_mut().for_each(|block| block.fill(&self.y, y, du));
        Ok(())
    }

    /// G from S and the laws at `y`, and its factors.
    fn factor(&mut self, network: &Network, t: f64, y: &DVector<f64>) -> Result<(), CouplingError> {
        let Self { blocks, block_of, number, g, .. } = self;
        g.fill_with_identity();
        network.partials(y, &mut |input, output, partial| {
            let (Some(row), Some(block)) = (number[input.0], block_of[output.0]) else { return };
            let Block { outputs, inputs, s, .. } = &blocks[block];
            for (column, (_, k)) in inputs.iter().enumerate() {
                g[(row, *k)] -= partial * s[(output.0 - outputs.start, column)];
            }
        });
        self.lu.factor(&self.g).map_err(|k| {
            let input = self.number.iter().position(|number| *number == Some(k));
            let input = input.expect("unknowns are inputs");
            CouplingError::Singular { input: network.input_names().swap_remove(input), t }
        })
    }

    /// The correction G⁻¹ r of a residual, unknown by unknown.
    pub(super) fn solve(&mut self, unknowns: &[usize], residual: &DVector<f64>) -> &[f64] {
        for (solution, &i) in self.solution.iter_mut().zip(unknowns) {
            *solution = residual.as_slice()[i];
        }
        self.lu.solve(&mut self.solution);
        &self.solution
    }

    /// Broyden's update of S by what the last correction of the inputs did to the outputs, `dy`; both were
    /// subtracted.
    pub(super) fn update(
        &mut self,
        network: &Network,
        t: f64,
        (dy, y): (&DVector<f64>, &DVector<f64>),
    ) -> Result<(), CouplingError> {
        let du = &self.solution;
        for Block { outputs, inputs, s, .. } in &mut self.blocks {
            let norm: f64 = inputs.iter().map(|(_, k)| du[*k].powi(2)).sum();
            if norm == 0.0 {
                continue;
            }
            for (row, output) in outputs.clone().enumerate() {
                let expected: f64 =
                    inputs.iter().enumerate().map(|(c, (_, k))| s[(row, c)] * du[*k]).sum();
                let missed = (dy[output] - expected) / norm;
                for (column, (_, k)) in inputs.iter().enumerate() {
                    s[(row, column)] += missed * du[*k];
                }
            }
        }
        self.factor(network, t, y)
    }
}

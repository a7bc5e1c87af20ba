//! The interface Jacobian: how what the laws ask for depends on the inputs at the end of a step.
//!
//! ```text
//! S = ∂y/∂u     by difference quotients: one more run for each input of a slave
//! G = ∂r/∂u + ∂r/∂y · S,  for laws in explicit form 1 − ∂law/∂y · S
//! ```
//!
//! Schweizer and Lu (2014), eqs. (80)–(85). S has a block for each slave, so slaves are perturbed
//! together, and with clones several columns of a block; G is as sparse as the coupling.

mod block;

use nalgebra::{DMatrix, DVector};

use self::block::{Block, Dealt, Unknown};
use super::banded_lu::BandedLu;
use super::inertia::Inertia;
use super::interface_problem::InterfaceProblem;
use super::jacobian_policy::Source;
use super::level::Level;
use super::macro_step::MacroStep;
use crate::CouplingError;
use crate::execution::{Begin, Task};
use crate::network::Network;
use crate::polynomial::Polynomial;
use crate::signals::Signals;
use crate::slave::Slot;

/// Inputs are moved by this part of their size.
const PERTURBATION: f64 = 1e-4;

/// S and G with its factors.
pub(super) struct InterfaceJacobian {
    blocks: Vec<Block>,
    /// For each output, its block.
    block_of: Vec<Option<usize>>,
    /// For each input, its number among the unknowns.
    number: Vec<Option<usize>>,
    g: DMatrix<f64>,
    /// Room for G as it is without equations; empty where there are none.
    dw_du: DMatrix<f64>,
    lu: BandedLu,
    /// The inputs of perturbed runs and what they led to, of slaves and clones.
    moved: Vec<Polynomial>,
    y: DVector<f64>,
    solution: Vec<f64>,
    evaluations: u64,
    /// For each input, the mass that it accelerates, if that is known.
    inertias: Vec<Option<Inertia>>,
    /// Whether S was approximated for those.
    approximated: bool,
    /// Where slaves have steps of different length, how they are carried over the step.
    level: Option<Level>,
}

impl InterfaceJacobian {
    pub(super) fn new(network: &Network, problem: &InterfaceProblem) -> Self {
        let mut number = vec![None; network.input_count()];
        problem.unknowns.iter().enumerate().for_each(|(k, &i)| number[i] = Some(k));
        let mut block_of = vec![None; network.output_count()];
        let mut blocks = Vec::new();
        for &slave in problem.repeated() {
            let block = Block::new(network, slave, &number);
            block.outputs.clone().for_each(|output| block_of[output] = Some(blocks.len()));
            blocks.push(block);
        }
        let n = problem.unknowns.len();
        let (inputs, outputs) = network.sizes();
        Self {
            blocks,
            block_of,
            g: DMatrix::zeros(n, n),
            dw_du: if network.equation_inputs().is_empty() {
                DMatrix::zeros(0, 0)
            } else {
                DMatrix::zeros(n, n)
            },
            lu: BandedLu::new(n),
            number,
            moved: vec![Polynomial::constant(0.0); inputs],
            y: DVector::zeros(outputs),
            solution: vec![0.0; n],
            evaluations: 0,
            inertias: vec![None; network.input_count()],
            approximated: false,
            level: problem.level().cloned(),
        }
    }

    /// Tells the masses that inputs accelerate.
    pub(super) fn know(&mut self, inertias: Vec<Inertia>) {
        inertias.into_iter().for_each(|known| self.inertias[known.input.0] = Some(known));
    }

    /// |det G| − 1, once it has been found.
    pub(super) fn gain(&self) -> f64 {
        self.lu.determinant() - 1.0
    }

    /// How many times it was found by perturbed runs.
    pub(super) fn evaluations(&self) -> u64 {
        self.evaluations
    }

    /// Finds S about the last run of the problem, which led to `y`, and factors G.
    pub(super) fn find(
        &mut self,
        over: &mut MacroStep,
        problem: &InterfaceProblem,
        y: &DVector<f64>,
        source: Source,
    ) -> Result<(), CouplingError> {
        self.approximated = source == Source::Masses;
        if self.approximated {
            self.approximate(problem, over.signals, over.step.h);
        }
        self.blocks.iter_mut().for_each(Block::begin);
        let mut dealt = self.deal();
        self.evaluations += u64::from(dealt);
        self.hand_over(over.network, over.step.t)?;
        while dealt {
            self.perturb(over, problem, y)?;
            dealt = self.deal();
        }
        self.factor(over, problem, y)
    }

    /// Fills in the columns of inputs that accelerate known masses.
    fn approximate(&mut self, problem: &InterfaceProblem, signals: &Signals, h: f64) {
        for Block { outputs, inputs, s, .. } in &mut self.blocks {
            for (column, Unknown { input, .. }) in inputs.iter().enumerate() {
                let Some(inertia) = self.inertias[*input] else { continue };
                s.column_mut(column).fill(0.0);
                let influence = problem.influence(signals, *input);
                for (output, sensitivity) in inertia.sensitivities(&influence, h) {
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
        over: &mut MacroStep,
        problem: &InterfaceProblem,
        y: &DVector<f64>,
    ) -> Result<(), CouplingError> {
        let MacroStep { network, signals, step } = over;
        let u = &problem.u;
        // Each input m alone reaches uᵖ + Δu at the end of the step, (78).
        let moved = |i: usize| u[i] + PERTURBATION * problem.size_of(i);
        for block in &self.blocks {
            let own = &block.runners[0].inputs;
            for Dealt { runner, input: i, .. } in block.dealt() {
                let inputs = &mut self.moved[runner.inputs.clone()];
                inputs.copy_from_slice(&problem.inputs[own.clone()]);
                // A perturbation may leave the bounds that the input itself keeps.
                let inside = problem.inputs[i] == problem.over(signals, i, u[i]);
                inputs[i - own.start] = if inside {
                    problem.over(signals, i, moved(i))
                } else {
                    problem.within(signals, i, moved(i))
                };
            }
        }
        // From the same state, each leads to other outputs, (79).
        let task = Task { begin: Begin::Restored(Slot::MacroStart), step: *step };
        let runners = self.blocks.iter().flat_map(Block::dealt).map(|dealt| dealt.runner.id);
        match &mut self.level {
            None => network.step_each(runners, |_| task, &self.moved, &mut self.y)?,
            Some(level) => level.carry(network, runners, task, &self.moved, &mut self.y)?,
        }
        // S = Δy/Δu, (80).
        let du = |i: usize| moved(i) - u[i];
        self.blocks.iter_mut().for_each(|block| block.fill(&self.y, y, du));
        Ok(())
    }

    /// G from S and the laws at `y`, and its factors.
    fn factor(
        &mut self,
        over: &MacroStep,
        problem: &InterfaceProblem,
        y: &DVector<f64>,
    ) -> Result<(), CouplingError> {
        let (network, t) = (&*over.network, over.step.end);
        let Self { blocks, block_of, number, g, .. } = self;
        // g(u) = u − law(y(u)), (81) and (83), linearised about the last run, (82): G = E − ∂law/∂y · S, (84).
        g.fill_with_identity();
        network.partials(y, &mut |input, output, partial| {
            let (Some(row), Some(block)) = (number[input.0], block_of[output.0]) else { return };
            let Block { outputs, inputs, s, .. } = &blocks[block];
            for (column, Unknown { number, .. }) in inputs.iter().enumerate() {
                g[(row, *number)] -= partial * s[(output.0 - outputs.start, column)];
            }
        });
        if !network.equation_inputs().is_empty() {
            self.add_equations(network, problem, y);
        }
        self.lu.factor(&self.g).map_err(|k| {
            let input = self.number.iter().position(|number| *number == Some(k));
            let input = input.expect("unknowns are inputs");
            CouplingError::Singular { input: network.input_names().swap_remove(input), t }
        })
    }

    /// The rows of G that belong to equations r(y, w) with w = u − law(y): ∂r/∂w · ∂w/∂u + ∂r/∂y · S. The rows of
    /// G as they are for laws in explicit form are ∂w/∂u.
    fn add_equations(&mut self, network: &Network, problem: &InterfaceProblem, y: &DVector<f64>) {
        let Self { blocks, block_of, number, g, dw_du, .. } = self;
        dw_du.copy_from(g);
        for row in network.equation_inputs().iter().filter_map(|input| number[input.0]) {
            g.row_mut(row).fill(0.0);
        }
        let (y, w) = (y.as_slice(), problem.own_share.as_slice());
        for law in network.equations() {
            law.by_inputs(y, w, &mut |row, input, partial| {
                let (Some(row), Some(k)) = (number[row.0], number[input.0]) else { return };
                (0..g.ncols()).for_each(|column| g[(row, column)] += partial * dw_du[(k, column)]);
            });
            law.by_outputs(y, w, &mut |row, output, partial| {
                let (Some(row), Some(block)) = (number[row.0], block_of[output.0]) else { return };
                let Block { outputs, inputs, s, .. } = &blocks[block];
                for (column, Unknown { number, .. }) in inputs.iter().enumerate() {
                    g[(row, *number)] += partial * s[(output.0 - outputs.start, column)];
                }
            });
        }
    }

    /// A Newton step from the last run: u ← u − G⁻¹ g(u), (85).
    pub(super) fn solve(&mut self, problem: &mut InterfaceProblem) {
        let InterfaceProblem { unknowns, u, residual, .. } = problem;
        let (u, residual) = (u.as_mut_slice(), residual.as_slice());
        for (solution, &i) in self.solution.iter_mut().zip(&*unknowns) {
            *solution = residual[i];
        }
        self.lu.solve(&mut self.solution);
        unknowns.iter().zip(&self.solution).for_each(|(&i, correction)| u[i] -= correction);
    }

    /// Broyden's update of S by what the last correction, which led to `y`, did to the outputs: it has subtracted
    /// `dy` from them, and the solution from the inputs.
    pub(super) fn update(
        &mut self,
        over: &MacroStep,
        problem: &InterfaceProblem,
        dy: &DVector<f64>,
        y: &DVector<f64>,
    ) -> Result<(), CouplingError> {
        let du = &self.solution;
        for Block { outputs, inputs, s, .. } in &mut self.blocks {
            let norm: f64 = inputs.iter().map(|unknown| du[unknown.number].powi(2)).sum();
            if norm == 0.0 {
                continue;
            }
            for (row, output) in outputs.clone().enumerate() {
                let du = inputs.iter().map(|unknown| du[unknown.number]).enumerate();
                let expected: f64 = du.clone().map(|(column, du)| s[(row, column)] * du).sum();
                let missed = (dy[output] - expected) / norm;
                du.for_each(|(column, du)| s[(row, column)] += missed * du);
            }
        }
        self.factor(over, problem, y)
    }
}

//! The interface Jacobian: how what the laws ask for depends on the inputs at the end of a step.
//!
//! ```text
//! S = ∂y/∂u     by difference quotients: one more run for each input of a slave
//! G = 1 − ∂law/∂y · S
//! ```
//!
//! Schweizer and Lu (2014), eqs. (80)–(85). S has a block for each slave, so slaves are perturbed
//! together; G is as sparse as the coupling.

use std::ops::Range;

use nalgebra::{DMatrix, DVector};

use super::banded_lu::BandedLu;
use super::inertia::Inertia;
use super::trial::Trial;
use crate::CouplingError;
use crate::execution::{Begin, Task};
use crate::network::{Network, SlaveId};
use crate::signals::{Polynomial, Signals};
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

/// A slave's part of S.
struct Block {
    slave: SlaveId,
    outputs: Range<usize>,
    /// Its unknowns: where they lie in u, and among the unknowns.
    inputs: Vec<(usize, usize)>,
    s: DMatrix<f64>,
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
    y: DVector<f64>,
    /// The inputs of the last run, while some are moved.
    unmoved: Vec<Polynomial>,
    solution: Vec<f64>,
    evaluations: u64,
    /// For each input, the mass that it accelerates, if that is known.
    inertias: Vec<Option<Inertia>>,
    /// Whether S was approximated for those.
    approximated: bool,
}

impl InterfaceJacobian {
    pub(super) fn new(network: &Network, trial: &Trial) -> Self {
        let mut number = vec![None; network.input_count()];
        trial.unknowns().iter().enumerate().for_each(|(k, &i)| number[i] = Some(k));
        let mut block_of = vec![None; network.output_count()];
        let mut blocks = Vec::new();
        for &slave in trial.repeated() {
            let outputs = network.outputs_of(slave);
            outputs.clone().for_each(|output| block_of[output] = Some(blocks.len()));
            let inputs = network.inputs_of(slave).filter_map(|i| number[i].map(|k| (i, k)));
            let inputs: Vec<_> = inputs.collect();
            let s = DMatrix::zeros(outputs.len(), inputs.len());
            blocks.push(Block { slave, outputs, inputs, s });
        }
        let n = trial.unknowns().len();
        Self {
            blocks,
            block_of,
            g: DMatrix::zeros(n, n),
            lu: BandedLu::new(n),
            found_for: (f64::NAN, Vec::new()),
            number,
            y: DVector::zeros(network.output_count()),
            unmoved: trial.inputs.clone(),
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
    pub(super) fn is_for(&self, step: Step, signals: &Signals) -> bool {
        let (h, influences) = &self.found_for;
        *h == step.h && signals.influences().eq(influences.iter().copied())
    }

    /// Finds S about the last run of the trial, which led from `u` to `y`, and factors G. Where masses
    /// are known it may be `approximated` instead.
    pub(super) fn find(
        &mut self,
        network: &mut Network,
        signals: &Signals,
        trial: &mut Trial,
        step: Step,
        about: (&DVector<f64>, &DVector<f64>, &DVector<f64>),
        approximated: bool,
    ) -> Result<(), CouplingError> {
        self.approximated = approximated;
        if approximated {
            self.approximate(signals, step.h);
        }
        let columns = self.blocks.iter().map(|block| block.inputs.len()).max().unwrap_or(0);
        let mut runs = false;
        for column in 0..columns {
            runs |= self.perturb(network, signals, trial, step, column, about)?;
        }
        self.evaluations += u64::from(runs);
        self.found_for.0 = step.h;
        self.found_for.1.clear();
        self.found_for.1.extend(signals.influences());
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

    /// Finds one column of each slave's block, by runs in which that input is moved; false if there is
    /// nothing to find.
    fn perturb(
        &mut self,
        network: &mut Network,
        signals: &Signals,
        trial: &mut Trial,
        step: Step,
        column: usize,
        (u, y, residual): (&DVector<f64>, &DVector<f64>, &DVector<f64>),
    ) -> Result<bool, CouplingError> {
        let moved = |i: usize, size: f64| {
            let size = size.max(u[i].abs()).max(residual[i].abs());
            u[i] + PERTURBATION * if size > 0.0 { size } else { 1.0 }
        };
        let known = |i: &usize| self.approximated && self.inertias[*i].is_some();
        let input = |block: &Block| block.inputs.get(column).map(|(i, _)| *i).filter(|i| !known(i));
        for i in self.blocks.iter().filter_map(input) {
            self.unmoved[i] = trial.inputs[i];
            trial.inputs[i] = signals.interpolate(i, moved(i, trial.size[i]));
        }
        let task = Task { begin: Begin::Restored(Slot::MacroStart), step };
        let slaves = self.blocks.iter().filter(|b| input(b).is_some()).map(|b| b.slave);
        network.step_each(slaves, |_| task, &trial.inputs, &mut self.y)?;
        let mut runs = false;
        for block in &mut self.blocks {
            let Some(i) = input(block) else { continue };
            trial.inputs[i] = self.unmoved[i];
            for (row, output) in block.outputs.clone().enumerate() {
                let dy = self.y[output] - y[output];
                block.s[(row, column)] = dy / (moved(i, trial.size[i]) - u[i]);
            }
            runs = true;
        }
        Ok(runs)
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

    /// Replaces a residual by the correction G⁻¹ r.
    pub(super) fn solve(&mut self, residual: &mut DVector<f64>) {
        let numbered = || self.number.iter().enumerate().filter_map(|(i, k)| k.map(|k| (i, k)));
        numbered().for_each(|(i, k)| self.solution[k] = residual[i]);
        self.lu.solve(&mut self.solution);
        numbered().for_each(|(i, k)| residual[i] = self.solution[k]);
    }

    /// Broyden's update of S by what a correction `du` of the inputs did to the outputs, `dy`.
    pub(super) fn update(
        &mut self,
        network: &Network,
        t: f64,
        (du, dy, y): (&DVector<f64>, &DVector<f64>, &DVector<f64>),
    ) -> Result<(), CouplingError> {
        for Block { outputs, inputs, s, .. } in &mut self.blocks {
            let norm: f64 = inputs.iter().map(|(i, _)| du[*i].powi(2)).sum();
            if norm == 0.0 {
                continue;
            }
            for (row, output) in outputs.clone().enumerate() {
                let expected: f64 =
                    inputs.iter().enumerate().map(|(c, (i, _))| s[(row, c)] * du[*i]).sum();
                let missed = (dy[output] - expected) / norm;
                for (column, (i, _)) in inputs.iter().enumerate() {
                    s[(row, column)] += missed * du[*i];
                }
            }
        }
        self.factor(network, t, y)
    }
}

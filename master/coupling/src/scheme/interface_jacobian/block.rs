//! A slave's part of S, and who runs its columns.

use std::ops::Range;

use nalgebra::{DMatrix, DVector};

use crate::id::SlaveId;
use crate::network::{Member, Network};

/// A slave's part of S.
pub(super) struct Block {
    pub(super) slave: SlaveId,
    pub(super) outputs: Range<usize>,
    /// Its inputs that are solved for, column by column.
    pub(super) inputs: Vec<Unknown>,
    pub(super) s: DMatrix<f64>,
    /// The slave itself, then its clones.
    pub(super) runners: Vec<Runner>,
    /// The first column that was not dealt.
    next: usize,
}

/// An input that is solved for.
#[derive(Clone, Copy)]
pub(super) struct Unknown {
    /// Its position in u.
    pub(super) input: usize,
    /// Its number among the unknowns.
    pub(super) number: usize,
}

/// A slave or a clone, which runs columns of a block.
pub(super) struct Runner {
    pub(super) id: SlaveId,
    /// Where its inputs and outputs lie among those of slaves and clones.
    pub(super) inputs: Range<usize>,
    pub(super) outputs: Range<usize>,
    /// Its column in the present round.
    column: Option<usize>,
}

/// A column that is run in the present round.
pub(super) struct Dealt<'a> {
    pub(super) runner: &'a Runner,
    /// The position in u of the input that is moved.
    pub(super) input: usize,
}

impl Block {
    /// The block of a slave; `number` gives each input's number among the unknowns.
    pub(super) fn new(network: &Network, slave: SlaveId, number: &[Option<usize>]) -> Self {
        let outputs = network.outputs_of(slave);
        let unknown = |input: usize| number[input].map(|number| Unknown { input, number });
        let inputs: Vec<_> = network.inputs_of(slave).filter_map(unknown).collect();
        let s = DMatrix::zeros(outputs.len(), inputs.len());
        let runner = |(id, member): (SlaveId, &Member)| {
            let (inputs, outputs) = (member.inputs.clone(), member.outputs.clone());
            Runner { id, inputs, outputs, column: None }
        };
        let runners = network.with_its_clones(slave).map(runner).collect();
        Self { slave, outputs, inputs, s, runners, next: 0 }
    }

    /// Begins to deal columns from the first one.
    pub(super) fn begin(&mut self) {
        self.next = 0;
    }

    /// Gives each runner the next column whose input is not `known`; false if there is none.
    pub(super) fn deal(&mut self, known: impl Fn(usize) -> bool) -> bool {
        let Self { inputs, runners, next, .. } = self;
        for runner in runners {
            runner.column = (*next..inputs.len()).find(|column| !known(inputs[*column].input));
            *next = runner.column.map_or(inputs.len(), |column| column + 1);
        }
        self.runners[0].column.is_some()
    }

    /// The columns of the present round, and who runs them.
    pub(super) fn dealt(&self) -> impl Iterator<Item = Dealt<'_>> + Clone {
        let dealt = self.runners.iter().filter_map(|runner| Some((runner, runner.column?)));
        dealt.map(|(runner, column)| Dealt { runner, input: self.inputs[column].input })
    }

    /// Fills in the dealt columns from what the runs led to instead of `y`, their inputs being moved by
    /// `du`.
    pub(super) fn fill(&mut self, run: &DVector<f64>, y: &DVector<f64>, du: impl Fn(usize) -> f64) {
        let Self { outputs, inputs, s, runners, .. } = self;
        for (runner, column) in runners.iter().filter_map(|runner| Some((runner, runner.column?))) {
            let ends = runner.outputs.clone().zip(outputs.clone());
            for (row, (moved, output)) in ends.enumerate() {
                s[(row, column)] = (run[moved] - y[output]) / du(inputs[column].input);
            }
        }
    }
}

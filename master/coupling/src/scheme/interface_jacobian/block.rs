//! A slave's part of S, and who runs its columns.

use std::ops::Range;

use nalgebra::{DMatrix, DVector};

use crate::id::SlaveId;
use crate::network::{Member, Network};

/// A slave's part of S.
pub(super) struct Block {
    pub(super) slave: SlaveId,
    pub(super) outputs: Range<usize>,
    /// Its unknowns: where they lie in u, and among the unknowns.
    pub(super) inputs: Vec<(usize, usize)>,
    pub(super) s: DMatrix<f64>,
    /// The slave itself, then its clones.
    pub(super) lanes: Vec<Lane>,
    /// The first column that was not dealt.
    next: usize,
}

/// Who runs columns of a block.
pub(super) struct Lane {
    pub(super) id: SlaveId,
    /// Where its inputs and outputs lie among those of slaves and clones.
    pub(super) inputs: Range<usize>,
    pub(super) outputs: Range<usize>,
    /// Its column in the present round.
    column: Option<usize>,
}

impl Block {
    /// The block of a slave; `number` gives each input's number among the unknowns.
    pub(super) fn new(network: &Network, slave: SlaveId, number: &[Option<usize>]) -> Self {
        let outputs = network.outputs_of(slave);
        let inputs = network.inputs_of(slave).filter_map(|i| number[i].map(|k| (i, k)));
        let inputs: Vec<_> = inputs.collect();
        let s = DMatrix::zeros(outputs.len(), inputs.len());
        let lane = |(id, member): (SlaveId, &Member)| {
            let (inputs, outputs) = (member.inputs.clone(), member.outputs.clone());
            Lane { id, inputs, outputs, column: None }
        };
        let lanes = network.lanes(slave).map(lane).collect();
        Self { slave, outputs, inputs, s, lanes, next: 0 }
    }

    /// Begins to deal columns from the first one.
    pub(super) fn begin(&mut self) {
        self.next = 0;
    }

    /// Gives each lane the next column whose input is not `known`; false if there is none.
    pub(super) fn deal(&mut self, known: impl Fn(usize) -> bool) -> bool {
        let Self { inputs, lanes, next, .. } = self;
        for lane in lanes {
            lane.column = (*next..inputs.len()).find(|column| !known(inputs[*column].0));
            *next = lane.column.map_or(inputs.len(), |column| column + 1);
        }
        self.lanes[0].column.is_some()
    }

    /// The lanes that have a column, with it and its input's position in u.
    pub(super) fn dealt(&self) -> impl Iterator<Item = (&Lane, usize, usize)> + Clone {
        let dealt = self.lanes.iter().filter_map(|lane| Some((lane, lane.column?)));
        dealt.map(|(lane, column)| (lane, column, self.inputs[column].0))
    }

    /// Fills in the dealt columns from what the runs led to instead of `y`, their inputs being moved by
    /// `du`.
    pub(super) fn fill(&mut self, run: &DVector<f64>, y: &DVector<f64>, du: impl Fn(usize) -> f64) {
        let Self { outputs, inputs, s, lanes, .. } = self;
        for (lane, column) in lanes.iter().filter_map(|lane| Some((lane, lane.column?))) {
            let ends = lane.outputs.clone().zip(outputs.clone());
            for (row, (moved, output)) in ends.enumerate() {
                s[(row, column)] = (run[moved] - y[output]) / du(inputs[column].0);
            }
        }
    }
}

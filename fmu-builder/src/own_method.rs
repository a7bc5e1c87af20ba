//! A model's own integrator that remembers more than the model's variables.

use crate::sample::{RememberedOutputs, Sample, States};

/// The own method of one instance with all it remembers: bodies in contact, a history, whatever importers have no name for.
///
/// It is made by [`Model::own_method`](crate::Model::own_method) for the parameters of a run. What it remembers is part of the state of
/// the FMU: it is saved, restored and serialised with the variables. Everything else it owns is room to work in.
///
/// `step`, `save` and `restore` should allocate nothing once they have been called with as much to do.
pub trait OwnMethod: Send {
    /// One step of length `h`, as [`Model::own_step`](crate::Model::own_step). After an error the instance restores what was before.
    fn step(
        &mut self,
        s: &Sample,
        s_end: &Sample,
        h: f64,
        z: &mut States,
    ) -> Result<(), &'static str>;

    /// Fills in the outputs that depend on what is remembered. What is not filled in stays as it was, zero at first.
    fn outputs(&self, _y: &mut RememberedOutputs) {}

    /// Appends to `numbers` all on which later steps and outputs depend.
    fn save(&self, numbers: &mut Vec<f64>);

    /// Takes back, bit for bit, what [`save`](Self::save) appended; whether `numbers` are such. If not, nothing has changed.
    fn restore(&mut self, numbers: &[f64]) -> bool;
}

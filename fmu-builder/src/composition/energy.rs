//! The energy that the couplings of a composition store, and that of everything in it.

use super::coupling::Coupling;
use super::variables::{Declared, Place};
use crate::sample::{Outputs, Sample};
use crate::variables::{Output, Variables};

/// The name of the output with the energy of a part.
const ENERGY: &str = "energy";

/// Where the energies stand.
#[derive(Default)]
pub(super) struct Energy {
    couplings: Vec<(Coupling, Vec<Place>)>,
    /// The outputs of parts with their energies.
    parts: Vec<usize>,
    of_couplings: Option<Output>,
    of_all: Option<Output>,
}

impl Energy {
    /// Declares `coupling_energy` where there are couplings, and `energy` where all that moves has one.
    pub fn declare(declared: &Declared, inside: &[&Coupling], v: &mut Variables) -> Self {
        let places = |coupling: &Coupling| -> Option<Vec<Place>> {
            coupling.reads().into_iter().map(|port| declared.place(port)).collect()
        };
        let stores = |coupling: &Coupling| !matches!(coupling, Coupling::Signal { .. });
        let couplings = inside.iter().filter(|coupling| stores(coupling));
        let couplings = couplings.filter_map(|c| places(c).map(|places| ((*c).clone(), places)));
        let couplings: Vec<_> = couplings.collect();
        let of_couplings = (!couplings.is_empty())
            .then(|| v.output("coupling_energy", "J", "energy stored in the couplings"));
        let moving = declared.parts.iter().zip(&declared.own).filter(|(p, _)| p.is_continuous());
        let parts: Option<Vec<usize>> = moving
            .map(|(part, own)| {
                let at = own.outputs.iter().position(|output| output.name == ENERGY)?;
                Some(part.y.start + at)
            })
            .collect();
        let parts = parts.unwrap_or_default();
        let of_all = (!parts.is_empty())
            .then(|| v.output(ENERGY, "J", "energy stored in all parts and couplings"));
        Self { couplings, parts, of_couplings, of_all }
    }

    /// Fills in the outputs.
    pub fn fill(&self, s: &Sample, outputs: &[f64], y: &mut Outputs) {
        let value = |place: &Place| match place {
            Place::State(at) => s.x[*at],
            Place::Integral(at) => s.q[*at],
            Place::Discrete(at) => s.d[*at],
            Place::Output(at) => outputs[*at],
        };
        let mut sum = 0.0;
        for (coupling, places) in &self.couplings {
            sum += coupling.energy(|k| value(&places[k]));
        }
        if let Some(output) = self.of_couplings {
            y[output] = sum;
        }
        if let Some(output) = self.of_all {
            y[output] = sum + self.parts.iter().map(|at| outputs[*at]).sum::<f64>();
        }
    }
}

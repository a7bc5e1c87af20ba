//! What the inputs that are solved for count in relation to.
//!
//! A residual of 1 N is much beside 1 N and nothing beside 1 kN. An input counts as the largest value that it has had at
//! communication points, and at least as its nominal value. One that is nearly zero, such as a force that has hardly
//! arrived at the end of a chain, says nothing of its own size; the others of its kind do:
//!
//! ```text
//! size_i = max(|u_i| so far, nominal_i, FLOOR · kind_i),   kind_i = the largest size among the inputs of its kind
//! ```
//!
//! Inputs are of one kind if laws find them from a common output, directly or by way of further inputs: all forces
//! along a chain of springs are, the input and the output of a controller are not. Norms over several inputs weigh
//! residuals by their kind, so that a symmetric coupling remains symmetric in them.

use nalgebra::DVector;

use crate::network::Network;

/// An input counts as this part of the largest one of its kind at least.
const FLOOR: f64 = 1e-3;

/// Sizes of the inputs, in the order of u.
pub(super) struct Sizes {
    /// What each input counts as.
    pub(super) own: DVector<f64>,
    /// The largest of its kind, guessed from the present run where none is known; 0 if that says nothing either.
    pub(super) kind: DVector<f64>,
    nominal: DVector<f64>,
    /// For each input the number of its kind, and for each kind its largest size.
    kind_of: Vec<usize>,
    largest: Vec<f64>,
    /// Whether nothing is known of the size of a kind.
    pub(super) blank: bool,
}

impl Sizes {
    pub(super) fn new(network: &Network) -> Self {
        let kind_of = network.kinds_of_inputs();
        let inputs = kind_of.len();
        Self {
            own: DVector::zeros(inputs),
            kind: DVector::zeros(inputs),
            nominal: DVector::zeros(inputs),
            largest: vec![0.0; kind_of.iter().max().map_or(0, |kind| kind + 1)],
            kind_of,
            blank: true,
        }
    }

    /// Inputs count as their nominal value at least, where that is not zero.
    pub(super) fn declare(&mut self, nominal: &[f64]) {
        self.nominal.copy_from_slice(nominal);
        self.own.copy_from_slice(nominal);
        self.spread();
    }

    /// Lets all inputs know how large those of their kind have been.
    #[cold]
    pub(super) fn spread(&mut self) {
        for (size, &kind) in self.own.iter().zip(&self.kind_of) {
            self.largest[kind] = self.largest[kind].max(*size);
        }
        for (i, &kind) in self.kind_of.iter().enumerate() {
            let largest = self.largest[kind];
            self.own[i] = self.own[i].max(FLOOR * largest);
            self.kind[i] = largest;
        }
        self.blank = self.largest.contains(&0.0);
    }

    /// The largest size of an input of this kind at communication points; 0 where nothing is known of it.
    pub(super) fn known(&self, i: usize) -> f64 {
        self.largest[self.kind_of[i]]
    }

    /// Forgets what was guessed of kinds of which nothing is known.
    #[cold]
    pub(super) fn forget_guesses(&mut self) {
        for (i, &kind) in self.kind_of.iter().enumerate() {
            if self.largest[kind] == 0.0 {
                self.own[i] = self.nominal[i];
            }
        }
    }

    /// Guesses the sizes of kinds of which nothing is known, from inputs `u` of a run and what the laws made of it.
    #[cold]
    pub(super) fn guess(&mut self, u: &[f64], law: &[f64]) {
        for (i, &kind) in self.kind_of.iter().enumerate() {
            if self.largest[kind] > 0.0 {
                continue;
            }
            let of_kind = |values: &[f64]| {
                let own = self.kind_of.iter().zip(values).filter(|(other, _)| **other == kind);
                own.fold(0.0, |largest: f64, (_, value)| largest.max(value.abs()))
            };
            let (given, asked) = (of_kind(u), of_kind(law));
            self.own[i] = FLOOR * given;
            self.kind[i] = if given > 0.0 { given } else { asked };
        }
    }
}

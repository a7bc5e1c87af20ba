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
const FLOOR: f64 = 1e-2;

/// Sizes of the inputs, in the order of u.
pub(super) struct Sizes {
    /// What each input counts as.
    pub(super) own: DVector<f64>,
    /// The largest of its kind, guessed from the present run where none is known; 0 if that says nothing either.
    pub(super) kind: DVector<f64>,
    nominal: DVector<f64>,
    /// The inputs that are solved for, and for each the number of its kind.
    unknowns: Vec<(usize, usize)>,
    /// For each kind its largest size.
    largest: Vec<f64>,
    /// For each kind, the largest input of the present run and the largest that the laws ask for.
    guesses: Vec<[f64; 2]>,
    /// Whether nothing is known of the size of a kind.
    pub(super) blank: bool,
}

impl Sizes {
    /// The sizes of those inputs that are `unknowns`.
    pub(super) fn new(network: &Network, unknowns: &[usize]) -> Self {
        let kind_of = network.kinds_of_inputs();
        let nominal = DVector::from_column_slice(&network.nominals);
        let mut sizes = Self {
            own: nominal.clone(),
            kind: DVector::zeros(kind_of.len()),
            nominal,
            unknowns: unknowns.iter().map(|&i| (i, kind_of[i])).collect(),
            // Kinds are numbered by one of their inputs.
            largest: vec![0.0; kind_of.len()],
            guesses: vec![[0.0; 2]; kind_of.len()],
            blank: true,
        };
        sizes.spread();
        sizes
    }

    /// Lets all inputs know how large those of their kind have been.
    #[cold]
    pub(super) fn spread(&mut self) {
        for &(i, kind) in &self.unknowns {
            self.largest[kind] = self.largest[kind].max(self.own[i]);
        }
        for &(i, kind) in &self.unknowns {
            self.kind[i] = self.largest[kind];
            self.own[i] = self.own[i].max(FLOOR * self.largest[kind]);
        }
        self.blank = self.unknowns.iter().any(|&(_, kind)| self.largest[kind] == 0.0);
    }

    /// Forgets what was guessed of kinds of which nothing is known.
    #[cold]
    pub(super) fn forget_guesses(&mut self) {
        for &(i, kind) in &self.unknowns {
            if self.largest[kind] == 0.0 {
                (self.own[i], self.kind[i]) = (self.nominal[i], 0.0);
            }
        }
    }

    /// Guesses the sizes of kinds of which nothing is known, from inputs `u` of a run and what the laws made of it.
    #[cold]
    pub(super) fn guess(&mut self, u: &[f64], law: &[f64]) {
        self.guesses.fill([0.0; 2]);
        for &(i, kind) in &self.unknowns {
            let [given, asked] = &mut self.guesses[kind];
            (*given, *asked) = (given.max(u[i].abs()), asked.max(law[i].abs()));
        }
        for &(i, kind) in &self.unknowns {
            if self.largest[kind] == 0.0 {
                let [given, asked] = self.guesses[kind];
                self.own[i] = FLOOR * given;
                self.kind[i] = if given > 0.0 { given } else { asked };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::{dmatrix, dvector};

    use super::*;
    use crate::id::{InputId, OutputId};
    use crate::law::{Convert, CouplingLaw, Link, Signal};
    use crate::network::Reading;
    use crate::slave::{LinearSlave, Slave, StateSpace};
    use crate::test_models::TwoMass;

    /// Two integrators in a ring.
    fn ring() -> Network {
        let slave = || -> Box<dyn Slave> {
            let one = dmatrix![1.0];
            let zero = dmatrix![0.0];
            let system = StateSpace { a: zero.clone(), b: one.clone(), c: one, d: zero };
            Box::new(LinearSlave::new(system, dvector![0.0], &["u"], &["x"]))
        };
        let link = |from: usize, to: usize| -> Box<dyn CouplingLaw> {
            let (from, to, convert) = (OutputId(from), InputId(to), Convert::Lossless);
            Box::new(Signal::new(vec![Link { from, to, gain: 1.0, offset: 0.0, convert }]))
        };
        let slaves = vec![("a".into(), slave()), ("b".into(), slave())];
        Network::new(slaves, vec![link(0, 1), link(1, 0)], Reading::default())
    }

    #[test]
    fn an_input_near_zero_counts_as_a_part_of_those_of_its_kind() {
        let mut sizes = Sizes::new(&TwoMass::schweizer_lu().network(), &[0, 1]);
        assert!(sizes.blank);
        sizes.own[0] = 1e4;
        sizes.spread();
        assert_eq!((sizes.own[1], sizes.kind[1], sizes.blank), (FLOOR * 1e4, 1e4, false));
    }

    #[test]
    fn signals_of_a_loop_say_nothing_of_each_other_but_nominal_values_do() {
        let mut sizes = Sizes::new(&ring(), &[0, 1]);
        sizes.own[0] = 1e4;
        sizes.spread();
        assert_eq!((sizes.own[1], sizes.kind[1], sizes.blank), (0.0, 0.0, true));
        let sizes = Sizes::new(&ring().with_nominals(vec![0.0, 5.0]), &[0, 1]);
        assert_eq!((sizes.own[1], sizes.kind[1], sizes.blank), (5.0, 5.0, true));
    }

    #[test]
    fn where_nothing_is_known_the_present_run_is_asked() {
        let mut sizes = Sizes::new(&ring(), &[0, 1]);
        sizes.guess(&[0.0, 2.0], &[3.0, 7.0]);
        assert_eq!(sizes.kind.as_slice(), [3.0, 2.0]);
        assert_eq!(sizes.own.as_slice(), [0.0, FLOOR * 2.0]);
        sizes.forget_guesses();
        assert_eq!(sizes.own.as_slice(), [0.0, 0.0]);
    }
}

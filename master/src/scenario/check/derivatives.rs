//! Where the time derivatives of outputs come from, as far as it can be known before the run.

use std::cell::OnceCell;

use coupling::{InputId, OutputId};

use super::{CheckedSlave, Law, Options, Origin};
use crate::probe::{follows_slopes, lacks_output_derivatives, undeclared_feedthrough};

/// What the time derivatives of inputs need, and who gives it.
pub(super) struct DerivativeSources {
    /// For each input, the outputs whose derivative its own needs.
    needs: Vec<Vec<OutputId>>,
    /// Outputs whose derivative is another output.
    stated: Vec<OutputId>,
    /// Where each slave's outputs begin.
    first: Vec<usize>,
    /// Whether each slave gives derivatives; found out when it matters, for it may take a probe.
    gives: Vec<OnceCell<bool>>,
    options: Options,
}

impl DerivativeSources {
    pub(super) fn new(
        slaves: &[CheckedSlave],
        laws: &[Law],
        named: &[(OutputId, OutputId)],
        options: Options,
    ) -> Self {
        let inputs: usize = slaves.iter().map(|slave| slave.inputs.len()).sum();
        let outputs: usize = slaves.iter().map(|slave| slave.outputs.len()).sum();
        // Anywhere that is nowhere special, so that a factor is zero only if it always is.
        let y: Vec<f64> = (0..outputs).map(|i| 0.1 + 0.01 * i as f64).collect();
        let mut needs = vec![Vec::new(); inputs];
        let mut stated: Vec<OutputId> = named.iter().map(|(of, _)| *of).collect();
        for law in laws.iter().map(Law::build) {
            stated.extend(law.derivatives().iter().map(|(of, _)| *of));
            law.partials(&y, &mut |InputId(input), output, partial| {
                if partial != 0.0 && !needs[input].contains(&output) {
                    needs[input].push(output);
                }
            });
        }
        let first = slaves.iter().scan(0, |next, slave| {
            let first = *next;
            *next += slave.outputs.len();
            Some(first)
        });
        let gives = vec![OnceCell::new(); slaves.len()];
        Self { needs, stated, first: first.collect(), gives, options }
    }

    /// Whether an input depends on nothing that changes between communication points.
    pub(super) fn is_constant(&self, input: usize) -> bool {
        self.needs[input].is_empty()
    }

    /// The slave and the output whose derivative is needed for that of `input`, and not known.
    pub(super) fn missing(
        &self,
        slaves: &[CheckedSlave],
        input: usize,
    ) -> Option<(String, String)> {
        let unknown = |output: &&OutputId| {
            let (slave, _) = self.place(**output);
            !self.stated.contains(output)
                && (!self.gives(slaves, slave)
                    || !slaves[slave].takes_slopes && self.feeds_through(slaves, **output))
        };
        let (slave, output) = self.place(*self.needs[input].iter().find(unknown)?);
        Some((slaves[slave].name.clone(), slaves[slave].outputs[output].clone()))
    }

    /// The slave and the output whose derivative is needed for that of `input`, and contains the slopes that the
    /// inputs of its slave had in the last step, not those at the point.
    pub(super) fn stale(&self, slaves: &[CheckedSlave], input: usize) -> Option<(String, String)> {
        let stale = |output: &&OutputId| {
            let slave = &slaves[self.place(**output).0];
            let Origin::Fmu(fmu) = &slave.origin else { return false };
            !self.stated.contains(output)
                && !self.options.trust_fmu
                && self.feeds_through(slaves, **output)
                && !follows_slopes(fmu.path())
        };
        let (slave, output) = self.place(*self.needs[input].iter().find(stale)?);
        Some((slaves[slave].name.clone(), slaves[slave].outputs[output].clone()))
    }

    /// Whether an output depends on coupled inputs at once, by what its FMU declares or a probe saw.
    fn feeds_through(&self, slaves: &[CheckedSlave], output: OutputId) -> bool {
        let (slave, output) = self.place(output);
        let CheckedSlave { origin, inputs, outputs, .. } = &slaves[slave];
        let Origin::Fmu(fmu) = origin else { return false };
        let name = &outputs[output];
        let declared = fmu.description().dependencies(name);
        let seen = || {
            let pairs = undeclared_feedthrough(fmu.path());
            pairs.iter().any(|(output, input)| output == name && inputs.contains(input))
        };
        declared.is_some_and(|mut known| known.any(|input| inputs.contains(&input.name)))
            || !self.options.trust_fmu && seen()
    }

    /// Whether the derivatives that slave `k` gives of its outputs are right, as far as it mattered.
    pub(super) fn can_be_trusted(&self, k: usize) -> bool {
        self.gives[k].get().copied().unwrap_or(true)
    }

    /// The slave of an output, and its number there.
    pub(super) fn place(&self, OutputId(output): OutputId) -> (usize, usize) {
        let slave = self.first.partition_point(|first| *first <= output) - 1;
        (slave, output - self.first[slave])
    }

    /// The outputs whose derivative that of an input needs.
    pub(super) fn needs(&self, input: usize) -> &[OutputId] {
        &self.needs[input]
    }

    fn gives(&self, slaves: &[CheckedSlave], k: usize) -> bool {
        *self.gives[k].get_or_init(|| match &slaves[k].origin {
            Origin::Fmu(fmu) => {
                fmu.gives_output_derivatives()
                    && (self.options.trust_fmu || !lacks_output_derivatives(fmu.path()))
            }
            // Tables are asked ahead.
            Origin::Table(_) => true,
        })
    }
}

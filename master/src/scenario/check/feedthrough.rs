//! Direct feedthrough that FMUs do not declare, found by probes.

use super::{CheckedSlave, Options, Origin};
use crate::probe::undeclared_feedthrough;
use crate::scenario::file::{FeedthroughKind, ScenarioFile};

/// Notes for each slave the coupled pairs of an output and an input that it does not declare. That a
/// description is silent is no fault; that it is wrong is told.
pub(super) fn find(
    file: &ScenarioFile,
    slaves: &mut [CheckedSlave],
    options: Options,
    notes: &mut Vec<String>,
) {
    if options.trust_fmu || file.scheme.feedthrough == FeedthroughKind::Stale {
        return;
    }
    for slave in slaves {
        let Origin::Fmu(fmu) = &slave.origin else { continue };
        if slave.inputs.is_empty() || slave.outputs.is_empty() {
            continue;
        }
        let coupled = |(output, input): &(String, String)| {
            slave.outputs.contains(output) && slave.inputs.contains(input)
        };
        let mut pairs = undeclared_feedthrough(fmu.path());
        pairs.retain(coupled);
        for (output, input) in &pairs {
            if fmu.description().dependencies(output).is_some() {
                notes.push(format!(
                    "slave \"{}\": output \"{output}\" follows input \"{input}\" without a step, which its FMU \
                     does not declare; it is read again when the input changes (found by a probe, which \
                     --trust-fmu ignores)",
                    slave.name
                ));
            }
        }
        slave.feedthrough = pairs;
    }
}

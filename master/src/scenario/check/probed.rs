//! What a run makes of the findings of probes, once it is known what it asks of the FMUs.
//!
//! What bears on the choice of a method, of a rule or of the way of inputs is heeded where these are chosen.

use super::warnings::Warning;
use super::{CheckedSlave, Method, Options, Origin, Threads, feedthrough, places, restored, told};
use crate::probe;
use crate::scenario::error::Source;
use crate::scenario::file::ScenarioFile;

/// What a run asks of its slaves.
#[derive(Clone, Copy)]
pub(super) struct Run {
    /// Whether the scheme or the step control returns to saved states.
    rewinds: bool,
    /// Whether macro steps have different lengths.
    steps_vary: bool,
    /// Who steps them.
    threads: Threads,
}

impl Run {
    /// A run with this method, whose first steps are repeated, whose steps vary, or not.
    pub(super) fn of(method: &Method, repeats: bool, steps_vary: bool, threads: Threads) -> Self {
        let rewinds = repeats || steps_vary || method.facts.implicit;
        Self { rewinds, steps_vary, threads }
    }
}

/// Draws the consequences that are left, and says so.
pub(super) fn heed(
    source: &Source,
    file: &ScenarioFile,
    slaves: &mut [CheckedSlave],
    Run { rewinds, steps_vary, threads }: Run,
    options: Options,
    (warnings, notes): (&mut Vec<Warning>, &mut Vec<String>),
) {
    feedthrough::find(file, slaves, options, notes);
    told::tell(source, file, slaves, steps_vary, options, (warnings, notes));
    if options.resets && !options.trust_fmu {
        resets(slaves);
    }
    restored::compare(slaves, rewinds, options, notes);
    places::decide(slaves, options, notes);
    places::take_turns(slaves, (threads, file.simulation.parallel_instances), options, notes);
}

/// Finds out whether analysis can start FMUs anew.
fn resets(slaves: &mut [CheckedSlave]) {
    for slave in slaves {
        if let Origin::Fmu(fmu) = &slave.origin {
            slave.resets = probe::resets(fmu.path());
        }
    }
}

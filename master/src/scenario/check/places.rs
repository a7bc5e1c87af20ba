//! In which process each slave runs, and which slaves take turns, by what is known of their FMUs.

use super::{CheckedSlave, Options, Origin, Threads};
use crate::fmi::Fmu;
use crate::probe::{Check, Found, Verdict, found, looked_up};
use crate::scenario::places::Place;

/// Functions that a run does without where a probe finds them at fault.
const OPTIONAL: [&str; 8] = [
    "fmi2GetFMUstate",
    "fmi2SetFMUstate",
    "fmi2FreeFMUstate",
    "fmi2SerializedFMUstateSize",
    "fmi2SerializeFMUstate",
    "fmi2DeSerializeFMUstate",
    "fmi2SetRealInputDerivatives",
    "fmi2GetRealOutputDerivatives",
];

/// How FMUs are called whose instances are known to share nothing.
const SAFE: &str = "macrostep fmu-builder ";

/// What shows that an FMU had better not be loaded here.
pub(super) fn crash_at_start(fmu: &Fmu, options: Options) -> Option<Found> {
    let made = (!options.trust_fmu).then(|| found(fmu.path(), Check::Initialisation))?;
    made.filter(|found| matches!(found.verdict, Verdict::Crash | Verdict::Hang))
}

/// Moves slaves to processes of their own that had better not share one, and says why.
pub(super) fn decide(slaves: &mut [CheckedSlave], options: Options, notes: &mut Vec<String>) {
    for k in 0..slaves.len() {
        let (before, rest) = slaves.split_at_mut(k);
        let slave = &mut rest[0];
        let Origin::Fmu(fmu) = &slave.origin else { continue };
        let reason = match slave.place {
            Place::Crashes => crash_at_start(fmu, options),
            Place::Here if !options.trust_fmu => crash(fmu),
            _ => None,
        };
        if let Some(found) = reason {
            slave.place = Place::Crashes;
            notes.push(moved(&slave.name, &found));
        }
        let beside = |other: &CheckedSlave| {
            let same =
                matches!(&other.origin, Origin::Fmu(other) if other.shares_library_with(fmu));
            same && other.place == Place::Here
        };
        if slave.place != Place::Here || !before.iter().any(beside) {
            continue;
        }
        if fmu.co_simulation().can_be_instantiated_only_once_per_process {
            slave.place = Place::OnlyOnceHere;
        } else if let Some(found) = disturbed(fmu, options) {
            slave.place = Place::NotBesideAnother;
            notes.push(moved(&slave.name, &found));
        }
    }
}

fn moved(slave: &str, found: &Found) -> String {
    format!(
        "slave \"{slave}\" runs in a process of its own, because a probe of its FMU found \"{found}\"; \
         --trust-fmu ignores the probe"
    )
}

/// A crash or hang, in any check that was made for this run, that the run cannot avoid.
fn crash(fmu: &Fmu) -> Option<Found> {
    let fatal = |found: &Found| match found.verdict {
        Verdict::Crash => !found.crashed_in().is_some_and(|call| OPTIONAL.contains(&call)),
        Verdict::Hang => true,
        _ => false,
    };
    looked_up(fmu.path()).into_iter().map(|(_, found)| found).find(fatal)
}

/// Why two instances may not share a process; nothing where nobody can find out.
fn disturbed(fmu: &Fmu, options: Options) -> Option<Found> {
    let made = (!options.trust_fmu).then(|| found(fmu.path(), Check::SecondInstance))?;
    made.filter(|found| found.verdict != Verdict::Independent)
}

/// Whether instances of an FMU are known to bear being stepped at the same time.
pub fn bears_parallel_instances(fmu: &Fmu) -> bool {
    fmu.description().generation_tool.as_deref().unwrap_or_default().starts_with(SAFE)
}

/// Instances of one library that are not known to bear being stepped at the same time take turns.
///
/// Where the user gives one of them a thread, the others follow it there.
pub(super) fn take_turns(
    slaves: &mut [CheckedSlave],
    (threads, parallel): (Threads, bool),
    options: Options,
    notes: &mut Vec<String>,
) {
    if threads.count == 1 || parallel || options.trust_fmu {
        return;
    }
    for k in 0..slaves.len() {
        let Some(Origin::Fmu(fmu)) = Some(&slaves[k].origin).cloned() else { continue };
        let shares = |slave: &CheckedSlave| {
            let same =
                matches!(&slave.origin, Origin::Fmu(other) if other.shares_library_with(&fmu));
            same && slave.place == Place::Here
        };
        let instances = slaves.iter().filter(|slave| shares(slave)).map(|slave| 1 + slave.clones);
        let first = slaves.iter().position(&shares) == Some(k);
        if !first || instances.sum::<usize>() < 2 || bears_parallel_instances(&fmu) {
            continue;
        }
        let mut given =
            slaves.iter().filter(|slave| shares(slave)).filter_map(|slave| slave.thread);
        let thread = given.next();
        if given.any(|other| Some(other) != thread) {
            // Who gives them different threads says that they may be stepped at the same time.
            continue;
        }
        let mut names = Vec::new();
        for slave in slaves.iter_mut().filter(|slave| shares(slave)) {
            names.push(format!("\"{}\"", slave.name));
            (slave.turns, slave.thread) = (Some(k), thread);
        }
        notes.push(format!(
            "{} {} instances of one library and take turns, because it is not known whether they may be stepped \
             at the same time; simulation.parallel_instances = true says that they may, isolation = \
             \"process\" gives each a process of its own",
            names.join(", "),
            if names.len() == 1 { "and its clones are" } else { "are" }
        ));
    }
}

//! Whether restored states are checked against what was saved.

use super::{CheckedSlave, Options, Origin};
use crate::probe::{Check, Verdict, looked_up, outputs_return};

/// Compares outputs after every restored state wherever these tell, and says where they do not.
///
/// Only FMUs of which a scheme wanted to know whether they can be rewound have been probed for it.
pub(super) fn compare(
    slaves: &mut [CheckedSlave],
    rewinds: bool,
    options: Options,
    notes: &mut Vec<String>,
) {
    for slave in slaves {
        let Origin::Fmu(fmu) = &slave.origin else { continue };
        let probed =
            looked_up(fmu.path()).into_iter().find(|(check, _)| *check == Check::SaveRestore);
        let Some((_, found)) = probed.filter(|_| !options.trust_fmu) else { continue };
        slave.compares_restored = outputs_return(fmu.path());
        let used = matches!(found.verdict, Verdict::Exact | Verdict::ExactWhenRestored);
        if rewinds && used && !slave.compares_restored {
            notes.push(format!(
                "slave \"{}\": whether its states are restored is not watched, because its outputs right after \
                 fmi2SetFMUstate are not those at the save (found by a probe)",
                slave.name
            ));
        }
    }
}

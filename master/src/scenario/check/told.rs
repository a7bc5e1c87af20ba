//! What probes of the FMUs found that the user should know of this run.

use toml::Spanned;

use super::warnings::Warning;
use super::{CheckedSlave, HandedOver, Options, Origin};
use crate::fmi::Fmu;
use crate::probe::{Check, Found, Verdict, found, ignores_input_derivatives, looked_up};
use crate::scenario::error::{ScenarioError, Source};
use crate::scenario::file::ScenarioFile;

/// Checks whose absence leaves an FMU at its word; of the others the consequence is told where it is drawn.
const TAKEN_AT_ITS_WORD: [Check; 4] =
    [Check::InputDerivatives, Check::OutputDerivatives, Check::VariableStep, Check::Feedthrough];

/// Says what was found, slave by slave.
pub(super) fn tell(
    source: &Source,
    file: &ScenarioFile,
    slaves: &[CheckedSlave],
    steps_vary: bool,
    options: Options,
    (warnings, notes): (&mut Vec<Warning>, &mut Vec<String>),
) {
    if options.trust_fmu {
        return;
    }
    let uses_derivatives =
        slaves.iter().flat_map(|slave| &slave.rules).any(|rule| rule.needs_derivatives());
    for (slave, name) in slaves.iter().zip(file.slaves.keys()) {
        let Origin::Fmu(fmu) = &slave.origin else { continue };
        warnings.extend(ignored_derivatives(source, name, slave, fmu).map(Warning::from));
        let divided = matches!(slave.handed_over, HandedOver::Parts(parts) if parts > 1);
        if steps_vary || divided {
            // Asked for, so that it is among what has been looked up.
            found(fmu.path(), Check::VariableStep);
        }
        for (check, found) in looked_up(fmu.path()) {
            let used = match check {
                Check::OutputDerivatives => uses_derivatives && slave.rates,
                Check::VariableStep => steps_vary || divided,
                _ => true,
            };
            let told = used.then(|| told(slave, check, &found)).flatten();
            notes.extend(told.map(|told| format!("slave \"{}\": {told}", slave.name)));
        }
    }
}

/// Derivatives that the user asks for and the FMU does not heed.
fn ignored_derivatives(
    source: &Source,
    name: &Spanned<String>,
    slave: &CheckedSlave,
    fmu: &Fmu,
) -> Option<ScenarioError> {
    let asked = slave.handed_over == HandedOver::Derivatives;
    let ignored = asked && ignores_input_derivatives(fmu.path());
    let found = ignored.then(|| found(fmu.path(), Check::InputDerivatives)).flatten()?;
    let message = format!(
        "slave \"{}\": hand_over = \"derivatives\", but a probe of its FMU found input derivatives \"{found}\"; \
         use \"sub-steps\", or leave hand_over out",
        slave.name
    );
    Some(source.error_at(name.span(), message))
}

/// A finding and what it means for the run, if that is not told elsewhere.
fn told(slave: &CheckedSlave, check: Check, found: &Found) -> Option<String> {
    let by_parts = matches!(slave.handed_over, HandedOver::Parts(_));
    match (check, found.verdict) {
        (Check::InputDerivatives, verdict)
            if by_parts && !matches!(verdict, Verdict::NotOffered | Verdict::Honoured) =>
        {
            Some(format!(
                "inputs reach it {}, because a probe of its FMU found input derivatives \"{found}\"",
                slave.handed_over
            ))
        }
        (Check::OutputDerivatives, Verdict::UnknownAtStart) => Some(
            "the derivatives of its outputs are not known before its first step; the rules of inputs that \
             follow them begin without"
                .into(),
        ),
        (Check::VariableStep, Verdict::Differs) => Some(format!(
            "its trajectory depends on the lengths of its steps, which vary in this run: a probe of its \
             FMU found \"{found}\""
        )),
        (check, Verdict::NotProbed) if TAKEN_AT_ITS_WORD.contains(&check) => Some(format!(
            "its FMU is taken at its word in \"{}\": {found}",
            check.title()
        )),
        _ => None,
    }
}

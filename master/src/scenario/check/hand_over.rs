//! How input polynomials reach each slave, by what its FMU can follow.

use toml::Spanned;

use super::{CheckedSlave, HandedOver, Options, Origin};
use crate::fmi::FmuSlave;
use crate::probe::{ignores_input_derivatives, refuses_other_steps};
use crate::scenario::error::{ScenarioError, Source};
use crate::scenario::file::{HandOver, ScenarioFile, SlaveSection};

/// Parts of a macro step where the user gives no number.
const SUB_STEPS: usize = 4;

/// Decides for every slave, now that the rules of its inputs are known.
pub(super) fn decide(
    source: &Source,
    file: &ScenarioFile,
    slaves: &mut [CheckedSlave],
    options: Options,
) -> Result<(), ScenarioError> {
    for (slave, (name, section)) in slaves.iter_mut().zip(&file.slaves) {
        let degree = slave.rules.iter().map(|rule| rule.degree()).max().unwrap_or(0);
        let named = (name, section);
        slave.handed_over = hand_over(source, file, named, &slave.origin, degree, options)?;
    }
    Ok(())
}

/// Finds out which slaves follow slopes of their inputs.
pub(super) fn find_slopes(file: &ScenarioFile, slaves: &mut [CheckedSlave], options: Options) {
    for (slave, section) in slaves.iter_mut().zip(file.slaves.values()) {
        slave.takes_slopes = takes_slopes(file, section, &slave.origin, options);
    }
}

/// Whether inputs of a slave may have a slope over the step, and it follows it without sub-steps.
fn takes_slopes(
    file: &ScenarioFile,
    section: &SlaveSection,
    origin: &Origin,
    options: Options,
) -> bool {
    let Origin::Fmu(fmu) = origin else { return false };
    match section.hand_over.unwrap_or(file.inputs.hand_over) {
        HandOver::Auto => fmu.takes_input_derivatives() && honours(origin, options),
        HandOver::Derivatives => fmu.takes_input_derivatives(),
        HandOver::SubSteps | HandOver::Mean => false,
    }
}

/// Whether input derivatives have the effect that the FMU declares.
fn honours(origin: &Origin, options: Options) -> bool {
    match origin {
        Origin::Fmu(fmu) => options.trust_fmu || !ignores_input_derivatives(fmu.path()),
        Origin::Table(_) => true,
    }
}

/// Whether steps can be divided, as the FMU declares and a probe does not refute.
fn divides(origin: &Origin, options: Options) -> bool {
    match origin {
        Origin::Fmu(fmu) => {
            let refuses = || refuses_other_steps(fmu.path()).is_some();
            fmu.can_divide_steps() && (options.trust_fmu || !refuses())
        }
        Origin::Table(_) => true,
    }
}

fn hand_over(
    source: &Source,
    file: &ScenarioFile,
    (name, section): (&Spanned<String>, &SlaveSection),
    origin: &Origin,
    degree: usize,
    options: Options,
) -> Result<HandedOver, ScenarioError> {
    let sub_steps = section.sub_steps.as_ref().or(file.inputs.sub_steps.as_ref());
    if let Some(zero) = sub_steps.filter(|parts| *parts.get_ref() == 0) {
        return Err(source.error_at(zero.span(), "sub_steps must be at least 1"));
    }
    let parts = HandedOver::Parts(sub_steps.map_or(SUB_STEPS, |parts| *parts.get_ref()));
    let can_derive = match origin {
        Origin::Fmu(fmu) => fmu.takes_input_derivatives() && degree <= FmuSlave::MAX_INPUT_DEGREE,
        Origin::Table(_) => true,
    };
    match section.hand_over.unwrap_or(file.inputs.hand_over) {
        // Interpolation in a sweep has the degree of the extrapolation: held inputs stay held.
        _ if degree == 0 => Ok(HandedOver::Held),
        HandOver::Auto if can_derive && honours(origin, options) => Ok(HandedOver::Derivatives),
        HandOver::Auto if divides(origin, options) => Ok(parts),
        HandOver::Auto | HandOver::Mean => Ok(HandedOver::Parts(1)),
        HandOver::Derivatives if can_derive => Ok(HandedOver::Derivatives),
        HandOver::Derivatives => Err(source.error_at(
            name.span(),
            format!(
                "the FMU of slave \"{}\" takes no input derivatives (canInterpolateInputs is not \
                 set); use hand_over = \"sub-steps\" or \"mean\"",
                name.get_ref()
            ),
        )),
        HandOver::SubSteps => Ok(parts),
    }
}

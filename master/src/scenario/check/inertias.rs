//! `slaves.NAME.inertias`: masses that inputs accelerate, for an interface Jacobian without runs.

use std::ops::Range;

use coupling::scheme::Inertia;
use coupling::{InputId, OutputId};

use super::variables::find;
use super::{CheckedSlave, Origin};
use crate::fmu::{Causality, Variable};
use crate::scenario::error::{ScenarioError, Source, suggestion};
use crate::scenario::file::{InertiaSection, ScenarioFile};

/// The inertias that the scenario states; where one is `needed`, there must be one.
pub(super) fn check(
    source: &Source,
    file: &ScenarioFile,
    needed: Option<Range<usize>>,
    slaves: &[CheckedSlave],
) -> Result<Vec<Inertia>, ScenarioError> {
    let mut inertias = Vec::new();
    let (mut inputs, mut outputs) = (0, 0);
    for (slave, (name, section)) in slaves.iter().zip(&file.slaves) {
        for (input, section) in &section.inertias {
            let found = inertia(slave, input.get_ref(), section, (inputs, outputs));
            inertias.push(found.map_err(|message| {
                let message = format!("slaves.{}.inertias: {message}", name.get_ref());
                source.error_at(input.span(), message)
            })?);
        }
        inputs += slave.inputs.len();
        outputs += slave.outputs.len();
    }
    match needed.filter(|_| inertias.is_empty()) {
        Some(place) => Err(source.error_at(place, NONE)),
        None => Ok(inertias),
    }
}

const NONE: &str = "scheme.jacobian = \"analytic\" needs a mass that an input accelerates: \
                    slaves.NAME.inertias = { force = { mass = 1.0, position = \"x\", velocity = \"v\" } }";

fn inertia(
    slave: &CheckedSlave,
    input: &str,
    section: &InertiaSection,
    (inputs, outputs): (usize, usize),
) -> Result<Inertia, String> {
    let mass = section.mass;
    if !(mass.is_finite() && mass > 0.0) {
        return Err(format!("the mass of \"{input}\" is {mass}; it must be greater than zero"));
    }
    let position = slave.inputs.get_index_of(input).ok_or_else(|| {
        let near = suggestion(input, slave.inputs.iter().map(String::as_str));
        format!("slave \"{}\" has no coupled input \"{input}\"{near}", slave.name)
    })?;
    let output = |name: &Option<String>| {
        let Some(name) = name else { return Ok(None) };
        known(slave, name)?;
        // An output that nobody reads needs no sensitivity.
        Ok::<_, String>(slave.outputs.get_index_of(name).map(|k| OutputId(outputs + k)))
    };
    Ok(Inertia {
        input: InputId(inputs + position),
        mass,
        position: output(&section.position)?,
        velocity: output(&section.velocity)?,
    })
}

fn known(slave: &CheckedSlave, name: &str) -> Result<(), String> {
    let Origin::Fmu(fmu) = &slave.origin else { return Ok(()) };
    let outputs = |v: &&Variable| matches!(v.causality, Causality::Output | Causality::Local);
    find(fmu.description(), &slave.name, name, "output", outputs).map(|_| ())
}

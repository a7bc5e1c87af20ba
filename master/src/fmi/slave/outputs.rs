//! The outputs of a slave: one buffer per FMI type, so that each type is read in one call.

use super::inputs::Group;
use crate::fmi::library::{Component, Observation};
use crate::fmu::{Causality, Description, Variable, VariableType};
use coupling::slave::{Feedthrough, OutputPort, SlaveError};
use std::collections::HashMap;

/// The outputs as the coupling sees them.
pub fn ports<'a>(
    model: &Description,
    inputs: &'a [Variable],
    outputs: &[Variable],
) -> Vec<OutputPort> {
    let named = |(k, input): (usize, &'a Variable)| (input.name.as_str(), k);
    let positions = inputs.iter().enumerate().map(named).collect();
    let port = |output: &Variable| OutputPort {
        name: output.name.clone(),
        feedthrough: feedthrough(model, &positions, output),
    };
    outputs.iter().map(port).collect()
}

/// The chosen inputs (their positions by their names) among the declared dependencies of an output.
fn feedthrough(
    model: &Description,
    inputs: &HashMap<&str, usize>,
    output: &Variable,
) -> Feedthrough {
    model.dependencies(&output.name).map_or(Feedthrough::Unknown, |dependencies| {
        let chosen = |input: &Variable| inputs.get(input.name.as_str()).copied();
        let mut positions: Vec<_> = dependencies.filter_map(chosen).collect();
        positions.sort_unstable();
        positions.dedup();
        Feedthrough::Declared(positions)
    })
}

/// The outputs with buffers for their values; what a step with Real outputs alone does not need lies elsewhere.
pub struct Outputs {
    /// Real outputs proper, whose derivatives the standard lets us ask for, and their orders.
    derivable: Box<Group<f64>>,
    orders: Box<[i32]>,
    reals: Group<f64>,
    integers: Box<Group<i32>>,
    booleans: Box<Group<i32>>,
    /// Whether all are Real, and so stand in their own order.
    pub only_reals: bool,
}

impl Outputs {
    /// The outputs, grouped.
    pub fn new(variables: &[Variable]) -> Self {
        let derivable = Group::choose(variables, |v| {
            v.kind == VariableType::Real && v.causality == Causality::Output
        });
        Self {
            only_reals: variables.iter().all(|v| v.kind == VariableType::Real),
            orders: vec![1; derivable.vrs.len()].into(),
            derivable: derivable.into(),
            reals: Group::new(variables, &[VariableType::Real]),
            integers: Group::new(variables, &[VariableType::Integer, VariableType::Enumeration])
                .into(),
            booleans: Group::new(variables, &[VariableType::Boolean]).into(),
        }
    }

    /// Reads all outputs into `y`.
    #[inline(always)]
    pub fn get<O: Observation>(
        &mut self,
        component: &mut Component<O>,
        y: &mut [f64],
    ) -> Result<(), SlaveError> {
        if self.only_reals {
            return Ok(component.get_real(&self.reals.vrs, y)?);
        }
        self.get_of_each_type(component, y)
    }

    #[inline(never)]
    fn get_of_each_type<O: Observation>(
        &mut self,
        component: &mut Component<O>,
        y: &mut [f64],
    ) -> Result<(), SlaveError> {
        let Self { reals, integers, booleans, .. } = self;
        component.get_real(&reals.vrs, &mut reals.values)?;
        component.get_integer(&integers.vrs, &mut integers.values)?;
        component.get_boolean(&booleans.vrs, &mut booleans.values)?;
        spread(reals, y, |value| value);
        spread(integers, y, f64::from);
        spread(booleans, y, |value| f64::from(value != 0));
        Ok(())
    }

    /// Reads the time derivatives of the Real outputs into their places in `dy`.
    pub fn get_derivatives(
        &mut self,
        component: &mut Component,
        dy: &mut [f64],
    ) -> Result<(), SlaveError> {
        let Self { derivable, orders, .. } = self;
        component.get_real_output_derivatives(&derivable.vrs, orders, &mut derivable.values)?;
        spread(derivable, dy, |value| value);
        Ok(())
    }
}

fn spread<T: Copy>(group: &Group<T>, y: &mut [f64], number: impl Fn(T) -> f64) {
    for (value, &position) in group.values.iter().zip(&group.positions) {
        y[position] = number(*value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fmi::description::described;

    #[test]
    fn feedthrough_is_declared_for_chosen_inputs_or_unknown() {
        let variable = |name: &str| {
            format!("<ScalarVariable name=\"{name}\" valueReference=\"0\"><Real/></ScalarVariable>")
        };
        let xml = format!(
            "<fmiModelDescription><ModelVariables>{}</ModelVariables><ModelStructure><Outputs>\
             <Unknown index=\"3\" dependencies=\"1 2\"/><Unknown index=\"4\" dependencies=\"\"/>\
             <Unknown index=\"5\"/></Outputs></ModelStructure></fmiModelDescription>",
            ["u1", "u2", "a", "b", "c", "d"].map(variable).concat()
        );
        let model = described(&xml);
        let inputs = [model.variable("u2").unwrap().clone()];
        let outputs: Vec<_> = model.variables[2..].to_vec();
        let found: Vec<_> =
            ports(&model, &inputs, &outputs).into_iter().map(|port| port.feedthrough).collect();
        let declared = |list: &[usize]| Feedthrough::Declared(list.to_vec());
        let unknown = Feedthrough::Unknown;
        assert_eq!(found, [declared(&[0]), declared(&[]), unknown.clone(), unknown]);
    }
}

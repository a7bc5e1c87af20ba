//! The ports of a model: which of its variables are coupled, and what depends on what.

use coupling::slave::{Feedthrough, InputPort, OutputPort, Ports};

use super::ModelSlaveError;
use crate::dependencies::Dependencies;
use crate::inputs::MAX_ORDER;
use crate::layout::Layout;
use crate::model::Model;
use crate::runtime::Instance;
use crate::structural::Structural;
use crate::variables::Variables;

/// The value references of variables that must be of a certain role.
pub(super) fn find<M: Model>(
    instance: &Instance<M>,
    role: &'static str,
    names: &[&str],
    fits: impl Fn(&Layout, usize) -> bool,
) -> Result<Vec<u32>, ModelSlaveError> {
    let find_one = |name: &&str| {
        let found =
            instance.names().find(|(at, known)| known == name && fits(instance.layout(), *at));
        found.map(|(at, _)| at as u32).ok_or_else(|| {
            let known = instance.names().filter(|(at, _)| fits(instance.layout(), *at));
            ModelSlaveError::UnknownName {
                model: M::NAME,
                role,
                name: name.to_string(),
                known: known.map(|(_, name)| name).collect::<Vec<_>>().join(", "),
            }
        })
    };
    names.iter().map(find_one).collect()
}

/// The ports, with feedthrough as the model's functions show it.
pub(super) fn ports<M: Model>(
    instance: &Instance<M>,
    structural: &Structural,
    [inputs, outputs]: [&[u32]; 2],
    input_names: &[&str],
    names: &[&str],
) -> Ports {
    let mut variables = Variables::chosen(structural);
    let model = M::declare(&mut variables);
    let layout = Layout::new(&variables);
    // Only what is computed can depend on an input; what depends on what is asked no sooner than it matters.
    let is_computed = outputs.iter().any(|output| *output as usize >= layout.y);
    let found = is_computed.then(|| Dependencies::find(&model, &variables));
    let feedthrough = |at: usize| -> Vec<usize> {
        let of_output = |found: &Dependencies| {
            found.of(at).filter_map(|known| position(inputs, known)).collect()
        };
        found.as_ref().filter(|_| at >= layout.y).map_or_else(Vec::new, of_output)
    };
    let output = |(reference, name): (&u32, &&str)| OutputPort {
        name: name.to_string(),
        feedthrough: Feedthrough::Declared(feedthrough(*reference as usize)),
    };
    let input = |(reference, name): (&u32, &&str)| InputPort {
        name: name.to_string(),
        discrete: !instance.is_real(*reference),
    };
    Ports {
        inputs: inputs.iter().zip(input_names).map(input).collect(),
        outputs: outputs.iter().zip(names).map(output).collect(),
        input_degree: MAX_ORDER,
        can_rewind: true,
    }
}

fn position(references: &[u32], at: usize) -> Option<usize> {
    references.iter().position(|reference| *reference as usize == at)
}

//! What inputs can be: the ranges that the FMUs declare, carried through plain connections.

use coupling::law::{Convert, Link};
use coupling::signals::{Bounds, Restriction};
use coupling::{InputId, OutputId};

use super::second_order::place;
use super::variables::variable;
use super::{CheckedSlave, Law, Options};
use crate::fmu::VariableType;
use crate::scenario::file::ScenarioFile;

/// What rules must not make of the inputs, in the order of u; `held_at_jumps` says which are held where their
/// past is not of one piece. None for analysis, which needs steps that are linear in the states.
pub(super) fn restrictions(
    file: &ScenarioFile,
    slaves: &[CheckedSlave],
    laws: &[Law],
    held_at_jumps: &[bool],
    options: Options,
) -> Vec<Restriction> {
    if options.unwatched {
        return Vec::new();
    }
    let given = given(slaves, laws);
    let own = slaves.iter().flat_map(|slave| slave.inputs.iter().map(move |name| (slave, name)));
    let restriction = |(i, (slave, name)): (usize, (&CheckedSlave, &String))| {
        let declared = declared(slave, name);
        let both = declared.and(given[i]);
        // Ranges that have nothing in common contradict each other: the source knows what it gives.
        let possible = if both.min <= both.max { both } else { given[i] };
        let bounds = if file.inputs.clamp { possible } else { Bounds::NONE };
        Restriction { input: InputId(i), bounds, declared, held_at_jumps: held_at_jumps[i] }
    };
    let needed = |r: &Restriction| r.held_at_jumps || !r.bounds.is_none() || !r.declared.is_none();
    own.enumerate().map(restriction).filter(needed).collect()
}

/// For each input, what its sources can give, where only connections drive it.
fn given(slaves: &[CheckedSlave], laws: &[Law]) -> Vec<Bounds> {
    let inputs = slaves.iter().map(|slave| slave.inputs.len()).sum();
    let mut sums = vec![Bounds { min: 0.0, max: 0.0 }; inputs];
    for law in laws {
        match law.links() {
            Some(links) => {
                for link in links {
                    let (sum, share) = (&mut sums[link.to.0], through(slaves, link));
                    *sum = Bounds { min: sum.min + share.min, max: sum.max + share.max };
                }
            }
            None => {
                let acts_on = law.build().dependencies();
                acts_on.iter().for_each(|(InputId(input), _)| sums[*input] = Bounds::NONE);
            }
        }
    }
    sums
}

/// What arrives through a connection.
fn through(slaves: &[CheckedSlave], link: &Link) -> Bounds {
    if link.convert != Convert::Lossless {
        return Bounds::NONE;
    }
    let OutputId(output) = link.from;
    let (slave, k) = place(slaves, output, |slave| slave.outputs.len());
    let Bounds { min, max } = declared(&slaves[slave], &slaves[slave].outputs[k]);
    let at =
        |bound: f64| if link.gain == 0.0 { link.offset } else { link.gain * bound + link.offset };
    let ends = [at(min), at(max)];
    Bounds { min: ends[0].min(ends[1]), max: ends[0].max(ends[1]) }
}

/// The range that a variable declares; none where it contradicts itself.
fn declared(slave: &CheckedSlave, name: &str) -> Bounds {
    let Some(variable) = variable(slave, name) else { return Bounds::NONE };
    if variable.kind == VariableType::Boolean {
        return Bounds { min: 0.0, max: 1.0 };
    }
    let bounds = Bounds {
        min: variable.min.unwrap_or(Bounds::NONE.min),
        max: variable.max.unwrap_or(Bounds::NONE.max),
    };
    if bounds.min <= bounds.max { bounds } else { Bounds::NONE }
}

//! Which inputs belong to a coupling of second order: where energy swings between slaves, and a rule that
//! looks further back than the last value pays even without derivatives.
//!
//! The measure: a mechanical or hydraulic law of the master acts on the input; or two slaves exchange motion
//! against force, one giving a length, an angle or a derivative of these, the other a force or a torque in
//! return, by the units of the connected variables. Variables without a unit are neither.

use coupling::law::Link;
use coupling::{InputId, OutputId};

use super::units::Quantity;
use super::variables::variable;
use super::{CheckedSlave, Law, units};

/// For each input, in the order of u, whether it belongs to a coupling of second order.
pub(super) fn inputs(slaves: &[CheckedSlave], laws: &[Law]) -> Vec<bool> {
    let mut found = vec![false; slaves.iter().map(|slave| slave.inputs.len()).sum()];
    let mut exchanged = Vec::new();
    for law in laws {
        match law {
            Law::Signal(links) => {
                exchanged.extend(links.iter().filter_map(|l| exchange(slaves, l)));
            }
            Law::Sampled(link, _) => exchanged.extend(exchange(slaves, link)),
            Law::Coupling(coupling) if !coupling.second_order => {}
            Law::Coupling(_) => {
                let acts_on = law.build().dependencies();
                acts_on.iter().for_each(|(InputId(input), _)| found[*input] = true);
            }
        }
    }
    for one in &exchanged {
        let answers = |other: &Exchange| {
            (other.from, other.to) == (one.to, one.from) && other.quantity != one.quantity
        };
        found[one.input] |= exchanged.iter().any(answers);
    }
    found
}

/// Motion or force that one slave gives to another.
struct Exchange {
    from: usize,
    to: usize,
    input: usize,
    quantity: Quantity,
}

fn exchange(slaves: &[CheckedSlave], link: &Link) -> Option<Exchange> {
    let (OutputId(output), InputId(input)) = (link.from, link.to);
    let (from, k) = place(slaves, output, |slave| slave.outputs.len());
    let (to, j) = place(slaves, input, |slave| slave.inputs.len());
    let given = variable(&slaves[from], &slaves[from].outputs[k]);
    let taken = variable(&slaves[to], &slaves[to].inputs[j]);
    let quantity = [given, taken].into_iter().flatten().find_map(units::quantity)?;
    Some(Exchange { from, to, input, quantity })
}

/// The slave of a variable that is numbered through all slaves, and its number there.
pub(super) fn place(
    slaves: &[CheckedSlave],
    mut number: usize,
    count: impl Fn(&CheckedSlave) -> usize,
) -> (usize, usize) {
    let mut slave = 0;
    while number >= count(&slaves[slave]) {
        number -= count(&slaves[slave]);
        slave += 1;
    }
    (slave, number)
}

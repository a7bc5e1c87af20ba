//! What the user should know of how a run went.

use coupling::divergence::{Divergence, Growth};
use coupling::energy::Balance;
use coupling::simulation::Simulation;

/// All warnings about a run that has ended.
pub(super) fn warnings(simulation: &Simulation) -> Vec<String> {
    let divergence = simulation.divergence().and_then(diverged);
    let bonds = simulation.balances().into_iter().filter_map(leaking);
    divergence.into_iter().chain(bonds).collect()
}

fn diverged(divergence: &Divergence) -> Option<String> {
    let words = |Growth { input, from, to }: &Growth| {
        format!(
            "{input} has grown from {:.1e} at t = {} s to {:.1e} at t = {} s",
            from.1, from.0, to.1, to.0
        )
    };
    match (divergence.found(), divergence.grown()) {
        (Some(growth), _) => Some(format!(
            "the coupling diverges: {}, and was predicted wrongly by a large part of itself again and again: \
             what follows is no solution; take a smaller simulation.step or scheme.kind = \"semi-implicit\"",
            words(growth)
        )),
        (None, Some(growth)) => Some(format!(
            "{}: if the system itself is not unstable, the coupling is; see whether it is the same with a \
             smaller simulation.step, or ask `macrostep study stability`",
            words(growth)
        )),
        (None, None) => None,
    }
}

fn leaking(Balance { name, growth, .. }: Balance) -> Option<String> {
    let (before, now) = growth?;
    Some(format!(
        "bond \"{name}\": the leak per cycle grows, from {before:.3e} J to {now:.3e} J: the coupling \
         makes energy; try a smaller step, another extrapolation, or a correction"
    ))
}

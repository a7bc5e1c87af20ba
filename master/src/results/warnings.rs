//! What the user should know of how a run went.

use coupling::divergence::{Divergence, Growth};
use coupling::energy::Balance;
use coupling::scheme::Effort;
use coupling::simulation::Simulation;

use super::control_summary::warning as missed_tolerance;
use super::inputs::{InputSummary, inputs};

/// All warnings about a run that has ended.
pub(super) fn warnings(simulation: &Simulation) -> Vec<String> {
    let divergence = simulation.divergence().and_then(diverged);
    let taken = simulation.progress().taken;
    let control =
        simulation.controlled_steps().and_then(|history| missed_tolerance(history, taken));
    let effort = simulation.effort().and_then(|effort| not_corrected(&effort, taken));
    let bonds = simulation.balances().into_iter().filter_map(leaking);
    let inputs = inputs(simulation);
    let inputs = inputs.iter().flat_map(InputSummary::warnings);
    divergence.into_iter().chain(control).chain(effort).chain(bonds).chain(inputs).collect()
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

/// Steps in which a corrector failed, where they are more than a few impacts or switches.
fn not_corrected(effort: &Effort, taken: u64) -> Option<String> {
    let steps = effort.residuals.useless;
    let (residual, t) = effort.residuals.largest;
    (steps >= 10).then(|| {
        format!(
            "in {steps} of {taken} steps the corrector left more than half of the predictor's residual, and up to \
             {residual:.1e} of the inputs at t = {t} s: the interface Jacobian does not describe the slaves there; they \
             jump, or their states are not restored (see `macrostep probe`)"
        )
    })
}

fn leaking(Balance { name, growth, .. }: Balance) -> Option<String> {
    let (before, now) = growth?;
    Some(format!(
        "bond \"{name}\": the leak per cycle grows, from {before:.3e} J to {now:.3e} J: the coupling \
         makes energy; try a smaller step, another extrapolation, or a correction"
    ))
}

//! What the user should know of how a run went.

use coupling::Growth;
use coupling::divergence::Divergence;
use coupling::energy::{Balance, Corrections};
use coupling::network::Network;
use coupling::scheme::{NotConverged, Statistics};
use coupling::simulation::Simulation;

use super::control_summary::warning as missed_tolerance;
use super::inputs::{InputSummary, inputs};

/// A residual of an algebraic loop up to this part of its inputs is rounding.
const ROUNDING: f64 = 1e-9;

/// After fewer macro steps nothing is said of corrections.
const FEWEST: u64 = 20;

/// All warnings about a run that has ended.
pub(super) fn warnings(simulation: &Simulation) -> Vec<String> {
    let divergence = simulation.divergence().and_then(diverged);
    let taken = simulation.progress().taken;
    let control =
        simulation.controlled_steps().and_then(|history| missed_tolerance(history, taken));
    let statistics =
        simulation.statistics().and_then(|statistics| not_corrected(&statistics, taken));
    let close = simulation.statistics().and_then(|statistics| within_noise(&statistics, taken));
    let balances = simulation.balances();
    let bonds = balances
        .iter()
        .flat_map(|balance| leaking(balance).into_iter().chain(at_its_limit(balance)));
    let inputs = inputs(simulation);
    let inputs = inputs.iter().flat_map(InputSummary::warnings);
    let loops = noisy_loops(simulation.network());
    let run = divergence.into_iter().chain(loops).chain(control).chain(statistics).chain(close);
    run.chain(bonds).chain(inputs).collect()
}

fn diverged(divergence: &Divergence) -> Option<String> {
    let words = |Growth { input, from, to, .. }: &Growth| {
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

/// Algebraic loops that were solved to the noise of their slaves only.
fn noisy_loops(network: &Network) -> Option<String> {
    let start = network.initialisation().loops().map(|(_, solution)| solution.residual);
    let start = start.filter(|residual| *residual > ROUNDING).fold(0.0, f64::max);
    let (points, later) = network.loop_noise();
    (points > 0 || start > 0.0).then(|| {
        format!(
            "algebraic loops were solved to {:.1e} of their inputs only, at {points} communication points and {} \
             the start: the residual did not fall any more, as if the outputs of an FMU had an error of that size; \
             a smaller simulation.tolerance may make them more exact",
            later.max(start),
            if start > 0.0 { "at" } else { "not at" }
        )
    })
}

/// Iterations that ended within the noise of the FMUs.
fn within_noise(statistics: &Statistics, taken: u64) -> Option<String> {
    let NotConverged { within_noise, residual, times, noise, .. } = statistics.not_converged;
    (times > 2.0 && within_noise > 0).then(|| {
        format!(
            "in {within_noise} of {taken} steps the iteration ended at the noise of the FMUs instead of scheme.relative: they \
             answer nearly the same inputs with a noise of up to {noise:.1e} of them, and up to {residual:.1e} was left; a \
             smaller simulation.tolerance may make them more exact"
        )
    })
}

/// Steps in which a corrector failed, where they are more than a few impacts or switches.
fn not_corrected(statistics: &Statistics, taken: u64) -> Option<String> {
    let steps = statistics.residuals.useless;
    let (residual, t) = statistics.residuals.largest;
    (steps >= 10).then(|| {
        format!(
            "in {steps} of {taken} steps the corrector left more than half of the predictor's residual, and up to \
             {residual:.1e} of the inputs at t = {t} s: the interface Jacobian does not describe the slaves there; they \
             jump, or their states are not restored (see `macrostep probe`)"
        )
    })
}

fn leaking(Balance { name, growth, .. }: &Balance) -> Option<String> {
    let (before, now) = (*growth)?;
    Some(format!(
        "bond \"{name}\": the leak per cycle grows, from {before:.3e} J to {now:.3e} J: the coupling \
         makes energy; try a smaller step, another extrapolation, or a correction"
    ))
}

/// A correction that its cap or its pauses kept from taking the leak back in more than half of the steps.
fn at_its_limit(Balance { name, corrections, .. }: &Balance) -> Option<String> {
    let Corrections { steps, capped, paused } = *corrections;
    (steps >= FEWEST && 2 * (capped + paused) > steps).then(|| {
        format!(
            "bond \"{name}\": the correction was cut off at its cap in {capped} and paused in {paused} of {steps} \
             macro steps, so it may not keep the energy any more: take a smaller simulation.step, or a larger \
             bonds.{name}.cap up to 1"
        )
    })
}

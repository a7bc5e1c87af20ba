//! Section 2.3.3, Figures 2.14 to 2.16: decay and frequency of the low mode in long runs.

use nalgebra::Complex;
use serde::Deserialize;

use super::system::{Coupling, Subsystems, take_mode};
use crate::bench::Bench;
use crate::entry::{Entry, data};
use crate::error::ReproduceError;
use crate::figure::{Figure, Section};
use crate::target::Target;
use macrostep::analysis::Stability;

pub const ENTRY: Entry = Entry {
    name: "friedrich/long-time",
    title: "Decay and frequency of the low mode by way of coupling",
    about: "F = 100 and ω̂ = 0.021898, a fifth of the limit of Const 2,3,Opt. Force/force coupling needs no damper and \
            leaves the low mode of equal subsystems untouched. Displacement/displacement and force/displacement \
            coupling need a coupling damper d = θ c H; θ is the smallest that makes the run stable (ρ ≤ 1 + 1e-9), \
            decay δH and frequency ωH of the low mode are those with it. The thesis tells this story in words and \
            pictures: displacement/displacement is strongly damped, force/displacement half as much, linear \
            inputs less by orders of magnitude. It prints neither damper nor numbers, nor whether the velocity input \
            of held displacements is held or zero, so that both are shown. With different eigenfrequencies \
            (k = ω_B/ω_A, V = c_B/c_A) errors of the frequency are against rigidly joined masses (2.81); most of \
            that of force/force is the finite spring itself.",
    fmus: &["oscillator", "base-excited-oscillator"],
    run,
    pictures: None,
};

/// ω̂ of subsystem A.
const OMEGA: f64 = 0.021898;
/// Rules of force/force coupling.
const RULES: [&str; 4] = ["const-2-3-opt", "lin-2-3-opt", "const-2-2-opt", "lin-2-2-opt"];

#[derive(Deserialize)]
struct Data {
    equal: Vec<Equal>,
    different: Vec<Different>,
}

/// Equal subsystems; two decays where the low mode is overdamped.
#[derive(Deserialize)]
struct Equal {
    coupling: Coupling,
    inputs: String,
    velocity: bool,
    theta: f64,
    delta: Vec<f64>,
    omega_error: Option<f64>,
}

/// Subsystems of different eigenfrequency, linear inputs.
#[derive(Deserialize)]
struct Different {
    k: f64,
    v: f64,
    omega_rigid: f64,
    force_force: Mode,
    force_displacement: Mode,
    displacement_displacement: Mode,
}

/// The smallest stable damper, δH, and ωH less that of rigidly joined masses.
#[derive(Deserialize)]
struct Mode {
    theta: Option<f64>,
    delta: f64,
    error: f64,
}

fn run(bench: &Bench) -> Result<Vec<Section>, ReproduceError> {
    let Data { equal, different } = data(include_str!("../../data/friedrich_long_time.json"));
    Ok(vec![
        Section::new("force/force, equal subsystems", untouched(bench)?),
        Section::new("other couplings, equal subsystems", with_damper(bench, &equal)?),
        Section::new("different eigenfrequencies", apart(bench, &different)?),
    ])
}

/// Force/force: the low mode is e^(±jω̂) to rounding.
fn untouched(bench: &Bench) -> Result<Vec<Figure>, ReproduceError> {
    let found = bench.each(&RULES, |rule| {
        let subsystems =
            Subsystems { inputs: format!("extrapolation = '{rule}'"), ..Subsystems::equal() };
        low_mode(&mut subsystems.coupled(bench, 0.0)?, OMEGA)
    })?;
    let figures = |(rule, [z, _]): (&&str, [Complex<f64>; 2])| {
        let target = Target::absolute(0.0, 1e-12);
        let figure = |what, found| Figure::new(format!("{rule}, {what}"), found).recomputed(target);
        [figure("δH", -z.norm().ln()), figure("ωH − ω̂", z.arg() - OMEGA)]
    };
    Ok(RULES.iter().zip(found).flat_map(figures).collect())
}

fn with_damper(bench: &Bench, cases: &[Equal]) -> Result<Vec<Figure>, ReproduceError> {
    let found = bench.each(cases, |case| {
        let inputs = inputs(&case.inputs);
        let coupling = case.coupling;
        let subsystems =
            Subsystems { coupling, inputs, velocity: case.velocity, ..Subsystems::equal() };
        damped(bench, &subsystems, OMEGA)
    })?;
    let mut figures = Vec::new();
    for (case, (theta, modes)) in cases.iter().zip(found) {
        let velocity = if case.velocity { "" } else { ", velocity 0" };
        let name = format!("{}, {}{velocity}", case.coupling.word(), case.inputs);
        let mut push = |what: &str, found, target| {
            let figure = Figure::new(format!("{name}, {what}"), found);
            figures.push(figure.recomputed(Target::relative(target, 1e-3)));
        };
        push("θ", theta, case.theta);
        let mut decays = modes.map(|z| -z.norm().ln());
        decays.sort_by(f64::total_cmp);
        for (decay, target) in decays.into_iter().zip(&case.delta) {
            push("δH", decay, *target);
        }
        if let Some(error) = case.omega_error {
            push("ω/ω̂ − 1", modes[0].arg() / OMEGA - 1.0, error);
        }
    }
    Ok(figures)
}

fn apart(bench: &Bench, cases: &[Different]) -> Result<Vec<Figure>, ReproduceError> {
    let found = bench.each(cases, |case| {
        let find = |coupling, inputs: &str| {
            let Different { k, v, .. } = *case;
            let subsystems =
                Subsystems { coupling, inputs: inputs.into(), k, v, ..Subsystems::equal() };
            match coupling {
                Coupling::ForceForce => {
                    let mut stability = subsystems.coupled(bench, 0.0)?;
                    Ok((0.0, low_mode(&mut stability, case.omega_rigid)?))
                }
                _ => damped(bench, &subsystems, case.omega_rigid),
            }
        };
        Ok::<_, ReproduceError>([
            find(Coupling::ForceForce, "extrapolation = 'lin-2-3-opt'")?,
            find(Coupling::ForceDisplacement, &inputs("linear"))?,
            find(Coupling::DisplacementDisplacement, &inputs("linear"))?,
        ])
    })?;
    let mut figures = Vec::new();
    for (case, found) in cases.iter().zip(found) {
        let Different { force_force, force_displacement, displacement_displacement, .. } = case;
        let modes = [force_force, force_displacement, displacement_displacement];
        for ((mode, (theta, [z, _])), word) in
            modes.into_iter().zip(found).zip(["F/F", "F/D", "D/D"])
        {
            let name = format!("{word}, k = {}, V = {}", case.k, case.v);
            let mut push = |what: &str, found, target| {
                // 1e-13: rounding of eigenvalues near 1.
                let target = Target { absolute: 1e-13, ..Target::relative(target, 1e-3) };
                figures.push(Figure::new(format!("{name}, {what}"), found).recomputed(target));
            };
            mode.theta.inspect(|target| push("θ", theta, *target));
            push("δH", -z.norm().ln(), mode.delta);
            push("ωH − ω̂_n", z.arg() - case.omega_rigid, mode.error);
        }
    }
    Ok(figures)
}

fn inputs(word: &str) -> String {
    match word {
        "hold" => "extrapolation = 'hold'".into(),
        _ => "extrapolation = 'polynomial'\ndegree = 1".into(),
    }
}

/// The smallest θ that makes the coupling stable, and the low mode with it.
fn damped(
    bench: &Bench,
    subsystems: &Subsystems,
    omega: f64,
) -> Result<(f64, [Complex<f64>; 2]), ReproduceError> {
    let is_stable = |theta: f64| {
        let radius = bench.radius(&mut subsystems.coupled(bench, theta * OMEGA)?, OMEGA)?;
        Ok::<_, ReproduceError>(radius <= 1.0 + 1e-9)
    };
    // Too much damping is unstable again: up in small steps, then bisection.
    let (mut unstable, mut stable) = (0.0, 1e-3);
    while !is_stable(stable)? && stable < 2.0 {
        (unstable, stable) = (stable, 1.1 * stable);
    }
    while stable - unstable > 1e-7 * stable {
        let theta = 0.5 * (unstable + stable);
        if is_stable(theta)? { stable = theta } else { unstable = theta }
    }
    Ok((stable, low_mode(&mut subsystems.coupled(bench, stable * OMEGA)?, omega)?))
}

/// The two eigenvalues nearest to e^(±jω).
fn low_mode(stability: &mut Stability, omega: f64) -> Result<[Complex<f64>; 2], ReproduceError> {
    let mut values = stability.eigenvalues(OMEGA)?.ok_or(ReproduceError::NotLinear)?;
    Ok(take_mode(&mut values, omega))
}

//! Whether slopes of inputs have the effect they should have.
//!
//! All continuous inputs follow a ramp. Run H holds them at the start of each step, run D gives
//! their slope, run R divides each step into many with held values from the ramp. D must come
//! closer to R than H does. A solver with a coarse tolerance may change more by the division of the
//! steps than by the inputs; two runs with inputs that stand still show which outputs tell nothing.

use crate::probe::stopped::Stopped;
use crate::probe::subject::{Run, Subject};
use crate::probe::trajectory::{Trajectory, difference_among, identical, percent, spans};
use crate::probe::verdict::{Found, Verdict};

/// Steps of the ramp, over which every input moves by its amplitude.
const STEPS: usize = 6;
/// Parts of a step in the reference, and of a slow one.
const PARTS: usize = 32;
const FEW_PARTS: usize = 8;
/// An effect below this part of the range is rounding.
const SEEN: f64 = 1e-9;
/// The part of the error with held inputs that slopes may leave.
const LEFT: f64 = 0.5;
/// The part of that error that the division of the steps may make up where an output tells anything: of the rest, slopes
/// that are honoured leave nothing.
const NOISE: f64 = 0.25;

/// Compares the three runs.
pub fn run(subject: &Subject) -> Result<Found, Stopped> {
    if !subject.declares().can_interpolate_inputs {
        return Ok(Found::new(Verdict::NotOffered, ""));
    }
    if !subject.fmu().takes_input_derivatives() {
        return Ok(Found::new(Verdict::Fails, "the function is missing"));
    }
    if subject.inputs.is_empty() {
        return Ok(Found::new(Verdict::NothingToSee, "no continuous input"));
    }
    let held = ramp(subject, 1.0, |run, _| run.step_to(run.t + subject.h))?;
    let sloped = ramp(subject, 1.0, |run, _| {
        give_slopes(subject, run)?;
        run.step_to(run.t + subject.h)
    })?;
    let fine = match divided(subject, 1.0) {
        Ok(fine) => fine,
        Err(error) => {
            let ignored = identical(&held, &sloped);
            let verdict = if ignored { Verdict::Ignored } else { Verdict::NotProbed };
            let detail = format!("no reference, because short steps are refused: {error}");
            return Ok(Found::new(verdict, detail));
        }
    };
    let found = judge(subject, &held, &sloped, &fine, |_| true);
    if found.verdict != Verdict::Wrong {
        return Ok(found);
    }
    let still = ramp(subject, 0.0, |run, _| run.step_to(run.t + subject.h))?;
    let (noise, error) = (spans(&still, &divided(subject, 0.0)?), spans(&held, &fine));
    let tells = |k: usize| noise[k] <= NOISE * error[k];
    let found = judge(subject, &held, &sloped, &fine, tells);
    let lost = "what the inputs do is less than what the lengths of the steps do";
    let is_lost = found.verdict == Verdict::NothingToSee;
    Ok(if is_lost { Found::new(found.verdict, lost) } else { found })
}

/// The reference: each step divided into many with held values from the ramp.
fn divided(subject: &Subject, moves: f64) -> Result<Trajectory, Stopped> {
    ramp(subject, moves, |run, step| {
        let begin = run.t;
        let parts = if subject.is_slow() { FEW_PARTS } else { PARTS };
        for part in 0..parts {
            let middle = (part as f64 + 0.5) / parts as f64;
            set_ramp(run, moves * (step as f64 + middle))?;
            run.step_to(begin + subject.h * (part + 1) as f64 / parts as f64)?;
        }
        // Outputs with direct feedthrough belong to the end of the ramp.
        set_ramp(run, moves * (step + 1) as f64)
    })
}

/// The inputs after so many steps.
fn set_ramp(run: &mut Run, steps: f64) -> Result<(), Stopped> {
    Ok(run.set(|input| input.limited(input.start + input.amplitude * steps / STEPS as f64))?)
}

fn give_slopes(subject: &Subject, run: &mut Run) -> Result<(), Stopped> {
    let vrs: Vec<_> = subject.inputs.iter().map(|input| input.vr).collect();
    let slope = 1.0 / (STEPS as f64 * subject.h);
    let slopes: Vec<f64> = subject.inputs.iter().map(|input| slope * input.amplitude).collect();
    Ok(run.component().set_real_input_derivatives(&vrs, &vec![1; vrs.len()], &slopes)?)
}

/// A run on the ramp, or with inputs that stand still where `moves` is 0.
fn ramp(
    subject: &Subject,
    moves: f64,
    mut step: impl FnMut(&mut Run, usize) -> Result<(), Stopped>,
) -> Result<Trajectory, Stopped> {
    let mut run = subject.begin()?;
    let mut rows = Trajectory::new();
    for k in 0..STEPS {
        set_ramp(&mut run, moves * k as f64)?;
        step(&mut run, k)?;
        rows.push(run.read()?);
    }
    run.end()?;
    Ok(rows)
}

/// What the outputs that tell something say.
fn judge(
    subject: &Subject,
    held: &Trajectory,
    sloped: &Trajectory,
    fine: &Trajectory,
    tells: impl Fn(usize) -> bool,
) -> Found {
    let (without, column) = difference_among(held, fine, &tells);
    let (with, _) = difference_among(sloped, fine, &tells);
    let name = &subject.watched.names[column];
    let detail = format!(
        "{name} is off by {} of its range with held inputs, by {} with slopes",
        percent(without),
        percent(with)
    );
    match with {
        _ if without < SEEN => Found::new(Verdict::NothingToSee, "no output follows the inputs"),
        _ if identical(held, sloped) => Found::new(Verdict::Ignored, ""),
        with if with < LEFT * without => Found::new(Verdict::Honoured, detail),
        _ => Found::new(Verdict::Wrong, detail),
    }
}

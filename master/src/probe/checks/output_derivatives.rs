//! Whether slopes of outputs agree with difference quotients.

use super::WARM_UP;
use crate::probe::stopped::Stopped;
use crate::probe::subject::{Run, Subject};
use crate::probe::trajectory::{STILL, percent};
use crate::probe::variables::Watched;
use crate::probe::verdict::{Found, Verdict};

/// Points at which slopes are read.
const POINTS: usize = 5;
/// The part of a step over which quotients are formed, where the step may vary.
const SHORT: f64 = 0.1;
/// How far a slope may be off, as a part of the largest slope of its output.
const RIGHT: f64 = 0.05;
/// A difference that is not worth a word.
const ROUNDING: f64 = 1e-6;

/// The name of the answer to whether slopes of outputs that depend on inputs at once follow slopes of these that are
/// set at a communication point.
pub const FOLLOWS_SLOPES: &str = "follows_slopes";
/// The part of their amplitudes by which inputs are moved to see what depends on them at once.
const MOVED: f64 = 1e-3;

/// The slope that the FMU gives, and the quotients before and after the point.
struct Point {
    given: Vec<f64>,
    before: Vec<f64>,
    after: Vec<f64>,
    /// Slopes below which an output stands still.
    still: Vec<f64>,
}

/// Reads slopes at several points with held inputs.
pub fn run(subject: &Subject) -> Result<Found, Stopped> {
    if subject.declares().max_output_derivative_order == 0 {
        return Ok(Found::new(Verdict::NotOffered, ""));
    }
    if subject.watched.reals().is_empty() || !subject.watched.are_outputs {
        return Ok(Found::new(Verdict::NothingToSee, "no Real output"));
    }
    let varies = subject.declares().can_handle_variable_communication_step_size;
    let h = if varies { SHORT * subject.h } else { subject.h };
    let mut run = subject.begin()?;
    let unknown = slopes(subject, &mut run)?.iter().position(|slope| !slope.is_finite());
    run.advance(WARM_UP)?;
    let mut points = Vec::new();
    for _ in 0..POINTS {
        points.push(point(subject, &mut run, h)?);
    }
    let follows = if subject.fmu().takes_input_derivatives() && !subject.inputs.is_empty() {
        // An FMU that refuses does not follow.
        follows_slopes(subject, &mut run).unwrap_or(Some(false))
    } else {
        None
    };
    run.end()?;
    let found = judge(&subject.watched, &points);
    let found = match follows {
        Some(follows) => found.with(FOLLOWS_SLOPES, follows),
        None => found,
    };
    Ok(match (found.verdict, unknown) {
        (Verdict::Right, Some(k)) => {
            let name = &subject.watched.names[k];
            let detail = format!("{name} has none before the first step");
            Found { verdict: Verdict::UnknownAtStart, detail, ..found }
        }
        _ => found,
    })
}

/// The slopes that the FMU gives now.
fn slopes(subject: &Subject, run: &mut Run) -> Result<Vec<f64>, Stopped> {
    let vrs = subject.watched.reals();
    let mut slopes = vec![0.0; vrs.len()];
    run.component().get_real_output_derivatives(vrs, &vec![1; vrs.len()], &mut slopes)?;
    Ok(slopes)
}

/// Whether the slopes of outputs change with those of inputs as ∂y/∂u · u̇ asks; none if no output depends on an input
/// at once.
fn follows_slopes(subject: &Subject, run: &mut Run) -> Result<Option<bool>, Stopped> {
    let vrs: Vec<_> = subject.inputs.iter().map(|input| input.vr).collect();
    let with_slopes = |run: &mut Run, by: f64| -> Result<Vec<f64>, Stopped> {
        let given: Vec<f64> = subject.inputs.iter().map(|input| by * input.amplitude).collect();
        run.component().set_real_input_derivatives(&vrs, &vec![1; vrs.len()], &given)?;
        slopes(subject, run)
    };
    run.set_moved(MOVED)?;
    let moved = run.read()?;
    run.set_again()?;
    let still = run.read()?;
    let rate = 1.0 / subject.h;
    let (given, none) = (with_slopes(run, rate)?, with_slopes(run, 0.0)?);
    let sizes = still.iter().zip(subject.watched.nominals()).map(|(y, n)| y.abs().max(*n));
    let mut depends = false;
    for (k, size) in sizes.enumerate().take(given.len()) {
        let expected = rate * (moved[k] - still[k]) / MOVED;
        if expected.abs() <= ROUNDING * rate * size {
            continue;
        }
        depends = true;
        if ((given[k] - none[k]) - expected).abs() > RIGHT * expected.abs() {
            return Ok(Some(false));
        }
    }
    Ok(depends.then_some(true))
}

fn point(subject: &Subject, run: &mut Run, h: f64) -> Result<Point, Stopped> {
    let start = run.t;
    // Two steps with the inputs as they are: the first one may still answer to their last change.
    run.step_to(start + h)?;
    let y0 = run.read()?;
    run.step_to(start + 2.0 * h)?;
    let y1 = run.read()?;
    let given = slopes(subject, run)?;
    run.step_to(start + 3.0 * h)?;
    let y2 = run.read()?;
    let slope = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| (b - a) / h).collect();
    let sizes = y1.iter().zip(subject.watched.nominals()).map(|(y, nominal)| y.abs().max(*nominal));
    let still = sizes.map(|size| STILL * size / h).collect();
    Ok(Point { given, before: slope(&y0, &y1), after: slope(&y1, &y2), still })
}

/// What is discrete only jumps, and no slope of it is wrong.
fn judge(watched: &Watched, points: &[Point]) -> Found {
    let (names, mut worst) = (&watched.names, (0.0, 0));
    let slopes = names.iter().zip(watched.continuous()).enumerate();
    for (k, (name, _)) in slopes.filter(|(_, (_, continuous))| **continuous) {
        let slopes = points.iter().flat_map(|p| [p.before[k], p.after[k], p.still[k]]);
        let largest = slopes.map(f64::abs).fold(0.0, f64::max).max(f64::MIN_POSITIVE);
        for point in points {
            let (given, before, after) = (point.given[k], point.before[k], point.after[k]);
            if !given.is_finite() {
                let detail = format!("{name} has slope {given}, with fmi2OK");
                return Found::new(Verdict::NotANumber, detail);
            }
            // Between the quotients, or as far outside as these are from each other.
            let off = (given - 0.5 * (before + after)).abs() - (before - after).abs();
            if off / largest > worst.0 {
                worst = (off / largest, k);
            }
        }
    }
    let stands = |p: &Point| {
        let slopes = p.given.iter().zip(&p.before).zip(&p.after).zip(&p.still);
        let largest = |((g, b), a): ((&f64, &f64), &f64)| g.abs().max(b.abs()).max(a.abs());
        slopes.into_iter().all(|(slopes, still)| largest(slopes) <= *still)
    };
    if points.iter().all(stands) {
        return Found::new(Verdict::Right, "though no output moves");
    }
    let detail = format!("{} is off by {} of its largest slope", names[worst.1], percent(worst.0));
    match worst.0 {
        off if off <= ROUNDING => Found::new(Verdict::Right, ""),
        off if off <= RIGHT => Found::new(Verdict::Right, detail),
        _ => Found::new(Verdict::Wrong, detail),
    }
}

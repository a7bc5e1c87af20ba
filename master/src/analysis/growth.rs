//! Growth of a disturbance, estimated from two runs.
//!
//! The second run begins with inputs that are a little different; how the difference of the outputs
//! changes over the later steps tells the factor per step. A nonlinear system may answer another
//! disturbance, or another start, differently.

use coupling::CouplingError;
use nalgebra::DVector;

use super::AnalysisError;
use super::equal_steps::at_step;
use crate::scenario::Scenario;
use crate::scenario::build::build;

/// Fewest and most steps of a run, which otherwise lasts as long as the scenario.
const STEPS: (usize, usize) = (400, 1000);
/// The disturbance, relative to the size of each input.
const DISTURBANCE: f64 = 1e-6;
/// Differences below this part of the outputs are rounding.
const ROUNDING: f64 = 1e-13;
/// Differences above this part of the outputs are no small disturbance any more.
const SATURATED: f64 = 1e-2;
/// Growth by less than this over half a run may be a slow motion of the system itself.
const UNCERTAIN: f64 = 4.0;

/// The factor by which a disturbance grows over a macro step `h`, as runs show it; 1 where growth is
/// too slow to be told from none.
pub fn growth(scenario: &Scenario, h: f64) -> Result<f64, AnalysisError> {
    let duration = scenario.time.stop - scenario.time.start;
    let steps = ((duration / h) as usize).clamp(STEPS.0, STEPS.1);
    let scenario = at_step(scenario, h, steps);
    let plain = run(&scenario, None)?;
    let disturbed = run(&scenario, Some(&(DISTURBANCE * sizes(&plain.u))))?;
    let size = sizes(&plain.y);
    let difference = |(a, b): (&DVector<f64>, &DVector<f64>)| {
        let difference = (a - b).component_div(&size).amax();
        let rounding = ROUNDING * a.component_div(&size).amax();
        if difference > rounding { difference } else { 0.0 }
    };
    let differences: Vec<f64> = plain.y.iter().zip(&disturbed.y).map(difference).collect();
    Ok(factor(&differences))
}

/// The size of each variable in the first quarter of a run, but no more than a thousandfold of that
/// at its beginning, in case the run blows up.
fn sizes(values: &[DVector<f64>]) -> DVector<f64> {
    let largest = |count: usize| {
        let first = values[0].abs();
        values[..count.clamp(1, values.len())].iter().fold(first, |max, v| max.sup(&v.abs()))
    };
    let positive = |size: f64| if size > 0.0 { size } else { 1.0 };
    let (begin, quarter) = (largest(10), largest(values.len() / 4));
    begin.zip_map(&quarter, |begin, quarter| positive(quarter.min(1e3 * positive(begin))))
}

/// All points of a run, up to where it failed.
struct Run {
    u: Vec<DVector<f64>>,
    y: Vec<DVector<f64>>,
}

fn run(scenario: &Scenario, disturbance: Option<&DVector<f64>>) -> Result<Run, AnalysisError> {
    let mut simulation = build(scenario)?;
    simulation.initialize()?;
    if let Some(disturbance) = disturbance {
        simulation.disturb(disturbance);
    }
    let mut run = Run { u: Vec::new(), y: Vec::new() };
    loop {
        let point = simulation.point();
        run.u.push(point.u.clone());
        run.y.push(point.y.clone());
        match simulation.advance() {
            Ok(true) => {}
            Ok(false) | Err(CouplingError::NotFinite { .. }) => return Ok(run),
            Err(error) => return Err(error.into()),
        }
    }
}

/// The factor per step of a series of differences: by least squares through the logarithms of the
/// later ones that are neither rounding nor saturated.
fn factor(differences: &[f64]) -> f64 {
    let end = differences.iter().position(|d| *d > SATURATED).unwrap_or(differences.len());
    let usable = |(k, d): (usize, &f64)| (*d > 0.0).then(|| (k as f64, d.ln()));
    let points: Vec<(f64, f64)> =
        differences[..end].iter().enumerate().filter_map(usable).collect();
    let later = &points[points.len() / 2..];
    let saturated = end < differences.len();
    if later.len() < 2 {
        // Grown beyond all bounds at once, or gone at once.
        return if saturated { f64::INFINITY } else { 0.0 };
    }
    let n = later.len() as f64;
    let (mean_k, mean_d) = later.iter().fold((0.0, 0.0), |(k, d), p| (k + p.0 / n, d + p.1 / n));
    let above: f64 = later.iter().map(|(k, d)| (k - mean_k) * (d - mean_d)).sum();
    let below: f64 = later.iter().map(|(k, _)| (k - mean_k).powi(2)).sum();
    let slope = above / below;
    let seen = saturated || slope < 0.0 || slope * n > UNCERTAIN.ln();
    if seen { slope.exp() } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_factor_of_a_geometric_series_is_found() {
        for q in [0.5f64, 0.97, 1.0, 1.03, 1.2, 3.0] {
            let series: Vec<f64> = (0..400).map(|k| 1e-6 * q.powi(k)).collect();
            assert!((factor(&series) - q).abs() < 1e-9, "{q}: {}", factor(&series));
        }
    }

    #[test]
    fn growth_that_cannot_be_told_from_a_slow_motion_counts_as_none() {
        let series: Vec<f64> = (1..=400).map(|k| 1e-9 * f64::from(k)).collect();
        assert_eq!(factor(&series), 1.0);
    }

    #[test]
    fn an_oscillation_does_not_hide_the_factor() {
        let series: Vec<f64> =
            (0..400).map(|k| 1e-6 * 1.02f64.powi(k) * f64::from(k).cos().abs()).collect();
        assert!((factor(&series) - 1.02).abs() < 1e-3, "{}", factor(&series));
    }
}

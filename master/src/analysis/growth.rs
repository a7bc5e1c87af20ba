//! Growth of a disturbance, estimated from two runs.
//!
//! The second run begins with inputs that are a little different; how the difference of the outputs
//! changes over the later steps tells the factor per step. A nonlinear system may answer another
//! disturbance, or another start, differently.

use coupling::CouplingError;
use nalgebra::DVector;

use super::AnalysisError;
use super::stability::at_step;
use crate::scenario::Scenario;
use crate::scenario::build::build;

/// Steps of each run.
const STEPS: usize = 400;
/// Steps that are left out at the start, where quickly decaying parts still show.
const LEFT_OUT: usize = 100;
/// The disturbance, relative to the largest value of each input.
const DISTURBANCE: f64 = 1e-6;
/// Differences below this part of the outputs are rounding.
const ROUNDING: f64 = 1e-13;
/// Differences above this part of the outputs are no small disturbance any more.
const SATURATED: f64 = 1e-2;

/// The factor by which a disturbance grows over a macro step `h`, as runs show it.
pub fn growth(scenario: &Scenario, h: f64) -> Result<f64, AnalysisError> {
    let scenario = at_step(scenario, h, STEPS);
    let plain = run(&scenario, None)?;
    let largest = |values: &[DVector<f64>]| {
        let first = values.first().map_or(DVector::zeros(0), |v| v.abs());
        values.iter().fold(first, |largest, value| largest.sup(&value.abs()))
    };
    let disturbance = largest(&plain.u).map(|u| DISTURBANCE * if u > 0.0 { u } else { 1.0 });
    let disturbed = run(&scenario, Some(&disturbance))?;
    // A run that blew up is judged by its outputs before, not by those of its end.
    let calm = &plain.y[..plain.y.len().min(LEFT_OUT)];
    let sizes = largest(calm).map(|y| if y > 0.0 { y } else { 1.0 });
    let difference = |(a, b): (&DVector<f64>, &DVector<f64>)| (a - b).component_div(&sizes).amax();
    let differences: Vec<f64> = plain.y.iter().zip(&disturbed.y).map(difference).collect();
    Ok(factor(&differences))
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
    let usable = |(k, d): (usize, &f64)| (k > 0 && *d > ROUNDING).then(|| (k as f64, d.ln()));
    let points: Vec<(f64, f64)> =
        differences[..end].iter().enumerate().filter_map(usable).collect();
    let later = &points[points.len().min(LEFT_OUT).min(points.len() / 2)..];
    let n = later.len() as f64;
    if later.len() < 2 {
        // Gone at once, or grown beyond all bounds at once.
        return if end < differences.len() { f64::INFINITY } else { 0.0 };
    }
    let (mean_k, mean_d) = later.iter().fold((0.0, 0.0), |(k, d), p| (k + p.0 / n, d + p.1 / n));
    let above: f64 = later.iter().map(|(k, d)| (k - mean_k) * (d - mean_d)).sum();
    let below: f64 = later.iter().map(|(k, _)| (k - mean_k).powi(2)).sum();
    (above / below).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_factor_of_a_geometric_series_is_found() {
        for q in [0.5f64, 0.97, 1.0, 1.003, 1.2, 3.0] {
            let series: Vec<f64> = (0..400).map(|k| 1e-6 * q.powi(k)).collect();
            assert!((factor(&series) - q).abs() < 1e-9, "{q}: {}", factor(&series));
        }
    }

    #[test]
    fn an_oscillation_does_not_hide_the_factor() {
        let series: Vec<f64> =
            (0..400).map(|k| 1e-6 * 1.01f64.powi(k) * f64::from(k).cos().abs()).collect();
        assert!((factor(&series) - 1.01).abs() < 1e-3, "{}", factor(&series));
    }
}

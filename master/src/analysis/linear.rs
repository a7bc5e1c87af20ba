//! Whether a system is linear, so that the amplification matrix of its macro steps says all.
//!
//! Three steps from an arbitrary z must agree with M³ z to 1e-8, at the size 1 and at that of the scenario's start.
//! Difference quotients of an interface Jacobian, and tolerances of iterations, leave more than that, but in proportion:
//! the deviation relative to z is then about the same at a 64th and the 64-fold of z, while it grows with z where the
//! system is not linear. Where there is more than rounding, matrices about other points show by how much spectral radii
//! differ.

use coupling::CouplingError;
use coupling::amplification::{StepMap, arbitrary};
use coupling::imposed::Imposed;
use coupling::scheme::Facts;
use coupling::spectrum;
use nalgebra::{Complex, DMatrix, DVector};

use super::AnalysisError;
use crate::scenario::check::Time;

/// Relative difference from M³ z up to which a system counts as linear.
const LINEAR: f64 = 1e-8;
/// Up to this the difference is rounding, and so is that of radii.
const ROUNDING: f64 = 1e-12;
/// Noise of radii below this is not worth a word.
const FAINT: f64 = 1e-8;
/// Up to this it may be noise …
const NOISE: f64 = 1e-5;
/// … if it is not larger by this factor for a z that is larger by the next one.
const IN_PROPORTION: f64 = 10.0;
const LARGER: f64 = 64.0;
/// Matrices that show the noise are found about an arbitrary z of these sizes.
const SIZES: [f64; 4] = [3.0, -0.7, 0.11, -17.0];
/// Second differences at the start beyond this part of first ones tell that a system is not linear.
const CURVED: f64 = 1e-3;
/// They are found with disturbances of this part of what variables are.
const DISTURBED: f64 = 1e-2;

/// A linear system, for any macro step.
pub struct Linear {
    /// One macro step, or one cycle of slaves with steps of their own.
    map: StepMap,
    /// By how much spectral radii differ from one matrix to the next; none if that is rounding.
    pub noise: Option<f64>,
    /// In how many steps of the clock a macro step is divided.
    ticks: f64,
}

impl Linear {
    /// Tries at the scenario's macro step whether the system is linear; an error of a slave says that it is not.
    pub fn of(imposed: Imposed, time: &Time, facts: Facts) -> Result<Self, Box<Imposed>> {
        let ticks = time.ticks as f64;
        let start = imposed.start().clone();
        let mut map = StepMap::new(imposed, time.start);
        let start = map.standing(&start.states, &start.past[0]);
        let sizes = start.map(|value| value.abs().max(1.0));
        // An iteration that goes on from what it has seen leaves more than rounding, whatever the difference from M³ z is.
        let iterates = facts.implicit && !facts.perturbs;
        match is_linear(&mut map, time.step / ticks, (&start, &sizes), iterates) {
            Ok(Some(noise)) => Ok(Self { map, noise, ticks }),
            Ok(None) | Err(_) => Err(map.into_imposed().into()),
        }
    }

    /// The amplification matrix at the macro step `h`; where slaves have steps of their own, that of a cycle.
    pub fn matrix(&mut self, h: f64) -> Result<DMatrix<f64>, AnalysisError> {
        Ok(self.map.matrix(h / self.ticks)?)
    }

    /// The eigenvalues at the macro step `h`, but for some that are zero.
    pub fn eigenvalues(&mut self, h: f64) -> Result<Vec<Complex<f64>>, AnalysisError> {
        spectrum::eigenvalues(&self.matrix(h)?).ok_or(AnalysisError::Eigenvalues { h })
    }

    /// Their absolute values per macro step, largest first.
    pub fn moduli(&mut self, h: f64) -> Result<Vec<f64>, AnalysisError> {
        let steps = self.map.steps() as f64 / self.ticks;
        let modulus = |value: &Complex<f64>| match value.norm() {
            norm if steps == 1.0 => norm,
            norm => norm.powf(1.0 / steps),
        };
        let mut moduli: Vec<f64> = self.eigenvalues(h)?.iter().map(modulus).collect();
        moduli.sort_by(|a, b| b.total_cmp(a));
        Ok(moduli)
    }

    /// How many macro steps a matrix costs.
    pub fn cost(&self) -> usize {
        (self.map.dimension() + 1) * self.map.steps()
    }

    /// What answers rest on.
    pub fn evidence(&self) -> String {
        match self.noise {
            None => "exact: the system is linear".into(),
            Some(noise) => format!(
                "exact up to noise: the system is linear, up to the noise of the interface Jacobian or of tolerances; \
                 radii differ by {noise:.1e}"
            ),
        }
    }
}

/// Whether the map is linear, and the noise of its spectral radius.
fn is_linear(
    map: &mut StepMap,
    h: f64,
    (start, sizes): (&DVector<f64>, &DVector<f64>),
    iterates: bool,
) -> Result<Option<Option<f64>>, CouplingError> {
    if is_curved(map, h, start, sizes)? {
        return Ok(None);
    }
    let n = map.dimension();
    let (zero, ones) = (DVector::zeros(n), DVector::from_element(n, 1.0));
    let matrix = map.matrix(h)?;
    let mut deviation = |size: &DVector<f64>| map.deviation(h, &matrix, &zero, size);
    let (plain, started) = (deviation(&ones)?, deviation(sizes)?);
    if plain.max(started) <= ROUNDING && !iterates {
        return Ok(Some(None));
    }
    if plain.max(started) <= LINEAR {
        let noise = noise(map, h, &matrix)?;
        return Ok(Some(noise.filter(|noise| *noise > FAINT)));
    }
    let (small, large) = (deviation(&(&ones / LARGER))?, deviation(&(&ones * LARGER))?);
    let grows = large.max(started) > IN_PROPORTION * plain.max(LINEAR);
    if grows || [plain, started, small, large].into_iter().any(|d| d > NOISE) {
        return Ok(None);
    }
    Ok(noise(map, h, &matrix)?.map(Some))
}

/// By how much the spectral radius differs from one matrix to the next; none if that of the first is not found.
fn noise(map: &mut StepMap, h: f64, matrix: &DMatrix<f64>) -> Result<Option<f64>, CouplingError> {
    let Some(radius) = spectrum::spectral_radius(matrix) else { return Ok(None) };
    let (n, steps) = (map.dimension(), map.steps() as f64);
    let mut noise = 0f64;
    for size in SIZES {
        let about = map.matrix_about(h, &(arbitrary(n) * size), &DVector::from_element(n, size))?;
        let other = spectrum::spectral_radius(&about);
        noise = noise.max(other.map_or(f64::INFINITY, |other| (other - radius).abs() / steps));
    }
    Ok(Some(noise))
}

/// Whether a step is seen to be curved near the start, so that zero need not be tried, which may be no state at all.
fn is_curved(
    map: &mut StepMap,
    h: f64,
    start: &DVector<f64>,
    sizes: &DVector<f64>,
) -> Result<bool, CouplingError> {
    let z = DISTURBED * arbitrary(start.len()).component_mul(sizes);
    let middle = map.apply(h, start, 1)?;
    let [up, down] = [map.apply(h, &(start + &z), 1)?, map.apply(h, &(start - &z), 1)?];
    let first = (&up - &down).abs();
    let second = (up + down - 2.0 * &middle).abs();
    // What rounding leaves of larger numbers is no curve.
    let curved = |(k, second): (usize, &f64)| {
        *second > CURVED * first[k] + 1e3 * f64::EPSILON * middle[k].abs().max(1.0)
    };
    Ok(second.iter().enumerate().any(curved))
}

//! How fast inputs of degree 2 would make a coupling grow, from what its slaves answer over one macro step.
//!
//! Outputs answer to inputs at once, to their integral and to their double integral, so what the laws ask for is, in
//! units of the step,
//!
//! ```text
//! u = A u + D ∫u + Z ∬u          spring c and damper d on a mass m: A = 0, D = −d H/m, Z = −c H²/m
//! ```
//!
//! Perturbed runs, in which an input is moved by 1, s and s (s + 1)/2 over the step, show
//!
//! ```text
//! M₀ = A + D + Z/2,   M₁ = A + D/2 + Z/6,   M₂ = A + 5 D/12 + Z/8
//! Z = 12 (M₀ − 7 M₁ + 6 M₂),   D = 2 (M₀ − M₁) − 2 Z/3,   A = M₀ − D − Z/2
//! ```
//!
//! With V = ∫u, X = ∬u and inputs of degree 2 through the end, a step of this coupling alone is
//!
//! ```text
//! V' = V + 5/12 U' + 2/3 U − 1/12 U₋
//! X' = X + V + 1/8 U' + 5/12 U − 1/24 U₋
//! U' = A U' + D V' + Z X'
//! ```
//!
//! and its eigenvalues say how fast it grows. What damps inside the slaves is not seen, nor how fast they swing by
//! themselves.

use nalgebra::{Complex, DMatrix, DVector};

use super::interface_problem::InterfaceProblem;
use super::macro_step::MacroStep;
use crate::CouplingError;
use crate::execution::{Begin, Task};
use crate::polynomial::Polynomial;
use crate::slave::Slot;
use crate::spectrum::eigenvalues;

/// Inputs are moved by this part of their size: a difference of three answers needs more than their noise.
const PERTURBATION: f64 = 1e-2;
/// How inputs are moved over the step.
const MOVES: [&[f64]; 3] = [&[1.0], &[0.0, 1.0], &[0.0, 0.5, 0.5]];
/// Eigenvalues so near to 1 are slow motion, of which ωH = 0.1 grows by 2e-6 per step, and the integrals of inputs on which
/// nothing depends.
const SLOW: f64 = 0.1;
/// With more inputs than this it is not found.
const MOST: usize = 100;

/// What inputs of degree 2 would do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct CouplingGrowth {
    /// By which part of itself the coupling grows per step; NaN where that cannot be found.
    pub(crate) growth: f64,
    /// ln |det (1 − M₂)|, by which a later interface Jacobian is compared with this one.
    pub(crate) gain: f64,
}

impl CouplingGrowth {
    /// Over a step from where the slaves stand, which are left anywhere.
    pub(crate) fn find(over: &mut MacroStep, y: &mut DVector<f64>) -> Result<Self, CouplingError> {
        let mut problem = InterfaceProblem::new(over.network, &[], None);
        match problem.unknowns.len() {
            0 => return Ok(Self { growth: 0.0, gain: 0.0 }),
            n if n > MOST => return Ok(Self { growth: f64::NAN, gain: f64::NAN }),
            _ => {}
        }
        problem.predict(Begin::Saved(Slot::MacroStart), over, y)?;
        let mut asked = Vec::with_capacity(MOVES.len());
        for by in MOVES {
            asked.push(loop_matrix(over, &problem, y, by)?);
        }
        let [m_0, m_1, m_2] = [&asked[0], &asked[1], &asked[2]];
        let z = 12.0 * (m_0 - 7.0 * m_1 + 6.0 * m_2);
        let d = 2.0 * (m_0 - m_1) - 2.0 / 3.0 * &z;
        let n = m_2.nrows();
        let g = DMatrix::identity(n, n) - m_2;
        let gain = g.determinant().abs().ln();
        let growth = step_matrix(&g, &d, &z).as_ref().and_then(growth_of).unwrap_or(f64::NAN);
        Ok(Self { growth, gain })
    }
}

/// By how much the eigenvalues that are not slow leave the unit circle; none if they cannot be found.
fn growth_of(map: &DMatrix<f64>) -> Option<f64> {
    let is_fast = |value: &Complex<f64>| (value - 1.0).norm() > SLOW;
    let fast = eigenvalues(map)?.into_iter().filter(is_fast);
    Some(fast.map(|value| value.norm()).fold(1.0, f64::max) - 1.0)
}

/// ∂law/∂y · S for inputs that are moved by the polynomial `by` over the step, about the last run, which led to `y`.
fn loop_matrix(
    over: &mut MacroStep,
    problem: &InterfaceProblem,
    y: &DVector<f64>,
    by: &[f64],
) -> Result<DMatrix<f64>, CouplingError> {
    let unknowns = &problem.unknowns;
    let number = |i: usize| unknowns.iter().position(|&unknown| unknown == i);
    let mut s = DMatrix::zeros(y.len(), unknowns.len());
    let mut reached = y.clone();
    for &slave in problem.repeated() {
        let own = over.network.inputs_of(slave);
        for (column, &i) in unknowns.iter().enumerate().filter(|(_, i)| own.contains(i)) {
            let du = PERTURBATION * problem.size_of(i);
            let mut inputs = problem.inputs.clone();
            inputs[i] = moved(&problem.inputs[i], by, du);
            let task = Task { begin: Begin::Restored(Slot::MacroStart), step: over.step };
            over.network.step(slave, task, &inputs, &mut reached)?;
            for output in over.network.outputs_of(slave) {
                s[(output, column)] = (reached[output] - y[output]) / du;
            }
        }
    }
    let mut asked = DMatrix::zeros(unknowns.len(), unknowns.len());
    over.network.partials(y, &mut |input, output, partial| {
        let Some(row) = number(input.0) else { return };
        (0..unknowns.len()).for_each(|k| asked[(row, k)] += partial * s[(output.0, k)]);
    });
    Ok(asked)
}

/// An input with `du` times another polynomial added.
fn moved(input: &Polynomial, by: &[f64], du: f64) -> Polynomial {
    let mut sum = [0.0; Polynomial::MAX_DEGREE + 1];
    let own = input.coefficients();
    sum.iter_mut().zip(own).for_each(|(sum, c)| *sum += c);
    sum.iter_mut().zip(by).for_each(|(sum, c)| *sum += du * c);
    Polynomial::new(&sum[..own.len().max(by.len())])
}

/// The map (X, V, U, U₋) → (X', V', U', U) of a step, where G = 1 − A − 5 D/12 − Z/8; none if that is singular.
fn step_matrix(g: &DMatrix<f64>, d: &DMatrix<f64>, z: &DMatrix<f64>) -> Option<DMatrix<f64>> {
    let n = g.nrows();
    let inverse = g.clone().try_inverse()?;
    // What U' is made of: X, V, U, U₋.
    let u = [z.clone(), d + z, 2.0 / 3.0 * d + 5.0 / 12.0 * z, -1.0 / 12.0 * d - 1.0 / 24.0 * z]
        .map(|part| &inverse * part);
    let own = [[1.0, 1.0, 5.0 / 12.0, -1.0 / 24.0], [0.0, 1.0, 2.0 / 3.0, -1.0 / 12.0]];
    let of_end = [1.0 / 8.0, 5.0 / 12.0];
    let one = DMatrix::<f64>::identity(n, n);
    let mut map = DMatrix::zeros(4 * n, 4 * n);
    for (column, u) in u.iter().enumerate() {
        for row in 0..2 {
            let part = own[row][column] * &one + of_end[row] * u;
            map.view_mut((row * n, column * n), (n, n)).copy_from(&part);
        }
        map.view_mut((2 * n, column * n), (n, n)).copy_from(u);
    }
    map.view_mut((3 * n, 2 * n), (n, n)).copy_from(&one);
    Some(map)
}

#[cfg(test)]
mod tests {
    use nalgebra::dmatrix;

    use super::*;

    /// The growth of a spring and a damper on a mass: z = c H²/m, d H/m.
    fn growth(z: f64, d: f64) -> f64 {
        let (z, d) = (dmatrix![-z], dmatrix![-d]);
        let g = DMatrix::identity(1, 1) - 5.0 / 12.0 * &d - &z / 8.0;
        growth_of(&step_matrix(&g, &d, &z).unwrap()).unwrap()
    }

    #[test]
    fn an_undamped_spring_grows_with_the_fourth_power_of_the_step_and_damping_outweighs_it() {
        for z in [0.02, 0.04, 0.09] {
            let (found, expected) = (growth(z, 0.0), z * z / 48.0);
            assert!((found / expected - 1.0).abs() < 0.1, "{z}: {found} for {expected}");
            assert!(growth(z, z * z / 20.0) < 1e-9, "{z}");
        }
    }

    #[test]
    fn damping_alone_is_stable_up_to_the_limit_of_the_method_of_adams_and_moulton() {
        assert!(growth(0.0, 5.9) < 1e-6);
        assert!(growth(0.0, 6.1) > 1e-3);
    }
}

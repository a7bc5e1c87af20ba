//! The elements against the theory of Euler and Bernoulli.

mod modes;

use std::f64::consts::TAU;

use cantilever_beam::CantileverBeam;
use fmu_builder::SolverKind;
use fmu_builder::runtime::Instance;
use modes::{DENSITY, EI, LENGTH, beam, modes};

/// Sensor, container and particles together: Zhang et al. (2022), table 2.
const M_TIP: f64 = 0.0555;
const J_TIP: f64 = 4.04166e-6;

/// The lowest three frequencies in Hz.
fn frequencies<const N: usize>(m_tip: f64, inertia_tip: f64) -> [f64; 3] {
    let modes = modes(&beam::<N>(m_tip, inertia_tip));
    [0, 1, 2].map(|k| modes[k].0 / TAU)
}

/// The exact angular frequency next to one that is less than 1 % off.
///
/// w = A (cos κx − cosh κx) + B (sin κx − sinh κx) with κ⁴ = ω² ρA/EI, and at the tip EI w″ = J ω² w′ and
/// EI w‴ = −m ω² w: a determinant that vanishes.
fn exact(near: f64, m_tip: f64, inertia_tip: f64) -> f64 {
    let determinant = |omega: f64| {
        let kappa = (omega * omega * DENSITY / EI).powf(0.25);
        let (sin, cos) = (kappa * LENGTH).sin_cos();
        let (sinh, cosh) = ((kappa * LENGTH).sinh(), (kappa * LENGTH).cosh());
        let (turn, mass) = (inertia_tip * omega * omega, m_tip * omega * omega);
        let tip = |w: f64, slope: f64, bend: f64, shear: f64| {
            let moment = EI * kappa * kappa * bend - turn * kappa * slope;
            [moment, EI * kappa.powi(3) * shear + mass * w]
        };
        let [a, b] = tip(cos - cosh, -sin - sinh, -cos - cosh, sin - sinh);
        let [c, d] = tip(sin - sinh, cos - cosh, -sin - sinh, -cos - cosh);
        a * d - b * c
    };
    let (mut low, mut high) = (0.99 * near, 1.01 * near);
    assert!(determinant(low) * determinant(high) < 0.0, "no single root near {near}");
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if determinant(low) * determinant(middle) <= 0.0 { high = middle } else { low = middle }
    }
    low
}

#[test]
fn the_lowest_frequencies_are_those_of_the_theory_and_of_the_publication() {
    let found = frequencies::<20>(M_TIP, J_TIP);
    let theory = [15.62694, 127.4004, 379.6197];
    let published = [(15.619, 1e-3), (127.460, 1e-3), (381.082, 5e-3)];
    for k in 0..3 {
        let root = exact(TAU * found[k], M_TIP, J_TIP) / TAU;
        assert!((root / theory[k] - 1.0).abs() < 5e-7, "{root}");
        assert!((found[k] / root - 1.0).abs() < 1e-5, "{} {root}", found[k]);
        let (frequency, accuracy) = published[k];
        assert!((found[k] / frequency - 1.0).abs() < accuracy, "{}", found[k]);
    }
}

#[test]
fn ten_elements_have_the_frequencies_of_the_reference() {
    let reference = [15.62695, 127.4025, 379.6763];
    for (found, reference) in frequencies::<10>(M_TIP, J_TIP).into_iter().zip(reference) {
        assert!((found / reference - 1.0).abs() < 1e-6, "{found} {reference}");
    }
}

#[test]
fn frequencies_are_too_high_in_the_fourth_power_of_the_length_of_an_element() {
    for (m_tip, inertia_tip) in [(M_TIP, J_TIP), (0.0127, 0.0), (0.0, 0.0)] {
        let coarse = frequencies::<6>(m_tip, inertia_tip);
        let fine = frequencies::<12>(m_tip, inertia_tip);
        for k in 0..3 {
            let root = exact(TAU * fine[k], m_tip, inertia_tip) / TAU;
            let errors = [coarse[k] / root - 1.0, fine[k] / root - 1.0];
            assert!(errors[1] > 0.0, "{errors:?}");
            let order = (errors[0] / errors[1]).log2();
            assert!((order - 4.0).abs() < 0.2, "mode {k}: {order}");
        }
    }
}

/// A beam whose motion is damped within few steps, long after it was loaded.
fn at_rest_under<const N: usize>(force: f64, torque: f64) -> Instance<CantileverBeam<N>> {
    let values = [("force", force), ("torque", torque), ("l_cra", 0.0), ("rho_inf", 0.0)];
    let mut beam = Instance::started(SolverKind::TwoStep, &values).unwrap();
    (0..40).for_each(|k| beam.do_step(f64::from(k), 1.0).unwrap());
    beam
}

#[test]
fn under_a_steady_load_it_bends_as_the_theory_says() {
    let check = |force: f64, torque: f64, [x, phi, elastic, base]: [f64; 4]| {
        let names = ["x", "phi", "elastic", "force_base"];
        let exact = [
            force * LENGTH.powi(3) / (3.0 * EI) + torque * LENGTH.powi(2) / (2.0 * EI),
            force * LENGTH.powi(2) / (2.0 * EI) + torque * LENGTH / EI,
            // ½ ∫ M²/EI dx with M = torque + force (L − x)
            LENGTH / (2.0 * EI)
                * (torque * torque
                    + torque * force * LENGTH
                    + force * force * LENGTH.powi(2) / 3.0),
            -force,
        ];
        for ((found, exact), name) in [x, phi, elastic, base].into_iter().zip(exact).zip(names) {
            assert!((found - exact).abs() < 1e-9 * (1e-3 + exact.abs()), "{name} {found} {exact}");
        }
    };
    let names = ["x", "phi", "elastic", "force_base"];
    for (force, torque) in [(2.0, 0.0), (0.0, 0.3), (-1.0, 0.2)] {
        check(force, torque, at_rest_under::<1>(force, torque).reals(names).unwrap());
        check(force, torque, at_rest_under::<20>(force, torque).reals(names).unwrap());
    }
}

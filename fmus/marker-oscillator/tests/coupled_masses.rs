//! The oscillator with a driven mass as in Zhang et al. (2022), section 4.1: one sweep per step, the driven
//! mass first on predicted motion.

mod sweep;

use nalgebra::SMatrix;

use sweep::{Inputs, Pair};

const OMEGA: f64 = 50.0;
const V0: f64 = 0.1;

/// Position, velocity and acceleration of both masses together.
fn exact(t: f64) -> [f64; 3] {
    let (sin, cos) = (OMEGA * t).sin_cos();
    [V0 / OMEGA * sin, V0 * cos, -V0 * OMEGA * sin]
}

fn pair(h: f64, inputs: Inputs) -> Pair {
    Pair::started(h, inputs, exact(0.0), exact(-h))
}

/// Relative L1 errors (47) of x1, v1, x2, v2 over half a second.
fn errors(h: f64, inputs: Inputs) -> [f64; 4] {
    let (mut pair, steps) = (pair(h, inputs), (0.5 / h).round() as usize);
    let (mut off, mut all) = ([0.0; 4], [0.0; 4]);
    for n in 0..=steps {
        if n > 0 {
            pair.step();
        }
        let [x, v, _] = exact(n as f64 * h);
        let found = pair.state();
        for i in 0..4 {
            let exact = [x, v][i % 2];
            off[i] += (found[i] - exact).abs();
            all[i] += exact.abs();
        }
    }
    [0, 1, 2, 3].map(|i| off[i] / all[i])
}

#[test]
fn states_after_half_a_second_are_the_reference() {
    let reference = [
        (
            Inputs::INDEX_1,
            500,
            [
                -0.000188818272715,
                0.0728853190554,
                -0.000188147497547,
                0.0725587027946,
                -0.562166975502,
            ],
        ),
        (
            Inputs::INDEX_2,
            500,
            [
                -0.000188840722042,
                0.0728771199682,
                -0.000188165059725,
                0.0725508469556,
                -0.526198119094,
            ],
        ),
        (
            Inputs::INDEX_3,
            500,
            [
                -0.000199528457924,
                0.0726731862211,
                -0.000199409057429,
                0.072422968966,
                -0.585559937528,
            ],
        ),
        (
            Inputs::Original,
            100,
            [-0.00196351915284, 1.9518187977, -0.00664027845707, -9.27093132214, 16032.3739402],
        ),
    ];
    for (inputs, steps, expected) in reference {
        let mut pair = pair(1e-3, inputs);
        (0..steps).for_each(|_| pair.step());
        for (found, expected) in pair.state().into_iter().zip(expected) {
            assert!((found / expected - 1.0).abs() < 1e-8, "{inputs:?}: {found} {expected}");
        }
    }
}

#[test]
fn errors_fall_in_first_order_as_published() {
    let reference = [
        (Inputs::INDEX_1, 1e-2, [0.60571861, 0.59700194, 0.55891361, 0.59678201]),
        (Inputs::INDEX_1, 1e-3, [0.14064754, 0.14006848, 0.14170744, 0.14100904]),
        (Inputs::INDEX_1, 1e-4, [0.015531794, 0.015497146, 0.015544096, 0.015532965]),
        (Inputs::INDEX_2, 1e-2, [0.60491732, 0.59972008, 0.56970942, 0.62966846]),
        (Inputs::INDEX_2, 1e-3, [0.14064986, 0.14007342, 0.14170805, 0.14106883]),
        (Inputs::INDEX_3, 1e-3, [0.14128111, 0.1410009, 0.14127808, 0.14154297]),
        (Inputs::INDEX_3, 1e-4, [0.015533123, 0.015502569, 0.015533122, 0.015533217]),
    ];
    for (inputs, h, expected) in reference {
        for (found, expected) in errors(h, inputs).into_iter().zip(expected) {
            assert!((found / expected - 1.0).abs() < 1e-6, "{inputs:?} {h}: {found} {expected}");
        }
    }
}

/// The spectral radius of one step: its matrix comes of steps from unit vectors of all that is remembered, scaled to
/// positions.
fn spectral_radius(h: f64, inputs: Inputs) -> f64 {
    let scales = [1.0, h, h * h, 1.0, h, h * h, 1.0, h];
    let mut matrix = SMatrix::<f64, 8, 8>::zeros();
    for column in 0..8 {
        let mut z = [0.0; 8];
        z[column] = 1.0 / scales[column];
        let mut pair = Pair::from_states(h, inputs, z);
        pair.step();
        for (row, z) in pair.states().into_iter().enumerate() {
            matrix[(row, column)] = scales[row] * z;
        }
    }
    matrix.complex_eigenvalues().iter().map(|root| root.norm()).fold(0.0, f64::max)
}

#[test]
fn one_step_has_the_published_spectral_radii() {
    let inputs = [Inputs::Original, Inputs::INDEX_1, Inputs::INDEX_2, Inputs::INDEX_3];
    let reference = [
        (1e-4, [1.10534209, 0.99999375, 0.99999375, 0.99999375]),
        (1e-3, [1.10532448, 0.999379231, 0.999379225, 0.999376483]),
        (2e-3, [1.10527094, 0.997567669, 0.997567242, 0.997523687]),
        (5e-3, [1.10488921, 0.986934724, 0.997090959, 0.992990891]),
        (1e-2, [1.10343322, 0.964889055, 1.00126541, 0.994929139]),
    ];
    for (h, radii) in reference {
        for (inputs, expected) in inputs.into_iter().zip(radii) {
            let found = spectral_radius(h, inputs);
            assert!((found - expected).abs() < 1e-6, "{inputs:?} {h}: {found} {expected}");
        }
    }
}

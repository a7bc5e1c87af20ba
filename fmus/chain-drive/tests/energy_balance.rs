//! What is stored, dissipated and done as work is in balance, as exactly as the solver is.

mod support;

use chain_drive::built_in::BUILT_IN;
use support::{Running, rk4};

/// Seconds: long enough for loads, tensioner and contacts to take part.
const END: f64 = 4e-3;

/// Stored less at the start, less the works, plus dissipated, for steps of length `h`.
fn residual(drive: &Running, h: f64) -> f64 {
    let n = drive.start.len();
    let mut z = drive.start.clone();
    z.extend([0.0; 3]);
    // Forces on every port, so that their work counts.
    let u: Vec<f64> = (0..3 * drive.drive.sprockets.len() + 1).map(|j| 5.0 + j as f64).collect();
    let f = |t: f64, z: &[f64], dz: &mut [f64]| {
        let powers = drive.derivatives(t, &z[..n], &u, &mut dz[..n]);
        dz[n..].copy_from_slice(&[powers.dissipated, powers.external, powers.ports]);
    };
    rk4(f, [0.0, h], (END / h).round() as usize, &mut z);
    let change = drive.energy(END, &z[..n]) - drive.energy(0.0, &drive.start);
    let [dissipated, external, ports] = [z[n], z[n + 1], z[n + 2]];
    assert!(dissipated > 0.01 && external.abs() > 0.01 && ports.abs() > 0.01);
    change - external - ports + dissipated
}

#[test]
fn energy_is_in_balance_to_the_order_of_the_solver() {
    let drives: Vec<Running> = BUILT_IN.iter().map(|(name, _)| Running::new(name)).collect();
    // Where contacts begin, the curvature of the force jumps: single residuals scatter, so the sum over all layouts counts.
    let error = |h: f64| drives.iter().map(|drive| residual(drive, h).powi(2)).sum::<f64>().sqrt();
    let order = (error(4e-6) / error(0.25e-6)).log(16.0);
    assert!((order - 4.0).abs() < 0.2, "order {order}");
}

/// The states of the start after one revolution of wheel 0, by a whole number of teeth for every wheel, and
/// each pushed a little from its place: links stretched, contacts closing and opening.
fn perturbed(drive: &Running) -> Vec<f64> {
    let n = drive.drive.pins;
    let amplitude = |i: usize| match i {
        i if i < 2 * n => 1e-5,
        i if i < 4 * n => 0.1,
        _ => 1e-4,
    };
    let pushed = |(i, x): (usize, &f64)| x + amplitude(i) * (i as f64).cos();
    let mut x: Vec<f64> = drive.start.iter().enumerate().map(pushed).collect();
    let ratio = drive.drive.sprockets[0].ratio;
    for (w, sprocket) in drive.drive.sprockets.iter().enumerate() {
        x[4 * n + 6 * w + 2] += sprocket.ratio / ratio * std::f64::consts::TAU;
    }
    x
}

#[test]
fn the_energy_changes_at_the_rate_of_the_powers() {
    // Rounding of about 100 J over 2h is some 1e-5 W, and h² times the third derivative is less: frequencies of 3e5 rad/s and powers of
    // 1e4 W give 1e4 · (3e5 · 1e-9)² = 1e-3 W.
    let (h, bound) = (1e-9, 1e-2);
    for (name, _) in BUILT_IN {
        let drive = Running::new(name);
        let x = perturbed(&drive);
        // The crank turns once in 0.02 s.
        let t = 0.02 / drive.drive.sprockets[0].ratio;
        let u: Vec<f64> =
            (0..3 * drive.drive.sprockets.len() + 1).map(|j| 10.0 + j as f64).collect();
        let mut dx = vec![0.0; x.len()];
        let powers = drive.derivatives(t, &x, &u, &mut dx);
        let at = |h: f64| {
            let moved: Vec<f64> = x.iter().zip(&dx).map(|(x, dx)| x + h * dx).collect();
            drive.energy(t + h, &moved)
        };
        let rate = (at(h) - at(-h)) / (2.0 * h);
        let expected = powers.external + powers.ports - powers.dissipated;
        assert!((rate - expected).abs() < bound, "{name}: {rate} W, expected {expected} W");
        assert!(powers.dissipated > 1e3 && powers.ports > 1e3, "{name}: {powers:?} prove nothing");
    }
}

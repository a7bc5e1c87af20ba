//! Coupling laws in whole runs: the scenarios that use them against closed forms.

use std::path::Path;

use macrostep_tests::{Csv, fmu, largest_difference, macrostep, run_scenario, succeed};
use nalgebra::{DMatrix, DVector};

fn run(scenario: &str, settings: &[&str]) -> Csv {
    run_scenario(Path::new(scenario), settings).0
}

/// x at `t` of ẋ = A x + b from x₀, by the matrix exponential of the system extended by 1.
fn affine(a: &DMatrix<f64>, b: &DVector<f64>, x0: &DVector<f64>, t: f64) -> DVector<f64> {
    let n = x0.len();
    let mut whole = DMatrix::zeros(n + 1, n + 1);
    whole.view_mut((0, 0), (n, n)).copy_from(a);
    whole.view_mut((0, n), (n, 1)).copy_from(b);
    let start = x0.clone().push(1.0);
    ((whole * t).exp() * start).rows(0, n).into_owned()
}

/// The largest error of a column against a function of time.
fn error(csv: &Csv, column: &str, exact: impl Fn(f64) -> f64) -> f64 {
    let exact: Vec<f64> = csv.column("time").into_iter().map(exact).collect();
    largest_difference(&csv.column(column), &exact)
}

/// The two lines of `scenarios/hydraulic`: inertance, resistance and supply pressure.
const LINES: [[f64; 3]; 2] = [[8.5e6, 1e9, 2e6], [1.7e7, 1e9, 1e5]];
const NODE: f64 = 1e-4;
const MODULUS: f64 = 1.4e9;
const P0: f64 = 1e5;

#[test]
fn lines_on_a_node_of_constant_modulus_follow_the_matrix_exponential() {
    // States: flows, then the pressure, ṗ = E/V (Q₁ + Q₂).
    let [[l1, r1, p1], [l2, r2, p2]] = LINES;
    let k = MODULUS / NODE;
    #[rustfmt::skip]
    let a = DMatrix::from_row_slice(3, 3, &[
        -r1 / l1, 0.0, -1.0 / l1,
        0.0, -r2 / l2, -1.0 / l2,
        k, k, 0.0,
    ]);
    let b = DVector::from_vec(vec![p1 / l1, p2 / l2, 0.0]);
    let start = DVector::from_vec(vec![0.0, 0.0, P0]);
    let errors = ["1e-4", "5e-5"].map(|step| {
        let csv = run("hydraulic/two-lines.toml", &[&format!("simulation.step={step}")]);
        error(&csv, "inlet.p", |t| affine(&a, &b, &start, t)[2])
    });
    // In Pa, of 24 bar. The rule is of third order, in a ringing of 0.16 rad per step.
    assert!(errors[0] < 5e3, "{errors:?}");
    let order = (errors[0] / errors[1]).log2();
    assert!((order - 3.0).abs() < 0.3, "order {order}: {errors:?}");
}

/// Modulus of oil with air as in `scenarios/hydraulic/oil-with-air.toml`, Friedrich (2011), (2.94).
fn oil(p: f64) -> f64 {
    let (gas, exponent) = (0.02, 1.4_f64);
    let air = MODULUS * gas / exponent * (1e5 / p).powf(1.0 / exponent) / p;
    MODULUS * (1.0 + gas) / (1.0 + air)
}

/// Flows and pressure of the lines at every `step` up to 0.1 s, by Runge–Kutta's method for
/// ṗ = E(p)/V (Q₁ + Q₂), which is (2.91): another way to the pressure than by volumes.
fn pressures_by_their_rate(step: f64) -> Vec<f64> {
    let rate = |x: [f64; 3]| {
        let line = |n: usize| (LINES[n][2] - x[2] - LINES[n][1] * x[n]) / LINES[n][0];
        [line(0), line(1), oil(x[2]) / NODE * (x[0] + x[1])]
    };
    let add = |x: [f64; 3], h: f64, k: [f64; 3]| [0, 1, 2].map(|i| x[i] + h * k[i]);
    let (parts, mut x) = (100, [0.0, 0.0, P0]);
    let h = step / f64::from(parts);
    let mut pressures = vec![P0];
    for _ in 0..(0.1 / step).round() as usize {
        for _ in 0..parts {
            let k1 = rate(x);
            let k2 = rate(add(x, h / 2.0, k1));
            let k3 = rate(add(x, h / 2.0, k2));
            let k4 = rate(add(x, h, k3));
            x = [0, 1, 2].map(|i| x[i] + h / 6.0 * (k1[i] + 2.0 * (k2[i] + k3[i]) + k4[i]));
        }
        pressures.push(x[2]);
    }
    pressures
}

#[test]
fn lines_on_a_node_of_oil_with_air_follow_the_rate_of_its_pressure() {
    let errors = [(1e-4, "1e-4"), (5e-5, "5e-5")].map(|(h, step)| {
        let csv = run("hydraulic/oil-with-air.toml", &[&format!("simulation.step={step}")]);
        largest_difference(&csv.column("inlet.p"), &pressures_by_their_rate(h))
    });
    // In Pa, of 59 bar.
    assert!(errors[0] < 6e3, "{errors:?}");
    let order = (errors[0] / errors[1]).log2();
    assert!((order - 3.0).abs() < 0.3, "order {order}: {errors:?}");
}

#[test]
fn a_stepped_modulus_falls_behind_by_an_error_of_first_order() {
    let errors = [(1e-4, "1e-4"), (5e-5, "5e-5"), (2.5e-5, "2.5e-5")].map(|(h, step)| {
        let step = format!("simulation.step={step}");
        let settings = [&step, "couplings.0.compressibility=stepped"];
        let csv = run("hydraulic/oil-with-air.toml", &settings);
        largest_difference(&csv.column("inlet.p"), &pressures_by_their_rate(h))
    });
    let order = (errors[1] / errors[2]).log2();
    assert!((order - 1.0).abs() < 0.3, "order {order}: {errors:?}");
}

#[test]
fn two_bodies_approach_one_temperature_with_the_known_time_constant() {
    let (hot, cold, conductance) = (1000.0, 500.0, 5.0);
    let tau = hot * cold / (conductance * (hot + cold));
    let csv = run("thermal/two-masses.toml", &[]);
    let end = (hot * 353.15 + cold * 293.15) / (hot + cold);
    let hot_error = error(&csv, "hot.T", |t| end + 60.0 * cold / (hot + cold) * (-t / tau).exp());
    let cold_error = error(&csv, "cold.T", |t| end - 60.0 * hot / (hot + cold) * (-t / tau).exp());
    // Second order at H/τ = 0.015: 5/12 (H/τ)² of 60 K is 6 mK at the start, and dies out.
    assert!(hot_error < 6e-3 && cold_error < 6e-3, "{hot_error} K, {cold_error} K");
    // What one loses the other gains, to the rounding of temperatures near 300 K.
    let kept = csv
        .column("hot.T")
        .iter()
        .zip(csv.column("cold.T"))
        .map(|(a, b)| 1000.0 * a + 500.0 * b)
        .map(|heat| (heat - 1500.0 * end).abs())
        .fold(0.0, f64::max);
    assert!(kept < 1e-7, "{kept} J");
}

/// The distance of two masses joined with play, by pieces: free flight within ±g at velocity v, and
/// half a sine of frequency ω beyond.
fn with_play(g: f64, v: f64, omega: f64, t: f64) -> f64 {
    let (flight, bounce) = (2.0 * g / v, std::f64::consts::PI / omega);
    // From the middle of the play: half a flight, a bounce, half a flight back to the middle.
    let half = flight + bounce;
    let (sign, t) =
        if ((t / half) as u64).is_multiple_of(2) { (1.0, t % half) } else { (-1.0, t % half) };
    let since = t - flight / 2.0;
    sign * match since {
        s if s < 0.0 => v * t,
        s if s < bounce => g + v / omega * (omega * s).sin(),
        s => g - v * (s - bounce),
    }
}

#[test]
fn masses_with_play_bounce_as_computed_by_pieces() {
    let omega = (1000.0_f64 / (2.0 / 3.0)).sqrt();
    let errors = ["1e-4", "5e-5"].map(|step| {
        let csv = run("gap/two-masses.toml", &[&format!("simulation.step={step}")]);
        let (left, right) = (csv.column("left.x"), csv.column("right.x"));
        let distance: Vec<f64> = right.iter().zip(left).map(|(right, left)| right - left).collect();
        let exact: Vec<f64> =
            csv.column("time").iter().map(|&t| with_play(0.01, 1.0, omega, t)).collect();
        largest_difference(&distance, &exact)
    });
    // In m, of 36 mm. A kink of the force costs the line through two points no order.
    assert!(errors[0] < 4e-6, "{errors:?}");
    let order = (errors[0] / errors[1]).log2();
    assert!((order - 2.0).abs() < 0.3, "order {order}: {errors:?}");
}

#[test]
fn the_controlled_oscillator_follows_the_closed_loop() {
    let (m, c, d) = (1.0, 1000.0, 10.0);
    let (kp, ki, kd, tf, setpoint) = (2000.0, 20000.0, 20.0, 0.005, 0.1);
    // x, v, integral part, filtered error; e = setpoint − x.
    #[rustfmt::skip]
    let a = DMatrix::from_row_slice(4, 4, &[
        0.0, 1.0, 0.0, 0.0,
        -(c + kp + kd / tf) / m, -d / m, 1.0 / m, -kd / tf / m,
        -ki, 0.0, 0.0, 0.0,
        -1.0 / tf, 0.0, 0.0, -1.0 / tf,
    ]);
    let b = setpoint * DVector::from_vec(vec![0.0, (kp + kd / tf) / m, ki, 1.0 / tf]);
    let start = DVector::from_vec(vec![0.0, 0.0, 0.0, setpoint]);
    let errors = ["1e-3", "5e-4"].map(|step| {
        let csv = run("control/pid-oscillator.toml", &[&format!("simulation.step={step}")]);
        error(&csv, "mass.x", |t| affine(&a, &b, &start, t)[0])
    });
    // In m, of 0.1 m.
    assert!(errors[0] < 1e-4, "{errors:?}");
    let order = (errors[0] / errors[1]).log2();
    assert!((order - 2.0).abs() < 0.3, "order {order}: {errors:?}");
}

#[test]
fn a_sum_adds_its_terms_to_what_other_laws_do() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let slaves: String = [("a", 0.1), ("b", -0.2)]
        .map(|(name, x0)| {
            let path = fmu("oscillator");
            format!("[slaves.{name}]\nfmu = '{}'\nstart = {{ x0 = {x0} }}\n", path.display())
        })
        .concat();
    let text = format!(
        "[simulation]\nstop = 0.1\nstep = 1e-3\n{slaves}\
         [[couplings]]\nlaw = 'sum'\nto = 'b.force'\nfrom = ['a.x', 'b.x']\ngain = [30.0, -10.0]\n\
         offset = 2.5\n\
         [[couplings]]\nlaw = 'spring-damper'\nbetween = ['a', 'b']\nstiffness = 100.0\n"
    );
    let (scenario, results) = (folder.path().join("sum.toml"), folder.path().join("sum.csv"));
    std::fs::write(&scenario, text).expect("a file");
    // A sum compares units as connections do, and here adds metres to a force.
    let output = macrostep().arg("run").arg(&scenario).arg("-o").arg(&results).output();
    let said = String::from_utf8_lossy(&output.expect("macrostep runs").stderr).into_owned();
    assert!(said.contains("coupling 1: a.x to b.force: its unit m"), "{said}");
    succeed(
        macrostep()
            .args(["run", "--quiet", "--set", "couplings.0.units=false"])
            .arg(&scenario)
            .arg("-o")
            .arg(&results),
    );
    let csv = Csv::read(&results);
    let [xa, xb, force] = ["a.x", "b.x", "b.force"].map(|name| csv.column(name));
    let expected: Vec<f64> =
        xa.iter().zip(&xb).map(|(a, b)| 30.0 * a - 10.0 * b + 2.5 - 100.0 * (b - a)).collect();
    // Rounding of forces up to 40 N.
    assert!(largest_difference(&force, &expected) < 1e-12);
}

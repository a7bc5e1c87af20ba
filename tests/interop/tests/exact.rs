//! Models with linear states, run by others' importers, follow their exact solution to rounding.

use macrostep_interop::{IMPORTERS, fmpy, fmu};

/// Communication points after the start.
const STEPS: usize = 100;
/// A step of the solver `exact` is a product with a matrix: its rounding is that of some operations. Errors of the
/// steps add up at most, since these systems do not grow.
const BOUND: f64 = STEPS as f64 * f64::EPSILON;
/// The item `exact` of the parameter `solver`.
const EXACT: i32 = 1;

struct Case<const N: usize> {
    model: &'static str,
    h: f64,
    start: &'static [(&'static str, f64)],
    columns: [&'static str; N],
    exact: fn(f64) -> [f64; N],
}

impl<const N: usize> Case<N> {
    /// Compares every importer with the exact solution, in parts of the largest value.
    fn check(&self) {
        for (importer, open) in IMPORTERS {
            let mut slave = open(&fmu(self.model));
            slave.choose("solver", EXACT);
            self.start.iter().for_each(|(name, value)| slave.set(name, *value));
            slave.initialize();
            let mut found = [const { Vec::new() }; N];
            for k in 0..=STEPS {
                if k > 0 {
                    let (from, to) = (self.h * (k - 1) as f64, self.h * k as f64);
                    slave.step(from, to - from);
                }
                found.iter_mut().zip(self.columns).for_each(|(f, name)| f.push(slave.get(name)));
            }
            self.compare(importer, &found);
        }
        let start = [self.start, &[("solver", f64::from(EXACT))]].concat();
        if let Some(columns) = fmpy(self.model, self.h, self.h * STEPS as f64, &start) {
            self.compare("FMPy", &self.columns.map(|name| columns.get(name)));
        }
    }

    fn compare(&self, importer: &str, found: &[Vec<f64>; N]) {
        for (n, (name, found)) in self.columns.iter().zip(found).enumerate() {
            assert_eq!(found.len(), STEPS + 1, "{importer}, {}", self.model);
            let exact = |k: usize| (self.exact)(self.h * k as f64)[n];
            let largest = (0..=STEPS).map(|k| exact(k).abs()).fold(0.0, f64::max);
            let off = |(k, found): (usize, &f64)| (found - exact(k)).abs() / largest;
            let error = found.iter().enumerate().map(off).fold(0.0, f64::max);
            println!("{importer}: {}.{name} is off by {error:.1e} at most", self.model);
            assert!(error <= BOUND, "{importer}: {}.{name} is off by {error:e}", self.model);
        }
    }
}

#[test]
fn a_damped_oscillator_swings_about_its_new_rest() {
    // δ = 1/2, ω = 2: exact in binary, so that the closed form is as exact as sine and cosine are.
    let start = &[("m", 1.0), ("c", 4.25), ("d", 1.0), ("x0", 0.5), ("v0", -1.0), ("force", 8.5)];
    let exact = |t: f64| {
        let (delta, omega, rest) = (0.5, 2.0, 2.0);
        let a = 0.5 - rest;
        let b = (-1.0 + delta * a) / omega;
        let ((sin, cos), decay) = ((omega * t).sin_cos(), (-delta * t).exp());
        let x = rest + decay * (a * cos + b * sin);
        [x, decay * ((omega * b - delta * a) * cos - (omega * a + delta * b) * sin)]
    };
    Case { model: "oscillator", h: 0.05, start, columns: ["x", "v"], exact }.check();
}

#[test]
fn a_thermal_mass_warms_up_evenly() {
    let start = &[("C", 400.0), ("T0", 310.0), ("P", 80.0), ("source", 20.0)];
    let exact = |t: f64| [310.0 + 0.25 * t];
    Case { model: "thermal-mass", h: 0.2, start, columns: ["T"], exact }.check();
}

#[test]
fn a_hydraulic_line_approaches_its_steady_flow() {
    // τ = L/R = 1/16 s, Q∞ = (p_supply − p)/R = 1/128 m³/s.
    let start =
        &[("L", 16e6), ("R", 256e6), ("V0", 2e-6), ("Q0", 0.0), ("p_supply", 2.1e6), ("p", 1e5)];
    let exact = |t: f64| {
        let (tau, q_end): (f64, f64) = (0.0625, 0.0078125);
        let rest = -q_end * (-t / tau).exp();
        [q_end + rest, 2e-6 + q_end * t + tau * (-q_end - rest)]
    };
    Case { model: "hydraulic-line", h: 2e-3, start, columns: ["Q", "V"], exact }.check();
}

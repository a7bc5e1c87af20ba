//! Exact solutions, written down from their formulas and independent of every solver here.

/// m ẍ = f(t) − c x − d ẋ with x(0) = x0, ẋ(0) = v0 and less than critical damping.
#[derive(Clone, Copy, Debug)]
pub struct Oscillator {
    pub m: f64,
    pub c: f64,
    pub d: f64,
    pub x0: f64,
    pub v0: f64,
}

impl Oscillator {
    /// x and ẋ at `t` for the force f(t) = Σ force[k] tᵏ.
    ///
    /// A polynomial p solves the equation with the force; the rest is the free motion
    /// e^(−δt) (A cos ωt + B sin ωt) with δ = d/2m and ω² = c/m − δ².
    pub fn under_polynomial(&self, force: &[f64], t: f64) -> [f64; 2] {
        let p = self.particular(force);
        let value = p.iter().rev().fold(0.0, |sum, p| sum * t + p);
        let slope = (1..p.len()).rev().fold(0.0, |sum, k| sum * t + k as f64 * p[k]);
        let [x, v] = self.free([self.x0 - p[0], self.v0 - p[1]], t);
        [x + value, v + slope]
    }

    /// x and ẋ at `t` for the force `amplitude` cos(`omega` t).
    ///
    /// The forced motion is the real part of X e^(iΩt) with X = F / (c − mΩ² + i dΩ).
    pub fn under_harmonic(&self, amplitude: f64, omega: f64, t: f64) -> [f64; 2] {
        let (real, imaginary) = (self.c - self.m * omega * omega, self.d * omega);
        let square = real * real + imaginary * imaginary;
        let (cosine, sine) = (amplitude * real / square, amplitude * imaginary / square);
        let [x, v] = self.free([self.x0 - cosine, self.v0 - omega * sine], t);
        let (s, c) = (omega * t).sin_cos();
        [x + cosine * c + sine * s, v + omega * (sine * c - cosine * s)]
    }

    /// The free motion from a start in x and ẋ.
    fn free(&self, [x0, v0]: [f64; 2], t: f64) -> [f64; 2] {
        let delta = self.d / (2.0 * self.m);
        let omega = (self.c / self.m - delta * delta).sqrt();
        let b = (v0 + delta * x0) / omega;
        let (s, c) = (omega * t).sin_cos();
        let x = x0 * c + b * s;
        let rate = omega * (b * c - x0 * s);
        let decay = (-delta * t).exp();
        [decay * x, decay * (rate - delta * x)]
    }

    /// The polynomial p with m p̈ + d ṗ + c p = f, from its highest coefficient down.
    fn particular(&self, force: &[f64]) -> Vec<f64> {
        let mut p = vec![0.0; force.len() + 2];
        for k in (0..force.len()).rev() {
            let n = k as f64;
            let inertia = self.m * (n + 2.0) * (n + 1.0) * p[k + 2];
            p[k] = (force[k] - self.d * (n + 1.0) * p[k + 1] - inertia) / self.c;
        }
        p
    }
}

/// The period of m ẍ = −c x − c3 x³ with amplitude `a`: 4 K(k) / √((c + c3 a²)/m) with
/// k² = c3 a² / (2 (c + c3 a²)) and K by the arithmetic-geometric mean.
pub fn duffing_period(m: f64, c: f64, c3: f64, a: f64) -> f64 {
    let stiffness = c + c3 * a * a;
    let k_squared = c3 * a * a / (2.0 * stiffness);
    let (mut one, mut two) = (1.0_f64, (1.0 - k_squared).sqrt());
    while (one - two).abs() > 1e-15 {
        (one, two) = (0.5 * (one + two), (one * two).sqrt());
    }
    2.0 * std::f64::consts::PI / one / (stiffness / m).sqrt()
}

#[test]
fn the_formulas_solve_their_equations() {
    let o = Oscillator { m: 2.0, c: 50.0, d: 3.0, x0: 0.4, v0: -1.0 };
    let force = [1.0, -2.0, 3.0, 4.0];
    let f = |t: f64| force.iter().rev().fold(0.0, |sum, c| sum * t + c);
    let harmonic = |t: f64| 7.0 * (5.0 * t).cos();
    for t in [0.1, 0.7, 1.9] {
        let e = 1e-4;
        let check = |motion: &dyn Fn(f64) -> [f64; 2], f: f64| {
            let ([x, v], [ahead, v_ahead], [back, v_back]) =
                (motion(t), motion(t + e), motion(t - e));
            assert!(((ahead - back) / (2.0 * e) - v).abs() < 1e-5);
            let a = (v_ahead - v_back) / (2.0 * e);
            assert!((o.m * a + o.d * v + o.c * x - f).abs() < 1e-4, "at {t}");
        };
        check(&|t| o.under_polynomial(&force, t), f(t));
        check(&|t| o.under_harmonic(7.0, 5.0, t), harmonic(t));
    }
    assert_eq!(o.under_polynomial(&force, 0.0), [0.4, -1.0]);
    assert!((duffing_period(1.0, 4.0, 0.0, 1.0) - std::f64::consts::PI).abs() < 1e-14);
}

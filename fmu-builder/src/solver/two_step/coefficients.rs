//! The coefficients of the two-step scheme, and its start.

/// x_{n+1} = Σ_{j=1,2} a_j x_{n+1−j} + Δt Σ_{j=0,1,2} b_j ẋ_{n+1−j}.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Coefficients {
    pub a: [f64; 2],
    pub b: [f64; 3],
}

impl Coefficients {
    /// Those of (7a)–(7e) for a spectral radius ρ∞ at infinity, with the step before of another length.
    ///
    /// With α = Δt_n/Δt_{n−1}, D = 2 (1 + α) − (1 − ρ∞)² and
    ///
    /// ```text
    /// β = α ((1 − ρ∞)² (2 + α) + 2 (2 ρ∞ − 1) (1 + α))/D,   δ = α² (1 − ρ∞)²/(2 D)
    /// a₁ = 1 − β,   a₂ = β
    /// α b₀ = δ/α + α/2,   α b₁ = β/2 + α/2 − (1 + α) δ/α,   α b₂ = β/2 + δ
    /// ```
    ///
    /// the order is 2 for every α; α = 1 gives (7).
    pub fn two_step(rho_inf: f64, alpha: f64) -> Self {
        let lost = (1.0 - rho_inf).powi(2);
        let d = 2.0 * (1.0 + alpha) - lost;
        let grown = lost * (2.0 + alpha) + 2.0 * (2.0 * rho_inf - 1.0) * (1.0 + alpha);
        let beta = alpha * grown / d;
        let delta = alpha * alpha * lost / (2.0 * d);
        let b = [
            delta / alpha + 0.5 * alpha,
            0.5 * beta + 0.5 * alpha - (1.0 + alpha) * delta / alpha,
            0.5 * beta + delta,
        ];
        Self { a: [1.0 - beta, beta], b: b.map(|b| b / alpha) }
    }

    /// Those of the trapezoidal rule, which needs no step before.
    pub fn trapezoidal() -> Self {
        Self { a: [1.0, 0.0], b: [0.5, 0.5, 0.0] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RADII: [f64; 6] = [0.0, 0.1, 0.25, 0.56, 0.9, 1.0];

    #[test]
    fn equal_steps_have_the_published_coefficients() {
        let found = Coefficients::two_step(0.56, 1.0);
        let published = [
            (found.a[0], 0.72131147540984),
            (found.a[1], 0.27868852459016),
            (found.b[0], 0.52543085329971),
            (found.b[1], 0.58848255569567),
            (found.b[2], 0.16477511559479),
        ];
        for (found, published) in published {
            assert!((found / published - 1.0).abs() < 1e-13, "{found} {published}");
        }
        for rho in RADII {
            let (Coefficients { b, .. }, d) =
                (Coefficients::two_step(rho, 1.0), 4.0 - (1.0 - rho).powi(2));
            for (b, exact) in b.into_iter().zip([2.0 / d, 4.0 * rho / d, 2.0 * rho * rho / d]) {
                assert!((b - exact).abs() < 1e-15);
            }
        }
    }

    #[test]
    fn the_order_is_two_for_any_ratio_of_steps() {
        for (rho, alpha) in RADII.into_iter().flat_map(|r| [0.3, 1.0, 1.7].map(|a| (r, a))) {
            let Coefficients { a, b } = Coefficients::two_step(rho, alpha);
            // x = t^k around t_n with Δt = 1; the step before has the length 1/α.
            let back = -1.0 / alpha;
            for k in 0..3 {
                let (x, dx) = (|t: f64| t.powi(k), |t: f64| f64::from(k) * t.powi((k - 1).max(0)));
                let found = a[0] * x(0.0)
                    + a[1] * x(back)
                    + b[0] * dx(1.0)
                    + b[1] * dx(0.0)
                    + b[2] * dx(back);
                assert!((found - 1.0).abs() < 1e-13, "{rho} {alpha} {k}: {found}");
            }
        }
    }

    #[test]
    fn at_infinity_both_roots_are_minus_rho_inf() {
        for rho in RADII {
            // b₀ z² + b₁ z + b₂ = b₀ (z + ρ∞)²
            let [b0, b1, b2] = Coefficients::two_step(rho, 1.0).b;
            assert!((b1 / b0 - 2.0 * rho).abs() < 1e-14 && (b2 / b0 - rho * rho).abs() < 1e-14);
        }
    }
}

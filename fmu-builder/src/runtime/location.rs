//! Where a function of time becomes positive.

/// The least length, up to `tolerance`, at which `g` has become positive: g(0) ≤ 0 < g(length) are
/// `ends`, and the result is a length at which `g` was seen positive.
///
/// Two trials in three are secants, aimed a little beyond and a little before the zero so that both
/// ends close in on it; the third halves the bracket, which bounds their number.
pub(super) fn first_positive<E>(
    length: f64,
    ends: [f64; 2],
    tolerance: f64,
    mut g: impl FnMut(f64) -> Result<f64, E>,
) -> Result<f64, E> {
    let ([mut g_low, mut g_high], [mut low, mut high]) = (ends, [0.0, length]);
    for trial in 0.. {
        if high - low <= tolerance {
            break;
        }
        let secant = low + (high - low) * (g_low / (g_low - g_high));
        let guess = match trial % 3 {
            0 => secant + 0.4 * tolerance,
            1 => secant - 0.4 * tolerance,
            _ => 0.5 * (low + high),
        };
        let guess = guess.clamp(low + 0.25 * tolerance, high - 0.25 * tolerance);
        let value = g(guess)?;
        if value > 0.0 {
            (high, g_high) = (guess, value);
        } else {
            (low, g_low) = (guess, value);
        }
    }
    Ok(high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zeros_are_found_to_the_tolerance_in_few_trials() {
        type Function = fn(f64) -> f64;
        let cases: [(Function, f64); 5] = [
            (|x| x - 0.3, 0.3),
            (|x| x.powi(9) - 1e-3, 1e-3_f64.powf(1.0 / 9.0)),
            (|x| 1.0 - (-30.0 * (x - 0.01)).exp(), 0.01),
            (|x| if x < 0.7 { -1.0 } else { 1e-12 }, 0.7),
            (|x| x, 0.0),
        ];
        for (i, (function, zero)) in cases.into_iter().enumerate() {
            let (mut trials, tolerance) = (0, 1e-13);
            let found = first_positive(1.0, [function(0.0), function(1.0)], tolerance, |x| {
                trials += 1;
                Ok::<_, ()>(function(x))
            });
            let found = found.unwrap();
            assert!(found >= zero && found - zero <= 1.1 * tolerance, "{i}: {found}");
            assert!(function(found) > 0.0 && trials < 140, "{i}: {trials}");
            if i < 3 {
                assert!(trials < 30, "{i}: {trials}");
            }
        }
    }
}

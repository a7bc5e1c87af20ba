//! The largest stable macro step: up to which every step is stable.

/// Where and how closely to look.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scan {
    /// The smallest step looked at, in s.
    pub from: f64,
    /// The largest step looked at, in s.
    pub to: f64,
    /// How far a spectral radius may exceed 1 and still count as stable: rounding, and growth so
    /// weak that no run shows it.
    pub tolerance: f64,
    /// Distance of the steps looked at, as part of the limit: narrower unstable windows are missed.
    pub density: f64,
    /// Relative accuracy of the limit.
    pub accuracy: f64,
}

impl Scan {
    /// From a thousandth to a thousandfold of a step, every hundredth of the limit.
    pub fn around(step: f64) -> Self {
        let (from, to) = (1e-3 * step, 1e3 * step);
        Self { from, to, tolerance: 1e-6, density: 0.01, accuracy: 1e-9 }
    }
}

/// What a scan found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LargestStep {
    /// Stable up to this step in s, unstable just above.
    Limit(f64),
    /// Unstable at the smallest step already.
    None,
    /// Stable at all steps looked at.
    Unlimited,
}

/// Finds the first step above which `radius` exceeds 1.
///
/// A coarse search finds an unstable step; a fine one below it finds the first; bisection ends it.
pub fn largest_step<E>(
    scan: &Scan,
    mut radius: impl FnMut(f64) -> Result<f64, E>,
) -> Result<LargestStep, E> {
    let mut is_stable = |h: f64| Ok::<_, E>(radius(h)? <= 1.0 + scan.tolerance);
    if !is_stable(scan.from)? {
        return Ok(LargestStep::None);
    }
    let coarse = geometric(scan.from, scan.to, (1.0 + 5.0 * scan.density).clamp(1.05, 1.25));
    let Some((_, unstable)) = first_unstable(coarse, &mut is_stable)? else {
        return Ok(LargestStep::Unlimited);
    };
    let count = (1.0 / scan.density).ceil();
    let fine = (1..=count as usize).map(|k| unstable * k as f64 / count).filter(|h| *h > scan.from);
    let fine = std::iter::once(scan.from).chain(fine).map(|h| h.min(unstable));
    let (mut stable, mut unstable) =
        first_unstable(fine, &mut is_stable)?.expect("the last one is unstable");
    while unstable - stable > scan.accuracy * unstable {
        let middle = 0.5 * (stable + unstable);
        if is_stable(middle)? {
            stable = middle;
        } else {
            unstable = middle;
        }
    }
    Ok(LargestStep::Limit(stable))
}

/// From the first to the last number, by about the given ratio.
fn geometric(from: f64, to: f64, ratio: f64) -> impl Iterator<Item = f64> {
    let count = ((to / from).ln() / ratio.ln()).ceil().max(1.0);
    (0..=count as usize).map(move |k| from * (to / from).powf(k as f64 / count))
}

/// The last stable step of a series and the unstable one after it; the first is stable.
fn first_unstable<E>(
    steps: impl Iterator<Item = f64>,
    is_stable: &mut impl FnMut(f64) -> Result<bool, E>,
) -> Result<Option<(f64, f64)>, E> {
    let mut last = None;
    for h in steps {
        match last {
            Some(stable) if !is_stable(h)? => return Ok(Some((stable, h))),
            _ => last = Some(h),
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    fn limit(scan: Scan, radius: impl Fn(f64) -> f64) -> LargestStep {
        largest_step(&scan, |h| Ok::<_, Infallible>(radius(h))).unwrap()
    }

    #[test]
    fn the_limit_is_found_to_its_accuracy() {
        let LargestStep::Limit(h) = limit(Scan::around(1e-3), |h| 0.5 + h) else {
            panic!("there is a limit")
        };
        assert!((h - 0.500001).abs() < 1e-9, "{h}");
    }

    #[test]
    fn an_unstable_window_below_the_limit_counts() {
        let window = |h: f64| if (0.2..0.21).contains(&h) { 1.1 } else { 0.5 + h };
        let LargestStep::Limit(h) = limit(Scan::around(1e-3), window) else {
            panic!("there is a limit")
        };
        assert!((h - 0.2).abs() < 1e-9, "{h}");
    }

    #[test]
    fn no_limit_and_no_stable_step_are_told_apart() {
        assert_eq!(limit(Scan::around(1.0), |_| 1.0), LargestStep::Unlimited);
        assert_eq!(limit(Scan::around(1.0), |_| 1.1), LargestStep::None);
    }
}

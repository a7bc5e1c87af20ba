//! The largest stable macro step: up to which every step is stable.
//!
//! Absolute eigenvalues, sorted, are continuous in the macro step h. They are sampled evenly over ln h. Where one of
//! them has a local maximum from which it may reach 1 between two samples, as far as its neighbours tell, the
//! maximum is looked for by golden sections; not only the largest counts, because an eigenvalue that stays at 1
//! would hide others. Bisection finds where unstable windows begin and end.

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
    /// Distance of the steps looked at, as part of them: narrower unstable windows may be missed.
    pub density: f64,
    /// Relative accuracy of the limit.
    pub accuracy: f64,
}

impl Scan {
    /// From a thousandth to a thousandfold of a step, every hundredth of it.
    pub fn around(step: f64) -> Self {
        let (from, to) = (1e-3 * step, 1e3 * step);
        Self { from, to, tolerance: 1e-6, density: 0.01, accuracy: 1e-9 }
    }
}

/// Up to where steps are stable.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LargestStep {
    /// Stable up to this step in s, unstable just above.
    Limit(f64),
    /// Unstable at the smallest step already.
    None,
    /// Stable at all steps looked at.
    Unlimited,
}

/// What a scan found.
#[derive(Clone, Debug, PartialEq)]
pub struct Limits {
    /// Up to here every step that was looked at is stable.
    pub largest: LargestStep,
    /// Where steps are unstable, rising: the last stable step below and the first one above, if there is one. Only of
    /// linear systems.
    pub unstable: Vec<(f64, Option<f64>)>,
    /// The largest step that was looked at, in s.
    pub to: f64,
    /// Distance of the steps that were looked at, as part of them.
    pub density: f64,
    /// Why no larger one was, if a step failed.
    pub failed: Option<String>,
}

/// Beyond so many times the first unstable step nobody looks.
const BEYOND: f64 = 10.0;
/// A maximum may be so many times higher above the sample than that is above its neighbours.
const REACH: f64 = 4.0;
/// Golden sections of two distances of samples.
const SECTIONS: usize = 14;
/// Relative accuracy of borders other than the limit.
const BORDER: f64 = 1e-5;

/// Finds where steps are unstable; `moduli` gives the absolute values of the eigenvalues at a step, largest first.
pub fn unstable_windows<E: std::fmt::Display>(
    scan: &Scan,
    moduli: impl FnMut(f64) -> Result<Vec<f64>, E>,
) -> Result<Limits, E> {
    let mut search = Search { scan, moduli, points: Vec::new() };
    let failed = search.sample()?;
    search.refine();
    Ok(search.limits(failed))
}

struct Search<'a, F> {
    scan: &'a Scan,
    moduli: F,
    /// Steps that were looked at, rising, with their moduli.
    points: Vec<(f64, Vec<f64>)>,
}

impl<E: std::fmt::Display, F: FnMut(f64) -> Result<Vec<f64>, E>> Search<'_, F> {
    fn is_unstable(&self, moduli: &[f64]) -> bool {
        moduli.first().is_some_and(|radius| *radius > 1.0 + self.scan.tolerance)
    }

    /// Looks at steps up to the tenfold of the first unstable one, or to one that fails.
    fn sample(&mut self) -> Result<Option<String>, E> {
        let Scan { from, to, density, .. } = *self.scan;
        let mut end = to;
        for h in geometric(from, to, 1.0 + density) {
            if h > end {
                break;
            }
            match (self.moduli)(h) {
                Ok(moduli) => {
                    if end == to && self.is_unstable(&moduli) {
                        end = to.min(BEYOND * h);
                    }
                    self.points.push((h, moduli));
                }
                Err(error) if self.points.is_empty() => return Err(error),
                Err(error) => return Ok(Some(error.to_string())),
            }
        }
        Ok(None)
    }

    /// Looks between stable samples for maxima that are unstable.
    fn refine(&mut self) {
        let mut found = Vec::new();
        for k in 1..self.points.len().saturating_sub(1) {
            let near = &self.points[k - 1..=k + 1];
            if near.iter().any(|(_, moduli)| self.is_unstable(moduli)) {
                continue;
            }
            let value =
                |point: usize, order: usize| near[point].1.get(order).copied().unwrap_or(0.0);
            let reaches = |order: &usize| {
                let [a, b, c] = [0, 1, 2].map(|point| value(point, *order));
                b >= a && b >= c && b + REACH * (b - a.min(c)) > 1.0 + self.scan.tolerance
            };
            if let Some(order) = (0..near[1].1.len()).find(reaches) {
                let bracket = (near[0].0, near[2].0);
                found.extend(self.golden_sections(bracket, order));
            }
        }
        self.points.extend(found);
        self.points.sort_by(|a, b| a.0.total_cmp(&b.0));
    }

    /// Goes for the maximum of one of the moduli until a step is unstable; a step that fails ends it too.
    fn golden_sections(
        &mut self,
        (mut a, mut b): (f64, f64),
        order: usize,
    ) -> Option<(f64, Vec<f64>)> {
        let (ratio, limit) = (0.5 * (5f64.sqrt() - 1.0), 1.0 + self.scan.tolerance);
        let (mut left, mut right) = (None, None);
        for _ in 0..SECTIONS {
            let mut look = |h: f64, known: Option<f64>| match known {
                Some(value) => Ok(value),
                None => match (self.moduli)(h) {
                    Ok(moduli) if moduli.first().is_some_and(|m| *m > limit) => {
                        Err(Some((h, moduli)))
                    }
                    Ok(moduli) => Ok(moduli.get(order).copied().unwrap_or(0.0)),
                    Err(_) => Err(None),
                },
            };
            let at_left = look(b - ratio * (b - a), left);
            let at_right = look(a + ratio * (b - a), right);
            match (at_left, at_right) {
                (Ok(l), Ok(r)) if l > r => (b, left, right) = (a + ratio * (b - a), None, Some(l)),
                (Ok(_), Ok(r)) => (a, left, right) = (b - ratio * (b - a), Some(r), None),
                (Err(found), _) | (_, Err(found)) => return found,
            }
        }
        None
    }

    fn limits(mut self, failed: Option<String>) -> Limits {
        let points: Vec<(f64, bool)> =
            self.points.iter().map(|(h, moduli)| (*h, self.is_unstable(moduli))).collect();
        let (mut unstable, mut begin) = (Vec::new(), None);
        for (k, &(h, is_unstable)) in points.iter().enumerate() {
            let before = k.checked_sub(1).map(|k| points[k].0);
            match (begin, is_unstable) {
                (None, true) => {
                    let accuracy = if unstable.is_empty() { self.scan.accuracy } else { BORDER };
                    begin = Some(before.map_or(h, |stable| self.border(stable, h, accuracy)));
                }
                (Some(first), false) => {
                    let end = self.border(h, before.unwrap_or(h), BORDER);
                    unstable.push((first, Some(end)));
                    begin = None;
                }
                _ => {}
            }
        }
        unstable.extend(begin.map(|begin| (begin, None)));
        let largest = match (points.first(), unstable.first()) {
            (Some((_, true)), _) => LargestStep::None,
            (_, Some((begin, _))) => LargestStep::Limit(*begin),
            _ => LargestStep::Unlimited,
        };
        let to = points.last().map_or(self.scan.to, |last| last.0);
        Limits { largest, unstable, to, density: self.scan.density, failed }
    }

    /// The last stable step on the way to an unstable one; a step that fails counts as unstable.
    fn border(&mut self, mut stable: f64, mut unstable: f64, accuracy: f64) -> f64 {
        while (unstable - stable).abs() > accuracy * unstable {
            let middle = 0.5 * (stable + unstable);
            let is_stable = (self.moduli)(middle).is_ok_and(|moduli| !self.is_unstable(&moduli));
            if is_stable { stable = middle } else { unstable = middle }
        }
        stable
    }
}

/// From the first to the last number, by about the given ratio.
fn geometric(from: f64, to: f64, ratio: f64) -> impl Iterator<Item = f64> {
    let count = ((to / from).ln() / ratio.ln()).ceil().max(1.0);
    (0..=count as usize).map(move |k| from * (to / from).powf(k as f64 / count))
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    fn limits(scan: Scan, moduli: impl Fn(f64) -> Vec<f64>) -> Limits {
        unstable_windows(&scan, |h| Ok::<_, Infallible>(moduli(h))).unwrap()
    }

    fn limit(scan: Scan, radius: impl Fn(f64) -> f64) -> f64 {
        match limits(scan, |h| vec![radius(h)]).largest {
            LargestStep::Limit(h) => h,
            other => panic!("there is a limit, not {other:?}"),
        }
    }

    #[test]
    fn the_limit_is_found_to_its_accuracy() {
        let h = limit(Scan::around(1e-3), |h| 0.5 + h);
        assert!((h - 0.500001).abs() < 1e-9, "{h}");
    }

    #[test]
    fn unstable_windows_are_found_with_both_borders() {
        let window = |h: f64| if (0.2..0.21).contains(&h) { 1.1 } else { 0.5 + h };
        let found = limits(Scan::around(1e-3), |h| vec![window(h)]);
        let [(begin, Some(end)), (last, None)] = found.unstable[..] else { panic!("{found:?}") };
        let near = |a: f64, b: f64, by: f64| (a / b - 1.0).abs() < by;
        assert!(near(begin, 0.2, 1e-8), "{found:?}");
        assert!(near(end, 0.21, 1e-5) && near(last, 0.500001, 1e-5), "{found:?}");
        assert_eq!(found.largest, LargestStep::Limit(begin));
    }

    #[test]
    fn a_window_between_two_samples_is_found_if_its_flanks_are_seen() {
        // A resonance of width w exceeds 1 in a tenth of w: with w = 2 % in 0.2 %, a fifth of the distance of samples.
        // An eigenvalue that stays at 1 hides its flanks from the largest one, not from the second.
        for k in 0..50 {
            let middle = 0.3f64.ln() + 2e-4 * f64::from(k);
            let bump = |h: f64, w: f64| 0.6 + 0.401 / (1.0 + ((h.ln() - middle) / w).powi(2));
            for steady in [0.5, 0.9999, 1.0] {
                let found = limits(Scan::around(1e-2), |h| {
                    let (a, b) = (bump(h, 0.02), steady);
                    vec![a.max(b), a.min(b)]
                });
                let [(begin, Some(end))] = found.unstable[..] else { panic!("{k}: {found:?}") };
                assert!(begin < middle.exp() && middle.exp() < end, "{k}: {found:?}");
                assert!(end / begin < 1.003, "{k}: {found:?}");
            }
        }
    }

    #[test]
    fn no_limit_and_no_stable_step_are_told_apart() {
        let largest = |radius: f64| limits(Scan::around(1.0), |_| vec![radius]).largest;
        assert_eq!(largest(1.0), LargestStep::Unlimited);
        assert_eq!(largest(1.1), LargestStep::None);
    }

    #[test]
    fn a_step_that_fails_ends_the_search_but_not_the_answer() {
        let moduli = |h: f64| if h < 0.1 { Ok(vec![0.9]) } else { Err("too long") };
        let found = unstable_windows(&Scan::around(1e-2), moduli).unwrap();
        assert_eq!(
            (found.largest, found.failed.as_deref()),
            (LargestStep::Unlimited, Some("too long"))
        );
        assert!((0.098..0.1).contains(&found.to), "{found:?}");
    }
}

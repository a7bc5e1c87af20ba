//! Where a function crosses zero along an axis, found without knowing where to look.

/// A grid from one number to another with so many intervals, equal in ratio.
pub fn geometric(from: f64, to: f64, intervals: usize) -> Vec<f64> {
    (0..=intervals).map(|k| from * (to / from).powf(k as f64 / intervals as f64)).collect()
}

/// A grid from one number to another with so many equal intervals.
pub fn equal(from: f64, to: f64, intervals: usize) -> Vec<f64> {
    (0..=intervals).map(|k| from + (to - from) * k as f64 / intervals as f64).collect()
}

/// Steps of the search for an extremum between neighbours of the grid.
const STEPS: usize = 24;

/// All places at which `f` changes its sign, each by bisection.
///
/// Where neighbours of the grid differ in sign there is one. Where the middle of three is nearest to zero, an extremum is looked
/// for: if it lies beyond zero, the grid has missed two places.
pub fn crossings<E>(grid: &[f64], mut f: impl FnMut(f64) -> Result<f64, E>) -> Result<Vec<f64>, E> {
    let mut points = Vec::new();
    for x in grid {
        points.push((*x, f(*x)?));
    }
    for k in (1..grid.len().saturating_sub(1)).rev() {
        let [a, b, c] = [k - 1, k, k + 1].map(|k| points[k]);
        let sign = if b.1 < 0.0 { -1.0 } else { 1.0 };
        let nearest = sign * b.1 <= (sign * a.1).min(sign * c.1);
        if nearest && let Some(beyond) = extremum(a.0, c.0, |x| Ok(sign * f(x)?))? {
            points.insert(if beyond < b.0 { k } else { k + 1 }, (beyond, -sign));
        }
    }
    let mut found = Vec::new();
    for pair in points.windows(2).filter(|pair| (pair[0].1 < 0.0) != (pair[1].1 < 0.0)) {
        let (mut below, mut above) = (pair[0].0, pair[1].0);
        while above - below > 1e-8 * above {
            let middle = 0.5 * (below + above);
            if (f(middle)? < 0.0) == (pair[0].1 < 0.0) { below = middle } else { above = middle }
        }
        found.push(0.5 * (below + above));
    }
    Ok(found)
}

/// A place between two at which `f`, positive at both, is negative; looked for by golden sections.
fn extremum<E>(
    mut low: f64,
    mut high: f64,
    mut f: impl FnMut(f64) -> Result<f64, E>,
) -> Result<Option<f64>, E> {
    let ratio = 0.5 * (5f64.sqrt() - 1.0);
    let inner = |low: f64, high: f64| [high - ratio * (high - low), low + ratio * (high - low)];
    let [mut left, mut right] = inner(low, high);
    let (mut at_left, mut at_right) = (f(left)?, f(right)?);
    for _ in 0..STEPS {
        if at_left < 0.0 || at_right < 0.0 {
            return Ok(Some(if at_left < 0.0 { left } else { right }));
        }
        if at_left < at_right {
            (high, right, at_right) = (right, left, at_left);
            left = inner(low, high)[0];
            at_left = f(left)?;
        } else {
            (low, left, at_left) = (left, right, at_right);
            right = inner(low, high)[1];
            at_right = f(right)?;
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    fn found(grid: &[f64], f: impl Fn(f64) -> f64) -> Vec<f64> {
        crossings(grid, |x| Ok::<_, Infallible>(f(x))).unwrap()
    }

    fn assert_near(found: &[f64], expected: &[f64]) {
        let off = found.iter().zip(expected).map(|(x, edge)| (x / edge - 1.0).abs());
        assert!(found.len() == expected.len() && off.fold(0.0, f64::max) < 1e-7, "{found:?}");
    }

    #[test]
    fn every_change_of_sign_is_found() {
        let f = |x: f64| (x - 0.3) * (x - 7.0) * (x - 50.0);
        assert_near(&found(&geometric(1e-3, 1e3, 60), f), &[0.3, 7.0, 50.0]);
        assert!(found(&equal(1.0, 5.0, 4), f).is_empty());
    }

    #[test]
    fn two_changes_between_neighbours_are_found_too() {
        for centre in [3.2, 3.5, 4.4] {
            let f = |x: f64| (x - centre).powi(2) - 1e-4;
            let edges = [centre - 0.01, centre + 0.01];
            assert_near(&found(&equal(0.0, 10.0, 10), f), &edges);
            assert_near(&found(&equal(0.0, 10.0, 10), |x| -f(x)), &edges);
        }
    }
}

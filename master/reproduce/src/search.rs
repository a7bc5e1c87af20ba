//! Where a property changes along an axis, found without knowing where to look.

/// A grid from one number to another with so many intervals, equal in ratio.
pub fn geometric(from: f64, to: f64, intervals: usize) -> Vec<f64> {
    (0..=intervals).map(|k| from * (to / from).powf(k as f64 / intervals as f64)).collect()
}

/// A grid from one number to another with so many equal intervals.
pub fn equal(from: f64, to: f64, intervals: usize) -> Vec<f64> {
    (0..=intervals).map(|k| from + (to - from) * k as f64 / intervals as f64).collect()
}

/// All places at which `holds` changes between neighbours of the grid, each by bisection. Where it changes twice between
/// neighbours, nothing is seen.
pub fn changes<E>(
    grid: &[f64],
    mut holds: impl FnMut(f64) -> Result<bool, E>,
) -> Result<Vec<f64>, E> {
    let seen = grid.iter().map(|x| holds(*x)).collect::<Result<Vec<bool>, E>>()?;
    let mut found = Vec::new();
    for k in (1..grid.len()).filter(|k| seen[*k] != seen[k - 1]) {
        let (mut below, mut above) = (grid[k - 1], grid[k]);
        while above - below > 1e-8 * above {
            let middle = 0.5 * (below + above);
            if holds(middle)? == seen[k - 1] { below = middle } else { above = middle }
        }
        found.push(0.5 * (below + above));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    #[test]
    fn every_change_is_found() {
        let holds = |x: f64| Ok::<_, Infallible>((0.3..7.0).contains(&x) || x > 50.0);
        let found = changes(&geometric(1e-3, 1e3, 60), holds).unwrap();
        let off = found.iter().zip([0.3, 7.0, 50.0]).map(|(x, edge)| (x / edge - 1.0).abs());
        assert!(found.len() == 3 && off.fold(0.0, f64::max) < 1e-8, "{found:?}");
        assert_eq!(changes(&equal(0.0, 0.2, 4), holds).unwrap(), []);
    }
}

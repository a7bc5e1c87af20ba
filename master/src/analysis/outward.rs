//! A search for the largest stable step that begins at the scenario's own step.

use super::largest_step::LargestStep;

/// The search by runs goes from one step to the next by this factor, and then to this accuracy.
pub const RATIO: f64 = 1.25;
const ACCURACY: f64 = 0.02;

/// A stable step next to an unstable one, searched for from `begin` outwards: up while steps are stable, or down
/// until one is. Steps further below are not looked at.
pub fn outward<E>(
    (from, to): (f64, f64),
    begin: f64,
    mut is_stable: impl FnMut(f64) -> Result<bool, E>,
) -> Result<(LargestStep, Option<f64>), E> {
    let mut h = begin.clamp(from, to.max(from));
    let begins_stable = is_stable(h)?;
    let (mut stable, mut unstable) = loop {
        let next = if begins_stable { (RATIO * h).min(to) } else { (h / RATIO).max(from) };
        if next == h {
            let none = if begins_stable { LargestStep::Unlimited } else { LargestStep::None };
            return Ok((none, None));
        }
        if is_stable(next)? != begins_stable {
            break if begins_stable { (h, next) } else { (next, h) };
        }
        h = next;
    };
    while unstable - stable > ACCURACY * unstable {
        let middle = 0.5 * (stable + unstable);
        if is_stable(middle)? { stable = middle } else { unstable = middle }
    }
    Ok((LargestStep::Limit(stable), Some(unstable)))
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    #[test]
    fn the_search_outwards_goes_up_from_a_stable_step_and_down_from_an_unstable_one() {
        let largest = |begin: f64| {
            outward((1e-6, 10.0), begin, |h| Ok::<_, Infallible>(!(0.5..=5.0).contains(&h)))
                .unwrap()
                .0
        };
        for begin in [1e-3, 0.3, 2.0] {
            let LargestStep::Limit(h) = largest(begin) else { panic!("{begin}") };
            assert!((0.49..0.5).contains(&h), "{begin}: {h}");
        }
        assert_eq!(largest(6.0), LargestStep::Unlimited);
    }
}

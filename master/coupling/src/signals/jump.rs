//! Whether the values at the last communication points lie on one smooth curve.

/// A change that is more than so many times as large as those beside it is a jump, and so is one that is as
/// much larger than the time derivatives at its ends account for. A sinusoid shows neither as long as there
/// are five points in its period.
const RATIO: f64 = 5.0;

/// How many points a change is judged by.
pub const POINTS: usize = 4;

/// Whether one of the changes between neighbouring points, compared with the two others, is a jump: which
/// one, counted from the newest. With fewer than three changes nothing can be said.
#[inline]
pub fn jump(changes: [f64; POINTS - 1]) -> Option<usize> {
    let [a, b, c] = changes.map(f64::abs);
    if a > RATIO * b.max(c) {
        Some(0)
    } else if b > RATIO * a.max(c) {
        Some(1)
    } else if c > RATIO * a.max(b) {
        Some(2)
    } else {
        None
    }
}

/// Whether a change over a step of length `h` is a jump, given the time derivatives before and after it.
#[inline]
pub fn is_jump(change: f64, h: f64, du: [f64; 2]) -> bool {
    let [a, b] = du.map(f64::abs);
    change.abs() > RATIO * h * a.max(b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sinusoids_with_five_points_in_a_period_do_not_jump() {
        for step in [1e-3, 0.1, 0.7, 1.0, std::f64::consts::TAU / 5.0] {
            for phase in 0..1000 {
                let phi = |k: i32| f64::from(phase) * 0.0063 + f64::from(k) * step;
                let at = |k: i32| phi(k).sin();
                let changes = [at(3) - at(2), at(2) - at(1), at(1) - at(0)];
                assert_eq!(jump(changes), None, "step {step}, phase {phase}");
                let du = [phi(3).cos(), phi(2).cos()];
                assert!(!is_jump(changes[0], step, du), "step {step}, phase {phase}");
            }
        }
    }

    #[test]
    fn a_step_is_found_where_it_is() {
        assert_eq!(jump([100.0, 0.0, 0.0]), Some(0));
        assert_eq!(jump([-0.3, 100.0, 0.2]), Some(1));
        assert_eq!(jump([0.0, 0.1, -7.0]), Some(2));
        assert_eq!(jump([0.0; 3]), None);
    }
}

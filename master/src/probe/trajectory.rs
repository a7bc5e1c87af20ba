//! Values over time, and how far two runs are apart.

/// A variable that moves less than this part of its magnitude stands still.
pub const STILL: f64 = 1e-6;

/// The watched values after each step.
pub type Trajectory = Vec<Vec<f64>>;

/// Whether two runs agree bit for bit.
pub fn identical(a: &[Vec<f64>], b: &[Vec<f64>]) -> bool {
    let bits =
        |rows: &[Vec<f64>]| -> Vec<u64> { rows.iter().flatten().map(|x| x.to_bits()).collect() };
    bits(a) == bits(b)
}

/// Whether no value ever changes.
pub fn constant(rows: &[Vec<f64>]) -> bool {
    rows.windows(2).all(|pair| identical(&pair[..1], &pair[1..]))
}

/// The largest difference between two runs, as a part of each variable's size; where it is.
///
/// The size of a variable is its range in both runs, or a millionth of its magnitude where it hardly moves:
/// what a solver leaves of a quantity that is conserved is no motion.
pub fn difference(a: &[Vec<f64>], b: &[Vec<f64>]) -> (f64, usize) {
    difference_among(a, b, |_| true)
}

/// The largest difference as by [`difference`], of some variables only.
pub fn difference_among(
    a: &[Vec<f64>],
    b: &[Vec<f64>],
    counts: impl Fn(usize) -> bool,
) -> (f64, usize) {
    let spans = spans(a, b).into_iter().enumerate().filter(|(k, _)| counts(*k));
    let worst = spans.map(|(k, apart)| {
        let values = || a.iter().chain(b).map(|row| row[k]);
        let (low, high) = values()
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)));
        let size = (high - low).max(STILL * high.abs().max(low.abs()));
        (if apart == 0.0 { 0.0 } else { apart / size }, k)
    });
    worst.fold((0.0, 0), |worst, one| if one.0 > worst.0 { one } else { worst })
}

/// How far each variable of two runs is apart at most.
pub fn spans(a: &[Vec<f64>], b: &[Vec<f64>]) -> Vec<f64> {
    let columns = a.first().map_or(0, Vec::len);
    let span = |k: usize| a.iter().zip(b).map(|(a, b)| apart(a[k], b[k])).fold(0.0, f64::max);
    (0..columns).map(span).collect()
}

fn apart(a: f64, b: f64) -> f64 {
    match (a.is_nan(), b.is_nan()) {
        (true, true) => 0.0,
        (false, false) if a == b => 0.0,
        (false, false) => (a - b).abs(),
        _ => f64::INFINITY,
    }
}

/// A part of one as a text in percent, with two digits that count.
pub fn percent(part: f64) -> String {
    match 100.0 * part {
        p if p >= 10.0 => format!("{p:.0} %"),
        p if p >= 0.1 => format!("{p:.2} %"),
        p => format!("{p:.1e} %"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_parts_of_the_range() {
        let (a, b) = (vec![vec![0.0, 5.0], vec![10.0, 5.0]], vec![vec![0.0, 5.0], vec![9.0, 5.0]]);
        assert_eq!(difference(&a, &b), (0.1, 0));
        assert_eq!(difference(&a, &a), (0.0, 0));
        assert!(identical(&a, &a) && !identical(&a, &b));
        let (a, b) = (vec![vec![f64::NAN]], vec![vec![1.0]]);
        assert!(difference(&a, &b).0.is_infinite() && difference(&a, &a).0 == 0.0);
    }

    #[test]
    fn percentages_are_short() {
        assert_eq!([0.25, 0.0123, 1e-7].map(percent), ["25 %", "1.23 %", "1.0e-5 %"]);
    }
}

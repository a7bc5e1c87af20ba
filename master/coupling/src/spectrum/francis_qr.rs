//! The QR iteration with implicit double shifts, for the eigenvalues of a Hessenberg matrix.
//!
//! ```text
//! H ← Qᵀ H Q,   Q R = (H − s₁ I)(H − s₂ I),   s₁, s₂: the eigenvalues of the last 2 × 2 block
//! ```
//!
//! Q is never formed: its first column decides, and a bulge of three rows is chased down the diagonal
//! (Francis 1961; Golub and Van Loan 2013, algorithm 7.5.1). A subdiagonal entry is zero if neglecting it changes
//! eigenvalues by rounding only, in the stricter form of Ahues and Tisseur (1997).
//!
//! These shifts turn in circles on some matrices, such as those that permute. After ten steps without an
//! eigenvalue others are taken, alternately from the top and from the bottom of the block, as in LAPACK's `dlahqr`.
//! A block of nearly equal eigenvalues that are far below the others may be so badly scaled in itself that no shift
//! helps: after thirty steps it is balanced, which leaves the form as it is. Among entries that are rounding of larger
//! ones the strict test may never hold. From then on an entry counts as zero if it is rounding of the whole matrix, of one
//! operation at first and of some hundred in the end: the steps themselves have changed the matrix by as much.

use nalgebra::{Complex, DMatrix, Vector3};

use super::balance::balance;

/// Steps without an eigenvalue after which another shift is taken.
const STALLED: usize = 10;
/// Steps without an eigenvalue after which a block is balanced, and entries that are rounding of the matrix are neglected.
const PATIENT: usize = 30;
/// Steps for one eigenvalue at most; three are usual.
const STEPS: usize = 300;

/// The eigenvalues of a Hessenberg matrix; none if the iteration does not end.
pub fn eigenvalues(mut h: DMatrix<f64>) -> Option<Vec<Complex<f64>>> {
    let mut values = Vec::with_capacity(h.nrows());
    let (mut count, mut steps) = (h.nrows(), 0_usize);
    let rounding = f64::EPSILON * h.norm();
    // The leading rows and columns of this number are left; what lies below them is done.
    while count > 0 {
        let last = count - 1;
        let patience = steps.saturating_sub(PATIENT) as f64;
        let nothing = (patience * rounding).max(f64::MIN_POSITIVE);
        let first = split(&h, last, nothing);
        if first > 0 {
            h[(first, first - 1)] = 0.0;
        }
        match last - first {
            0 => values.push(Complex::from(h[(last, last)])),
            1 => values.extend(pair(&h, first)),
            _ if steps == STEPS => return None,
            _ => {
                if steps == PATIENT {
                    rescale(&mut h, first, last);
                }
                steps += 1;
                let shifts = shifts(&h, first, last, steps);
                step(&mut h, first, last, shifts);
                continue;
            }
        }
        (count, steps) = (first, 0);
    }
    Some(values)
}

/// Balances the block from `first` to `last`; the rest of the matrix no longer counts for its eigenvalues.
fn rescale(h: &mut DMatrix<f64>, first: usize, last: usize) {
    let size = last - first + 1;
    let mut block = h.view((first, first), (size, size)).into_owned();
    balance(&mut block);
    h.view_mut((first, first), (size, size)).copy_from(&block);
}

/// Where the block begins that ends at `last` and has no negligible subdiagonal entry; one up to `nothing` is.
fn split(h: &DMatrix<f64>, last: usize, nothing: f64) -> usize {
    let ends = |k: &usize| h[(*k, *k - 1)].abs() <= nothing || is_negligible(h, *k);
    (1..=last).rev().find(ends).unwrap_or(0)
}

/// Whether the entry left of the diagonal in row k is zero to rounding.
fn is_negligible(h: &DMatrix<f64>, k: usize) -> bool {
    let below = h[(k, k - 1)].abs();
    let mut size = h[(k - 1, k - 1)].abs() + h[(k, k)].abs();
    if size == 0.0 {
        let neighbour = |i: usize, j: usize| h.get((i, j)).map_or(0.0, |entry| entry.abs());
        size = if k > 1 { neighbour(k - 1, k - 2) } else { 0.0 } + neighbour(k + 1, k);
    }
    if below > f64::EPSILON * size {
        return false;
    }
    let above = h[(k - 1, k)].abs();
    let (large, small) = (below.max(above), below.min(above));
    let (corner, gap) = (h[(k, k)].abs(), (h[(k - 1, k - 1)] - h[(k, k)]).abs());
    let (far, near) = (corner.max(gap), corner.min(gap));
    let all = far + large;
    small * (large / all) <= f64::MIN_POSITIVE.max(f64::EPSILON * (near * (far / all)))
}

/// The eigenvalues of the 2 × 2 block that begins at k.
fn pair(h: &DMatrix<f64>, k: usize) -> [Complex<f64>; 2] {
    of_two(h[(k, k)], h[(k, k + 1)], h[(k + 1, k)], h[(k + 1, k + 1)])
}

/// The eigenvalues of [a b; c d]; of two real ones the larger has no cancellation, the other follows from the product.
fn of_two(a: f64, b: f64, c: f64, d: f64) -> [Complex<f64>; 2] {
    let scale = a.abs().max(b.abs()).max(c.abs()).max(d.abs());
    if scale == 0.0 {
        return [Complex::ZERO; 2];
    }
    let (half, [b, c]) = (0.5 * (a / scale - d / scale), [b / scale, c / scale]);
    let square = half * half + b * c;
    if square < 0.0 {
        let (re, im) = (0.5 * a + 0.5 * d, scale * (-square).sqrt());
        return [Complex::new(re, im), Complex::new(re, -im)];
    }
    // λ = d + z with z² − 2 half z − b c = 0.
    let far = half + square.sqrt().copysign(half);
    let near = if far == 0.0 { 0.0 } else { -b * c / far };
    [far, near].map(|z| Complex::from(d + scale * z))
}

/// The two shifts of the coming step.
fn shifts(h: &DMatrix<f64>, first: usize, last: usize, steps: usize) -> [Complex<f64>; 2] {
    let exceptional = |corner: f64, size: f64| {
        let diagonal = corner + 0.75 * size;
        of_two(diagonal, -0.4375 * size, size, diagonal)
    };
    if steps.is_multiple_of(2 * STALLED) {
        let size = h[(last, last - 1)].abs() + h[(last - 1, last - 2)].abs();
        return exceptional(h[(last, last)], size);
    }
    if steps.is_multiple_of(STALLED) {
        let size = h[(first + 1, first)].abs() + h[(first + 2, first + 1)].abs();
        return exceptional(h[(first, first)], size);
    }
    let [s1, s2] = pair(h, last - 1);
    if s1.im != 0.0 {
        return [s1, s2];
    }
    // Of two real ones the one that is nearer to the corner is taken twice.
    let distance = |s: Complex<f64>| (s.re - h[(last, last)]).abs();
    [if distance(s1) <= distance(s2) { s1 } else { s2 }; 2]
}

/// One step on the block from `first` to `last`, which has three rows at least.
fn step(h: &mut DMatrix<f64>, first: usize, last: usize, shifts: [Complex<f64>; 2]) {
    let (top, mut v) = begin(h, first, last, shifts);
    for k in top..last {
        let rows = 3.min(last - k + 1);
        if k > top {
            v = Vector3::from_fn(|i, _| if i < rows { h[(k + i, k - 1)] } else { 0.0 });
        }
        let Some((beta, w, tau)) = reflector(v) else { continue };
        if k > top {
            h[(k, k - 1)] = beta;
            (1..rows).for_each(|i| h[(k + i, k - 1)] = 0.0);
        } else if k > first {
            // Above, only the first of three entries is not zero; it is small, and not mixed with others.
            h[(k, k - 1)] *= 1.0 - tau;
        }
        for j in k..=last {
            let sum: f64 = (0..rows).map(|i| w[i] * h[(k + i, j)]).sum();
            (0..rows).for_each(|i| h[(k + i, j)] -= tau * w[i] * sum);
        }
        for j in first..=last.min(k + 3) {
            let sum: f64 = (0..rows).map(|i| w[i] * h[(j, k + i)]).sum();
            (0..rows).for_each(|i| h[(j, k + i)] -= tau * w[i] * sum);
        }
    }
}

/// Where the bulge begins, and the first column of (H − s₁ I)(H − s₂ I) there: below two small subdiagonal
/// entries in a row, if there are such.
fn begin(
    h: &DMatrix<f64>,
    first: usize,
    last: usize,
    [s1, s2]: [Complex<f64>; 2],
) -> (usize, Vector3<f64>) {
    let mut m = last - 2;
    loop {
        let (a, below) = (h[(m, m)], h[(m + 1, m)]);
        let scale = (a - s2.re).abs() + s2.im.abs() + below.abs();
        let v = Vector3::new(
            (below / scale) * h[(m, m + 1)] + (a - s1.re) * ((a - s2.re) / scale)
                - s1.im * (s2.im / scale),
            (below / scale) * (a + h[(m + 1, m + 1)] - s1.re - s2.re),
            (below / scale) * h[(m + 2, m + 1)],
        );
        let v = v / v.lp_norm(1);
        if m == first {
            return (m, v);
        }
        let sizes = h[(m - 1, m - 1)].abs() + a.abs() + h[(m + 1, m + 1)].abs();
        if h[(m, m - 1)].abs() * (v.y.abs() + v.z.abs()) <= f64::EPSILON * v.x.abs() * sizes {
            return (m, v);
        }
        m -= 1;
    }
}

/// β, w and τ with (I − τ w wᵀ) v = β e₁ and w₁ = 1; none if v is zero below its first entry.
fn reflector(v: Vector3<f64>) -> Option<(f64, Vector3<f64>, f64)> {
    let rest = v.y.hypot(v.z);
    if rest == 0.0 {
        return None;
    }
    let beta = -v.x.hypot(rest).copysign(v.x);
    let w = Vector3::new(1.0, v.y / (v.x - beta), v.z / (v.x - beta));
    Some((beta, w, (beta - v.x) / beta))
}

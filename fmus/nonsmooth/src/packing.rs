//! Spheres laid into a cylinder in layers.

use crate::vector::Vector;

/// The part of the radius that is left between neighbours of a layer.
const SPACE: f64 = 0.02;

/// Positions of `n` spheres of one size in a cylinder about the axis y with its floor at y = 0, without overlap; none if
/// they do not fit.
///
/// The layers are hexagonal and filled from the middle. The lowest lies on the floor, each other on the one below. Each
/// sphere is a little off its place, always by the same, so that no tower stands by symmetry alone.
pub fn layers(n: usize, radius: f64, cylinder: f64, height: f64) -> Option<Vec<Vector>> {
    let room = cylinder - radius * (1.0 + 0.5 * SPACE);
    let places = hexagonal(2.0 * radius * (1.0 + SPACE), room, n);
    let most = places.len() * (height / (2.0 * radius)) as usize;
    if n > most {
        return None;
    }
    let mut number = 0x9E37_79B9_7F4A_7C15_u64;
    let sphere = |i: usize| {
        let ([x, z], layer) = (places[i % places.len()], i / places.len());
        let (sin, cos) = (angle(&mut number)).sin_cos();
        let off = 0.5 * SPACE * radius;
        Vector([x + off * cos, radius * (2 * layer + 1) as f64, z + off * sin])
    };
    Some((0..n).map(sphere).collect())
}

/// The points of a hexagonal lattice within `room` of the origin, the nearest first; at most `n`.
fn hexagonal(pitch: f64, room: f64, n: usize) -> Vec<[f64; 2]> {
    if room < 0.0 || n == 0 {
        return Vec::new();
    }
    let (half, row) = (0.5 * pitch, 0.75_f64.sqrt() * pitch);
    // A disc that holds n points, or the whole room.
    let reach = (room / row).min(2.0 + (n as f64).sqrt()) as i64 + 1;
    let lattice = (-reach..=reach).flat_map(|k| (-2 * reach..=2 * reach).map(move |j| (j, k)));
    let shifted = lattice.filter(|(j, k)| (j + k) % 2 == 0);
    let mut points: Vec<_> = shifted.map(|(j, k)| [j as f64 * half, k as f64 * row]).collect();
    let square = |[x, z]: &[f64; 2]| x * x + z * z;
    points.retain(|point| square(point) <= room * room);
    points.sort_by(|a, b| square(a).total_cmp(&square(b)));
    points.truncate(n);
    points
}

/// The next pseudo-random angle, by xorshift64*.
fn angle(number: &mut u64) -> f64 {
    *number ^= *number >> 12;
    *number ^= *number << 25;
    *number ^= *number >> 27;
    let bits = number.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 11;
    std::f64::consts::TAU * bits as f64 / (1_u64 << 53) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spheres_lie_on_the_floor_without_overlap() {
        for (n, radius) in [(0, 1e-3), (1, 5.9e-3), (20, 1.94e-3), (147, 1e-3), (500, 0.66e-3)] {
            let r = layers(n, radius, 0.01, 0.01184).unwrap();
            assert_eq!(r.len(), n);
            for (i, a) in r.iter().enumerate() {
                let Vector([x, y, z]) = *a;
                assert!(x.hypot(z) <= 0.01 - radius && y >= radius && y <= 0.01184 - radius);
                assert!(r[..i].iter().all(|b| (*a - *b).norm() >= 2.0 * radius * (1.0 - 1e-15)));
            }
            assert!(n == 0 || r[0].0[1] == radius);
        }
    }

    #[test]
    fn what_does_not_fit_is_not_laid() {
        assert_eq!(layers(1, 0.011, 0.01, 0.1), None);
        assert_eq!(layers(2, 9e-3, 0.01, 0.02), None);
        assert!(layers(500, 1e-3, 0.01, 0.01184).is_none());
    }
}

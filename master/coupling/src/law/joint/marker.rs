//! Where a joint sits in a body.

use super::Vector;

/// A coupling point and three directions at right angles, in the body's frame from its centre of mass.
#[derive(Clone, Copy, Debug)]
pub struct Marker {
    pub(super) point: [f64; 3],
    /// The axis and two normals of it, unit vectors.
    pub(super) frame: [[f64; 3]; 3],
}

/// How far from parallel, as a sine, two directions must be to span a plane.
const PARALLEL: f64 = 1e-6;

impl Marker {
    /// At a point, with an axis and a direction beside it, of any length; none where they are
    /// zero, not finite or parallel.
    ///
    /// Of the direction the part at right angles to the axis counts. Without one, some normal
    /// serves: the joints that have no use for it leave the turning about the axis free.
    pub fn new(point: [f64; 3], axis: [f64; 3], beside: Option<[f64; 3]>) -> Option<Self> {
        let axis = unit(Vector(axis), 0.0)?;
        let beside = match beside {
            Some(beside) => unit(Vector(beside), 0.0)?,
            None => Vector(coordinate_axis_away_from(axis.0)),
        };
        let normal = unit(beside - axis * beside.dot(axis), PARALLEL)?;
        Some(Self { point, frame: [axis.0, normal.0, axis.cross(normal).0] })
    }
}

/// The vector at length one, if it is longer than `least`.
fn unit(a: Vector<f64>, least: f64) -> Option<Vector<f64>> {
    let length = a.dot(a).sqrt();
    (length.is_finite() && length > least).then(|| a * (1.0 / length))
}

/// The coordinate axis along which `a` has its smallest part.
fn coordinate_axis_away_from(a: [f64; 3]) -> [f64; 3] {
    let smallest = (0..3).min_by(|&k, &l| a[k].abs().total_cmp(&a[l].abs()));
    let mut axis = [0.0; 3];
    axis[smallest.expect("there are three")] = 1.0;
    axis
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_frame_is_right_handed_and_at_right_angles() {
        for (axis, beside) in [([0.0, 0.0, 2.0], None), ([1.0, -2.0, 0.5], Some([0.3, 0.1, 4.0]))] {
            let marker = Marker::new([0.0; 3], axis, beside).unwrap();
            let [a, n, b] = marker.frame.map(Vector);
            for (found, expected) in [
                (a.dot(a), 1.0),
                (n.dot(n), 1.0),
                (a.dot(n), 0.0),
                (a.cross(n).dot(b), 1.0),
                (Vector(axis).cross(a).dot(n), 0.0),
            ] {
                assert!((found - expected).abs() < 1e-15, "{marker:?}");
            }
        }
    }

    #[test]
    fn directions_that_span_no_frame_are_refused() {
        let marker = |axis, beside| Marker::new([0.0; 3], axis, beside);
        assert!(marker([0.0; 3], None).is_none());
        assert!(marker([f64::NAN, 0.0, 1.0], None).is_none());
        assert!(marker([0.0, 1.0, 0.0], Some([0.0, -3.0, 0.0])).is_none());
        assert!(marker([0.0, 1.0, 0.0], Some([0.0; 3])).is_none());
    }
}

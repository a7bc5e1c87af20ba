//! Each combination leaves exactly its free motions without force.

use super::*;

/// Which motions of body i against body j a joint leaves free: shifts along, then turns about, the
/// axis and its two normals. Universal and perpendicular joints have the axis of body j along the
/// first normal.
const FREE: [(Kind, [bool; 6]); 10] = [
    (Kind::Atpoint, [false, false, false, true, true, true]),
    (Kind::Inplane, [false, true, true, true, true, true]),
    (Kind::Perpendicular, [true, true, true, true, true, false]),
    (Kind::Universal, [false, false, false, true, true, false]),
    (Kind::Revolute, [false, false, false, true, false, false]),
    (Kind::Translational, [true, false, false, false, false, false]),
    (Kind::Cylindrical, [true, false, false, true, false, false]),
    (Kind::Planar, [false, true, true, true, false, false]),
    (Kind::Inline, [true, false, false, true, true, true]),
    (Kind::Orientation, [true, true, true, false, false, false]),
];

/// A joint that is closed where both bodies have the same place, with its frame and point.
fn closed(kind: Kind, random: &mut Random) -> (Joint, Marker) {
    let i = Marker::new(random.array(), random.array(), Some(random.array())).unwrap();
    let [axis, normal, binormal] = i.frame;
    let j = match kind {
        Kind::Perpendicular | Kind::Universal => Marker { frame: [normal, binormal, axis], ..i },
        _ => i,
    };
    (Joint::new(ends(), kind.primitives([i, j], &linear()).collect()), i)
}

#[test]
fn a_closed_joint_leaves_exactly_its_free_motions_without_force() {
    let mut random = Random(11);
    for (kind, free) in FREE {
        let (joint, marker) = closed(kind, &mut random);
        let mut rest = random.state();
        rest[7..].fill(0.0);
        let y = [rest, rest].concat();
        assert!(largest(&inputs(&joint, &y)) < 1e-13, "{kind:?} is not closed");
        let q = [3, 4, 5, 6].map(|n| rest[n] / 1.1);
        let arm = turned(q, &marker.point);
        for (motion, free) in free.into_iter().enumerate() {
            let direction = Vector(turned(q, &marker.frame[motion % 3]));
            for displaced in [shifted, set_moving] {
                let y =
                    [displaced(&rest, direction, Vector(arm), motion < 3), rest.to_vec()].concat();
                let u = largest(&inputs(&joint, &y));
                // A restrained motion of 0.3 m or rad, or m/s or rad/s, costs 0.2 N or N·m at least.
                assert!(if free { u < 1e-13 } else { u > 0.1 }, "{kind:?}, {motion}: {u}");
            }
        }
    }
}

/// The body shifted along a direction by 0.3 m, or turned about it in the joint by 0.3 rad.
fn shifted(s: &[f64; 13], direction: Vector<f64>, arm: Vector<f64>, shift: bool) -> Vec<f64> {
    if shift {
        return displaced(s, [1.0, 0.0, 0.0, 0.0], (direction * 0.3).0);
    }
    let (sine, cosine) = 0.15_f64.sin_cos();
    let Vector([x, y, z]) = direction * sine;
    let q = [cosine, x, y, z];
    let centre = Vector([s[0], s[1], s[2]]) + arm;
    displaced(s, q, (centre - Vector(turned(q, &centre.0))).0)
}

/// The body moving along a direction at 0.3 m/s, or turning about it in the joint at 0.3 rad/s.
fn set_moving(s: &[f64; 13], direction: Vector<f64>, arm: Vector<f64>, shift: bool) -> Vec<f64> {
    let mut s = s.to_vec();
    let twist = direction * 0.3;
    let (v, omega) = if shift { (twist, Vector([0.0; 3])) } else { (arm.cross(twist), twist) };
    s[7..10].copy_from_slice(&v.0);
    s[10..13].copy_from_slice(&omega.0);
    s
}

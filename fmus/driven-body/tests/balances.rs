//! One step of the driven body for all choices of held axes: momenta balance with the reaction, held axes follow, free ones
//! bear nothing.

mod body;

use body::{Body, H, J, M, Prescribed, start};
use nalgebra::{UnitQuaternion, Vector3};

type V = Vector3<f64>;

const CENTRE: V = V::new(0.3, -0.2, 0.15);
const GRAVITY: V = V::new(1.0, -2.0, -9.81);

/// The marker some steps away from where it should be, with a partner that is turned far away from it.
fn prescribed(before: &body::Motion, turned: V) -> Prescribed {
    Prescribed {
        r: before.r + V::new(0.4, -0.7, 0.2),
        q: UnitQuaternion::from_scaled_axis(turned) * before.q,
        v: V::new(0.3, 0.8, -0.5),
        omega: V::new(-1.0, 0.4, 2.0),
    }
}

fn bodies() -> impl Iterator<Item = (u8, [bool; 6], Body)> {
    (0..64).map(|mask| {
        let held = std::array::from_fn(|k| mask >> k & 1 == 1);
        let q = UnitQuaternion::from_scaled_axis(V::new(0.3, -1.2, 0.7));
        let (r, v, omega) = (V::new(1.0, 2.0, -0.5), V::new(0.1, 0.2, 0.3), V::new(2.0, -3.0, 1.5));
        (mask, held, start(held, CENTRE, GRAVITY, &body::Motion { r, q, v, omega }))
    })
}

#[test]
fn momenta_balance_with_the_reaction_at_the_prescribed_point() {
    for (mask, _, mut body) in bodies() {
        for n in 0..5 {
            let before = body.motion();
            let driven = prescribed(&before, V::new(0.5, -0.9, 1.4));
            body.step(n, &driven);
            let (after, [force, torque]) = (body.motion(), body.reaction());
            let (arm, centre) = (before.q * CENTRE, before.r + before.q * CENTRE);
            let v = before.v + before.omega.cross(&arm);
            let v_end = after.v + after.omega.cross(&(after.q * CENTRE));
            let momentum = M * (v_end - v) - H * (M * GRAVITY - force);
            let inertia = |w: V| before.q * J.component_mul(&(before.q.inverse() * w));
            let gyroscopic = before.omega.cross(&inertia(before.omega));
            let moment = -(driven.r - centre).cross(&force) - torque - gyroscopic;
            let spin = inertia(after.omega - before.omega) - H * moment;
            // Rounding of velocities and impulses, which are large: gaps of 0.8 m and 1.7 rad are closed in one step.
            let scale = v_end.norm() + after.omega.norm() + H * (force.norm() + torque.norm());
            let scale = 1e-14 * (1.0 + scale);
            assert!(momentum.norm() < scale && spin.norm() < scale, "{mask}: {momentum} {spin}");
            let moved = after.r + after.q * CENTRE - centre - H * v_end;
            assert!(moved.norm() < scale, "{mask}: {moved}");
            let turned = UnitQuaternion::from_scaled_axis(H * after.omega) * before.q;
            assert!((turned.inverse() * after.q).imag().norm() < 1e-14, "{mask}");
        }
    }
}

#[test]
fn held_axes_follow_and_free_ones_bear_nothing() {
    for (mask, held, mut body) in bodies() {
        let before = body.motion();
        let driven = prescribed(&before, V::new(0.5, -0.9, 1.4));
        body.step(0, &driven);
        let (after, [force, torque]) = (body.motion(), body.reaction());
        let v_c = after.v + after.omega.cross(&(after.q * CENTRE));
        let at_point = v_c + after.omega.cross(&(driven.r - before.r - before.q * CENTRE));
        let relative = before.q.inverse() * driven.q;
        let mut along_held = V::zeros();
        for k in 0..3 {
            let e = before.q * V::ith(k, 1.0);
            if held[k] {
                let due = driven.v - (before.r - driven.r) / H;
                assert!((at_point - due).dot(&e).abs() < 1e-12 * due.norm(), "{mask}: {k}");
            } else {
                assert!(force.dot(&e).abs() <= 1e-13 * force.norm(), "{mask}: {k}");
            }
            if held[3 + k] {
                // From where the gap is: v_k of the relative rotation falls by what the rates make of it in a step.
                let rate = 0.5 * (before.q.inverse() * (driven.omega - after.omega));
                let n = axis(&relative, &held, k);
                let along = 2.0 * rate.dot(&n) * H + 2.0 * relative.imag()[k];
                assert!(along.abs() < 1e-15 * (1.0 + after.omega.norm()), "{mask}: {k} {along:e}");
                along_held += n * n.dot(&(before.q.inverse() * torque));
            }
        }
        let free = before.q.inverse() * torque - along_held;
        assert!(free.norm() < 1e-12 * (1.0 + torque.norm()), "{mask}: {free}");
    }
}

/// The axis about which a held rotation acts, in the frame of the marker.
fn axis(relative: &UnitQuaternion<f64>, held: &[bool; 6], k: usize) -> V {
    let v = relative.imag();
    let v = V::from_fn(|n, _| if held[3 + n] { 0.0 } else { v[n] });
    let length = (relative.w * relative.w + v.norm_squared()).sqrt();
    let e = V::ith(k, 1.0);
    (relative.w * e + v.cross(&e)) / length
}

#[test]
fn a_body_whose_six_axes_are_held_moves_with_the_marker() {
    let start_at = body::Motion {
        r: V::zeros(),
        q: UnitQuaternion::identity(),
        v: V::new(0.5, 0.0, 0.0),
        omega: V::new(0.0, 0.0, 3.0),
    };
    let mut body = start([true; 6], V::zeros(), GRAVITY, &start_at);
    // Along a helix, turning about a fixed axis: the end of the step is reached exactly.
    let (spin, at) = (V::new(0.7, -0.4, 3.0), |t: f64| V::new(0.5 * t, t.sin(), t * t));
    for n in 0..500 {
        let [t, end] = [n, n + 1].map(|n| f64::from(n) * H);
        let before = body.motion();
        let driven = Prescribed { r: before.r, q: before.q, v: (at(end) - at(t)) / H, omega: spin };
        body.step(n, &driven);
        let after = body.motion();
        let turned = UnitQuaternion::from_scaled_axis(spin * end);
        assert!((after.r - at(end)).norm() < 1e-13, "{n}: {}", (after.r - at(end)).norm());
        // The angle by the vector part, which does not round as the cosine does; rates as angles by a step round.
        let off = 2.0 * (turned.inverse() * after.q).imag().norm();
        assert!(off < 1e-13 && (after.omega - spin).norm() < 1e-12, "{n}: {off}");
    }
}

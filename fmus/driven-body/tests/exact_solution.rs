//! The driven body against the solutions of its README.

mod body;

use body::{Body, M, Motion, Prescribed, start_with};
use driven_link::DrivenLink;
use fmu_builder::SolverKind;
use fmu_builder::runtime::Instance;
use nalgebra::{UnitQuaternion, Vector3};

type V = Vector3<f64>;

const G: f64 = 9.81;
const CENTRE: V = V::new(0.1, 0.2, 0.3);
const BALL: [bool; 6] = [true, true, true, false, false, false];
const REST: Motion = Motion {
    r: V::new(0.0, 0.0, 0.0),
    q: IDENTITY,
    v: V::new(0.0, 0.0, 0.0),
    omega: V::new(0.0, 0.0, 0.0),
};
const IDENTITY: UnitQuaternion<f64> =
    UnitQuaternion::new_unchecked(nalgebra::Quaternion::new(1.0, 0.0, 0.0, 0.0));

fn down() -> V {
    V::new(0.0, 0.0, -G)
}

/// Steps with the marker held where the body should stay, turned as it is; calls `each` after each step.
fn on_ground(body: &mut Body, t: f64, mut each: impl FnMut(f64, &mut Body)) {
    let at = body.motion().r;
    for n in 0..(t / body.h).round() as u32 {
        let q = body.motion().q;
        body.step(n, &Prescribed { r: at, q, ..REST });
        each(f64::from(n + 1) * body.h, body);
    }
}

/// A heavy symmetric top on a ball joint, whose axis goes round evenly at the angle `tilt` with the rate `around`.
fn top(h: f64, tilt: f64, around: f64) -> (Body, f64) {
    let (a, c, d) = (0.3, 0.2, 0.4);
    let about_point = a + M * d * d;
    // Regular precession: (C s − A' Ω cos ϑ) Ω = m g d with the spin s about the axis.
    let spin = (M * G * d / around + about_point * around * tilt.cos()) / c;
    let q = UnitQuaternion::from_scaled_axis(V::new(tilt, 0.0, 0.0));
    let axis = q * V::z();
    // ω = Ω e_z + (s − Ω cos ϑ) axis has the component s along the axis.
    let omega = around * V::z() + (spin - around * tilt.cos()) * axis;
    let at = Motion { q, omega, ..REST };
    let mut body = start_with(BALL, d * V::z(), down(), &at, V::new(a, a, c));
    body.h = h;
    (body, spin)
}

#[test]
fn on_a_ball_joint_it_is_a_top_that_precesses_evenly_with_first_order() {
    let (tilt, around, t) = (0.8, 1.2, 1.0);
    let errors = [1e-3, 5e-4].map(|h| {
        let (mut body, spin) = top(h, tilt, around);
        let e0 = body.energy();
        let (mut off, mut energy, mut round) = (0f64, 0f64, 0f64);
        let start = body.motion().q * V::z();
        on_ground(&mut body, t, |t, body| {
            let Motion { q, omega, .. } = body.motion();
            let axis = UnitQuaternion::from_scaled_axis(around * t * V::z()) * start;
            off = off.max((q * V::z() - axis).norm());
            energy = energy.max((body.energy() - e0).abs());
            round = round.max((omega.dot(&(q * V::z())) - spin).abs());
        });
        // The spin about the axis of symmetry is kept but for the gap at the joint, of second order.
        assert!(round < 20.0 * h * h, "{round:e}");
        [off, energy / e0.abs()]
    });
    let [coarse, fine] = errors;
    assert!(coarse[0] < 0.01 && coarse[1] < 5e-4, "{coarse:?}");
    for k in 0..2 {
        let order = (coarse[k] / fine[k]).log2();
        assert!((order - 1.0).abs() < 0.1, "{k}: order {order}, {errors:?}");
    }
}

#[test]
fn the_reaction_of_the_top_bears_its_weight_and_turns_its_centre_of_mass() {
    let (tilt, around) = (0.8, 1.2);
    let errors = [2e-4, 1e-4].map(|h| {
        let (mut body, _) = top(h, tilt, around);
        let mut off = 0f64;
        on_ground(&mut body, 0.5, |t, body| {
            let [force, torque] = body.reaction();
            assert_eq!(torque, V::zeros());
            // In the first step the lever is still that of the start, in the second the gap of the first is closed.
            if t > 2.5 * body.h {
                let centre = 0.4 * (body.motion().q * V::z());
                let towards = M * around * around * V::new(centre.x, centre.y, 0.0);
                off = off.max((force - towards - M * down()).norm());
            }
        });
        off / (M * G)
    });
    let order = (errors[0] / errors[1]).log2();
    assert!(errors[0] < 0.01 && (order - 1.0).abs() < 0.1, "order {order}: {errors:?}");
}

#[test]
fn on_a_hinge_it_moves_as_the_driven_link() {
    // In the plane of x and y, with gravity against y and the hinge about z.
    let (d, omega0) = (0.4, 2.0);
    let at = Motion { omega: omega0 * V::z(), ..REST };
    let held = [true, true, true, true, true, false];
    let inertia = V::new(0.1, 0.2, 0.3);
    let mut body = start_with(held, d * V::x(), -G * V::y(), &at, inertia);
    let start = [("m", M), ("J", 0.3), ("d", d), ("omega0", omega0)];
    let mut link = Instance::<DrivenLink>::started(SolverKind::Own, &start).unwrap();
    let references = ["x_in", "y_in", "vx_in", "vy_in"].map(|name| link.reference(name).unwrap());
    for n in 0..3000 {
        let h = body.h;
        let [x, y, phi] = link.reals(["x", "y", "phi"]).unwrap();
        let t = f64::from(n + 1) * h;
        let v = V::new(0.6 * (5.0 * t).cos(), 0.4 * (3.0 * t).sin(), 0.0);
        link.set_real(&references, &[x, y, v.x, v.y]).unwrap();
        link.do_step(f64::from(n) * h, h).unwrap();
        // The partner turns otherwise about the hinge.
        let q = UnitQuaternion::from_scaled_axis(-7.0 * t * V::z());
        let (r, omega) = (body.motion().r, -7.0 * V::z());
        body.step(n, &Prescribed { r, q, v, omega });
        let (moved, [force, torque]) = (body.motion(), body.reaction());
        let names = ["x", "y", "phi", "vx", "vy", "omega", "reaction_x", "reaction_y"];
        let [x, y, _, vx, vy, omega, fx, fy] = link.reals(names).unwrap();
        let turned = link.real("phi").unwrap();
        assert!(turned != phi, "it turns");
        let expected = UnitQuaternion::from_scaled_axis(turned * V::z());
        let off = (moved.r - V::new(x, y, 0.0)).norm()
            + (moved.v - V::new(vx, vy, 0.0)).norm()
            + (moved.omega - omega * V::z()).norm()
            + 2.0 * (expected.inverse() * moved.q).imag().norm();
        // Rounding, which an unstable pendulum lets grow.
        assert!(off < 1e-9, "{n}: {off:e}");
        assert!((force - V::new(fx, fy, 0.0)).norm() < 1e-6 && torque.norm() < 1e-9, "{n}");
    }
}

#[test]
fn a_tilted_body_that_is_spun_gives_the_torque_of_its_imbalance() {
    let (inertia, omega, centre) = (V::new(0.1, 0.4, 0.2), 5.0 * V::z(), V::new(0.2, 0.0, 0.3));
    let tilted = UnitQuaternion::from_scaled_axis(V::new(0.3, 0.5, 0.0));
    let errors = [1e-3, 5e-4].map(|h| {
        let at = Motion { q: tilted, omega, ..REST };
        let mut body = start_with([true; 6], centre, V::zeros(), &at, inertia);
        body.h = h;
        let (mut of_force, mut of_torque) = (0f64, 0f64);
        for n in 0..400 {
            let Motion { r, q, .. } = body.motion();
            let arm = q * centre;
            body.step(n, &Prescribed { r, q, v: V::zeros(), omega });
            let [force, torque] = body.reaction();
            // −force at the marker and −torque hold against the gyroscopic torque: J ω̇ = 0.
            let spin = q * inertia.component_mul(&(q.inverse() * omega));
            let exact = arm.cross(&force) - omega.cross(&spin);
            of_torque = of_torque.max((torque - exact).norm());
            if n > 0 {
                of_force = of_force.max((force + M * omega.cross(&omega.cross(&arm))).norm());
            }
        }
        assert!(of_torque < 1e-9, "{of_torque:e}");
        // The velocity of the centre of mass turns by ω h in a step: its change is a chord.
        let arm = body.motion().q * centre;
        let chord = 2.0 * (2.5 * h).sin() / h * M * 5.0 * arm.x.hypot(arm.y);
        let [force, _] = body.reaction();
        assert!((force.norm() - chord).abs() < 1e-9, "{} {chord}", force.norm());
        of_force
    });
    let order = (errors[0] / errors[1]).log2();
    assert!(errors[0] < 0.1 && (order - 1.0).abs() < 0.05, "order {order}: {errors:?}");
}

#[test]
fn on_a_rail_it_slides_with_the_weight_along_the_rail() {
    // Free along its own x, which points down a slope; the partner rests.
    let slope = UnitQuaternion::from_scaled_axis(V::new(0.0, 0.5, 0.0));
    let at = Motion { q: slope, ..REST };
    let held = [false, true, true, true, true, true];
    let mut body = start_with(held, CENTRE, down(), &at, V::new(0.1, 0.2, 0.3));
    let (x, h) = (slope * V::x(), body.h);
    let pull = down().dot(&x);
    for n in 0..1000 {
        let centre = body.motion().r + slope * CENTRE;
        body.step(n, &Prescribed { q: slope, ..REST });
        let ([force, torque], moved) = (body.reaction(), body.motion());
        // Half-implicit Euler: v = a t, s = a (t² + t h)/2.
        let t = f64::from(n + 1) * h;
        assert!((moved.v - pull * t * x).norm() < 1e-10, "{n}: {}", moved.v);
        assert!((moved.r - pull * 0.5 * (t * t + t * h) * x).norm() < 1e-10, "{n}: {}", moved.r);
        // The rail bears the weight across it, at the point of the partner, the origin, with the moment about that.
        assert!((force - M * (down() - pull * x)).norm() < 1e-8, "{n}: {force}");
        assert!((torque - centre.cross(&force)).norm() < 1e-8, "{n}: {torque}");
    }
}

#[test]
fn a_twist_that_is_held_stays_away_however_the_body_swings() {
    // One rotation held: a joint without twist. The partner turns to and fro by more than a radian about all axes.
    let at = |t: f64| {
        let turn = |angle: f64, axis: V| UnitQuaternion::from_scaled_axis(angle * axis);
        turn(1.1 * t.sin(), V::x()) * turn(1.4 * (1.3 * t).sin(), V::y()) * turn(2.0 * t, V::z())
    };
    let rate = |t: f64| (at(t + 1e-5) * at(t - 1e-5).inverse()).scaled_axis() / 2e-5;
    let held = [true, true, true, false, false, true];
    let gaps = [2e-3, 1e-3].map(|h| {
        let start = Motion { omega: rate(0.0), ..REST };
        let mut body = start_with(held, -0.2 * V::z(), down(), &start, V::new(0.1, 0.2, 0.3));
        body.h = h;
        let (mut gap, mut swing) = (0f64, 0f64);
        for n in 0..(5.0 / h) as u32 {
            let [t, end] = [n, n + 1].map(|n| f64::from(n) * h);
            body.step(n, &Prescribed { q: at(t), omega: rate(end), ..REST });
            let apart = body.motion().q.inverse() * at(end);
            let apart = if apart.w < 0.0 { -apart.into_inner() } else { apart.into_inner() };
            gap = gap.max(2.0 * apart.k.abs());
            swing = swing.max(2.0 * apart.w.acos());
        }
        assert!(swing > 1.0, "{swing}");
        gap
    });
    // Its rate is held with the axis of the start of the step: of second order, without a drift.
    let order = (gaps[0] / gaps[1]).log2();
    assert!(gaps[0] < 5e-5 && (order - 2.0).abs() < 0.2, "order {order}: {gaps:?}");
}

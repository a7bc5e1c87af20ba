//! Kinematic constraints with free axes between FMUs: `scenarios/constraint/spatial-joint.toml`, with other axes free too, against one
//! integration of the whole system.

mod double_pendulum;
mod monolithic;
mod records;

use std::path::Path;

use macrostep_tests::{Csv, run_scenario};
use monolithic::{Body, Inertia, Pair, V};
use nalgebra::{Quaternion, UnitQuaternion};

const AXES: [&str; 6] = ["x", "y", "z", "rx", "ry", "rz"];

/// The body of the scenario, and an arm that is light enough for all inputs wherever it slides.
const INERTIA: [Inertia; 2] = [
    Inertia { m: 8.0, moments: V::new(1.2, 1.0, 1.5) },
    Inertia { m: 0.1, moments: V::new(0.001, 0.004, 0.005) },
];
/// Marker A from the centre of mass of the body, the centre of mass of the arm from marker B.
const OFFSET: V = V::new(0.4, 0.1, 0.2);
const CENTRE: V = V::new(0.2, 0.0, 0.0);
const STOP: f64 = 0.5;

/// A joint, and the motion of B against A at the start, which must be along free axes.
struct Joint {
    free: &'static [&'static str],
    slide: V,
    turn: V,
}

impl Joint {
    fn holds(&self, k: usize) -> bool {
        !self.free.contains(&AXES[k])
    }

    /// What it keeps at zero, by the geometry of both markers.
    fn gaps(&self, [a, b]: &[Body; 2]) -> Vec<f64> {
        let apart = a.r + a.q * OFFSET - (b.r - b.q * CENTRE);
        let axis = |body: &Body, k: usize| body.q * V::ith(k % 3, 1.0);
        let along = (0..3).filter(|k| self.holds(*k)).map(|k| axis(b, k).dot(&apart));
        let held: Vec<usize> = (0..3).filter(|k| self.holds(3 + k)).collect();
        let about: Vec<f64> = match held[..] {
            [] => Vec::new(),
            // No twist: the axis of the rotation from B to A lies across this axis.
            [k] => vec![(b.q.inverse() * a.q).imag()[k]],
            // A hinge: its axis in A is at right angles to the other two axes of B.
            [i, j] => [i, j].map(|k| axis(b, k).dot(&axis(a, 3 - i - j))).into(),
            _ => (0..3).map(|k| axis(b, k).dot(&axis(a, k + 1))).collect(),
        };
        along.chain(about).collect()
    }

    fn start(&self) -> [Body; 2] {
        let (q, omega) = (UnitQuaternion::identity(), V::new(0.5, 0.0, 2.0));
        let body = Body { r: V::zeros(), q, v: V::zeros(), omega };
        let turn = omega + self.turn;
        let v = omega.cross(&OFFSET) + self.slide + turn.cross(&CENTRE);
        [body, Body { r: OFFSET + CENTRE, q, v, omega: turn }]
    }

    /// Fields of the scenario for this joint.
    fn settings(&self, h: f64) -> Vec<String> {
        let free: Vec<String> = self.free.iter().map(|axis| format!("{axis:?}")).collect();
        let mut settings = vec![
            format!("simulation.stop={STOP}"),
            format!("simulation.step={h}"),
            format!("couplings.0.free=[{}]", free.join(", ")),
            format!("slaves.arm.start.m={}", INERTIA[1].m),
        ];
        let [_, arm] = self.start();
        let v = arm.v - arm.omega.cross(&CENTRE);
        for k in 0..3 {
            let start = "slaves.arm.start";
            settings.push(format!("{start}.J_{}={}", AXES[k], INERTIA[1].moments[k]));
            settings.push(format!("{start}.hold_{}={}", AXES[k], self.holds(k)));
            settings.push(format!("{start}.hold_{}={}", AXES[3 + k], self.holds(3 + k)));
            settings.push(format!("{start}.v0_{}={:?}", AXES[k], v[k]));
            settings.push(format!("{start}.omega0_{}={:?}", AXES[k], arm.omega[k]));
            // What no constraint drives has a value.
            if (0..3).all(|k| !self.holds(k)) {
                settings.push(format!("{start}.r_{}_in=0.0", AXES[k]));
                settings.push(format!("{start}.v_{}_in=0.0", AXES[k]));
                settings.push(format!("slaves.body.start.force_{}=0.0", AXES[k]));
            }
            if (3..6).all(|k| !self.holds(k)) {
                settings.push(format!("{start}.q_{}_in=0.0", AXES[k]));
                settings.push(format!("{start}.omega_{}_in=0.0", AXES[k]));
                settings.push(format!("{start}.q_w_in=1.0"));
            }
        }
        settings
    }

    fn reference(&self) -> Vec<[Body; 2]> {
        let joint = |bodies: &[Body; 2]| self.gaps(bodies);
        let pair = Pair { inertia: INERTIA, gravity: V::zeros(), joint: &joint };
        pair.solution(self.start(), 2e-3, (STOP / 2e-3) as usize)
    }
}

/// The bodies at every row: the arm by its marker.
fn bodies(csv: &Csv) -> Vec<[Body; 2]> {
    let columns = |slave: &str, stem: &str| {
        ["x", "y", "z"].map(|axis| csv.column(&format!("{slave}.{stem}_{axis}")))
    };
    let of = |slave: &str, centre: &str| -> Vec<Body> {
        let [r, v, omega, q] = [centre, "v", "omega", "q"].map(|stem| columns(slave, stem));
        let w = csv.column(&format!("{slave}.q_w"));
        let vector = |of: &[Vec<f64>; 3], n: usize| V::new(of[0][n], of[1][n], of[2][n]);
        let body = |n: usize| Body {
            r: vector(&r, n),
            q: UnitQuaternion::from_quaternion(Quaternion::from_parts(w[n], vector(&q, n))),
            v: vector(&v, n),
            omega: vector(&omega, n),
        };
        (0..w.len()).map(body).collect()
    };
    let (body, arm) = (of("body", "r"), of("arm", "r_c"));
    body.into_iter().zip(arm).map(|(body, arm)| [body, arm]).collect()
}

/// The largest errors of positions in m and angles in rad, at every point of the reference.
fn error(csv: &Csv, reference: &[[Body; 2]]) -> f64 {
    let found = bodies(csv);
    let every = (found.len() - 1) / (reference.len() - 1);
    assert_eq!(every * (reference.len() - 1), found.len() - 1, "points that fit");
    let off = found.iter().step_by(every).zip(reference).flat_map(|(found, reference)| {
        [0, 1].map(|k| {
            let (a, b) = (&found[k], &reference[k]);
            (a.r - b.r).norm().max(2.0 * (a.q.inverse() * b.q).imag().norm())
        })
    });
    off.fold(0.0, f64::max)
}

const JOINTS: [Joint; 9] = [
    Joint { free: &[], slide: V::new(0.0, 0.0, 0.0), turn: V::new(0.0, 0.0, 0.0) },
    // The hinge of the scenario.
    Joint { free: &["ry"], slide: V::new(0.0, 0.0, 0.0), turn: V::new(0.0, 4.0, 0.0) },
    Joint { free: &["rx", "ry"], slide: V::new(0.0, 0.0, 0.0), turn: V::new(1.0, 4.0, 0.0) },
    Joint { free: &["rx", "ry", "rz"], slide: V::new(0.0, 0.0, 0.0), turn: V::new(1.0, 4.0, -2.0) },
    // Rails, with and without rotation; a pin in a slot; a point on a plane; rotations alone.
    Joint { free: &["z"], slide: V::new(0.0, 0.0, 0.4), turn: V::new(0.0, 0.0, 0.0) },
    Joint { free: &["x", "rx"], slide: V::new(0.4, 0.0, 0.0), turn: V::new(3.0, 0.0, 0.0) },
    Joint {
        free: &["x", "rx", "ry", "rz"],
        slide: V::new(0.4, 0.0, 0.0),
        turn: V::new(1.0, 3.0, -2.0),
    },
    Joint {
        free: &["x", "z", "rx", "ry", "rz"],
        slide: V::new(0.4, 0.0, -0.2),
        turn: V::new(1.0, 3.0, -2.0),
    },
    Joint {
        free: &["x", "y", "z", "ry"],
        slide: V::new(0.4, 0.3, -0.2),
        turn: V::new(0.0, 3.0, 0.0),
    },
];

/// Largest error, and largest gaps as a distance and an angle, at two steps.
fn two_runs(joint: &Joint, motion: &str, reference: &[[Body; 2]]) -> [[f64; 3]; 2] {
    [2e-3, 1e-3].map(|h| {
        let mut settings = joint.settings(h);
        settings.push(format!("couplings.0.motion={motion:?}"));
        let settings: Vec<&str> = settings.iter().map(String::as_str).collect();
        // Strictly: that the arm does not follow, or bears what is free, would be a warning.
        let (csv, _) = run_scenario(Path::new("constraint/spatial-joint.toml"), &settings);
        let largest = |column: &str| csv.column(column).into_iter().fold(0.0, f64::max);
        let turns = (3..6).any(|k| joint.holds(k));
        let turn = if turns { largest("coupling1.turn_gap") } else { 0.0 };
        [error(&csv, reference), largest("coupling1.gap"), turn]
    })
}

/// First order of the motion, second order of the gaps; errors below a bound.
fn is_of_first_order(joint: &Joint, motion: &str, reference: &[[Body; 2]]) {
    let [coarse, fine] = two_runs(joint, motion, reference);
    let what = format!("free {:?}, {motion}: {coarse:?}, {fine:?}", joint.free);
    // In m and rad; arms turn by some radians.
    assert!(fine[0] < 1e-3 && fine[1] < 2e-5 && fine[2] < 5e-5, "{what}");
    for (k, expected, room) in [(0, 1.0, 0.2), (1, 2.0, 0.05), (2, 2.0, 0.05)] {
        let order = (coarse[k] / fine[k]).log2();
        assert!(coarse[k] == 0.0 || (order - expected).abs() < room, "{what}, {k}: order {order}");
    }
}

#[test]
fn joints_in_space_move_as_when_integrated_in_one_with_first_order() {
    for joint in JOINTS {
        is_of_first_order(&joint, "index-1", &joint.reference());
    }
}

#[test]
fn so_they_do_with_all_inputs() {
    // A hinge, a rail about which it turns, a pin in a slot.
    for joint in [&JOINTS[1], &JOINTS[5], &JOINTS[6]] {
        let reference = joint.reference();
        for motion in ["index-2", "index-3", "original"] {
            is_of_first_order(joint, motion, &reference);
        }
    }
}

#[test]
fn the_momentum_of_body_and_arm_together_stays() {
    let (csv, _) = run_scenario(Path::new("constraint/spatial-joint.toml"), &[]);
    let momentum = |[body, arm]: &[Body; 2]| {
        // The results have the velocity of the marker of the arm.
        8.0 * body.v + 0.5 * (arm.v + arm.omega.cross(&(arm.q * CENTRE)))
    };
    let rows = bodies(&csv);
    let change = |row| (momentum(row) - momentum(&rows[0])).norm();
    let largest = rows.iter().map(change).fold(0.0, f64::max);
    // Rounding of 2000 steps: the same impulse acts on both.
    assert!(largest < 1e-11, "{largest:e}");
}

#[test]
fn two_bodies_that_all_axes_tie_together_precess_as_one_top() {
    let [body, arm] =
        [Inertia { m: 8.0, ..INERTIA[0] }, Inertia { m: 0.5, moments: V::new(0.02, 0.02, 0.03) }];
    let (offset, centre) = (0.2, 0.3);
    // Both on the axis of the top, as far apart as offset and centre together.
    let [of_body, of_arm] = [arm.m, body.m].map(|m| m / (body.m + arm.m) * (offset + centre));
    let a = 1.2 + arm.moments.x + body.m * of_body * of_body + arm.m * of_arm * of_arm;
    let c = 1.5 + arm.moments.z;
    let omega = V::new(1.0, 0.0, 3.0);
    let momentum = V::new(a * omega.x, 0.0, c * omega.z);
    let exact = |t: f64| {
        let precession = momentum / a * t;
        let spin = V::new(0.0, 0.0, (1.0 - c / a) * omega.z * t);
        UnitQuaternion::from_scaled_axis(precession) * UnitQuaternion::from_scaled_axis(spin)
    };
    // The common centre of mass rests at the origin.
    let v_body = omega.cross(&V::new(0.0, 0.0, -of_body));
    let v_marker = v_body + omega.cross(&V::new(0.0, 0.0, offset));
    let mut settings: Vec<String> = [
        ("body", "J_y", 1.2),
        ("body", "r0_z", -of_body),
        ("body", "v0_y", v_body.y),
        ("body", "omega0_x", omega.x),
        ("body", "omega0_z", omega.z),
        ("arm", "J_x", 0.02),
        ("arm", "J_y", 0.02),
        ("arm", "J_z", 0.03),
        ("arm", "c_x", 0.0),
        ("arm", "c_z", centre),
        ("arm", "r0_x", 0.0),
        ("arm", "r0_y", 0.0),
        ("arm", "r0_z", offset - of_body),
        ("arm", "v0_x", 0.0),
        ("arm", "v0_y", v_marker.y),
        ("arm", "v0_z", 0.0),
        ("arm", "omega0_x", omega.x),
        ("arm", "omega0_y", 0.0),
        ("arm", "omega0_z", omega.z),
    ]
    .map(|(slave, name, value)| format!("slaves.{slave}.start.{name}={value:?}"))
    .into();
    settings.extend(["slaves.arm.start.hold_ry=true".into(), "couplings.0.free=[]".into()]);
    settings.push(format!("couplings.0.offset=[0.0, 0.0, {offset}]"));
    let errors = ["2e-3", "1e-3"].map(|h| {
        let mut settings: Vec<&str> = settings.iter().map(String::as_str).collect();
        let step = format!("simulation.step={h}");
        settings.push(&step);
        let (csv, _) = run_scenario(Path::new("constraint/spatial-joint.toml"), &settings);
        let times = csv.column("time");
        let off = bodies(&csv).into_iter().zip(times).map(|([body, arm], t)| {
            let q = exact(t);
            let turned = |of: &Body| 2.0 * (q.inverse() * of.q).imag().norm();
            let away = (body.r - q * V::new(0.0, 0.0, -of_body)).norm();
            turned(&body).max(turned(&arm)).max(away)
        });
        off.fold(0.0, f64::max)
    });
    let order = (errors[0] / errors[1]).log2();
    assert!(errors[1] < 1e-3 && (order - 1.0).abs() < 0.1, "order {order}: {errors:?}");
}

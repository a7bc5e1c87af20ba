//! Joints at random states: energy, reactions, invariance, and the motions that they leave free.

mod free_motions;

use super::*;
use crate::law::{Characteristic, Table};

/// Numbers between −1 and 1 that look random and are the same in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    fn array<const N: usize>(&mut self) -> [f64; N] {
        std::array::from_fn(|_| self.next())
    }

    /// r, q, v, ω of a body, with a quaternion that is not quite of length one.
    fn state(&mut self) -> [f64; 13] {
        let mut state = self.array();
        let length = state[3..7].iter().map(|q| q * q).sum::<f64>().sqrt();
        state[3..7].iter_mut().for_each(|q| *q *= 1.1 / length);
        state
    }
}

/// Body k reads the outputs from 13 k and drives the inputs from 6 k.
fn ends() -> [JointEnd; 2] {
    [0, 1].map(|k| {
        let outputs = |from: usize| [0, 1, 2].map(|n| OutputId(13 * k + from + n));
        let inputs = |from: usize| [0, 1, 2].map(|n| InputId(6 * k + from + n));
        JointEnd::Body(BodyPorts {
            position: outputs(0),
            orientation: [3, 4, 5, 6].map(|n| OutputId(13 * k + n)),
            velocity: outputs(7),
            angular_velocity: outputs(10),
            force: inputs(0),
            torque: inputs(3),
        })
    })
}

fn compliance(stiffness: f64, damping: f64) -> Compliance {
    Compliance { stiffness: stiffness.into(), damping: damping.into() }
}

fn linear() -> JointStiffness {
    let (translation, rotation) = (compliance(40.0, 3.0), compliance(9.0, 0.7));
    JointStiffness { translation, rotation, torque_axis: TorqueAxis::Product }
}

fn by_tables() -> JointStiffness {
    let table = |points: &[[f64; 2]]| {
        Characteristic::Table(Table::smooth(points.to_vec()).expect("a table"))
    };
    let compliance = Compliance {
        stiffness: table(&[[-1.0, -50.0], [-0.2, 0.0], [0.0, 0.0], [0.1, 4.0], [2.0, 100.0]]),
        damping: table(&[[-1.0, -2.0], [0.0, 0.0], [1.0, 5.0]]),
    };
    JointStiffness {
        translation: compliance.clone(),
        rotation: compliance,
        torque_axis: TorqueAxis::Product,
    }
}

/// Stiffness that grows with the gap, damping that grows with the rate.
fn cubic() -> JointStiffness {
    let compliance = |[stiffness, damping]: [[f64; 2]; 2]| Compliance {
        stiffness: Characteristic::Cubic(stiffness),
        damping: Characteristic::Cubic(damping),
    };
    JointStiffness {
        translation: compliance([[40.0, 7.0], [3.0, 0.2]]),
        rotation: compliance([[9.0, 4.0], [0.7, 0.1]]),
        torque_axis: TorqueAxis::Product,
    }
}

fn markers(random: &mut Random) -> [Marker; 2] {
    [0, 1].map(|_| Marker::new(random.array(), random.array(), Some(random.array())).unwrap())
}

fn inputs(joint: &Joint, y: &[f64]) -> [f64; 12] {
    let mut u = [0.0; 12];
    joint.add(y, &mut u);
    u
}

/// Runs `check` with every kind, way to compliance and a fresh random state, 200 times.
fn at_random(mut check: impl FnMut(&str, &Joint, &[f64])) {
    let mut random = Random(7);
    for _ in 0..200 {
        for kind in Kind::ALL {
            for (name, compliance) in
                [("linear", linear()), ("by tables", by_tables()), ("cubic", cubic())]
            {
                let joint = Joint::new(
                    ends(),
                    kind.primitives(markers(&mut random), &compliance).collect(),
                );
                let y = [random.state(), random.state()].concat();
                check(&format!("{kind:?}, {name}"), &joint, &y);
            }
        }
    }
}

/// The state with its time derivative: ṙ = v, q̇ = ½ ω q.
fn moving(y: &[f64]) -> Vec<Dual> {
    let body = |s: &[f64]| {
        let (w, u, omega) = (s[3], Vector([s[4], s[5], s[6]]), Vector([s[10], s[11], s[12]]));
        let vector = omega * w + omega.cross(u);
        let rate = [-omega.dot(u), vector.0[0], vector.0[1], vector.0[2]];
        let slope = |n: usize| match n {
            0..3 => s[7 + n],
            3..7 => 0.5 * rate[n - 3],
            _ => 0.0,
        };
        (0..13).map(|n| Dual { value: s[n], slope: slope(n) }).collect::<Vec<_>>()
    };
    [body(&y[..13]), body(&y[13..])].concat()
}

/// Power that a primitive joint takes up, by the time derivative of its gap alone: what its spring
/// stores, f_c(g) ġ, and what its damper turns into heat, f_d(ġ) ġ.
fn taken_up(primitive: &Primitive, [i, j]: &[Body<Dual>; 2]) -> f64 {
    let meet = |points: &[[f64; 3]; 2]| {
        (i.position + i.rotate(points[0])) - (j.position + j.rotate(points[1]))
    };
    let power = |compliance: &Compliance, gap: Dual, rate: f64, stretching: f64| {
        compliance.stiffness.at(gap.value).0 * gap.slope
            + compliance.damping.at(rate).0 * stretching
    };
    match primitive {
        Primitive::Atpoint(joint) => {
            let gap = meet(&joint.points);
            let rate = Vector(gap.0.map(|d| d.slope));
            let speed = rate.dot(rate).sqrt();
            power(&joint.compliance, gap.dot(gap).sqrt(), speed, speed)
        }
        Primitive::Inplane(joint) => {
            let gap = meet(&joint.points).dot(j.rotate(joint.normal));
            power(&joint.compliance, gap, gap.slope, gap.slope)
        }
        Primitive::Perpendicular(joint) => {
            let gap = i.rotate(joint.directions[0]).dot(j.rotate(joint.directions[1]));
            power(&joint.compliance, gap, gap.slope, gap.slope)
        }
    }
}

#[test]
fn what_a_joint_does_to_its_bodies_is_what_its_springs_give_back_less_what_its_dampers_take() {
    at_random(|name, joint, y| {
        let u = inputs(joint, y);
        let power: f64 = (0..2)
            .flat_map(|k| (0..3).map(move |n| (6 * k + n, 13 * k + n)))
            .map(|(input, output)| u[input] * y[output + 7] + u[input + 3] * y[output + 10])
            .sum();
        let y = moving(y);
        let bodies = joint.ends.each_ref().map(|end| end.body(|output| y[output.0]));
        let taken_up: f64 = joint.primitives.iter().map(|p| taken_up(p, &bodies)).sum();
        // Rounding of terms up to some hundred W.
        assert!((power + taken_up).abs() < 1e-12 * 500.0, "{name}: {power}, {taken_up}");
    });
}

#[test]
fn springs_store_and_dampers_heat_up_by_what_they_take_up() {
    at_random(|name, joint, y| {
        let y = moving(y);
        let at = |t: f64| {
            let bodies = joint.ends.map(|end| end.body(|n| y[n.0].value + t * y[n.0].slope));
            joint.primitives.iter().fold([0.0; 2], |[energy, power], primitive| {
                let (more, heat) = primitive.energy_and_heat(&bodies);
                [energy + more, power + heat]
            })
        };
        let step = 1e-6;
        let stored = (at(step)[0] - at(-step)[0]) / (2.0 * step);
        let bodies = joint.ends.each_ref().map(|end| end.body(|output| y[output.0]));
        let taken_up: f64 = joint.primitives.iter().map(|p| taken_up(p, &bodies)).sum();
        // Rounding of some hundred J, by the step.
        assert!((stored + at(0.0)[1] - taken_up).abs() < 1e-6, "{name}: {stored}, {taken_up}");
    });
}

/// The sums of forces and of moments about the origin.
fn sums(u: &[f64], y: &[f64]) -> [Vector<f64>; 2] {
    let at = |from: &[f64], k: usize| Vector([from[k], from[k + 1], from[k + 2]]);
    let moment = at(u, 3) + at(y, 0).cross(at(u, 0)) + at(u, 9) + at(y, 13).cross(at(u, 6));
    [at(u, 0) + at(u, 6), moment]
}

#[test]
fn forces_and_moments_on_both_bodies_cancel_but_for_dampers_across_an_open_gap() {
    at_random(|name, joint, y| {
        let u = inputs(joint, y);
        let [force, mut moment] = sums(&u, y);
        let bodies = joint.ends.map(|end| end.body(|output| y[output.0]));
        for primitive in &joint.primitives {
            // Opposite forces at two points, not along the line between them.
            let Primitive::Atpoint(atpoint) = primitive else { continue };
            let [i, j] = [0, 1].map(|k| bodies[k].position + bodies[k].rotate(atpoint.points[k]));
            let [on_i, _] = atpoint.act(&bodies);
            moment = moment - (i - j).cross(on_i.force);
        }
        // Rounding of forces and moments up to some hundred.
        for sum in force.0.into_iter().chain(moment.0) {
            assert!(sum.abs() < 1e-12 * 500.0, "{name}: {force:?}, {moment:?}");
        }
    });
}

#[test]
fn an_undamped_atpoint_joint_leaves_no_moment_however_wide_its_gap() {
    let mut random = Random(17);
    let compliance = JointStiffness { translation: compliance(40.0, 0.0), ..linear() };
    for _ in 0..200 {
        let joint = Joint::new(
            ends(),
            Kind::Revolute.primitives(markers(&mut random), &compliance).collect(),
        );
        let y = [random.state(), random.state()].concat();
        let [_, moment] = sums(&inputs(&joint, &y), &y);
        assert!(largest(&moment.0) < 1e-12 * 500.0, "{moment:?}");
    }
}

/// Turns a vector by a quaternion of length one.
fn turned(q: [f64; 4], a: &[f64]) -> [f64; 3] {
    Orientation(q).rotate([a[0], a[1], a[2]]).0
}

/// A state turned about the origin and shifted.
fn displaced(s: &[f64], q: [f64; 4], shift: [f64; 3]) -> Vec<f64> {
    let (Vector(r), Vector(v)) =
        (Vector(turned(q, &s[..3])) + Vector(shift), Vector(turned(q, &s[7..10])));
    let (u, p) = (Vector([q[1], q[2], q[3]]), Vector([s[4], s[5], s[6]]));
    let product = p * q[0] + u * s[3] + u.cross(p);
    let orientation = [q[0] * s[3] - u.dot(p), product.0[0], product.0[1], product.0[2]];
    [&r[..], &orientation[..], &v[..], &turned(q, &s[10..13])[..]].concat()
}

#[test]
fn the_law_does_not_care_where_the_whole_system_is_and_how_it_is_turned() {
    let mut random = Random(3);
    at_random(|name, joint, y| {
        let state = random.state();
        let q = [3, 4, 5, 6].map(|n| state[n] / 1.1);
        let shift = [state[0], state[1], state[2]];
        let moved = [displaced(&y[..13], q, shift), displaced(&y[13..], q, shift)].concat();
        let (u, found) = (inputs(joint, y), inputs(joint, &moved));
        for k in (0..12).step_by(3) {
            let expected = turned(q, &u[k..k + 3]);
            for n in 0..3 {
                let (found, expected) = (found[k + n], expected[n]);
                assert!((found - expected).abs() < 1e-12 * 500.0, "{name}: {found}, {expected}");
            }
        }
    });
}

fn largest(u: &[f64]) -> f64 {
    u.iter().fold(0.0, |most, u| most.max(u.abs()))
}

#[test]
fn the_ground_is_a_body_at_rest_in_the_origin() {
    let mut random = Random(5);
    let (y, markers) = (random.state(), markers(&mut random));
    let primitives: Vec<_> = Kind::Revolute.primitives(markers, &linear()).collect();
    let [body, _] = ends();
    let to_ground = Joint::new([body, JointEnd::Ground], primitives.clone());
    let mut at_rest = [0.0; 13];
    at_rest[3] = 1.0;
    let both = inputs(&Joint::new(ends(), primitives), &[y, at_rest].concat());
    assert_eq!(inputs(&to_ground, &y)[..6], both[..6]);
    assert_eq!(to_ground.dependencies().len(), 6);
}

/// A perpendicular joint of the given axis, at a random state.
fn perpendicular(torque_axis: TorqueAxis) -> (Joint, Vec<f64>) {
    let mut random = Random(13);
    let compliance = JointStiffness { torque_axis, ..linear() };
    let joint = Joint::new(
        ends(),
        Kind::Perpendicular.primitives(markers(&mut random), &compliance).collect(),
    );
    (joint, [random.state(), random.state()].concat())
}

#[test]
fn a_torque_about_the_axis_of_length_one_has_the_size_of_lambda() {
    let (joint, y) = perpendicular(TorqueAxis::Unit);
    let (product, _) = perpendicular(TorqueAxis::Product);
    let torque = |joint: &Joint| Vector(std::array::from_fn(|n| inputs(joint, &y)[3 + n]));
    let [i, j] = joint.ends.map(|end| end.body(|output| y[output.0]));
    let Primitive::Perpendicular(law) = &joint.primitives[0] else { panic!("it is one") };
    let (e_i, e_j) = (i.rotate(law.directions[0]), j.rotate(law.directions[1]));
    let rate = e_i.cross(e_j).dot(i.angular_velocity - j.angular_velocity);
    let lambda = law.compliance.lambda(e_i.dot(e_j), rate);
    assert!((torque(&joint).dot(torque(&joint)).sqrt() - lambda.abs()).abs() < 1e-13);
    let across = torque(&joint).cross(torque(&product));
    assert!(largest(&across.0) < 1e-12);
}

#[test]
fn a_held_axis_is_that_of_the_last_communication_point_and_is_saved_and_restored() {
    let (mut held, y) = perpendicular(TorqueAxis::Held);
    let (product, _) = perpendicular(TorqueAxis::Product);
    held.accept(0.0, &y);
    assert_eq!(inputs(&held, &y), inputs(&product, &y));
    let mut later = y.clone();
    later[4] += 0.2;
    later[18] -= 0.1;
    let before = inputs(&held, &later);
    let sum = |n: usize| before[3 + n] + before[9 + n];
    assert!((0..3).any(|n| sum(n).abs() > 1e-3), "the torques should differ: {before:?}");
    held.save(Slot::Trial);
    held.accept(1.0, &later);
    assert_eq!(inputs(&held, &later), inputs(&product, &later));
    held.restore(Slot::Trial);
    assert_eq!(inputs(&held, &later), before);
}

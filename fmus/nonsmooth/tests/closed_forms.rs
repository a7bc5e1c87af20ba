//! Falling, stacking, sliding and rolling against closed forms.

mod packings;

use nonsmooth::{Container, Settings, Sphere, Vector, World};
use packings::converged;

const G: f64 = 9.81;
const MU: f64 = 0.52;
const R: f64 = 0.01;

/// One body that moves at (vx, 0, 0) above a plane in the plane's own axes, which is inclined by `angle` down along x. A body that slides
/// is held μ |u_t| Δt above it by the cone complementarity condition, so there it begins.
fn on_a_plane(body: Sphere, angle: f64, h: f64) -> World {
    let gravity = Vector([G * angle.sin(), -G * angle.cos(), 0.0]);
    let settings = Settings { gravity, ..converged() };
    let u = body.v + body.omega.cross(Vector::along_y(-R));
    let r = Vector::along_y(R + MU * h * u.norm());
    World::new(settings, Container::plane(1.0, Vector::along_y(1.0)), &[Sphere { r, ..body }])
}

fn run(world: &mut World, h: f64, t: f64) {
    for _ in 0..(t / h).round() as usize {
        world.step(h, Vector::ZERO).unwrap();
    }
}

#[test]
fn a_ball_falls_and_stays_where_it_lands() {
    let (height, h) = (0.05, 1e-4);
    let ball = Sphere::solid(R, 1000.0, Vector::along_y(R + height));
    let plane = Container::plane(1.0, Vector::along_y(1.0));
    let mut world = World::new(converged(), plane, &[ball]);
    // y_n = y_0 − g Δt² n (n + 1)/2 until it would pass the plane.
    let landing = (2.0 * height / G).sqrt();
    let before = (landing / h) as usize - 1;
    for n in 1..=before {
        world.step(h, Vector::ZERO).unwrap();
        let fallen = 0.5 * G * h * h * (n * (n + 1)) as f64;
        assert!((world.positions()[0].0[1] - R - height + fallen).abs() < 1e-14);
    }
    let energy = world.energies().kinetic;
    assert!((energy / (ball.mass * G * height) - 1.0).abs() < 5e-3);
    for _ in 0..100 {
        world.step(h, Vector::ZERO).unwrap();
        assert!(world.positions()[0].0[1] - R > -1e-15);
    }
    // It does not bounce, and has lost all it had.
    assert!(world.velocity(0).norm() < 1e-12 && world.positions()[0].0[1] - R < 1e-12);
    let lost = world.energies().dissipated / (ball.mass * G * height);
    assert!((lost - 1.0).abs() < 1e-2, "{lost}");
    assert!((world.reaction().0[1] / (-ball.mass * G) - 1.0).abs() < 1e-9);
}

#[test]
fn each_of_a_stack_carries_all_above_it() {
    let (count, h) = (8, 1e-3);
    let place = |i: usize| Vector::along_y((2 * i + 1) as f64 * R);
    let stack: Vec<_> = (0..count).map(|i| Sphere::solid(R, 2000.0, place(i))).collect();
    let plane = Container::plane(1.0, Vector::along_y(1.0));
    let mut world = World::new(converged(), plane, &stack);
    run(&mut world, h, 0.05);
    for contact in world.contacts() {
        let above = match contact.pair() {
            (i, partner) if partner < count => count - i - 1,
            _ => count,
        };
        let expected = above as f64 * stack[0].mass * G * h;
        assert!((contact.normal_impulse() / expected - 1.0).abs() < 1e-8, "{contact:?}");
    }
    assert_eq!(world.pushing(), count);
    for (i, r) in world.positions().iter().enumerate() {
        assert!((*r - place(i)).norm() < 1e-10);
    }
}

#[test]
fn a_block_slides_to_a_stop() {
    let (v0, h) = (1.0, 1e-4);
    let block = Sphere { v: Vector([v0, 0.0, 0.0]), ..Sphere::block(R, 0.3, Vector::ZERO) };
    let mut world = on_a_plane(block, 0.0, h);
    let stop = v0 / (MU * G);
    for n in 1..=(0.99 * stop / h) as usize {
        world.step(h, Vector::ZERO).unwrap();
        // Lowered as it slows down, it weighs the same, but for its velocity downwards in the first step, μ² g Δt.
        let expected = v0 - MU * G * h * n as f64;
        assert!((world.velocity(0).0[0] - expected).abs() < 2.0 * MU * MU * G * h, "{n}");
    }
    run(&mut world, h, 0.1);
    assert!(world.velocity(0).norm() < 1e-9);
    let way = v0 * v0 / (2.0 * MU * G);
    assert!((world.positions()[0].0[0] / way - 1.0).abs() < 2.0 * h / stop);
}

#[test]
fn a_block_on_an_incline_slides_where_it_is_steep() {
    let (h, t) = (1e-4, 0.2);
    let mut steep = on_a_plane(Sphere::block(R, 0.3, Vector::ZERO), 0.7, h);
    run(&mut steep, h, t);
    let a = G * (0.7_f64.sin() - MU * 0.7_f64.cos());
    // It is raised as it gets faster, at μ a Δt per step.
    let error = (steep.velocity(0).0[0] - a * t).abs();
    assert!(error < 2.0 * MU * a * h, "{error:e}");
    let mut flat = on_a_plane(Sphere::block(R, 0.3, Vector::ZERO), 0.45, h);
    run(&mut flat, h, t);
    assert!(flat.velocity(0).norm() < 1e-12 && 0.45_f64.tan() < MU);
}

#[test]
fn a_sphere_rolls_down_an_incline() {
    let (h, t, angle) = (1e-4, 0.2, 0.6_f64);
    let mut world = on_a_plane(Sphere::solid(R, 1000.0, Vector::ZERO), angle, h);
    run(&mut world, h, t);
    let v = 5.0 / 7.0 * G * angle.sin() * t;
    assert!((world.velocity(0).0[0] / v - 1.0).abs() < 1e-9);
    assert!((-world.angular_velocity(0).0[2] * R / v - 1.0).abs() < 1e-9);
    let way = 0.5 * v * (t + h);
    assert!((world.positions()[0].0[0] / way - 1.0).abs() < 1e-9);
}

#[test]
fn a_sphere_slips_where_it_cannot_roll() {
    let (h, t, angle) = (1e-5, 0.05, 1.2_f64);
    assert!(angle.tan() > 3.5 * MU);
    let mut world = on_a_plane(Sphere::solid(R, 1000.0, Vector::ZERO), angle, h);
    run(&mut world, h, t);
    let v = G * (angle.sin() - MU * angle.cos()) * t;
    let spin = 2.5 * MU * G * angle.cos() * t;
    assert!((world.velocity(0).0[0] / v - 1.0).abs() < 1e-3);
    assert!((-world.angular_velocity(0).0[2] * R / spin - 1.0).abs() < 1e-3);
}

#[test]
fn a_sphere_that_slides_ends_rolling_with_five_sevenths() {
    let (v0, h) = (0.5, 1e-5);
    let sphere = Sphere { v: Vector([v0, 0.0, 0.0]), ..Sphere::solid(R, 1000.0, Vector::ZERO) };
    let mut world = on_a_plane(sphere, 0.0, h);
    let rolls = 2.0 * v0 / (7.0 * MU * G);
    run(&mut world, h, 0.5 * rolls);
    assert!((world.velocity(0).0[0] - (v0 - 0.5 * MU * G * rolls)).abs() < 1e-4);
    run(&mut world, h, 0.6 * rolls);
    let [v, spin] = [world.velocity(0).0[0], -world.angular_velocity(0).0[2] * R];
    assert!((v - 5.0 / 7.0 * v0).abs() < 1e-3 * v0 && (v - spin).abs() < 1e-9, "{v} {spin}");
}

#[test]
fn spheres_that_meet_head_on_go_on_together() {
    let h = 1e-4;
    let at = |x: f64, vx: f64| Sphere {
        v: Vector([vx, 0.0, 0.0]),
        ..Sphere::solid(R, 1000.0, Vector([x, 1.0, 0.0]))
    };
    let settings = Settings { gravity: Vector::ZERO, ..converged() };
    let plane = Container::plane(1.0, Vector::along_y(1.0));
    let mut world = World::new(settings, plane, &[at(0.0, 1.0), at(0.03, -0.5)]);
    run(&mut world, h, 0.02);
    for i in 0..2 {
        assert!((world.velocity(i) - Vector([0.25, 0.0, 0.0])).norm() < 1e-9);
    }
    let gap = (world.positions()[1] - world.positions()[0]).norm() - 2.0 * R;
    assert!(gap.abs() < 1e-12, "{gap}");
    assert_eq!(world.reaction(), Vector::ZERO);
}

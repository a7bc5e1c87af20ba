//! The momentum of everything changes by weights and reaction alone.

mod packings;

use nonsmooth::{Settings, Sphere, Vector, World};
use packings::{Random, world};

const H: f64 = 1e-4;

fn momentum(world: &World, spheres: &[Sphere]) -> Vector {
    let container = world.container().v * world.container().mass;
    let sum = |sum: Vector, (i, s): (usize, &Sphere)| sum + world.velocity(i) * s.mass;
    spheres.iter().enumerate().fold(container, sum)
}

#[test]
fn momentum_balances_with_the_reaction() {
    for seed in 1..=6 {
        let settings = Settings::default();
        let (mut world, spheres) = world(seed, 80, 0.1, settings);
        let mass: f64 = spheres.iter().map(|sphere| sphere.mass).sum();
        let mut random = Random::seeded(seed);
        for _ in 0..200 {
            let before = momentum(&world, &spheres);
            world.step(H, random.vector(0.4)).unwrap();
            let after = momentum(&world, &spheres);
            let expected = (settings.gravity * mass - world.reaction()) * H;
            let size = (world.reaction() * H).norm().max(after.norm());
            assert!((after - before - expected).norm() <= 1e-12 * size);
        }
    }
}

/// What a container has to carry: λ = −(m_c + Σ m) b − Σ m g at the constant acceleration b.
#[test]
fn the_reaction_carries_what_lies_on_the_floor() {
    let spheres: Vec<_> = (0..5)
        .map(|i| Sphere::solid(1e-3, 11344.0, Vector([2.5e-3 * (i as f64 - 2.0), 1e-3, 0.0])))
        .collect();
    let mass: f64 = spheres.iter().map(|sphere| sphere.mass).sum();
    let container = nonsmooth::Container::cylinder(0.0358, 0.01, 0.012);
    let mut world = World::new(packings::converged(), container, &spheres);
    for k in 1..=50 {
        world.step(H, Vector::along_y(3.0 * k as f64 * H)).unwrap();
        let expected = -(0.0358 + mass) * 3.0 - mass * 9.81;
        assert!((world.reaction().0[1] / expected - 1.0).abs() < 1e-10, "{:?}", world.reaction());
    }
}

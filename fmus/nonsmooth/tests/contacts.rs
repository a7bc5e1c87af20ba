//! Contacts are found, and their impulses solve the cone complementarity problem.

mod packings;

use nonsmooth::search::{Search, pair};
use nonsmooth::{Container, Settings, Vector, World};
use packings::{HEIGHT, RADIUS, Random, converged, spheres, world};

const H: f64 = 1e-4;

#[test]
fn the_grid_finds_what_trying_all_pairs_finds() {
    for seed in 1..=20 {
        let mut random = Random::seeded(seed);
        let mut spheres = spheres(&mut random, 150, 0.3);
        if seed % 4 == 0 {
            // A few far away, where cells grow.
            spheres.iter_mut().step_by(7).for_each(|s| s.r += random.vector(1.0));
        }
        let (r, radii): (Vec<_>, Vec<_>) = spheres.iter().map(|s| (s.r, s.radius)).unzip();
        let container = Container::cylinder(1.0, RADIUS, HEIGHT);
        let (mut search, mut found) = (Search::new(&radii), Vec::new());
        for margin in [0.0, 1e-4, 1e-3] {
            search.find(&r, &radii, &container, margin, &mut found);
            let n = r.len();
            let mut grid: Vec<_> = found.iter().filter(|c| c.pair().1 < n).copied().collect();
            grid.sort_by_key(|contact| contact.pair());
            let all = (0..n).flat_map(|i| (i + 1..n).map(move |j| (i, j)));
            let all: Vec<_> = all.filter_map(|(i, j)| pair(i, j, &r, &radii, margin)).collect();
            assert_eq!(grid, all, "seed {seed}");
            assert!(all.len() > 20);
            assert!(found.is_sorted_by_key(|contact| contact.pair().0));
            let touches = |i: &usize, wall: usize| {
                container.walls[wall]
                    .distance(r[*i], radii[*i])
                    .is_some_and(|(gap, _)| gap <= margin)
            };
            for wall in 0..3 {
                let walls = found.iter().filter(|c| c.pair().1 == n + wall).map(|c| c.pair().0);
                assert!(walls.eq((0..n).filter(|i| touches(i, wall))));
            }
        }
    }
}

/// u of a contact from velocities and spins alone.
fn relative_velocity(world: &World, radii: &[f64], contact: &nonsmooth::Contact) -> Vector {
    let ((owner, partner), n) = (contact.pair(), contact.n);
    let surface = |i: usize, towards: f64| {
        world.velocity(i) + world.angular_velocity(i).cross(n * (towards * radii[i]))
    };
    if partner < world.len() {
        surface(partner, -1.0) - surface(owner, 1.0)
    } else {
        surface(owner, -1.0) - world.container().v
    }
}

/// γ ∈ K in every step; where the iteration has converged, u + b ∈ K* and γ · (u + b) = 0 too, to what an impulse of the size of
/// the tolerance makes of them.
#[test]
fn impulses_lie_in_their_cones_and_solve_the_problem() {
    for (seed, settings) in (1..=8).zip([Settings::default(), converged()].into_iter().cycle()) {
        let (mut world, spheres) = world(seed, 100, 0.0, settings);
        let radii: Vec<_> = spheres.iter().map(|sphere| sphere.radius).collect();
        let mu = settings.friction;
        let (mut most, mut converged) = (0, 0);
        for _ in 0..120 {
            world.step(H, Vector::along_y(0.2)).unwrap();
            most = most.max(world.pushing());
            let has_converged = world.outcome().residual <= settings.tolerances.impulse;
            converged += usize::from(has_converged);
            for contact in world.contacts() {
                let (normal, friction) = (contact.normal_impulse(), contact.friction_impulse());
                assert!(normal >= 0.0 && friction <= mu * normal * (1.0 + 1e-12) + 1e-20);
                let bias = (contact.gap / H).max(-settings.recovery_speed);
                let u = relative_velocity(&world, &radii, contact) + contact.n * bias;
                let (along, across) = (u.dot(contact.n), u.across(contact.n).norm());
                if has_converged {
                    // A change of an impulse by the tolerance is one of u by 1/η ≤ 5.4/m, and the last ones of twelve
                    // neighbours are changes by 3.5/m each; the lightest sphere has 16 mg.
                    let slack = 50.0 * settings.tolerances.impulse / 1.6e-5 + 1e-12;
                    assert!(along - mu * across >= -slack, "{along} {across}");
                    assert!(contact.gamma.dot(u).abs() <= normal * slack + 1e-18);
                }
            }
        }
        assert!(most > 20 && converged > 10, "seed {seed}: {most} {converged}");
    }
}

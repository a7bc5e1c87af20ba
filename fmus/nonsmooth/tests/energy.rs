//! Contacts never give energy, and the energies balance.

mod packings;

use nonsmooth::{Settings, Sphere, Vector, World};
use packings::{Random, converged, kinetic, world};

const H: f64 = 1e-4;

/// The kinetic energy of the spheres as they would move without contacts.
fn free_kinetic(world: &World, spheres: &[Sphere], gravity: Vector) -> f64 {
    let free = |(i, sphere): (usize, &Sphere)| {
        let (v, omega) = (world.velocity(i) + gravity * H, world.angular_velocity(i));
        Sphere { v, omega, ..*sphere }.kinetic_energy()
    };
    spheres.iter().enumerate().map(free).sum()
}

/// ½ γᵀNγ + γᵀ(u_free + b) ≤ 0 means that the kinetic energy relative to the container falls by Σ γ_n b at least, where b is
/// negative only in overlaps, which open at the recovery speed. It holds in every step, however early the iteration ends.
#[test]
fn contacts_take_energy_in_every_step() {
    for (seed, sweeps) in (1..=12).zip([0, 1, 2, 5, 60, 500].into_iter().cycle()) {
        let mut settings = Settings::default();
        settings.tolerances.max_sweeps = sweeps;
        let (mut world, spheres) = world(seed, 120, 0.1, settings);
        let mut opened = 0;
        for step in 0..100 {
            let free = free_kinetic(&world, &spheres, settings.gravity);
            world.step(H, Vector::ZERO).unwrap();
            let lost = free - kinetic(&world, &spheres);
            let least = |contact: &nonsmooth::Contact| {
                contact.normal_impulse() * (contact.gap / H).max(-settings.recovery_speed)
            };
            let least: f64 = world.contacts().iter().map(least).sum();
            let opens = |c: &&nonsmooth::Contact| c.gap < -1e-6 && c.normal_impulse() > 0.0;
            opened += world.contacts().iter().filter(opens).count();
            assert!(lost >= least - 1e-13 * free, "seed {seed}, step {step}: {lost} {least}");
        }
        assert!(opened > 0 || sweeps == 0, "some overlaps open");
    }
}

/// Without overlaps at the start, nothing moves the container and the energy of motion and height never rises.
#[test]
fn energy_falls_in_a_container_at_rest() {
    for seed in 1..=6 {
        for gravity in [0.0, -9.81] {
            let settings = Settings { gravity: Vector::along_y(gravity), ..converged() };
            let (mut world, _) = world(seed, 120, 0.0, settings);
            let start = world.energies().kinetic;
            for step in 0..150 {
                let before = *world.energies();
                world.step(H, Vector::ZERO).unwrap();
                let after = world.energies();
                let [old, new] = [before, *after].map(|e| e.kinetic + e.potential);
                // Weights within a step may turn a contact that opens into one that closes.
                let weight: f64 = world.contacts().iter().map(|c| c.normal_impulse()).sum();
                let bound = 0.5 * weight * gravity.abs() * H + 1e-12 * start;
                assert!(new - old <= bound, "seed {seed}, step {step}: {}", new - old);
                assert!(after.dissipated - before.dissipated >= -bound);
            }
            let lost = world.energies().dissipated / start;
            assert!(lost > 0.5, "impacts are plastic: {lost}");
        }
    }
}

#[test]
fn energies_balance_in_a_shaken_container() {
    for (seed, overlap) in [(1, 0.0), (2, 0.0), (3, 0.2), (4, 0.2)] {
        let (mut world, spheres) = world(seed, 50, overlap, Settings::default());
        let mut random = Random::seeded(seed);
        let start = world.energies().balance();
        let mut turnover = 0.0;
        for _ in 0..300 {
            let before = *world.energies();
            world.step(H, random.vector(0.5)).unwrap();
            let after = world.energies();
            turnover += (after.work - before.work).abs();
            let container = world.container();
            let expected =
                kinetic(&world, &spheres) + 0.5 * container.mass * container.v.dot(container.v);
            assert!((after.kinetic - expected).abs() < 1e-13 * expected);
            assert!((after.balance() - start).abs() < 1e-13 * turnover.max(start));
        }
        // The energy of the positions, by which the velocities stand half a step behind.
        let g = 9.81;
        let of = |(i, s): (usize, &Sphere)| {
            let moved = world.velocity(i).0[1] - s.v.0[1];
            s.mass * g * (world.positions()[i].0[1] - 0.5 * H * moved)
        };
        let potential: f64 = spheres.iter().enumerate().map(of).sum();
        assert!((world.energies().potential - potential).abs() < 1e-13 * turnover);
    }
}

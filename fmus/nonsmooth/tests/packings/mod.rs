//! Random packings, the same in every run.
#![allow(dead_code)]

use nonsmooth::{Container, Settings, Sphere, Tolerances, Vector, World};

/// The generator xorshift64*.
pub struct Random(u64);

impl Random {
    pub fn seeded(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// Uniform in (−1, 1).
    pub fn symmetric(&mut self) -> f64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let bits = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 11;
        2.0 * (bits as f64 / (1_u64 << 53) as f64) - 1.0
    }

    pub fn vector(&mut self, size: f64) -> Vector {
        Vector([0; 3].map(|_| size * self.symmetric()))
    }
}

/// The cylinder of all packings.
pub const RADIUS: f64 = 0.01;
pub const HEIGHT: f64 = 0.012;

/// Spheres of several sizes with random velocities and spins, in a cylinder. No two of them overlap deeper than `overlap` times
/// the smaller radius; what finds no place is left out.
pub fn spheres(random: &mut Random, n: usize, overlap: f64) -> Vec<Sphere> {
    let mut spheres: Vec<Sphere> = Vec::new();
    for _ in 0..200 * n {
        let radius = 1e-3 * (1.0 + 0.3 * random.symmetric());
        let Vector([x, y, z]) = random.vector(1.0);
        let place = [RADIUS - radius, 0.5 * HEIGHT - radius];
        let r = Vector([x * place[0], 0.5 * HEIGHT + y * place[1], z * place[0]]);
        let free = |other: &Sphere| {
            let least = radius + other.radius - overlap * radius.min(other.radius);
            (r - other.r).norm() >= least
        };
        let inside = r.0[0].hypot(r.0[2]) <= place[0];
        if spheres.len() < n && inside && spheres.iter().all(free) {
            let mut sphere = Sphere::solid(radius, 11344.0, r);
            (sphere.v, sphere.omega) = (random.vector(0.3), random.vector(300.0));
            spheres.push(sphere);
        }
    }
    spheres
}

/// A world of such spheres.
pub fn world(seed: u64, n: usize, overlap: f64, settings: Settings) -> (World, Vec<Sphere>) {
    let mut random = Random::seeded(seed);
    let spheres = spheres(&mut random, n, overlap);
    (World::new(settings, Container::cylinder(0.0358, RADIUS, HEIGHT), &spheres), spheres)
}

/// The usual settings, but with an iteration that ends late.
pub fn converged() -> Settings {
    let tolerances = Tolerances { impulse: 1e-16, max_sweeps: 20_000 };
    Settings { tolerances, ..Settings::default() }
}

/// The kinetic energy of the spheres at their present velocities.
pub fn kinetic(world: &World, spheres: &[Sphere]) -> f64 {
    let now = |(i, sphere): (usize, &Sphere)| {
        Sphere { v: world.velocity(i), omega: world.angular_velocity(i), ..*sphere }
            .kinetic_energy()
    };
    spheres.iter().enumerate().map(now).sum()
}

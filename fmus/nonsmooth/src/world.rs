//! The spheres, their container and a step of both.

use thiserror::Error;

use crate::contact::Contact;
use crate::container::Container;
use crate::energy::{Energies, dissipated, kinetic};
use crate::gauss_seidel::{Outcome, Tolerances, prepare, solve};
use crate::motion::Motion;
use crate::search::Search;
use crate::sphere::Sphere;
use crate::vector::Vector;
use crate::warm_start::WarmStart;

/// The contacts per sphere that there is room for from the start: six of twelve neighbours, and three walls.
const CONTACTS: usize = 9;
/// The part of the radius within which a sphere counts as near what it does not move towards.
const NEAR: f64 = 1e-3;

/// What acts on the spheres, and how the impulses are found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Acceleration of free fall in m/s².
    pub gravity: Vector,
    /// Friction coefficient μ of all contacts.
    pub friction: f64,
    /// The velocity in m/s at which an overlap opens at most.
    pub recovery_speed: f64,
    /// When the iteration ends.
    pub tolerances: Tolerances,
}

impl Default for Settings {
    /// The friction of Zhang et al. (2022), table 2; gravity along −y.
    fn default() -> Self {
        Self {
            gravity: Vector::along_y(-9.81),
            friction: 0.52,
            recovery_speed: 0.1,
            tolerances: Tolerances { impulse: 1e-9, max_sweeps: 60 },
        }
    }
}

/// Why a step was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum StepError {
    /// The length of the step or the velocity of the container is no number that can be used.
    #[error("the step must be positive and the velocity of the container finite")]
    BadArgument,
    /// A velocity grew beyond all numbers.
    #[error("the velocity of a sphere became infinite; shorten the step")]
    NotFinite,
}

/// Spheres in a container.
///
/// A step allocates nothing once the contacts have been as many before.
#[derive(Clone, Debug)]
pub struct World {
    settings: Settings,
    pub(crate) container: Container,
    pub(crate) r: Vec<Vector>,
    radii: Vec<f64>,
    /// The spheres, then the container: at the end of the last step, without contacts, and at its start.
    pub(crate) bodies: Vec<Motion>,
    free: Vec<Motion>,
    before: Vec<Motion>,
    search: Search,
    contacts: Vec<Contact>,
    pub(crate) warm_start: WarmStart,
    pub(crate) reaction: Vector,
    pub(crate) energies: Energies,
    pub(crate) outcome: Outcome,
    pub(crate) pushing: usize,
    pub(crate) overlap: f64,
}

impl World {
    /// Spheres and their container at the start.
    pub fn new(settings: Settings, container: Container, spheres: &[Sphere]) -> Self {
        let bodies = spheres.iter().map(Motion::of).chain([Motion::prescribed(container.v)]);
        let bodies: Vec<_> = bodies.collect();
        let radii: Vec<_> = spheres.iter().map(|sphere| sphere.radius).collect();
        let room = CONTACTS * spheres.len() + container.walls.len();
        let mut world = Self {
            settings,
            r: spheres.iter().map(|sphere| sphere.r).collect(),
            search: Search::new(&radii),
            radii,
            free: bodies.clone(),
            before: bodies.clone(),
            bodies,
            contacts: Vec::with_capacity(room),
            warm_start: WarmStart::new(room),
            container,
            reaction: Vector::ZERO,
            energies: Energies::default(),
            outcome: Outcome::default(),
            pushing: 0,
            overlap: 0.0,
        };
        world.energies.kinetic = world.kinetic();
        let weigh = |s: &Sphere| -s.mass * s.r.dot(settings.gravity);
        world.energies.potential = spheres.iter().map(weigh).sum();
        world
    }

    /// One step of length `h` with the velocity that the container has at its end. After an error the world is of no use
    /// until it is restored.
    pub fn step(&mut self, h: f64, velocity: Vector) -> Result<(), StepError> {
        if !(h > 0.0 && h.is_finite() && velocity.is_finite()) {
            return Err(StepError::BadArgument);
        }
        self.move_freely(h, velocity);
        self.find_contacts(h);
        let mu = self.settings.friction;
        self.warm_start.begin(&mut self.contacts, &self.free, &mut self.bodies, h, mu);
        self.outcome = solve(&mut self.contacts, &mut self.bodies, mu, self.settings.tolerances);
        self.warm_start.keep(&self.contacts, h);
        self.balance(h)?;
        self.advance(h);
        Ok(())
    }

    /// (11b) without contacts.
    fn move_freely(&mut self, h: f64, velocity: Vector) {
        let n = self.r.len();
        self.before.copy_from_slice(&self.bodies);
        self.free.copy_from_slice(&self.bodies);
        self.free[..n].iter_mut().for_each(|body| body.v += self.settings.gravity * h);
        self.free[n].v = velocity;
    }

    /// Finds what may touch within the step: Φ < Δt (|u_n| + μ |u_t|), with the fastest spheres as a bound of u.
    fn find_contacts(&mut self, h: f64) {
        let (mu, velocity) = (self.settings.friction, self.free[self.r.len()].v);
        let square = |body: &Motion| (body.v - velocity).dot(body.v - velocity);
        let fastest = self.free.iter().map(square).fold(0.0, f64::max).sqrt();
        let radius = self.radii.iter().copied().fold(0.0, f64::max);
        let margin = 2.0 * fastest * h * (1.0 + mu * mu).sqrt() + NEAR * radius;
        let Self { search, contacts, r, radii, container, .. } = self;
        search.find(r, radii, container, margin, contacts);
        for contact in contacts {
            prepare(contact, &self.free, h, self.settings.recovery_speed);
        }
        self.overlap = self.contacts.iter().map(|contact| -contact.gap).fold(0.0, f64::max);
    }

    /// Energies and the reaction of the container: m_c (V_{n+1} − V_n) = Σ impulses on it − Δt λ.
    fn balance(&mut self, h: f64) -> Result<(), StepError> {
        let n = self.r.len();
        let [start, end] = [self.before[n].v, self.bodies[n].v];
        let on_walls = self.contacts.iter().filter(|contact| contact.bodies[0] as usize == n);
        let impulse = on_walls.fold(Vector::ZERO, |sum, contact| sum - contact.gamma);
        self.reaction = (impulse - (end - start) * self.container.mass) * (1.0 / h);
        self.container.v = end;
        self.pushing = self.warm_start.last.len();

        self.energies.kinetic = self.kinetic();
        self.energies.work -= 0.5 * h * self.reaction.dot(start + end);
        self.energies.dissipated += dissipated(&self.contacts, &self.before, &self.bodies);
        let gravity = self.settings.gravity;
        let moved = |(a, b): (&Motion, &Motion)| (a.v + b.v).dot(gravity) / a.inverse_mass;
        let weights: f64 = self.before[..n].iter().zip(&self.bodies).map(moved).sum();
        self.energies.potential -= 0.5 * h * weights;
        let finite = self.energies.balance().is_finite() && self.reaction.is_finite();
        if finite { Ok(()) } else { Err(StepError::NotFinite) }
    }

    /// (11a)
    fn advance(&mut self, h: f64) {
        for (r, body) in self.r.iter_mut().zip(&self.bodies) {
            *r += body.v * h;
        }
        self.container.r += self.container.v * h;
    }

    fn kinetic(&self) -> f64 {
        let Container { mass, v, .. } = self.container;
        kinetic(&self.bodies[..self.r.len()]) + 0.5 * mass * v.dot(v)
    }

    /// Contacts belong to a step that has been taken here.
    pub(crate) fn forget_contacts(&mut self) {
        self.contacts.clear();
    }

    /// The number of spheres.
    pub fn len(&self) -> usize {
        self.r.len()
    }

    /// Whether the container is empty.
    pub fn is_empty(&self) -> bool {
        self.r.is_empty()
    }

    /// The positions of the spheres.
    pub fn positions(&self) -> &[Vector] {
        &self.r
    }

    /// The velocity of a sphere.
    pub fn velocity(&self, sphere: usize) -> Vector {
        self.bodies[sphere].v
    }

    /// The angular velocity of a sphere.
    pub fn angular_velocity(&self, sphere: usize) -> Vector {
        self.bodies[sphere].spin * (1.0 / self.radii[sphere])
    }

    /// The container.
    pub fn container(&self) -> &Container {
        &self.container
    }

    /// The contacts of the last step, those that do not push included; none after a restore.
    pub fn contacts(&self) -> &[Contact] {
        &self.contacts
    }

    /// The mean force in the last step on what drives the container, in N.
    pub fn reaction(&self) -> Vector {
        self.reaction
    }

    /// The energies at the end of the last step.
    pub fn energies(&self) -> &Energies {
        &self.energies
    }

    /// How the impulses of the last step were found.
    pub fn outcome(&self) -> Outcome {
        self.outcome
    }

    /// How many contacts pushed in the last step.
    pub fn pushing(&self) -> usize {
        self.pushing
    }

    /// The deepest overlap at the start of the last step, in m.
    pub fn overlap(&self) -> f64 {
        self.overlap
    }
}

//! Rigid spheres with frictional contacts in a container whose motion is prescribed, at impulse level.
//!
//! One step of length Δt, as in Zhang et al. (2022), with the numbers of that publication:
//!
//! ```text
//! q_{n+1} = q_n + Δt v_{n+1}                                                                       (11a)
//! M (v_{n+1} − v_n) = Δt f + Σ D_i γ_i,   γ_i = (γ_n, γ_t) the impulse of contact i             (11b)
//! γ_i ∈ K_i,   u_i + b_i ∈ K_i*,   γ_i · (u_i + b_i) = 0,   K: |γ_t| ≤ μ γ_n                      (2d), (2e)
//! b_i = (max(Φ_i/Δt, −recovery speed), 0, 0)
//! ```
//!
//! u is the relative velocity in a contact at the end of the step, Φ the distance at its start, K* the dual
//! cone. This is a cone complementarity problem (Tasora and Anitescu 2011), which is convex: a contact that slides is
//! lifted by μ |u_t| Δt. Impacts are plastic. A distance Φ > 0 lets a contact close within the step without overlap; an
//! overlap is taken back at the recovery speed at most.
//!
//! The container is told its velocity; the momentum that this takes and the impulses of its contacts give its reaction.
//!
//! | symbol | meaning |
//! |---|---|
//! | r, v, ω | position, velocity and angular velocity of a sphere |
//! | n | normal of a contact, from its first body to its second |
//! | Φ | distance of the surfaces, negative where they overlap |
//! | γ | impulse on the second body of a contact |
//! | h | length Δt of the step |
//!
//! [`World`] is the whole. Its step finds contacts (`search.rs`), begins with the last impulses (`warm_start.rs`), iterates
//! (`gauss_seidel.rs`, `cone.rs`) and balances energies (`energy.rs`).

mod cone;
mod contact;
mod container;
mod energy;
mod gauss_seidel;
mod grid;
mod motion;
pub mod packing;
pub mod search;
mod sphere;
mod state;
mod vector;
mod warm_start;
mod world;

pub use contact::Contact;
pub use container::{Container, Wall};
pub use energy::Energies;
pub use gauss_seidel::{Outcome, Tolerances};
pub use sphere::Sphere;
pub use vector::Vector;
pub use world::{Settings, StepError, World};

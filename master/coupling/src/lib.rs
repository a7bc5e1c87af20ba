//! The numerics of co-simulation: slaves that integrate themselves, coupled at communication points.
//!
//! This crate knows no FMI, no files and no terminal. One macro step, from T_N to T_{N+1} = T_N + H:
//!
//! ```text
//!            past of u, y
//!                 │  signals predict ũ(t) on [T_N, T_{N+1}]
//!                 ▼
//!   scheme ──► sweep ──► network ──► slave.step(ũ) ──► y_{N+1}
//!                 │                                      │ laws
//!                 ▼                                      ▼
//!         signals commit u_{N+1}, y_{N+1} ◄──────── u_{N+1} = law(y_{N+1})
//!                 │
//!                 ▼
//!         energy balances the point, and may shift the next ũ
//! ```
//!
//! | symbol | meaning |
//! |---|---|
//! | `t`, `h` | time of a communication point; length H of a macro step |
//! | `u`, `y` | all coupling inputs; all outputs, slave by slave |
//! | `s` | the step's own time (t − T_N)/H, 0 at its start and 1 at its end |
//! | `k` | degree of a polynomial |
//! | `lambda` | a coupling force |
//! | `_end` | at the end of the step |
//!
//! # Two masses on a spring
//!
//! Two slaves, a law between them, a rule for their inputs over a macro step, a scheme and a clock: that is a
//! simulation. Here the exact motion is x = ∓cos t.
//!
//! ```
//! use coupling::clock::Clock;
//! use coupling::law::{Side, SpringDamper};
//! use coupling::network::{Network, Reading};
//! use coupling::scheme::sweep::Jacobi;
//! use coupling::scheme::{Explicit, Jacobian, Scheme, SemiImplicit};
//! use coupling::signals::Signals;
//! use coupling::signals::extrapolation::PolynomialRule;
//! use coupling::simulation::Simulation;
//! use coupling::slave::{LinearSlave, Slave, StateSpace};
//! use coupling::{InputId, OutputId};
//! use nalgebra::{dmatrix, dvector};
//!
//! // A slave: a mass of 2 kg at rest at x, with the input force and the outputs x and v.
//! let mass = |x: f64| -> Box<dyn Slave> {
//!     let system = StateSpace {
//!         a: dmatrix![0.0, 1.0; 0.0, 0.0],
//!         b: dmatrix![0.0; 0.5],
//!         c: dmatrix![1.0, 0.0; 0.0, 1.0],
//!         d: dmatrix![0.0; 0.0],
//!     };
//!     Box::new(LinearSlave::new(system, dvector![x, 0.0], &["force"], &["x", "v"]))
//! };
//! // The law: a spring of 1 N/m. Inputs and outputs are numbered slave by slave.
//! let side = |k: usize| Side {
//!     position: OutputId(2 * k),
//!     velocity: OutputId(2 * k + 1),
//!     force: InputId(k),
//! };
//! let spring = || SpringDamper {
//!     a: side(0),
//!     b: side(1),
//!     stiffness: 1.0.into(),
//!     damping: 0.0.into(),
//!     rest_length: 0.0,
//! };
//!
//! for semi_implicit in [false, true] {
//!     let slaves = vec![("left".into(), mass(-1.0)), ("right".into(), mass(1.0))];
//!     let network = Network::new(slaves, vec![Box::new(spring())], Reading::default());
//!     // Inputs are lines over a macro step: extrapolated, or through their end value.
//!     let signals = Signals::new(Box::new(PolynomialRule::new(1)), 1, vec![false; 2], 4);
//!     let scheme: Box<dyn Scheme> = if semi_implicit {
//!         Box::new(SemiImplicit::new(&network, &[], Jacobian::Reused))
//!     } else {
//!         Box::new(Explicit::new(Jacobi))
//!     };
//!     let mut run = Simulation::new(network, signals, scheme, Clock::new(0.0, 10.0, 0.01));
//!     run.initialize()?;
//!     while run.advance()? {
//!         let exact = run.t().cos();
//!         assert!((run.point().y[0] + exact).abs() < 5e-4);
//!         assert!((run.point().y[2] - exact).abs() < 5e-4);
//!     }
//! }
//! # Ok::<(), coupling::CouplingError>(())
//! ```
//!
//! `examples/two_mass.rs` shows the order of both schemes, `examples/own_law.rs` a law of one's own.

pub mod amplification;
pub mod clock;
pub mod divergence;
pub mod energy;
mod error;
pub mod execution;
mod id;
pub mod imposed;
pub mod law;
pub mod mass_ratio;
pub mod network;
mod point;
mod polynomial;
pub mod scheme;
pub mod signals;
pub mod simulation;
pub mod slave;
pub mod spectrum;
pub mod step_control;
pub mod test_models;

pub use error::{CouplingError, Growth, LoopFailure};
pub use id::{InputId, OutputId, SlaveId};
pub use point::CommunicationPoint;
pub use polynomial::Polynomial;

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
//! Two masses joined by a spring, each a slave, the spring a law between them. Without friction they are back at the start after
//! one period:
//!
//! ```
//! use coupling::clock::Clock;
//! use coupling::law::{Side, SpringDamper};
//! use coupling::network::{Network, Reading};
//! use coupling::scheme::{Jacobian, SemiImplicit};
//! use coupling::signals::Signals;
//! use coupling::signals::extrapolation::PolynomialRule;
//! use coupling::simulation::{Observer, Progress, Simulation};
//! use coupling::slave::{LinearSlave, Slave, StateSpace};
//! use coupling::{CommunicationPoint, InputId, OutputId};
//! use nalgebra::{dmatrix, dvector};
//!
//! /// m ẍ = force, with the outputs x and v.
//! fn mass(m: f64, x: f64) -> Box<dyn Slave> {
//!     let system = StateSpace {
//!         a: dmatrix![0.0, 1.0; 0.0, 0.0],
//!         b: dmatrix![0.0; 1.0 / m],
//!         c: dmatrix![1.0, 0.0; 0.0, 1.0],
//!         d: dmatrix![0.0; 0.0],
//!     };
//!     Box::new(LinearSlave::new(system, dvector![x, 0.0], &["force"], &["x", "v"]))
//! }
//!
//! /// Keeps the outputs at the last communication point.
//! struct Last(Vec<f64>);
//!
//! impl Observer for Last {
//!     fn accept(&mut self, _t: f64, end: &CommunicationPoint, _: Progress) -> Result<(), String> {
//!         self.0 = end.y.as_slice().to_vec();
//!         Ok(())
//!     }
//! }
//!
//! // Outputs and inputs are numbered slave by slave.
//! let side = |k: usize| Side {
//!     position: OutputId(2 * k),
//!     velocity: OutputId(2 * k + 1),
//!     force: InputId(k),
//! };
//! let (stiffness, damping) = (1000.0.into(), 0.0.into());
//! let spring = SpringDamper { a: side(0), b: side(1), stiffness, damping, rest_length: 1.0 };
//! let masses = vec![("left".into(), mass(1.0, 0.0)), ("right".into(), mass(1.0, 1.1))];
//! let network = Network::new(masses, vec![Box::new(spring)], Reading::Fresh);
//!
//! let scheme = SemiImplicit::new(&network, &[], Jacobian::Reused);
//! let (inputs, outputs) = (vec![false; network.input_count()], network.output_count());
//! let signals = Signals::new(Box::new(PolynomialRule::new(2)), 2, inputs, outputs);
//! let period = std::f64::consts::TAU / f64::sqrt(1000.0 * (1.0 / 1.0 + 1.0 / 1.0));
//! let clock = Clock::new(0.0, period, period / 1000.0);
//!
//! let mut last = Last(Vec::new());
//! Simulation::new(network, signals, Box::new(scheme), clock).run(&mut last)?;
//! let [x_left, _, x_right, _] = last.0[..] else { panic!("two outputs of two slaves") };
//! assert!(x_left.abs() < 1e-6 && (x_right - 1.1).abs() < 1e-6);
//! # Ok::<(), coupling::CouplingError>(())
//! ```

pub mod amplification;
pub mod clock;
pub mod divergence;
pub mod energy;
mod error;
pub mod execution;
mod id;
pub mod imposed;
pub mod law;
pub mod network;
mod point;
mod polynomial;
pub mod scheme;
pub mod signals;
pub mod simulation;
pub mod slave;
pub mod spectrum;
pub mod step_control;
#[cfg(any(test, feature = "test-models"))]
pub mod test_models;

pub use error::{CouplingError, Growth, LoopFailure};
pub use id::{InputId, OutputId, SlaveId};
pub use point::CommunicationPoint;
pub use polynomial::Polynomial;

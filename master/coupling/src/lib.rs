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

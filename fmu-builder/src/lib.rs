//! Models in Rust, exported as FMUs.
//!
//! A model is written once, as an implementation of [`Model`]. From it come
//!
//! - the FMU: `export_fmu!(MyModel)` in the model's crate, then `fmu-builder export`,
//! - its `modelDescription.xml` ([`describe`]), with units, bounds and dependencies,
//! - the same model without an FMU, as a slave of the master's core (feature `in-process`).
//!
//! ```
//! use fmu_builder::*;
//!
//! /// A mass on a spring: m ẍ = force − c x.
//! struct MassSpring { m: Parameter, c: Parameter, force: Input, x: State, v: State }
//!
//! impl Model for MassSpring {
//!     const NAME: &'static str = "mass-spring";
//!     const DESCRIPTION: &'static str = "A mass on a spring.";
//!
//!     fn declare(v: &mut Variables) -> Self {
//!         let x0 = v.parameter("x0", 0.1, "m", "initial position");
//!         let v0 = v.parameter("v0", 0.0, "m/s", "initial velocity");
//!         Self {
//!             m: v.parameter("m", 1.0, "kg", "mass"),
//!             c: v.parameter("c", 100.0, "N/m", "stiffness"),
//!             force: v.input("force", 0.0, "N", "applied force"),
//!             x: v.state("x", x0, "m", "position"),
//!             v: v.state("v", v0, "m/s", "velocity"),
//!         }
//!     }
//!
//!     fn derivatives(&self, s: &Sample, dx: &mut Derivatives) {
//!         dx[self.x] = s[self.v];
//!         dx[self.v] = (s[self.force] - s[self.c] * s[self.x]) / s[self.m];
//!     }
//! }
//!
//! assert!(describe::<MassSpring>().xml.contains("der(x)"));
//! ```

mod check;
#[cfg(feature = "composition")]
pub mod composition;
mod dependencies;
mod description;
pub mod export;
#[cfg(feature = "in-process")]
pub mod in_process;
mod inputs;
mod layout;
mod linearity;
mod model;
mod motion;
mod own_method;
mod panics;
mod points;
mod random;
pub mod runtime;
mod sample;
mod settings;
mod solver;
mod solver_kind;
mod structural;
mod structure;
mod symbols;
mod system;
mod units;
mod variables;

pub use check::{check, check_as};
pub use description::{Description, describe, describe_as, model_identifier};
pub use inputs::MAX_ORDER;
pub use linearity::is_linear;
pub use model::Model;
pub use motion::{Coordinate, Coordinates, EquationsOfMotion, Motion, Multiplier, Starts};
pub use own_method::OwnMethod;
pub use sample::{Conditions, Derivatives, Event, Outputs, RememberedOutputs, Sample, States};
pub use solver::SolverError;
pub use solver_kind::SolverKind;
pub use structural::{FOLDER as STRUCTURAL_FOLDER, Structural};
pub use variables::{
    Choice, Clock, Condition, Discrete, Handle, Input, Integral, Output, Parameter,
    RememberedOutput, State, StateList, Variables,
};

//! Models made of models: parts, and the laws that join them.
//!
//! A [`Composition`] names parts and couplings once. From it come
//!
//! - one FMU in which the couplings are evaluated in every right-hand side: `export_fmu!(Composed<MyEngine>)`,
//! - the [`scenario`](fn@scenario) with an FMU for each part, or for each group of parts, and the couplings in the master,
//! - the FMUs of such groups, by the structural parameter `parts` of the same library.
//!
//! ```
//! use fmu_builder::composition::*;
//! use fmu_builder::*;
//! # struct MassSpring { m: Parameter, c: Parameter, force: Input, x: State, v: State }
//! # impl Model for MassSpring {
//! #     const NAME: &'static str = "mass-spring";
//! #     const DESCRIPTION: &'static str = "A mass on a spring.";
//! #     fn declare(v: &mut Variables) -> Self {
//! #         let x0 = v.parameter("x0", 0.1, "m", "initial position");
//! #         let v0 = v.parameter("v0", 0.0, "m/s", "initial velocity");
//! #         Self {
//! #             m: v.parameter("m", 1.0, "kg", "mass"),
//! #             c: v.parameter("c", 100.0, "N/m", "stiffness"),
//! #             force: v.input("force", 0.0, "N", "applied force"),
//! #             x: v.state("x", x0, "m", "position"),
//! #             v: v.state("v", v0, "m/s", "velocity"),
//! #         }
//! #     }
//! #     fn derivatives(&self, s: &Sample, dx: &mut Derivatives) {
//! #         dx[self.x] = s[self.v];
//! #         dx[self.v] = (s[self.force] - s[self.c] * s[self.x]) / s[self.m];
//! #     }
//! # }
//!
//! struct TwoMasses;
//!
//! impl Composition for TwoMasses {
//!     const NAME: &'static str = "two-masses";
//!     const DESCRIPTION: &'static str = "Two masses on springs, joined by a third spring.";
//!
//!     fn assemble(a: &mut Assembly) {
//!         let left = a.part::<MassSpring>("left").start("m", 2.0).part();
//!         let right = a.part::<MassSpring>("right").start("x0", 0.0).part();
//!         a.spring_damper([left.end("x", "v", "force"), right.end("x", "v", "force")], 50.0, 0.1);
//!     }
//! }
//!
//! assert!(describe::<Composed<TwoMasses>>().xml.contains("left.x"));
//! assert!(scenario::<TwoMasses>(&Structural::default(), &Split::default()).unwrap().contains("[[couplings]]"));
//! ```

mod assembly;
mod coupling;
mod energy;
mod exchange;
mod model;
mod part;
mod port;
mod rigid;
mod scenario;
mod variables;

pub use assembly::{Assembly, PartBuilder};
pub use coupling::Node;
pub use model::Composed;
pub use port::{End, Line, PartId, Port};
pub use scenario::{Split, scenario};

use crate::settings::SETTINGS;
use crate::solver_kind::SolverKind;

/// A system of parts that are joined by laws.
pub trait Composition: Send + 'static {
    /// The name of the FMU, in words joined by hyphens.
    const NAME: &'static str;
    /// One sentence for the user who looks at the FMU.
    const DESCRIPTION: &'static str;
    /// As [`Model::LINEAR`](crate::Model::LINEAR).
    const LINEAR: Option<bool> = None;
    /// As [`Model::SOLVER`](crate::Model::SOLVER).
    const SOLVER: Option<SolverKind> = None;
    /// As [`Model::RELATIVE_TOLERANCE`](crate::Model::RELATIVE_TOLERANCE).
    const RELATIVE_TOLERANCE: f64 = SETTINGS[1].1;

    /// As [`Model::STEP_SIZE`](crate::Model::STEP_SIZE).
    const STEP_SIZE: f64 = 1e-3;
    /// As [`Model::STOP_TIME`](crate::Model::STOP_TIME).
    const STOP_TIME: f64 = 1.0;

    /// Names the parts and what joins them.
    fn assemble(a: &mut Assembly);
}

//! A cylindrical container with spheres in it, whose motion along its axis is prescribed: half-implicit Euler at impulse level
//! with frictional contacts.

mod filling;
mod stepping;

use fmu_builder::*;

use filling::Filling;
use stepping::{Handles, Stepping};

/// The largest number of spheres.
pub const MOST: usize = 500;

/// The handles of its variables.
pub struct ParticleDamper {
    filling: Filling,
    handles: Handles,
    /// The positions of the spheres.
    r: Vec<[RememberedOutput; 3]>,
}

impl Model for ParticleDamper {
    const NAME: &'static str = "particle-damper";
    const DESCRIPTION: &'static str =
        "A container with spheres that is driven by a prescribed motion.";
    const OWN_STEP: bool = true;
    const ONLY_OWN_STEP: bool = true;
    const OWN_METHOD: bool = true;
    const MICRO_STEP: f64 = 1e6;

    fn declare(v: &mut Variables) -> Self {
        let filling = Filling::declare(v);
        let reaction0 = v.parameter("reaction0", 0.0, "N", "initial reaction");
        let handles = Handles::declare(v, &filling, reaction0);
        let mut position = |i: usize| {
            ["x", "y", "z"].map(|axis| {
                let text = format!("position of sphere {i} in the container, {axis}");
                let r = v.remembered_output(&format!("r[{i}].{axis}"), "m", &text);
                v.local(r);
                r
            })
        };
        let r = (1..=MOST).map(&mut position).collect();
        Self { filling, handles, r }
    }

    fn check(&self, s: &Sample) -> Result<(), String> {
        self.filling.places(s).map(|_| ())
    }

    fn start(&self, _: &Sample, x: &mut States) {
        x[self.handles.a] = 0.0;
    }

    /// The container as it would go on at its last acceleration.
    fn derivatives(&self, s: &Sample, dx: &mut Derivatives) {
        let h = &self.handles;
        (dx[h.x], dx[h.v]) = (s[h.v], s[h.a]);
        (dx[h.a], dx[h.reaction]) = (0.0, 0.0);
    }

    fn own_method(&self, s: &Sample) -> Option<Box<dyn OwnMethod>> {
        let world = self.filling.world(s).ok()?;
        let r = self.r[..world.len()].to_vec();
        let radius = self.filling.radius(s);
        Some(Box::new(Stepping { world, handles: self.handles, radius, r }))
    }
}

#[cfg(feature = "fmu")]
export_fmu!(ParticleDamper);

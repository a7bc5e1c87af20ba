//! Heat conducted between two bodies.
//!
//! ```text
//! P = G (T_a − T_b),   heat flow into a: −P,   into b: +P
//! ```

use super::CouplingLaw;
use crate::id::{InputId, OutputId};

/// What a body offers and takes.
#[derive(Clone, Copy, Debug)]
pub struct ThermalSide {
    /// Its temperature.
    pub temperature: OutputId,
    /// The heat flow into it.
    pub heat_flow: InputId,
}

/// The law of a thermal conductance between the bodies `a` and `b`.
#[derive(Clone, Debug)]
pub struct ThermalConductance {
    /// One body.
    pub a: ThermalSide,
    /// The other.
    pub b: ThermalSide,
    /// G in W/K.
    pub conductance: f64,
}

impl CouplingLaw for ThermalConductance {
    fn dependencies(&self) -> Vec<(InputId, Vec<OutputId>)> {
        let reads = vec![self.a.temperature, self.b.temperature];
        vec![(self.a.heat_flow, reads.clone()), (self.b.heat_flow, reads)]
    }

    fn add(&self, y: &[f64], u: &mut [f64]) {
        let Self { a, b, conductance } = self;
        let heat = conductance * (y[a.temperature.0] - y[b.temperature.0]);
        u[a.heat_flow.0] -= heat;
        u[b.heat_flow.0] += heat;
    }

    fn partials(&self, _y: &[f64], each: &mut dyn FnMut(InputId, OutputId, f64)) {
        let Self { a, b, conductance } = self;
        for (heat_flow, sign) in [(a.heat_flow, -1.0), (b.heat_flow, 1.0)] {
            each(heat_flow, a.temperature, sign * conductance);
            each(heat_flow, b.temperature, -sign * conductance);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heat_flows_from_the_hot_body_to_the_cold_one() {
        let side = |k| ThermalSide { temperature: OutputId(k), heat_flow: InputId(k) };
        let law = ThermalConductance { a: side(0), b: side(1), conductance: 2.0 };
        let mut u = [0.0, 5.0];
        law.add(&[350.0, 300.0], &mut u);
        assert_eq!(u, [-100.0, 105.0]);
    }
}
